package baselines_test

import (
	"math"
	"strings"
	"testing"

	"bloodline/engine"
	"bloodline/engine/roll"
	"bloodline/games/coup/baselines"
	"bloodline/games/coup/seat"
	"bloodline/games/coup/table"
	"bloodline/games/parttest"
	"gonum.org/v1/gonum/stat"
)

// published is the leaderboard as the contest printed it.
var published = []struct {
	name   string
	points float64
}{
	{"Calculator", 154},
	{"Taxman", 144},
	{"Statistician", 138},
	{"Solver", 137},
	{"RandoAggroLawyer", 137},
	{"Gambler", 136},
	{"Turncoat", 134},
	{"Lawyer", 119},
	{"BloodyMurder", 119},
	{"Bandit", 113},
	{"Challenger", 79},
	{"Mask", 74},
	{"Random", 64},
}

// TestCalibration is the measure of the field: 2,000 rounds, scaled to ten, on deals that the fit did not use.
func TestCalibration(t *testing.T) {
	all := points(2000, 0x5eed)
	var target []float64
	for i, p := range published {
		target = append(target, p.points)
		if d := math.Abs(all[i] - p.points); d > 10 {
			t.Errorf("%s: %.1f points, published %v", p.name, all[i], p.points)
		}
		if i > 0 && all[i] > all[0]-5 {
			t.Errorf("%s has %.1f points, Calculator %.1f: not first by 5", p.name, all[i], all[0])
		}
	}
	if r := stat.Correlation(ranks(all), ranks(target), nil); r < 0.95 {
		t.Errorf("Spearman's rank correlation %.3f", r)
	}
}

// ranks gives equal values the average of their ranks, from 0.
func ranks(xs []float64) []float64 {
	out := make([]float64, len(xs))
	for i, x := range xs {
		out[i] = -0.5
		for _, y := range xs {
			switch {
			case y < x:
				out[i]++
			case y == x:
				out[i] += 0.5
			}
		}
	}
	return out
}

func TestAll_Conformance(t *testing.T) {
	parttest.Baselines[seat.View, seat.Action](t, table.Game{}, baselines.All)
}

func TestAll(t *testing.T) {
	all := baselines.All()
	if len(all) != len(published) {
		t.Fatalf("%d opponents, want %d", len(all), len(published))
	}
	for i, p := range published {
		b := all[i]
		if b.Name != p.name || b.Points != p.points {
			t.Errorf("%d: %s %v, published %s %v", i, b.Name, b.Points, p.name, p.points)
		}
		if !strings.HasPrefix(b.Doc, "Leaderboard-style") {
			t.Errorf("%s: the documentation does not say what it is: %q", b.Name, b.Doc)
		}
	}
}

// points returns the points of each opponent in a round robin, scaled to the ten rounds of the contest.
func points(rounds int, seed uint64) []float64 {
	all, t, n, out := baselines.All(), table.NewTable(), uint64(0), make([]float64, len(published))
	for i := range published {
		for j := range i {
			p := meet(t, all[j].Player, all[i].Player, rounds, roll.Mix(seed, n))
			out[j], out[i] = out[j]+p[0], out[i]+p[1]
			n++
		}
	}
	return out
}

// meet plays two opponents with each other in both seats.
func meet(t *table.Table, first, second engine.Player, rounds int, seed uint64) [2]float64 {
	a, b := []engine.Player{first, second}, []engine.Player{second, first}
	var x, y int64
	for r := range rounds {
		deal := roll.Mix(seed, uint64(r))
		o, p := t.Play(deal, a), t.Play(deal, b)
		x, y = x+o.Score[0]+p.Score[1], y+o.Score[1]+p.Score[0]
	}
	return [2]float64{float64(x) * 10 / float64(rounds), float64(y) * 10 / float64(rounds)}
}
