// Package measure plays the genomes of a game in the arena for package evolve, and breeds exploiters of the champion.
//
//  1. An [Evaluator] plays a generation against a field of opponents, tests a challenger
//     against the champion, and measures the champion's [champion.Evidence] at the end.
//  2. With [ExploiterSettings], it breeds opponents against the champion of each round, and mixes
//     those of all rounds into the field: league training (Vinyals et al. 2019) with
//     prioritised sampling. They are bred before the round, or beside the champion, two
//     rounds ahead; then each search is one job, which [Search] does on another machine.
//  3. [Contrast] says what an exploiter does that the field does not.
//
// Results depend only on the settings, the seed and the exploiters passed to [Evaluator.Keep], not on the number of
// workers. The package knows no run file, no store and no terminal.
package measure

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sync/atomic"

	"golang.org/x/sync/semaphore"

	"bloodline/arena"
	"bloodline/arena/game"
	"bloodline/arena/job"
	"bloodline/engine"
	"bloodline/engine/roll"
	"bloodline/engine/stats"
	"bloodline/evolve"
	"bloodline/genome"
	"bloodline/genome/champion"
)

// Opponent is a player of a field.
type Opponent struct {
	Name   string
	Player engine.Player // nil for [NameChampion] and [NameVaried]
	Weight int           // how often it is met in fitness and verdicts; 0 counts as 1

	// Another machine makes the same player of the genes or of the name. A player with neither is of this machine only.
	Genes       genome.Vector
	Temperature float64 // of play of the genes
	BuiltinName string  // name that the game has for a baseline or strangers
}

// Digest is the [champion.Digest] of the opponent's genes; empty without genes.
func (o *Opponent) Digest(s *genome.Schema) (string, error) {
	if o.Genes == nil {
		return "", nil
	}
	return champion.Digest(s, o.Genes, o.Temperature)
}

// The names of opponents that change every generation; they are never part of the evidence.
const (
	NameChampion = "champion" // the champion while the generation is measured
	NameVaried   = "varied"   // genomes around the defaults and around that champion, as many as its weight
)

// Evaluator measures and judges the genomes of one run.
type Evaluator struct {
	*play
	figures
	league

	Carried []string // how genomes of other genes were changed so that breeding can start at them, in sentences

	// VerdictGames is how many games the next test of a challenger may take, so that a budget is kept; nil: any.
	VerdictGames *int64
}

// play is what plays: a game against a field, on deals of a seed.
type play struct {
	Settings
	Game    *game.Game
	Schema  *genome.Schema // the game's, but its defaults are where breeding starts
	Arena   *arena.Arena
	Field   []Opponent
	Holdout []Opponent // reported, never bred against

	// Sender has measurements played on other machines; nil has the Arena play them all.
	Sender *job.Sender

	// Nondeterministic says that equal games end differently, which [Evaluator.PlayRepeatCheck] finds out.
	Nondeterministic bool

	// NotAlone has [Evaluator.PlayAlone] play nothing, since the budget is too small.
	NotAlone bool

	// DealsFound is how many deals differ, where seeds are copies of few deals ([Evaluator.CountDeals]); 0: many.
	DealsFound int

	// NoLuck: a simulator's games ignore their seeds ([Evaluator.CountDeals]), so a setting plays one deal.
	NoLuck bool

	// SeatWins is the seat, from 1, that has won every game of [Evaluator.CountDeals]; 0 for none.
	SeatWins int

	optionalFrozen bool // optional genes stay where breeding starts
	games          atomic.Int64
}

var _ evolve.Scored = (*Evaluator)(nil)

// New returns an evaluator with this many workers; 0: one for each processor. Breeding starts at the game's defaults.
func New(g *game.Game, s Settings, workers int, field, holdout []Opponent) *Evaluator {
	const enoughGames = 40_000 // below, optional genes learn noise (docs/experiments.md)
	e := newEvaluator(&play{Settings: s, Game: g, Schema: g.Schema, Arena: arena.New(g, workers), Field: field, Holdout: holdout})
	e.Keep = func(evolve.League) error { return nil }
	e.running, e.found, e.results, e.free = map[int]bool{}, map[int]*exploiter{}, make(chan searchResult), e.Arena.Workers()
	if e.Exploiters.Share > 0 && e.Exploiters.lag() > 0 {
		e.slots = semaphore.NewWeighted(int64(e.Arena.Workers()))
	}
	if g.Schema.OptionalCount() > 0 {
		e.BreedOptional(e.SearchGames() >= enoughGames)
	}
	return e
}

func newEvaluator(p *play) *Evaluator {
	return &Evaluator{play: p, figures: figures{play: p, Begins: func(int64) {}}, league: league{play: p}}
}

// StartAt makes a genome the first one; others join generation 0.
func (e *play) StartAt(v genome.Vector, others ...genome.Vector) {
	e.Schema = e.Game.Schema.WithDefaults(v)
	e.Schema.Starts = others
	for i := range e.Schema.Genes {
		if g := &e.Schema.Genes[i]; g.Optional && e.optionalFrozen { // then it has next to no range
			const next = 1e-9
			g.Min, g.Max = max(g.Min, g.Default-next), min(g.Max, g.Default+next)
		}
	}
}

func (e *play) PointsAreShares() bool { return e.Arena.Info().Scale().Percent }

func (e *play) MostGames() int64 {
	info := e.Arena.Info()
	if info.MapDeals == 0 {
		return 0
	}
	return e.gamesAgainst(e.opponents(evolve.GenerationInfo{Champion: e.Schema.Default()}), math.MaxInt32, arena.StageFitness)
}

func (e *play) Games() int64 { return e.games.Load() }

// fixed returns the opponents that are the same in all generations, each once.
func fixed(field []Opponent) []Opponent {
	return slices.DeleteFunc(slices.Clone(field), func(o Opponent) bool {
		_, drawn := o.Player.(arena.Drawn)
		return o.Player == nil || drawn
	})
}

// SearchGames returns about how many games the fitness of all generations takes.
func (e *play) SearchGames() int64 {
	return int64(min(float64(e.FirstGames())*e.Work(e.Evolve.Generations), 1e18))
}

// Work returns about how many games the first generations take, in units of the games of generation 0.
func (e *play) Work(generations int) float64 {
	if e.NoLuck {
		return float64(generations)
	}
	return e.Fitness.Work(generations)
}

func (e *play) Breeding() evolve.Config {
	c := e.Evolve
	c.Correlated = e.NoLuck
	return c
}

// FirstGames returns about how many games the fitness of generation 0 takes.
func (e *play) FirstGames() int64 {
	return e.sizeGames(evolve.GenerationInfo{Size: evolve.Size{Individuals: e.Evolve.Population, Times: 1}})
}

// LeagueGames returns how many games the first generations of a league and its exploiters take at most, without tests.
func (e *play) LeagueGames(generations int) (games int64) {
	for n := range generations {
		games += e.sizeGames(evolve.GenerationInfo{Number: n, Size: evolve.Size{Individuals: e.Evolve.Population, Age: n}})
	}
	return games + e.exploiterGames(generations, e.mostSearchGames)
}

// NextGames returns about how many games the fitness of the generation after last takes.
func (e *play) NextGames(last *evolve.Generation) int64 {
	size := evolve.NextSize(e.Schema, e.Breeding(), last)
	return e.sizeGames(evolve.GenerationInfo{Number: last.Number + 1, Size: size})
}

func (e *play) sizeGames(info evolve.GenerationInfo) int64 {
	info.Champion = e.Schema.Default()
	field := e.partOf(e.opponents(info), info)
	if e.Exploiters.Share > 0 {
		field = append(field, make([]Opponent, e.places(len(field), info.Number/e.Exploiters.Round))...)
	}
	return int64(info.Individuals) * e.gamesAgainst(field, e.deals(info), arena.StageFitness)
}

// deals returns how many deals a genome of a generation plays, before they are rounded up to as many for each opponent.
func (e *play) deals(info evolve.GenerationInfo) int {
	return e.Fitness.dealsIn(info.Age) * max(1, info.Times)
}

// partOf returns the opponents that a generation meets: no more than it plays deals, or a large field would leave few
// generations. All genomes of a generation meet the same ones. The field is met in turn, in an order of its own in each
// run, because with algorithm plus the games of several generations add up: so those of parents are of equal parts of
// it. Tables of more than two are drawn from the whole field anyway, and a league weighs its exploiters against it.
func (e *play) partOf(field []Opponent, info evolve.GenerationInfo) []Opponent {
	const partDomain = 0x70617274 // keeps this seed apart from others
	deals, all := e.deals(info), len(field)
	if deals >= all || e.Arena.Info().Seats != 2 || e.Exploiters.Share > 0 {
		return field
	}
	order := rand.New(rand.NewPCG(e.Seed, partDomain)).Perm(all)
	out := make([]Opponent, deals)
	for i := range out {
		out[i] = field[order[(info.Number*deals+i)%all]]
	}
	return out
}

// gamesAgainst returns how many games a genome takes on so many deals of a stage against a field.
func (e *play) gamesAgainst(field []Opponent, deals int, stage uint64) int64 {
	m := arena.Measurement{Arena: e.Arena, Field: players(field), Blocks: deals, Stage: stage, OneDeal: e.oneDeal(field, stage)}
	return m.Games()
}

// oneDeal reports whether one deal against each opponent is all that there is to measure.
func (e *play) oneDeal(field []Opponent, stage uint64) bool {
	return e.NoLuck && stage == arena.StageFitness && e.Arena.Info().Seats <= 2 && len(fixed(field)) == len(field)
}

// slow reports whether programs play in games against a field.
func (e *figures) slow(field []Opponent) bool {
	return e.Game.Slow() || arena.Programs(players(field))
}

func players(field []Opponent) []engine.Player {
	out := make([]engine.Player, len(field))
	for i, o := range field {
		out[i] = o.Player
	}
	return out
}

func (e *play) genomeOpponent(v genome.Vector) Opponent {
	return Opponent{Player: e.Game.Player(v), Genes: v}
}

// opponents returns the opponents of a generation, each repeated by its weight.
func (e *play) opponents(info evolve.GenerationInfo) (out []Opponent) {
	for _, o := range e.Field {
		for k := range max(1, o.Weight) {
			switch {
			case o.Player != nil:
				out = append(out, o)
			case o.Name == NameChampion:
				out = append(out, e.genomeOpponent(info.Champion))
			default:
				out = append(out, e.genomeOpponent(e.varied(info, k)))
			}
		}
	}
	return out
}

// varied returns opponent k of a generation: by turns the defaults and the champion, all genes moved by a normal step
// of up to half of their ranges. They train for unknown opponents (domain randomisation, Tobin et al. 2017).
func (e *play) varied(info evolve.GenerationInfo, k int) genome.Vector {
	const variedDomain = 0x766172696564 // keeps the seeds of varied opponents apart from those of deals
	rng := rand.New(rand.NewPCG(e.Seed, roll.Mix(variedDomain, uint64(info.Number), uint64(k))))
	v := e.Game.Schema.Default()
	if k%2 == 1 {
		v = info.Champion
	}
	return e.Game.Schema.Vary(v, max(1e-3, 0.5*rng.Float64()), rng)
}

// measurement returns what measures players against a field on deals of a stage. Workers play candidates, if given;
// without candidates the players are compiled on this machine, which plays them alone.
func (e *play) measurement(stage uint64, field []Opponent, blocks int, candidates []genome.Vector) arena.Measurement {
	m := arena.Measurement{Arena: e.Arena, Field: players(field), Blocks: blocks, Seed: e.Seed, Stage: stage, OneDeal: e.oneDeal(field, stage)}
	if s := e.Game.Simulator; s != nil {
		m.Erring = func(opponent int, games int64) error {
			_, first := s.Faults.Read()
			return fmt.Errorf("%s failed in each of its first %d games; the first error: %s", field[opponent].Name, games, cmp.Or(first, "reported by a worker"))
		}
	}
	if e.Sender == nil || candidates == nil || e.Exploiters.lag() > 0 { // workers are for whole searches
		return m
	}
	who := make([]job.PlayerSpec, len(field))
	for i, o := range field {
		if o.BuiltinName == "" && o.Genes == nil {
			return m
		}
		who[i] = job.PlayerSpec{Name: o.BuiltinName, Genes: o.Genes, Temperature: o.Temperature}
	}
	m.Slots = e.Sender.Slots()
	m.PlayRemote = e.Sender.PlayRemote(job.Participants{Candidates: candidates, Gradients: e.Evolve.FollowsGradient(), Field: who, Players: m.Field, Nondeterministic: e.Nondeterministic})
	return m
}

// compile returns the players of a population. They can return a gradient where breeding follows it.
func (e *play) compile(population []genome.Vector) []engine.Player {
	player := e.Game.Rules
	if e.Evolve.FollowsGradient() {
		player = e.Game.Gradient
	}
	out := make([]engine.Player, len(population))
	for i, v := range population {
		out[i] = player(v)
	}
	return out
}

// Evaluate measures a generation on its own deals. Where a round begins it first breeds exploiters, which Keep gets.
func (e *Evaluator) Evaluate(ctx context.Context, info evolve.GenerationInfo, population []genome.Vector) ([]stats.Fitness, error) {
	const batchSize = 50 // how many genomes are measured at a time; each takes up to a hundred kilobytes
	field, err := e.fieldOf(ctx, info)
	if err != nil {
		return nil, err
	}
	field = e.partOf(field, info)
	out := make([]stats.Fitness, 0, len(population))
	for len(out) < len(population) {
		part := population[len(out):]
		m := e.measurement(arena.StageFitness, field, e.deals(info), part)
		var candidates []engine.Player
		if m.PlayRemote != nil {
			candidates = make([]engine.Player, len(part)) // workers compile and play them
		} else {
			part = part[:min(batchSize, len(part))]
			candidates = e.compile(part)
		}
		back, err := e.lendWorkers(ctx, &m)
		if err != nil {
			return nil, err
		}
		if m.First = len(out); e.Evolve.FollowsGradient() {
			m.OwnDeals = true
			if info.Number > 0 {
				m.Baseline = info.Mean - e.Arena.Info().Mean
			}
		}
		got, err := m.Fitness(ctx, candidates, uint64(info.Number))
		back()
		if err != nil {
			return nil, err
		}
		for _, f := range got {
			e.games.Add(f.Games)
		}
		out = append(out, got...)
	}
	return out, nil
}

// Challenge tests a candidate against the champion, both playing the field on the same deals.
func (e *Evaluator) Challenge(ctx context.Context, info evolve.GenerationInfo, candidate genome.Vector) (stats.Verdict, error) {
	v := e.Verdict
	test := stats.PairedTest{
		Diff1: v.Margin, Alpha: v.Alpha, Beta: v.Beta,
		Min: int64(v.MinRounds), Max: int64(v.MaxRounds),
	}
	field, err := e.fieldOf(ctx, info)
	if err != nil {
		return stats.Verdict{}, err
	}
	m := e.measurement(arena.StageVerdict, field, 0, []genome.Vector{candidate, info.Champion})
	if left := e.VerdictGames; left != nil {
		test.Max = min(test.Max, *left/int64(2*len(field)*e.Arena.Info().Seatings()))
		if test.Max < test.Min {
			return stats.Verdict{}, nil // the champion stays
		}
	}
	back, err := e.lendWorkers(ctx, &m)
	if err != nil {
		return stats.Verdict{}, err
	}
	defer back()
	got, err := m.Challenge(ctx, test, e.Game.Player(candidate), e.Game.Player(info.Champion), uint64(info.Number))
	e.games.Add(got.Games)
	return got, err
}
