package main

import (
	"encoding/json"
	"errors"
	"io"
	"math"
	"os"
	"testing"

	"bloodline/games/coup/rules"
	"bloodline/games/coup/seat"
	"bloodline/genome/gene"
)

// TestParity holds the genes and every case of the file that PARITY names against
// the genes of this module and the moves that it makes.
func TestParity(t *testing.T) {
	f, err := os.Open(os.Getenv("PARITY"))
	if err != nil {
		t.Fatal(err)
	}
	cases := json.NewDecoder(f)
	values, err := gene.Values(rules.Genes, genes)
	if err != nil {
		t.Fatal(err)
	}
	var bits []uint64
	if err := cases.Decode(&bits); err != nil || len(bits) != len(genes) {
		t.Fatalf("%d genes, the arena's player has %d (%v)", len(genes), len(bits), err)
	}
	for i, x := range values {
		if math.Float64bits(x) != bits[i] {
			t.Errorf("gene %d is %v, the arena's player has %v", i, x, math.Float64frombits(bits[i]))
		}
	}
	player := rules.New(values)
	for n := 0; ; n++ {
		var c struct {
			Call      seat.Call
			Roll      uint64
			File, Out string
		}
		if err := cases.Decode(&c); errors.Is(err, io.EOF) {
			t.Logf("%d cases agree", n)
			return
		} else if err != nil {
			t.Fatal(err)
		}
		file, out, err := seat.Move(c.Call, player, c.Roll)
		if err != nil || file != c.File || out != c.Out {
			t.Fatalf("case %d: %q: wrote %q and %q (%v), the arena's player %q and %q", n, c.Call.History, file, out, err, c.File, c.Out)
		}
	}
}
