package champion_test

import (
	"testing"

	"bloodline/engine/stats"
	"bloodline/genome/champion"
)

// Each comparison with the defaults counts once: not if it is the same one again, after a kill or a resumption without
// more games, and not where the champion is the default genome. A count isn't lost.
func TestEvidence_LooksBefore(t *testing.T) {
	var none *champion.Evidence
	better := &champion.Evidence{Digest: "a", Defaults: &champion.Defaults{MostGames: 9}}
	unproven := &champion.Evidence{Digest: "defaults", Unproven: &champion.Unproven{Digest: "a", MostGames: 9}, EarlierLooks: 2}
	equal := &champion.Evidence{Digest: "defaults", EarlierLooks: 3}
	for _, c := range []struct {
		name   string
		before *champion.Evidence
		genes  string
		most   int64
		want   int
	}{
		{"the first", none, "a", 9, 0},
		{"another champion", better, "b", 9, 1},
		{"more games", better, "a", 18, 1},
		{"the same", better, "a", 9, 0},
		{"the same, unproven", unproven, "a", 9, 2},
		{"another one after an unproven", unproven, "b", 9, 3},
		{"the defaults after an unproven", unproven, "defaults", 9, 3},
		{"after the defaults", equal, "a", 9, 3},
	} {
		if got := c.before.LooksBefore(c.genes, c.most); got != c.want {
			t.Errorf("%s: %d looks before, want %d", c.name, got, c.want)
		}
	}
	if err := (&champion.Evidence{Field: stats.Figure{}, EarlierLooks: -1}).Check(0, 1); err == nil {
		t.Error("-1 looks before")
	}
}
