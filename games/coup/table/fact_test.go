package table_test

import (
	"slices"
	"strings"
	"testing"

	"bloodline/engine"
	"bloodline/games/coup/seat"
	"bloodline/games/coup/table"
)

// each calls f for every invocation of n games of varied styles.
func each(n int, f func(g uint64, tab *table.Table, inv *table.Invocation)) {
	tab := table.NewTable()
	var g uint64
	tab.Watch(func(inv *table.Invocation) { f(g, tab, inv) })
	for g = range uint64(n) {
		pair := stylesOf(g)
		tab.Play(g, []engine.Player{pair[0], pair[1]})
	}
}

// Observed behaviour of the contest's arbiter at the set-up, in the order of
// turns, and at the end.
func TestTable_TurnsAndEnds(t *testing.T) {
	t.Run("fact 1: two cards each from fifteen, eleven stay", func(t *testing.T) {
		each(300, func(g uint64, tab *table.Table, inv *table.Invocation) {
			if len(inv.History) == 0 && table.Deal(g) != tab.Hands() {
				t.Errorf("game %d: dealt %v, holds %v", g, table.Deal(g), tab.Hands())
			}
		})
		seen := map[seat.Role]int{}
		for g := range uint64(50) {
			h := table.Deal(g)
			for r := seat.Role(0); r < seat.Roles; r++ {
				seen[r] += h[0].Count(r) + h[1].Count(r)
			}
			if h[0].Size() != 2 || h[1].Size() != 2 {
				t.Fatalf("deal %v", h)
			}
		}
		if len(seen) != seat.Roles {
			t.Errorf("roles dealt: %v", seen)
		}
	})
	t.Run("fact 2: one coin each, first seat first", func(t *testing.T) {
		each(300, func(g uint64, _ *table.Table, inv *table.Invocation) {
			if len(inv.History) == 0 && (inv.Coins != [2]uint8{1, 1} || inv.Seat != 0) {
				t.Errorf("game %d opens with seat %d, coins %v", g, inv.Seat, inv.Coins)
			}
		})
	})
	t.Run("facts 3 and 4: invocations alternate, lines alternate", func(t *testing.T) {
		n := map[uint64]int{}
		each(2000, func(g uint64, _ *table.Table, inv *table.Invocation) {
			lines := strings.Split(string(inv.History), "\n")
			owner := (len(lines) - 1) % 2
			if int(inv.Seat) != n[g]%2 || int(inv.Seat) != (owner+len(lines[len(lines)-1]))%2 {
				t.Fatalf("game %d call %d: seat %d after %q", g, n[g], inv.Seat, inv.History)
			}
			n[g]++
		})
	})
	t.Run("fact 3: one, three or five invocations a line", func(t *testing.T) {
		for line, want := range map[string]int{
			"I\n": 1, "Fp\n": 3, "Tp\n": 3, "Ep\n": 3, "Sp\n": 3, "Fd\n": 3, "Sa\n": 3, "Sc\n": 3, "As\n": 3, "A<\n": 3,
			"C<\n": 3, "Tq^\n": 3, "Eq^\n": 3, "Sq^\n": 3, "Aq~\n": 3, "Tq$<\n": 5, "Eq~<\n": 5, "Sq*<\n": 5, "Fdq$^\n": 5,
			"Fdq<\n": 5, "Saq~^\n": 5, "Saq<\n": 5, "Scq*^\n": 5, "Scq=\n": 5, "Asq!^\n": 5,
		} {
			p, q := handsFor(line)
			if s := play(t, 2, state(p, q, 8, 8), givenUp(line), ""); len(s.calls) != want {
				t.Errorf("%q took %d invocations, want %d", line, len(s.calls), want)
			}
		}
	})
	t.Run("fact 5: a passed action still needs the owner's newline", func(t *testing.T) {
		for _, line := range []string{"Tp\n", "Tq$<\n", "Fdq=\n", "A=\n"} {
			p, q := handsFor(line)
			s := play(t, 2, state(p, q, 8, 8), line, "")
			if last := s.calls[len(s.calls)-1]; last.Seat != 0 || last.Asked || last.Written != "\n" {
				t.Errorf("%q ends with seat %d asked %v writing %q", line, last.Seat, last.Asked, last.Written)
			}
		}
	})
	t.Run("fact 6: the game ends with the last card, no coins are paid", func(t *testing.T) {
		s := play(t, 2, state("$~", "*", 5, 5), "Tq$<", "")
		if sides := s.tab.Record().Sides; !s.over || sides[0].Coins != 5 || s.tab.Hands()[1] != 0 {
			t.Errorf("over %v, coins %d, hand %v", s.over, sides[0].Coins, s.tab.Hands()[1])
		}
	})
	t.Run("fact 7: draw after 200", testDraw)
	t.Run("fact 8: a win is one point", func(t *testing.T) {
		if _, winner := whole(t, [2]seat.Hand{hand("$$"), hand("~^")}, "Tq$_\nI\nTq$'"); winner != 0 {
			t.Errorf("winner %d, want 0", winner)
		}
	})
}

// handsFor are hands from which a line can be played.
func handsFor(line string) (p, q string) {
	p, q = "~^", "*!"
	switch {
	case strings.HasPrefix(line, "Tq$"):
		p = "$~"
	case strings.HasPrefix(line, "Sq*"):
		p = "*~"
	case strings.HasPrefix(line, "Eq^"), strings.HasPrefix(line, "Sq^"), strings.HasPrefix(line, "Tq^"):
		p = "^!"
	case strings.HasPrefix(line, "Aq~"):
		p = "~$"
	case strings.HasPrefix(line, "Fdq$"):
		q = "$!"
	case strings.HasPrefix(line, "Saq~"):
		q = "~!"
	case strings.HasPrefix(line, "Scq="):
		q = "!!"
	}
	return p, q
}

// givenUp turns the card behind a challenge into the given-up alphabet where a
// table of this file names it by its shown character.
func givenUp(line string) string {
	i := len(line) - 2
	if i > 1 && strings.ContainsRune(shown, rune(line[i])) {
		return line[:i] + hide(line[i:i+1]) + "\n"
	}
	return line
}

func testDraw(t *testing.T) {
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

// Legal moves, the meaning of two characters, and the ways of cards.
func TestTable_MovesAndCards(t *testing.T) {
	t.Run("facts 9 and 19: the loser chooses, equal cards are no choice", func(t *testing.T) {
		s := play(t, 2, state("~^", "**", 7, 5), "C<\n", "")
		if s.calls[1].Asked {
			t.Error("asked which of two Captains to give up")
		}
		for _, card := range []string{"<", "="} {
			s := play(t, 2, state("~^", "*!", 7, 5), "C"+card+"\n", "")
			if v := s.views[1]; v.Ask != seat.AskGive && v.Ask != seat.AskReply || v.Legal != seat.Gives(hand("*!")) {
				t.Errorf("asked %v with legal %b", v.Ask, v.Legal)
			}
			if lost := s.tab.Record().Sides[1].Lost.String(); hide(lost) != card {
				t.Errorf("gave up %s, on the table is %s", card, lost)
			}
		}
	})
	legal := func(t *testing.T, line string, at int, want string) {
		t.Helper()
		p, q := handsFor(line)
		s := play(t, 2, state(p, q, 8, 8), line, "")
		if got := strings.Join(optionsOf(&s.views[at]), ""); got != want {
			t.Errorf("%q: options at call %d are %q, want %q", line, at, got, want)
		}
	}
	t.Run("fact 10: challenge or block, never both", func(t *testing.T) {
		legal(t, "Fd\n", 1, "dp")
		legal(t, "Fd\n", 2, "\nq")
		legal(t, "Sp\n", 1, "acpq")
		legal(t, "Tp\n", 1, "pq")
		legal(t, "Ep\n", 1, "pq")
	})
	t.Run("fact 11: p never answers an assassination", func(t *testing.T) {
		legal(t, "A<\n", 1, "<=qs")
	})
	t.Run("fact 12: forced reveal", func(t *testing.T) {
		liars := []string{"Tq0", "Eq_", "Aq'", "Sq<", "Fdq0", "Saq_", "Scq<", "Asq="}
		each(3000, func(g uint64, _ *table.Table, inv *table.Invocation) {
			line := string(inv.History[strings.LastIndexByte(string(inv.History), '\n')+1:]) + inv.Written
			if slices.Contains(liars, strings.TrimSuffix(line, "\n")) {
				t.Errorf("game %d: line %q", g, line)
			}
		})
		s := play(t, 2, state("$^", "*!", 1, 1), "Tq$<\n", "")
		if s.calls[2].Asked {
			t.Error("a Duke could be hidden")
		}
	})
	t.Run("facts 13 and 14: when two characters are written", func(t *testing.T) {
		n := 0
		each(3000, func(g uint64, _ *table.Table, inv *table.Invocation) {
			line := string(inv.History[strings.LastIndexByte(string(inv.History), '\n')+1:])
			shape := shapes.Replace(line + inv.Written)
			two := slices.Contains([]string{"I.", "TqX.", "EqX.", "SqX.", "AqX.", "Fdq$X.", "Saq~X.", "Scq*X.", "Asq!X."}, shape) &&
				inv.Written != "\n"
			if (len(inv.Written) == 2) != two {
				t.Errorf("game %d: %q written after %q", g, inv.Written, line)
			}
			n += len(inv.Written) - 1
		})
		if n < 1000 {
			t.Errorf("%d moves of two characters are too few to judge by", n)
		}
	})
	totals := func(t *testing.T, line, q, want string) {
		t.Helper()
		if got := play(t, 2, state("$^", q, 8, 8), line, "").totals(); got != want {
			t.Errorf("%q: coins %s, want %s", line, got, want)
		}
	}
	t.Run("fact 15: nothing is deducted at the declaration", func(t *testing.T) {
		totals(t, "A<\n", "*!", "8/8 8/8 5/8 5/8")
		totals(t, "C<\n", "*!", "8/8 8/8 1/8 1/8")
		totals(t, "As\n", "*!", "8/8 8/8 8/8 5/8")
	})
	t.Run("fact 17: a lost challenge does not stop the action", func(t *testing.T) {
		totals(t, "Tq$<\n", "*!", "8/8 8/8 8/8 8/8 8/8 11/8")
		totals(t, "Aq^<", "*!", "8/8 8/8 8/8 8/8 5/8")
	})
	t.Run("fact 18: nor does a block that was a lie", func(t *testing.T) {
		totals(t, "Fdq<\n", "*!", "8/8 8/8 8/8 8/8 8/8 10/8")
		totals(t, "Saq<\n", "*!", "8/8 8/8 8/8 8/8 8/8 10/6")
		totals(t, "Asq<", "*^", "8/8 8/8 8/8 8/8 5/8")
	})
	t.Run("fact 16: coins stay in 0 to 12", func(t *testing.T) {
		var most, least uint8 = 0, 255
		each(3000, func(g uint64, _ *table.Table, inv *table.Invocation) {
			most, least = max(most, inv.Coins[0], inv.Coins[1]), min(least, inv.Coins[0], inv.Coins[1])
			own := inv.Coins[inv.Seat]
			if h := inv.History; own >= 10 && (len(h) == 0 || h[len(h)-1] == '\n') && inv.Written != "C" {
				t.Errorf("game %d: %q with %d coins", g, inv.Written, own)
			}
		})
		if most != 12 || least != 0 {
			t.Errorf("coins from %d to %d, want 0 to 12", least, most)
		}
	})
	t.Run("fact 20: both cards in one turn", func(t *testing.T) {
		for _, line := range []string{"Aq^=", "Asq<"} {
			p, q := "^^", "*!"
			if line == "Asq<" {
				q = "*~"
			}
			s := play(t, 2, state(p, q, 3, 5), line, "")
			if !s.over || s.tab.Hands()[1] != 0 || s.tab.Record().Sides[1].Lost.Size() != 1 {
				t.Errorf("%q: over %v, hand %v, lost %v", line, s.over, s.tab.Hands()[1], s.tab.Record().Sides[1].Lost)
			}
		}
	})
	t.Run("fact 21: the replacement is never the card shown", testReplacement)
	t.Run("fact 22: a truthful Exchange keeps the Ambassador", func(t *testing.T) {
		for seed := range uint64(200) {
			s := play(t, seed, state("~$", "*!"), "Eq~<\n", "")
			if pool := s.calls[4].Hand; pool.Size() != 4 || !pool.Has(seat.Ambassador) || !pool.Has(seat.Duke) {
				t.Fatalf("seed %d: chooses from %v", seed, pool)
			}
		}
	})
	t.Run("fact 23: an Exchange shows two drawn cards and the hand", func(t *testing.T) {
		for _, h := range []string{"$", "$!"} {
			s := play(t, 9, state(h, "*!"), "Ep\n", "")
			c := s.calls[2]
			if c.Hand.Size() != len(h)+2 || c.Kept.Size() != len(h) || c.Written != "\n" || s.tab.Hands()[0] != c.Kept {
				t.Errorf("hand %s: pool %v, kept %v, written %q", h, c.Hand, c.Kept, c.Written)
			}
		}
	})
	t.Run("fact 24: the other cards go back", func(t *testing.T) {
		s := play(t, 9, state("$!", "*!"), "Ep\n", "")
		all := s.tab.Hands()[0].Size() + s.tab.Hands()[1].Size()
		if len(s.tab.Stock()) != 11 || all != 4 {
			t.Errorf("%d cards in the deck, %d held", len(s.tab.Stock()), all)
		}
		checkDeck(t, s.tab)
	})
	t.Run("fact 25: nothing is printed at any other call", func(t *testing.T) {
		each(2000, func(g uint64, _ *table.Table, inv *table.Invocation) {
			line := string(inv.History[strings.LastIndexByte(string(inv.History), '\n')+1:])
			if (inv.Kept != 0) != draws[shapes.Replace(line)] {
				t.Errorf("game %d after %q: prints %q", g, line, inv.Kept)
			}
		})
	})
	t.Run("fact 26: hands and given up are four, the deck eleven or nine", func(t *testing.T) {
		each(3000, func(g uint64, tab *table.Table, inv *table.Invocation) {
			if inv.Hand.Size() > 2 {
				return // the exchange: hands are told apart from the pool below
			}
			checkDeck(t, tab)
			if t.Failed() {
				t.Fatalf("game %d after %q", g, inv.History)
			}
		})
	})
}

// checkDeck counts the fifteen cards.
func checkDeck(t *testing.T, tab *table.Table) {
	t.Helper()
	out, deck := tab.Record().Sides, tab.Stock()
	held := tab.Hands()
	for r := seat.Role(0); r < seat.Roles; r++ {
		n := held[0].Count(r) + held[1].Count(r) + out[0].Lost.Count(r) + out[1].Lost.Count(r)
		for _, c := range deck {
			if c == r {
				n++
			}
		}
		if n != 3 {
			t.Errorf("%d cards of %v: hands %v, given up %v %v, deck %v", n, r, held, out[0].Lost, out[1].Lost, deck)
		}
	}
}

func testReplacement(t *testing.T) {
	const seeds = 11_000
	same, first := 0, 0
	for seed := range uint64(seeds) {
		// All Dukes are held: none can be drawn, then exactly one is in the deck.
		s := play(t, seed, state("$~", "$$"), "Tq$0\n", "")
		if s.tab.Hands()[0].Has(seat.Duke) {
			t.Fatalf("seed %d: the Duke shown came back: %v", seed, s.tab.Hands()[0])
		}
		checkDeck(t, s.tab)
		// Two Dukes of eleven are in the deck: another copy is drawn 2/11 of the time.
		s = play(t, seed, state("$~", "^!"), "Tq$'\n", "")
		if s.tab.Hands()[0].Has(seat.Duke) {
			same++
		}
		// The Ambassador of a block is replaced, that of an Exchange is not.
		s = play(t, seed, state("$^", "~!", 1, 1), "Saq~'\n", "")
		if s.tab.Hands()[1].Has(seat.Ambassador) {
			first++
		}
	}
	// 2000 expected, standard deviation 40.
	for _, n := range []int{same, first} {
		if n < 1800 || n > 2200 {
			t.Errorf("another copy was drawn %d times of %d, want about 2000", n, seeds)
		}
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
