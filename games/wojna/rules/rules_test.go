package rules_test

import (
	"testing"

	"bloodline/games/parttest"

	"bloodline/games/wojna/rules"
	"bloodline/games/wojna/seat"
	"bloodline/games/wojna/table"
	"bloodline/genome"
)

func schema() *genome.Schema {
	return &genome.Schema{Game: "wojna", Version: rules.Version, Genes: rules.Genes}
}

func TestRules_Conformance(t *testing.T) {
	parttest.Genes(t, table.Game{Deals: 2}, rules.Genes, rules.New, parttest.GeneOptions{Questions: 20_000})
}

// with returns the default with some genes changed.
func with(t *testing.T, genes map[string]float64) *rules.Rules {
	t.Helper()
	s := schema()
	v := s.Default()
	for name, x := range genes {
		i, ok := s.Index(name)
		if !ok {
			t.Fatalf("no gene %s", name)
		}
		v[i] = x
	}
	if err := s.Check(v); err != nil {
		t.Fatal(err)
	}
	return rules.New(v)
}

// stranger is a view of seat 0 in the first bidding of a run, after moves given as pairs of seat and action.
func stranger(card int, moves ...int) *seat.View {
	r, v := new(seat.PublicState), new(seat.View)
	r.Reset()
	v.Sit(r, 0)
	r.Deal()
	v.Deal()
	r.Begin()
	v.Peek(card)
	for i := 0; i < len(moves); i += 2 {
		r.Play(moves[i], seat.Action(moves[i+1]))
	}
	return v
}

// TestRules_strength: almost without heat the card decides, and a higher one never does less.
func TestRules_strength(t *testing.T) {
	r := with(t, map[string]float64{"mix.heat": 0.05})
	facing := []int{1, int(seat.Raise3), 2, int(seat.Pass), 3, int(seat.Pass)}
	for roll := range uint64(50) {
		if a := r.Act(stranger(1, facing...), roll*0x123456789); a != seat.Pass {
			t.Errorf("a 1 against a raise of three: %v", a)
		}
		if a := r.Act(stranger(13, facing...), roll*0x123456789); a == seat.Pass {
			t.Errorf("a 13 against a raise of three: %v", a)
		}
		if a := r.Act(stranger(1, 1, int(seat.Check), 2, int(seat.Check), 3, int(seat.Check)), roll); a == seat.Pass {
			t.Errorf("a free check: %v", a)
		}
	}
	folds := 0
	for card := 1; card <= seat.Values; card++ {
		if r.Act(stranger(card, facing...), 1) == seat.Pass {
			if folds < card-1 {
				t.Errorf("folds a %d but not all below", card)
			}
			folds++
		}
	}
}

// TestRules_learns: the same raise is believed less of a rival who has shown low
// cards after it than of a rival who has shown high cards.
func TestRules_learns(t *testing.T) {
	r := with(t, map[string]float64{"mix.heat": 0.05, "learn.shown.trust": 1, "learn.shown.prior-weight": 5})
	view := func(card, shown int) *seat.View {
		v := stranger(card, 1, int(seat.Raise3), 2, int(seat.Pass), 3, int(seat.Pass))
		v.Models[1].Shown[seat.Opened3][shown] = 50
		v.Models[1].Held[seat.Opened3] = 50
		return v
	}
	for card := 6; card <= 11; card++ {
		if a := r.Act(view(card, 3), 1); a == seat.Pass {
			t.Errorf("a %d against a rival who raises with 3s: %v", card, a)
		}
		if a := r.Act(view(card, 13), 1); a != seat.Pass {
			t.Errorf("a %d against a rival who raises with 13s: %v", card, a)
		}
	}
}
