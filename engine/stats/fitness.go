package stats

// Fitness is what selection reads of a measurement: the mean points a game. It has no interval, and no opponent by
// name, which would take longer to work out than some of the games.
type Fitness struct {
	Mean  float64 `json:"mean"`
	SE    float64 `json:"stderr"` // standard error of Mean, at least 0
	Games int64   `json:"games"`  // at least 1

	// Gradient is the policy gradient of Mean, estimated from the decisions of these games (REINFORCE, Williams 1992):
	// finite, as long as the genome, in points a game per unit of the gene. nil from players without gradients. A run
	// that follows the gradient adds it up in its distribution; individuals keep none.
	Gradient []float64 `json:"-"`
}

// Half is half the width of the 95 % interval around the mean, which is normal.
func (f Fitness) Half() float64 { return 1.96 * f.SE }

// Verdict is the outcome of a sequential test between a candidate and the champion.
type Verdict struct {
	Accepted bool    `json:"accepted"` // the candidate is the new champion
	LLR      float64 `json:"llr"`      // log-likelihood ratio at which the test ended
	Rounds   int64   `json:"rounds"`   // of the field, the unit of the test
	Games    int64   `json:"games"`    // of both; those of a generation leave them out
	Share    float64 `json:"share"`    // candidate's mean share of the points
}
