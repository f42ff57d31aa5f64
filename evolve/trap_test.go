package evolve

import (
	"context"
	"fmt"
	"math"
	oldrand "math/rand"
	"testing"

	"github.com/MaxHalford/eaopt"
	"github.com/google/go-cmp/cmp"

	"bloodline/engine/stats"
	"bloodline/genome"
	"bloodline/genome/gene"
	"bloodline/internal/guard"
)

// Each test of this file is of a trap of eaopt v0.4.2, and that we do not step into it.

// number is a genome for eaopt's own models: one value, its own fitness.
type number struct{ x float64 }

func (n *number) Evaluate() (float64, error) { return n.x, nil }
func (n *number) Mutate(rng *oldrand.Rand)   { n.x += rng.Float64() }
func (n *number) Clone() eaopt.Genome        { return &number{n.x} }
func (n *number) Crossover(mate eaopt.Genome, _ *oldrand.Rand) { // two-way, as eaopt's examples do
	m := mate.(*number)
	n.x, m.x = 0.9*n.x+0.1*m.x, 0.1*n.x+0.9*m.x
}

func numbers(n int) *eaopt.Population {
	pop := &eaopt.Population{RNG: oldrand.New(oldrand.NewSource(1))}
	for i := range n {
		x := eaopt.NewIndividual(&number{float64(i)}, pop.RNG)
		_ = x.Evaluate() // a number has no errors
		pop.Individuals = append(pop.Individuals, x)
	}
	return pop
}

// After eaopt's two-way crossover the mate has a stale fitness. Here the child has none, and the mate keeps its own.
func TestTrap_staleFitness(t *testing.T) {
	rng := generator(1, 0, 0)
	how := (&breeder{schema: line(5), cfg: small()}).reproduction(&Distribution{SD: make([]float64, 5)})
	for name, operate := range map[string]func(a, b *eaopt.Individual, rng *oldrand.Rand){
		"Crossover": func(a, b *eaopt.Individual, rng *oldrand.Rand) { a.Crossover(*b, rng) },
		"Mutate":    func(a, _ *eaopt.Individual, rng *oldrand.Rand) { a.Mutate(rng) },
	} {
		pair := eaoptIndividuals([]Individual{measured("a", how.schema.Default(), 0.3), measured("b", how.schema.Default(), 0.7)})
		a, b := pair[0].Clone(rng), pair[1]
		a.Genome.(*member).how = how
		if b.Evaluate() != nil || b.Fitness != -0.7 {
			t.Fatalf("a measured individual has fitness %v", b.Fitness)
		}
		operate(&a, &b, rng)
		if err := a.Evaluate(); err == nil {
			t.Errorf("%s: a child has a fitness", name)
		}
		for _, x := range pair {
			if x.Evaluated = false; x.Evaluate() != nil {
				t.Errorf("%s: a parent lost its fitness", name)
			}
		}
	}
}

func measured(id string, genes genome.Vector, fitness float64) Individual {
	f := stats.Fitness{Mean: fitness, SE: 0.01, Games: 100}
	return Individual{ID: id, Operator: OpSampled, Genes: genes, Fitness: f, Pooled: f, Belief: Belief{fitness, 0.01}}
}

// Rank i of n wins a tournament of k with probability ((n-i)^k - (n-i-1)^k) / n^k.
func TestTournament_Apply(t *testing.T) {
	const n, k = 8, 3
	shares, counts := make([]float64, n), make([]int, n)
	for i := range shares {
		shares[i] = (math.Pow(n-float64(i), k) - math.Pow(n-float64(i)-1, k)) / math.Pow(n, k)
	}
	chosen, at, err := tournament{k}.Apply(10000, numbers(n).Individuals, generator(1, 0, 0))
	guard.Must(t, err)
	for w, i := range at {
		if chosen[w].Genome.(*number).x != float64(i) { // as eaopt's may be
			t.Fatalf("winner %d is not individual %d", w, i)
		}
		counts[i]++
	}
	x := 0.0
	for i, c := range counts {
		x += math.Pow(float64(c)-10000*shares[i], 2) / (10000 * shares[i])
	}
	if x > 24.32 { // the 0.999 quantile for 7 degrees of freedom
		t.Errorf("counts %v, chi-square %.1f", counts, x)
	}
}

// eaopt underflows when it is asked for more than there are, and panics.
func TestTrap_tournamentTooFew(t *testing.T) {
	if _, _, err := (tournament{3}).Apply(10, numbers(2).Individuals, generator(1, 0, 0)); err != nil {
		t.Errorf("winners may repeat: %v", err)
	}
	if _, _, err := (tournament{3}).Apply(1, nil, generator(1, 0, 0)); err == nil {
		t.Error("selected from no candidates")
	}
	if (tournament{0}).Validate() == nil || (tournament{1}).Validate() != nil {
		t.Error("Validate")
	}
}

// ModGenerational loses the best, and ModRing changes individuals that are still
// in the population; breed does neither.
func TestTrap_lostElitesAndLiveNeighbours(t *testing.T) {
	b := breeder{schema: line(5), cfg: small()}
	g := b.firstGeneration()
	for i := range g.Individuals {
		g.Individuals[i].Fitness = stats.Fitness{Mean: normalized(i), SE: 0.01, Games: 10}
	}
	believe(g, nil, 0)
	best := byBelief(g.Individuals)
	g.Champion = best[len(best)-1]
	kept := fmt.Sprintf("%v", g)
	next := b.breed(g, eaoptIndividuals(g.Individuals)).Individuals
	if fmt.Sprintf("%v", g) != kept {
		t.Error("breeding changed the generation before")
	}
	for _, ind := range next {
		ind.Genes[0] = -1 // in its own memory, unless it is an elite
	}
	if next[0].ID != g.Champion.ID || next[1].ID != best[0].ID {
		t.Errorf("elites are %s %s, want the champion %s and the best %s", next[0].ID, next[1].ID, g.Champion.ID, best[0].ID)
	}
	for _, ind := range g.Individuals {
		if elite := ind.ID == next[0].ID || ind.ID == next[1].ID; !elite && ind.Genes[0] == -1 {
			t.Errorf("%s shares memory with a child", ind.ID)
		}
	}
}

func normalized(i int) float64 { return float64(i*7%11) / 11 }

func line(n int) *genome.Schema {
	s := &genome.Schema{Game: "line", Version: 1}
	for i := range n {
		s.Genes = append(s.Genes, gene.Gene{Name: fmt.Sprint("g", i), Group: "g", Unit: "u", Max: 1, Default: 0.25, Doc: "d"})
	}
	return s
}

func small() Config {
	cfg := DefaultConfig()
	cfg.Population, cfg.Generations = 12, 6
	return cfg
}

// flat measures and judges by the mean of the genes, without noise in the judge.
type flat struct {
	calls, active, most int
	tied                bool // all genomes measure the same
}

func (f *flat) Evaluate(_ context.Context, round GenerationInfo, population []genome.Vector) ([]stats.Fitness, error) {
	f.calls++
	f.active++
	f.most = max(f.most, f.active)
	defer func() { f.active-- }()
	out := make([]stats.Fitness, len(population))
	for i, v := range population {
		out[i] = stats.Fitness{Mean: mean(v) + 0.02*normalized(i+round.Number), SE: 0.01, Games: 100}
		if f.tied {
			out[i].Mean = 0.5
		}
	}
	return out, nil
}

func (f *flat) Challenge(_ context.Context, round GenerationInfo, candidate genome.Vector) (stats.Verdict, error) {
	return stats.Verdict{Accepted: mean(candidate) > mean(round.Champion), LLR: 3, Rounds: 10, Games: 20, Share: 0.6}, nil
}

func mean(v genome.Vector) (sum float64) {
	for _, x := range v {
		sum += x / float64(len(v))
	}
	return sum
}

// eaopt names its individuals and seeds its populations from its own generator,
// and from the clock when it has none. Nothing of that may reach us, not even the order of equals.
func TestTrap_ownGenerator(t *testing.T) {
	var want *Generation
	for seed := range int64(5) {
		f := &flat{tied: true}
		r := &runner{breeder: breeder{line(5), small()}, ctx: context.Background(), evaluator: f, judge: f, idSeed: seed}
		guard.Must(t, r.measureAndRecord(r.firstGeneration()))
		guard.Must(t, r.minimize())
		if want == nil {
			want = r.last
		}
		if diff := cmp.Diff(want, r.last); diff != "" {
			t.Fatalf("seed %d of eaopt's generator changed the run:\n%s", seed, diff)
		}
	}
}

// One call a generation, with the whole population, never two at once; and as many
// generations as were asked for, the first included (eaopt counts without it and
// refuses zero).
func TestTrap_evaluation(t *testing.T) {
	for _, generations := range []int{1, 2, 6} {
		f, cfg := &flat{}, small()
		cfg.Generations = generations
		result, err := Run(context.Background(), line(5), cfg, f, f, nil, nil)
		guard.Must(t, err)
		if f.calls != generations || f.most != 1 || result.Number != generations-1 {
			t.Errorf("%d generations: %d calls, %d at once, last generation %d", generations, f.calls, f.most, result.Number)
		}
	}
}
