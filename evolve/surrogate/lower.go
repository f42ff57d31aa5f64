package surrogate

import "math"

// lower is the lower half of a symmetric matrix, or a triangular one. gonum would do as well, but its kernels round
// differently from one kind of processor to the next, and the same run must give the same champion on all.
type lower [][]float64

func newLower(n int) lower {
	out := make(lower, n)
	for i := range out {
		out[i] = make([]float64, i+1)
	}
	return out
}

// add adds weight times the outer product of a row.
func (a lower) add(weight float64, row []float64) {
	for i, x := range row {
		x *= weight
		into := a[i]
		for j, y := range row[:i+1] {
			into[j] += float64(x * y)
		}
	}
}

// decompose replaces a, which is positive definite, by its Cholesky factor.
func (a lower) decompose() {
	for i, row := range a {
		for j := range i {
			row[j] = (row[j] - dot(row[:j], a[j])) / a[j][j]
		}
		row[i] = math.Sqrt(max(row[i]-dot(row[:i], row), 1e-12))
	}
}

// forward solves a·y = b.
func (a lower) forward(b []float64) []float64 {
	y := make([]float64, len(b))
	for i, row := range a {
		y[i] = (b[i] - dot(y[:i], row)) / row[i]
	}
	return y
}

// backward solves aᵀ·x = y.
func (a lower) backward(y []float64) []float64 {
	x := make([]float64, len(y))
	copy(x, y)
	for i := len(x) - 1; i >= 0; i-- {
		x[i] /= a[i][i]
		for j, l := range a[i][:i] {
			x[j] -= float64(l * x[i])
		}
	}
	return x
}

// dot is the product of a vector and as many numbers of another.
func dot(a, b []float64) float64 {
	sum := 0.0
	for i, x := range a {
		sum += float64(x * b[i])
	}
	return sum
}
