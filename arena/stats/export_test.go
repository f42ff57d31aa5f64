package stats

import "math"

// Difference returns by how much player i is rated above player j, and the standard
// error of that: what published fits print. Players' own errors are correlated, so it
// needs the whole covariance.
func Difference(scores [][]float64, prior float64, i, j int) (elo, se float64, err error) {
	theta, _, err := fit(scores, prior)
	if err != nil {
		return 0, 0, err
	}
	cov, err := covariance(scores, theta, prior)
	if err != nil {
		return 0, 0, err
	}
	return eloPerLogit * (theta[i] - theta[j]), math.Sqrt(cov.At(i, i) + cov.At(j, j) - 2*cov.At(i, j)), nil
}
