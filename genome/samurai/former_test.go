package samurai_test

import (
	"testing"

	"bloodline/genome"
	"bloodline/genome/samurai"
)

// The former hash is that of a champion file from before genes were renamed: it covers
// every former name and range.
func TestGenes_formerNames(t *testing.T) {
	s := genome.Schema{Game: "samurai", Version: samurai.Version, Genes: samurai.Genes}
	if have, want := s.FormerHash(), "19fc3cfaf73df5f5"; have != want || s.Hash() == want {
		t.Errorf("former hash %s, want %s; hash %s", have, want, s.Hash())
	}
	i, ok := s.Index("forecast.doubt")
	if j, _ := s.Index("forecast.variance"); !ok || i != j {
		t.Errorf("the former name is gene %d, the present one gene %d", i, j)
	}
}
