package evolve

import (
	"math"

	"bloodline/internal/setting"
)

// The values of Config.Algorithm: how the children of a generation are made.
const (
	AlgorithmGenetic      = "genetic"      // two parents, chosen by tournament and recombined
	AlgorithmDistribution = "distribution" // one search distribution, of which all children are samples
	AlgorithmPlus         = "plus"         // genetic, with the best third as parents, measured again with their children
)

// The values of Config.Follow: what leads to better children.
const (
	FollowRanks    = "ranks"    // how the genomes of a generation rank
	FollowGradient = "gradient" // the policy gradient of their games, by Adam
)

// The values of Config.Champion.
const (
	ChampionTested   = "tested"   // a challenger becomes the champion by the Judge's test
	ChampionAveraged = "averaged" // the averaged individual of each generation is the champion, without a test
)

// Config says how to breed. The tags state key, range, default and meaning of each setting, see package setting. Shares
// are of the population; steps and standard deviations are shares of a gene's range.
type Config struct {
	Seed uint64 `yaml:"-"` // of all breeding; any number

	// Round is the number of generations after which the opponents change, 0 for never. Measurements against the old
	// ones no longer count: beliefs, rejections and the hall of fame begin anew, and breeding continues with the
	// averaged individual as champion. Round belongs to the opponents, so it is set by package measure.
	Round int `yaml:"-"`

	// Correlated lets the genes of a search distribution correlate from its beginning, which pays off where a fitness is
	// exact, unless they are too many. Package measure finds that out.
	Correlated bool `yaml:"-"`

	Algorithm    string  `yaml:"algorithm" words:"genetic,distribution,plus" default:"genetic" doc:"What children are bred from: genetic selects two parents by tournament, recombines and mutates them; distribution draws all children from one search distribution; plus begins with genomes from the whole of the ranges, recombines the best third and measures it again with its children, for some thousand games."`
	Follow       string  `yaml:"follow" words:"ranks,gradient" default:"ranks" doc:"What makes children better: ranks is selection alone (distribution: sep-CMA-ES); gradient moves them along the policy gradient of the generation's games, in games whose rules have one."`
	Population   int     `yaml:"population" range:"[4,100000]" default:"100" doc:"Genomes of a generation."`
	Islands      int     `yaml:"islands" range:"[1,64]" default:"1" doc:"Search distributions with which a search by ranks goes on after 80,000 games: all but the first begin anywhere in the ranges; they are bred apart, crossed and compared, in rounds. 1: one distribution."`
	Generations  int     `yaml:"generations" range:"[1,100000]" default:"100" doc:"Number of generations, including the first."`
	Champion     string  `yaml:"champion" words:"tested,averaged" default:"tested" doc:"How the champion is chosen: tested: a challenger must win a sequential test against it; averaged: the averaged individual of each generation, without a test."`
	Averaging    float64 `yaml:"averaging" range:"(0,1]" default:"0.15" doc:"How far the averaged individual moves in a generation, toward the mean of the children."`
	Sigma        float64 `yaml:"sigma" range:"(0,0.5]" default:"0.2" doc:"Standard deviation of each gene in the first generation, as a share of its range. With ranks it adapts, with gradient it is constant."`
	LearningRate float64 `yaml:"learning_rate" range:"(0,1]" default:"0.01" doc:"Usual move of a gene in a generation, as a share of its range."`
	HalfLife     int     `yaml:"half_life" range:"[0,100000]" default:"0" doc:"Generations after which the learning rate has halved; it is learning_rate/(1+n/half_life) in generation n; 0: constant."`
	Decay        float64 `yaml:"decay" range:"[0,1]" default:"0" doc:"Share of the way that children return to the start in a generation, so that genes without selection don't drift."`
	Tail         float64 `yaml:"tail" range:"[0,1]" default:"0" doc:"Share of the run at its end over which the last averaged individual is the mean (tail average); 0 is the moving average alone."`
	Proximal     float64 `yaml:"proximal" range:"[0,1]" default:"0" doc:"Share of the way that children return to the tail average in a generation of the tail (proximal term); needs a tail."`
}

// The least and the largest standard deviation of genes that follow ranks, as shares of their ranges.
const minSD, maxSD = 0.01, 0.5

// grid is the step between the genes of children, as a share of a gene's range: the power of two between an eighth and
// a quarter of the least standard deviation. Rounding adds at most half a percent to the variance of a child.
func (c *Config) grid() float64 {
	least := c.Sigma
	if !c.FollowsGradient() {
		least = min(least, minSD)
	}
	_, exponent := math.Frexp(least / 4)
	return math.Ldexp(1, exponent-1)
}

// MaxGenerations is the most that a run may have, and the longest half-life.
const MaxGenerations = 100_000

// FollowsGradient reports whether breeding follows the policy gradient, which the [Evaluator] must tell.
func (c *Config) FollowsGradient() bool { return c.Follow == FollowGradient }

// DefaultConfig returns settings that were chosen by measurement on noisy landscapes of 150 genes.
func DefaultConfig() Config {
	c := Config{Seed: 1}
	setting.SetDefaults(&c)
	return c
}
