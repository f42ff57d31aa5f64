package parts

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"bloodline/arena/human"
	"bloodline/engine"
	"bloodline/small"
)

// seatPerson seats a person at a small game, who is shown the view and asked for one of
// the legal moves.
func seatPerson[V small.View[A], A comparable](g small.Game[V, A]) human.Maker {
	return func(s human.Sitting) human.Table {
		return human.Table{
			Table:  told[V, A]{g.NewTable(), s},
			Person: person[V, A]{s},
			Bot:    &thinker[V, A]{s.Bot.(small.Policy[V, A]), g, s.Thought},
		}
	}
}

// told is a table that tells the person the position after the last move.
type told[V small.View[A], A comparable] struct {
	*small.Table[V, A]
	human.Sitting
}

func (t told[V, A]) Play(seed uint64, seats []engine.Player) engine.Outcome {
	out := t.Table.Play(seed, seats)
	if text, ok := t.end(); ok {
		t.News("The game is over: " + text)
	}
	return out
}

// end is the position at the end, of a state that still has a view then.
func (t told[V, A]) end() (text string, ok bool) {
	defer func() { ok = recover() == nil }()
	v := t.View(t.Seat)
	return viewText(&v), true
}

// person asks. The log tells the person's own moves with what they were based on: moves of
// others may be hidden before the game is over, then the thoughts tell them.
type person[V small.View[A], A comparable] struct{ human.Sitting }

func (p person[V, A]) Act(q *small.Question[V, A], _ uint64) A {
	a, know := q.Legal[0], viewText(&q.View)
	if len(q.Legal) > 1 {
		var options []string
		for _, a := range q.Legal {
			options = append(options, small.Name(a))
		}
		a = q.Legal[p.Ask(human.Question{Text: "Your move", Know: []string{know}, Options: options})]
	}
	p.News("You play " + small.Name(a) + ", with " + know)
	return a
}

// viewText is what a view says of itself, or its fields.
func viewText[V any](v *V) string {
	if s, ok := any(v).(fmt.Stringer); ok { // of *V or V
		return s.String()
	}
	return fmt.Sprintf("%+v", *v)
}

// thinker is a bot that tells what it thought.
type thinker[V small.View[A], A comparable] struct {
	small.Policy[V, A]
	game    small.Game[V, A]
	thought func(human.Thought)
}

func (t *thinker[V, A]) Act(q *small.Question[V, A], x uint64) A {
	a := t.Policy.Act(q, x)
	out := human.Thought{Held: viewText(&q.View), Did: small.Name(a), Forced: len(q.Legal) == 1}
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
	for i, g := range t.game.Genes {
		if by := weights[i] * features[i]; by != 0 {
			out = append(out, human.Weight{Gene: g.Name, By: by})
		}
	}
	slices.SortStableFunc(out, func(x, y human.Weight) int { return cmp.Compare(math.Abs(y.By), math.Abs(x.By)) })
	return out[:min(len(out), mostWeights)]
}

// narrate tells a small game: who moved what, and by what knowledge.
func narrate[V small.View[A], A comparable](g small.Game[V, A]) human.Narrator {
	return func(names []string, told func(human.Move)) engine.Table {
		t := g.NewTable()
		t.Moved = func(seat int, q *small.Question[V, A], a A) {
			told(human.Move{Text: fmt.Sprintf("%s: %s, knowing %s", names[seat], small.Name(a), viewText(&q.View))})
		}
		return t
	}
}
