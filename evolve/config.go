package evolve

import (
	"errors"
	"fmt"
	"slices"

	"bloodline/evolve/key"
)

// The values of Config.Algorithm.
const (
	AlgorithmGenetic      = "genetic"      // parents by tournament, crossover by pool, mutation with self-adapted steps
	AlgorithmDistribution = "distribution" // a search distribution follows ranks: sep-CMA-ES with active updates
	AlgorithmMemetic      = "memetic"      // parents by tournament, their mean, a step along the policy gradient, mutation
	AlgorithmGradient     = "gradient"     // the mean of a search distribution follows the policy gradient by Adam
)

// The values of Config.Champion.
const (
	ChampionTested   = "tested"   // a challenger becomes the champion by the Judge's test
	ChampionAveraged = "averaged" // the averaged individual of each generation is the champion, without a test
)

// Config says how to breed. The tags state key, range, default and meaning of each
// setting, see package key. Shares are of the population; steps and standard deviations
// are shares of a gene's range.
type Config struct {
	Seed uint64 `yaml:"-"` // of all breeding; any number

	// Round is the number of generations after which the opponents change, 0 for never.
	// What was measured against the old ones counts no more: beliefs, rejections and the
	// hall of fame begin anew. Algorithm genetic goes on with the champion and variations
	// of it, the others with the averaged individual as champion and the distribution as
	// it stands. Round belongs to the opponents, so who breeds them sets it.
	Round int `yaml:"-"`

	Algorithm   string  `yaml:"algorithm" words:"genetic,memetic,distribution,gradient,surrogate,sep-cma,cma-full,cma-group,spsa,parabola,random,varied" default:"genetic" doc:"How genomes are bred: genetic selects parents by tournament, crosses and mutates them; memetic does likewise, and moves the children along the policy gradient of the generation's games; distribution draws genomes from a search distribution that follows their ranks (sep-CMA-ES); gradient draws them likewise, and the mean follows the policy gradient of their games; surrogate fits a model to all games so far and measures its optima, for few games and genes; the others are those of compare."`
	Population  int     `yaml:"population" range:"[4,100000]" default:"100" doc:"Genomes of a generation."`
	Generations int     `yaml:"generations" range:"[1,100000]" default:"100" doc:"Generations in all, the first one included."`
	Patience    int     `yaml:"patience" range:"[0,2147483647]" default:"0" doc:"Stop after so many generations without a new champion; 0 never stops early."`
	Elites      int     `yaml:"elites" range:"[1,50000]" default:"2" doc:"Survivors that are measured again, the champion among them; at most half of the population; none with champion averaged."`
	Champion    string  `yaml:"champion" words:"tested,averaged" default:"tested" doc:"Who is the champion: tested asks for a sequential test against the reigning one, averaged is the averaged individual of each generation, without a test."`
	Averaging   float64 `yaml:"averaging" range:"[0,1]" default:"0.15" doc:"How far the averaged individual moves in a generation: toward the mean of the best, or of the search distribution; 0 means none, which only algorithm genetic with champion tested can do without."`

	Genetic      GeneticConfig      `yaml:"genetic" doc:"Settings of algorithm genetic."`
	Distribution DistributionConfig `yaml:"distribution" doc:"The distribution that children are drawn from by algorithms distribution and gradient; of memetic, what its children have in common."`
	Gradient     GradientConfig     `yaml:"gradient" doc:"The steps of algorithms memetic and gradient."`
}

// GeneticConfig is read by algorithm genetic.
type GeneticConfig struct {
	InitialStep  float64 `yaml:"initial_step" range:"(0,1]" default:"0.5" doc:"Largest step of the varied defaults of the first generation; they grow evenly up to it."`
	Tournament   int     `yaml:"tournament" range:"[1,1000]" default:"4" doc:"Contestants for each parent; more of them select harder."`
	Parents      int     `yaml:"parents" range:"[2,64]" default:"8" doc:"Parents of a child, which has every gene from one of them."`
	MutationRate float64 `yaml:"mutation_rate" range:"(0,1]" default:"0.1" doc:"Chance of each gene to mutate."`
	Step         float64 `yaml:"step" range:"(0,1]" default:"0.2" doc:"Mutation step of the first generation; at least step_min."`
	StepMin      float64 `yaml:"step_min" range:"(0,1]" default:"0.01" doc:"Smallest mutation step."`
	Tau          float64 `yaml:"tau" range:"[0,1]" default:"0.1" doc:"Log-normal deviation by which a child's step differs from its parents' (self-adaptation); 0 keeps steps."`
	BestShare    float64 `yaml:"best_share" range:"(0,1]" default:"0.25" doc:"Share of the population whose mean the averaged individual follows."`
}

// DistributionConfig is read by algorithms distribution, gradient and memetic.
type DistributionConfig struct {
	Sigma    float64 `yaml:"sigma" range:"(0,1]" default:"0.2" doc:"Standard deviation of each gene in the first generation. Algorithm distribution adapts it, from sigma_min up; gradient keeps it; memetic mutates by it."`
	SigmaMin float64 `yaml:"sigma_min" range:"(0,1]" default:"0.01" doc:"Smallest standard deviation of algorithm distribution."`
	Tail     float64 `yaml:"tail" range:"[0,1]" default:"0" doc:"Share of the run at its end over which the last averaged individual is the mean (tail average); needs patience 0; 0 is the moving average alone."`
	Decay    float64 `yaml:"decay" range:"[0,1]" default:"0" doc:"How far the mean returns to where it began in a generation, so that genes which nothing selects stay moderate."`
	Proximal float64 `yaml:"proximal" range:"[0,1]" default:"0" doc:"How far the mean returns to the tail average in a generation of the tail (proximal term); needs a tail."`
}

// GradientConfig is read by algorithms gradient and memetic.
type GradientConfig struct {
	LearningRate float64 `yaml:"learning_rate" range:"(0,1]" default:"0.01" doc:"Usual move of a gene in a generation, as a share of its range."`
	HalfLife     int     `yaml:"half_life" range:"[0,100000]" default:"0" doc:"Generations after which the learning rate has halved; it is learning_rate/(1+n/half_life) in generation n; 0 keeps it."`
}

// maxStep is the largest mutation step and standard deviation, as a share of a gene's
// range.
const maxStep = 0.5

// MaxGenerations is the most that a run may have, and the longest half-life.
const MaxGenerations = 100_000

// Algorithms lists the values of Config.Algorithm. With genetic, parents are chosen by
// tournament, crossed by pool and mutated with self-adapted steps. With memetic, a child between two
// parents follows the policy gradient of their generation and mutates. With distribution,
// children are drawn from a search Distribution that follows their ranks: sep-CMA-ES
// with active updates. With gradient, the mean of that Distribution follows the policy
// gradient of its children's games by Adam.
func Algorithms() []string {
	return []string{AlgorithmGenetic, AlgorithmMemetic, AlgorithmDistribution, AlgorithmGradient}
}

// Reads returns the groups of settings that an algorithm reads beside those that all
// read; nil for a word that is no algorithm.
func Reads(algorithm string) []string {
	switch algorithm {
	case AlgorithmGenetic:
		return []string{"genetic"}
	case AlgorithmDistribution:
		return []string{"distribution"}
	case AlgorithmGradient, AlgorithmMemetic:
		return []string{"distribution", "gradient"}
	}
	return nil
}

// Learns reports whether an algorithm follows the policy gradient, which the
// [Evaluator] must tell.
func Learns(algorithm string) bool { return slices.Contains(Reads(algorithm), "gradient") }

// DefaultConfig returns settings that were chosen by measurement on noisy landscapes
// of 150 genes; see BenchmarkBreeding for the numbers.
func DefaultConfig() Config {
	c := Config{Seed: 1}
	key.SetDefaults(&c)
	return c
}

// FieldError is one setting that breaks a rule. Its Field is the dotted key of a run
// file without "evolve.": "genetic.mutation_rate".
type FieldError = key.Error

// Validate reports every setting that breaks a rule, as joined [FieldError]s: those out
// of range in the order of the fields, then those that do not fit together.
func (c Config) Validate() error {
	v := violations(key.Check(&c))
	v.rule(c.Round >= 0 && c.Round <= MaxGenerations, "round", fmt.Sprintf("must be in [0, %d]", MaxGenerations), c.Round)
	v.rule(c.Elites <= max(1, c.Population/2), "elites", fmt.Sprintf("must be in [1, %d]", max(1, c.Population/2)), c.Elites)
	if c.Champion == ChampionAveraged {
		v.rule(c.Averaging > 0, "averaging", "must be in (0, 1] with champion averaged", c.Averaging)
		v.rule(c.Patience == 0, "patience", "must be 0 with champion averaged, who is a new one in every generation", c.Patience)
	}
	if c.Algorithm == AlgorithmGenetic {
		v.genetic(c.Genetic)
	} else {
		v.rule(c.Averaging > 0, "averaging", "must be in (0, 1] unless the algorithm is genetic", c.Averaging)
		v.rule(c.Distribution.Tail == 0 || c.Patience == 0, "distribution.tail", "must be 0 with patience, which ends runs at any generation", c.Distribution.Tail)
		v.distribution(c)
	}
	errs := make([]error, len(v))
	for i, e := range v {
		errs[i] = e
	}
	return errors.Join(errs...)
}

// violations are broken rules, one for each setting.
type violations []*FieldError

func (v *violations) genetic(c GeneticConfig) {
	v.rule(c.Step >= c.StepMin && c.Step <= maxStep, "genetic.step", fmt.Sprintf("must be in [step_min, %v]", maxStep), c.Step)
}

func (v *violations) distribution(c Config) {
	d := c.Distribution
	v.rule(d.Sigma <= maxStep, "distribution.sigma", fmt.Sprintf("must be at most %v", maxStep), d.Sigma)
	v.rule(d.Sigma >= d.SigmaMin || Learns(c.Algorithm), "distribution.sigma", "must be at least sigma_min", d.Sigma)
	v.rule(d.Proximal == 0 || d.Tail > 0, "distribution.proximal", "must be 0 without a tail", d.Proximal)
}

func (v *violations) rule(ok bool, field, rule string, have any) {
	for _, e := range *v {
		ok = ok || e.Field == field
	}
	if !ok {
		*v = append(*v, &FieldError{Field: field, Rule: rule, Have: have})
	}
}
