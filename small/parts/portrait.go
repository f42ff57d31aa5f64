package parts

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"bloodline/arena/portrait"
	"bloodline/small"
)

// probe counts the moves of a player, by situation, and the effect of features on a
// player that weighs features.
type probe[V small.View[A], A comparable] struct {
	inner small.Policy[V, A]
	game  small.Game[V, A]
	names map[A]string
	seen  map[string]map[string]*portrait.Cell // by situation, by move

	linear  *small.Linear[V, A] // or nil
	sway    []float64           // by gene: how much its part of the sum differs between moves, summed over choices
	choices float64
}

func probeOf[V small.View[A], A comparable](g small.Game[V, A], p small.Policy[V, A]) *probe[V, A] {
	out := &probe[V, A]{inner: p, game: g, names: map[A]string{}, seen: map[string]map[string]*portrait.Cell{}}
	if l, ok := p.(*small.Linear[V, A]); ok {
		out.linear, out.sway = l, make([]float64, len(l.Weights))
	}
	return out
}

// Act answers as the inner player does.
func (p *probe[V, A]) Act(q *small.Question[V, A], x uint64) A {
	situation := "moves"
	if p.game.Situation != nil {
		situation = p.game.Situation(&q.View)
	}
	row := p.seen[situation]
	if row == nil {
		row = map[string]*portrait.Cell{}
		p.seen[situation] = row
	}
	for _, a := range q.Legal {
		name := p.name(a)
		if row[name] == nil {
			row[name] = &portrait.Cell{Kind: portrait.IsShare, Habit: situation + ": " + name}
		}
		row[name].Could++
	}
	a := p.inner.Act(q, x)
	row[p.name(a)].Did++
	if p.linear != nil {
		p.weigh(q)
	}
	return a
}

func (p *probe[V, A]) name(a A) string {
	if _, ok := p.names[a]; !ok {
		p.names[a] = small.Name(a)
	}
	return p.names[a]
}

// weigh adds, for each gene, the standard deviation of its part of the sums of the moves.
func (p *probe[V, A]) weigh(q *small.Question[V, A]) {
	w := p.linear.Weigh(q)
	n := float64(len(w.Moves))
	for j, weight := range p.linear.Weights {
		sum, squares := 0.0, 0.0
		for i := range w.Moves {
			x := w.Features(i)[j]
			sum, squares = sum+x, squares+x*x
		}
		p.sway[j] += math.Abs(weight) * math.Sqrt(max(0, squares/n-sum/n*sum/n))
	}
	p.choices++
}

// Tables has what was chosen and, of a player that weighs features, what it weighs.
func (p *probe[V, A]) Tables() []portrait.Table {
	chosen := portrait.Table{Title: "What was chosen", Columns: []string{"question", "action", "chosen"}}
	for _, situation := range sortedKeys(p.seen) {
		for _, move := range sortedKeys(p.seen[situation]) {
			chosen.Add([]string{situation, move}, *p.seen[situation][move])
		}
	}
	if p.linear == nil || p.choices == 0 {
		return []portrait.Table{chosen}
	}
	weighs := portrait.Table{Title: "What it weighs", Columns: []string{"gene", ">weight", ">sways a choice by", "a larger value"}}
	order := make([]int, len(p.sway))
	for j := range order {
		order[j] = j
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(p.sway[b], p.sway[a]) })
	genes := p.game.AllGenes()
	for _, j := range order {
		g := genes[j]
		weighs.Add([]string{g.Name, fmt.Sprintf("%.2f", p.linear.Weights[j]), fmt.Sprintf("%.2f", p.sway[j]/p.choices), g.Doc})
	}
	return []portrait.Table{weighs, chosen}
}

// The most moves of a situation, and the most genes, that sentences name.
const (
	mostMoves   = 3
	mostWeighed = 3
)

// Words names for each situation the moves that were chosen most, and those that never were; and
// the genes that sway most choices of a player that weighs features.
func (p *probe[V, A]) Words() (out []portrait.Sentence) {
	tables := p.Tables()
	row := 0
	for _, situation := range sortedKeys(p.seen) {
		seen, names := p.seen[situation], sortedKeys(p.seen[situation])
		byChoice := slices.Clone(names)
		slices.SortStableFunc(byChoice, func(a, b string) int { return cmp.Compare(seen[b].Did, seen[a].Did) })
		var most, never []string
		for _, name := range byChoice {
			switch c := seen[name]; {
			case c.Did > 0 && len(most) < mostMoves:
				most = append(most, name+" ("+c.Percent()+")")
			case c.Did == 0 && c.Could >= portrait.Enough && len(never) < mostMoves:
				never = append(never, name)
			}
		}
		text := situation + ": " + strings.Join(most, ", ")
		if len(never) > 0 {
			text += "; never " + strings.Join(never, ", ")
		}
		out = append(out, portrait.Sentence{Text: text, Table: len(tables) - 1, Row: row + slices.Index(names, byChoice[0])})
		row += len(seen)
	}
	if len(out) > 0 {
		out = append(out, portrait.Sentence{Text: "Shares are of the questions in which the move was legal", Table: len(tables) - 1, Row: -1})
	}
	if len(tables) > 1 { // the genes that sway most come first
		for i, cells := range tables[0].Rows[:min(len(tables[0].Rows), mostWeighed)] {
			text := fmt.Sprintf("%s has a weight of %s, and sways a choice by %s", cells[0].Text, cells[1].Text, cells[2].Text)
			if doc := cells[3].Text; doc != "" {
				text += ". A larger value: " + doc
			}
			out = append(out, portrait.Sentence{Text: text, Table: 0, Row: i})
		}
	}
	return out
}

func sortedKeys[T any](m map[string]T) (out []string) {
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}
