package bloodline

import (
	"fmt"
	"strings"

	"bloodline/arena/human"
	"bloodline/arena/kit"
	"bloodline/engine"
	"bloodline/small"
)

// sit tells a person every move as it is played, if it is public, else the own ones.
func sit[V small.View[A], A comparable](g small.Game[V, A]) func(engine.Table, human.Sitting) func() []human.Side {
	return func(table engine.Table, s human.Sitting) func() []human.Side {
		t := table.(*small.Table[V, A])
		t.Turned = func(turn small.Seats, moves []A) {
			for seat, a := range moves {
				if turn.Has(seat) && (seat == s.Seat || g.Public) {
					who, ending := kit.SeatLabel(g.Info.Seats, seat, s.Seat)
					s.News(who + " play" + ending + " " + small.Name(a) + ".")
				}
			}
		}
		return func() []human.Side { return kit.Drawn(kit.Lines(t.View(s.Seat))) }
	}
}

// tell says what a seat plays, beside what a watcher sees.
func tell[V small.View[A], A comparable](t engine.Table, names []string, seat int, q *small.Question[V, A], a A) []human.Move {
	does := fmt.Sprintf("%s plays %s", names[seat], small.Name(a))
	return []human.Move{{
		Text:  does + ", knowing " + strings.Join(kit.Lines(q.View), "; "),
		Short: does, Sides: watched(t.(*small.Table[V, A]), names, seat),
	}}
}

// end says what each seat knows at last.
func end[V small.View[A], A comparable](table engine.Table, names []string) []human.Move {
	t := table.(*small.Table[V, A])
	var know []string
	for seat, name := range names {
		know = append(know, name+" knows "+strings.Join(kit.Lines(t.View(seat)), "; "))
	}
	return []human.Move{{Text: "The end: " + strings.Join(know, ", "), Short: "The end", Sides: watched(t, names, 0)}}
}

// watched is the position as the state draws it, or as a seat sees it.
func watched[V small.View[A], A comparable](t *small.Table[V, A], names []string, seat int) []human.Side {
	if _, ok := t.State().(fmt.Stringer); !ok {
		return kit.Drawn(kit.Lines(t.View(seat)))
	}
	out := kit.Drawn(kit.Lines(t.State()))
	for i := range out {
		for k, name := range names {
			if out[i].Name == fmt.Sprintf("seat %d", k+1) {
				out[i].Name = name
			}
		}
	}
	return out
}
