package evolve

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
)

// Config says how to breed. Shares are of the population, steps of a gene's range.
type Config struct {
	Seed        uint64 `yaml:"seed"`        // of all breeding; any number
	Population  int    `yaml:"population"`  // individuals of a generation, 4 to 100,000
	Generations int    `yaml:"generations"` // in all, the first one included; 1 to 100,000
	Patience    int    `yaml:"patience"`    // stop after so many generations without a new champion; 0 never
	Round       int    `yaml:"round"`       // generations after which the opponents change and beliefs begin anew; 0 never

	RoundSpread float64 `yaml:"round_spread"` // largest step of the champion's variations that a round begins with, in (0, 1]

	Elites     int `yaml:"elites"`       // survivors that are measured again, the champion among them; at least 1
	Immigrants int `yaml:"immigrants"`   // random newcomers of a generation
	HallOfFame int `yaml:"hall_of_fame"` // genomes remembered, at least 1

	RandomShare float64 `yaml:"random_share"` // of generation 0 that is random; the rest are varied defaults
	Spread      float64 `yaml:"spread"`       // largest step of the varied defaults; they grow evenly up to it

	Tournament    int     `yaml:"tournament"`     // contestants for each parent, at least 1
	CrossoverRate float64 `yaml:"crossover_rate"` // share of children with several parents
	Crossover     string  `yaml:"crossover"`      // normal, pool, uniform, group or blend
	Parents       int     `yaml:"parents"`        // of a pool, 2 to 64
	BlendAlpha    float64 `yaml:"blend_alpha"`    // how far a blend reaches beyond its parents, in [0, 2]

	MutationRate float64 `yaml:"mutation_rate"` // chance of each gene, in (0, 1]
	Heavy        float64 `yaml:"heavy"`         // share of moves that are long jumps, in [0, 1]
	Step         float64 `yaml:"step"`          // step at birth of generation 0
	StepLearning float64 `yaml:"step_learning"` // log-normal deviation of a child's step, in [0, 1]; 0 keeps steps
	StepMin      float64 `yaml:"step_min"`      // smallest step, above 0
	StepMax      float64 `yaml:"step_max"`      // largest step, at most 1

	BestShare float64 `yaml:"best_share"` // of the population, whose mean the consensus follows, in (0, 1]
	Trend     float64 `yaml:"trend"`      // how far it follows in a generation, in [0, 1]; 0 means no consensus
	Tail      float64 `yaml:"tail"`       // of the generations at the end, whose mean consensus is the last one's, in [0, 1]; 0 is the last one alone
	Anchor    float64 `yaml:"anchor"`     // how far that centre returns to the mean of the tail so far in a generation of the tail, in [0, 1]
	Pull      float64 `yaml:"pull"`       // how far the centre of normal draws returns to where it began in a generation, in [0, 1]

	// Learning is the usual move of a gene of that centre in a generation by what its
	// own games taught, as a share of its range, in [0, 1]; 0 learns nothing. Above 0
	// it takes the place of ranked fitness, which moves the centre otherwise. It needs
	// crossover normal and an Evaluator that gives credit, and keeps the spread of the
	// draws at Step, also where a round begins.
	Learning float64 `yaml:"learning"`
	// Cooling is the number of generations after which Learning has halved; it is
	// Learning/(1+n/Cooling) in generation n, so that the centre moves on as far as
	// it must and comes to rest all the same (Robbins, Monro 1951). 0 never cools.
	Cooling int `yaml:"cooling"`
}

// crossovers are the values of Config.Crossover.
var crossovers = [...]string{OpNormal, OpPool, OpUniform, OpGroup, OpBlend}

// DefaultConfig returns settings that were chosen by measurement on noisy
// landscapes of 150 genes; see BenchmarkBreeding for the numbers.
func DefaultConfig() Config {
	return Config{
		Seed: 1, Population: 100, Generations: 100, Patience: 0, RoundSpread: 0.1,
		Elites: 2, Immigrants: 0, HallOfFame: 20,
		RandomShare: 0.1, Spread: 0.5,
		Tournament: 4, CrossoverRate: 1, Crossover: OpPool, Parents: 8, BlendAlpha: 0.3,
		MutationRate: 0.1, Heavy: 0, Step: 0.2, StepLearning: 0.1, StepMin: 0.01, StepMax: 0.5,
		BestShare: 0.25, Trend: 0.15,
	}
}

// FieldError is one setting that breaks a rule.
type FieldError struct {
	Field string // as in a run file: "mutation_rate"
	Rule  string // "must be in (0, 1]"
	Have  any
}

func (e *FieldError) Error() string { return fmt.Sprintf("%s: %s, have %v", e.Field, e.Rule, e.Have) }

// MaxGenerations is the most that a run may have, and the most over which it may
// cool.
const MaxGenerations = 100_000

// Validate reports every setting that breaks a rule, as [FieldError]s that are
// joined in the order of the fields.
func (c Config) Validate() error {
	var v violations
	v.count("population", c.Population, 4, 100_000)
	v.count("generations", c.Generations, 1, MaxGenerations)
	v.count("patience", c.Patience, 0, math.MaxInt32)
	v.count("round", c.Round, 0, MaxGenerations)
	v.share("round_spread", c.RoundSpread, true)
	v.count("elites", c.Elites, 1, max(1, c.Population/2))
	v.count("immigrants", c.Immigrants, 0, max(0, c.Population/2-1))
	v.count("hall_of_fame", c.HallOfFame, 1, 10_000)
	v.share("random_share", c.RandomShare, false)
	v.share("spread", c.Spread, true)
	v.count("tournament", c.Tournament, 1, 1000)
	v.share("crossover_rate", c.CrossoverRate, false)
	if !slices.Contains(crossovers[:], c.Crossover) {
		v.add("crossover", "must be one of "+strings.Join(crossovers[:], ", "), fmt.Sprintf("%q", c.Crossover))
	}
	v.count("parents", c.Parents, 2, 64)
	v.rule(c.BlendAlpha >= 0 && c.BlendAlpha <= 2, "blend_alpha", "must be in [0, 2]", c.BlendAlpha)
	v.share("mutation_rate", c.MutationRate, true)
	v.share("heavy", c.Heavy, false)
	v.rule(c.Step >= c.StepMin && c.Step <= c.StepMax, "step", "must be in [step_min, step_max]", c.Step)
	v.share("step_learning", c.StepLearning, false)
	v.share("step_min", c.StepMin, true)
	v.share("step_max", c.StepMax, true)
	v.share("best_share", c.BestShare, true)
	v.share("trend", c.Trend, false)
	v.share("tail", c.Tail, false)
	v.share("anchor", c.Anchor, false)
	v.share("pull", c.Pull, false)
	v.share("learning", c.Learning, false)
	v.count("cooling", c.Cooling, 0, MaxGenerations)
	v.rule(c.Learning <= 0 || c.Crossover == OpNormal, "learning", "must be 0 without crossover normal", c.Learning)
	v.rule(c.Tail <= 0 || c.Crossover == OpNormal, "tail", "must be 0 without crossover normal", c.Tail)
	v.rule(c.Tail <= 0 || c.Patience == 0, "tail", "must be 0 with patience, which ends runs at any generation", c.Tail)
	v.rule(c.Anchor <= 0 || c.Tail > 0, "anchor", "must be 0 without a tail", c.Anchor)
	v.rule(c.Trend > 0 || c.Crossover != OpNormal, "trend", "must be in (0, 1] with crossover normal", c.Trend)
	return errors.Join(v...)
}

type violations []error

func (v *violations) add(field, rule string, have any) {
	*v = append(*v, &FieldError{field, rule, have})
}

func (v *violations) rule(ok bool, field, rule string, have any) {
	if !ok {
		v.add(field, rule, have)
	}
}

func (v *violations) count(field string, have, low, high int) {
	v.rule(have >= low && have <= high, field, fmt.Sprintf("must be in [%d, %d]", low, high), have)
}

func (v *violations) share(field string, have float64, positive bool) {
	if positive {
		v.rule(have > 0 && have <= 1, field, "must be in (0, 1]", have)
	} else {
		v.rule(have >= 0 && have <= 1, field, "must be in [0, 1]", have)
	}
}
