// Package evolve breeds genomes whose fitness is a noisy sample, with eaopt: an individual is an eaopt.Genome whose
// operators make the children (operators.go), a run is the eaopt.Model, which breeds and measures a generation at once
// (generation.go). A run can be killed and resumed. A generation goes like this:
//
//  1. breed: elites keep their identity, the averaged individual is a moving
//     average of the children's mean, and children are two crossed parents or samples
//     of a distribution, which then mutate.
//  2. measure: one call of the Evaluator for the whole population, elites
//     included, so that an individual's measurements accumulate.
//  3. estimate: every measurement is combined with its prior to the posterior estimate of
//     fitness ([Belief]). Selection uses that, never the best of many samples.
//  4. challenge: the most promising newcomer plays the champion before
//     the Judge, on deals that selection has not seen. With champion averaged
//     there are no challenges and no elites: the averaged individual is the champion.
//  5. record: the Recorder gets the whole generation at once.
//
// A generation is a pure function of the seed, its number and the record before it, so a run resumes without a
// generator. Breeding 100 genomes of 150 genes takes 2 or 3 ms. The package knows no game, arena, database or clock.
package evolve

import (
	"cmp"
	"context"
	"slices"

	"bloodline/engine/stats"
	"bloodline/genome"
)

// GenerationInfo describes a generation to an [Evaluator] and a [Judge], beside its genomes.
type GenerationInfo struct {
	Number int // of the generation, from 0
	Size
	Champion genome.Vector // genes of the champion while the generation is measured
	Mean     float64       // of the fitness that the generation before measured; 0 for generation 0
}

// Evaluator measures a whole population at once: the fitness of population[i] has index i. All genomes of a generation
// should meet the same deals, and every generation new ones. It may keep the vectors, unchanged.
//
// Evaluate must be a function of its arguments and of the evaluator's stored state, or a resumed run ends differently.
// Only a league has such state: when opponents change, it breeds one against info.Champion and stores that opponent,
// the champion and its share of the points with the run, where a resumed run finds them.
type Evaluator interface {
	Evaluate(ctx context.Context, info GenerationInfo, population []genome.Vector) ([]stats.Fitness, error)
}

// Scored is the optional interface of an [Evaluator] whose points may be other than shares of wins, in [0, 1], or whose
// games are few: beyond MostGames different ones a genome repeats games, which don't count; 0: any number.
type Scored interface {
	PointsAreShares() bool
	MostGames() int64
}

// Judge lets a candidate challenge info.Champion on deals that neither has been selected on. It must be a function of
// its arguments and of the [Evaluator]'s stored state.
type Judge interface {
	Challenge(ctx context.Context, info GenerationInfo, candidate genome.Vector) (stats.Verdict, error)
}

// Recorder gets every finished generation once, in order. It must not change it. An error stops the run.
type Recorder interface {
	Record(Generation) error
}

// RecorderFunc is a Recorder out of a function: a progress line, for example.
type RecorderFunc func(Generation) error

func (f RecorderFunc) Record(g Generation) error { return f(g) }

// Recorders hands a generation to each in turn and stops at the first error.
type Recorders []Recorder

func (rs Recorders) Record(g Generation) error {
	for _, r := range rs {
		if err := r.Record(g); err != nil {
			return err
		}
	}
	return nil
}

// Individual is one genome. It keeps its ID while it is an elite, and each of its generations adds a measurement.
type Individual struct {
	ID       string   // where it was born, as generation and place: "g012-037"
	Born     int      // generation
	Operator string   // operator that made it: an Op constant
	Parents  []string // their IDs, without repetition; nil in generation 0
	Step     float64  // own mutation step, or root mean square of the standard deviations, as a share of a gene's range
	Genes    genome.Vector
	Fitness  stats.Fitness // measured in the latest generation in which it lived; without gradient, as is Pooled
	Pooled   stats.Fitness // all its measurements, weighted by games
	Belief   Belief        // posterior estimate of its fitness, by which selection ranks it
}

// Generation is the record of one finished generation: the next one is made from it, and a run resumes from it.
type Generation struct {
	Number       int
	Algorithm    string         // Config.Algorithm while it was bred
	Follow       string         // Config.Follow while it was bred
	Island       int            // number of the island that was bred; 0 for crossings, comparisons and runs without islands
	Individuals  []Individual   // in the order of their places: the champion of the time of measurement, elites, others
	Best         float64        // highest Belief.Mean
	Mean, SD     float64        // of the fitness means measured in this generation
	Games        int64          // played by the evaluator in this generation, without those of the challenge
	Champion     Individual     // after this generation
	Since        int            // generation since which the champion holds
	Challenger   string         // ID of the candidate, empty without one
	Verdict      *stats.Verdict // of its challenge; nil without one
	Rejected     []string       // IDs that this champion has beaten off, in order
	HallOfFame   []Individual   // best beliefs of distinct genomes that ever lived, best first, at most 20
	Distribution *Distribution  // of the children; nil in a record without it
}

// League has the rounds and exploiters of a league so far. A resumed run continues from them.
type League struct {
	Rounds     []LeagueRound // in order, from 1
	Exploiters []Exploiter
}

// Exploiter is a genome that was bred against a champion of an earlier round.
type Exploiter struct {
	Number int           `json:"-"`     // of its search, from 1
	Round  int           `json:"round"` // of the champion that it was bred against
	Share  float64       `json:"share"` // points a game against the champion that it was bred against
	Games  int64         `json:"games"`
	Genes  genome.Vector `json:"-" cbor:"genes"`

	// RoundBest is the most points a game that any exploiter of this round, or of the field at its beginning, won
	// against the round's champion. [League.ExploitersByNumber] fills it in.
	RoundBest float64 `json:"round_best,omitzero"`
}

// LeagueRound is the state at the beginning of a round of a league.
type LeagueRound struct {
	Number   int
	Champion genome.Vector // nil if the round no longer needs it
	Won      []float64     // points a game of each exploiter of the field, by number, against Champion
}

// ExploitersByNumber returns the exploiters in the order of their numbers, with [Exploiter.RoundBest].
func (l League) ExploitersByNumber() []Exploiter {
	out := slices.SortedFunc(slices.Values(l.Exploiters), func(a, b Exploiter) int { return cmp.Compare(a.Number, b.Number) })
	most := map[int]float64{}
	for _, r := range l.Rounds {
		if len(r.Won) > 0 {
			most[r.Number] = slices.Max(r.Won)
		}
	}
	for _, x := range out {
		before, ok := most[x.Round]
		if !ok || x.Share > before {
			most[x.Round] = x.Share
		}
	}
	for i := range out {
		out[i].RoundBest = most[out[i].Round]
	}
	return out
}

func (l League) Games() (games int64) {
	for _, x := range l.Exploiters {
		games += x.Games
	}
	return games
}
