package kit

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"bloodline/arena/portrait"
	"bloodline/arena/record"
)

// probe counts a player's answers, by kind of question, and how much each of its genes sways the choices.
type probe[V any, A comparable] struct {
	record.Policy[V, A]
	kit   Kit[V, A]
	names map[A]string
	seen  map[string]map[string]*portrait.Cell // by kind of question, by answer

	genes   []float64 // nil for a player without
	weigh   func(v *V) answerWeights[A]
	asked   int
	sway    []float64 // by gene: how much its part of the sum differs between answers, summed over choices
	choices float64
}

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
	const of = 8 // one in so many choices is weighed, because that takes as long as several games
	if p.asked++; p.weigh != nil && p.asked%of == 1 {
		w := p.weigh(v)
		n := float64(len(w.moves))
		for j := range p.sway { // the standard deviation of the gene's part of the sums of the answers
			sum, squares := 0.0, 0.0
			for _, part := range w.parts {
				sum, squares = sum+part[j], squares+float64(part[j]*part[j])
			}
			p.sway[j] += math.Sqrt(max(0, squares/n-float64(sum/n*sum/n)))
		}
		p.choices++
	}
	return a
}

func (p *probe[V, A]) Tables() []portrait.CountTable {
	chosen := portrait.CountTable{Title: "What was chosen", Columns: []string{"question", "action", "chosen"}}
	for _, kind := range slices.Sorted(maps.Keys(p.seen)) {
		for _, name := range slices.Sorted(maps.Keys(p.seen[kind])) {
			chosen.Add([]string{kind, name}, *p.seen[kind][name])
		}
	}
	if p.choices == 0 {
		return []portrait.CountTable{chosen}
	}
	weighs := portrait.CountTable{Title: "What it weighs", Columns: []string{"gene", ">weight", ">sways a choice by", "a larger value"}}
	order := make([]int, len(p.sway))
	for j := range order {
		order[j] = j
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(p.sway[b], p.sway[a]) })
	for _, j := range order {
		g := p.kit.Genes[j]
		weighs.Add([]string{g.Name, fmt.Sprintf("%.2f", p.genes[j]), fmt.Sprintf("%.2f", p.sway[j]/p.choices), g.Doc})
	}
	return []portrait.CountTable{weighs, chosen}
}

// Words names the answers chosen most and never, by kind of question, and the genes that sway most choices.
func (p *probe[V, A]) Words() (out []portrait.Sentence) {
	const mostNamed = 3 // answers to a kind of question, and genes, that sentences name
	tables, row := p.Tables(), 0
	for _, kind := range slices.Sorted(maps.Keys(p.seen)) {
		seen, names := p.seen[kind], slices.Sorted(maps.Keys(p.seen[kind]))
		byChoice := slices.Clone(names)
		slices.SortStableFunc(byChoice, func(a, b string) int { return cmp.Compare(seen[b].Did, seen[a].Did) })
		var most, never []string
		for _, name := range byChoice {
			switch c := seen[name]; {
			case c.Did > 0 && len(most) < mostNamed:
				most = append(most, name+" ("+c.Percent()+")")
			case c.Did == 0 && c.Could >= portrait.Enough && len(never) < mostNamed:
				never = append(never, name)
			}
		}
		text := kind + ": " + strings.Join(most, ", ")
		if len(never) > 0 {
			text += "; never " + strings.Join(never, ", ")
		}
		out = append(out, portrait.Sentence{Text: text, Table: len(tables) - 1, Row: row + slices.Index(names, byChoice[0])})
		row += len(seen)
	}
	if len(out) > 0 {
		out = append(out, portrait.Sentence{Text: "Shares are of the questions in which the answer was legal", Table: len(tables) - 1, Row: -1})
	}
	if len(tables) > 1 { // the genes that sway most come first
		for i, cells := range tables[0].Rows[:min(len(tables[0].Rows), mostNamed)] {
			text := fmt.Sprintf("%s has a weight of %s, and sways a choice by %s", cells[0].Text, cells[1].Text, cells[2].Text)
			if doc := cells[3].Text; doc != "" {
				text += ". A larger value: " + doc
			}
			out = append(out, portrait.Sentence{Text: text, Table: 0, Row: i})
		}
	}
	return out
}
