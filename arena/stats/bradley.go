package stats

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Ratings are the strengths of a group on the Elo scale, of mean 0.
type Ratings struct {
	Elo      []float64  // by player
	SE       []float64  // standard error of each against the group's mean
	Interval []Interval // Elo ± z·SE at the level asked for
	Rounds   int        // of the fit
}

const (
	fitTolerance = 1e-12 // largest change of a log-strength that ends the fit
	fitRounds    = 100_000
)

// ErrNoConvergence is returned by [BradleyTerry] when players are tied together by
// so few points that the fit did not settle in 100,000 rounds; a prior helps.
var ErrNoConvergence = errors.New("ratings: no convergence in 100000 rounds")

// BradleyTerry fits ratings to a square matrix of scores: scores[i][j] is how many
// games' worth of points i won against j, a draw being half a point to each;
// fractions are welcome, the diagonal is ignored. The chance that i beats j is
// γi/(γi+γj) (Bradley and Terry 1952), and the likeliest γ are found with the
// minorization-maximization steps of Hunter (2004), n² a round.
//
// Without a prior the maximum exists only if every player is connected to every
// other by a chain of points won (Ford 1957); an undefeated player is an error.
// With a prior, each player also plays that many games, half of them won, against
// a phantom of strength 1: this pulls towards the middle, and everybody has a
// finite rating. 1 is mild; the pull fades as real games come in.
//
// The errors come from the Fisher information at the fit, prior included. They
// hold for independent games without draws: draws make them too wide, games that
// share a block too narrow, so pass blocks, one share of a point each, rather than
// their games.
func BradleyTerry(scores [][]float64, prior, level float64) (*Ratings, error) {
	if err := checkScores(scores, prior); err != nil {
		return nil, err
	}
	theta, rounds, err := fit(scores, prior)
	if err != nil {
		return nil, err
	}
	cov, err := covariance(scores, theta, prior)
	if err != nil {
		return nil, err
	}
	n := len(theta)
	r := &Ratings{make([]float64, n), make([]float64, n), make([]Interval, n), rounds}
	z, mean := normalQuantile(level), floats.Sum(theta)/float64(n)
	for i, x := range theta {
		r.Elo[i] = eloPerLogit * (x - mean)
		r.SE[i] = math.Sqrt(math.Max(0, cov.At(i, i)))
		r.Interval[i] = around(r.Elo[i], z*r.SE[i])
	}
	return r, nil
}

func checkScores(scores [][]float64, prior float64) error {
	n := len(scores)
	if n < 2 {
		return fmt.Errorf("ratings: players: must be at least 2, have %d", n)
	}
	if !(prior >= 0 && prior <= math.MaxFloat64) {
		return fmt.Errorf("ratings: prior: must be in [0, inf), have %v", prior)
	}
	for i, row := range scores {
		if len(row) != n {
			return fmt.Errorf("ratings: row %d: must have %d scores, have %d", i, n, len(row))
		}
		for j, s := range row {
			if i != j && !(s >= 0 && s <= math.MaxFloat64) {
				return fmt.Errorf("ratings: score of %d against %d: must be in [0, inf), have %v", i, j, s)
			}
		}
	}
	if prior > 0 {
		return nil
	}
	return checkChains(scores)
}

// checkChains reports a player without a chain of points to or from player 0;
// chains through player 0 connect all others.
func checkChains(scores [][]float64) error {
	won := func(i, j int) float64 { return scores[i][j] }
	lost := func(i, j int) float64 { return scores[j][i] }
	for i, ok := range reached(len(scores), won) {
		if !ok {
			return fmt.Errorf("ratings: player 0 won no chain of points over player %d: needs a prior above 0", i)
		}
	}
	for i, ok := range reached(len(scores), lost) {
		if !ok {
			return fmt.Errorf("ratings: player %d won no chain of points over player 0: needs a prior above 0", i)
		}
	}
	return nil
}

func reached(n int, edge func(i, j int) float64) []bool {
	seen := make([]bool, n)
	seen[0] = true
	for todo := []int{0}; len(todo) > 0; {
		i := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for j := range n {
			if i != j && !seen[j] && edge(i, j) > 0 {
				seen[j] = true
				todo = append(todo, j)
			}
		}
	}
	return seen
}

// fit returns log-strengths, relative to the phantom if there is a prior.
func fit(scores [][]float64, prior float64) (theta []float64, rounds int, err error) {
	n := len(scores)
	gamma, wins := make([]float64, n), make([]float64, n)
	for i := range scores {
		gamma[i], wins[i] = 1, prior/2
		for j := range scores {
			if i != j {
				wins[i] += scores[i][j]
			}
		}
	}
	for rounds = 1; rounds <= fitRounds; rounds++ {
		change := improve(gamma, wins, scores, prior)
		if change < fitTolerance {
			return logs(gamma), rounds, nil
		}
	}
	return nil, fitRounds, ErrNoConvergence
}

// improve makes one round of steps and returns the largest change of a
// log-strength. It is Hunter's cyclic form: each step uses the newest strengths.
func improve(gamma, wins []float64, scores [][]float64, prior float64) (change float64) {
	for i := range gamma {
		sum := prior / (gamma[i] + 1)
		for j := range gamma {
			if i != j {
				sum += (scores[i][j] + scores[j][i]) / (gamma[i] + gamma[j])
			}
		}
		next := wins[i] / sum
		change = math.Max(change, math.Abs(math.Log(next/gamma[i])))
		gamma[i] = next
	}
	return change
}

func logs(gamma []float64) []float64 {
	theta := make([]float64, len(gamma))
	for i, g := range gamma {
		theta[i] = math.Log(g)
	}
	return theta
}

// covariance returns the covariance of the centered ratings, in Elo². Without a
// prior the information matrix does not know the common level of the strengths;
// adding a constant to every cell makes it invertible, and centering takes that
// out again.
func covariance(scores [][]float64, theta []float64, prior float64) (*mat.SymDense, error) {
	info := information(scores, theta, prior)
	if prior == 0 {
		n := info.SymmetricDim()
		level := mat.Trace(info) / float64(n*n)
		for i := range n {
			for j := range i + 1 {
				info.SetSym(i, j, info.At(i, j)+level)
			}
		}
	}
	var chol mat.Cholesky
	if !chol.Factorize(info) {
		return nil, errSingular
	}
	inverse := new(mat.SymDense)
	if err := chol.InverseTo(inverse); err != nil {
		return nil, fmt.Errorf("%w: %w", errSingular, err)
	}
	center(inverse)
	inverse.ScaleSym(eloPerLogit*eloPerLogit, inverse)
	return inverse, nil
}

var errSingular = errors.New("ratings: too few points for errors: needs a larger prior")

// information returns the Fisher information of the log-strengths: a game between
// i and j tells p(1-p) about their difference.
func information(scores [][]float64, theta []float64, prior float64) *mat.SymDense {
	n := len(theta)
	info := mat.NewSymDense(n, nil)
	for i := range n {
		info.SetSym(i, i, info.At(i, i)+float64(prior*tells(theta[i])))
		for j := range i {
			w := (scores[i][j] + scores[j][i]) * tells(theta[i]-theta[j])
			info.SetSym(i, j, -w)
			info.SetSym(i, i, info.At(i, i)+float64(w))
			info.SetSym(j, j, info.At(j, j)+float64(w))
		}
	}
	return info
}

func tells(difference float64) float64 {
	p := 1 / (1 + math.Exp(-difference))
	return p * (1 - p)
}

// center turns the covariance of strengths into that of strengths minus their
// mean: it subtracts the means of row and column and adds the mean of all.
func center(cov *mat.SymDense) {
	n := cov.SymmetricDim()
	rows := make([]float64, n)
	for i := range rows {
		for j := range n {
			rows[i] += cov.At(i, j) / float64(n)
		}
	}
	all := floats.Sum(rows) / float64(n)
	for i := range n {
		for j := range i + 1 {
			cov.SetSym(i, j, cov.At(i, j)-rows[i]-rows[j]+all)
		}
	}
}
