package kit

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"bloodline/arena/human"
	"bloodline/arena/record"
	"bloodline/engine"
	"bloodline/engine/roll"
)

// Seat returns a maker of tables of g, which may differ from the game that is bred, at which a person sits.
func (k Kit[V, A]) Seat(g engine.Game) human.Maker {
	k = k.withDefaults()
	return func(s human.Sitting) human.PersonTable {
		i := g.Info()
		out := human.PersonTable{Table: g.NewTable(), Unit: i.ScoreUnit, Person: person[V, A]{k, s}}
		out.Bot = func(seat int) engine.Player {
			return &thinker[V, A]{s.Bot.(record.Policy[V, A]), k, bot(i.Seats, seat), s.Thought, k.weigher(s.Genes)}
		}
		if k.Sit != nil {
			out.End = k.Sit(out.Table, s)
			return out
		}
		out.Table = watched[V, A]{Table: out.Table, see: func(seat int, v *V, a A) {
			if seat == s.Seat || k.Public && i.Dynamics == engine.Sequential {
				name, ending := SeatLabel(i.Seats, seat, s.Seat)
				s.News(name + " play" + ending + " " + k.Name(v, a) + ".")
			}
		}}
		return out
	}
}

func bot(seats, seat int) string {
	if seats == 2 {
		return ""
	}
	return fmt.Sprintf("Seat %d", seat+1)
}

// SeatLabel returns a seat's name for a person in seat me, and the ending of its verb: "You play", "Seat 2 plays".
func SeatLabel(seats, seat, me int) (name, ending string) {
	if seat == me {
		return "You", ""
	}
	return cmp.Or(bot(seats, seat), "The bot"), "s"
}

type watched[V any, A comparable] struct {
	engine.Table
	see func(seat int, v *V, a A)
	end func() // when the game is over; may be nil
}

func (t watched[V, A]) Play(seed uint64, seats []engine.Player) engine.Outcome {
	all := make([]engine.Player, len(seats))
	for i, p := range seats {
		all[i] = record.Watch[V, A]{Policy: p.(record.Policy[V, A]), See: func(v *V, a A) { t.see(i, v, a) }}
	}
	out := t.Table.Play(seed, all)
	if t.end != nil {
		t.end()
	}
	return out
}

type person[V any, A comparable] struct {
	kit Kit[V, A]
	human.Sitting
}

func (p person[V, A]) Act(v *V, _ uint64) A {
	k := p.kit
	if k.Ask != nil {
		return k.Ask(v, p.Sitting)
	}
	legal := k.Legal(v)
	if len(legal) == 1 {
		return legal[0]
	}
	q := human.Question{Text: k.Question(v), Know: k.Know(v), Sides: k.Draw(v)}
	for _, a := range legal {
		q.Options = append(q.Options, k.Option(v, a))
	}
	return legal[p.Sitting.Ask(q)]
}

type thinker[V any, A comparable] struct {
	record.Policy[V, A]
	kit   Kit[V, A]
	name  string // of several bots
	show  func(human.Thought)
	weigh func(v *V) answerWeights[A] // nil for a bot without genes
}

func (t *thinker[V, A]) Act(v *V, x uint64) A {
	const leastWeight = 0.005 // of a gene that is named: less is printed as 0
	k := t.kit
	out := human.Thought{Who: t.name, Forced: k.Legal != nil && len(k.Legal(v)) == 1, Sides: k.Draw(v), Held: k.Held(v)}
	a := t.Policy.Act(v, x)
	out.Did, out.Bluff = k.Name(v, a), k.Bluff(v, a)
	w := answerWeights[A]{}
	if t.weigh != nil {
		w = t.weigh(v)
	}
	if !slices.Contains(w.moves, a) { // the genes don't say
		w = t.count(v, x)
	}
	for i, b := range w.moves {
		out.Options = append(out.Options, human.Chance{Option: k.Name(v, b), Share: w.shares[i]})
		if a == b && w.parts != nil {
			for j, by := range w.parts[i] {
				if math.Abs(by) >= leastWeight {
					out.Genes = append(out.Genes, human.Weight{Gene: k.Genes[j].Name, By: by})
				}
			}
		}
	}
	slices.SortStableFunc(out.Genes, func(x, y human.Weight) int { return cmp.Compare(math.Abs(y.By), math.Abs(x.By)) })
	out.Genes = out.Genes[:min(len(out.Genes), 4)]
	slices.SortStableFunc(out.Options, func(x, y human.Chance) int { return cmp.Compare(y.Share, x.Share) })
	t.show(out)
	return a
}

// count finds chances by many answers of the bot, the first to the roll itself.
func (t *thinker[V, A]) count(v *V, x uint64) (w answerWeights[A]) {
	const tries = 500 // the standard error of a chance is at most 2.2 points
	for range tries {
		a := t.Policy.Act(v, x)
		i := slices.Index(w.moves, a)
		if i < 0 {
			i, w.moves, w.shares = len(w.moves), append(w.moves, a), append(w.shares, 0)
		}
		w.shares[i] += 1. / tries
		x = roll.Next(x)
	}
	return w
}
