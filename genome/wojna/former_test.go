package wojna_test

import (
	"testing"

	"bloodline/genome"
	"bloodline/genome/wojna"
)

// The former hash is that of a champion file from before genes were renamed: it covers
// every former name and range.
func TestGenes_formerNames(t *testing.T) {
	s := genome.Schema{Game: "wojna", Version: wojna.Version, Genes: wojna.Genes}
	if have, want := s.FormerHash(), "95f0a5b881e631ea"; have != want || s.Hash() == want {
		t.Errorf("former hash %s, want %s; hash %s", have, want, s.Hash())
	}
	i, ok := s.Index("learn.fold.doubt")
	if j, _ := s.Index("learn.fold.prior-weight"); !ok || i != j {
		t.Errorf("the former name is gene %d, the present one gene %d", i, j)
	}
}
