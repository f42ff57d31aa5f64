package evolve

import (
	"fmt"
	"math"
	oldrand "math/rand"
	"slices"

	"github.com/MaxHalford/eaopt"

	"bloodline/engine/stats"
	"bloodline/genome"
)

// Apply turns the population into the next generation: bred, measured, estimated, with its champion, recorded. After an
// error the population is unchanged. eaopt's own models measure individuals one by one, and lose elites.
func (r *runner) Apply(pop *eaopt.Population) error {
	g := r.breed(r.last, pop.Individuals)
	if err := r.measureAndRecord(g); err != nil {
		return fmt.Errorf("generation %d: %w", r.last.Number+1, err)
	}
	pop.Individuals = eaoptIndividuals(g.Individuals)
	return nil
}

// breed returns the generation after last, not measured yet: elites, the averaged individual and children, in this
// order; algorithm plus has no averaged individual. population is last's; last is not changed.
func (b *breeder) breed(last *Generation, population eaopt.Individuals) *Generation {
	if last.islands() != nil {
		return b.breedIslands(last)
	}
	g := &Generation{Number: last.Number + 1, Algorithm: b.cfg.Algorithm, Follow: b.cfg.Follow, Distribution: last.Distribution.clone()}
	d := g.Distribution
	kept := b.elites(last)
	how := b.reproduction(d)
	how.parents = b.parentPool(population, last.Number, kept, how)
	if b.cfg.Algorithm == AlgorithmDistribution {
		b.updateDistribution(d, last)
		parent, ok := averagedOf(last)
		if !ok {
			parent = last.Champion
		}
		how.mean, how.factor = b.meanMember(how, d.Mean, parent.ID), cholesky(d.Correlation)
	} else {
		how.moves = make([]float64, len(d.Mean))
		if b.cfg.FollowsGradient() { // a memetic algorithm: individuals learn before they breed (Moscato 1989)
			how.moves = d.adam(b.rate(last.Number), last.Number)
		}
		held := slices.Clone(d.Mean)
		b.holdBack(d, held, last.Number)
		for i := range how.moves {
			how.moves[i] += held[i] - d.Mean[i]
		}
	}
	first := len(kept) // place of a child
	if !b.isPlus() {
		first++ // behind the averaged individual
	}
	children := b.children(g.Number, first, b.cfg.Population, how, b.childMaker(g.Number))
	if b.cfg.Algorithm != AlgorithmDistribution {
		d.Mean = genome.Mean(b.schema, how.points(children))
	}
	b.updateAverage(d, last.Number)
	b.updateTailAverage(d, g.Number)
	g.Individuals = kept
	if !b.isPlus() {
		b.add(g, b.averaged(last, d))
	}
	for _, child := range children {
		b.add(g, child.Individual)
	}
	return g
}

// children makes the individuals of a generation from a place on.
func (b *breeder) children(generation, first, size int, how *reproduction, makeChild childMaker) []*member {
	children := make([]*member, size-first)
	generators := make([]*oldrand.Rand, len(children))
	for k := range children {
		generators[k] = generator(b.cfg.Seed, generation, first+k)
		children[k] = makeChild(how, generators[k])
	}
	switch {
	case b.isPlus():
		for i, s := range how.sd {
			if generation > plusRandom { // smaller than in the generation before
				how.sd[i] = max(plusLeast*b.cfg.Sigma, plusNarrow*s)
			}
		}
	case how.mean == nil && !b.cfg.FollowsGradient():
		how.setMutationSD(children)
		if b.startsRound(generation) {
			widen(how.sd, roundStep)
		}
	}
	step := rms(how.sd)
	for k, child := range children {
		child.Mutate(generators[k])
		child.Step = step
	}
	return children
}

// measureAndRecord measures a generation, estimates fitness, chooses the champion and records; then it becomes r.last.
func (r *runner) measureAndRecord(g *Generation) error {
	const hallSize = 20 // how many genomes the hall of fame remembers
	if err := r.measure(g); err != nil {
		return fmt.Errorf("measure: %w", err)
	}
	before := r.last
	if r.startsRound(g.Number) { // measurements of earlier rounds no longer count
		before = nil
	}
	shares, most := r.scored()
	if r.isPlus() || g.PlayOff() {
		believeFew(g, before, most, r.parentFitness, shares)
	} else {
		believe(g, before, most)
	}
	if err := r.choose(g, before); err != nil {
		return fmt.Errorf("challenge by %s: %w", g.Challenger, err)
	}
	fs := make([]stats.Fitness, len(g.Individuals))
	g.Best = math.Inf(-1)
	for i, ind := range g.Individuals {
		fs[i] = ind.Fitness
		g.Best = max(g.Best, ind.Belief.Mean)
	}
	g.Mean, g.SD = moments(fs)
	var hall []Individual
	if before != nil {
		hall = before.HallOfFame
	}
	g.HallOfFame = induct(hall, g.Individuals, hallSize)
	if err := r.ctx.Err(); err != nil {
		return err
	}
	if r.recorder != nil {
		if err := r.recorder.Record(*g); err != nil {
			return fmt.Errorf("record: %w", err)
		}
	}
	r.last = g
	return nil
}

func (r *runner) scored() (shares bool, mostGames int64) {
	if s, ok := r.evaluator.(Scored); ok {
		return s.PointsAreShares(), s.MostGames()
	}
	return true, 0
}

// playsAgain reports whether an elite has so many games that further ones would be the same again.
func (i *Individual) playsAgain(g *Generation, fitness stats.Fitness, most int64) bool {
	return i.Born < g.Number && most > 0 && i.Pooled.Games+fitness.Games > most
}

func (r *runner) measure(g *Generation) error {
	if err := r.ctx.Err(); err != nil {
		return err
	}
	var vectors []genome.Vector
	for _, ind := range g.Individuals {
		vectors = append(vectors, ind.Genes)
	}
	fs, err := r.evaluator.Evaluate(r.ctx, r.info(g), vectors)
	if err != nil {
		return err
	}
	if len(fs) != len(vectors) {
		return fmt.Errorf("want %d results, have %d", len(vectors), len(fs))
	}
	_, most := r.scored()
	for i, f := range fs {
		ind := &g.Individuals[i]
		if err := r.checkFitness(f); err != nil {
			return fmt.Errorf("individual %s: %w", ind.ID, err)
		}
		ind.Fitness = f
		ind.Fitness.Gradient = nil // it is as large as a genome, and only their mean is bred from
		if !ind.playsAgain(g, f, most) {
			g.Games += f.Games
		}
	}
	if r.cfg.FollowsGradient() {
		return g.keepGradient(fs)
	}
	return nil
}

func (r *runner) info(g *Generation) GenerationInfo {
	out := GenerationInfo{Number: g.Number, Champion: g.Individuals[0].Genes}
	out.Size = g.size()
	if r.last != nil {
		out.Mean = r.last.Mean
		if g.islands() != nil {
			out.Champion = r.last.Champion.Genes
		}
	}
	return out
}

func (r *runner) checkFitness(f stats.Fitness) error {
	if !genome.Finite(f.Mean, f.SE) || f.SE < 0 || f.Games < 1 {
		return fmt.Errorf("fitness %v ± %v over %d games is no measurement", f.Mean, f.SE, f.Games)
	}
	if f.Gradient != nil && len(f.Gradient) != len(r.schema.Genes) {
		return fmt.Errorf("gradient: want %d genes, have %d", len(r.schema.Genes), len(f.Gradient))
	}
	for i, x := range f.Gradient {
		if !genome.Finite(x) {
			return fmt.Errorf("gradient of gene %s: %v is no measurement", r.schema.Genes[i].Name, x)
		}
	}
	return nil
}

// choose sets the champion: in generation 0 the first, the defaults, later the challenger that beats it in a test.
//
// If the champion of the generation before is not among the individuals, the averaged individual succeeds it without a
// test: with champion averaged in every generation, else where a round of a distribution begins. A tested champion has
// adapted to the opponents of its round; the moving average, as in fictitious play, to those of many.
//
// With algorithm plus and in a play-off the champion is the best by all games, without a test.
func (r *runner) choose(g, before *Generation) error {
	g.Champion, g.Since = g.Individuals[0], g.Number
	if s := g.islands(); r.last != nil && s != nil { // the leader's averaged individual, or the best of a comparison with it
		if s.Stage == stageCompare {
			g.Champion = byBelief(g.Individuals)[0]
		} else if g.Island != s.Leader {
			g.Champion, g.Since = r.last.Champion, r.last.Since
		}
		return nil
	}
	if r.isPlus() || g.PlayOff() {
		g.Champion = byBelief(g.Individuals)[0]
		if r.last != nil && g.Champion.ID == r.last.Champion.ID {
			g.Since = r.last.Since
		}
		return nil
	}
	if r.last != nil {
		if g.Champion.ID != r.last.Champion.ID {
			return nil
		}
		g.Since = r.last.Since
	}
	if r.cfg.Champion == ChampionAveraged {
		return nil
	}
	// The candidate must not have lost against this champion: a test that may be repeated until it is passed is no test.
	if before != nil {
		g.Rejected = slices.Clone(before.Rejected)
	}
	candidate, ok := bestChallenger(g)
	if !ok {
		return nil
	}
	g.Challenger = candidate.ID
	verdict, err := r.judge.Challenge(r.ctx, r.info(g), candidate.Genes)
	if err != nil {
		return err
	}
	if math.IsNaN(verdict.LLR) || math.IsNaN(verdict.Share) {
		return fmt.Errorf("verdict %+v is not a number", verdict)
	}
	g.Verdict = &verdict
	if verdict.Accepted {
		g.Champion, g.Since, g.Rejected = candidate, g.Number, nil
	} else {
		g.Rejected = append(g.Rejected, candidate.ID)
	}
	return nil
}

// bestChallenger returns the best other individual not rejected; false if none is believed better than the champion.
func bestChallenger(g *Generation) (Individual, bool) {
	for _, ind := range byBelief(g.Individuals) {
		if ind.Belief.Mean <= g.Champion.Belief.Mean {
			break
		}
		if !slices.Contains(g.Rejected, ind.ID) && !slices.Equal(ind.Genes, g.Champion.Genes) {
			return ind, true
		}
	}
	return Individual{}, false
}

// induct returns the hall of fame after a generation: the size best beliefs among the old members and the living, each
// genome once. A member that lives on is there with its latest belief, so none stays by one lucky sample.
func induct(hall, living []Individual, size int) []Individual {
	gone := slices.DeleteFunc(slices.Clone(hall), func(old Individual) bool {
		return slices.ContainsFunc(living, func(ind Individual) bool { return ind.ID == old.ID })
	})
	var out []Individual
	for _, ind := range byBelief(append(gone, living...)) {
		twin := func(other Individual) bool { return slices.Equal(other.Genes, ind.Genes) }
		if len(out) < size && !slices.ContainsFunc(out, twin) {
			out = append(out, ind)
		}
	}
	return out
}
