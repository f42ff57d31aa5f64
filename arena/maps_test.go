package arena

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"bloodline/engine"
	"bloodline/engine/stats"
	"bloodline/internal/guard"
)

// Of eight maps and more a quarter is kept for figures and no selection plays it; of fewer all serve both.
func TestMapsOf(t *testing.T) {
	for _, tt := range []struct{ maps, bred, kept int }{{1, 1, 1}, {4, 4, 4}, {7, 7, 7}, {8, 6, 2}, {12, 9, 3}, {200, 150, 50}} {
		info := engine.Info{Maps: tt.maps, MapDeals: 1}
		bred, kept := MapsOf(info, false).Numbers, MapsOf(info, true).Numbers
		if len(bred) != tt.bred || len(kept) != tt.kept {
			t.Errorf("%d maps: %d bred on, %d kept, want %d and %d", tt.maps, len(bred), len(kept), tt.bred, tt.kept)
		}
		all := slices.Compact(slices.Sorted(slices.Values(slices.Concat(bred, kept))))
		if len(all) != tt.maps {
			t.Errorf("%d maps: only %d are played", tt.maps, len(all))
		}
		if tt.maps >= 8 && len(bred)+len(kept) != tt.maps {
			t.Errorf("%d maps: %v and %v overlap", tt.maps, bred, kept)
		}
	}
}

// A deal of a map is played once before any is played again, and then no more if there are so many.
func TestMaps_seed(t *testing.T) {
	info := engine.Info{Maps: 5, MapDeals: 3}
	m := MapsOf(info, false)
	seen := map[string]int{}
	for turn := range 30 {
		place, deal := info.Map(m.seed(turn, uint64(turn)*0x9e3779b97f4a7c15))
		seen[fmt.Sprint(place, deal)]++
	}
	if len(seen) != 15 || m.Deals(100, 1) != 15 || m.Deals(7, 1) != 7 {
		t.Errorf("%d different deals, want 15, and %d", len(seen), m.Deals(100, 1))
	}
	for deal, n := range seen {
		if n != 2 {
			t.Errorf("deal %s is played %d times in 30 turns", deal, n)
		}
	}
}

// onMaps is a game that is decided by map and first player alone, as with a referee without chance.
type onMaps struct{ info engine.Info }

func (g onMaps) Info() engine.Info      { return g.info }
func (g onMaps) NewTable() engine.Table { return g }
func (g onMaps) Play(seed uint64, seats []engine.Player) (o engine.Outcome) {
	m, _ := g.info.Map(seed)
	if better := seats[0].(float64) * math.Sin(float64(m)+seats[0].(float64)-seats[1].(float64)); better > 0 {
		o.Score[0] = int64(g.info.ScoreUnit)
	} else {
		o.Score[1] = int64(g.info.ScoreUnit)
	}
	return o
}

// Figures of a contest of few maps are those of all kept maps, each once, however many deals are asked for; their
// interval is that of as many units.
func TestMeasurement_maps(t *testing.T) {
	g := onMaps{engine.Info{Name: "maps", Seats: 2, ZeroSum: true, Unit: "game", ScoreUnit: 840, Points: "win", Mean: 0.5, Max: 1, Maps: 40, MapDeals: 1}}
	a := New(g, 2)
	field := []engine.Player{0.3, 1.4, 2.2}
	m := Measurement{Arena: a, Field: field, Blocks: 5000, Seed: 3, Stage: StageEvidence}
	got := guard.Value(m.MeasureBlocks(t.Context(), []engine.Player{0.7, 1.9}))(t)
	for c, me := range []float64{0.7, 1.9} {
		var all stats.Tally
		for _, place := range MapsOf(g.info, true).Numbers {
			sum := int64(0)
			for _, o := range field {
				seed := engine.MapSeed(place, 0)
				sum += int64(g.Play(seed, []engine.Player{me, o}).Score[0]) + int64(g.Play(seed, []engine.Player{o, me}).Score[1])
			}
			all.Add(sum / int64(len(field)))
			all.Blocks += int64(len(field))
		}
		want := a.Figure(all)
		if f := got[c].Total; f.N != 10 || f.Games != 60 || math.Abs(f.Mean-want.Mean) > 1e-9 || math.Abs(f.Low-want.Low) > 1e-9 || got[c].ByOpponent[1].Games != 20 {
			t.Errorf("player %d: %+v, want %+v of 60 games", c, f, want)
		}
	}
	if p := a.Paired(got[0], got[1]); p.Diff.N != 10 {
		t.Errorf("the difference is of %d maps, want 10", p.Diff.N)
	}
	m.Stage = StageFitness
	if n := m.Games(); n != 30*3*2 {
		t.Errorf("fitness takes %d games, want all 180", n)
	}
}
