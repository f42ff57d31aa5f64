package evolve

import (
	"cmp"
	"math"
	"slices"

	"bloodline/engine/roll"
)

// moveByRanks is CMA-ES with a diagonal matrix (Ros, Hansen 2008) and active updates (Jastrebski, Arnold 2006), without
// its paths and its common step: with noise like that of a few hundred games they gain nothing.
//
// It moves the mean toward the better half of the children, by their ranks, and away from the worse half; each gene's
// variance follows that of the better half about the old mean, less that of the worse. So genes under selection narrow,
// others stay wide, and a gene that moves one way keeps its deviation. points are best first.
func (d *Distribution) moveByRanks(points [][]float64) {
	weights, sum := rankWeights(len(points))
	rate := varianceRate(weights, len(d.Mean))
	oldMean, oldSD := slices.Clone(d.Mean), slices.Clone(d.SD)
	for i := range d.Mean {
		moved, squares := 0.0, 0.0
		for k, x := range points {
			away := x[i] - d.Mean[i]
			moved += float64(weights[k] * away)
			squares += float64(weights[k] * away * away)
		}
		d.Mean[i] = max(0, min(1, d.Mean[i]+moved/(1+worseWeight)))
		was := square(d.SD[i])
		variance := max(was/2, was+float64(rate*(squares-float64(sum*was))))
		d.SD[i] = max(minSD, min(maxSD, math.Sqrt(variance)))
	}
	better := weights[:len(points)/2]
	if d.Correlation != nil {
		d.moveCorrelation(points, better, oldMean, oldSD)
	}
	for i, p := range d.Words {
		if p != nil {
			d.Mean[i] = moveWords(p, i, points, better)
		}
	}
}

// wordRate is how far the probabilities of words move in a generation.
const wordRate = 0.2

// moveWords moves the probability of each word of a gene towards its share of the better half (CatCMA, Hamano et al.
// 2024), keeps all of them above a least one, and returns the place of the most probable.
func moveWords(p []float64, gene int, points [][]float64, weights []float64) float64 {
	for k := range p {
		p[k] *= 1 - wordRate
	}
	for k, w := range weights {
		p[wordAt(points[k][gene], len(p))] += float64(wordRate * w)
	}
	least, sum := max(0.5/float64(len(points)), 0.02), 0.0
	for k := range p {
		p[k] = max(p[k], least)
		sum += p[k]
	}
	for k := range p {
		p[k] /= sum
	}
	return wordShare(slices.Index(p, slices.Max(p)), len(p))
}

// moveCorrelation moves the correlation of genes towards that of the better half about the old mean, at twice
// the usual rate of CMA-ES. Deviations move faster, by themselves, as with independent genes (cf. Akimoto, Hansen 2020).
func (d *Distribution) moveCorrelation(points [][]float64, weights, oldMean, oldSD []float64) {
	const forget = 0.995 // what a correlation keeps in a generation, so that genes which move together never become one
	n, squares := float64(len(d.Mean)), 0.0
	for _, w := range weights {
		squares += float64(w * w)
	}
	m := 1 / squares
	rate := min(0.25, 4*(m-2+1/m)/(square(n+2)+m))
	for i, row := range d.Correlation {
		for j := range row {
			sum := 0.0
			for k, w := range weights {
				sum += float64(w * (points[k][i] - oldMean[i]) / oldSD[i] * (points[k][j] - oldMean[j]) / oldSD[j])
			}
			row[j] += float64(rate * (sum - row[j]))
		}
	}
	for i, row := range d.Correlation {
		by := 1 / math.Sqrt(row[i])
		for j := range row {
			row[j] *= by
			d.Correlation[j][i] *= by
		}
	}
	for i, row := range d.Correlation {
		for j := range row {
			if i != j {
				row[j] *= forget
			}
		}
	}
}

// uncorrelated returns the correlation of independent genes; nil if they are too many to learn another.
func uncorrelated(genes int) [][]float64 {
	const mostCorrelated = 256 // genes with learned correlations: three islands store 1.8 MB in every generation
	if genes > mostCorrelated {
		return nil
	}
	out := make([][]float64, genes)
	for i := range out {
		out[i] = make([]float64, genes)
		out[i][i] = 1
	}
	return out
}

// cholesky returns the lower triangle L of a matrix L * L^T; nil of nil. It is our own because all processors must round alike.
func cholesky(a [][]float64) [][]float64 {
	var l [][]float64
	for i := range a {
		l = append(l, make([]float64, i+1))
		for j := range l[i] {
			sum := a[i][j]
			for k := range j {
				sum -= float64(l[i][k] * l[j][k])
			}
			if i == j {
				l[i][i] = math.Sqrt(max(sum, 1e-12))
			} else {
				l[i][j] = sum / l[j][j]
			}
		}
	}
	return l
}

// rankedPoints returns the points of the children of g, best first.
func (b *breeder) rankedPoints(g *Generation) (out [][]float64) {
	children := slices.DeleteFunc(slices.Clone(g.Individuals), func(ind Individual) bool { return !ind.childOf(g.Number) })
	slices.SortStableFunc(children, func(p, q Individual) int { return cmp.Compare(q.Fitness.Mean, p.Fitness.Mean) })
	for _, ind := range children {
		out = append(out, b.schema.Point(ind.Genes))
	}
	return out
}

// worseWeight is the weight of the worse half of the children; that of the better half is 1.
const worseWeight = 0.3

// rankWeights returns the weights of n children, best first, and their sum. Those of the better half are CMA-ES's and
// sum to 1; the worst child has minus [worseWeight] times the weight of the best.
func rankWeights(n int) (weights []float64, sum float64) {
	weights = make([]float64, n)
	half := n / 2
	for k, w := range LogWeights(half, float64(half)+0.5) {
		weights[k], weights[n-1-k] = w, -worseWeight*w
	}
	return weights, 1 - worseWeight
}

// LogWeights returns weights of sum 1 for n points, best first, in proportion to log(zero) - log(rank), ranks from 1.
func LogWeights(n int, zero float64) []float64 {
	w := make([]float64, n)
	sum := 0.0
	for k := range w {
		w[k] = roll.Log(zero) - roll.Log(float64(k+1))
		sum += w[k]
	}
	for k := range w {
		w[k] /= sum
	}
	return w
}

// varianceRate returns how fast variances learn: twice as fast as in separable CMA-ES, remembering four generations.
func varianceRate(weights []float64, genes int) float64 {
	squares := 0.0
	for _, w := range weights {
		squares += w * w / (1 + worseWeight) / (1 + worseWeight)
	}
	m, n := 1/squares, float64(genes)
	return max(0, min(0.25, 4*(n+2)/3*(m-2+1/m)/(float64((n+2)*(n+2))+m)))
}
