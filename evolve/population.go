package evolve

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/MaxHalford/eaopt"

	"bloodline/genome"
)

// roundStep is the least standard deviation where a round by ranks begins: a converged one would adapt too slowly.
const roundStep = 0.1

// breeder makes populations. Every place of every generation has a generator of its own, seeded by its coordinates.
type breeder struct {
	schema *genome.Schema
	cfg    Config
}

// firstGeneration returns generation 0 unmeasured: the defaults, other starts, and samples around the defaults.
func (b *breeder) firstGeneration() *Generation {
	g := &Generation{Algorithm: b.cfg.Algorithm, Follow: b.cfg.Follow, Distribution: b.firstDistribution()}
	g.Island = g.Distribution.Island
	b.add(g, Individual{Operator: OpDefault, Step: b.cfg.Sigma, Genes: b.schema.Default()})
	for _, v := range b.schema.Starts {
		b.add(g, Individual{Operator: OpStart, Step: b.cfg.Sigma, Genes: v})
	}
	how, makeChild := b.reproduction(g.Distribution), b.childMaker(0)
	if !b.isPlus() {
		how.mean, makeChild = b.meanMember(how, g.Distribution.Mean), (*reproduction).sample
	}
	for _, child := range b.children(0, len(g.Individuals), b.cfg.Population, how, makeChild) {
		b.add(g, child.Individual)
	}
	return g
}

// FirstGenomes returns the genomes of a run's generation 0, which are drawn without a game.
func FirstGenomes(schema *genome.Schema, cfg Config) (out []genome.Vector) {
	for _, ind := range (&breeder{schema, cfg}).firstGeneration().Individuals {
		out = append(out, ind.Genes)
	}
	return out
}

// reproduction returns the steps and the selection of children around a distribution, without parents.
//
// A tournament for a parent has two contestants where children follow the gradient, where four are no better, and seven
// where selection alone improves them. Algorithm plus draws its parents evenly from the elites.
func (b *breeder) reproduction(d *Distribution) *reproduction {
	out := &reproduction{schema: b.schema, choose: tournament{size: 7}, sd: d.SD, words: d.Words, grid: b.cfg.grid()}
	switch {
	case b.isPlus():
		out.choose = tournament{size: 1}
	case b.cfg.FollowsGradient():
		out.choose = tournament{size: 2}
	}
	return out
}

func eaoptIndividuals(all []Individual) (out eaopt.Individuals) {
	for _, ind := range all {
		out = append(out, eaopt.Individual{Genome: &member{Individual: ind}, ID: ind.ID, Fitness: -ind.Belief.Mean})
	}
	return out
}

// parentPool returns the individuals of a population that may be parents, best first: the children of the last
// generation, or the elites with algorithm plus.
//
// Elites of earlier generations are not parents (comma selection, Schwefel 1981): they are measured most often and win
// tournaments, but they have not learned since. docs/experiments has what that gains.
func (b *breeder) parentPool(population eaopt.Individuals, generation int, elites []Individual, how *reproduction) (out eaopt.Individuals) {
	for _, x := range population {
		m := x.Genome.(*member)
		may := m.Operator != OpAveraged && m.Born == generation
		if b.isPlus() {
			may = slices.ContainsFunc(elites, func(ind Individual) bool { return ind.ID == m.ID })
		}
		if may {
			x.Genome, x.ID = &member{m.Individual, how}, m.ID // eaopt draws names of its own
			out = append(out, x)
		}
	}
	slices.SortFunc(out, func(a, b eaopt.Individual) int {
		return cmp.Or(cmp.Compare(a.Fitness, b.Fitness), cmp.Compare(a.ID, b.ID)) // eaopt's own order isn't stable
	})
	return out
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

func (b *breeder) add(g *Generation, ind Individual) {
	ind.ID, ind.Born = Identity(g.Number, len(g.Individuals)), g.Number
	g.Individuals = append(g.Individuals, ind)
}

// startsRound reports whether a generation is the first of a round, except for generation 0.
func (b *breeder) startsRound(generation int) bool {
	return b.cfg.Round > 0 && generation > 0 && generation%b.cfg.Round == 0
}

// elites returns the champion and the best others of last; none if a round begins or the averaged one is champion.
func (b *breeder) elites(last *Generation) []Individual {
	const testedElites = 2 // how many are kept and measured again beside a tested champion
	kept := testedElites
	switch {
	case b.isPlus():
		kept = max(2, b.cfg.Population/plusParents)
	case b.cfg.Champion == ChampionAveraged:
		kept = 0
	}
	if kept == 0 || b.startsRound(last.Number+1) {
		return nil
	}
	var out []Individual
	for _, ind := range byBelief(last.Individuals) {
		if ind.ID == last.Champion.ID {
			out = append([]Individual{ind}, out...)
		} else if len(out) < kept {
			out = append(out, ind)
		}
	}
	return out[:kept]
}

// recordedShare is the share of the population recorded as parents of the averaged individual, although all contribute.
const recordedShare = 0.25

// averaged returns the averaged individual after last, from d; the last one and the best others count as its parents.
func (b *breeder) averaged(last *Generation, d *Distribution) Individual {
	const fineGrid = 1.0 / (1 << 16) // the grid of averaged individuals
	ind, point := Individual{Operator: OpAveraged, Step: rms(d.SD)}, d.Average
	if d.TailAverage != nil && last.Number == b.cfg.Generations-2 {
		point = d.TailAverage
	}
	point = slices.Clone(point)
	for i, g := range b.schema.Genes {
		if g.Words > 0 {
			point[i] = d.Mean[i] // an average of words is none
		}
	}
	ind.Genes = b.schema.AtPoint(onGrid(point, min(fineGrid, b.cfg.grid())))
	if d.Island > 0 {
		if d.Averaged != "" {
			ind.Parents = []string{d.Averaged}
		}
		return ind
	}
	if from, ok := averagedOf(last); ok {
		ind.Parents = append(ind.Parents, from.ID)
	}
	best := slices.DeleteFunc(byBelief(last.Individuals), func(p Individual) bool { return p.Operator == OpAveraged })
	for _, p := range best[:min(len(best), max(1, int(math.Round(recordedShare*float64(b.cfg.Population)))))] {
		ind.Parents = append(ind.Parents, p.ID)
	}
	return ind
}

// The settings of algorithm plus beside Config's, chosen on three contests of 3,000 games (docs/experiments.md).
const (
	plusParents = 3    // one of so many individuals is a parent
	plusRandom  = 2    // generations from 0 on whose children are drawn evenly from the ranges
	plusNarrow  = 0.93 // factor of the mutation step from one generation to the next
	plusLeast   = 0.25 // least mutation step, as a share of the first
)

// isPlus reports whether the algorithm is [AlgorithmPlus]: (mu + lambda) selection with repeated measurements. The best
// third of a generation are the parents of the next, where they are measured again beside their children, and all games
// of an individual count ([betaPosterior]), so luck does not last. There is no model of the fitness, so choices and
// cliffs cost nothing. The mutation step shrinks by generations, not by budget, so a larger budget continues a run.
func (b *breeder) isPlus() bool { return b.cfg.Algorithm == AlgorithmPlus }
