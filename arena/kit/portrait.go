package kit

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"

	"bloodline/arena/portrait"
	"bloodline/arena/record"
	"bloodline/engine"
)

// probe counts the answers of a player, by kind of question, and how much each gene sways the
// choices of a player with genes.
type probe[V any, A comparable] struct {
	record.Policy[V, A]
	kit   Kit[V, A]
	names map[A]string
	seen  map[string]map[string]*portrait.Cell // by kind of question, by answer

	genes   []float64 // nil for a player without
	weigh   func(v *V) weighed[A]
	asked   int
	sway    []float64 // by gene: how much its part of the sum differs between answers, summed over choices
	choices float64
}

func (k Kit[V, A]) probe(p engine.Player) *probe[V, A] {
	out := &probe[V, A]{Policy: p.(record.Policy[V, A]), kit: k, names: map[A]string{}, seen: map[string]map[string]*portrait.Cell{}}
	if k.Weights != nil {
		out.genes = k.Weights(p)
		out.weigh, out.sway = k.weigher(out.genes), make([]float64, len(out.genes))
	}
	return out
}

// Act answers as the player does.
func (p *probe[V, A]) Act(v *V, x uint64) A {
	kind := p.kit.Kind(v)
	row := p.seen[kind]
	if row == nil {
		row = map[string]*portrait.Cell{}
		p.seen[kind] = row
	}
	a := p.Policy.Act(v, x)
	for _, b := range p.kit.Legal(v) {
		name, ok := p.names[b]
		if !ok {
			name = fmt.Sprint(b)
			p.names[b] = name
		}
		if row[name] == nil {
			row[name] = &portrait.Cell{Kind: portrait.IsShare, Habit: kind + ": " + name}
		}
		row[name].Could++
		if a == b {
			row[name].Did++
		}
	}
	if p.asked++; p.weigh != nil && p.asked%weighedOf == 1 {
		p.add(p.weigh(v))
	}
	return a
}

// weighedOf is of how many choices one is weighed, which takes as long as several games.
const weighedOf = 8

// add adds, for each gene, the standard deviation of its part of the sums of the answers.
func (p *probe[V, A]) add(w weighed[A]) {
	n := float64(len(w.moves))
	for j := range p.sway {
		sum, squares := 0.0, 0.0
		for _, part := range w.parts {
			sum, squares = sum+part[j], squares+float64(part[j]*part[j])
		}
		p.sway[j] += math.Sqrt(max(0, squares/n-float64(sum/n*sum/n)))
	}
	p.choices++
}

// Tables has what was chosen and, of a player with genes, what it weighs.
func (p *probe[V, A]) Tables() []portrait.Table {
	chosen := portrait.Table{Title: "What was chosen", Columns: []string{"question", "action", "chosen"}}
	for _, kind := range slices.Sorted(maps.Keys(p.seen)) {
		for _, name := range slices.Sorted(maps.Keys(p.seen[kind])) {
			chosen.Add([]string{kind, name}, *p.seen[kind][name])
		}
	}
	if p.choices == 0 {
		return []portrait.Table{chosen}
	}
	weighs := portrait.Table{Title: "What it weighs", Columns: []string{"gene", ">weight", ">sways a choice by", "a larger value"}}
	order := make([]int, len(p.sway))
	for j := range order {
		order[j] = j
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(p.sway[b], p.sway[a]) })
	for _, j := range order {
		g := p.kit.Genes[j]
		weighs.Add([]string{g.Name, fmt.Sprintf("%.2f", p.genes[j]), fmt.Sprintf("%.2f", p.sway[j]/p.choices), g.Doc})
	}
	return []portrait.Table{weighs, chosen}
}

// Words names for each kind of question the answer that was chosen most.
func (p *probe[V, A]) Words() (out []portrait.Sentence) {
	table, row := len(p.Tables())-1, 0
	for _, kind := range slices.Sorted(maps.Keys(p.seen)) {
		best, at := "", 0
		names := slices.Sorted(maps.Keys(p.seen[kind]))
		for i, name := range names {
			if best == "" || p.seen[kind][name].Did > p.seen[kind][best].Did {
				best, at = name, row+i
			}
		}
		out = append(out, portrait.Sentence{Text: fmt.Sprintf("%s: %s %s of the time", kind, best, p.seen[kind][best].Percent()), Table: table, Row: at})
		row += len(names)
	}
	return out
}
