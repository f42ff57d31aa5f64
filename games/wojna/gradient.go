package wojna

import (
	"math"
	"math/bits"

	"bloodline/engine"
	"bloodline/games/wojna/rules"
	"bloodline/games/wojna/seat"
	"bloodline/games/wojna/table"
)

// trajectory plays as [rules.Rules] do, roll for roll, and records derivatives of log-probabilities, in a goroutine.
//
// A run has thousands of answers, and its score says little about each. So each answer is credited with what follows
// it: how the expected points change from bidding to bidding, up to the points of the deal (generalised advantage
// estimation, Schulman et al. 2016; the value function is that of the own stack).
type trajectory struct {
	slopes  *rules.Slopes
	view    *seat.View
	deal    int
	bidding int       // bidding of the latest answer, 0 before the first of a deal
	value   float64   // expected points at the start of that bidding
	trace   []float64 // eligibility trace: derivatives of the deal's answers, decayed by lambda
	sum     []float64 // gradient so far: the sum of the trace times the changes of value

	_ engine.CacheLinePad
}

var _ seat.Policy = (*trajectory)(nil)

func newTrajectory(genes []float64) *trajectory {
	return &trajectory{slopes: rules.NewSlopes(rules.New(genes), genes), trace: make([]float64, len(genes)), sum: make([]float64, len(genes))}
}

// Observe adds up the derivatives of another player's moves; see [engine.Observer].
func (t *trajectory) Observe(v *seat.View, a seat.Action) (log float64, ok bool) {
	return t.slopes.Observe(v, a, t.sum)
}

func (t *trajectory) Flush(into []int64) {
	for i, x := range t.sum {
		into[i] += engine.Fixed(x)
	}
	clear(t.sum)
}

func (t *trajectory) Act(v *seat.View, roll uint64) seat.Action {
	if v.Deals != t.deal {
		t.end(v.Before)
		t.view, t.deal = v, v.Deals
	}
	if v.Bidding != t.bidding {
		now := value(v)
		if t.bidding > 0 {
			t.credit(now)
		}
		t.value, t.bidding = now, v.Bidding
	}
	return t.slopes.Act(v, roll, t.trace)
}

func (t *trajectory) credit(now float64) {
	const lambda = 0.8 // how much of an answer's credit lasts from one bidding to the next
	gain := now - t.value
	for i, x := range t.trace {
		t.sum[i] += float64(gain * x)
		t.trace[i] = lambda * x
	}
}

// end credits the answers of a deal with its points.
func (t *trajectory) end(out [seat.Seats]int) {
	if t.bidding > 0 {
		t.credit(points(out, t.view.Me))
		clear(t.trace)
		t.bidding = 0
	}
}

// Add adds the gradient of the answers since the last call; see [engine.Trajectory].
func (t *trajectory) Add(_ float64, into []int64) {
	if t.view == nil {
		return
	}
	t.end(t.view.Out)
	for i, x := range t.sum {
		into[i] += engine.Fixed(x / float64(t.deal))
	}
	clear(t.sum)
	t.view, t.deal = nil, 0
}

// points returns the points of a seat. out has the bidding in which each seat was eliminated, 0 for seats that weren't.
func points(out [seat.Seats]int, me int) float64 {
	for s, x := range out {
		if x == 0 {
			out[s] = math.MaxInt
		}
	}
	return float64(table.Points(out)[me])
}

// value returns the expected points of a deal, as known at the start of a bidding.
func value(v *seat.View) float64 {
	carried := v.Pot
	for s := range seat.Seats {
		carried -= v.Drawn(s)
	}
	cards := float64(v.Stack[v.Me]+v.Drawn(v.Me)) + float64(carried)/float64(bits.OnesCount8(v.In))
	c := curves[min(max(bits.OnesCount8(v.Alive), 2), 4)-2]
	i := 1
	for i < len(c)-1 && c[i][0] < cards {
		i++
	}
	a, b := c[i-1], c[i]
	return a[1] + (b[1]-a[1])*(cards-a[0])/(b[0]-a[0])
}

// curves has the mean points of a deal by the own cards at the start of a bidding, for two, three and four players that
// are left. They are from 10,000 deals of a bred champion in the field.
var curves = [...][][2]float64{
	{{0, 24}, {4.5, 26.2}, {7, 27.7}, {12.5, 31}, {20, 33.9}, {28, 35.6}, {36, 36.6}, {44, 37.4}, {52, 38.2}, {60, 39.1}, {68, 40.1}, {76, 41.4}, {84, 42.8}, {92, 44.5}, {100, 46.4}, {104, 48}},
	{{0, 12}, {2.25, 13}, {4.5, 14.7}, {7, 17.3}, {12.5, 23}, {20, 29.3}, {28, 33.4}, {36, 36.3}, {44, 38}, {52, 39.7}, {60, 41.4}, {68, 42.8}, {76, 44}, {84, 45.8}, {96, 47}, {104, 48}},
	{{0, 0}, {2.25, 2.5}, {4.5, 5.5}, {7, 10}, {13, 18.7}, {20, 27.6}, {28, 32.7}, {36, 37.1}, {44, 39.8}, {52, 41.6}, {60, 43.6}, {68, 45}, {76, 46.1}, {104, 48}},
}
