package surrogate

import (
	"cmp"
	"math"
	"slices"

	"bloodline/engine/roll"
)

// Effects says which parameters seem to matter, by a model of the games of a run: a guess, which games may refute.
type Effects struct {
	Games   int64    `json:"games"`
	Rows    []Effect `json:"rows"` // that of the largest cost first
	Pairs   []Pair   `json:"pairs,omitempty"`
	Contour *Contour `json:"contour,omitempty"` // of the two rows that matter most
}

// Effect is the guessed effect of one parameter on the points of a game.
type Effect struct {
	Name string `json:"name"`

	// Tenth is the change of the points of a game when the parameter is higher by a tenth of its range, as the mean
	// over the points that were played.
	Tenth float64 `json:"tenth"`

	// Best is the best value when the other parameters are as at the point. Values between From and To lose at most
	// [Near] of the points against it. Cost is the loss of the worst value, in points a game.
	Best string  `json:"best"`
	From string  `json:"from"`
	To   string  `json:"to"`
	Cost float64 `json:"cost"`

	parameter int
}

// Near is the largest loss, as a share of the points, of a value in the best region.
const Near = 0.01

// Pair is an interaction of two parameters: the effect of both together beyond the sum of their own effects, in
// log-odds from one corner of their ranges to the next.
type Pair struct {
	One   string  `json:"one"`
	Other string  `json:"other"`
	Size  float64 `json:"size"` // in log-odds
	Z     float64 `json:"z"`    // standard deviations from 0

	Genes [2]int `json:"-"` // places of the two
}

// Contour has the points a game over a grid of two parameters, the others as at a point.
type Contour struct {
	One    string      `json:"one"`
	Other  string      `json:"other"`
	Ones   []string    `json:"ones"` // values, lowest first
	Others []string    `json:"others"`
	Points [][]float64 `json:"points"` // of a game: a row for each value of one, a column for each of the other
}

// Axis has the name of a parameter, and the text of a coordinate from 0 to 1.
type Axis struct {
	Name    string
	Text    func(x float64) string
	Choices int // number of choices of a categorical parameter, in even shares of its range; 0 for a number
}

// Explain guesses the effect of every parameter around a point, in points of a game whose points are in [least, most].
// Points have a coordinate in [0, 1] for each axis.
func Explain(all []Observation, axes []Axis, around []float64, least, most float64) *Effects {
	m, width := Fit(all, len(axes)), most-least
	out := &Effects{Pairs: m.Pairs()}
	for i := range out.Pairs {
		p := &out.Pairs[i]
		p.One, p.Other = axes[p.Genes[0]].Name, axes[p.Genes[1]].Name
	}
	for _, o := range all {
		out.Games += o.Games
	}
	slopes := m.slopes(all)
	for i, a := range axes {
		best, from, to, cost := m.region(i, around)
		out.Rows = append(out.Rows, Effect{
			Name: a.Name, Tenth: width * dot(m.weights, slopes[i]),
			Best: a.Text(best), From: a.Text(from), To: a.Text(to), Cost: width * cost, parameter: i,
		})
	}
	slices.SortStableFunc(out.Rows, func(a, b Effect) int { return cmp.Compare(b.Cost, a.Cost) })
	if len(out.Rows) > 1 {
		out.Contour = m.contour(out.Rows[0].parameter, out.Rows[1].parameter, axes, around, least, width)
	}
	return out
}

// contourSteps is how many values of each parameter a contour has.
const contourSteps = 11

func (m *Model) contour(one, other int, axes []Axis, around []float64, least, width float64) *Contour {
	c, x := &Contour{One: axes[one].Name, Other: axes[other].Name}, slices.Clone(around)
	ones, others := axes[one].values(contourSteps), axes[other].values(contourSteps)
	for _, at := range others {
		c.Others = append(c.Others, axes[other].Text(at))
	}
	for _, x[one] = range ones {
		c.Ones = append(c.Ones, axes[one].Text(x[one]))
		var row []float64
		for _, x[other] = range others {
			row = append(row, least+float64(width*m.Share(x)))
		}
		c.Points = append(c.Points, row)
	}
	return c
}

// Grid returns coordinates over the range: the middle of each choice, or of a number evenly spaced ones.
func (a Axis) Grid(steps int) (out []float64) {
	for k := range a.Choices {
		out = append(out, (float64(k)+0.5)/float64(a.Choices))
	}
	if a.Choices > 0 {
		return out
	}
	for k := range steps {
		out = append(out, float64(k)/float64(steps-1))
	}
	return out
}

// values returns those coordinates of a grid that stand for different values.
func (a Axis) values(steps int) []float64 {
	return slices.CompactFunc(a.Grid(steps), func(x, y float64) bool { return a.Text(x) == a.Text(y) })
}

// slopes returns, for every parameter, the coefficients of the weights in the mean change of a share by a tenth of the
// parameter's range.
func (m *Model) slopes(all []Observation) [][]float64 {
	out := make([][]float64, m.genes)
	for i := range out {
		out[i] = make([]float64, len(m.weights))
	}
	games := 0.0
	for _, o := range all {
		games += float64(o.Games)
	}
	for _, o := range all {
		share := m.Share(o.Point)
		by := 0.2 * share * (1 - share) * float64(o.Games) / games // a tenth of a range is 0.2 of z
		for i := range out {
			m.addSlope(out[i], i, by, o.Point)
		}
	}
	return out
}

// addSlope adds a multiple of the derivative of the features by coordinate i.
func (m *Model) addSlope(into []float64, i int, by float64, point []float64) {
	into[1+i] += by
	if m.genes > maxPairedGenes {
		into[m.square(i)] += float64(2 * by * centred(point[i]))
		return
	}
	for j, x := range point {
		if j == i {
			into[m.square(i)] += float64(2 * by * centred(x))
		} else {
			into[m.pair(i, j)] += float64(by * centred(x))
		}
	}
}

func (m *Model) deviation(row []float64) float64 {
	y := m.factor.forward(row)
	return math.Sqrt(dot(y, y))
}

// gridSteps is how finely a range is looked through for its best region.
const gridSteps = 50

// region scans the range of a parameter for its best value, for the interval of values nearly as good, and for the loss
// of the worst value.
func (m *Model) region(i int, around []float64) (top, low, high, cost float64) {
	x := slices.Clone(around)
	var shares [gridSteps + 1]float64
	best := 0
	for k := range shares {
		x[i] = float64(k) / gridSteps
		shares[k] = m.Share(x)
		if shares[k] > shares[best] {
			best = k
		}
	}
	from, to := best, best
	for from > 0 && shares[from-1] >= shares[best]-Near {
		from--
	}
	for to < gridSteps && shares[to+1] >= shares[best]-Near {
		to++
	}
	return float64(best) / gridSteps, float64(from) / gridSteps, float64(to) / gridSteps, shares[best] - slices.Min(shares[:])
}

// Pairs returns the interactions that are two standard deviations away from 0 or more, the surest first, without names;
// none of many parameters.
func (m *Model) Pairs() (out []Pair) {
	for i := range m.genes {
		for j := i + 1; j < m.genes && m.genes <= maxPairedGenes; j++ {
			row := make([]float64, len(m.weights))
			row[m.pair(i, j)] = 1
			size := m.weights[m.pair(i, j)]
			if z := size / m.deviation(row); math.Abs(z) >= 2 {
				out = append(out, Pair{Size: 2 * size, Z: z, Genes: [2]int{i, j}})
			}
		}
	}
	slices.SortStableFunc(out, func(a, b Pair) int { return cmp.Compare(math.Abs(b.Z), math.Abs(a.Z)) })
	return out
}

// logistic converts log-odds to a share of points, 0 to 1.
func logistic(x float64) float64 { return 1 / (1 + roll.Exp(-x)) }
