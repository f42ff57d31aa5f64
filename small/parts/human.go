package parts

import (
	"cmp"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"

	"bloodline/arena/human"
	"bloodline/engine"
	"bloodline/small"
)

// seatPerson seats a person at a small game for two, who is shown the view and asked for one
// of the legal moves.
func seatPerson[V small.View[A], A comparable](g small.Game[V, A]) human.Maker {
	return func(s human.Sitting) human.Table {
		t := g.NewTable()
		t.Turned = func(turn small.Seats, moves []A) {
			for seat, a := range moves {
				switch {
				case !turn.Has(seat):
				case seat == s.Seat:
					s.News("You play " + small.Name(a) + ".")
				case g.Public:
					s.News("The bot plays " + small.Name(a) + ".")
				}
			}
		}
		return human.Table{
			Table: t, Person: person[V, A](s.Ask), Bot: &thinker[V, A]{s.Bot.(small.Policy[V, A]), g, s.Thought},
			End: func() []human.Side { return drawn(lines(t.View(s.Seat))) },
		}
	}
}

// person asks where there is a choice.
type person[V small.View[A], A comparable] func(human.Question) int

func (ask person[V, A]) Act(q *small.Question[V, A], _ uint64) A {
	if len(q.Legal) == 1 {
		return q.Legal[0]
	}
	var options []string
	for _, a := range q.Legal {
		options = append(options, small.Name(a))
	}
	know := lines(q.View)
	return q.Legal[ask(human.Question{Text: "Your move", Know: know, Options: options, Sides: drawn(know)})]
}

// lines is what a view says of itself, or its fields.
func lines(v any) (out []string) {
	p := reflect.New(reflect.TypeOf(v))
	p.Elem().Set(reflect.ValueOf(v))
	for _, of := range []any{v, p.Interface()} {
		if s, ok := of.(fmt.Stringer); ok {
			return strings.Split(s.String(), "\n")
		}
	}
	if p.Elem().Kind() != reflect.Struct {
		return []string{fmt.Sprint(v)}
	}
	for field, x := range p.Elem().Fields() {
		sign := " ="
		if k := x.Kind(); k == reflect.Slice || k == reflect.Array {
			sign = ":"
		}
		if field.IsExported() {
			out = append(out, fmt.Sprintf("%s%s %s", field.Name, sign, strings.Trim(fmt.Sprint(x), "[]")))
		}
	}
	return out
}

// drawn are lines as the page draws them: cards stand behind "label:", text behind "label =".
func drawn(lines []string) (out []human.Side) {
	for _, line := range lines {
		if name, text, plain := strings.Cut(line, " = "); plain {
			out = append(out, human.Side{Name: name, Text: text})
			continue
		}
		name, values, labelled := strings.Cut(line, ":")
		if n := len(out) - 1; !labelled && n >= 0 && out[n].Text != "" && out[n].Name == "" {
			out[n].Text += "\n" + line
			continue
		} else if !labelled {
			out = append(out, human.Side{Text: line})
			continue
		}
		side := human.Side{Name: name}
		for _, word := range strings.Fields(values) {
			side.Cards = append(side.Cards, human.Card{Name: word})
		}
		out = append(out, side)
	}
	return out
}

// thinker is a bot that tells what it thought.
type thinker[V small.View[A], A comparable] struct {
	small.Policy[V, A]
	game    small.Game[V, A]
	thought func(human.Thought)
}

func (t *thinker[V, A]) Act(q *small.Question[V, A], x uint64) A {
	a := t.Policy.Act(q, x)
	know := lines(q.View)
	out := human.Thought{Held: strings.Join(know, "; "), Sides: drawn(know), Did: small.Name(a), Forced: len(q.Legal) == 1}
	if l, ok := t.Policy.(*small.Linear[V, A]); ok {
		w := l.Weigh(q)
		for i, move := range w.Moves {
			out.Options = append(out.Options, human.Chance{Option: small.Name(move), Share: w.Shares[i]})
			if move == a {
				out.Genes = t.weights(l.Weights, w.Features(i))
			}
		}
		slices.SortStableFunc(out.Options, func(x, y human.Chance) int { return cmp.Compare(y.Share, x.Share) })
	}
	t.thought(out)
	return a
}

// mostWeights is how many genes a thought names.
const mostWeights = 3

func (t *thinker[V, A]) weights(weights, features []float64) (out []human.Weight) {
	genes := t.game.AllGenes()
	for i, w := range weights {
		if by := w * features[i]; by != 0 {
			out = append(out, human.Weight{Gene: genes[i].Name, By: by})
		}
	}
	slices.SortStableFunc(out, func(x, y human.Weight) int { return cmp.Compare(math.Abs(y.By), math.Abs(x.By)) })
	return out[:min(len(out), mostWeights)]
}

// narrate tells a small game: what a watcher sees, before every move and at the end.
func narrate[V small.View[A], A comparable](g small.Game[V, A]) human.Narrator {
	return func(names []string, told func(human.Move)) engine.Table {
		t := ending[V, A]{g.NewTable(), names, told}
		t.Moved = func(seat int, q *small.Question[V, A], a A) {
			does := fmt.Sprintf("%s plays %s", names[seat], small.Name(a))
			told(human.Move{Text: does + ", knowing " + strings.Join(lines(q.View), "; "), Short: does, Sides: t.watched(seat)})
		}
		return t
	}
}

// ending is a table that tells the last position too.
type ending[V small.View[A], A comparable] struct {
	*small.Table[V, A]
	names []string
	told  func(human.Move)
}

func (t ending[V, A]) Play(seed uint64, seats []engine.Player) engine.Outcome {
	out := t.Table.Play(seed, seats)
	var know []string
	for seat, name := range t.names {
		know = append(know, name+" knows "+strings.Join(lines(t.View(seat)), "; "))
	}
	t.told(human.Move{Text: "The end: " + strings.Join(know, ", "), Short: "The end", Sides: t.watched(0)})
	return out
}

// watched is the position as the state draws it, or as a seat sees it.
func (t ending[V, A]) watched(seat int) []human.Side {
	if _, ok := t.State().(fmt.Stringer); !ok {
		return drawn(lines(t.View(seat)))
	}
	out := drawn(lines(t.State()))
	for i := range out {
		for k, name := range t.names {
			if out[i].Name == fmt.Sprintf("seat %d", k+1) {
				out[i].Name = name
			}
		}
	}
	return out
}
