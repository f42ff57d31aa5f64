package measure

import (
	"context"
	"reflect"
	"testing"

	"bloodline/arena/game"
	"bloodline/engine/stats"
	"bloodline/evolve"
	"bloodline/genome"
	"bloodline/internal/guard"
)

// Shipped is the shipped games. An external test sets it: what resolves games imports
// this package.
var Shipped game.Set

// tiny is the settings of a breeding that takes a fraction of a second.
func tiny() Settings {
	s := Settings{
		Seed:       1,
		Fitness:    FitnessSettings{Deals: 100},
		Verdict:    VerdictSettings{Margin: 0.01, Alpha: 0.05, Beta: 0.05, MinRounds: 2, MaxRounds: 20},
		Exploiters: ExploiterSettings{Generations: 12, Initial: []string{InitialDefaults}, InverseTemperature: 16},
		Evidence:   EvidenceSettings{Deals: 130},
		Evolve:     evolve.DefaultConfig(),
	}
	s.Evolve.Seed, s.Evolve.Population, s.Evolve.Generations = s.Seed, 8, 3
	return s
}

// opponents returns baselines of coup by name, all of them if none is named.
func opponents(t *testing.T, g *game.Game, names ...string) (out []Opponent) {
	t.Helper()
	for _, b := range g.Baselines {
		for _, name := range names {
			if b.Name == name {
				out = append(out, Opponent{Name: b.Name, Player: b.Player})
			}
		}
		if len(names) == 0 {
			out = append(out, Opponent{Name: b.Name, Player: b.Player})
		}
	}
	return out
}

func coup(t *testing.T) *game.Game {
	t.Helper()
	g, ok := Shipped.ByName("coup")
	if !ok {
		t.Fatal("no game coup")
	}
	return g
}

// generation measures varied defaults of coup on the deals of a generation.
func generation(t *testing.T, workers int, change func(*Settings)) []stats.Fitness {
	t.Helper()
	s := tiny()
	change(&s)
	g := coup(t)
	e := New(g, s, workers, opponents(t, g), nil)
	population := make([]genome.Vector, s.Evolve.Population)
	for i := range population {
		population[i] = g.Schema.Default()
		population[i][i] = g.Schema.Genes[i].Min
	}
	out, err := e.Evaluate(context.Background(), evolve.GenerationInfo{Number: 3, Champion: population[0]}, population)
	guard.Must(t, err)
	games := int64(0)
	for _, f := range out {
		games += f.Games
	}
	if have := e.Games(); have != games {
		t.Errorf("want %d games counted, have %d", games, have)
	}
	return out
}

// All genomes of a generation play the 100 deals, rounded up to 104, and the workers
// change nothing.
func TestEvaluator_Evaluate(t *testing.T) {
	got := generation(t, 1, func(*Settings) {})
	for i, f := range got {
		if f.Games != 2*104 {
			t.Errorf("genome %d: %d games, want %d", i, f.Games, 2*104)
		}
	}
	if other := generation(t, 3, func(*Settings) {}); !reflect.DeepEqual(got, other) {
		t.Errorf("%v, with three workers %v", got, other)
	}
}

// A generation meets no more opponents than it plays deals, each of them twice: those of a large field in turn, so that
// the games of several generations are of equal parts of it. Few opponents are all met, and so are those of a league.
func TestEvaluator_Evaluate_largeField(t *testing.T) {
	g := coup(t)
	s := tiny()
	s.Fitness.Deals = 3
	e := New(g, s, 1, opponents(t, g), nil)
	met := map[string]int{}
	for n := range e.Field {
		info := evolve.GenerationInfo{Number: n}
		part := e.partOf(e.Field, info)
		for _, o := range part {
			met[o.Name]++
		}
		if again := e.partOf(e.Field, info); len(part) != 3 || !reflect.DeepEqual(names(part), names(again)) {
			t.Errorf("generation %d meets %v, then %v", n, names(part), names(again))
		}
	}
	for _, o := range e.Field {
		if met[o.Name] != 3 {
			t.Errorf("%s is met %d times in %d generations of 3 opponents each", o.Name, met[o.Name], len(e.Field))
		}
	}
	got, err := e.Evaluate(context.Background(), evolve.GenerationInfo{Number: 1}, []genome.Vector{g.Schema.Default()})
	if err != nil || got[0].Games != 3*2*2 || e.FirstGames() != int64(s.Evolve.Population)*got[0].Games {
		t.Errorf("%+v, %v; %d games of generation 0 are announced", got, err, e.FirstGames())
	}
	for what, size := range map[string]evolve.Size{"as many deals as opponents": {Age: 4}, "a comparison of islands": {Times: 5}, "a league": {}} {
		if e.Fitness.Growth = 1; what == "a league" {
			e.Exploiters.Share = 0.5
		}
		if part := e.partOf(e.Field, evolve.GenerationInfo{Number: 5, Size: size}); len(part) != len(e.Field) {
			t.Errorf("%s: %d of %d opponents are met", what, len(part), len(e.Field))
		}
		e.Exploiters.Share = 0
	}
}

func names(field []Opponent) (out []string) {
	for _, o := range field {
		out = append(out, o.Name)
	}
	return out
}

// Of a few deals, no interval of a share is empty or leaves [0, 1].
func TestEvaluator_Evidence_bounds(t *testing.T) {
	g := coup(t)
	s := tiny()
	s.Evidence.Deals = 4
	e := New(g, s, 1, opponents(t, g, "Taxman"), opponents(t, g, "Lawyer"))
	got, err := e.Evidence(context.Background(), g.Schema.Default(), 1)
	guard.Must(t, err)
	for what, m := range map[string]stats.Figure{"field": got.Field, "held out": got.Holdout[0].Figure, "strangers": got.Strangers.Figure} {
		if m.Low < 0 || m.High > 1 || m.Low >= m.Mean || m.High <= m.Mean {
			t.Errorf("%s: %+v", what, m)
		}
	}
	if l := got.Strangers.Lead; l.Low >= 0 || l.High <= 0 {
		t.Errorf("the defaults lead themselves by %+v", l)
	}
}

// A champion is measured against the field and against held-out opponents, each
// on as many deals, and the workers change nothing.
func TestEvaluator_Evidence(t *testing.T) {
	g := coup(t)
	measure := func(workers int) *Evaluator {
		return New(g, tiny(), workers, opponents(t, g, "Taxman", "Random"), opponents(t, g, "Lawyer"))
	}
	e := measure(1)
	got, err := e.Evidence(context.Background(), g.Schema.Default(), 1)
	guard.Must(t, err)
	if got.Seed != 1 || got.Points != g.Info().Points || got.Blocks != 130 || got.Field.Games != 2*130 {
		t.Errorf("seed %d, %d deals and %d games of %s", got.Seed, got.Blocks, got.Field.Games, got.Points)
	}
	games, names := int64(0), ""
	for _, line := range got.Against {
		games += line.Games
		names += line.Opponent + " "
	}
	if names != "Taxman Random " || games != got.Field.Games {
		t.Errorf("%d games against %s, want %d", games, names, got.Field.Games)
	}
	if len(got.Holdout) != 1 || got.Holdout[0].Opponent != "Lawyer" || got.Holdout[0].Games != 2*130 {
		t.Errorf("held out: %+v", got.Holdout)
	}
	if s := got.Strangers; s == nil || s.Players != 130 || s.Games != 2*130 || s.Lead.Mean != 0 {
		t.Errorf("strangers: %+v, the defaults must have no lead over themselves", s)
	}
	if _, _, err := e.Step(context.Background(), g.Schema.Default(), 1, 0); err != nil {
		t.Fatal(err)
	}
	if want := games + 3*2*130 + 6*2*(130/4); e.Games() != want || e.FigureGames() != want {
		t.Errorf("%d games counted, %d announced, want %d", e.Games(), e.FigureGames(), want)
	}
	if other, err := measure(3).Evidence(context.Background(), g.Schema.Default(), 1); err != nil || !reflect.DeepEqual(got, other) {
		t.Errorf("three workers measure %+v, %v", other, err)
	}
}

// Strangers that are held out are measured once, beside the defaults, and nothing else stands for them.
func TestEvaluator_Evidence_heldOutStrangers(t *testing.T) {
	g := coup(t)
	e := New(g, tiny(), 2, opponents(t, g, "Taxman"), nil)
	e.Holdout = append(opponents(t, g, "Lawyer"), e.strangerField()...)
	got, err := e.Evidence(t.Context(), g.Schema.Default(), 1)
	guard.Must(t, err)
	if len(got.Holdout) != 1 || got.Holdout[0].Opponent != "Lawyer" || got.HoldoutMean.Games != 2*130 || got.Strangers.Games != 2*130 {
		t.Errorf("held out %+v, in the mean %+v, strangers %+v", got.Holdout, got.HoldoutMean, got.Strangers)
	}
	if want := int64(4 * 2 * 130); e.Games() != want || e.evidenceGames() != want { // Taxman, Lawyer, strangers twice
		t.Errorf("%d games played, %d announced, want %d", e.Games(), e.evidenceGames(), want)
	}
}

// A weight is how often an opponent is met; the champion and the varied are others in
// each generation, and no evidence has them.
func TestEvaluator_company(t *testing.T) {
	g := coup(t)
	field := opponents(t, g, "Taxman", "Random")
	field[1].Weight = 3
	field = append(field, Opponent{Name: NameChampion, Weight: 2}, Opponent{Name: NameVaried, Weight: 4})
	e := New(g, tiny(), 1, field, nil)
	at := evolve.GenerationInfo{Number: 3, Champion: g.Schema.Default()}
	at.Champion[0] = g.Schema.Genes[0].Min
	got := players(e.opponents(at))
	if len(got) != 1+3+2+4 || got[0] != field[0].Player || got[1] != field[1].Player || got[3] != field[1].Player {
		t.Fatalf("%d players, want Taxman, three times Random, two champions and four others", len(got))
	}
	if champion := g.Player(at.Champion); !reflect.DeepEqual(got[4], champion) || !reflect.DeepEqual(got[5], champion) {
		t.Error("the champion's seats are not taken by the champion")
	}
	if again := players(e.opponents(at)); !reflect.DeepEqual(again, got) {
		t.Error("the same generation has other opponents when it is measured again")
	}
	for k := range 4 {
		v := e.varied(at, k)
		if err := g.Schema.Check(v); err != nil {
			t.Error(err)
		}
		next := at
		next.Number++
		if reflect.DeepEqual(v, e.varied(next, k)) || k > 0 && reflect.DeepEqual(v, e.varied(at, k-1)) {
			t.Errorf("varied opponent %d stands twice", k)
		}
	}
	evidence, err := e.Evidence(context.Background(), at.Champion, 1)
	if err != nil || len(evidence.Against) != 2 {
		t.Errorf("evidence against %+v, %v: want Taxman and Random, once each", evidence.Against, err)
	}
}

// A start is the default of breeding, and leaves the game as it is.
func TestNew_start(t *testing.T) {
	g := coup(t)
	before, start := g.Schema.Default(), g.Schema.Default()
	start[3] = g.Schema.Genes[3].Max
	e := New(g, tiny(), 1, opponents(t, g), nil)
	e.StartAt(start)
	if !reflect.DeepEqual(e.Schema.Default(), start) || e.Schema.Hash() != g.Schema.Hash() {
		t.Error("breeding does not start there, or its genomes mean something else")
	}
	if !reflect.DeepEqual(g.Schema.Default(), before) {
		t.Error("the game's own defaults are other ones now")
	}
}

// Opponents that few deals leave out have no line, and no figure of no games.
func TestEvaluator_Evidence_few(t *testing.T) {
	g, ok := Shipped.ByName("samurai")
	if !ok {
		t.Fatal("no game samurai")
	}
	s := tiny()
	s.Evidence.Deals = 2
	e := New(g, s, 1, opponents(t, g), nil)
	got, err := e.Evidence(context.Background(), g.Schema.Default(), 1)
	guard.Must(t, err)
	if n := len(got.Against); n == 0 || n >= len(e.Field) {
		t.Errorf("%d lines of %d opponents", n, len(e.Field))
	}
	for _, l := range got.Against {
		if l.Games == 0 {
			t.Errorf("%s has a figure of no games", l.Opponent)
		}
	}
}

// Growth 4 adds a quarter of 4 deals in each generation: 4, 5, 6, 7 and 8.
func TestGenomesPlayMoreDealsInLaterGenerations(t *testing.T) {
	g, s := coup(t), tiny()
	s.Fitness, s.Evolve.Generations, s.Evolve.Champion = FitnessSettings{Deals: 4, Growth: 4}, 5, evolve.ChampionAveraged
	e, total := New(g, s, 2, opponents(t, g)[:1], nil), int64(0)
	planned := e.FirstGames()
	count := evolve.RecorderFunc(func(bred evolve.Generation) error {
		want := int64(8 * (4 + bred.Number) * g.Info().Seatings())
		if bred.Games != want || planned != want {
			t.Errorf("generation %d: want %d games, have %d, planned %d", bred.Number, want, bred.Games, planned)
		}
		planned = e.NextGames(&bred)
		total += bred.Games
		return nil
	})
	if _, err := evolve.Run(t.Context(), e.Schema, s.Evolve, e, e, count, nil); err != nil {
		t.Fatal(err)
	}
	if planned := e.SearchGames(); planned != total {
		t.Errorf("want %d games planned for all generations, have %d", total, planned)
	}
}

// Where breeding follows the gradient each genome plays deals of its own, so that gradients are independent; else all play the
// same.
func TestEvaluator_Evaluate_ownDeals(t *testing.T) {
	for own, s := range map[bool]Settings{false: ranks(), true: gradients()} {
		e := evaluator(t, s, &evolve.League{})
		v := e.Schema.Default()
		fs := guard.Value(e.Evaluate(t.Context(), evolve.GenerationInfo{Champion: v, Size: evolve.Size{Individuals: 3, Times: 1}}, []genome.Vector{v, v, v}))(t)
		if same := fs[0].Mean == fs[1].Mean && fs[1].Mean == fs[2].Mean; same == own || (fs[0].Gradient != nil) != own {
			t.Errorf("own deals %v: fitness %v, %v, %v", own, fs[0].Mean, fs[1].Mean, fs[2].Mean)
		}
	}
}
