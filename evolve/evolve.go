// Package evolve breeds genomes: a genetic algorithm over eaopt whose fitness is a
// noisy sample, its hall of fame, and the run that can be killed and resumed.
//
// A generation goes like this:
//
//  1. breed: elites keep their identity, the consensus moves toward the mean of
//     the best, children are drawn from a [Cloud], or get their genes from a pool
//     of tournament winners and mutate, immigrants are drawn from nowhere. With
//     Config.Learning, the Cloud follows what its children's own games taught, and
//     not who won.
//  2. measure: one call of the [Evaluator] for the whole population, elites
//     included, so that an individual's measurements accumulate.
//  3. believe: every measurement is combined with what was to be expected before
//     it. All selection goes by that belief, never by the best of many samples.
//  4. challenge: the most promising newcomer meets the reigning champion before
//     the [Judge], on deals that selection has not seen.
//  5. record: the [Recorder] gets the whole generation at once.
//
// Where opponents change every so many generations (Config.Round), a round begins
// with the champion and variations of it, or with the consensus as champion where
// children are drawn from a [Cloud], which goes on. What was measured against the old
// opponents counts no more: beliefs, rejections and the hall of fame begin anew.
//
// A generation is a pure function of the seed, its number and the record of the
// generation before it. So a run needs no saved generator to be resumed: it goes
// on from the last [Generation] and ends like one that was never stopped.
//
// Breeding costs two or three milliseconds for 100 genomes of 150 genes; everything
// else is the evaluator's and the judge's. The package knows no game, no arena,
// no database and no clock.
package evolve

import (
	"context"

	"bloodline/genome"
)

// Fitness is what a number of games say about a genome: the mean share of points
// of a game and the standard error of that mean.
type Fitness struct {
	Mean   float64
	StdErr float64 // at least 0
	Games  int64   // at least 1

	// Credit is how much the mean would gain per unit more of each gene, as far as
	// the decisions of these games tell: a policy gradient (REINFORCE, Williams
	// 1992), as noisy as such are. It has the shape of the genome, in points a game
	// per unit of the gene, and is finite; nil from an evaluator that cannot tell. A
	// run takes it into the Lesson of its [Cloud] and keeps none with an individual.
	Credit []float64
}

// Evaluator measures a whole population at once. The fitness of population[i]
// stands at index i. All genomes of a generation should meet the same deals, and
// every generation fresh ones. It must be a pure function of its arguments, or a
// resumed run will not end like an uninterrupted one. It may keep and change the
// vectors.
type Evaluator interface {
	Evaluate(ctx context.Context, generation int, population []genome.Vector) ([]Fitness, error)
}

// Verdict is the outcome of a sequential test between two genomes.
type Verdict struct {
	Accepted bool    // the candidate is the new champion
	LLR      float64 // log-likelihood ratio at which the test ended
	Blocks   int64   // blocks played
	Games    int64   // games played
	Share    float64 // candidate's mean share of the points
}

// Judge lets a candidate challenge the reigning champion on deals that neither
// has been selected on. It must be a pure function of its arguments.
type Judge interface {
	Challenge(ctx context.Context, generation int, candidate, reigning genome.Vector) (Verdict, error)
}

// Recorder gets every finished generation once, in order. It must not change it.
// An error stops the run.
type Recorder interface {
	Record(Generation) error
}

// RecorderFunc is a Recorder out of a function: a progress line, for example.
type RecorderFunc func(Generation) error

// Record calls f.
func (f RecorderFunc) Record(g Generation) error { return f(g) }

// Recorders hands a generation to each in turn and stops at the first error.
type Recorders []Recorder

// Record calls each recorder.
func (rs Recorders) Record(g Generation) error {
	for _, r := range rs {
		if err := r.Record(g); err != nil {
			return err
		}
	}
	return nil
}

// The operators that make individuals.
const (
	OpDefault   = "default"   // the schema's defaults; individual 0 of generation 0
	OpVary      = "vary"      // mutated defaults, generation 0 only
	OpRandom    = "random"    // drawn evenly from the ranges
	OpConsensus = "consensus" // moving mean of the best; measured and judged, never a parent
	OpMutate    = "mutate"    // one parent, mutated
	OpPool      = "pool"      // every gene from one of several parents, mutated
	OpUniform   = "uniform"   // every gene from one of two parents, mutated
	OpGroup     = "group"     // every group of genes from one of two parents, mutated
	OpBlend     = "blend"     // between and around two parents, mutated
	OpNormal    = "normal"    // drawn from the generation's Cloud; its parent is the last consensus
)

// Individual is one genome of the bloodline. It keeps its ID for as long as it
// survives as an elite; every generation in which it lives adds a measurement.
type Individual struct {
	ID       string   // where it was born, as generation and place: "g012-037"
	Born     int      // generation
	Operator string   // what made it, one of the Op constants
	Parents  []string // their IDs, without repetition; nil in generation 0
	Step     float64  // own mutation step, as a share of a gene's range
	Genes    genome.Vector
	Fitness  Fitness // measured in the latest generation in which it lived; without credit, as is Pooled
	Pooled   Fitness // all its measurements, weighted by games
	Belief   Belief  // what selection goes by
}

// Generation is the record of one finished generation, and all that the next one
// is made from.
type Generation struct {
	Number      int
	Individuals []Individual // in the order of their places, elites first
	Best        float64      // highest Belief.Mean
	Mean, SD    float64      // of the fitness means measured in this generation
	Games       int64        // played by the evaluator in this generation
	Champion    Individual   // reigning after this generation; first of the next generation, unless that begins a round of a Cloud
	Crowned     int          // generation in which the champion was crowned
	Challenger  string       // ID of the candidate, empty when nobody had a claim
	Verdict     *Verdict     // of its challenge; nil without one
	Rejected    []string     // IDs that this champion has beaten off, in order
	HallOfFame  []Individual // best beliefs of distinct genomes that ever lived, best first
	Cloud       *Cloud       // what the children were drawn from; nil unless Config.Crossover is OpNormal
}

// State is what a run resumes from: the record of its last finished generation.
type State = Generation

// Result is what a run has to show.
type Result struct {
	Champion   Individual
	HallOfFame []Individual
	Last       Generation
	Early      bool // stopped because nobody was crowned for Config.Patience generations
}
