package main

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"testing"

	"bloodline/engine/coup/seat"
	rules "bloodline/genome/coup"
)

// TestParity holds every case of the file that PARITY names against the moves
// that this module makes.
func TestParity(t *testing.T) {
	f, err := os.Open(os.Getenv("PARITY"))
	if err != nil {
		t.Fatal(err)
	}
	player := rules.New(genes)
	cases := json.NewDecoder(f)
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
