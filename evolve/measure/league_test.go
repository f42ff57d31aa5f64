package measure

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"bloodline/arena/command"
	"bloodline/arena/game"
	"bloodline/arena/job"
	"bloodline/arena/work"
	"bloodline/engine"
	"bloodline/evolve"
	"bloodline/genome"
	"bloodline/genome/gene"
	"bloodline/internal/guard"
)

// ranks is a breeding by ranks with exploiters.
func ranks() Settings {
	s := tiny()
	s.Seed, s.Fitness.Deals, s.Evidence.Deals = 5, 20, 26
	s.Verdict.Margin, s.Verdict.MinRounds, s.Verdict.MaxRounds = 0.05, 8, 60
	s.Exploiters.Share, s.Exploiters.Generations, s.Exploiters.Round = 0.5, 3, 3
	c := &s.Evolve
	c.Seed, c.Population, c.Generations, c.Round, c.Algorithm = s.Seed, 12, 9, 3, evolve.AlgorithmDistribution
	return s
}

// gradients is ranks where both sides follow the gradient, and exploiters begin at
// two places.
func gradients() Settings {
	s := ranks()
	s.Seed = 6
	x := &s.Exploiters
	x.Initial, x.InverseTemperature, x.Deals, x.LearningRate = []string{InitialChampion, InitialStrongest}, 40, 30, 0.1
	c := &s.Evolve
	c.Seed, c.Algorithm, c.Follow = s.Seed, evolve.AlgorithmDistribution, evolve.FollowGradient
	c.Sigma, c.Decay = 0.02, 0.001
	c.LearningRate, c.HalfLife = 0.01, 5
	return s
}

// evaluator returns an evaluator that stores its exploiters in kept, and knows the
// exploiters there.
func evaluator(t *testing.T, s Settings, kept *evolve.League) *Evaluator {
	t.Helper()
	return evaluatorOf(t, s, 0, kept)
}

// evaluatorOf returns one with so many workers.
func evaluatorOf(t *testing.T, s Settings, workers int, kept *evolve.League) *Evaluator {
	t.Helper()
	g := coup(t)
	e := New(g, s, workers, opponents(t, g, "Taxman", "Random"), nil)
	e.Keep = func(found evolve.League) error {
		kept.Rounds, kept.Exploiters = append(kept.Rounds, found.Rounds...), append(kept.Exploiters, found.Exploiters...)
		kept.Exploiters = kept.ExploitersByNumber() // in their order, however they were found
		return nil
	}
	guard.Must(t, e.Restore(*kept, nil))
	return e
}

// breed breeds on from a state, nil for the beginning.
func breed(t *testing.T, e *Evaluator, from *evolve.Generation) *evolve.Generation {
	t.Helper()
	r, err := evolve.Run(context.Background(), e.Schema, e.Evolve, e, e, nil, from)
	guard.Must(t, err)
	return r
}

// besides is gradients with exploiters that are bred beside the champion.
func besides(each int) Settings {
	s := gradients()
	s.Exploiters.PerRound, s.Exploiters.Round, s.Exploiters.Initial = each, 2, []string{InitialChampion, InitialLatest, InitialStrongest}
	s.Evolve.Round, s.Evolve.Generations = 2, 13
	return s
}

// The same champion and exploiters come of any number of workers, and of a run that was
// stopped and resumed after any generation.
func TestExploiters_beside(t *testing.T) {
	for each, cuts := range map[int][]int{1: {5}, 3: {4}} {
		t.Run(fmt.Sprint(each), func(t *testing.T) {
			whole := &evolve.League{}
			want := breed(t, evaluatorOf(t, besides(each), 3, whole), nil)
			// Six rounds begin; the exploiters of the last two would join after the end.
			if len(whole.Rounds) != 6 || len(whole.Exploiters) != 4*each {
				t.Errorf("%d rounds and %d exploiters, want 6 and %d", len(whole.Rounds), len(whole.Exploiters), 4*each)
			}
			kept := &evolve.League{}
			if got := breed(t, evaluatorOf(t, besides(each), 1, kept), nil); !reflect.DeepEqual(got, want) || !reflect.DeepEqual(kept, whole) {
				t.Error("one worker breeds otherwise")
			}
			for _, cut := range cuts {
				kept := &evolve.League{}
				first := evaluatorOf(t, besides(each), 2, kept)
				ctx, stop := context.WithCancel(context.Background())
				stopped, err := evolve.Run(ctx, first.Schema, first.Evolve, first, first, evolve.RecorderFunc(func(g evolve.Generation) error {
					if g.Number == cut-1 {
						stop()
					}
					return nil
				}), nil)
				if first.Wait(); err == nil {
					t.Fatal("it was not stopped")
				}
				got := breed(t, evaluatorOf(t, besides(each), 2, kept), stopped)
				if !reflect.DeepEqual(got, want) || !reflect.DeepEqual(kept, whole) {
					t.Errorf("stopped after %d generations it ends otherwise", cut)
				}
			}
		})
	}
}

// swarm does works by a function.
type swarm func(context.Context, work.Work) error

func (s swarm) Do(ctx context.Context, w work.Work) error { return s(ctx, w) }
func (s swarm) Slots() int                                { return 1 }

// worker plays a job as another machine does.
func worker(ctx context.Context, setting, text []byte) ([]byte, error) {
	play, err := (&job.Runner{Games: Shipped, Search: Search}).Open(setting)
	if err != nil {
		return nil, err
	}
	return play(ctx, text)
}

// What is no search is an error.
func TestSearch_errors(t *testing.T) {
	e := evaluatorOf(t, besides(1), 1, &evolve.League{})
	var setting, body []byte
	e.Sender = job.NewSender(e.Game, nil, swarm(func(_ context.Context, w work.Work) error {
		setting, body = w.Setting, w.Job(0, 1)
		return errors.New("taken")
	}))
	v := e.Game.Schema.Default()
	if _, err := e.runSearch(context.Background(), task{1, 1, v, v}); err == nil || err.Error() != "taken" {
		t.Fatal(err)
	}
	if len(body) > 100 {
		t.Errorf("a search from its target is told by %d bytes", len(body))
	}
	encode := func(v any) []byte {
		text, err := job.Encode(v)
		guard.Must(t, err)
		return text
	}
	good := searchSettings{e.Settings, 1, v}
	for _, c := range []struct {
		name           string
		settings, body []byte
		want           string
	}{
		{"half a message", encode(good)[:100], body, "a search that cannot be read"},
		{"another message", encode(map[string]int{"Numbers": 1}), body, "a search that cannot be read"},
		{"half a genome", encode(good), encode(searchJob{1, genome.Vector{0, 0}}), "genes, have 2"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if _, err := Search(context.Background(), e.Game, c.settings, c.body); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("want %s, have %v", c.want, err)
			}
		})
	}
	if _, err := worker(context.Background(), bytes.Replace(setting, []byte("coup"), []byte("cuop"), 1), body); err == nil || !strings.Contains(err.Error(), `no game "cuop"`) {
		t.Errorf("another game: %v", err)
	}
}

// What was kept must be what a run of these settings keeps.
func TestEvaluator_Restore_errors(t *testing.T) {
	for _, c := range []struct {
		name, want string
		broken     func(*evolve.League)
	}{
		{"another round", "exploiter 2: it is of round 1, want 2", func(l *evolve.League) { l.Exploiters[1].Round = 1 }},
		{"a meeting too many", "round 1 of the league: its champion has met 2 exploiters; want round 1, with 1", func(l *evolve.League) { l.Rounds[0].Won = []float64{0.5, 0.5} }},
		{"a round left out", "round 2 of the league: its champion has met 2 exploiters; want round 1, with 1", func(l *evolve.League) { l.Rounds = l.Rounds[1:] }},
		{"more than there is", "round 2 of the league: it has won 7", func(l *evolve.League) { l.Rounds[1].Won[0] = 7 }},
		{"another game's genes", "exploiter 1: ", func(l *evolve.League) { l.Exploiters[0].Genes = append(l.Exploiters[0].Genes, 1) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			kept := &evolve.League{}
			breed(t, evaluator(t, ranks(), kept), nil)
			c.broken(kept)
			e := New(coup(t), ranks(), 1, opponents(t, coup(t)), nil)
			if err := e.Restore(*kept, nil); err == nil || !strings.HasPrefix(err.Error(), c.want) {
				t.Errorf("want %s, have %v", c.want, err)
			}
		})
	}
}

// The field of a round has the opponents, and as many exploiters as make up the
// share.
func TestEvaluator_mixed(t *testing.T) {
	e := evaluator(t, ranks(), &evolve.League{})
	breed(t, e, nil)
	count := map[engine.Player]int{}
	for _, p := range players(e.withExploiters(2, e.opponents(evolve.GenerationInfo{}))) {
		count[p]++
	}
	bred := 0
	for _, x := range e.exploiters {
		bred += count[x.player]
		if x.Share < 0.3 {
			t.Errorf("the exploiter of round %d won %v of its champion: it was bred against another", x.Round, x.Share)
		}
	}
	if bred != len(e.Field) || len(e.withExploiters(2, e.opponents(evolve.GenerationInfo{}))) != 2*len(e.Field) {
		t.Errorf("%d exploiters beside %d opponents, want as many", bred, len(e.Field))
	}
	if first := e.withExploiters(0, e.opponents(evolve.GenerationInfo{})); len(first) != len(e.Field) {
		t.Errorf("the first round has %d opponents, want the field's %d", len(first), len(e.Field))
	}
}

// scored is hill with points from 0 to 1,000.
type scored struct{ hill }

func (s scored) Info() engine.Info {
	i := s.hill.Info()
	i.Mean, i.Max = 500, 1000
	return i
}

func (s scored) NewTable() engine.Table { return s }

func (s scored) Play(seed uint64, seats []engine.Player) engine.Outcome {
	out := s.hill.Play(seed, seats)
	for i := range seats {
		out.Score[i] *= 1000
	}
	return out
}

func scoredLeague() *Evaluator {
	g := &game.Game{
		Definition: game.Definition{Table: scored{hill{0.9}}, Rules: func(v []float64) engine.Player { return climber(v[0]) }, Deals: 1},
		Schema:     &genome.Schema{Game: "hill", Version: 1, Genes: []gene.Gene{{Name: "x", Max: 1, Default: 0.3, Group: "x", Unit: "m", Doc: "d"}}},
	}
	g.UserBot = struct{ command.UserBot }{}
	s := ranks()
	s.Verdict = VerdictSettings{Margin: 0.01, Alpha: 0.05, Beta: 0.05, MinRounds: 48, MaxRounds: 2000}
	s.Evolve.Champion = evolve.ChampionAveraged
	return New(g, s, 1, []Opponent{{Name: "a", Player: climber(0)}, {Name: "b", Player: climber(0.5)}, {Name: "c", Player: climber(1)}}, nil)
}

// The weight of an exploiter is the same whatever the unit of points: e^0, e^0.5 and e^1 share six places.
func TestEvaluator_withExploiters_scores(t *testing.T) {
	e := scoredLeague()
	e.Exploiters.InverseTemperature, e.Exploiters.Share = 1, 2.0/3
	e.rounds = []*evolve.LeagueRound{{}, {}, {Won: []float64{0, 500, 1000}}}
	for x := range 3 {
		e.exploiters = append(e.exploiters, &exploiter{player: climber(x)})
	}
	var seated [3]int
	for _, o := range e.withExploiters(3, e.Field)[3:] {
		seated[int(o.Player.(climber))]++
	}
	if want := [3]int{1, 2, 3}; seated != want {
		t.Errorf("exploiters have %v places, want %v", seated, want)
	}
}

// A league of scores plays no more games than it announces, and its generations as many: a search for an exploiter used
// to test each challenger to the last round, because a margin of shares is next to nothing in points.
func TestEvaluator_LeagueGames(t *testing.T) {
	e := scoredLeague()
	var all []*evolve.Generation
	if _, err := evolve.Run(context.Background(), e.Schema, e.Evolve, e, e, evolve.RecorderFunc(func(g evolve.Generation) error {
		all = append(all, &g)
		return nil
	}), nil); err != nil {
		t.Fatal(err)
	}
	if n := len(e.exploiters); n != 2 || e.exploiters[0].Share < 550 {
		t.Errorf("%d exploiters; the first wins %v", n, e.exploiters[0].Share)
	}
	fitness := int64(0)
	for k, g := range all {
		fitness += g.Games
		if next := e.NextGames(g); k+1 < len(all) && next != all[k+1].Games {
			t.Errorf("generation %d: %d games, announced %d", k+1, all[k+1].Games, next)
		}
	}
	if played, most, exact := e.Games(), e.LeagueGames(len(all)), fitness+e.ExploiterGames(len(all)-1); played > most || played != exact {
		t.Errorf("%d games, announced are %d; counted against a budget are %d", played, most, exact)
	}
}

// An exploiter that learns wins more than the genome where it began.
func TestEvaluator_exploit(t *testing.T) {
	e := evaluator(t, gradients(), &evolve.League{})
	e.Exploiters.Generations, e.Exploiters.Deals = 6, 200
	v := e.Game.Schema.Default()
	x, err := e.runSearch(context.Background(), task{1, 1, v, v})
	guard.Must(t, err)
	// It begins at the champion, and has 4,000 games: a standard error of 0.008.
	if x.Share < 0.55 {
		t.Errorf("the champion loses %.3f of its games to the exploiter that began as its twin", x.Share)
	}
}

// Exploiters begin in turn where the settings say.
func TestEvaluator_origin(t *testing.T) {
	e := evaluator(t, gradients(), &evolve.League{})
	e.Exploiters.Initial = []string{InitialStrongest, InitialChampion, InitialDefaults}
	rng := rand.New(rand.NewPCG(1, 2))
	s := e.Game.Schema
	home, champion, weak, strong := s.Default(), s.Random(rng), s.Random(rng), s.Random(rng)
	halfway := make(genome.Vector, len(home))
	for i := range halfway {
		halfway[i] = (home[i] + strong[i]) / 2
	}
	e.exploiters = []*exploiter{{Exploiter: evolve.Exploiter{Genes: weak}}, {Exploiter: evolve.Exploiter{Genes: strong}}, {Exploiter: evolve.Exploiter{Genes: weak}}}
	e.rounds = []*evolve.LeagueRound{{Won: []float64{0.9}}, {Won: []float64{0.4, 0.6}}, {Won: []float64{0.5, 0.7, 0.6}}}
	begins := func(round int, want genome.Vector) {
		t.Helper()
		if got := e.origin(round, champion); !slices.EqualFunc(got, want, func(x, y float64) bool { return math.Abs(x-y) < 1e-12 }) {
			t.Errorf("the exploiter of round %d begins elsewhere", round)
		}
	}
	for i, want := range []genome.Vector{home, champion, home, halfway, champion} {
		begins(i+1, want)
	}
	e.Exploiters.Initial = []string{InitialLatest}
	begins(1, home)
	begins(3, strong)
	begins(4, weak)
}

// The learning rate of a line of exploiters decays as that of one search of the same
// length would: by what it is in each of its generations.
func TestEvaluator_rate(t *testing.T) {
	e := &Settings{Exploiters: ExploiterSettings{
		Generations: 10, LongEvery: 5, LearningRate: 0.02, HalfLife: 40,
		Initial: []string{InitialChampion, InitialLatest, InitialLatest, InitialDefaults, InitialLatest},
	}}
	one := func(age int) float64 { return 0.02 / (1 + float64(age)/40) }
	// The fifth round is five times as long, so the one after it would be older, but
	// begins anew.
	for i, age := range []int{0, 10, 20, 0, 10, 0, 10} {
		round := i + 1
		rate, life := e.rate(round)
		for _, n := range []int{0, 7, 50} {
			if got := rate / (1 + float64(n)/float64(life)); math.Abs(got-one(age+n)) > 1e-12 {
				t.Errorf("generation %d of the exploiter of round %d learns by %v, want %v", n, round, got, one(age+n))
			}
		}
	}
	e.Exploiters.Initial = []string{InitialLatest}
	if got, _ := e.rate(7); math.Abs(got-one(10+10+10+10+50+10)) > 1e-12 {
		t.Errorf("after six rounds of one line the learning rate is %v", got)
	}
	if _, life := e.rate(100_000); life != evolve.MaxGenerations {
		t.Errorf("an endless line decays over %d generations, evolve allows %d", life, evolve.MaxGenerations)
	}
	e.Exploiters.HalfLife = 0
	if got, life := e.rate(7); got != 0.02 || life != 0 {
		t.Errorf("without a half-life have %v and %d", got, life)
	}
}

// Searches grow round by round; every so many rounds one is long.
func TestEvaluator_generations(t *testing.T) {
	e := &Settings{Exploiters: ExploiterSettings{Generations: 10, Growth: 4, LongEvery: 3}}
	var got []int
	for round := 1; round <= 8; round++ {
		got = append(got, e.generations(round))
	}
	if want := []int{12, 15, 5 * 17, 20, 22, 5 * 25, 27, 30}; !slices.Equal(got, want) {
		t.Errorf("have %v, want %v", got, want)
	}
	e.Exploiters.Generations = 90_000
	if got := e.generations(1); got != evolve.MaxGenerations {
		t.Errorf("the longest has %d, want %d", got, evolve.MaxGenerations)
	}
	e.Exploiters = ExploiterSettings{Generations: 10}
	if got := e.generations(8); got != 10 {
		t.Errorf("without growth the eighth has %d, want 10", got)
	}
}
