package seat

import "bloodline/engine/roll"

const (
	Turns       = 9 // odd turns are days, even turns are nights
	HalfTurn    = 5 // the first scoring follows this turn
	Seats       = 4
	Others      = Seats - 1
	Lords       = 6
	DayVisits   = 5 // visits of one seat by day, each worth 1
	NightVisits = 2 // visits of one seat by night, each worth 2
	DayWorth    = 1
	NightWorth  = 2

	DayActions   = 252 // multisets of 5 of the 6 lords: C(10, 5)
	NightActions = 21  // multisets of 2 of the 6 lords: C(7, 2)

	MinStrength = 3
	MaxStrength = 6
)

func IsNight(turn uint8) bool { return turn&1 == 0 }

// Visits returns how many visits a seat makes in a turn: 5 or 2.
func Visits(turn uint8) int {
	if IsNight(turn) {
		return NightVisits
	}
	return DayVisits
}

// Worth returns the intimacy that one visit of a turn adds: 1 or 2.
func Worth(turn uint8) uint8 {
	if IsNight(turn) {
		return NightWorth
	}
	return DayWorth
}

// Spends returns the intimacy that a seat places in a turn: 5 by day, 4 by night.
func Spends(turn uint8) int { return Visits(turn) * int(Worth(turn)) }

// Action is the multiset of lords that a seat visits in one turn: four bits of count for each lord, lord 0 lowest. Sums
// of actions are actions as long as no lord gets more than 15.
type Action uint32

const (
	lordBits   = 4
	lordMask   = 1<<lordBits - 1
	nibbleOnes = 0x111111
)

func ActionOf(lords ...int) Action {
	var a Action
	for _, l := range lords {
		a = a.With(l, 1)
	}
	return a
}

func (a Action) Count(lord int) int { return int(a >> (lordBits * lord) & lordMask) }

// With returns the action with n visits of a lord more.
func (a Action) With(lord, n int) Action { return a + Action(n)<<(lordBits*lord) }

// Size returns the number of visits, as long as it is below 16.
func (a Action) Size() int { return int(a * nibbleOnes >> (lordBits * (Lords - 1)) & lordMask) }

// Legal reports whether the action has as many visits as the turn, a day or a night.
func (a Action) Legal(turn uint8) bool {
	n := Visits(turn)
	if a>>(lordBits*Lords) != 0 {
		return false
	}
	for l := range Lords {
		n -= a.Count(l)
	}
	return n == 0
}

// Day returns day action i of 252, in the order of their texts.
func Day(i int) Action { return days[i] }

// Night returns night action i of 21, in the order of their texts.
func Night(i int) Action { return nights[i] }

// Any returns an action of a turn by a roll, all equally likely.
func Any(turn uint8, rolled uint64) Action {
	if IsNight(turn) {
		return Night(roll.Below(rolled, NightActions))
	}
	return Day(roll.Below(rolled, DayActions))
}

var (
	days   = multisets(make([]Action, 0, DayActions), 0, DayVisits, 0)
	nights = multisets(make([]Action, 0, NightActions), 0, NightVisits, 0)
)

// multisets appends all ways to add n visits of the lords from lord on to a.
func multisets(out []Action, a Action, n, lord int) []Action {
	if lord == Lords-1 {
		return append(out, a.With(lord, n))
	}
	for c := n; c >= 0; c-- {
		out = multisets(out, a.With(lord, c), n-c, lord+1)
	}
	return out
}

// AppendText appends the action as the protocol's answer, without the newline: lords ascending, one blank between.
func (a Action) AppendText(dst []byte) []byte {
	start := len(dst)
	for l := range Lords {
		for range a.Count(l) {
			if len(dst) > start {
				dst = append(dst, ' ')
			}
			dst = append(dst, byte('0'+l))
		}
	}
	return dst
}

func (a Action) String() string { return string(a.AppendText(nil)) }
