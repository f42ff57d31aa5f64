// Package optimiser has other optimisers than package evolve, for comparison at equal games
// on the same [evolve.Evaluator] ([Compare]), and for breeding ([Run]).
//
//   - [BestOf]: the best of as many random genomes, or varied defaults, as there
//     are games for; measured by sequential halving.
//   - [CMA]: goptuna's CMA-ES.
//   - [SepCMA]: CMA-ES with a diagonal matrix, for hundreds of genes.
//   - [Surrogate]: a model of the win probability, fitted to all games so far.
//   - [TPE]: goptuna's tree-structured Parzen estimator, for a dozen genes.
//
// Every arm ends with a playoff: its candidates, the defaults among them, are measured on
// new deals and halved until one is left, so that no lucky sample becomes the champion.
//
// In addition to the games, BestOf and SepCMA cost some twenty microseconds for a genome
// of 277 genes. CMA multiplies two square matrices for each genome that it draws: one
// millisecond for 48 genes, twenty for 150, a tenth of a second for 277.
//
// The package knows no game, no arena and no clock.
package optimiser

import (
	"context"
	"fmt"
	"math/rand/v2"

	"bloodline/engine/roll"
	"bloodline/evolve"
	"bloodline/genome"
)

// Arm is an optimiser with a budget.
type Arm interface {
	// Name is a word for tables and flags: "sep-cma".
	Name() string

	// Breed returns the genome that the arm would hand in after a budget of games,
	// and the games that it has spent, as the evaluator counts them. The price of a
	// genome is known after the first batch only: that one may overdraw the budget,
	// no other does. The result is a pure function of schema, seed, evaluator and
	// budget. Calls of the evaluator with one generation number meet the same deals; the
	// champion of a round is what the arm would hand in by then. A cancelled ctx is found in the error by errors.Is.
	Breed(ctx context.Context, schema *genome.Schema, seed uint64, evaluator evolve.Evaluator, budget int64) (best genome.Vector, spent int64, err error)
}

// All returns every arm but TPE, which is too slow for most, at its usual settings, with batches of as many genomes as
// the population of the GA. population is at least 4.
func All(population int) []Arm {
	return []Arm{
		BestOf{Batch: population},
		BestOf{Batch: population, Varied: true},
		CMA{Population: population, Sigma: sigma},
		SepCMA{Population: population, Sigma: sigma},
	}
}

// domain keeps the seeds of the optimisers apart from all other seeds.
const domain = 0x726976616c

func source(seed uint64) *rand.Rand {
	return rand.New(rand.NewPCG(roll.Mix(seed, domain, 0), roll.Mix(seed, domain, 1)))
}

// candidate is a genome and all that was measured of it.
type candidate struct {
	genes genome.Vector
	mean  float64
	games int64
}

func (c *candidate) add(f evolve.Fitness) {
	n, m := float64(c.games), float64(f.Games)
	c.mean, c.games = (n*c.mean+m*f.Mean)/(n+m), c.games+f.Games
}

// meter pays for measurements out of the budget.
type meter struct {
	ctx       context.Context
	schema    *genome.Schema
	evaluator evolve.Evaluator
	budget    int64
	batch     int           // most genomes of a call
	spent     int64         // games
	measured  int64         // genomes
	deals     int           // generation number of the next fresh deals
	best      genome.Vector // what the arm would hand in by now
}

func newMeter(ctx context.Context, s *genome.Schema, e evolve.Evaluator, budget int64, batch int) (*meter, error) {
	if err := s.Validate(); err != nil {
		return nil, fmt.Errorf("schema of %s: %w", s.Game, err)
	}
	if budget < 1 {
		return nil, fmt.Errorf("budget: must be at least 1 game, have %d", budget)
	}
	return &meter{ctx: ctx, schema: s, evaluator: e, budget: budget, batch: batch, best: s.Default()}, nil
}

// affords returns how many genomes can be measured out of a share of the budget,
// less what is spent already; the whole of a first batch before a price is known.
func (m *meter) affords(share float64) int {
	if m.measured == 0 {
		return m.batch
	}
	price := (m.spent + m.measured - 1) / m.measured
	return int(max(0, int64(share*float64(m.budget))-m.spent) / price)
}

// measure plays candidates on the deals of a number and adds what comes of it.
func (m *meter) measure(deals int, cs []*candidate) error {
	for begin := 0; begin < len(cs); begin += m.batch {
		if err := m.measureBatch(deals, cs[begin:min(len(cs), begin+m.batch)]); err != nil {
			return fmt.Errorf("measure batch of deals %d: %w", deals, err)
		}
	}
	return nil
}

func (m *meter) measureBatch(deals int, cs []*candidate) error {
	if err := m.ctx.Err(); err != nil {
		return err
	}
	vs := make([]genome.Vector, len(cs))
	for i, c := range cs {
		vs[i] = c.genes.Clone()
	}
	fs, err := m.evaluator.Evaluate(m.ctx, evolve.Round{Number: deals, Champion: m.best.Clone()}, vs)
	if cause := m.ctx.Err(); cause != nil {
		return cause
	}
	if err != nil {
		return err
	}
	if len(fs) != len(cs) {
		return fmt.Errorf("want %d results, have %d", len(cs), len(fs))
	}
	for i, f := range fs {
		if !genome.Finite(f.Mean) || f.Games < 1 {
			return fmt.Errorf("fitness %v over %d games is no measurement", f.Mean, f.Games)
		}
		cs[i].add(f)
		m.spent += f.Games
	}
	if e, ok := m.evaluator.(interface{ Games() int64 }); ok { // exploiters of a league cost games, too
		m.spent = e.Games()
	}
	m.measured += int64(len(cs))
	m.deals = max(m.deals, deals+1)
	return nil
}
