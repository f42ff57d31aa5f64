package main

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"

	"bloodline/arena"
	"bloodline/configs"
	"bloodline/engine"
	"bloodline/engine/roll"
	"bloodline/evolve"
	"bloodline/genome"
)

// adversary is a genome that was bred against a champion of an earlier round.
type adversary struct {
	Round int             `json:"round"`
	Share float64         `json:"share"` // points a game that it won of that champion
	Games int64           `json:"games"`
	Won   []float64       `json:"won"` // what each adversary so far, this one last, won of that champion
	Genes json.RawMessage `json:"genes"`
	Loser json.RawMessage `json:"loser"` // genes of that champion

	player engine.Player
	vector genome.Vector
	loser  engine.Player
}

// adversaryKey is the evidence under which a run keeps an adversary, so that a
// resumed run need not breed it again.
const adversaryKey = "adversary-%03d"

// veteransKey is the evidence that says how many of a run's adversaries it took over.
const veteransKey = "veterans"

// guard holds the adversaries of a run.
type guard struct {
	*lab
	all      []*adversary // by round, from round 1
	veterans int          // of them, that an earlier run bred
	keep     func(key string, value any) error
}

// recall restores the adversaries that a run has recorded.
func (g *guard) recall(evidence map[string]json.RawMessage) error {
	if text, ok := evidence[veteransKey]; ok {
		if err := json.Unmarshal(text, &g.veterans); err != nil {
			return fmt.Errorf("%s: %w", veteransKey, err)
		}
	}
	for i, text := range adversaries(evidence) {
		round := i + 1
		x := new(adversary)
		if err := json.Unmarshal(text, x); err != nil {
			return fmt.Errorf("adversary %d: %w", round, err)
		}
		v, err := g.game.Schema.Parse(x.Genes)
		if err != nil {
			return fmt.Errorf("adversary %d: %w", round, err)
		}
		loser, err := g.game.Schema.Parse(x.Loser)
		if err != nil {
			return fmt.Errorf("champion of round %d: %w", round, err)
		}
		x.vector, x.player, x.loser = v, g.game.Player(v), g.game.Player(loser)
		g.all = append(g.all, x)
	}
	return nil
}

// adversaries are those that stand in a run's evidence, by round.
func adversaries(evidence map[string]json.RawMessage) (out []json.RawMessage) {
	for {
		text, ok := evidence[fmt.Sprintf(adversaryKey, len(out)+1)]
		if !ok {
			return out
		}
		out = append(out, text)
	}
}

// fieldOf returns the opponents of a generation. At the start of a round it first
// breeds the adversary of the reigning champion.
func (g *guard) fieldOf(ctx context.Context, generation int, champion genome.Vector) ([]engine.Player, error) {
	if g.cfg.Guard.Share == 0 {
		return g.field, nil
	}
	round := g.veterans + generation/g.cfg.Evolve.Round
	for len(g.all) < round {
		if err := g.breed(ctx, len(g.all)+1, champion); err != nil {
			return nil, fmt.Errorf("adversary of round %d: %w", len(g.all)+1, err)
		}
	}
	return g.mixed(round), nil
}

// start returns the word for where the adversary of a round begins.
func (g *guard) start(round int) string {
	starts := g.cfg.Guard.Starts
	return starts[(round-1)%len(starts)]
}

// origin returns where the adversary of a round begins. What a search finds depends
// on it more than on how long it goes on: around the champion itself 2 million games
// find what 20 million find from the defaults; but a champion that was guarded from there
// alone lost 0.56 to such adversaries, and 0.61 to those that began at the defaults.
//
// The strongest adversary so far knows much already, but what it has learned to do
// always has nothing to learn from any more. Halfway back it has. The latest one goes
// on: a few rounds of that are one long search after a champion that moves, and each
// leaves what it has found so far. Half a million games from there won as much as two
// million from the champion. It must begin anew before it has nothing to learn from.
func (g *guard) origin(round int, champion genome.Vector) genome.Vector {
	v := g.game.Schema.Default()
	switch g.start(round) {
	case configs.StartChampion:
		return champion
	case configs.StartLatest:
		if round > 1 {
			return g.all[round-2].vector
		}
	case configs.StartStrongest:
		if round == 1 {
			break // there is none yet
		}
		won := g.all[round-2].Won
		strongest := g.all[slices.Index(won, slices.Max(won))].vector
		for i := range v {
			v[i] += 0.5 * (strongest[i] - v[i])
		}
	}
	return v
}

// deepTimes is how much longer a deep search is. In a run without any, quick searches
// of 0.6 million games won 0.60 of the champion. So did those of 20 million, until they
// came upon a weakness after five to ten million games; then they won 0.75.
const deepTimes = 5

// longest is how many generations a search may have.
const longest = evolve.MaxGenerations

// generations returns how long the adversary of a round is bred. Searches may grow:
// early ones are cheap, and late in a run those of 0.6 million games won 0.52 of a
// champion that lost 0.55 to those of 3 million, and 0.57 to those of 20 million.
func (g *guard) generations(round int) int {
	n := g.cfg.Guard.Generations
	if growth := g.cfg.Guard.Growth; growth > 0 {
		n += n * round / growth
	}
	if deep := g.cfg.Guard.Deep; deep > 0 && round%deep == 0 {
		n *= deepTimes
	}
	return min(n, longest)
}

// learning returns how fast the adversary of a round learns, and how fast that cools.
// Where it goes on from the latest one, cooling goes on too: n generations later,
// learning/(1+(age+n)/cooling) is learning*cooling/(cooling+age)/(1+n/(cooling+age)).
func (g *guard) learning(round int) (learning float64, cooling int) {
	learning, cooling = g.cfg.Guard.Learning, g.cfg.Guard.Cooling
	if cooling == 0 {
		return learning, 0
	}
	age := 0
	for r := round; r > 1 && g.start(r) == configs.StartLatest; r-- {
		age += g.generations(r - 1)
	}
	age = min(age, longest-cooling) // evolve cools over no more; nearly nothing is learned by then
	return learning * float64(cooling) / float64(cooling+age), cooling + age
}

// breed breeds the adversary of a round. It is a function of the run's seed, the
// round and the champion.
func (g *guard) breed(ctx context.Context, round int, champion genome.Vector) error {
	schema := startingAt(g.game.Schema, g.origin(round, champion))
	cfg := g.cfg.Evolve
	cfg.Generations, cfg.Round, cfg.Patience = g.generations(round), 0, 0
	cfg.Seed = roll.Mix(g.cfg.Seed, arena.StageAdversary, uint64(round))
	cfg.Averaging = max(cfg.Averaging, adversaryAveraging)
	cfg.Distribution.Tail, cfg.Distribution.Proximal = 0, 0
	if rate, halfLife := g.learning(round); rate > 0 {
		// Few generations crown nobody by a test.
		cfg.Algorithm, cfg.Champion = evolve.AlgorithmGradient, evolve.ChampionAveraged
		cfg.Gradient = evolve.GradientConfig{LearningRate: rate, HalfLife: halfLife}
	} else {
		byRanks(&cfg, !slices.Equal(schema.Default(), g.game.Schema.Default()))
	}
	target := *g.cfg
	target.Evolve = cfg
	if g.cfg.Guard.Blocks > 0 {
		target.Fitness.Blocks = g.cfg.Guard.Blocks
	}
	target.Seed, target.Verdict = cfg.Seed, verdictOfOne(target.Verdict, len(g.field))
	l := &lab{game: g.game, arena: g.arena, cfg: &target, field: []engine.Player{g.game.Player(champion)}}
	l.guard = &guard{lab: l}
	target.Guard.Share = 0
	r, err := evolve.Run(ctx, schema, cfg, l, l, nil, nil)
	if err != nil {
		return err
	}
	e := l.evaluator(arena.StageEvidence, l.field, adversaryDeals)
	got, err := e.Measure(ctx, []engine.Player{g.game.Player(r.Champion.Genes)})
	if err != nil {
		return err
	}
	g.games.Add(l.games.Load() + got[0].Games)
	x := &adversary{
		Round: round, Share: got[0].Total.Mean, Games: l.games.Load(),
		vector: r.Champion.Genes, player: g.game.Player(r.Champion.Genes), loser: l.field[0],
	}
	if x.Genes, err = g.game.Schema.Format(x.vector); err != nil {
		return err
	}
	if x.Loser, err = g.game.Schema.Format(champion); err != nil {
		return err
	}
	if x.Won, err = g.wins(ctx, cfg.Seed, champion, append(g.all[:len(g.all):len(g.all)], x)); err != nil {
		return err
	}
	if err := g.keep(fmt.Sprintf(adversaryKey, round), x); err != nil {
		return err
	}
	g.all = append(g.all, x)
	return nil
}

const (
	warmStep           = 0.1   // first steps of an adversary that goes on from another genome and follows no gradient
	adversaryAveraging = 0.2   // it has one opponent, and few generations
	adversaryDeals     = 2_000 // of the measurement that is recorded with it
)

// byRanks makes settings those of an adversary that follows no gradient; warm is one
// that goes on from another genome.
func byRanks(cfg *evolve.Config, warm bool) {
	cfg.Champion = evolve.ChampionTested
	if cfg.Algorithm == evolve.AlgorithmGradient {
		cfg.Algorithm = evolve.AlgorithmDistribution
	}
	if warm {
		a, d := &cfg.Genetic, &cfg.Distribution
		a.InitialStep, a.Step = warmStep, max(a.StepMin, min(a.StepMax, warmStep))
		d.Sigma = max(d.SigmaMin, min(d.SigmaMax, warmStep))
	}
}

// wins measures what each adversary wins of a champion.
func (g *guard) wins(ctx context.Context, seed uint64, champion genome.Vector, all []*adversary) ([]float64, error) {
	players := make([]engine.Player, len(all))
	for i, x := range all {
		players[i] = x.player
	}
	e := arena.Evaluator{Arena: g.arena, Field: []engine.Player{g.game.Player(champion)}, Blocks: weighingDeals, Seed: seed, Stage: arena.StageAdversary}
	got, err := e.Measure(ctx, players)
	if err != nil {
		return nil, err
	}
	out := make([]float64, len(got))
	for i, m := range got {
		out[i] = m.Total.Mean
		g.games.Add(m.Games)
	}
	return out, nil
}

// weighingDeals are those of each adversary against the champion at the start of a
// round.
const weighingDeals = 300

// mixed returns the field with adversaries added so often that they make up their
// share of the fitness. Those who win more of the champion with whom the round
// began come more often (multiplicative weights): a champion that only answers
// the latest, or the average one, goes around in circles. Past champions sit down
// beside them, each as likely as the other.
func (g *guard) mixed(round int) []engine.Player {
	out := append([]engine.Player{}, g.field...)
	if round == 0 {
		return out
	}
	known := g.all[:round]
	share := g.cfg.Guard.Share
	places := max(1, math.Round(float64(len(g.field))*share/(1-share)))
	total := 0.0
	for _, won := range known[round-1].Won {
		total += math.Exp(g.cfg.Guard.Temper * won)
	}
	sum, seated := 0.0, 0.0
	for i, won := range known[round-1].Won {
		sum += math.Exp(g.cfg.Guard.Temper*won) / total * places
		for ; seated+0.5 <= sum; seated++ {
			out = append(out, known[i].player)
		}
	}
	draw := roll.New(roll.Mix(g.cfg.Seed, arena.StageAdversary, uint64(round), 1))
	for range g.cfg.Guard.League {
		out = append(out, known[draw.N(round)].loser)
	}
	return out
}

// word says how the last adversary fared, for a progress line.
func (g *guard) word(show func(float64) string) string {
	if len(g.all) == 0 {
		return ""
	}
	last := g.all[len(g.all)-1]
	return strings.TrimSpace(fmt.Sprintf("adversary %d won %s", last.Round, show(last.Share)))
}
