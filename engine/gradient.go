package engine

import "math"

// FixedBits are the binary places of a sum of gradients: an int64 stands for itself times 2^-FixedBits, plus and minus
// 2^39, 5.5e11, in steps of 6e-8. To overflow, a candidate needs a thousand in each of half a billion games.
const FixedBits = 24

// Fixed returns x in fixed point, rounded to even; x must be finite. No remainder is kept.
func Fixed(x float64) int64 { return int64(math.RoundToEven(x * (1 << FixedBits))) }

// FixedMean returns the mean of a fixed-point sum over n games.
func FixedMean(sum, n int64) float64 { return math.Ldexp(float64(sum)/float64(n), -FixedBits) }

// GradientPlayer is a player that estimates its policy gradient, which genes earned a score: REINFORCE (Williams 1992).
//
// A GradientPlayer whose answers are drawn with probabilities that its genes set records its games in a [Trajectory].
// The derivative of the log-probability of a game's answers by a gene, times the advantage of the game's score over
// what was expected, is an unbiased estimate of the derivative of the expected score by that gene. It costs no games
// beyond those that measure the player anyway. Estimates are added in fixed point, so their order doesn't matter.
//
// It plays itself where no gradient is asked for. Beside the trajectory's work, a gradient costs about 10 ns a game.
type GradientPlayer interface {
	// NewTrajectory returns a recorder for the use of one goroutine, which plays exactly as the player does: equal
	// views and rolls give equal actions. It must be safe for concurrent use; a measurement calls it at most once for
	// each worker. Trajectories of different workers are written at the same time: see [CacheLinePad].
	NewTrajectory() Trajectory
	// Genes returns the length of a gradient. It never changes.
	Genes() int
}

// Trajectory is a player of its game that records what it decided. Unlike other players it changes as it plays.
type Trajectory interface {
	// Add adds the gradient of the decisions recorded since the last call and forgets them: to each into[i] it adds
	// [Fixed] of advantage times the derivative, by gene i, of their log-probability.
	//
	// It is called after each game. advantage is the score of the trajectory's own seat in points, less [Info].Mean: a
	// baseline that lowers the variance of the sum and leaves its expectation alone. It may be 0. A trajectory of a
	// long game may give each decision an advantage of its own instead, from what followed it; the sum must still be of
	// the derivative of the score in points. into is the goroutine's own, of length Genes; Add should not allocate.
	Add(advantage float64, into []int64)
}

// Deferred is a Trajectory that keeps sums of its own, in whatever form is quickest to add to: its Add ignores into.
type Deferred interface {
	Trajectory
	// Flush adds the gradient of all games since the last call to into and forgets it. It is called once a measurement.
	Flush(into []int64)
}

// Observer gets decisions of another player and computes how likely its own player makes them, which maximum likelihood
// needs to fit genes to that player. One goroutine uses it. V is the game's view, A its action.
type Observer[V, A any] interface {
	// Observe adds the derivative of the log-probability of a decision by each gene to sums of its own, and returns
	// that logarithm; ok is false for a decision that the player never makes, which adds nothing.
	Observe(v *V, a A) (log float64, ok bool)
	// Flush adds the sums since the last call, in fixed point, to into and forgets them.
	Flush(into []int64)
}
