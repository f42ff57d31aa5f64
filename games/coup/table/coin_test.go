package table_test

import (
	"testing"

	"bloodline/games/coup/seat"
)

// The coin table: what each line costs, and when both programs see it. A totals
// has the owner's and the other's coins at each call, and at the end.
func TestTable_Coins(t *testing.T) {
	for _, c := range []struct {
		line   string
		p, q   string // hands
		coins  [2]uint8
		totals string
		over   bool
	}{
		{line: "I\n", p: "~~", q: "~^", coins: [2]uint8{7, 5}, totals: "7/5 8/5"},
		{line: "Fp\n", p: "~~", q: "~^", coins: [2]uint8{7, 5}, totals: "7/5 7/5 7/5 9/5"},
		{line: "Fd\n", p: "~~", q: "~^", coins: [2]uint8{7, 5}, totals: "7/5 7/5 7/5 7/5"},
		{line: "Fdq$'\n", p: "~^", q: "!$", coins: [2]uint8{7, 5}, totals: "7/5 7/5 7/5 7/5 7/5 7/5"},
		{line: "Fdq=\n", p: "~^", q: "!~", coins: [2]uint8{7, 5}, totals: "7/5 7/5 7/5 7/5 7/5 9/5"},
		{line: "Fdq=", p: "~^", q: "!", coins: [2]uint8{7, 5}, totals: "7/5 7/5 7/5 7/5 7/5", over: true},
		{line: "Tp\n", p: "~~", q: "~^", coins: [2]uint8{7, 5}, totals: "7/5 7/5 7/5 10/5"},
		{line: "Tp\n", p: "~~", q: "~^", coins: [2]uint8{9, 5}, totals: "9/5 9/5 9/5 12/5"},
		{line: "Tq$<\n", p: "$~", q: "*^", coins: [2]uint8{7, 5}, totals: "7/5 7/5 7/5 7/5 7/5 10/5"},
		{line: "Tq$<", p: "$~", q: "*", coins: [2]uint8{7, 5}, totals: "7/5 7/5 7/5 7/5 7/5", over: true},
		{line: "Tq'\n", p: "^~", q: "*^", coins: [2]uint8{7, 5}, totals: "7/5 7/5 7/5 7/5"},
		{line: "Tq'\n", p: "^", q: "*^", coins: [2]uint8{7, 5}, totals: "7/5 7/5 7/5 7/5", over: true},
		{line: "Sp\n", p: "~~", q: "~^", coins: [2]uint8{7, 5}, totals: "7/5 7/5 7/5 9/3"},
		{line: "Sp\n", p: "~~", q: "~^", coins: [2]uint8{7, 2}, totals: "7/2 7/2 7/2 9/0"},
		{line: "Sp\n", p: "~~", q: "~^", coins: [2]uint8{7, 1}, totals: "7/1 7/1 7/1 8/0"},
		{line: "Sq*0\n", p: "*~", q: "$^", coins: [2]uint8{7, 5}, totals: "7/5 7/5 7/5 7/5 7/5 9/3"},
		{line: "Saq0\n", p: "*~", q: "$^", coins: [2]uint8{7, 1}, totals: "7/1 7/1 7/1 7/1 7/1 8/0"},
		{line: "Scq0\n", p: "*~", q: "$^", coins: [2]uint8{7, 5}, totals: "7/5 7/5 7/5 7/5 7/5 9/3"},
		{line: "Sa\n", p: "~~", q: "~^", coins: [2]uint8{7, 5}, totals: "7/5 7/5 7/5 7/5"},
		{line: "Sc\n", p: "~~", q: "~^", coins: [2]uint8{7, 5}, totals: "7/5 7/5 7/5 7/5"},
		{line: "Saq~=\n", p: "!^", q: "~^", coins: [2]uint8{7, 5}, totals: "7/5 7/5 7/5 7/5 7/5 7/5"},
		{line: "Scq*=\n", p: "!^", q: "*^", coins: [2]uint8{7, 5}, totals: "7/5 7/5 7/5 7/5 7/5 7/5"},
		{line: "Sq'\n", p: "!^", q: "*^", coins: [2]uint8{7, 5}, totals: "7/5 7/5 7/5 7/5"},
		{line: "Ep\n", p: "!^", q: "*^", coins: [2]uint8{7, 5}, totals: "7/5 7/5 7/5 7/5"},
		{line: "Eq~<\n", p: "~^", q: "*^", coins: [2]uint8{7, 5}, totals: "7/5 7/5 7/5 7/5 7/5 7/5"},
		{line: "Eq'\n", p: "!^", q: "*^", coins: [2]uint8{7, 5}, totals: "7/5 7/5 7/5 7/5"},
		{line: "A=\n", p: "^^", q: "!*", coins: [2]uint8{7, 5}, totals: "7/5 7/5 4/5 4/5"},
		{line: "A=", p: "^^", q: "!", coins: [2]uint8{3, 5}, totals: "3/5 3/5 0/5", over: true},
		{line: "Aq^=", p: "^^", q: "!*", coins: [2]uint8{7, 5}, totals: "7/5 7/5 7/5 7/5 4/5", over: true},
		{line: "Asq0", p: "^^", q: "$*", coins: [2]uint8{7, 5}, totals: "7/5 7/5 7/5 7/5 4/5", over: true},
		{line: "As\n", p: "^^", q: "!*", coins: [2]uint8{7, 5}, totals: "7/5 7/5 7/5 4/5"},
		{line: "Asq!'\n", p: "^*", q: "!*", coins: [2]uint8{7, 5}, totals: "7/5 7/5 7/5 7/5 7/5 4/5"},
		{line: "Asq!'\n", p: "^", q: "!*", coins: [2]uint8{7, 5}, totals: "7/5 7/5 7/5 7/5 7/5 4/5", over: true},
		{line: "Aq<\n", p: "*~", q: "!*", coins: [2]uint8{7, 5}, totals: "7/5 7/5 7/5 7/5"},
		{line: "C=\n", p: "^^", q: "!*", coins: [2]uint8{7, 5}, totals: "7/5 7/5 0/5 0/5"},
		{line: "C=\n", p: "^^", q: "!*", coins: [2]uint8{12, 12}, totals: "12/12 12/12 5/12 5/12"},
		{line: "C=", p: "^^", q: "!", coins: [2]uint8{7, 5}, totals: "7/5 7/5 0/5", over: true},
	} {
		s := play(t, 1, state(c.p, c.q, c.coins[:]...), c.line, "")
		if got := s.totals(); got != c.totals || s.over != c.over {
			t.Errorf("%q: coins %s, over %v, want %s, %v", c.line, got, s.over, c.totals, c.over)
		}
	}
}

// The worked examples of the contest's rules, as the rules tell them.
func TestTable_WorkedExamples(t *testing.T) {
	for _, c := range []struct {
		name, line, p, q string
		left             [2]int   // cards held afterwards
		coins            [2]uint8 // afterwards, from 3 each, 7 for a Coup
	}{
		{"income", "I\n", "~~", "^^", [2]int{2, 2}, [2]uint8{4, 3}},
		{"foreign aid is passed", "Fp\n", "~~", "^^", [2]int{2, 2}, [2]uint8{5, 3}},
		{"a coup costs a Contessa", "C=\n", "~~", "!^", [2]int{2, 1}, [2]uint8{0, 7}},
		{"a true exchange is challenged", "Eq~<\n", "~$", "*^", [2]int{2, 1}, [2]uint8{3, 3}},
		{"an untrue tax is challenged", "Tq'\n", "^*", "~~", [2]int{1, 2}, [2]uint8{3, 3}},
		{"a true Contessa is challenged", "Asq!'\n", "^*", "!~", [2]int{1, 2}, [2]uint8{0, 3}},
		{"an assassination is accepted", "A=\n", "^*", "!~", [2]int{2, 1}, [2]uint8{0, 3}},
		{"a true steal is challenged", "Sq*0\n", "*^", "$~", [2]int{2, 1}, [2]uint8{5, 1}},
		{"a steal is passed", "Sp\n", "*^", "$~", [2]int{2, 2}, [2]uint8{5, 1}},
		{"a Captain's block is accepted", "Sc\n", "*^", "$~", [2]int{2, 2}, [2]uint8{3, 3}},
		{"an untrue steal is challenged", "Sq_\n", "~^", "$~", [2]int{1, 2}, [2]uint8{3, 3}},
		{"a true assassination is challenged", "Aq^0", "^*", "$~", [2]int{2, 0}, [2]uint8{0, 3}},
		{"an untrue Contessa is challenged", "Asq0", "^*", "$~", [2]int{2, 0}, [2]uint8{0, 3}},
		{"an untrue Duke's block is challenged", "Fdq_\n", "^*", "!~", [2]int{2, 1}, [2]uint8{5, 3}},
		{"a true Duke's block is challenged", "Fdq$<\n", "^*", "$~", [2]int{1, 2}, [2]uint8{3, 3}},
	} {
		t.Run(c.name, func(t *testing.T) {
			coins := []uint8{3, 3}
			if c.line[0] == 'C' {
				coins = []uint8{7, 7}
			}
			s := play(t, 5, state(c.p, c.q, coins...), c.line, "")
			sides, hands := s.tab.Record().Sides, s.tab.Hands()
			if got := [2]uint8{sides[0].Coins, sides[1].Coins}; got != c.coins {
				t.Errorf("coins %v, want %v", got, c.coins)
			}
			if got := [2]int{hands[0].Size(), hands[1].Size()}; got != c.left {
				t.Errorf("cards left %v, want %v", got, c.left)
			}
		})
	}
	t.Run("an exchange keeps what is printed", func(t *testing.T) {
		s := play(t, 3, state("~$", "*^"), "Ep\n", "")
		pool := s.calls[2].Hand
		kept := seat.Keeps(pool, 2)
		for a := seat.Action(0); a < seat.NoAction; a++ {
			if !kept.Has(a) {
				continue
			}
			again := play(t, 3, state("~$", "*^"), "Ep\n", a.Kept().String())
			if last := again.calls[2]; last.Kept != a.Kept() || again.tab.Hands()[0] != a.Kept() {
				t.Errorf("pool %v: printed %v, holds %v, want %v", pool, last.Kept, again.tab.Hands()[0], a.Kept())
			}
		}
	})
}
