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

// TestCalibration is the measure of the field: 2,000 rounds, scaled to ten, on
// deals that the fit did not use.
func TestCalibration(t *testing.T) {
	all := points(baselines.Fitted(), 2000, 0x5eed)
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

func TestParameters(t *testing.T) {
	params, fitted := baselines.Parameters(), baselines.Fitted()
	if len(params) != len(fitted) {
		t.Fatalf("%d parameters, %d fitted values", len(params), len(fitted))
	}
	names, per, at := map[string]bool{}, map[string]int{}, 0
	for i, g := range params {
		if names[g.Name] {
			t.Errorf("%s is there twice", g.Name)
		}
		names[g.Name] = true
		per[g.Group]++
		if !(g.Min < g.Max && g.Min <= g.Default && g.Default <= g.Max) {
			t.Errorf("%s: [%v, %v], default %v", g.Name, g.Min, g.Max, g.Default)
		}
		if !(g.Min <= fitted[i] && fitted[i] <= g.Max) {
			t.Errorf("%s: fitted to %v, outside [%v, %v]", g.Name, fitted[i], g.Min, g.Max)
		}
		if g.Doc == "" || g.Unit == "" {
			t.Errorf("%s has no documentation or no unit", g.Name)
		}
		for at < len(published) && strings.ToLower(published[at].name) != g.Group { // those of the first opponent are first
			at++
		}
		if at == len(published) || !strings.HasPrefix(g.Name, g.Group+".") {
			t.Fatalf("%s: is in group %s, not in its opponent's", g.Name, g.Group)
		}
	}
	for _, p := range published {
		n := per[strings.ToLower(p.name)]
		if p.name == "Random" && n != 0 || p.name != "Random" && (n < 1 || n > 5) {
			t.Errorf("%s has %d parameters", p.name, n)
		}
	}
}

// points returns the points of each opponent in a round robin, scaled to the ten rounds of the contest.
func points(params []float64, rounds int, seed uint64) []float64 {
	t, n, out := table.NewTable(), uint64(0), make([]float64, len(published))
	for i := range published {
		for j := range i {
			p := meet(t, params, j, i, rounds, roll.Mix(seed, n))
			out[j], out[i] = out[j]+p[0], out[i]+p[1]
			n++
		}
	}
	return out
}

// meet plays two opponents with each other in both seats.
func meet(t *table.Table, params []float64, i, j, rounds int, seed uint64) [2]float64 {
	f := baselines.Field(params)
	a, b := []engine.Player{f[i], f[j]}, []engine.Player{f[j], f[i]}
	var x, y int32
	for r := range rounds {
		deal := roll.Mix(seed, uint64(r))
		o, p := t.Play(deal, a), t.Play(deal, b)
		x, y = x+o.Score[0]+p.Score[1], y+o.Score[1]+p.Score[0]
	}
	return [2]float64{float64(x) * 10 / float64(rounds), float64(y) * 10 / float64(rounds)}
}
