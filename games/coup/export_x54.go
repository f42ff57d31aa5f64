package coup

import ("bloodline/arena/clone"; "bloodline/games/coup/seat")

func Kit54() clone.Kit[seat.View, seat.Action] { return cloning }
