package measure

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"bloodline/arena"
	"bloodline/arena/game"
	"bloodline/arena/job"
	"bloodline/arena/work"
	"bloodline/engine"
	"bloodline/engine/roll"
	"bloodline/evolve"
	"bloodline/genome"
)

// origin returns the genome at which a search begins. The result depends on it more than on the number of games: 2
// million games from the champion find what 20 million find from the defaults; but a champion that was bred against
// such exploiters alone lost 0.56 to them, and 0.61 to exploiters that began at the defaults.
//
// The strongest exploiter so far is a good start, but decisions that it makes with probability 1 have no gradient any
// more; halfway back to the defaults they have. The latest exploiter continues: a few rounds are one long search that
// follows the champion, and every round keeps its result. Half a million games from there won as much as two million
// from the champion. It must restart before its gradient vanishes.
func (e *league) origin(number int, champion genome.Vector) genome.Vector {
	v := e.Game.Schema.Default()
	switch e.initial(number) {
	case InitialChampion:
		return champion
	case InitialLatest:
		if before := e.predecessor(number); before > 0 {
			return e.exploiters[before-1].Genes
		}
	case InitialStrongest:
		var won []float64
		if round := e.roundOf(number); round > 1 {
			won = e.rounds[round-2].Won
		}
		if len(won) == 0 {
			break // there is none yet
		}
		strongest := e.exploiters[slices.Index(won, slices.Max(won))].Genes
		for i := range v {
			v[i] = e.Game.Schema.Genes[i].Between(v[i], strongest[i], 0.5)
		}
	}
	return v
}

// longTimes is the length of a long search in short ones. Without any, searches of 0.6 million games won 0.60 of the
// champion, as did those of 20 million until they found a weakness after five to ten million; then they won 0.75.
const longTimes = 5

// task is a search for an exploiter, beside the settings of the run.
type task struct {
	number         int
	turn           int // in the order in which searches begin
	target, origin genome.Vector
}

// breedExploiter breeds the exploiter of a task with an evaluator of [Evaluator.searcher].
func (e *league) breedExploiter(ctx context.Context, t task, search *Evaluator) (*exploiter, error) {
	told := evolve.RecorderFunc(func(g evolve.Generation) error {
		if search.Searched != nil {
			search.Searched(t.number, g.Number+1, search.Evolve.Generations)
		}
		return nil
	})
	r, err := evolve.Run(ctx, search.Schema, search.Evolve, search, search, told, nil)
	if err != nil {
		return nil, err
	}
	x, err := e.exploiter(evolve.Exploiter{Number: t.number, Round: e.roundOf(t.number), Genes: r.Champion.Genes})
	if err != nil {
		return nil, err
	}
	m := search.measurement(arena.StageEvidence, search.Field, exploiterDeals, []genome.Vector{x.Genes})
	got, err := m.Measure(ctx, []engine.Player{x.player})
	if err != nil {
		return nil, err
	}
	x.Share, x.Games = got[0].Total.Mean, search.Games()
	e.games.Add(x.Games + got[0].Total.Games)
	return x, nil
}

// searcher returns the evaluator of a searcher, whose field is the champion.
func (e *league) searcher(t task, on *arena.Arena) *Evaluator {
	s := e.Settings
	s.Seed = roll.Mix(e.Seed, arena.StageExploiter, uint64(t.number))
	s.Exploiters.Share = 0
	var verdict *int64
	if s.Verdict = s.Verdict.AgainstOne(len(e.Field)); e.Game.UserBot != nil { // or a test of scores, whose margin is next to nothing, takes all rounds
		s.Verdict.Margin *= on.Info().Max - on.Info().Min
		verdict = new(e.searchVerdict(len(e.Field), on.Info()))
	}
	s.Fitness.Growth = 0
	s.Fitness.Deals = cmp.Or(s.Exploiters.Deals, s.Fitness.Deals)
	cfg := &s.Evolve
	cfg.Seed, cfg.Generations, cfg.Round = s.Seed, e.generations(t.number), 0
	cfg.Averaging = max(cfg.Averaging, exploiterAveraging)
	cfg.Tail, cfg.Proximal = 0, 0
	if rate, life := e.rate(t.number); rate > 0 {
		// Few generations are too few for a test of champions.
		cfg.Algorithm, cfg.Follow, cfg.Champion = evolve.AlgorithmDistribution, evolve.FollowGradient, evolve.ChampionAveraged
		cfg.LearningRate, cfg.HalfLife = rate, life
	} else {
		cfg.Champion, cfg.Follow = evolve.ChampionTested, evolve.FollowRanks
		if !slices.Equal(t.origin, e.Game.Schema.Default()) {
			cfg.Sigma = warmStep
		}
	}
	out := newEvaluator(&play{
		Settings: s, Game: e.Game, Schema: e.Game.Schema.WithDefaults(t.origin), Arena: on, Nondeterministic: e.Nondeterministic,
		Field: []Opponent{{Name: "target", Player: e.Game.Player(t.target), Genes: t.target}},
	})
	out.VerdictGames = verdict
	return out
}

const (
	warmStep           = 0.1   // first steps of an exploiter that goes on from another genome and follows no gradient
	exploiterAveraging = 0.2   // higher than the champion's, since an exploiter has one opponent and few generations
	exploiterDeals     = 2_000 // of the measurement that is recorded with it
)

// runSearch breeds the exploiter of a task, here or elsewhere.
func (e *league) runSearch(ctx context.Context, t task) (*exploiter, error) {
	if e.Exploiters.lag() == 0 { // the champion waits: all workers play it
		search := e.searcher(t, e.Arena)
		search.Sender, search.Searched = e.Sender, e.Searched
		return e.breedExploiter(ctx, t, search)
	}
	play := func(ctx context.Context) (*exploiter, error) {
		search := e.searcher(t, arena.New(e.Game, 1))
		search.slots = e.slots
		return e.breedExploiter(ctx, t, search)
	}
	if e.Sender != nil {
		return e.send(ctx, t, play)
	}
	return play(ctx)
}

// searchSettings are the settings that the searches of a round share.
type searchSettings struct {
	Settings Settings
	Field    int // opponents of the run
	Target   genome.Vector
}

// searchJob are the settings of one search.
type searchJob struct {
	Number int
	Origin genome.Vector `cbor:",omitempty"` // empty for the target
}

// send has a search done by a worker or by this process.
func (e *league) send(ctx context.Context, t task, play func(context.Context) (*exploiter, error)) (*exploiter, error) {
	setting, err := e.Sender.SearchSetting(searchSettings{e.Settings, len(e.Field), t.target})
	if err != nil {
		return nil, err
	}
	j := searchJob{Number: t.number}
	if !slices.Equal(t.origin, t.target) {
		j.Origin = t.origin
	}
	text, err := job.Encode(j)
	if err != nil {
		return nil, err
	}
	var found *exploiter
	err = e.Sender.Do(ctx, work.Work{
		Setting: setting, Units: 1, Turn: t.turn, Repeats: true,
		Job:  func(int, int) []byte { return text },
		Play: func(ctx context.Context, _, _ int) (any, error) { return play(ctx) },
		Read: func(_, _ int, text []byte) (any, error) {
			x := evolve.Exploiter{Number: t.number}
			if err := job.Decode(text, &x); err != nil {
				return nil, err
			}
			return e.exploiter(x)
		},
		Same: func(a, b any) bool {
			x, y := a.(*exploiter), b.(*exploiter)
			return x.Share == y.Share && x.Games == y.Games && slices.Equal(x.Genes, y.Genes)
		},
		CountGames: func(_, _ int, result any) int64 {
			games := result.(*exploiter).Games
			e.Game.Count(int(games))
			return games
		},
		Take: func(_, _ int, result any, remote bool) error {
			if found = result.(*exploiter); remote {
				e.games.Add(found.Games + int64(exploiterDeals*e.Game.Info().Seatings())) // as breedExploiter does
			}
			return nil
		},
	})
	return found, err
}

// Search does the search of a job for a worker, on one core. Equal searches have equal results, on every machine.
func Search(ctx context.Context, g *game.Game, settings, text []byte) ([]byte, error) {
	var (
		s searchSettings
		j searchJob
	)
	if err := errors.Join(job.Decode(settings, &s), job.Decode(text, &j)); err != nil {
		return nil, fmt.Errorf("a search that cannot be read: %w", err)
	}
	if len(j.Origin) == 0 {
		j.Origin = s.Target
	}
	if err := errors.Join(g.Schema.Check(s.Target), g.Schema.Check(j.Origin)); err != nil {
		return nil, err
	}
	e := newEvaluator(&play{Settings: s.Settings, Game: g, Schema: g.Schema, Field: make([]Opponent, s.Field)})
	t := task{number: j.Number, target: s.Target, origin: j.Origin}
	x, err := e.breedExploiter(ctx, t, e.searcher(t, arena.New(g, 1)))
	if err != nil {
		return nil, err
	}
	return job.Encode(x.Exploiter)
}
