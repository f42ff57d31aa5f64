package report

import (
	"context"
	"strings"
	"testing"

	"bloodline/arena"
	"bloodline/engine"
	"bloodline/engine/stats"
	"bloodline/internal/guard"
)

// larger is a game that the larger number wins.
type larger struct{}

func (larger) Info() engine.Info {
	return engine.Info{Name: "larger", Seats: 2, ScoreUnit: 1, Max: 1, Mean: 0.5, ZeroSum: true}
}
func (larger) NewTable() engine.Table { return larger{} }

func (larger) Play(_ uint64, seats []engine.Player) (out engine.Outcome) {
	if seats[0].(int) > seats[1].(int) {
		out.Score[0] = 1
	} else {
		out.Score[1] = 1
	}
	return out
}

// A result that is certain is no tie.
func TestVerdict_certain(t *testing.T) {
	ar := arena.New(larger{}, 1)
	test := stats.SPRT{Elo1: 10, Alpha: 0.05, Beta: 0.05}
	s, err := ar.Test(context.Background(), test, [2]engine.Player{2, 1}, arena.Pair{Blocks: 1000, Seed: 1}, func(*arena.Sequential) {})
	guard.Must(t, err)
	text := printed(t, NewSPRT("strong", "weak", ar, test, s).Table(), 0)
	if !strings.Contains(text, "strong against weak: H1") || !strings.Contains(strings.ReplaceAll(text, "\n", " "), "what strong wins of them is certain") {
		t.Error(text)
	}
}
