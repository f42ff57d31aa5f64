package arena_test

import (
	"fmt"
	"math"
	"testing"

	"bloodline/arena"
	"bloodline/engine"
	"bloodline/engine/roll"
	"bloodline/engine/stats"
	"bloodline/internal/guard"
)

// lottery is a game that one seat wins, by the luck of map, deal and seat; a share of the luck of a player is that of
// its map alone.
type lottery struct {
	info   engine.Info
	shared float64
}

func seatsOf(seats, maps, deals int) lottery {
	return lottery{info: engine.Info{Name: "lottery", Seats: seats, ZeroSum: true, Unit: "game", ScoreUnit: float64(seats), Points: "win", Mean: 1 / float64(seats), Max: 1, Maps: maps, MapDeals: deals}}
}

func (g lottery) Info() engine.Info      { return g.info }
func (g lottery) NewTable() engine.Table { return g }
func (g lottery) Play(seed uint64, seats []engine.Player) (o engine.Outcome) {
	best, winner := -1.0, 0
	for s, p := range seats {
		who, luck := uint64(p.(int)), seed
		if m := uint64(0); g.info.Maps > 0 && roll.Unit(roll.Mix(seed, uint64(s), 9)) < g.shared {
			m = seed & (1<<33 - 1) % uint64(g.info.Maps)
			luck = m
		}
		if x := roll.Unit(roll.Mix(luck, uint64(s), who)); x > best {
			best, winner = x, s
		}
	}
	o.Score[winner] = int64(g.info.ScoreUnit)
	return o
}

// With three seats and more, each deal of a few maps is played with all line-ups before one is repeated, and opponents
// are met equally often.
func TestMeasurement_lineups(t *testing.T) {
	for _, c := range []struct{ seats, maps, field, want int }{{3, 12, 6, 3 * 6 * 5}, {3, 8, 2, 2 * 2}, {4, 12, 2, 3 * 8}, {5, 8, 4, 2 * 24}} {
		g := seatsOf(c.seats, c.maps, 1)
		field := make([]engine.Player, c.field)
		for i := range field {
			field[i] = i + 1
		}
		m := arena.Measurement{Arena: arena.New(g, 1), Field: field, Blocks: 5000, Seed: 3, Stage: arena.StageEvidence}
		if games := m.Games(); games != int64(c.want*c.seats) {
			t.Errorf("%+v: %d games, want %d deals", c, games, c.want)
		}
		seen, met := map[string]bool{}, make([]int, c.field)
		s := arena.Gauntlet{Candidates: 1, Field: c.field, Seats: c.seats, Blocks: c.want, Maps: arena.MapsOf(g.info, true)}
		for k := range s.Blocks {
			b := s.Block(k)
			place, _ := g.info.Map(b.Seed)
			seen[fmt.Sprint(place, b.Lineup)] = true
			for _, o := range b.Lineup[1:c.seats] {
				met[o-1]++
			}
		}
		if len(seen) != c.want || met[0] != met[c.field-1] || met[0] != c.want*(c.seats-1)/c.field {
			t.Errorf("%+v: %d different games, opponents met %v times", c, len(seen), met)
		}
		got := guard.Value(m.Measure(t.Context(), []engine.Player{0}))(t)
		for i, f := range got[0].ByOpponent {
			if f.Games == 0 || f.N != int64(len(arena.MapsOf(g.info, true).Numbers)) {
				t.Errorf("%+v: opponent %d: %+v", c, i, f)
			}
		}
	}
}

// An opponent with several seats at a table is met once a deal: 3,000 games are 3,000, and intervals hold the true
// share.
func TestMeasurement_sameOpponent(t *testing.T) {
	for _, c := range []struct{ seats, field int }{{4, 1}, {4, 2}, {6, 2}} {
		g, field, held := seatsOf(c.seats, 0, 0), []engine.Player{1, 2}[:c.field], 0
		const samples, blocks = 400, 24
		for seed := range uint64(samples) {
			m := arena.Measurement{Arena: arena.New(g, 1), Field: field, Blocks: blocks, Seed: seed, Stage: arena.StageEvidence}
			got := guard.Value(m.Measure(t.Context(), []engine.Player{0}))(t)
			row := got[0].ByOpponent[0]
			if row.Games > m.Games() || c.field == 1 && (row.Games != m.Games() || got[0].Ahead[0].Games != m.Games()) {
				t.Fatalf("%+v: a row of %d games, of %d", c, row.Games, m.Games())
			}
			if row.Low <= g.info.Mean && g.info.Mean <= row.High {
				held++
			}
		}
		if percent := 100 * float64(held) / samples; percent < 92.5 || percent > 99 {
			t.Errorf("%+v: %.1f %% of intervals hold", c, percent)
		}
	}
}

// Tournaments, matches and comparisons have one unit: the map, where maps are few. Of groups of equal players, whose
// luck is in part that of the map, few differ.
func TestUnits_maps(t *testing.T) {
	g := seatsOf(2, 40, 0)
	a := arena.New(g, 1)
	r := arena.RoundRobin{Players: 3, Seats: 2, Rounds: 60, Maps: arena.MapsOf(g.info, true)}
	results := guard.Value(a.Play(t.Context(), []engine.Player{0, 1, 2}, r))(t)
	for _, x := range a.Crosstable(3, r, results).Order {
		if x.N != 10 || x.Games != 60*2*2 {
			t.Errorf("a tournament: %+v, want 10 maps and 240 games", x)
		}
	}
	p := arena.Pair{Blocks: 60, Maps: r.Maps}
	results = guard.Value(a.Play(t.Context(), []engine.Player{0, 1}, p))(t)
	if f := a.PlaceSummaries(p, results)[0]; f.N != 10 || f.Games != 120 {
		t.Errorf("a match: %+v, want 10 maps and 120 games", f)
	}
	g.shared = 0.6
	differ, wide := 0, 0
	const samples = 300
	for seed := range samples {
		players := []engine.Player{6*seed + 10, 6*seed + 11, 6*seed + 12, 6*seed + 13}
		m := arena.Measurement{Arena: arena.New(g, 1), Field: []engine.Player{6*seed + 14, 6*seed + 15}, Blocks: 2 * 60, Seed: uint64(seed), Stage: arena.StageShow}
		got := guard.Value(m.MeasureBlocks(t.Context(), players))(t)
		if b := m.Between(got[:2], got[2:]); b.Low > 0 || b.High < 0 {
			differ++
		}
		if f := m.Arena.LeadOver(got[0], got[1], stats.Level); f.N != 10 || f.Games != 240 || f.Low > 0 || f.High < 0 {
			wide++
		}
	}
	if differ > samples*9/100 || wide > samples*7/100 {
		t.Errorf("of %d equal pairs, groups differ in %d and players in %d", samples, differ, wide)
	}
}

// A lead of 5 points that a loss of 250 in two deals of a hundred ends is seldom shown, however few the deals; one
// without such losses is, once they would have been seen.
func TestArena_Proof(t *testing.T) {
	info := engine.Info{Name: "race", Seats: 1, ScoreUnit: 1, Points: "points", Min: 0, Max: 255}
	a := arena.New(lottery{info: info}, 1)
	for _, c := range []struct {
		deals, most int // percent
	}{{10, 0}, {25, 0}, {100, 0}, {150, 8}, {400, 8}} {
		better := 0
		const samples = 1000
		for seed := range uint64(samples) {
			var sure, rare stats.Tally
			for k := range uint64(c.deals) {
				lead := int64(5)
				if roll.Unit(roll.Mix(seed, k)) < 0.02 {
					lead = -250
				}
				rare.Add(lead)
				sure.Add(5 + int64(k%3) - 1)
			}
			if a.Proof(a.Lead([]stats.Tally{rare}, stats.Level), stats.Level).Low > 0 {
				better++
			}
			if f := a.Proof(a.Lead([]stats.Tally{sure}, stats.Level), stats.Level); (f.Low > 0) != (c.deals >= stats.LeastSeen) || math.Abs(f.Mean-5) > 0.1 {
				t.Fatalf("%d deals: %+v", c.deals, f)
			}
		}
		if percent := 100 * better / samples; percent > c.most {
			t.Errorf("%d deals: %d %% are shown to be better, which are worse", c.deals, percent)
		}
	}
}
