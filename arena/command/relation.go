package command

import (
	"cmp"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"bloodline/genome"
	"bloodline/genome/gene"
	"bloodline/internal/setting"
)

// relation says that a number and a sum of values, as the bot gets them, is below 0, or not above it.
type relation struct {
	number float64
	genes  []int // their places in a genome
	times  []float64
	strict bool
	order  bool // GENE < GENE or GENE <= GENE: these two are the genes
}

type relations struct {
	*genome.Schema
	all []relation
}

// terms matches the first term of a sum: 2*a, a or 0.1.
var terms = sync.OnceValue(func() *regexp.Regexp {
	const number = `([0-9]+\.?[0-9]*(?:[eE][+-]?[0-9]+)?|\.[0-9]+)`
	return regexp.MustCompile(`^\s*([+-]?)\s*(?:(?:` + number + `\s*\*\s*)?(` + geneName + `)|` + number + `)\s*`)
})

func (s Settings) relation(all []parameter, line string) (x relation, rule, have string) {
	rule = "must be a sum of genes and numbers below another, such as a < b, a <= 0.5, 2*a < b + 0.1 or a + b + c <= 1"
	sides := regexp.MustCompile(`[<>]=?`).Split(line, -1)
	switch {
	case strings.ContainsAny(line, "*/"):
		rule += "; breed the product or the quotient of two genes as a gene of its own"
	case strings.Contains(strings.Join(sides, ""), "="):
		rule += "; for values of a given sum breed weights that the bot divides by their sum"
	}
	if strings.Contains(line, ">") {
		slices.Reverse(sides)
	}
	for k, side := range sides {
		for first := true; first || side != ""; first = false {
			t := terms().FindStringSubmatch(side)
			if len(sides) != 2 || t == nil || !first && t[1] == "" {
				return x, rule, strconv.Quote(line)
			}
			side = side[len(t[0]):]
			times, _ := strconv.ParseFloat(cmp.Or(t[2], t[4], "1"), 64)
			if (t[1] == "-") != (k == 1) {
				times = -times
			}
			switch at := slices.Index(s.names(), t[3]); {
			case t[3] == "":
				x.number += times
			case at < 0:
				return x, "must be of genes of the bot" + setting.DidYouMean(t[3], s.names()), strconv.Quote(t[3])
			case s.Genes[at].Distribution == Categorical || strings.ContainsAny(all[at].text[:1], `"tf`): // or a fixed word
				return x, "must be of numbers", t[3] + ", which is " + cmp.Or(s.Genes[at].Distribution, all[at].text)
			case all[at].gene == noGene:
				only, _ := strconv.ParseFloat(all[at].text, 64)
				x.number += float64(times * only)
			case times != 0:
				x.genes, x.times = append(x.genes, all[at].gene), append(x.times, times)
			}
		}
	}
	if len(x.genes) == 0 {
		return x, rule, strconv.Quote(line)
	}
	x.strict, x.order = !strings.Contains(line, "="), x.number == 0 && slices.Equal(x.times, []float64{1, -1})
	return x, "", ""
}

// valueForBot returns a value of a gene as the bot gets it, which is rounded.
func valueForBot(g gene.Gene, x float64) float64 {
	y, _ := strconv.ParseFloat(g.Text(x), 64) // it was just written
	return y
}

// excess returns the sum of a relation; below 0 if the bot doesn't get all of its values.
func (r *relations) excess(x relation, v genome.Vector) float64 {
	sum, size := x.number, math.Abs(x.number)
	for k, i := range x.genes {
		if !r.Genes[i].Matters(v) {
			return -1
		}
		y := float64(x.times[k] * valueForBot(r.Genes[i], v[i]))
		sum, size = sum+y, size+math.Abs(y)
	}
	if !x.order && math.Abs(sum) < 4e-15*size {
		return 0 // 0.1 + 0.2 - 0.3
	}
	return sum
}

func (r *relations) breaks(x relation, v genome.Vector) bool {
	sum := r.excess(x, v)
	return sum > 0 || sum == 0 && x.strict
}

func (r *relations) Broken(v genome.Vector) []int {
	if i := slices.IndexFunc(r.all, func(x relation) bool { return r.breaks(x, v) }); i >= 0 {
		return r.all[i].genes
	}
	return nil
}

// Repair implements [genome.Relations]. Values in the wrong order are swapped, so that genomes drawn evenly from the
// ranges are drawn evenly from the allowed ones. Equal values, and values out of the other gene's range, move towards
// the defaults, and those of a sum towards the ends of their ranges, or the defaults if ends contradict each other.
func (r *relations) Repair(v genome.Vector) {
	for range r.all { // a chain is sorted, as by bubbles
		for _, x := range r.all {
			if x.order && r.excess(x, v) > 0 {
				i, k := x.genes[0], x.genes[1]
				low, high := r.Genes[i].Scale.(*number), r.Genes[k].Scale.(*number)
				a, b := valueForBot(r.Genes[i], v[i]), valueForBot(r.Genes[k], v[k])
				v[i], v[k] = low.toScale(low.nearest(b)), high.toScale(high.nearest(a))
			}
		}
	}
	for share := 1e-5; ; share = min(1, 1.5*share) {
		at := slices.IndexFunc(r.all, func(x relation) bool { return r.breaks(x, v) })
		if at < 0 {
			return
		}
		x := r.all[at]
		for k, i := range x.genes {
			g, to := &r.Genes[i], r.Genes[i].Default
			if half := share < 0.5 && !x.order; half && x.times[k] > 0 {
				to = g.Min
			} else if half {
				to = g.Max
			}
			v[i] = max(g.Min, min(g.Max, float64(share*to)+float64((1-share)*v[i])))
		}
	}
}
