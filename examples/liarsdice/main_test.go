package main

import (
	"context"
	"testing"

	"bloodline"
	"bloodline/arena"
	"bloodline/arena/referee"
	"bloodline/games/gametest"
	"bloodline/genome/genometest"

	"liarsdice/baselines"
	"liarsdice/rules"
	"liarsdice/table"
)

func TestGame(t *testing.T) { gametest.Run(t, game()) }

func TestRules(t *testing.T) {
	genometest.Run(t, table.Game{}, rules.Genes, rules.New, genometest.Options{})
}

// A program that calls before there is a bid has forfeited.
func TestContest_Illegal(t *testing.T) {
	seats := []referee.Seat{{Name: "liar", Command: []string{"/bin/sh", "-c", "while read x; do echo liar; done"}}, {Name: "c", Player: baselines.All()[0].Player}}
	r, err := referee.Play(context.Background(), game().Contest, seats, arena.Pair{Blocks: 5, Seed: 1}, referee.Options{})
	if err != nil || r.Records[0].Faults[referee.Illegal] != 5 {
		t.Errorf("%v, %+v", err, r)
	}
}

// A short run beats every opponent, on deals that no selection has seen.
func TestBreed(t *testing.T) {
	o := bloodline.Options{Set: []string{"evolve.generations=30", "evidence.deals=3000"}}
	f, err := bloodline.Breed(context.Background(), game(), nil, o)
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range f.Evidence.Against {
		if a.Low < 0.5 {
			t.Errorf("against %s at least %.3f, want 0.5", a.Opponent, a.Low)
		}
	}
}
