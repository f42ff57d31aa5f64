package strangers_test

import (
	"slices"
	"strings"
	"testing"

	"bloodline/engine"
	"bloodline/games/coup/seat"
	"bloodline/games/coup/strangers"
	"bloodline/games/coup/table"
)

// Traits are of the draw, not of the player that it was drawn into.
func TestPlayer_Traits(t *testing.T) {
	var p strangers.Player
	seen := map[string]int{}
	for seed := range uint64(500) {
		p.Draw(seed)
		got := p.Traits()
		if want := strangers.New(seed).Traits(); !slices.Equal(got, want) {
			t.Fatalf("seed %d: %q, drawn fresh %q", seed, got, want)
		}
		seen[strings.Join(got, ", ")]++
	}
	if len(seen) < 480 {
		t.Errorf("500 strangers have %d descriptions", len(seen))
	}
}

// Strangers behave as their traits say.
func TestPlayer_Traits_true(t *testing.T) {
	honest := 0
	for seed := range uint64(2000) {
		p := strangers.New(seed)
		traits := strings.Join(p.Traits(), ", ")
		if strings.Contains(traits, "by chance") {
			continue
		}
		lies, challenges, claims := 0, 0, 0
		w := witness{p, func(v *seat.View, a seat.Action) {
			if r := a.Claims(); r != seat.NoRole && !v.Hand.Has(r) {
				lies++
			}
			if v.Ask == seat.AskReply && v.Legal.Has(seat.Challenge) {
				claims++
				if a == seat.Challenge {
					challenges++
				}
			}
		}}
		tab := table.NewTable()
		for i := range uint64(10) {
			tab.Play(i, []engine.Player{w, strangers.New(i + 5000)})
		}
		if strings.Contains(traits, "never bluffs") {
			if honest++; lies > 0 {
				t.Errorf("stranger %d, which never bluffs, bluffed %d times", seed, lies)
			}
		}
		if often := 2*challenges > claims; often && strings.Contains(traits, "hardly ever challenges") {
			t.Errorf("stranger %d, which hardly ever challenges, challenged %d of %d claims", seed, challenges, claims)
		}
	}
	if honest == 0 {
		t.Error("no stranger never bluffs")
	}
}

// witness tells what a player chose.
type witness struct {
	seat.Policy
	chose func(v *seat.View, a seat.Action)
}

func (w witness) Act(v *seat.View, x uint64) seat.Action {
	a := w.Policy.Act(v, x)
	w.chose(v, a)
	return a
}
