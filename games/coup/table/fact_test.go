package table_test

import (
	"slices"
	"strings"
	"testing"

	"bloodline/engine"
	"bloodline/games/coup/seat"
	"bloodline/games/coup/table"
)

// After 200 invocations the game is a draw: observed behaviour of the contest's arbiter.
func TestTable_Draw(t *testing.T) {
	t.Run("Foreign Aid blocked for ever is 66 lines and Fd", func(t *testing.T) {
		want := strings.Repeat("Fd\n", 66) + "Fd"
		s, winner := whole(t, [2]seat.Hand{hand("~^"), hand("~^")}, want)
		if winner != -1 || len(s.calls) != 200 || s.file != want {
			t.Errorf("winner %d, %d calls, file %q", winner, len(s.calls), s.file)
		}
	})
	blocked := strings.Repeat("Fd\n", 64) // 192 invocations
	for _, c := range []struct {
		name   string
		hands  [2]string
		text   string
		winner int
	}{
		{"a win on the 200th invocation counts", [2]string{"$$", "~^"}, "I\nTq_\n" + blocked + "Tq$'", 0},
		{"a win on the 201st does not", [2]string{"~^", "$$"}, "Tq_\n" + blocked + "I\nI\nTq$", -1},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, winner := whole(t, [2]seat.Hand{hand(c.hands[0]), hand(c.hands[1])}, c.text)
			if winner != c.winner || len(s.calls) != 200 || s.file != c.text {
				t.Errorf("winner %d, %d calls, file ends %q", winner, len(s.calls), s.file[len(s.file)-12:])
			}
		})
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
}

// Every pair of hands is dealt as often as the deck says.
func TestTable_DealIsEven(t *testing.T) {
	const n = 200_000
	got := map[[2]seat.Hand]float64{}
	for seed := range uint64(n) {
		got[table.Deal(seed)]++
	}
	chi, cells, sum := 0.0, 0, 0.0
	for _, p := range everyHand() {
		for _, q := range everyHand() {
			if len(p) != 2 || len(q) != 2 || !inDeck(p+q) {
				continue
			}
			want := n * ways(p, q) / (105 * 78)
			d := got[[2]seat.Hand{hand(p), hand(q)}] - want
			chi += d * d / want
			sum += want
			cells++
		}
	}
	if cells != len(got) || sum < n-0.5 || sum > n+0.5 {
		t.Fatalf("%d kinds of deal, want %d; %g deals, want %d", len(got), cells, sum, n)
	}
	// 15*15 less the five pairs of one role against itself: 220 cells, so chi has
	// mean 219 and standard deviation 21.
	if cells != 220 || chi > 219+5*21 || chi < 219-5*21 {
		t.Errorf("chi-square %.0f over %d cells, want 219 ± 105", chi, cells)
	}
}

// ways counts how the two hands can be taken from fifteen cards.
func ways(p, q string) float64 {
	n := 1.0
	for i := range shown {
		left := 3.0
		for _, h := range []string{p, q} {
			k := float64(strings.Count(h, shown[i:i+1]))
			if k == 1 {
				n *= left
			} else if k == 2 {
				n *= left * (left - 1) / 2
			}
			left -= k
		}
	}
	return n
}

// A seat's rolls are its own: what the opponent does, and how often it is asked,
// does not shift them.
func TestTable_SeatStreamsAreApart(t *testing.T) {
	rolls := func(seed uint64, who uint8, players ...engine.Player) (out []uint64) {
		tab := table.NewTable()
		tab.Watch(func(inv *table.Invocation) {
			if inv.Asked && inv.Seat == who {
				out = append(out, inv.Roll)
			}
		})
		tab.Play(seed, players)
		return out
	}
	compared := 0
	for seed := range uint64(200) {
		for who := range uint8(2) {
			pair := []engine.Player{styles[0], styles[0]}
			a := rolls(seed, who, pair...)
			for _, s := range styles[1:] {
				pair[who^1] = s
				b := rolls(seed, who, pair...)
				n := min(len(a), len(b))
				if !slices.Equal(a[:n], b[:n]) {
					t.Fatalf("seed %d: seat %d has other rolls against another opponent", seed, who)
				}
				compared += n
			}
		}
	}
	if compared < 2000 {
		t.Errorf("%d rolls compared are too few to judge by", compared)
	}
}
