package stats

import "math"

// eloPerLogit is how many Elo one unit of log-odds is.
const eloPerLogit = 400 / math.Ln10

// EloToScore returns the expected share of points, in [0, 1], of a player that is
// elo points the better: 1/(1+10^(-elo/400)) (Elo 1978, logistic form).
func EloToScore(elo float64) float64 { return 1 / (1 + math.Pow(10, -elo/400)) }

// ScoreToElo is the inverse of [EloToScore]: -Inf for 0, +Inf for 1, NaN outside
// of [0, 1].
func ScoreToElo(score float64) float64 { return eloPerLogit * math.Log(score/(1-score)) }
