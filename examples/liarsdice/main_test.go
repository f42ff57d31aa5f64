package main

import (
	"context"
	"testing"

	"bloodline"
	"bloodline/games/gametest"
	"bloodline/genome/genometest"

	"liarsdice/rules"
	"liarsdice/table"
)

func TestGame(t *testing.T) { gametest.Run(t, game()) }

func TestRules(t *testing.T) {
	genometest.Run(t, table.Game{}, rules.Genes, rules.New, genometest.Options{})
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
