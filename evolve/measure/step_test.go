package measure

import (
	"context"
	"math"
	"testing"

	"bloodline/arena/game"
	"bloodline/engine"
	"bloodline/engine/roll"
	"bloodline/genome"
	"bloodline/genome/gene"
	"bloodline/internal/guard"
)

// hill is a game of one gene x: a seat wins with a chance that is highest at peak, whatever the other
// does. The seats of a deal share their luck, so that a difference of two genomes has little noise.
type hill struct{ peak float64 }

func (h hill) Info() engine.Info {
	return engine.Info{Name: "hill", Title: "Hill", Seats: 2, Unit: "game", ScoreUnit: 1, Points: "win", Mean: 0.5, Max: 1}
}

func (h hill) NewTable() engine.Table { return h }

func (h hill) Play(seed uint64, seats []engine.Player) (out engine.Outcome) {
	luck := roll.Dice{Rand: roll.New(seed)}
	for i, p := range seats {
		if x := float64(p.(climber)); luck.Float() < 0.8-math.Abs(x-h.peak) {
			out.Score[i] = 1
		}
	}
	return out
}

type climber float64

// The point that is handed in is the one nearest to the peak, if the champion is certainly worse; a peak
// at the champion, or too few deals, leave the champion alone.
func TestEvaluator_Step(t *testing.T) {
	for _, c := range []struct {
		name           string
		peak, champion float64
		deals          int
		want           float64
	}{
		{"half", 0.5, 0.7, 16000, 0.5},
		{"defaults", 0.3, 0.7, 16000, 0},
		{"all", 0.7, 0.7, 16000, 1},
		{"beyond", 0.8, 0.7, 16000, 1.25},
		{"beyond the range", 1, 0.95, 16000, 1.25},
		{"level", 0.3, 0.3, 16000, 1},
		{"not told", 0.47, 0.5, 800, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			play := func(v []float64) engine.Player { return climber(v[0]) }
			g := &game.Game{
				Definition: game.Definition{
					Table: hill{c.peak}, Rules: play, Deals: 1,
					Unmet: []game.Family{{Name: "others", Draw: func(uint64, engine.Player) engine.Player { return climber(0.5) }}},
				},
				Schema: &genome.Schema{Game: "hill", Version: 1, Genes: []gene.Gene{{Name: "x", Min: 0, Max: 1, Default: 0.3, Group: "x", Doc: "where it stands"}}},
			}
			s := tiny()
			s.Evidence.Deals = c.deals
			e := New(g, s, 2, []Opponent{{Name: "a", Player: climber(0)}, {Name: "b", Player: climber(1)}}, nil)
			v, step, err := e.Step(context.Background(), genome.Vector{c.champion}, 1, 0)
			guard.Must(t, err)
			if want := min(1, 0.3+c.want*(c.champion-0.3)); step == nil || step.At != c.want || math.Abs(v[0]-want) > 1e-9 {
				t.Errorf("have %v, %+v, want %v at %v", v, step, want, c.want)
			}
			if e.Games() != int64(len(steps)*2*s.Evidence.Deals/4) {
				t.Errorf("%d games counted", e.Games())
			}
		})
	}
}
