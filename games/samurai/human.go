package samurai

import (
	"fmt"
	"slices"
	"strings"

	"bloodline/arena/human"
	"bloodline/engine"
	"bloodline/games/samurai/seat"
	"bloodline/games/samurai/table"
)

// sit reports to a person how the game ended. What others visit by day is public with the report of the next turn.
func sit(t engine.Table, s human.Sitting) func() []human.Side {
	return func() []human.Side {
		all := t.(*table.Table).Totals()
		others := slices.Delete(slices.Clone(all[:]), s.Seat, s.Seat+1)
		s.News("The end: " + standing(all[s.Seat], others))
		return nil
	}
}

// ask asks a person for the lords to visit, one by one.
func ask(v *seat.View, s human.Sitting) (a seat.Action) {
	report(v, s.News)
	n := seat.Visits(v.Turn)
	for k := range n {
		q := human.Question{Text: fmt.Sprintf("Turn %s: visit %d of %d", when(v), k+1, n), Know: know(v)}
		if k > 0 {
			q.Know = append(q.Know, "So far: "+visits(v, a))
		}
		for l := range seat.Lords {
			q.Options = append(q.Options, fmt.Sprintf("%c (strength %d)", 'A'+l, v.Strength[l]))
		}
		a = a.With(s.Ask(q), 1)
	}
	s.News("You visit " + visits(v, a) + ".")
	return a
}

// report reports the news of a turn: public visits, half-time, and the number of secret visits.
func report(v *seat.View, news func(string)) {
	if v.Night() {
		for j := 1; j < seat.Seats; j++ {
			news(fmt.Sprintf("Rival %d has gained with %s.", j, lords(func(l int) string {
				if v.Fresh[l][j] == 0 {
					return ""
				}
				return fmt.Sprintf("by %d", v.Fresh[l][j])
			})))
		}
	}
	if v.Turn == seat.HalfTurn+1 {
		news("Half-time: " + standing(v.Half[0], v.Half[1:]))
	}
	if !v.Night() && v.Turn > 1 {
		news("In the night the lords had " + lords(func(l int) string { return fmt.Sprint(v.Count[l]) }) + " visits.")
	}
}

// lords lists a text for each lord, by letter: "A 2, C 3". Lords without a text are left out.
func lords(of func(l int) string) string {
	var list []string
	for l := range seat.Lords {
		if text := of(l); text != "" {
			list = append(list, fmt.Sprintf("%c %s", 'A'+l, text))
		}
	}
	return strings.Join(list, ", ")
}

func know(v *seat.View) (out []string) {
	for l := range seat.Lords {
		out = append(out, fmt.Sprintf("%c (strength %d): you %d; in public you %d, the rivals %d, %d and %d",
			'A'+l, v.Strength[l], v.Own[l], v.Public[l][0], v.Public[l][1], v.Public[l][2], v.Public[l][3]))
	}
	return out
}

func when(v *seat.View) string {
	if v.Night() {
		return fmt.Sprintf("%d night", v.Turn)
	}
	return fmt.Sprintf("%d day", v.Turn)
}

// visits names the lords by letter and strength: "B (strength 6) twice, D (strength 3)".
func visits(v *seat.View, a seat.Action) string {
	return lords(func(l int) string {
		n := a.Count(l)
		if n == 0 {
			return ""
		}
		return fmt.Sprintf("(strength %d)", v.Strength[l]) + [...]string{"", "", " twice", " 3 times", " 4 times", " 5 times"}[n]
	})
}

// tell puts the visits of a seat into words, and at half-time its points.
func tell(_ engine.Table, names []string, s int, v *seat.View, a seat.Action) (out []human.Move) {
	if v.Turn == seat.HalfTurn+1 {
		out = append(out, human.Move{Text: fmt.Sprintf("half-time  %s has %.2f points", names[s], points(v.Half[0]))})
	}
	return append(out, human.Move{Text: fmt.Sprintf("turn %-7s  %s visits %s", when(v), names[s], visits(v, a))})
}

func end(t engine.Table, names []string) (out []human.Move) {
	for s, total := range t.(*table.Table).Totals() {
		out = append(out, human.Move{Text: fmt.Sprintf("end        %s has %.2f points", names[s], points(total))})
	}
	return out
}

func points(total int32) float64 { return float64(total) / seat.Unit }

func standing(own int32, others []int32) string {
	return fmt.Sprintf("you have %.2f points, the rivals %.2f, %.2f and %.2f.", points(own), points(others[0]), points(others[1]), points(others[2]))
}
