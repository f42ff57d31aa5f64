package command

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"bloodline/genome"
)

// relation says that the value of a gene is below that of another one, or not above it.
type relation struct {
	low, high int // genes
	strict    bool
}

func (r relation) holds(low, high float64) bool { return low < high || low == high && !r.strict }

// relations are those of a bot's genes, compared as the bot is told them.
type relations struct {
	all         []relation // those that bound a gene from below come before those that it bounds
	numbers     []*number  // by gene; nil for choices
	least, most []float64  // by gene: the values that leave room for the genes that it is related to
}

var _ genome.Relations = (*relations)(nil)

// relations reads the settings of this name. Genes must have passed their own rules.
func (s Settings) relations() (*relations, *Problem) {
	r := &relations{}
	var names []string
	var defaults genome.Vector
	for _, g := range s.Genes {
		own := g.gene()
		n, _ := own.Scale.(*number)
		defaults = append(defaults, own.Default)
		r.numbers, r.least, r.most, names = append(r.numbers, n), append(r.least, g.Low), append(r.most, g.High), append(names, g.Name)
	}
	text := map[relation]int{} // places in the settings
	problem := func(i int, rule, have string) *Problem {
		return &Problem{fmt.Sprintf("relations[%d]", i), rule, cmp.Or(have, s.Relations[i])}
	}
	for i, line := range s.Relations {
		a, b, ok := strings.Cut(line, "<")
		b, equal := strings.CutPrefix(b, "=")
		if a, b = strings.TrimSpace(a), strings.TrimSpace(b); !ok || a == "" || b == "" {
			return nil, problem(i, "must be GENE < GENE or GENE <= GENE", strconv.Quote(line))
		}
		x := relation{slices.Index(names, a), slices.Index(names, b), !equal}
		for _, name := range []string{a, b} {
			switch k := slices.Index(names, name); {
			case k < 0:
				return nil, problem(i, "must be of genes of the bot ("+strings.Join(names, ", ")+")", name)
			case r.numbers[k] == nil:
				return nil, problem(i, "must be of numbers", name+", which is "+Categorical)
			}
		}
		r.all, text[x] = append(r.all, x), i
	}
	rank := make([]int, len(names))
	for round := range len(r.all) + 1 {
		for _, x := range r.all {
			if rank[x.high] > rank[x.low] {
				continue
			}
			if rank[x.high] = rank[x.low] + 1; round == len(r.all) {
				return nil, problem(text[x], "must not go round in a circle", "")
			}
		}
	}
	slices.SortStableFunc(r.all, func(a, b relation) int { return cmp.Compare(rank[a.low], rank[b.low]) })
	for _, x := range r.all {
		low, high := r.least[x.low], r.most[x.high]
		if r.least[x.high] = max(r.least[x.high], r.numbers[x.high].above(low, x.strict)); r.least[x.high] > high {
			return nil, problem(text[x], fmt.Sprintf("must be possible: %s is at least %.6g, %s at most %.6g", names[x.low], low, names[x.high], high), "")
		}
	}
	for _, x := range slices.Backward(r.all) {
		r.most[x.low] = min(r.most[x.low], -r.numbers[x.low].above(-r.most[x.high], x.strict))
	}
	for _, x := range r.all {
		if a, b := s.Genes[x.low], s.Genes[x.high]; !x.holds(r.told(defaults, x.low), r.told(defaults, x.high)) {
			return nil, problem(text[x], "must hold for the defaults", fmt.Sprintf("%s %s, %s %s", a.Name, a.Default, b.Name, b.Default))
		}
	}
	return r, nil
}

// above returns the least value of a gene that is above x, or not below it, and that is told apart.
func (n *number) above(x float64, strict bool) float64 {
	switch {
	case n.integer && strict:
		return math.Floor(x) + 1
	case n.integer:
		return math.Ceil(x)
	case !strict:
		return x
	}
	step := 2e-5 * math.Abs(x) // bots get six digits
	if !n.log {
		step = max(step, 1e-6*(n.high-n.low))
	}
	return x + step
}

// told returns the value of a gene as the bot gets it.
func (r *relations) told(v genome.Vector, gene int) float64 {
	x, _ := strconv.ParseFloat(r.numbers[gene].Text(v[gene]), 64) // it was just written
	return x
}

// put sets a gene to a value, as far as there is room for the genes that it is related to.
func (r *relations) put(v genome.Vector, gene int, x float64) {
	v[gene] = r.numbers[gene].inside(max(r.least[gene], min(r.most[gene], x)))
}

// Broken implements [genome.Relations].
func (r *relations) Broken(v genome.Vector) (low, high int, broken bool) {
	for _, x := range r.all {
		if !x.holds(r.told(v, x.low), r.told(v, x.high)) {
			return x.low, x.high, true
		}
	}
	return 0, 0, false
}

// Repair implements [genome.Relations]. Values in the wrong order are swapped, so that genomes that are drawn evenly from the
// ranges are drawn evenly from those that are allowed; then values that are still too small are raised as little as can be.
func (r *relations) Repair(v genome.Vector) {
	if _, _, broken := r.Broken(v); !broken {
		return
	}
	for range r.all { // a chain is sorted, as by bubbles
		for _, x := range r.all {
			if low, high := r.told(v, x.low), r.told(v, x.high); low > high {
				r.put(v, x.low, high)
				r.put(v, x.high, low)
			}
		}
	}
	for _, x := range r.all {
		r.put(v, x.low, r.told(v, x.low))
		r.put(v, x.high, r.told(v, x.high))
	}
	for _, x := range r.all {
		if low := r.told(v, x.low); !x.holds(low, r.told(v, x.high)) {
			r.put(v, x.high, r.numbers[x.high].above(low, x.strict))
		}
	}
}
