package measure

import (
	"math"
	"testing"

	"bloodline/arena/command"
	"bloodline/arena/game"
	"bloodline/engine"
	"bloodline/engine/roll"
	"bloodline/genome"
	"bloodline/genome/gene"
	"bloodline/internal/guard"
)

// ground is a contest of which a formula gives each seat its points, by seed and genes.
type ground struct {
	info   engine.Info
	points func(seed uint64, seat int, all []engine.Player) float64
}

func (g ground) Info() engine.Info      { return g.info }
func (g ground) NewTable() engine.Table { return g }

func (g ground) Play(seed uint64, seats []engine.Player) (out engine.Outcome) {
	for s := range seats {
		out.Score[s] = g.info.Score(g.points(seed, s, seats))
	}
	return out
}

// evaluator returns a run of a contest with one gene, whose default is 0, by so many games; slow if each game starts programs.
func (g ground) evaluator(seed uint64, games int64, programs bool, field ...float64) *Evaluator {
	g.info.Name, g.info.Title, g.info.Unit = "ground", "Ground", "game"
	schema := &genome.Schema{Game: "ground", Version: 1, Genes: []gene.Gene{{Name: "x", Min: -1, Max: 1, Group: "x", Unit: "m", Doc: "d"}}}
	s := tiny()
	s.Seed, s.MaxGames, s.Evidence.Deals, s.Fitness.Deals, s.Evolve.Population = seed, games, 20_000, 6, 10
	all := &game.Game{Definition: game.Definition{Table: g, Rules: func(v []float64) engine.Player { return genome.Vector(v) }, Deals: 1}, Schema: schema}
	all.UserBot = struct{ command.UserBot }{}
	if programs {
		all.Table = slow{g}
	} else {
		all.Simulator = &command.Simulator{}
	}
	opponents := []Opponent{{Name: "defaults", Genes: schema.Default(), Player: schema.Default()}}
	for _, x := range field {
		opponents = append(opponents, Opponent{Name: "rival", Player: genome.Vector{x}})
	}
	return New(all, s, 1, opponents[min(len(field), 1):], nil)
}

func worthOf(p engine.Player) float64 { return p.(genome.Vector)[0] }

// Points that are scores are compared with those of the defaults on the same deals, though these are the field: whatever
// the middle of the range is.
func TestEvidence_scoredDefaults(t *testing.T) {
	for _, worth := range []float64{10, -0.5} {
		g := ground{
			engine.Info{Seats: 2, ScoreUnit: 1000, Points: "points", Mean: 50, Max: 100},
			func(seed uint64, seat int, all []engine.Player) float64 {
				return 20 + worth*worthOf(all[seat]) + 10*roll.Unit(roll.Mix(seed, uint64(seat)))
			},
		}
		e := g.evaluator(1, 3000, false)
		got, err := e.Evidence(t.Context(), genome.Vector{1}, 1)
		guard.Must(t, err)
		if l := got.Defaults.Lead; math.Abs(l.Mean-worth) > 1e-9 || math.Abs(got.Defaults.Field.Mean-25) > 1 || got.Better() != (worth > 0) {
			t.Errorf("a lead of %v: %+v, beside %+v", worth, l, got.Defaults.Field)
		}
	}
}

// On few maps with luck a champion that is no better is seldom called so, although breeding had these maps too. Without luck
// all deals are played, and more points are better.
func TestEvidence_fewMaps(t *testing.T) {
	info := engine.Info{Seats: 2, ScoreUnit: 840, Points: "win", Mean: 0.5, Max: 1, ZeroSum: true, Maps: 4}
	g := ground{info, func(seed uint64, seat int, all []engine.Player) float64 {
		won := roll.Unit(roll.Mix(seed, math.Float64bits(worthOf(all[0])), math.Float64bits(worthOf(all[1])))) < 0.5
		if won == (seat == 0) {
			return 1
		}
		return 0
	}}
	better := 0
	for seed := range uint64(60) {
		e := g.evaluator(seed, 1500, true, 0.3, 0.4)
		got, err := e.Evidence(t.Context(), genome.Vector{1}, 1)
		guard.Must(t, err)
		if got.AllDeals || !got.MapsBredOn {
			t.Fatalf("%+v", got)
		}
		if got.Better() {
			better++
		}
	}
	if better > 4 {
		t.Errorf("%d of 60 runs of luck say better", better)
	}
	g.info.MapDeals = 1
	g.points = func(seed uint64, seat int, all []engine.Player) float64 {
		if place, _ := info.Map(seed); place == 2 != (worthOf(all[seat]) > worthOf(all[1-seat])) {
			return 1
		}
		return 0
	}
	for _, x := range []float64{1, -1} {
		e := g.evaluator(1, 1500, true, 0.5)
		got, err := e.Evidence(t.Context(), genome.Vector{x}, 1)
		if err != nil || !got.AllDeals || got.Better() != (got.Defaults.Lead.Mean > 0) || got.Defaults.Lead.Games != 8 {
			t.Errorf("%+v, %+v, %v", got, got.Defaults, err)
		}
	}
}

// Evidence says on how many maps the field was played, whose maps are more than the games.
func TestEvidence_mapsPlayed(t *testing.T) {
	info := engine.Info{Seats: 2, ScoreUnit: 2, Points: "win", Mean: 0.5, Max: 1, ZeroSum: true, Maps: 600}
	maps := map[int]bool{}
	g := ground{info, func(seed uint64, seat int, all []engine.Player) float64 {
		if m, _ := info.Map(seed); worthOf(all[0])+worthOf(all[1]) == 1.3 { // the champion and its rival
			maps[m] = true
		}
		return float64((seed>>40 + uint64(seat)) % 2)
	}}
	got, err := g.evaluator(1, 560, false, 0.3).Evidence(t.Context(), genome.Vector{1}, 1)
	if err != nil || got.Maps != len(maps) || got.Maps == 0 || got.Maps >= info.Maps/4 || got.Field.Games != int64(2*len(maps)) {
		t.Errorf("%d games on %d maps, %d were played (%v)", got.Field.Games, got.Maps, len(maps), err)
	}
}

// A game whose deals seem to end alike has exact figures, until the games of the figures differ.
func TestEvidence_seemsAlike(t *testing.T) {
	for _, luck := range []float64{0, 1} {
		g := ground{
			engine.Info{Seats: 1, ScoreUnit: 1000, Points: "points", Min: -10, Mean: 0, Max: 10},
			func(seed uint64, seat int, all []engine.Player) float64 {
				return worthOf(all[0]) + luck*roll.Unit(seed)
			},
		}
		e := g.evaluator(1, 3000, false)
		e.DealsFound = 1
		got, err := e.Evidence(t.Context(), genome.Vector{1}, 1)
		guard.Must(t, err)
		if exact := got.Field.Low == 1 && got.Field.High == 1; exact != (luck == 0) || (got.Maps == 1) != exact || got.Field.High-got.Field.Low > 0.1 || !got.Better() {
			t.Errorf("luck of %v: %+v", luck, got.Field)
		}
	}
}

// The shares of a budget are those of the table, and the parts add up to it.
func TestSplit(t *testing.T) {
	g := ground{engine.Info{Seats: 2, ScoreUnit: 2, Points: "win", Mean: 0.5, Max: 1, ZeroSum: true}, nil}
	for _, c := range []struct{ budget, verdict int64 }{{1000, 250}, {3000, 750}, {10_000, 2500}, {30_000, 4500}, {100_000, 11_500}} {
		e := g.evaluator(1, c.budget, true, 0.3, 0.4, 0.5)
		s, err := e.Split()
		if err != nil || s.All() != c.budget || s.Verdict > c.verdict || s.Verdict < c.verdict-24 || s.Gains != c.budget*3/20 || s.Rows > max(c.budget/20, 24) {
			t.Errorf("%d games: %+v, %v", c.budget, s, err)
		}
		simulated := g.evaluator(1, c.budget, false, 0.3, 0.4, 0.5)
		s, err = simulated.Split()
		if err != nil || s.Search != c.budget || s.All() > max(c.budget*3/2, c.budget+1000)+24 {
			t.Errorf("%d simulated games: %+v, %v", c.budget, s, err)
		}
	}
}
