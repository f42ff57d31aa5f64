package rules

import (
	"math"
	"math/rand/v2"
	"testing"

	"bloodline/games/samurai/seat"
)

// random returns a board of three distributions, each over a few intimacies.
func random(rng *rand.Rand) (b board) {
	for j := range b.other {
		c := &b.other[j]
		c.low = rng.IntN(6)
		c.up = c.low + 1 + rng.IntN(5)
		sum := float32(0)
		for g := c.low; g <= c.up; g++ {
			c.at[g] = rng.Float32()
			sum += c.at[g]
		}
		for g := range c.at {
			c.at[g] /= sum
		}
		c.sum()
	}
	return b
}

// The expected points of a lord are the mean, over all intimacies of the others, of the table's own scoring.
func TestBoard(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 20 {
		b := random(rng)
		var gain [seat.Others]rivalry
		for j := range gain {
			gain[j].fill(&b, j)
		}
		for own := -1; own <= 14; own++ {
			var mean [seat.Seats]float64
			square := 0.0
			c := &b.other
			for x := c[0].low; x <= c[0].up; x++ {
				for y := c[1].low; y <= c[1].up; y++ {
					for z := c[2].low; z <= c[2].up; z++ {
						// Intimacies one higher than on the board, for one below it.
						row := [seat.Seats]uint8{uint8(own + 1), uint8(x + 1), uint8(y + 1), uint8(z + 1)}
						var points [seat.Seats]int32
						seat.Settle(1, &row, &points)
						p := float64(c[0].at[x]) * float64(c[1].at[y]) * float64(c[2].at[z])
						for j := range mean {
							mean[j] += p * float64(points[j]) / seat.Unit
						}
						square += p * math.Pow(float64(points[0])/seat.Unit, 2)
					}
				}
			}
			s := b.placing(own)
			have := [seat.Seats]float32{s.first - s.last, gain[0].points(own), gain[1].points(own), gain[2].points(own)}
			for j, x := range have {
				if math.Abs(float64(x)-mean[j]) > 1e-5 {
					t.Fatalf("intimacy %d, column %d: %v points, want %v", own, j, x, mean[j])
				}
			}
			if math.Abs(float64(s.square)-square) > 1e-5 {
				t.Fatalf("intimacy %d: mean square %v, want %v", own, s.square, square)
			}
		}
	}
}

// Distributions of visits add up to one and have the mean that was asked for.
func TestRules_visits(t *testing.T) {
	for _, cluster := range []float32{0, 0.3, 1} {
		for _, n := range []int{seat.NightVisits, seat.DayVisits} {
			for _, share := range []float32{0.01, 0.2, 0.7} {
				r := Rules{cluster: cluster, variance: 1.5}
				p := r.visits(n, share)
				holds(t, p[:], share*float32(n), 1e-5)
			}
		}
	}
	for _, mean := range []float32{2, 5, 9} {
		r := Rules{variance: 1}
		p, reach := r.laterIntimacy(mean)
		holds(t, p[:reach], mean, 0.1) // the logistic distribution is cut at 0
	}
}

func holds(t *testing.T, p []float32, mean, tolerance float32) {
	t.Helper()
	sum, m := float32(0), float32(0)
	for k, x := range p {
		sum += x
		m += float32(k) * x
	}
	if math.Abs(float64(sum-1)) > 1e-5 || math.Abs(float64(m-mean)) > float64(tolerance) {
		t.Errorf("%v: sum %v, mean %v, want %v", p, sum, m, mean)
	}
}
