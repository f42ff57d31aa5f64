// Package ablation measures how many points each gene and each group of genes earns. It
// sets them to their defaults, one at a time, and plays the same deals with and without
// them.
package ablation

import (
	"context"

	"bloodline/arena"
	"bloodline/arena/stats"
	"bloodline/engine"
	"bloodline/genome"
)

// Row is the loss by setting genes to their defaults.
type Row struct {
	Genes  string  `json:"name"` // of a gene, or of a group
	Group  bool    `json:"group"`
	Loss   float64 `json:"loss"` // points a game lost without them
	Low    float64 `json:"low"`  // 95 % interval
	High   float64 `json:"high"`
	Silent bool    `json:"silent"` // the score of no deal changed
	Change float64 `json:"change"` // of a deal's points, up or down: root mean square

	Against []stats.Summary `json:"-"` // the losses against each opponent, in the order of the field
}

// Ablator measures genomes without some of their genes.
type Ablator struct {
	*arena.Evaluator
	Schema  *genome.Schema
	Compile func(genome.Vector) engine.Player
}

// Measure returns the groups first, then the genes, each in the schema's order; what
// stands at its default anyway is left out.
func (a Ablator) Measure(ctx context.Context, genes genome.Vector) ([]Row, error) {
	return a.measure(ctx, genes, func(Row) bool { return true })
}

// Apart is [Ablator.Measure] of the genes in which one genome differs from another: what changes,
// and is lost, when the first has a gene, or a group, of the other.
func (a Ablator) Apart(ctx context.Context, genes, other genome.Vector) ([]Row, error) {
	a.Schema = a.Schema.WithDefaults(other)
	return a.Measure(ctx, genes)
}

// Plays returns how often [Ablator.Measure] has a genome play the deals.
func Plays(s *genome.Schema, genes genome.Vector) int {
	rows, _ := cuts(s, genes)
	return len(rows) + (len(rows)+batch-1)/batch // the genome itself beside each batch
}

// cuts lists the genome without each group and without each gene that is not at its
// default.
func cuts(s *genome.Schema, genes genome.Vector) (rows []Row, variants []genome.Vector) {
	cut := func(name string, group bool, hit func(i int) bool) {
		v, changed := genes.Clone(), false
		for i, g := range s.Genes {
			if hit(i) && v[i] != g.Default {
				v[i], changed = g.Default, true
			}
		}
		if changed {
			rows, variants = append(rows, Row{Genes: name, Group: group}), append(variants, v)
		}
	}
	for _, group := range s.Groups() {
		cut(group, true, func(i int) bool { return s.Genes[i].Group == group })
	}
	for k, g := range s.Genes {
		cut(g.Name, false, func(i int) bool { return i == k })
	}
	return rows, variants
}
