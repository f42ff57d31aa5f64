package rules_test

import (
	"testing"

	"bloodline/games/coup/rules"
	"bloodline/genome"
)

// The hash of a champion file that was written before genes were renamed: it covers
// every former name and range.
const formerHash = "d53a29d0da69bd2d"

func TestGenes_formerNames(t *testing.T) {
	s := genome.Schema{Game: "coup", Version: rules.Version, Genes: rules.Genes}
	if have := s.FormerHash(); have != formerHash || s.Hash() == formerHash {
		t.Errorf("former hash %s, want %s; hash %s", have, formerHash, s.Hash())
	}
	for former, name := range map[string]string{
		"story.tax.bluff.fallen": "story.tax.bluff.face-up", "belief.block.meek": "belief.block.passive",
		"block.duke.bluff.doubted": "block.duke.bluff.challenge-rate", "turn-rival.tax.true.duke-denied": "turn-record.tax.true.duke-denied",
		"cards.hold-told": "cards.hold-claimed", "belief.action.broken": "belief.action.denied-before",
	} {
		i, ok := s.Index(former)
		if j, _ := s.Index(name); !ok || i != j || s.Genes[i].Name != name {
			t.Errorf("%s is gene %d, %s gene %d", former, i, name, j)
		}
	}
}
