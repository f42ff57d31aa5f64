package parttest

import (
	"strings"
	"testing"

	"bloodline/engine"
)

// BaselineNames checks that names are unique, whatever the case, and can be found; that each baseline has a player and
// a sentence of its own; that one is called Random; and that baselines with points are in the order of their strength.
func BaselineNames(t *testing.T, all []engine.Baseline) {
	t.Helper()
	seen, docs := map[string]bool{}, map[string]bool{}
	last := engine.Baseline{}
	for _, b := range all {
		if seen[strings.ToLower(b.Name)] {
			t.Errorf("baseline %s: is listed twice", b.Name)
		}
		if found, ok := engine.FindBaseline(all, strings.ToUpper(b.Name)); !ok || !strings.EqualFold(found.Name, b.Name) {
			t.Errorf("baseline %s: is not found in capitals", b.Name)
		}
		if b.Name == "" || strings.ContainsAny(b.Name, ":/ ") {
			t.Errorf("baseline %q: must have a name without ':', '/' and blanks", b.Name)
		}
		if b.Doc == "" || docs[b.Doc] || b.Player == nil {
			t.Errorf("baseline %s: must have a player and a sentence of its own, has %T and %q", b.Name, b.Player, b.Doc)
		}
		if b.Points != 0 {
			if last.Points != 0 && b.Points > last.Points {
				t.Errorf("%s (%g) stands below %s (%g): must be strongest first", b.Name, b.Points, last.Name, last.Points)
			}
			last = b
		}
		seen[strings.ToLower(b.Name)], docs[b.Doc] = true, true
	}
	if !seen["random"] {
		t.Error("no baseline is called random")
	}
}

// Baselines checks the list as [BaselineNames] does, and the players: they play legal games with each other, of which
// the table is the judge, and Pure holds for them. all returns the list with fresh players.
//
// Each game tests what its opponents do. It costs some 5,000 choices of each baseline.
func Baselines[V any, A comparable](t *testing.T, g engine.Game, all func() []engine.Baseline) {
	const baselineQuestions = 1000 // for each baseline
	t.Helper()
	list, twins := all(), all()
	BaselineNames(t, list)
	if t.Failed() {
		return // the rest relies on it
	}
	for i, b := range list {
		t.Run(b.Name, func(t *testing.T) {
			asked := Questions[V, A](g, baselineQuestions, func(game int) []engine.Player {
				seats := make([]engine.Player, g.Info().Seats)
				for k := range seats {
					seats[(game+k)%len(seats)] = list[(i+k*(1+game/len(seats)))%len(list)].Player
				}
				return seats
			})
			Pure(t, b.Player.(Policy[V, A]), twins[i].Player.(Policy[V, A]), asked)
		})
	}
}
