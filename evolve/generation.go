package evolve

import (
	"fmt"
	oldrand "math/rand"

	"github.com/MaxHalford/eaopt"
)

// Apply turns the population into the next generation: bred, measured, estimated, with its
// champion, recorded. On an error the population stays as it was. The runner is eaopt's model
// because eaopt's own ones measure individuals one by one, and lose elites.
func (r *runner) Apply(pop *eaopt.Population) error {
	g, err := r.breed(r.last, pop.Individuals)
	if err == nil {
		err = r.measureAndRecord(g)
	}
	if err != nil {
		return fmt.Errorf("generation %d: %w", r.last.Number+1, err)
	}
	copy(pop.Individuals, wrapped(g.Individuals))
	return nil
}

// breed returns the generation after last, not measured yet: elites, the averaged individual and
// children, in this order; algorithm plus has no averaged individual. population is last's; last is not changed.
func (b *breeder) breed(last *Generation, population eaopt.Individuals) (*Generation, error) {
	g := &Generation{Number: last.Number + 1, Algorithm: b.cfg.Algorithm, Follow: b.cfg.Follow, Distribution: last.Distribution.clone()}
	d := g.Distribution
	kept := b.elites(last)
	how := b.reproduction(d)
	how.parents = b.candidates(population, last.Number, kept, how)
	if b.cfg.Algorithm == AlgorithmDistribution {
		b.move(d, last)
		how.mean = b.middle(last, how, d.Mean)
	} else {
		how.moves = b.moves(d, last.Number)
	}
	first := len(kept) // place of a child
	if !b.plus() {
		first++ // behind the averaged individual
	}
	children, err := b.children(g.Number, first, how, b.childMaker(g.Number))
	if err != nil {
		return nil, err
	}
	if b.cfg.Algorithm != AlgorithmDistribution {
		d.Mean = meanOf(how.points(children))
	}
	b.follow(d, last.Number)
	b.extend(d, g.Number)
	g.Individuals = kept
	if !b.plus() {
		b.add(g, b.averaged(last, d))
	}
	for _, child := range children {
		b.add(g, child.(*member).Individual)
	}
	return g, nil
}

// children makes the individuals of a generation from a place on.
func (b *breeder) children(generation, first int, how *reproduction, makeChild childMaker) ([]eaopt.Genome, error) {
	children := make([]eaopt.Genome, b.cfg.Population-first)
	generators := make([]*oldrand.Rand, len(children))
	for k := range children {
		var err error
		generators[k] = generator(b.cfg.Seed, generation, first+k)
		if children[k], err = makeChild(how, generators[k]); err != nil {
			return nil, err
		}
	}
	switch {
	case b.plus():
		b.narrow(how.sd, generation)
	case how.mean == nil && !b.cfg.Learns():
		how.spread(children)
		if b.rounds(generation) {
			widen(how.sd, roundStep)
		}
	}
	step := rms(how.sd)
	for k, child := range children {
		child.Mutate(generators[k])
		child.(*member).Step = step
	}
	return children, nil
}

// measureAndRecord measures a generation, estimates its fitness, chooses its champion and records it. Then it
// becomes r.last; after an error r.last is unchanged.
func (r *runner) measureAndRecord(g *Generation) error {
	if err := r.measure(g); err != nil {
		return fmt.Errorf("measure: %w", err)
	}
	if r.plus() || g.PlayOff() {
		scored, ok := r.evaluator.(interface{ Shares() bool })
		believeFew(g, r.before(g.Number), r.like, !ok || scored.Shares())
	} else {
		believe(g, r.before(g.Number))
	}
	if err := r.choose(g); err != nil {
		return fmt.Errorf("challenge by %s: %w", g.Challenger, err)
	}
	r.summarize(g)
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
