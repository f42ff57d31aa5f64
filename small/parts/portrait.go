package parts

import (
	"cmp"
	"fmt"
	"math"
	"slices"

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

// Tables returns the counts of chosen moves and, for a player with features, their weights.
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

// Words names for each situation the move that was chosen most.
func (p *probe[V, A]) Words() (out []portrait.Sentence) {
	table, row := len(p.Tables())-1, 0
	for _, situation := range sortedKeys(p.seen) {
		best, at := "", 0
		for i, move := range sortedKeys(p.seen[situation]) {
			if best == "" || p.seen[situation][move].Did > p.seen[situation][best].Did {
				best, at = move, row+i
			}
		}
		out = append(out, portrait.Sentence{Text: fmt.Sprintf("%s: %s %s of the time", situation, best, p.seen[situation][best].Percent()), Table: table, Row: at})
		row += len(p.seen[situation])
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
