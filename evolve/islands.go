package evolve

import (
	"cmp"
	"math"
	"slices"

	"bloodline/genome"
)

// The values of Generation.Algorithm in a run with islands, beside those of Config.Algorithm.
const (
	AlgorithmCrossing   = "crossing"   // the averaged individuals of all islands, and children of two of them each
	AlgorithmComparison = "comparison" // some individuals, on more deals
)

// Islands is the state of a search by several distributions that are bred apart. A search that begins on the wrong hill
// leaves it only if several genes change together, so after its first games ([roundEnd]) a run goes on in rounds: new
// islands begin all over the ranges, their averaged individuals and the leader's are crossed gene by gene, and the best
// two of that begin distributions whose genes may be correlated. The best of these two and the leader is bred on as the leader.
// As in BIPOP-CMA-ES (Hansen 2009), techniques that hurt small budgets begin later.
//
// What an island gets depends on the games so far and never on the budget, so a run with a larger one continues.
// The populations of eaopt don't fit: it breeds all of them in each generation, at the same time and for ever.
type Islands struct {
	Played int64 // games of all generations
	Round  int   // from 0, in which the leader is alone
	Stage  stage
	Newest int             // number of the newest island
	Leader int             // number of the island of the champion
	Others []*Distribution // all but that of the generation, by number

	Winner, Rival *Individual // the best two of the last comparison with the leader; nil before
}

// stage is a part of a round.
type stage int

const (
	stageApart   stage = iota // new islands are bred, one after the other
	stageCross                // all are crossed, in one generation
	stageSelect               // the best of these play more deals
	stageClimb                // the best two are bred on, one after the other
	stageCompare              // they and the leader play more deals
	stageLead                 // the leader is bred on
)

// The settings of islands beside [Config]'s, chosen on five contests (docs/experiments.md); shares of a round's games.
const (
	apartShare = 0.3 // of all new islands
	climbShare = 0.3 // of both climbers

	islandSD     = 0.25 // of a new island
	climberSD    = 0.12 // of a climber
	children     = 5    // of a crossing, for each island
	selected     = 8    // of a crossing
	climbers     = 2
	selectTimes  = 8 // as many deals as the islands' last generations
	compareTimes = 24
)

// roundEnd returns the number of games with which a round ends: 80,000, 300,000, a million, three million and so on.
func roundEnd(round int) int64 {
	if round == 0 {
		return 80_000
	}
	end := int64(300_000)
	for k := range round - 1 {
		if end *= 3; k%2 == 0 {
			end += end / 9
		}
	}
	return end
}

// games returns the games of a round after 0.
func (s *Islands) games() float64 { return float64(roundEnd(s.Round) - roundEnd(s.Round-1)) }

// hasIslands reports whether the run has islands once it has played enough games.
func (c *Config) hasIslands() bool {
	return c.Islands > 1 && c.Round == 0 && c.Tail == 0 && c.Algorithm == AlgorithmDistribution && !c.FollowsGradient() && c.Champion == ChampionAveraged
}

func (s *Islands) clone() *Islands {
	if s == nil {
		return nil
	}
	out := *s // Winner and Rival are never changed
	out.Others = nil
	for _, d := range s.Others {
		out.Others = append(out.Others, d.clone())
	}
	return &out
}

func (s *Islands) put(d *Distribution) {
	d.Islands = nil
	s.Others = append(s.Others, d)
	slices.SortFunc(s.Others, func(a, b *Distribution) int { return cmp.Compare(a.Island, b.Island) })
}

func (s *Islands) take(number int) *Distribution {
	i := slices.IndexFunc(s.Others, func(d *Distribution) bool { return d.Island == number })
	d := s.Others[i]
	s.Others = slices.Delete(s.Others, i, i+1)
	d.Islands = s
	return d
}

// all returns the distribution of a generation and the others, by number.
func (d *Distribution) all() []*Distribution {
	s := d.Islands.clone()
	s.put(d.clone())
	return s.Others
}

// contenders returns the leader and the two newest islands, by number.
func (s *Islands) contenders(all []*Distribution) []*Distribution {
	return slices.DeleteFunc(slices.Clone(all), func(d *Distribution) bool { return d.Island != s.Leader && d.Island <= s.Newest-climbers })
}

// advance returns the distribution of the generation after last, with the stage of its islands.
func (b *breeder) advance(last *Generation) *Distribution {
	d := last.Distribution.clone()
	s := d.Islands
	s.Played += last.Games
	switch {
	case s.Stage == stageCross:
		s.Stage = stageSelect
		return d
	case s.Stage == stageSelect:
		s.put(d)
		for _, ind := range byBelief(last.Individuals)[:climbers] {
			s.put(b.climber(s, ind))
		}
		s.Stage = stageClimb
	case s.Stage == stageCompare:
		s.put(d)
		ranked := byBelief(last.Individuals)
		s.Winner, s.Rival = &ranked[0], &ranked[1]
		place := slices.IndexFunc(last.Individuals, func(ind Individual) bool { return ind.ID == s.Winner.ID })
		leader := s.contenders(s.Others)[place]
		s.Leader, s.Others, s.Stage = leader.Island, []*Distribution{leader}, stageLead
	default:
		if d.Age == 0 && d.Island > 1 {
			d.startAt(b.rankedPoints(last)[0])
		} else {
			b.updateDistribution(d, last)
			b.updateAverage(d, d.Age)
		}
		d.Age++
		d.Games += last.Games
		d.Averaged, d.Belief = last.Individuals[0].ID, last.Individuals[0].Belief
		s.put(d)
	}
	if s.Stage == stageLead && s.Played >= roundEnd(s.Round) {
		s.Round++
		s.Stage = stageApart
	}
	if s.Stage == stageApart {
		apart := slices.DeleteFunc(slices.Clone(s.Others), func(d *Distribution) bool { return d.Island == s.Leader })
		each := apartShare * s.games() / float64(b.cfg.Islands-1)
		if n := len(apart); n > 0 && float64(apart[n-1].Games) < each {
			return s.take(s.Newest)
		} else if n < b.cfg.Islands-1 {
			s.put(b.newIsland(s))
			return s.take(s.Newest)
		}
		s.Stage = stageCross
	}
	if s.Stage == stageClimb {
		for _, d := range s.contenders(s.Others) {
			if d.Island != s.Leader && float64(d.Games) < climbShare*s.games()/climbers {
				return s.take(d.Island)
			}
		}
		s.Stage = stageCompare
	}
	return s.take(s.Leader)
}

// newIsland returns an island whose first generation is drawn evenly from the ranges; it begins at the best of these.
func (b *breeder) newIsland(s *Islands) *Distribution {
	d := b.firstDistribution()
	for i := range d.Mean {
		d.Mean[i], d.Average[i], d.SD[i] = 0.5, 0.5, islandSD
	}
	s.Newest++
	d.Island = s.Newest
	return d
}

// climber returns an island that begins at an individual and learns the correlation of its genes, unless they are too many.
func (b *breeder) climber(s *Islands, ind Individual) *Distribution {
	d := b.newIsland(s)
	d.Averaged, d.Belief, d.Age = ind.ID, ind.Belief, 1
	d.startAt(b.schema.Point(ind.Genes))
	d.SD = slices.Repeat([]float64{climberSD}, len(d.SD))
	d.Correlation = uncorrelated(len(d.SD))
	return d
}

// breedIslands returns the generation after last, not measured yet, of a run with islands.
func (b *breeder) breedIslands(last *Generation) *Generation {
	d := b.advance(last)
	g := &Generation{Number: last.Number + 1, Algorithm: b.cfg.Algorithm, Follow: b.cfg.Follow, Distribution: d, Island: d.Island}
	switch s := d.Islands; s.Stage {
	case stageCross:
		g.Algorithm, g.Island = AlgorithmCrossing, 0
		b.crossIslands(g)
		return g
	case stageSelect:
		g.Algorithm, g.Island = AlgorithmComparison, 0
		g.Individuals = byBelief(last.Individuals)[:min(selected, len(last.Individuals))]
		return g
	case stageCompare:
		g.Algorithm, g.Island = AlgorithmComparison, 0
		for _, x := range s.contenders(d.all()) {
			b.add(g, b.averaged(last, x))
		}
		return g
	}
	how, makeChild, size := b.reproduction(d), (*reproduction).sample, b.cfg.Population
	how.mean = b.meanMember(how, d.Mean)
	if d.Averaged != "" {
		how.mean.Parents = []string{d.Averaged}
	}
	if d.Age == 0 {
		how.words, makeChild = nil, (*reproduction).random
	}
	if d.Correlation != nil {
		how.factor = cholesky(d.Correlation)
		size *= 2
	}
	b.add(g, b.averaged(last, d))
	for _, child := range b.children(g.Number, 1, size, how, makeChild) {
		b.add(g, child.Individual)
	}
	return g
}

// crossIslands adds the averaged individuals of all islands to g, and children that take each gene from one of two.
func (b *breeder) crossIslands(g *Generation) {
	all := g.Distribution.all()
	for _, d := range all {
		b.add(g, b.averaged(nil, d))
	}
	how := b.reproduction(g.Distribution)
	how.choose, how.discrete = tournament{size: 1}, true
	how.parents = eaoptIndividuals(g.Individuals)
	for _, x := range how.parents {
		x.Genome.(*member).how = how
	}
	for range children * len(all) {
		b.add(g, how.cross(generator(b.cfg.Seed, g.Number, len(g.Individuals))).Individual)
	}
}

// OtherHill reports whether a comparison left open which of two is better that lie a tenth of the ranges (rms) apart.
func (s *Islands) OtherHill(schema *genome.Schema) bool {
	if s.Rival == nil || s.Winner.Fitness.Mean-s.Rival.Fitness.Mean > 1.96*math.Hypot(s.Winner.Fitness.SE, s.Rival.Fitness.SE) {
		return false
	}
	away := schema.Point(s.Winner.Genes)
	for i, x := range schema.Point(s.Rival.Genes) {
		away[i] -= x
	}
	return rms(away) >= 0.1
}

// ComparedAt returns after how many games the islands bred apart are compared with the leader; 0 without islands.
func (s *Islands) ComparedAt() int64 {
	if s.Stage == stageLead {
		return 0
	}
	return roundEnd(s.Round)
}

// betweenIslands reports whether no single island was bred in a generation of a run with islands.
func (g *Generation) betweenIslands() bool {
	return g.Algorithm == AlgorithmCrossing || g.Algorithm == AlgorithmComparison
}

// islands returns the state of the islands after the generation's stage was chosen; nil in a run without.
func (g *Generation) islands() *Islands {
	if g.Distribution == nil {
		return nil
	}
	return g.Distribution.Islands
}

type Size struct {
	Individuals int
	Age         int // generations by which the deals of the first one have grown
	Times       int // as many deals as that
}

func (g *Generation) size() Size {
	out := Size{len(g.Individuals), g.Number, 1}
	if g.islands() == nil {
		return out
	}
	out.Age = g.Distribution.Age
	if g.betweenIslands() {
		for _, d := range g.Distribution.Islands.Others {
			out.Age = max(out.Age, d.Age)
		}
	}
	switch g.Distribution.Islands.Stage {
	case stageSelect:
		out.Times = selectTimes
	case stageCompare:
		out.Times = compareTimes
	}
	return out
}

// NextSize returns the size of the generation after last. With islands it breeds that, in a few milliseconds.
func NextSize(schema *genome.Schema, cfg Config, last *Generation) Size {
	if !cfg.hasIslands() {
		return Size{cfg.Population, last.Number + 1, 1}
	}
	return (&breeder{schema, cfg}).breedIslands(last).size()
}
