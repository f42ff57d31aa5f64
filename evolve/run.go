package evolve

import (
	"context"
	"errors"
	"fmt"
	"math"
	oldrand "math/rand"
	"slices"
	"strconv"

	"github.com/MaxHalford/eaopt"

	"bloodline/evolve/key"
	"bloodline/genome"
)

// Run breeds until Config.Generations or Config.Patience is reached. The settings must be in
// the ranges of their tags and break none of [Config.Rules], which a run file's reader checks. A nil from
// starts anew; otherwise the run continues after that generation, and ends with the
// same champion and hall of fame as an uninterrupted run. Generations may
// be raised for that, the other settings must be the ones the run began with.
// recorder may be nil.
//
// An error of the evaluator, the judge or the recorder stops the run and is
// wrapped; the error of a cancelled ctx is always found in it by errors.Is. The
// generation in which it happened is not recorded, those before it stay, and Result
// has the last one.
func Run(ctx context.Context, schema *genome.Schema, cfg Config, evaluator Evaluator, judge Judge, recorder Recorder, from *State) (Result, error) {
	r := &runner{breeder: breeder{schema, cfg}, ctx: ctx, evaluator: evaluator, judge: judge, recorder: recorder}
	if err := r.check(from); err != nil {
		return Result{}, err
	}
	err := r.begin(from)
	if err == nil && !r.finished() {
		err = r.minimize()
	}
	if err != nil && ctx.Err() != nil && !errors.Is(err, ctx.Err()) {
		err = fmt.Errorf("%w: %w", ctx.Err(), err)
	}
	return r.result(), err
}

// runner is one run, and its eaopt.Model: each generation is one Apply.
type runner struct {
	breeder
	ctx       context.Context
	evaluator Evaluator
	judge     Judge
	recorder  Recorder
	last      *Generation        // finished and recorded; nil before generation 0
	like      map[string]Fitness // see [believeFew]
	idSeed    int64              // of eaopt's generator, whose names of individuals are not used
}

var _ eaopt.Model = (*runner)(nil)

func (r *runner) check(from *State) error {
	if err := r.schema.Validate(); err != nil {
		return fmt.Errorf("breed %s: %w", r.schema.Game, err)
	}
	if from == nil {
		return nil
	}
	if err := r.resumable(from); err != nil {
		return fmt.Errorf("resume after generation %d: %w", from.Number, err)
	}
	return nil
}

// resumable refuses a state that this run cannot have left.
func (r *runner) resumable(from *State) error {
	if len(from.Individuals) != r.cfg.Population {
		return &key.Error{Key: "population", Rule: fmt.Sprintf("must be %d as when the run began", len(from.Individuals)), Have: strconv.Itoa(r.cfg.Population)}
	}
	if from.Algorithm != r.cfg.Algorithm {
		return &key.Error{Key: "algorithm", Rule: "must be " + from.Algorithm + " as when the run began", Have: strconv.Quote(r.cfg.Algorithm)}
	}
	if from.Follow != r.cfg.Follow {
		return &key.Error{Key: "follow", Rule: "must be " + from.Follow + " as when the run began", Have: strconv.Quote(r.cfg.Follow)}
	}
	if from.Distribution == nil {
		return errors.New("its distribution is missing")
	}
	if (from.Distribution.TailAverage != nil) != (r.cfg.Tail > 0) {
		return &key.Error{Key: "tail", Rule: "must be 0 or above as when the run began", Have: fmt.Sprint(r.cfg.Tail)}
	}
	for _, ind := range from.Individuals {
		if err := r.schema.Check(ind.Genes); err != nil {
			return fmt.Errorf("individual %s: %w", ind.ID, err)
		}
	}
	return nil
}

// begin sets the generation that eaopt starts from.
func (r *runner) begin(from *State) error {
	if from != nil {
		r.last = from
		return nil
	}
	g, err := r.first()
	if err == nil {
		err = r.measureAndRecord(g)
	}
	if err != nil {
		return fmt.Errorf("generation 0: %w", err)
	}
	return nil
}

// minimize has eaopt run the generations: one population and no parallel evaluation,
// because fitness comes for the whole population at once; a hall of fame of one,
// because it refuses none, and ours is elsewhere.
func (r *runner) minimize() error {
	ga, err := eaopt.GAConfig{
		NPops:        1,
		PopSize:      uint(r.cfg.Population),
		NGenerations: uint(r.cfg.Generations - 1 - r.last.Number),
		HofSize:      1,
		Model:        r,
		EarlyStop:    func(*eaopt.GA) bool { return r.finished() },
		RNG:          oldrand.New(oldrand.NewSource(r.idSeed)),
	}.NewGA()
	if err != nil {
		return fmt.Errorf("set up eaopt: %w", err)
	}
	all := wrapped(r.last.Individuals)
	return ga.Minimize(func(*oldrand.Rand) eaopt.Genome {
		next := all[0].Genome
		all = all[1:]
		return next
	})
}

// Validate reports nothing: Run has validated the settings before.
func (r *runner) Validate() error { return nil }

// before returns the generation whose measurements still count, nil at the start
// of a round.
func (r *runner) before(number int) *Generation {
	if r.rounds(number) {
		return nil
	}
	return r.last
}

func (r *runner) measure(g *Generation) error {
	if err := r.ctx.Err(); err != nil {
		return err
	}
	var vectors []genome.Vector
	for _, ind := range g.Individuals {
		vectors = append(vectors, ind.Genes)
	}
	fs, err := r.evaluator.Evaluate(r.ctx, r.round(g), vectors)
	if err != nil {
		return err
	}
	if len(fs) != len(vectors) {
		return fmt.Errorf("want %d results, have %d", len(vectors), len(fs))
	}
	for i, f := range fs {
		ind := &g.Individuals[i]
		if err := r.sound(f); err != nil {
			return fmt.Errorf("individual %s: %w", ind.ID, err)
		}
		ind.Fitness = f
		ind.Fitness.Gradient = nil // it is as large as a genome, and only their mean is bred from
		g.Games += f.Games
	}
	if r.cfg.Learns() {
		return r.learn(g, fs)
	}
	return nil
}

// round returns the [GenerationInfo] of a bred generation, for evaluator and judge.
func (r *runner) round(g *Generation) GenerationInfo {
	out := GenerationInfo{Number: g.Number, Champion: g.Individuals[0].Genes}
	if r.last != nil {
		out.Mean = r.last.Mean
	}
	return out
}

// sound returns an error for a fitness that is out of range.
func (r *runner) sound(f Fitness) error {
	if !genome.Finite(f.Mean, f.StdErr) || f.StdErr < 0 || f.Games < 1 {
		return fmt.Errorf("fitness %v ± %v over %d games is no measurement", f.Mean, f.StdErr, f.Games)
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

// choose sets the champion after a generation: the first individual, or the challenger that
// beats it in a test. In generation 0 the schema's defaults are first.
//
// If the champion of the generation before is not among the individuals, the averaged
// individual succeeds it without a test: with champion averaged in every generation, else
// where a round of a distribution begins. A champion that passed a test has adapted to the
// opponents of its own round; the moving average to those of many rounds, as the average
// of fictitious play does.
//
// With algorithm plus and in a play-off the champion is the best by all games, without a test.
func (r *runner) choose(g *Generation) error {
	g.Champion, g.Since = g.Individuals[0], g.Number
	if r.plus() || g.PlayOff() {
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
	return r.challenge(g)
}

// challenge lets the most promising individual challenge the champion. A candidate must
// be believed to be better than the champion, and must not have lost against it already:
// a test that may be repeated until it is passed is no test.
func (r *runner) challenge(g *Generation) error {
	if before := r.before(g.Number); before != nil {
		g.Rejected = slices.Clone(before.Rejected)
	}
	candidate, ok := claimant(g)
	if !ok {
		return nil
	}
	g.Challenger = candidate.ID
	verdict, err := r.judge.Challenge(r.ctx, r.round(g), candidate.Genes)
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

// claimant returns the best individual by belief that is not the champion, by name or genes,
// and was not rejected.
func claimant(g *Generation) (Individual, bool) {
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

func (r *runner) summarize(g *Generation) {
	fs := make([]Fitness, len(g.Individuals))
	g.Best = math.Inf(-1)
	for i, ind := range g.Individuals {
		fs[i] = ind.Fitness
		g.Best = max(g.Best, ind.Belief.Mean)
	}
	g.Mean, g.SD = moments(fs)
	var hall []Individual
	if before := r.before(g.Number); before != nil {
		hall = before.HallOfFame
	}
	g.HallOfFame = induct(hall, g.Individuals, hallSize)
}

// finished tells whether there is nothing left to do.
func (r *runner) finished() bool { return r.last.Number+1 >= r.cfg.Generations || r.stopsEarly() }

func (r *runner) stopsEarly() bool {
	return r.cfg.Patience > 0 && r.last.Number-r.last.Since >= r.cfg.Patience
}

func (r *runner) result() Result {
	if r.last == nil {
		return Result{}
	}
	return Result{Champion: r.last.Champion, Last: *r.last, Early: r.stopsEarly()}
}
