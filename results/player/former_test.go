package player_test

import (
	"strings"
	"testing"

	"bloodline/arena/game"
	"bloodline/evolve/lineage"
	"bloodline/games/coup/table"
	"bloodline/genome"
	"bloodline/genome/gene"
	"bloodline/results/player"
)

// A run of the store that was bred before a gene was renamed can be read; one of
// another schema cannot.
func TestFinder_GameOf_formerNames(t *testing.T) {
	s := &genome.Schema{Game: "coup", Version: 1, Genes: []gene.Gene{{Name: "g.new", Was: "g.old", Max: 1}}}
	f := player.Finder{Games: game.Set{{Game: table.Game{}, Schema: s}}}
	row := lineage.RunRow{Info: lineage.NewInfo("run", s)}
	for _, hash := range []string{s.Hash(), s.FormerHash()} {
		row.SchemaHash = hash
		if g, err := f.GameOf(row); err != nil || g.Schema != s {
			t.Errorf("schema %s: %v", hash, err)
		}
	}
	s.Genes[0].Was = ""
	if _, err := f.GameOf(row); err == nil || !strings.Contains(err.Error(), "was bred under schema") {
		t.Errorf("another schema: %v", err)
	}
}
