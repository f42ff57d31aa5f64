package main

import (
	"context"
	"encoding/json"
	"maps"
	"math"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"bloodline/configs"
	"bloodline/engine"
	"bloodline/evolve"
	"bloodline/genome"
)

const guarded = `game: coup
seed: 5
field: [Taxman, Random]
fitness: {blocks: 20}
verdict: {margin: 0.05, min_rounds: 8, max_rounds: 60}
guard: {share: 0.5, round: 3, generations: 3, league: 3}
evidence: {blocks: 26}
evolve: {population: 12, generations: 9, algorithm: distribution}
`

// learning is guarded where both sides follow gradients, and adversaries begin at
// three places.
const learning = `game: coup
seed: 6
field: [Taxman, Random]
fitness: {blocks: 20}
verdict: {margin: 0.05, min_rounds: 8, max_rounds: 60}
guard: {share: 0.5, round: 3, generations: 3, league: 3, starts: [champion, strongest], temper: 40, blocks: 30, learning: 0.1}
evidence: {blocks: 26}
evolve:
  {population: 12, generations: 9, algorithm: gradient, distribution: {sigma: 0.02, decay: 0.001}, gradient: {learning_rate: 0.01, half_life: 5}}
`

// guardedLab is a lab that keeps its adversaries in evidence, and knows those that
// already stand there.
func guardedLab(t *testing.T, settings string, evidence map[string]json.RawMessage) *lab {
	t.Helper()
	path := filepath.Join(t.TempDir(), "guarded.yaml")
	write(t, path, settings)
	cfg, err := configs.Load(path, configs.Overrides{}, known())
	if err != nil {
		t.Fatal(err)
	}
	l, err := new(app).newLab(cfg)
	if err != nil {
		t.Fatal(err)
	}
	l.guard.keep = func(key string, value any) error {
		text, err := json.Marshal(value)
		evidence[key] = text
		return err
	}
	if err := l.guard.recall(evidence); err != nil {
		t.Fatal(err)
	}
	return l
}

// A run with adversaries and past champions that is stopped in any generation and
// resumed ends like one that was not, and breeds no adversary twice.
func TestGuard_resume(t *testing.T) {
	for name, settings := range map[string]string{"by ranks": guarded, "by gradient": learning} {
		t.Run(name, func(t *testing.T) {
			bred := resumed(t, settings, nil)
			bred[veteransKey] = json.RawMessage("2")
			t.Run("veterans", func(t *testing.T) { resumed(t, settings, bred) })
		})
	}
}

// resumed returns the evidence of the whole run, which began with some.
func resumed(t *testing.T, settings string, before map[string]json.RawMessage) map[string]json.RawMessage {
	ctx := context.Background()
	whole := map[string]json.RawMessage{}
	maps.Copy(whole, before)
	l := guardedLab(t, settings, whole)
	want, err := evolve.Run(ctx, l.game.Schema, l.cfg.Evolve, l, l, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	if n := len(whole) - len(before); n != 2 {
		t.Fatalf("%d new adversaries in nine generations of rounds of three, want 2", n)
	}
	for cut := 1; cut < 9; cut++ {
		kept := map[string]json.RawMessage{}
		maps.Copy(kept, before)
		first := guardedLab(t, settings, kept)
		cfg := first.cfg.Evolve
		cfg.Generations = cut
		stopped, err := evolve.Run(ctx, first.game.Schema, cfg, first, first, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		second := guardedLab(t, settings, kept)
		had := len(second.guard.all)
		got, err := evolve.Run(ctx, second.game.Schema, second.cfg.Evolve, second, second, nil, &stopped.Last)
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(got, want) || !reflect.DeepEqual(kept, whole) {
			t.Errorf("stopped after %d generations, with %d adversaries: it ends otherwise", cut, had)
		}
	}
	return whole
}

// The field of a round has the opponents, as many adversaries as make up the share,
// and past champions.
func TestGuard_mixed(t *testing.T) {
	l := guardedLab(t, guarded, map[string]json.RawMessage{})
	if _, err := evolve.Run(context.Background(), l.game.Schema, l.cfg.Evolve, l, l, nil, nil); err != nil {
		t.Fatal(err)
	}
	count := map[engine.Player]int{}
	for _, p := range l.guard.mixed(2) {
		count[p]++
	}
	bred, past := 0, 0
	for _, x := range l.guard.all {
		bred += count[x.player]
		past += count[x.loser]
		if x.Share < 0.3 {
			t.Errorf("adversary %d won %v of its champion: it was bred against another", x.Round, x.Share)
		}
	}
	if bred != len(l.field) || past != l.cfg.Guard.League || len(l.guard.mixed(2)) != 2*len(l.field)+3 {
		t.Errorf("%d adversaries and %d past champions beside %d opponents, want as many adversaries and 3", bred, past, len(l.field))
	}
	if first := l.guard.mixed(0); len(first) != len(l.field) {
		t.Errorf("the first round has %d opponents, want the field's %d", len(first), len(l.field))
	}
}

// An adversary that learns wins more than the genome where it began.
func TestGuard_learning(t *testing.T) {
	l := guardedLab(t, learning, map[string]json.RawMessage{})
	l.cfg.Guard.Generations, l.cfg.Guard.Blocks = 6, 200
	champion := l.game.Schema.Default()
	if err := l.guard.breed(context.Background(), 1, champion); err != nil {
		t.Fatal(err)
	}
	// It begins at the champion, and has 4,000 games: a standard error of 0.008.
	if share := l.guard.all[0].Share; share < 0.55 {
		t.Errorf("the champion loses %.3f of its games to the adversary that began as its twin", share)
	}
}

// Adversaries begin in turn where the settings say.
func TestGuard_origin(t *testing.T) {
	l := guardedLab(t, learning, map[string]json.RawMessage{})
	l.cfg.Guard.Starts = []string{configs.StartStrongest, configs.StartChampion, configs.StartDefaults}
	rng := rand.New(rand.NewPCG(1, 2))
	s := l.game.Schema
	home, champion, weak, strong := s.Default(), s.Random(rng), s.Random(rng), s.Random(rng)
	halfway := make(genome.Vector, len(home))
	for i := range halfway {
		halfway[i] = (home[i] + strong[i]) / 2
	}
	l.guard.all = []*adversary{{vector: weak, Won: []float64{0.9}}, {vector: strong, Won: []float64{0.4, 0.6}}, {vector: weak, Won: []float64{0.5, 0.7, 0.6}}}
	begins := func(round int, want genome.Vector) {
		t.Helper()
		if got := l.guard.origin(round, champion); !slices.EqualFunc(got, want, func(x, y float64) bool { return math.Abs(x-y) < 1e-12 }) {
			t.Errorf("the adversary of round %d begins elsewhere", round)
		}
	}
	for i, want := range []genome.Vector{home, champion, home, halfway, champion} {
		begins(i+1, want)
	}
	l.cfg.Guard.Starts = []string{configs.StartLatest}
	begins(1, home)
	begins(3, strong)
	begins(4, weak)
}

// A line of adversaries cools as one search of the same length would: by what
// learning is in each of its generations.
func TestGuard_cooling(t *testing.T) {
	g := &guard{lab: &lab{cfg: &configs.Config{Guard: configs.Guard{
		Generations: 10, Deep: 5, Learning: 0.02, Cooling: 40,
		Starts: []string{configs.StartChampion, configs.StartLatest, configs.StartLatest, configs.StartDefaults, configs.StartLatest},
	}}}}
	one := func(age int) float64 { return 0.02 / (1 + float64(age)/40) }
	// The fifth round is five times as long, so the one after it would be older, but
	// begins anew.
	for i, age := range []int{0, 10, 20, 0, 10, 0, 10} {
		round := i + 1
		learning, cooling := g.learning(round)
		for _, n := range []int{0, 7, 50} {
			if got := learning / (1 + float64(n)/float64(cooling)); math.Abs(got-one(age+n)) > 1e-12 {
				t.Errorf("generation %d of the adversary of round %d learns by %v, want %v", n, round, got, one(age+n))
			}
		}
	}
	g.cfg.Guard.Starts = []string{configs.StartLatest}
	if got, _ := g.learning(7); math.Abs(got-one(10+10+10+10+50+10)) > 1e-12 {
		t.Errorf("after six rounds of one line learning is %v", got)
	}
	if _, cooling := g.learning(100_000); cooling != longest {
		t.Errorf("an endless line cools over %d generations, evolve allows %d", cooling, longest)
	}
	g.cfg.Guard.Cooling = 0
	if got, cooling := g.learning(7); got != 0.02 || cooling != 0 {
		t.Errorf("without cooling have %v and %d", got, cooling)
	}
}

// Searches grow round by round; every so many rounds one is deep.
func TestGuard_generations(t *testing.T) {
	g := &guard{lab: &lab{cfg: &configs.Config{Guard: configs.Guard{Generations: 10, Growth: 4, Deep: 3}}}}
	var got []int
	for round := 1; round <= 8; round++ {
		got = append(got, g.generations(round))
	}
	if want := []int{12, 15, 5 * 17, 20, 22, 5 * 25, 27, 30}; !slices.Equal(got, want) {
		t.Errorf("have %v, want %v", got, want)
	}
	g.cfg.Guard.Generations = 90_000
	if got := g.generations(1); got != longest {
		t.Errorf("the longest has %d, want %d", got, longest)
	}
	g.cfg.Guard = configs.Guard{Generations: 10}
	if got := g.generations(8); got != 10 {
		t.Errorf("without growth the eighth has %d, want 10", got)
	}
}
