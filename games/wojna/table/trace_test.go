package table_test

import (
	"fmt"
	"strings"
	"testing"

	"bloodline/engine"
	"bloodline/games/wojna/table"
)

// TestTable_Tap checks who is sent what, in which order: setstate to all ([A14], [A18]),
// the own card only to active players, in a war only the tied ([A15]), moves
// to all, and at the end the cards of all who stayed, in seat order, to all seats,
// also that of a sole survivor ([A12], [A15], [A18]).
func TestTable_Tap(t *testing.T) {
	tab := table.NewTable(table.Game{Deals: 5})
	var lines []string
	tab.Trace(func(line string) { lines = append(lines, line) })
	tab.Play(8, []engine.Player{dice(0), dice(2), dice(0), tight{}})
	var in, stayed, shown string // seats, as digits
	wars, alone := 0, 0
	ends := func() {
		if stayed != shown {
			t.Fatalf("seats %s stayed, seats %s have shown", stayed, shown)
		}
		if len(in) == 2 {
			wars++
		}
		if len(shown) == 1 {
			alone++
		}
		in, stayed, shown = "", "", ""
	}
	for i, line := range lines {
		w := strings.Fields(line)
		switch to, word := w[0], w[1]; {
		case word == "setstate":
			if ends(); to != "all" {
				t.Fatalf("line %d: %s", i, line)
			}
		case word == "topcard" && to != "all":
			if to != w[2] || in > to {
				t.Fatalf("line %d: %s", i, line)
			}
			in, stayed = in+to, stayed+to
		case word == "topcard":
			if shown > w[2] {
				t.Fatalf("line %d: not in seat order: %s", i, line)
			}
			shown += w[2]
		case word == "play":
			if to != "all" || !strings.Contains(stayed, w[2]) {
				t.Fatalf("line %d: %s", i, line)
			}
			if w[3] == "pass" {
				stayed = strings.Replace(stayed, w[2], "", 1)
			}
		case word == "genmove" && to != w[2]:
			t.Fatalf("line %d: %s", i, line)
		}
	}
	ends()
	if wars == 0 || alone == 0 {
		t.Errorf("%d biddings of two, %d sole survivors: too few to see", wars, alone)
	}
}

func TestHeard(t *testing.T) {
	for _, c := range []struct {
		line string
		seat int
		want string
	}{
		{"all play 2 raise 1", 3, "play 2 raise 1"},
		{"3 topcard 3 12", 2, "topcard 3 12"},
		{"3 topcard 3 12", 1, ""},
	} {
		command, ok := table.Heard(c.line, c.seat)
		if ok != (c.want != "") || ok && command != c.want {
			t.Errorf("%s for seat %d: %q %v", fmt.Sprintf("%q", c.line), c.seat, command, ok)
		}
	}
}
