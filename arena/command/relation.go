package command

import (
	"fmt"
	"strconv"
	"strings"

	"bloodline/genome"
	"bloodline/internal/setting"
)

// relation says that the value of gene low is below that of gene high, or not above it, as the bot gets them.
type relation struct {
	low, high int // genes
	strict    bool
}

type relations struct {
	*genome.Schema
	all []relation
}

// relate makes the operators of a schema respect the relations of the settings, and reports the first that breaks a rule.
func (s Settings) relate(schema *genome.Schema) setting.Errors {
	r := &relations{Schema: schema}
	for i, line := range s.Relations {
		problem := func(rule, have string) setting.Errors {
			return setting.Errors{{Key: fmt.Sprintf("relations[%d]", i), Rule: rule, Have: have}}
		}
		a, b, ok := strings.Cut(line, "<")
		b, equal := strings.CutPrefix(b, "=")
		if !ok || strings.Contains(b, "<") {
			return problem("must be GENE < GENE or GENE <= GENE", strconv.Quote(line))
		}
		var at [2]int
		for k, name := range []string{strings.TrimSpace(a), strings.TrimSpace(b)} {
			if at[k], ok = schema.Index(name); !ok {
				return problem("must be of genes of the bot", strconv.Quote(name))
			}
			if s.Genes[at[k]].Distribution == Categorical {
				return problem("must be of numbers", name+", which is "+Categorical)
			}
		}
		r.all = append(r.all, relation{at[0], at[1], !equal})
		if low, high, broken := r.Broken(schema.Default()); broken {
			low, high := s.Genes[low], s.Genes[high]
			return problem("must hold for the defaults", low.Name+" "+low.Default+", "+high.Name+" "+high.Default)
		}
	}
	if len(r.all) > 0 {
		schema.Relations = r
	}
	return nil
}

// valueForBot returns the value of a gene as the bot gets it, which is rounded.
func (r *relations) valueForBot(v genome.Vector, gene int) float64 {
	x, _ := strconv.ParseFloat(r.Genes[gene].Text(v[gene]), 64) // it was just written
	return x
}

// Broken implements [genome.Relations].
func (r *relations) Broken(v genome.Vector) (low, high int, broken bool) {
	for _, x := range r.all {
		if a, b := r.valueForBot(v, x.low), r.valueForBot(v, x.high); a > b || a == b && x.strict {
			return x.low, x.high, true
		}
	}
	return 0, 0, false
}

// Repair implements [genome.Relations]. Values in the wrong order are swapped, so that genomes drawn evenly from the ranges
// are drawn evenly from the allowed ones. Equal values, and values out of the other gene's range, move towards the
// defaults, no further than necessary.
func (r *relations) Repair(v genome.Vector) {
	for range r.all { // a chain is sorted, as by bubbles
		for _, x := range r.all {
			if a, b := r.valueForBot(v, x.low), r.valueForBot(v, x.high); a > b {
				low, high := r.Genes[x.low].Scale.(*number), r.Genes[x.high].Scale.(*number)
				v[x.low], v[x.high] = low.toScale(low.nearest(b)), high.toScale(high.nearest(a))
			}
		}
	}
	for share := 1e-5; ; share = min(1, 1.5*share) {
		low, high, broken := r.Broken(v)
		if !broken {
			return
		}
		for _, i := range []int{low, high} {
			v[i] = float64(share*r.Genes[i].Default) + float64((1-share)*v[i])
		}
	}
}
