package games_test

import (
	"slices"
	"testing"

	"bloodline"
	"bloodline/games/coup"
	"bloodline/games/gametest"
	"bloodline/games/samurai"
	"bloodline/games/wojna"
	"bloodline/games/wojna/referee"
	"bloodline/games/wojna/table"
	"bloodline/internal/tier"
)

func TestCoup(t *testing.T) { gametest.Run(t, coup.Game()) }

func TestSamurai(t *testing.T) {
	tier.Slow(t)
	gametest.Run(t, samurai.Game())
}

func TestWojna(t *testing.T) {
	tier.Slow(t)
	g := wojna.Game()
	if g.Deals != g.Table.(table.Game).Deals {
		t.Errorf("a play has %d deals, the table %d", g.Deals, g.Table.(table.Game).Deals)
	}
	short := table.Game{Deals: 2} // forty take their time
	g.Table, g.Contest, g.Deals = short, referee.Contest{Game: short}, short.Deals
	gametest.Run(t, g)
}

// The shipped games get on with each other, and bench plays them under these names.
func TestMatchups(t *testing.T) {
	set, err := bloodline.Resolve(coup.Game(), samurai.Game(), wojna.Game())
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range set {
		want := []string{"random", "field", "genomes"}
		if g.Name() == "wojna" {
			want = append(want, "check", "tight")
		}
		var names []string
		for _, m := range g.Matchups(g.Schema.Default()) {
			names = append(names, m.Name)
		}
		if !slices.Equal(names, want) {
			t.Errorf("%s has match-ups %q, want %q", g.Name(), names, want)
		}
	}
}
