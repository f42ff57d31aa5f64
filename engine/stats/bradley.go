package stats

import (
	"errors"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Ratings are the strengths of a group on the Elo scale, of mean 0.
type Ratings struct {
	Elo      []float64  // by player
	Interval []Interval // of each against the group's mean

	cov *mat.SymDense // in Elo²
}

// Difference returns by how much player i is rated above player j, and the standard error of that.
func (r *Ratings) Difference(i, j int) (elo, se float64) {
	return r.Elo[i] - r.Elo[j], math.Sqrt(math.Max(0, r.cov.At(i, i)+r.cov.At(j, j)-2*r.cov.At(i, j)))
}

// Above returns the ratings above the mean of some of the players.
func (r *Ratings) Above(some []int) *Ratings {
	n, k := len(r.Elo), float64(len(some))
	contrast := mat.NewDense(n, n, nil) // to each player's rating less the mean
	for i := range n {
		contrast.Set(i, i, 1)
		for _, j := range some {
			contrast.Set(i, j, contrast.At(i, j)-1/k)
		}
	}
	elo, cov := new(mat.VecDense), new(mat.Dense)
	elo.MulVec(contrast, mat.NewVecDense(n, r.Elo))
	cov.Product(contrast, r.cov, contrast.T())
	return newRatings(elo.RawVector().Data, mat.NewSymDense(n, cov.RawMatrix().Data))
}

// Foresee changes the errors to those after another game between i and j, whose variance is that of a game without
// draws times a factor. The ratings stay.
func (r *Ratings) Foresee(i, j int, factor float64) {
	toward, variance := r.next(i, j, factor)
	r.cov.SymRankOne(r.cov, -1/variance, toward)
}

// Gain returns by how much the variance of a player's rating falls by such a game.
func (r *Ratings) Gain(player, i, j int, factor float64) float64 {
	toward, variance := r.next(i, j, factor)
	return toward.AtVec(player) * toward.AtVec(player) / variance
}

// next returns the covariance of each rating with the difference of two, and the variance of what the next game of the
// two says about it.
func (r *Ratings) next(i, j int, factor float64) (toward *mat.VecDense, variance float64) {
	toward = mat.NewVecDense(len(r.Elo), nil)
	for k := range r.Elo {
		toward.SetVec(k, r.cov.At(k, i)-r.cov.At(k, j))
	}
	game := factor * eloPerLogit * eloPerLogit / gameInformation((r.Elo[i]-r.Elo[j])/eloPerLogit)
	return toward, game + toward.AtVec(i) - toward.AtVec(j)
}

func newRatings(elo []float64, cov *mat.SymDense) *Ratings {
	r := &Ratings{elo, make([]Interval, len(elo)), cov}
	z := normalQuantile(Level)
	for i, x := range elo {
		r.Interval[i] = around(x, z*math.Sqrt(math.Max(0, cov.At(i, i))))
	}
	return r
}

const (
	fitTolerance = 1e-12 // largest change of a log-strength that ends the fit
	fitRounds    = 100   // ten are usual
)

var errNoFit = errors.New("ratings: players are tied together by too few points: needs a larger prior")

// BradleyTerry fits ratings to a square matrix of scores: scores[i][j] is how many games' worth of points i won against
// j, a draw being half a point to each; fractions are welcome, the diagonal is ignored. The chance that i beats j is
// γi/(γi+γj) (Bradley and Terry 1952), and the likeliest γ are found by Newton's method, n³ a round.
//
// Without a prior the maximum exists only if every player is connected to every other by a chain of points won (Ford
// 1957); an undefeated player is an error. With a prior, each player also plays that many games against a phantom of
// strength 1, half of them won: every rating is finite, and the pull to the middle fades with real games. 1 is mild.
//
// The intervals come from the Fisher information at the fit, prior included, which holds for independent games without
// draws, and from the squares of their games: how far the results of each pair were from their mean, squared and summed
// up, and one game more (the sandwich of Huber 1967 and White 1982), whose variance is more, or if that is negative
// the variance of games without draws. So draws make them narrow, and a game may be a block of several. For two players it is the trinomial
// error of fastchess, or the pentanomial one for blocks of two games. Without squares games have no draws.
func BradleyTerry(scores, squares [][]float64, more, prior float64) (*Ratings, error) {
	theta, err := fit(scores, prior)
	if err != nil {
		return nil, err
	}
	cov, err := covariance(scores, squares, theta, more, prior)
	if err != nil {
		return nil, err
	}
	floats.AddConst(-floats.Sum(theta)/float64(len(theta)), theta)
	floats.Scale(eloPerLogit, theta)
	return newRatings(theta, cov), nil
}

// fit returns log-strengths, relative to the phantom if there is a prior.
func fit(scores [][]float64, prior float64) (theta []float64, err error) {
	theta = make([]float64, len(scores))
	for range fitRounds {
		chol, err := factorInformation(scores, theta, prior)
		if err != nil {
			return nil, err
		}
		step := mat.NewVecDense(len(theta), slope(scores, theta, prior))
		if err := chol.SolveVecTo(step, step); err != nil {
			return nil, errNoFit
		}
		size := mat.Norm(step, math.Inf(1))
		for i := range theta {
			theta[i] += step.AtVec(i) / math.Max(1, size) // never more than one unit of log-odds
		}
		if size < fitTolerance {
			return theta, nil
		}
	}
	return nil, errNoFit
}

// slope returns the derivative of the log-likelihood: points won, less those expected.
func slope(scores [][]float64, theta []float64, prior float64) []float64 {
	out := make([]float64, len(theta))
	for i, x := range theta {
		out[i] = prior * (0.5 - winProbability(x))
		for j, y := range theta {
			if i != j {
				out[i] += scores[i][j] - float64((scores[i][j]+scores[j][i])*winProbability(x-y))
			}
		}
	}
	return out
}

// winProbability is the chance of a player that is stronger by the given difference.
func winProbability(difference float64) float64 { return 1 / (1 + math.Exp(-difference)) }

// covariance returns the covariance of the centered ratings, in Elo².
func covariance(scores, squares [][]float64, theta []float64, more, prior float64) (*mat.SymDense, error) {
	chol, err := factorInformation(scores, theta, prior)
	if err != nil {
		return nil, err
	}
	inverse := new(mat.SymDense)
	if err := chol.InverseTo(inverse); err != nil {
		return nil, errNoFit
	}
	if squares != nil {
		n, sandwich := len(theta), new(mat.Dense)
		seen := information(theta, prior, func(i, j int) float64 {
			one := more
			if more < 0 {
				one = gameInformation(theta[i] - theta[j])
			}
			return squares[i][j] + float64(min(1, scores[i][j]+scores[j][i])*one)
		})
		sandwich.Product(inverse, seen, inverse)
		inverse = mat.NewSymDense(n, sandwich.RawMatrix().Data)
	}
	center(inverse)
	inverse.ScaleSym(eloPerLogit*eloPerLogit, inverse)
	return inverse, nil
}

// factorInformation returns the Cholesky factor of the information of the log-strengths. Without a prior their common
// level is unknown; a constant in every cell makes the matrix invertible, and changes no step or centered rating.
func factorInformation(scores [][]float64, theta []float64, prior float64) (*mat.Cholesky, error) {
	info := information(theta, prior, func(i, j int) float64 { return (scores[i][j] + scores[j][i]) * gameInformation(theta[i]-theta[j]) })
	if prior == 0 {
		n := info.SymmetricDim()
		level := mat.Trace(info) / float64(n*n)
		for i := range n {
			for j := range i + 1 {
				info.SetSym(i, j, info.At(i, j)+level)
			}
		}
	}
	chol := new(mat.Cholesky)
	if !chol.Factorize(info) {
		return nil, errNoFit
	}
	return chol, nil
}

// information returns the information of the log-strengths, of which each pair has some about its difference: the Fisher
// information of a game is p(1-p), which is the variance of its result, too.
func information(theta []float64, prior float64, pair func(i, j int) float64) *mat.SymDense {
	n := len(theta)
	info := mat.NewSymDense(n, nil)
	for i := range n {
		info.SetSym(i, i, info.At(i, i)+float64(prior*gameInformation(theta[i])))
		for j := range i {
			w := pair(i, j)
			info.SetSym(i, j, -w)
			info.SetSym(i, i, info.At(i, i)+float64(w))
			info.SetSym(j, j, info.At(j, j)+float64(w))
		}
	}
	return info
}

func gameInformation(difference float64) float64 {
	p := winProbability(difference)
	return p * (1 - p)
}

// center makes covariances of strengths those of strengths less their mean.
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

// eloPerLogit is how many Elo one unit of log-odds is.
const eloPerLogit = 400 / math.Ln10

// EloToScore returns the expected share, in [0, 1], of a player elo points the better: 1/(1+10^(-elo/400)) (Elo 1978).
func EloToScore(elo float64) float64 { return 1 / (1 + math.Pow(10, -elo/400)) }

// ScoreToElo is the inverse of [EloToScore]: -Inf for 0, +Inf for 1, NaN outside of [0, 1].
func ScoreToElo(score float64) float64 { return eloPerLogit * math.Log(score/(1-score)) }
