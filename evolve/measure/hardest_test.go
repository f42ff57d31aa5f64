package measure

import (
	"slices"
	"testing"

	"bloodline/arena/game"
	"bloodline/genome/champion"
	"bloodline/internal/guard"
)

// The hardest strangers are measured on games that did not choose them, and are harder than strangers are in the
// mean.
func TestEvaluator_hardest(t *testing.T) {
	g := coup(t)
	s := tiny()
	s.Evidence.Deals = hardestOf
	e := New(g, s, 2, opponents(t, g, "Taxman"), nil)
	got, err := e.Evidence(t.Context(), g.Schema.Default(), 1)
	guard.Must(t, err)
	if _, _, err := e.Step(t.Context(), g.Schema.Default(), 1, 0); err != nil {
		t.Fatal(err)
	}
	if e.Games() != e.FigureGames() {
		t.Errorf("%d games played, %d announced", e.Games(), e.FigureGames())
	}
	w := got.Hardest
	if w == nil || w.Drawn != 2000 || w.Players != 20 || w.Games != 20*100*2 || w.High >= got.Strangers.Low || w.Low >= w.Mean {
		t.Errorf("hardest %+v, strangers %+v", w, got.Strangers)
	}
	e.Settings.Evidence.Deals--
	if got, err = e.Evidence(t.Context(), g.Schema.Default(), 1); err != nil || got.Hardest != nil {
		t.Errorf("less than a deal a stranger: %+v, %v", got.Hardest, err)
	}
}

func TestCommon(t *testing.T) {
	stranger := func(traits ...string) game.Stranger { return game.Stranger{Traits: traits} }
	all := []game.Stranger{
		stranger("taxes", "blocks"), stranger("taxes", "steals"), stranger("blocks"), stranger("blocks", "steals"),
		stranger("blocks"), stranger("steals"), stranger("steals"), stranger(),
	}
	// Of the first two both tax, 25 % of all do; one blocks, as half of all do, and one steals.
	if got, want := common(all[:2], all), []champion.Common{{Trait: "taxes", Players: 2, Drawn: 2}}; !slices.Equal(got, want) {
		t.Errorf("have %v, want %v", got, want)
	}
	// All of the first four block or steal: 3 of 4 block, 4 of 8 of all do.
	if got, want := common(all[:4], all), []champion.Common{{Trait: "taxes", Players: 2, Drawn: 2}, {Trait: "blocks", Players: 3, Drawn: 4}}; !slices.Equal(got, want) {
		t.Errorf("have %v, want %v", got, want)
	}
}
