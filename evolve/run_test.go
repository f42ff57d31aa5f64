package evolve_test

import (
	stdcmp "cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"bloodline/engine/stats"
	"bloodline/evolve"
	"bloodline/genome"
	"bloodline/internal/guard"
	"bloodline/internal/setting"
)

func quick() evolve.Config {
	cfg := evolve.DefaultConfig()
	cfg.Seed, cfg.Population, cfg.Generations = 5, 24, 12
	return cfg
}

// keep is a recorder that remembers.
type keep struct{ all []evolve.Generation }

func (k *keep) Record(g evolve.Generation) error { k.all = append(k.all, g); return nil }

func run(tb testing.TB, cfg evolve.Config, from *evolve.Generation) (*evolve.Generation, []evolve.Generation) {
	tb.Helper()
	l, k := newLandscape("quadratic", 20, 1), &keep{}
	result, err := evolve.Run(context.Background(), l.schema, cfg, l, l, k, from)
	guard.Must(tb, err)
	return result, k.all
}

func TestRun_resumeRefuses(t *testing.T) {
	result, _ := run(t, quick(), nil)
	l, cfg := newLandscape("quadratic", 20, 1), quick()
	cfg.Population = 30
	_, err := evolve.Run(context.Background(), l.schema, cfg, l, l, nil, result)
	var field *setting.Error
	if !errors.As(err, &field) || field.Key != "population" {
		t.Errorf("another population: %v", err)
	}
	other := newLandscape("quadratic", 21, 1)
	if _, err := evolve.Run(context.Background(), other.schema, quick(), other, other, nil, result); err == nil || !strings.Contains(err.Error(), "want 21 genes, have 20") {
		t.Errorf("another schema: %v", err)
	}
}

// accountant is a twin that remembers every sample that it has given out, and its
// arguments.
type accountant struct {
	*landscape
	samples map[string]stats.Fitness // by generation and genes
	rounds  []evolve.GenerationInfo
}

func entry(generation int, v genome.Vector) string { return fmt.Sprint(generation, " ", v) }

func (l *accountant) Evaluate(ctx context.Context, round evolve.GenerationInfo, population []genome.Vector) ([]stats.Fitness, error) {
	fs, err := l.landscape.Evaluate(ctx, round, population)
	l.rounds = append(l.rounds, round)
	for i, f := range fs {
		l.samples[entry(round.Number, population[i])] = f
	}
	return fs, err
}

// Among thousands of individuals: no fitness that is not the sample of exactly
// these genes in exactly this generation, no identity with two genomes, no elite
// that is lost or not measured again, and the pooled fitness is that of all
// samples of a life.
func TestRun_books(t *testing.T) {
	l := &accountant{newLandscape("logistic", 30, 2), map[string]stats.Fitness{}, nil}
	cfg := quick()
	cfg.Population, cfg.Generations = 80, 60
	genes, lives := map[string]genome.Vector{}, map[string][]stats.Fitness{}
	var before evolve.Generation
	rows, again := 0, 0
	check := evolve.RecorderFunc(func(g evolve.Generation) error {
		if told := l.rounds[len(l.rounds)-1]; told.Number != g.Number || told.Mean != before.Mean {
			t.Errorf("generation %d is told of %d and a mean of %v, want %v", g.Number, told.Number, told.Mean, before.Mean)
		}
		for i, ind := range g.Individuals {
			rows++
			if !reflect.DeepEqual(ind.Fitness, l.samples[entry(g.Number, ind.Genes)]) {
				t.Errorf("generation %d: %s has stale fitness %+v", g.Number, ind.ID, ind.Fitness)
			}
			if old, known := genes[ind.ID]; known != (ind.Born < g.Number) || known && !slices.Equal(old, ind.Genes) {
				t.Errorf("generation %d: %s changed, known before %v", g.Number, ind.ID, known)
			}
			if want := fmt.Sprintf("g%03d-%03d", g.Number, i); ind.Born == g.Number && ind.ID != want {
				t.Errorf("born as %s, want %s", ind.ID, want)
			}
			for _, parent := range ind.Parents {
				if _, known := genes[parent]; !known {
					t.Errorf("%s has unknown parent %s", ind.ID, parent)
				}
			}
			if err := l.schema.Check(ind.Genes); err != nil {
				t.Error(err)
			}
			lives[ind.ID] = append(lives[ind.ID], ind.Fitness)
			if !samePool(ind.Pooled, lives[ind.ID]) {
				t.Errorf("%s: pooled %+v of %+v", ind.ID, ind.Pooled, lives[ind.ID])
			}
		}
		for _, ind := range g.Individuals {
			genes[ind.ID] = ind.Genes
		}
		again += checkElites(t, &before, &g)
		before = g
		return nil
	})
	result, err := evolve.Run(context.Background(), l.schema, cfg, l, l, check, nil)
	guard.Must(t, err)
	if rows != 80*60 || again != 59*2 {
		t.Errorf("%d rows, %d elites measured again", rows, again)
	}
	if result.Champion.Pooled.Games != int64(1000*len(lives[result.Champion.ID])) {
		t.Errorf("champion %+v", result.Champion)
	}
}

func samePool(got stats.Fitness, all []stats.Fitness) bool {
	sum, squares, games := 0.0, 0.0, int64(0)
	for _, f := range all {
		sum += f.Mean * float64(f.Games)
		squares += math.Pow(f.SE*float64(f.Games), 2)
		games += f.Games
	}
	n := float64(games)
	return math.Abs(got.Mean-sum/n) < 1e-12 && math.Abs(got.SE-math.Sqrt(squares)/n) < 1e-12 && got.Games == games
}

// checkElites counts the survivors of the generation before, and wants them to be
// its champion and its best.
func checkElites(t *testing.T, before, g *evolve.Generation) (n int) {
	if g.Number == 0 {
		return 0
	}
	ranked := slices.Clone(before.Individuals)
	slices.SortStableFunc(ranked, func(a, b evolve.Individual) int {
		switch {
		case a.ID == before.Champion.ID:
			return -1
		case b.ID == before.Champion.ID:
			return 1
		}
		return stdcmp.Compare(b.Belief.Mean, a.Belief.Mean)
	})
	for i, ind := range ranked[:2] {
		if g.Individuals[i].ID != ind.ID {
			t.Errorf("generation %d: elite %d is %s, want %s", g.Number, i, g.Individuals[i].ID, ind.ID)
		}
	}
	for _, ind := range g.Individuals {
		if ind.Born < g.Number {
			n++
		}
	}
	return n
}

// Only a verdict changes the champion, and no individual challenges
// the same champion twice.
func TestRun_champion(t *testing.T) {
	_, all := run(t, quick(), nil)
	champion, since, rejected, changes := "g000-000", 0, []string(nil), 0
	for _, g := range all {
		if g.Verdict != nil && slices.Contains(rejected, g.Challenger) {
			t.Errorf("generation %d: %s challenges again", g.Number, g.Challenger)
		}
		switch {
		case g.Verdict != nil && g.Verdict.Accepted:
			champion, since, rejected = g.Challenger, g.Number, nil
			changes++
		case g.Verdict != nil:
			rejected = append(rejected, g.Challenger)
		}
		if g.Champion.ID != champion || g.Since != since || !slices.Equal(g.Rejected, rejected) {
			t.Errorf("generation %d: champion %s since %d, rejected %v; want %s since %d, %v", g.Number, g.Champion.ID, g.Since, g.Rejected, champion, since, rejected)
		}
	}
	if changes < 2 {
		t.Errorf("%d champions", changes)
	}
}

// A champion that no challenger can beat meets each of them once.
func TestRun_rejected(t *testing.T) {
	s := &saboteur{landscape: newLandscape("quadratic", 20, 1), judge: func() (stats.Verdict, error) { return stats.Verdict{LLR: -3}, nil }}
	k := &keep{}
	if _, err := evolve.Run(context.Background(), s.schema, quick(), s, s, k, nil); err != nil {
		t.Fatal(err)
	}
	var challengers []string
	again := 0 // generations in which the best was rejected before
	for _, g := range k.all {
		if best := slices.MaxFunc(g.Individuals, func(a, b evolve.Individual) int { return stdcmp.Compare(a.Belief.Mean, b.Belief.Mean) }); slices.Contains(challengers, best.ID) {
			again++
		}
		if slices.Contains(challengers, g.Challenger) {
			t.Errorf("generation %d: %s challenges again", g.Number, g.Challenger)
		}
		challengers = append(challengers, g.Challenger)
	}
	if last := k.all[len(k.all)-1]; !slices.Equal(last.Rejected, challengers) || last.Champion.ID != "g000-000" {
		t.Errorf("rejected %v, challengers %v, champion %s", last.Rejected, challengers, last.Champion.ID)
	}
	if again == 0 {
		t.Error("the best was never a rejected individual: that is no test")
	}
}

// saboteur is a landscape on which something happens in a generation.
type saboteur struct {
	*landscape
	at       int
	evaluate func(fs []stats.Fitness) ([]stats.Fitness, error)
	judge    func() (stats.Verdict, error)
}

func (s *saboteur) Evaluate(ctx context.Context, round evolve.GenerationInfo, population []genome.Vector) ([]stats.Fitness, error) {
	fs, err := s.landscape.Evaluate(ctx, round, population)
	if round.Number == s.at && s.evaluate != nil {
		return s.evaluate(fs)
	}
	return fs, err
}

func (s *saboteur) Challenge(ctx context.Context, round evolve.GenerationInfo, candidate genome.Vector) (stats.Verdict, error) {
	if round.Number >= s.at && s.judge != nil {
		return s.judge()
	}
	return s.landscape.Challenge(ctx, round, candidate)
}

// A failure in a generation stops the run there, nothing of it is recorded,
// and from what stands the run ends as if nothing had happened.
func TestRun_failure(t *testing.T) {
	boom := errors.New("boom")
	want, whole := run(t, quick(), nil)
	ctx, cancel := context.WithCancel(context.Background())
	for _, tt := range []struct {
		name     string
		evaluate func([]stats.Fitness) ([]stats.Fitness, error)
		judge    func() (stats.Verdict, error)
		record   error
		is       error
		say      string
	}{
		{"evaluator", func([]stats.Fitness) ([]stats.Fitness, error) { return nil, boom }, nil, nil, boom, "generation 4: measure: boom"},
		{"too few results", func(fs []stats.Fitness) ([]stats.Fitness, error) { return fs[1:], nil }, nil, nil, nil, "want 24 results, have 23"},
		{"NaN", func(fs []stats.Fitness) ([]stats.Fitness, error) { fs[7].Mean = math.NaN(); return fs, nil }, nil, nil, nil, "individual g004-007: fitness NaN"},
		{"no games", func(fs []stats.Fitness) ([]stats.Fitness, error) { fs[7].Games = 0; return fs, nil }, nil, nil, nil, "over 0 games is no measurement"},
		{"judge", nil, func() (stats.Verdict, error) { return stats.Verdict{}, boom }, nil, boom, "challenge by g0"},
		{"recorder", nil, nil, boom, boom, "generation 4: record: boom"},
		{"cancelled", func([]stats.Fitness) ([]stats.Fitness, error) { cancel(); return nil, ctx.Err() }, nil, nil, context.Canceled, "generation 4: measure: context canceled"},
		{"cancelled, other error", func([]stats.Fitness) ([]stats.Fitness, error) { cancel(); return nil, boom }, nil, nil, context.Canceled, "boom"},
		{"cancelled, unnoticed", func(fs []stats.Fitness) ([]stats.Fitness, error) { cancel(); return fs, nil }, nil, nil, context.Canceled, "generation 4"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			ctx, cancel = context.WithCancel(context.Background())
			defer cancel()
			s := &saboteur{newLandscape("quadratic", 20, 1), 4, tt.evaluate, tt.judge}
			k := &keep{}
			fail := evolve.RecorderFunc(func(g evolve.Generation) error {
				if g.Number == s.at {
					return tt.record
				}
				return nil
			})
			result, err := evolve.Run(ctx, s.schema, quick(), s, s, evolve.Recorders{fail, k}, nil)
			if err == nil || tt.is != nil && !errors.Is(err, tt.is) || !strings.Contains(err.Error(), tt.say) {
				t.Fatalf("error %v, want %q", err, tt.say)
			}
			stood := len(k.all)
			if tt.judge == nil && stood != 4 || stood < 4 || result.Number != stood-1 {
				t.Fatalf("%d generations recorded, result shows %d", stood, result.Number)
			}
			resumed, after := run(t, quick(), result)
			if all := append(k.all, after...); !reflect.DeepEqual(whole, all) || !reflect.DeepEqual(want, resumed) {
				t.Errorf("after the failure:\n%s%s", cmp.Diff(whole, all), cmp.Diff(want, resumed))
			}
		})
	}
}

// Generation 0 is the default and samples around it; later ones are elites, one averaged
// individual and children.
func TestRun_population(t *testing.T) {
	cfg := quick()
	cfg.Generations = 4
	_, all := run(t, cfg, nil)
	count := func(g evolve.Generation) map[string]int {
		n := map[string]int{}
		for _, ind := range g.Individuals {
			if ind.Born == g.Number {
				n[ind.Operator]++
			}
		}
		return n
	}
	if got := count(all[0]); !cmp.Equal(got, map[string]int{evolve.OpDefault: 1, evolve.OpSampled: 23}) {
		t.Errorf("generation 0: %v", got)
	}
	for _, g := range all[1:] {
		if got := count(g); !cmp.Equal(got, map[string]int{evolve.OpAveraged: 1, evolve.OpRecombined: 21}) {
			t.Errorf("generation %d: %v", g.Number, got)
		}
		for _, ind := range g.Individuals {
			if ind.Step < 0.01 || ind.Step > 0.5 {
				t.Errorf("%s has step %v", ind.ID, ind.Step)
			}
		}
	}
}

// A round begins with the averaged individual as champion, on new
// beliefs and with standard deviations of 0.1 at least.
func TestRun_distributionRounds(t *testing.T) {
	cfg := quick()
	cfg.Round, cfg.Generations = 4, 13
	cfg.Sigma = 0.05
	_, whole := run(t, cfg, nil)
	for _, g := range whole {
		for _, s := range g.Distribution.SD {
			if g.Number > 0 && g.Number%4 == 0 && s < 0.1 {
				t.Errorf("generation %d: standard deviation %v below 0.1", g.Number, s)
			}
		}
		if g.Number == 0 || g.Number%4 != 0 {
			continue
		}
		if c := g.Champion; c.Operator != evolve.OpAveraged || c.ID != g.Individuals[0].ID || g.Since != g.Number || g.Verdict != nil {
			t.Errorf("generation %d begins a round: champion %s by %s, since %d, verdict %v", g.Number, c.ID, c.Operator, g.Since, g.Verdict)
		}
		for _, ind := range g.Individuals {
			if ind.Born != g.Number {
				t.Errorf("generation %d begins a round: %s is from the last one", g.Number, ind.ID)
			}
		}
	}
}
