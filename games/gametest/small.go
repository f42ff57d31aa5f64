package gametest

import (
	"io/fs"
	"testing"

	"bloodline"
	"bloodline/engine"
	"bloodline/games/parttest"
	"bloodline/small"
)

// Small checks the game that bloodline.Small makes of a state, as [Run] does, and with parttest.Genes and
// parttest.Baselines its genes and opponents.
func Small[V small.View[A], A comparable](t *testing.T, g small.Game[V, A], files fs.FS) {
	t.Helper()
	check(t, bloodline.Small(g, files))
	random := small.Player[V, A](small.Random[V, A])
	t.Run("genes", func(t *testing.T) {
		parttest.Genes[small.Question[V, A], A](t, g.Tables(), g.AllGenes(), g.Player, parttest.GeneOptions{Others: []engine.Player{random}})
	})
	t.Run("opponents", func(t *testing.T) {
		parttest.Baselines[small.Question[V, A], A](t, g.Tables(), func() (out []engine.Baseline) {
			for _, b := range g.Opponents() {
				out = append(out, engine.Baseline{Name: b.Name, Doc: b.Doc, Player: b.Play})
			}
			return out
		})
	})
}
