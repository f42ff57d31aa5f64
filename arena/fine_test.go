package arena_test

import (
	"math"
	"testing"

	"bloodline/arena"
	"bloodline/engine"
	"bloodline/engine/roll"
	"bloodline/internal/guard"
)

// lots is a game whose scores are far from 0 and fill the range of their fixed point: a player gets from 19000 to 19002
// points, more the larger its number. It remembers what each player got.
type lots struct {
	points [4]float64
	games  [4]float64
}

func (*lots) Info() engine.Info {
	return engine.Info{Name: "lots", Seats: 2, ScoreUnit: 1e11, Zero: 19000, Points: "point", Min: 19000, Mean: 19001, Max: 19002}
}
func (l *lots) NewTable() engine.Table { return l }

func (l *lots) Play(seed uint64, seats []engine.Player) (out engine.Outcome) {
	for s, p := range seats {
		x := 19000 + 0.3*float64(p.(int)) + roll.Unit(roll.Mix(seed, uint64(p.(int))))
		l.points[p.(int)], l.games[p.(int)] = l.points[p.(int)]+x, l.games[p.(int)]+1
		out.Score[s] = l.Info().Score(x)
	}
	return out
}

func (l *lots) mean(player int) float64 { return l.points[player] / l.games[player] }

// Every figure of scores is in points.
func TestArena_fine(t *testing.T) {
	l := new(lots)
	is := func(what string, have, want float64) {
		t.Helper()
		if !(math.Abs(have-want) <= 1e-9) {
			t.Errorf("%s: have %v, want %v", what, have, want)
		}
	}
	e := arena.Measurement{Arena: arena.New(l, 1), Field: numbers(4)[2:], Blocks: 60, Seed: 7}
	got := guard.Value(e.MeasureBlocks(t.Context(), numbers(2), 1))(t)
	for k, x := range got {
		is("total", x.Total.Mean, l.mean(k))
		is("by opponent", (x.ByOpponent[0].Mean+x.ByOpponent[1].Mean)/2, l.mean(k))
		is("alone", e.Between(got[k:k+1], nil).Mean, l.mean(k))
		if x.Total.Low < 19000 || x.Total.Low >= l.mean(k) || x.Total.High <= l.mean(k) || x.Total.High-x.Total.Low > 0.3 {
			t.Errorf("interval of %v: %+v", l.mean(k), x.Total)
		}
	}
	is("between", e.Between(got[1:], got[:1]).Mean, l.mean(1)-l.mean(0))
	is("lead", e.Arena.LeadOver(got[1], got[0], 0.95).Mean, l.mean(1)-l.mean(0))
	*l = lots{}
	fitness := guard.Value(e.Fitness(t.Context(), numbers(1), 2))(t)
	is("fitness", fitness[0].Mean, l.mean(0))
	*l = lots{}
	won := guard.Value(e.Challenge(t.Context(), verdict, 1, 0, 3))(t)
	if !won.Accepted || math.Abs(won.Share-l.mean(1)) > 0.1 { // of the rounds before the decision
		t.Errorf("%+v, want a share of about %v", won, l.mean(1))
	}
	*l = lots{}
	s := arena.RoundRobin{Players: 3, Seats: 2, Rounds: 9, Seed: 1}
	results := guard.Value(e.Arena.Play(t.Context(), numbers(3), s))(t)
	table := e.Arena.Crosstable(3, s, results)
	for place, x := range table.Order {
		row := table.Matrix()[place]
		is("order", x.Mean, l.mean(2-place))
		is("matrix", (row[0]+row[1]+row[2])/2, l.mean(2-place))
	}
}
