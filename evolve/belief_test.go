package evolve

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"bloodline/engine/stats"
	"bloodline/genome"
)

func near(a, b float64) bool { return math.Abs(a-b) < 1e-12 }

// The product of N(0, 3^2) and a sample 10 of deviation 4 is N(3.6, 2.4^2): the
// weights are 1/9 and 1/16.
func TestBelief_After(t *testing.T) {
	for _, tt := range []struct {
		name  string
		prior Belief
		f     stats.Fitness
		want  Belief
	}{
		{"worked example", Belief{0, 3}, stats.Fitness{Mean: 10, SE: 4, Games: 1}, Belief{3.6, 2.4}},
		{"sure prior", Belief{1, 0}, stats.Fitness{Mean: 10, SE: 4, Games: 1}, Belief{1, 0}},
		{"sure sample", Belief{1, 3}, stats.Fitness{Mean: 10, SE: 0, Games: 1}, Belief{10, 0}},
		{"both sure", Belief{1, 0}, stats.Fitness{Mean: 10, SE: 0, Games: 1}, Belief{10, 0}},
	} {
		if got := tt.prior.Posterior(tt.f); !near(got.Mean, tt.want.Mean) || !near(got.SE, tt.want.SE) {
			t.Errorf("%s: %+v, want %+v", tt.name, got, tt.want)
		}
	}
}

// Pooling halves gives the same as measuring the whole.
func TestPool(t *testing.T) {
	got := Pool(stats.Fitness{Mean: 0.5, SE: 0.03, Games: 100}, stats.Fitness{Mean: 0.8, SE: 0.04, Games: 300})
	if !near(got.Mean, 0.725) || !near(got.SE, math.Hypot(3, 12)/400) || got.Games != 400 {
		t.Errorf("pool = %+v", got)
	}
}

// After few games scores are pulled towards those of the generation by six of its games, whatever the range of the scores is, and
// a setting whose games ended alike is no surer than others.
func TestBelieveFew(t *testing.T) {
	of := func(shift float64) *Generation {
		g := &Generation{}
		for _, f := range []stats.Fitness{{Mean: 30, SE: 6, Games: 12}, {Mean: -6, SE: 0, Games: 12}, {Mean: 15, SE: 3, Games: 24}} {
			f.Mean += shift
			g.Individuals = append(g.Individuals, Individual{Fitness: f})
		}
		believeFew(g, nil, 0, nil, false)
		return g
	}
	variance := (12*12*36 + 24*24*9) / 48. // of a game
	for _, shift := range []float64{0, -500} {
		for i, want := range []Belief{{(12*30 + 6*13.5) / 18, math.Sqrt(12*12*36+6*variance) / 18}, {(-12*6 + 6*13.5) / 18, math.Sqrt(6*variance) / 18}, {(24*15 + 6*13.5) / 30, math.Sqrt(24*24*9+6*variance) / 30}} {
			if got := of(shift).Individuals[i].Belief; math.Abs(got.Mean-shift-want.Mean) > 1e-9 || math.Abs(got.SE-want.SE) > 1e-9 {
				t.Errorf("%d, moved by %v: %+v, want %+v", i, shift, got, want)
			}
		}
	}
}

// Few games of wins have the beta distribution of three won and three lost games more (its mean and variance).
func TestPosteriorOfFew(t *testing.T) {
	won, lost := 3+10*0.7, 3+10*0.3
	want := Belief{won / (won + lost), math.Sqrt(won * lost / ((won + lost) * (won + lost) * (won + lost + 1)))}
	if got := PosteriorOfFew(stats.Fitness{}, true)(stats.Fitness{Mean: 0.7, Games: 10}); math.Abs(got.Mean-want.Mean) > 1e-12 || math.Abs(got.SE-want.SE) > 1e-12 {
		t.Errorf("have %+v, want %+v", got, want)
	}
}

// Of the exploiters of a round the best is the strongest that joined it, or was bred against it.
func TestLeague(t *testing.T) {
	l := League{
		Rounds:     []LeagueRound{{Number: 1}, {Number: 2, Won: []float64{0.7}}, {Number: 3, Won: []float64{0.4, 0.6}}},
		Exploiters: []Exploiter{{Number: 3, Round: 3, Share: 0.5, Games: 30}, {Number: 1, Round: 1, Share: 0.3, Games: 10}, {Number: 2, Round: 2, Share: 0.8, Games: 20}},
	}
	var got []float64
	for _, x := range l.ExploitersByNumber() {
		got = append(got, x.RoundBest)
	}
	if !slices.Equal(got, []float64{0.3, 0.8, 0.6}) || l.Games() != 60 {
		t.Errorf("best of the rounds %v, %d games", got, l.Games())
	}
}

// The best of many equals is pulled back to about where it is.
func TestNewcomerPrior(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, tt := range []struct{ sd, noise float64 }{{0, 0.015}, {0.01, 0.015}, {0.05, 0.015}, {0.02, 0}} {
		t.Run(fmt.Sprintf("sd=%v,noise=%v", tt.sd, tt.noise), func(t *testing.T) {
			var fs []stats.Fitness
			var truth []float64
			for range 5000 {
				x := 0.5 + tt.sd*rng.NormFloat64()
				truth = append(truth, x)
				fs = append(fs, stats.Fitness{Mean: x + tt.noise*rng.NormFloat64(), SE: tt.noise, Games: 1000})
			}
			prior, best := newcomerPrior(fs), 0
			if math.Abs(prior.Mean-0.5) > 0.002 || math.Abs(prior.SE-tt.sd) > 0.002+tt.sd/20 {
				t.Errorf("prior %+v", prior)
			}
			bias, n := 0.0, 0.0
			for i, f := range fs {
				if f.Mean > fs[best].Mean {
					best = i
				}
				if f.Mean > 0.5+2*math.Hypot(tt.sd, tt.noise) {
					bias, n = bias+prior.Posterior(f).Mean-truth[i], n+1
				}
			}
			if math.Abs(bias/n) > 0.004 {
				t.Errorf("believed of the lucky %v: off by %.4f on average", n, bias/n)
			}
			if got := prior.Posterior(fs[best]).Mean; tt.noise > 0 && got >= fs[best].Mean {
				t.Errorf("the best is believed to be %v, measured %v", got, fs[best].Mean)
			}
		})
	}
}

// An elite's prior is its last belief, that of the averaged individual
// what was believed of the last one, and of a newcomer what its siblings are like.
func TestBelieve(t *testing.T) {
	f := func(mean float64) stats.Fitness { return stats.Fitness{Mean: mean, SE: 0.03, Games: 100} }
	elite := Individual{ID: "e", Born: 3, Fitness: f(0.7), Pooled: f(0.5), Belief: Belief{0.5, 0.04}}
	before := &Generation{Number: 4, Individuals: []Individual{{ID: "c4", Born: 4, Operator: OpAveraged, Belief: Belief{0.6, 0.01}}}}
	g := &Generation{Number: 5, Individuals: []Individual{
		elite,
		{ID: "c5", Born: 5, Operator: OpAveraged, Fitness: f(0.8)},
		{ID: "a", Born: 5, Operator: OpRecombined, Fitness: f(0.3)},
		{ID: "b", Born: 5, Operator: OpRecombined, Fitness: f(0.5)},
	}}
	believe(g, before, 0)
	// Siblings a and b: mean 0.4, variance 0.02 less 0.0009 of noise.
	siblings := Belief{0.4, math.Sqrt(0.0191)}
	for i, want := range []Belief{
		Belief{0.5, 0.04}.Posterior(f(0.7)),
		Belief{0.6, math.Sqrt(0.0191 + 0.0001)}.Posterior(f(0.8)),
		siblings.Posterior(f(0.3)), siblings.Posterior(f(0.5)),
	} {
		if ind := g.Individuals[i]; !near(ind.Belief.Mean, want.Mean) || !near(ind.Belief.SE, want.SE) {
			t.Errorf("%s: %+v, want %+v", ind.ID, ind.Belief, want)
		}
	}
	if got := g.Individuals[0].Pooled; !near(got.Mean, 0.6) || got.Games != 200 {
		t.Errorf("elite pooled %+v", got)
	}
	if got := g.Individuals[1].Pooled; !reflect.DeepEqual(got, f(0.8)) {
		t.Errorf("newcomer pooled %+v", got)
	}
}

// The moving average goes all the way to the mean after generation 0, half of the way
// after generation 1, and never less than the averaging rate.
func TestBreeder_follow(t *testing.T) {
	cfg := small()
	cfg.Averaging = 0.2
	b := breeder{schema: line(1), cfg: cfg}
	for _, tt := range []struct {
		number int
		want   float64
	}{{0, 0.7}, {1, 0.5}, {3, 0.4}, {9, 0.38}, {99, 0.38}} {
		d := &Distribution{Mean: []float64{0.7}, Average: []float64{0.3}}
		if b.updateAverage(d, tt.number); !near(d.Average[0], tt.want) {
			t.Errorf("after generation %d: %v, want %v", tt.number, d.Average[0], tt.want)
		}
	}
}

// The averaged individual has the one before it and the best of the others as parents.
func TestBreeder_averaged(t *testing.T) {
	cfg := small()
	cfg.Population = 8
	b := breeder{schema: line(1), cfg: cfg}
	g := &Generation{Individuals: []Individual{
		{ID: "low", Belief: Belief{Mean: 0.1}},
		{ID: "best", Belief: Belief{Mean: 0.8}},
		{ID: "last", Operator: OpAveraged, Belief: Belief{Mean: 0.9}},
		{ID: "good", Belief: Belief{Mean: 0.7}},
	}}
	if got := b.averaged(g, b.firstDistribution()); fmt.Sprint(got.Parents) != "[last best good]" || got.Operator != OpAveraged {
		t.Errorf("have %+v", got)
	}
}

// Noise maxima, duplicates and stale entries have no place in the hall of fame.
func TestInduct(t *testing.T) {
	individual := func(id string, gene, mean float64) Individual {
		return Individual{ID: id, Genes: genome.Vector{gene}, Belief: Belief{Mean: mean}}
	}
	hall := []Individual{individual("a", 1, 0.9), individual("b", 2, 0.8), individual("c", 3, 0.7)}
	for _, tt := range []struct {
		name   string
		living []Individual
		size   int
		want   string
	}{
		{"newcomer in between", []Individual{individual("d", 4, 0.85)}, 4, "a0.9 d0.85 b0.8 c0.7"},
		{"size", []Individual{individual("d", 4, 0.85)}, 2, "a0.9 d0.85"},
		{"lucky member measured again", []Individual{individual("a", 1, 0.75)}, 3, "b0.8 a0.75 c0.7"},
		{"and out", []Individual{individual("a", 1, 0.1)}, 2, "b0.8 c0.7"},
		{"twin", []Individual{individual("d", 1, 0.95)}, 4, "d0.95 b0.8 c0.7"},
		{"twin below", []Individual{individual("d", 1, 0.1)}, 4, "a0.9 b0.8 c0.7"},
	} {
		got := ""
		for i, x := range induct(hall, tt.living, tt.size) {
			if i > 0 {
				got += " "
			}
			got += fmt.Sprint(x.ID, x.Belief.Mean)
		}
		if got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
	if hall[0].ID != "a" || hall[1].ID != "b" || hall[2].ID != "c" {
		t.Error("induct changed the old hall")
	}
}
