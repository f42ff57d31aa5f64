package table_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"bloodline/engine"
	"bloodline/engine/roll"
	"bloodline/games/wojna/seat"
	"bloodline/games/wojna/table"
)

// sensitive chooses by a hash of everything that a view knows: one wrong count, and it does something else.
type sensitive struct{}

func (sensitive) Act(v *seat.View, rolled uint64) seat.Action {
	h := roll.Mix(rolled, uint64(v.Card), uint64(v.Pot), uint64(v.Level), uint64(v.Behind()), uint64(v.Alive))
	for s := range seat.Seats {
		known, of := v.Peeked(s)
		ahead, n, left := v.Ahead(s)
		h = roll.Mix(h, uint64(known), uint64(of), uint64(ahead), uint64(n), uint64(left), uint64(v.Line[s]), uint64(v.Out[s]))
		m := &v.Models[s]
		for l := range seat.Lines {
			h = roll.Mix(h, uint64(m.Held[l]), uint64(m.Shown[l][v.Card]))
		}
		for price := range seat.Prices {
			a := m.Answers(0, price)
			h = roll.Mix(h, uint64(a.Pass), uint64(a.Check), uint64(a.Raise), uint64(m.Answers(1, price).Pass))
		}
	}
	for c := 1; c <= seat.Values; c++ {
		h = roll.Mix(h, uint64(v.Unknown(c)))
	}
	return throw(int(h>>40&1)*2, v.Legal(), h)
}

// TestProgram_parity: programs that are told what the table's trace has for their
// seat, with the same rolls, make the table's moves.
func TestProgram_parity(t *testing.T) {
	tab := table.NewTable(table.New())
	deals, moves := 0, 0
	for seed := range uint64(6) {
		var lines []string
		tab.Trace(func(line string) { lines = append(lines, line) })
		tab.Play(seed, []engine.Player{sensitive{}, tight{}, sensitive{}, dice(seed % 3)})
		for _, s := range []int{0, 2} {
			p := seat.NewProgram("sensitive", sensitive{}, roll.Mix(seed, uint64(1+s)))
			asked := ""
			for _, line := range lines {
				command, ok := table.Heard(line, s)
				if !ok {
					continue
				}
				reply, _ := p.Do(command)
				if reply[0] != '=' {
					t.Fatalf("seed %d seat %d: %s: %s", seed, s, command, reply)
				}
				if asked != "" && command != asked {
					t.Fatalf("seed %d seat %d: program says %q, table %q", seed, s, asked, command)
				}
				asked = ""
				if word, _, _ := strings.Cut(command, " "); word == "genmove" {
					asked = strings.Replace(command, "genmove", "play", 1) + strings.TrimRight(reply[1:], "\n")
					moves++
				}
			}
		}
		deals += table.Deals
	}
	if deals < 200 || moves < 10_000 {
		t.Errorf("%d deals, %d moves: want 200 and 10,000", deals, moves)
	}
}

func TestPoints(t *testing.T) {
	for _, c := range []struct {
		rule string
		last [4]int
		want [4]int32
	}{
		{"4: 0, 12, 24, 48", [4]int{30, 10, 40, 20}, [4]int32{24, 0, 48, 12}},
		{"4: two first out, 6 each", [4]int{10, 10, 40, 20}, [4]int32{6, 6, 48, 24}},
		{"4: two in the middle, 18 each", [4]int{5, 10, 10, 20}, [4]int32{0, 18, 18, 48}},
		{"4 [A11]: two last, 36 each", [4]int{5, 20, 10, 20}, [4]int32{0, 36, 12, 36}},
		{"4: three first out, 12 each", [4]int{5, 5, 10, 5}, [4]int32{12, 12, 48, 12}},
		{"4 [A10]: three last, 28 each", [4]int{9, 9, 9, 5}, [4]int32{28, 28, 28, 0}},
		{"4: all, 21 each", [4]int{9, 9, 9, 9}, [4]int32{21, 21, 21, 21}},
		{"4: two pairs", [4]int{9, 5, 5, 9}, [4]int32{36, 6, 6, 36}},
		{"[A32]: the last one gets 48", [4]int{1, 2, 3, 4}, [4]int32{0, 12, 24, 48}},
	} {
		if got := table.Points(c.last); got != c.want {
			t.Errorf("%s: %v, want %v", c.rule, got, c.want)
		}
	}
}

// TestPlay_illegal: the table panics on an illegal move.
func TestPlay_illegal(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	table.NewTable(table.New()).Play(1, same(greedy{}))
}

// greedy raises whether it can or not.
type greedy struct{}

func (greedy) Act(*seat.View, uint64) seat.Action { return seat.Raise3 }

// inOrder asks for what is known of the stacks before and after it asked for the rest.
type inOrder struct {
	t   *testing.T
	rng *rand.Rand
}

func (p inOrder) Act(v *seat.View, x uint64) seat.Action {
	var before, after seat.Chances
	v.Unknowns(&before)
	low, equal, all := v.Under()
	for s := range seat.Seats {
		v.Peeked(s)
		v.Ahead(s)
	}
	v.Unknowns(&after)
	if l, e, a := v.Under(); l != low || e != equal || a != all || before != after {
		p.t.Fatalf("%d below, %d like it of %d, and after other questions %d, %d of %d", low, equal, all, l, e, a)
	}
	if p.rng.IntN(8) == 0 {
		return seat.Pass
	}
	return seat.Check
}

// A view's answers do not depend on what else it was asked.
func TestView_order(t *testing.T) {
	tab := table.NewTable(table.Game{Deals: 20})
	for seed := range uint64(3) {
		p := inOrder{t, rand.New(rand.NewPCG(seed, 1))}
		tab.Play(seed, []engine.Player{p, p, p, p})
	}
}
