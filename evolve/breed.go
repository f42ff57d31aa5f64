package evolve

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"bloodline/genome"
)

// breedDomain keeps the seeds of breeding apart from all other seeds.
const breedDomain = 0x6272656564

// roundStep is the largest step of the champion's variations that a round begins with,
// and the least standard deviation of a distribution that follows ranks: what has
// settled against the old opponents answers new ones too slowly.
const roundStep = 0.1

// breeder makes populations. Every place of every generation has a generator of
// its own, seeded by its coordinates.
type breeder struct {
	schema *genome.Schema
	cfg    Config
}

// first returns generation 0 before it is measured: the schema's defaults, and draws from
// a distribution around them.
func (b *breeder) first() *Generation {
	g := &Generation{Algorithm: b.cfg.Algorithm, Follow: b.cfg.Follow, Distribution: b.start()}
	b.add(g, Individual{Operator: OpDefault, Step: b.cfg.Sigma, Genes: b.schema.Default()})
	for place := 1; place < b.cfg.Population; place++ {
		b.add(g, Individual{Operator: OpSampled, Step: b.cfg.Sigma, Genes: b.draw(g, place)})
	}
	return g
}

// next returns the generation after last, which is not changed, before it is measured:
// elites, the averaged individual and children, in this order.
func (b *breeder) next(last *Generation) (*Generation, error) {
	g := &Generation{Number: last.Number + 1, Algorithm: b.cfg.Algorithm, Follow: b.cfg.Follow, Distribution: last.Distribution.clone()}
	d := g.Distribution
	var children []Individual
	if b.cfg.Algorithm == AlgorithmGenetic {
		var err error
		if children, err = b.recombine(last, g, 1+b.survivors(g.Number)); err != nil {
			return nil, err
		}
	} else {
		b.move(d, last)
	}
	b.follow(d, last.Number)
	b.extend(d, g.Number)
	b.lead(last, g)
	if children == nil {
		children = b.sample(last, g)
	}
	for _, child := range children {
		b.add(g, child)
	}
	return g, nil
}

// move moves a distribution by what is known of its samples in last.
func (b *breeder) move(d *Distribution, last *Generation) {
	if b.cfg.Learns() {
		d.ascend(b.rate(last.Number), last.Number)
	} else if points := b.ranked(last); len(points) >= fewest {
		d.rank(points)
	}
	b.hold(d, d.Mean, last.Number)
	if b.rounds(last.Number+1) && !b.cfg.Learns() {
		d.widen(roundStep)
	}
}

// sample draws the children of g, which follow those that stand in it.
func (b *breeder) sample(last, g *Generation) []Individual {
	parent, ok := averagedOf(last)
	if !ok {
		parent = last.Champion
	}
	step := g.Distribution.step()
	children := make([]Individual, b.cfg.Population-len(g.Individuals))
	for k := range children {
		genes := b.draw(g, len(g.Individuals)+k)
		children[k] = Individual{Operator: OpSampled, Parents: []string{parent.ID}, Step: step, Genes: genes}
	}
	return children
}

// Identity is the ID of an individual: the generation and the place where it was born.
func Identity(generation, place int) string { return fmt.Sprintf("g%03d-%03d", generation, place) }

// Birthplace returns the generation and the place that an ID tells.
func Birthplace(id string) (generation, place int, ok bool) {
	before, after, _ := strings.Cut(strings.TrimPrefix(id, "g"), "-")
	generation, _ = strconv.Atoi(before)
	place, _ = strconv.Atoi(after)
	return generation, place, Identity(generation, place) == id
}

// add puts a new individual into the next place of g.
func (b *breeder) add(g *Generation, ind Individual) {
	ind.ID, ind.Born = Identity(g.Number, len(g.Individuals)), g.Number
	g.Individuals = append(g.Individuals, ind)
}

// rounds reports whether a generation is the first of a round; the first of all is
// not.
func (b *breeder) rounds(generation int) bool {
	return b.cfg.Round > 0 && generation > 0 && generation%b.cfg.Round == 0
}

// survivors returns how many elites a generation has: none where a round begins, nor
// where the averaged individual is the champion.
func (b *breeder) survivors(generation int) int {
	if b.cfg.Champion == ChampionAveraged || b.rounds(generation) {
		return 0
	}
	return b.cfg.Elites
}

// elites returns what survives into a generation: the champion and the best others.
func (b *breeder) elites(last *Generation, ranked []Individual) []Individual {
	if b.survivors(last.Number+1) == 0 {
		return nil
	}
	var out []Individual
	for _, ind := range ranked {
		if ind.ID == last.Champion.ID {
			out = append([]Individual{ind}, out...)
		} else if len(out) < b.cfg.Elites {
			out = append(out, ind)
		}
	}
	return out[:b.cfg.Elites]
}

// recordedShare is how much of the population counts as parents of the averaged
// individual, which is made out of all.
const recordedShare = 0.25

// averaged begins the averaged individual of the next generation. The last one and the
// best of the others count as its parents.
func (b *breeder) averaged(last *Generation, ranked []Individual) (ind Individual) {
	ind.Operator = OpAveraged
	if from, ok := averagedOf(last); ok {
		ind.Parents = append(ind.Parents, from.ID)
	}
	best := slices.DeleteFunc(slices.Clone(ranked), func(p Individual) bool { return p.Operator == OpAveraged })
	for _, p := range best[:min(len(best), max(1, int(math.Round(recordedShare*float64(b.cfg.Population)))))] {
		ind.Parents = append(ind.Parents, p.ID)
	}
	return ind
}

// averagedOf finds the averaged individual that was born in g.
func averagedOf(g *Generation) (Individual, bool) {
	if g == nil {
		return Individual{}, false
	}
	for _, ind := range g.Individuals {
		if ind.Operator == OpAveraged && ind.Born == g.Number {
			return ind, true
		}
	}
	return Individual{}, false
}

// byBelief returns the individuals best first; among equals the earlier place.
func byBelief(all []Individual) []Individual {
	ranked := slices.Clone(all)
	slices.SortStableFunc(ranked, func(a, b Individual) int { return cmp.Compare(b.Belief.Mean, a.Belief.Mean) })
	return ranked
}
