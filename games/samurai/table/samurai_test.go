package table

import (
	"math"
	"slices"
	"strings"
	"testing"

	"bloodline/engine"
	"bloodline/engine/roll"
	"bloodline/games/samurai/seat"
)

// mt is MT19937 with init_genrand, after Matsumoto and Nishimura 1998.
type mt struct {
	state [624]uint32
	next  int
}

func newMT(seed uint32) *mt {
	g := &mt{next: 624}
	g.state[0] = seed
	for i := 1; i < 624; i++ {
		g.state[i] = 1812433253*(g.state[i-1]^g.state[i-1]>>30) + uint32(i)
	}
	return g
}

func (g *mt) uint32() uint32 {
	if g.next == 624 {
		for i := range 624 {
			y := g.state[i]&0x80000000 | g.state[(i+1)%624]&0x7fffffff
			x := g.state[(i+397)%624] ^ y>>1
			if y&1 != 0 {
				x ^= 0x9908b0df
			}
			g.state[i] = x
		}
		g.next = 0
	}
	y := g.state[g.next]
	g.next++
	y ^= y >> 11
	y ^= y << 7 & 0x9d2c5680
	y ^= y << 15 & 0xefc60000
	return y ^ y>>18
}

// The official generator's strengths are 3 and the top two bits of an output; it
// is right if it gives the strengths seen on the official server.
func TestStrengths_OfficialSeeds(t *testing.T) {
	for seed, want := range map[uint32][]int{1: {4, 6, 5, 6, 3, 3}, 2014: {3, 5, 4, 5, 4, 3}} {
		g := newMT(seed)
		var got []int
		for range want {
			got = append(got, 3+int(g.uint32()>>30))
		}
		if !slices.Equal(got, want) {
			t.Errorf("seed %d: %v, want %v", seed, got, want)
		}
	}
}

// Six independent even draws of 3 to 6: each strength of each lord has 1/4, each
// pair of neighbours 1/16.
func TestPlay_StrengthsEven(t *testing.T) {
	const games = 20_000
	var table Table
	seats := players([4]chancer{})
	var single [seat.Lords][4]float64
	var pair [16]float64
	for seed := range uint64(games) {
		table.Play(seed, seats)
		for l, m := range table.strength {
			single[l][m-seat.MinStrength]++
		}
		pair[4*(table.strength[0]-3)+table.strength[1]-3]++
	}
	for l, row := range single {
		for k, n := range row {
			if d := math.Abs(n - games/4); d > 5*math.Sqrt(games*3/16.) {
				t.Errorf("lord %d has strength %d in %v of %d games", l, k+3, n, games)
			}
		}
	}
	for k, n := range pair {
		if d := math.Abs(n - games/16); d > 5*math.Sqrt(games*15/256.) {
			t.Errorf("pair %d comes up in %v of %d games", k, n, games)
		}
	}
}

// Intimacy placed: 5, 9, 14, 18, 23 after the turns of the first half and 27, 32,
// 36, 41 after those of the second; the table is written out from the rules.
func TestPlay_Placed(t *testing.T) {
	var recs [seat.Seats]*recorder
	for s := range recs {
		recs[s] = &recorder{Policy: chancer{}}
	}
	var table Table
	before := [seat.Turns]int{0, 5, 9, 14, 18, 23, 27, 32, 36}
	public := [seat.Turns]int{0, 5, 5, 10, 10, 23, 23, 28, 28}
	for seed := range uint64(200) {
		table.Play(seed, players(recs))
		for s, r := range recs {
			for i, v := range r.views {
				own, shown := 0, [seat.Seats]int{}
				for l := range seat.Lords {
					own += int(v.Own[l])
					for j := range seat.Seats {
						shown[j] += int(v.Public[l][j])
					}
				}
				if own != before[i] || shown != [4]int{public[i], public[i], public[i], public[i]} {
					t.Fatalf("seed %d seat %d turn %d: own %d, public %v", seed, s, i+1, own, shown)
				}
			}
			end := 0
			for l := range seat.Lords {
				end += int(table.truth[l][s])
			}
			if end != 41 {
				t.Fatalf("seed %d seat %d: %d intimacy at the end", seed, s, end)
			}
		}
	}
}

// Column 0 is the own seat, the others follow in ascending order; it is no
// rotation.
func TestColumns(t *testing.T) {
	for s, want := range [][4]int{{0, 1, 2, 3}, {1, 0, 2, 3}, {2, 0, 1, 3}, {3, 0, 1, 2}} {
		if got := columns(&[4]int{0, 1, 2, 3}, s); got != want {
			t.Errorf("seat %d: %v, want %v", s, got, want)
		}
	}
}

// On turn 6 everything is open: the public matrix is the truth after turn 5, and
// the half-time totals that a seat works out from it are those that were scored.
func TestPlay_HalfTimeOpen(t *testing.T) {
	var recs [seat.Seats]*recorder
	for s := range recs {
		recs[s] = &recorder{Policy: chancer{}}
	}
	var table Table
	for seed := range uint64(200) {
		table.Play(seed, players(recs))
		for s, r := range recs {
			v := &r.views[seat.HalfTurn]
			for l := range seat.Lords {
				if v.Own[l] != v.Public[l][0] {
					t.Fatalf("seed %d seat %d: own %v, public %v", seed, s, v.Own, v.Public)
				}
			}
			if half := table.HalfTotals(); v.Half != columns(&half, s) {
				t.Fatalf("seed %d seat %d: half-time %v, scored %v", seed, s, v.Half, half)
			}
		}
	}
}

// The counts of the night reach the seats on turns 3, 5, 7 and 9, own visits
// included: eight in all. At other times there are none.
func TestPlay_NightCounts(t *testing.T) {
	var recs [seat.Seats]*recorder
	for s := range recs {
		recs[s] = &recorder{Policy: chancer{}}
	}
	var table Table
	for seed := range uint64(100) {
		table.Play(seed, players(recs))
		for turn := range seat.Turns {
			var want [seat.Lords]uint8
			if turn >= 2 && turn%2 == 0 {
				for _, r := range recs {
					for _, l := range lords(r.acts[turn-1]) {
						want[l]++
					}
				}
			}
			for s, r := range recs {
				if r.views[turn].Count != want {
					t.Fatalf("seed %d seat %d turn %d: counts %v, want %v", seed, s, turn+1, r.views[turn].Count, want)
				}
			}
		}
	}
}

// fill completes a script with lord 0.
func fill(first ...seat.Action) *script {
	p := new(script)
	for i := range p {
		p[i] = seat.Action(seat.Visits(uint8(i + 1)))
	}
	copy(p[:], first)
	return p
}

// All seats on lord 0 all game: all equal everywhere, so all totals are 0, and it
// is a draw.
func TestPlay_AllEqual(t *testing.T) {
	var table Table
	out := table.Play(5, players([4]*script{fill(), fill(), fill(), fill()}))
	if table.Totals() != [4]int32{} || out.Score != [4]int32{} {
		t.Errorf("totals %v, score %v", table.Totals(), out.Score)
	}
}

// Seat 3 spends its first day on lord 5 alone, the others all on lord 0: worked
// by hand for both scorings, which add up since intimacy is kept.
func TestPlay_ScoresTwice(t *testing.T) {
	var table Table
	five := seat.Action(0).With(5, 5)
	out := table.Play(11, players([4]*script{fill(), fill(), fill(), fill(five)}))
	s0, s5 := int32(table.strength[0]), int32(table.strength[5])
	other := 2 * (4*s0 - 4*s5)
	own := 2 * (-12*s0 + 12*s5)
	want := [4]int32{other, other, other, own}
	if table.Totals() != want {
		t.Errorf("totals %v, want %v", table.Totals(), want)
	}
	if table.HalfTotals() != [4]int32{other / 2, other / 2, other / 2, own / 2} {
		t.Errorf("half-time totals %v", table.HalfTotals())
	}
	if (out.Score[3] == 1) != (s5 > s0) || out.Score[0] != 0 {
		t.Errorf("score %v with strengths %d and %d", out.Score, s0, s5)
	}
}

// The moves of seats 0 to 2 in a turn do not reach the view with which seat 3 is
// asked in that turn, nor do its own moves reach theirs.
func TestPlay_Simultaneous(t *testing.T) {
	var base [4]*recorder
	for s := range base {
		base[s] = &recorder{Policy: chancer{}}
	}
	var table Table
	table.Play(3, players(base))
	for turn := range seat.Turns {
		var again [4]*recorder
		for s := range again {
			p := script(base[s].acts)
			p[turn] = seat.Action(seat.Visits(uint8(turn+1))) << 8
			again[s] = &recorder{Policy: &p}
		}
		table.Play(3, players(again))
		for s := range again {
			if again[s].views[turn] != base[s].views[turn] {
				t.Errorf("turn %d: seat %d sees moves of its own turn", turn+1, s)
			}
		}
	}
}

func TestPlay_Deterministic(t *testing.T) {
	var a, b Table
	seats := players([4]chancer{})
	b.Play(99, seats)
	for seed := range uint64(200) {
		if x, y := a.Play(seed, seats), b.Play(seed, seats); x != y || a.Truth() != b.Truth() || a.Totals() != b.Totals() {
			t.Fatalf("seed %d: %v and %v", seed, x, y)
		}
	}
}

// One seat's stream of rolls is its own: what it does with it moves no other seat's
// dice.
func TestPlay_OwnRolls(t *testing.T) {
	var a, b [4]*recorder
	for s := range a {
		a[s] = &recorder{Policy: chancer{}}
		b[s] = &recorder{Policy: chancer{}}
	}
	b[0].Policy = fill()
	var table Table
	table.Play(8, players(a))
	first := table.strength
	table.Play(8, players(b))
	for s := 1; s < 4; s++ {
		if a[s].acts != b[s].acts {
			t.Errorf("seat %d moves differently when seat 0 does", s)
		}
	}
	if first != table.strength {
		t.Errorf("strengths %v and %v", first, table.strength)
	}
}

func TestPlay_Panics(t *testing.T) {
	bad := [4]*script{fill(), fill(), fill(), fill(seat.ActionOf(1, 2))}
	for name, seats := range map[string][]engine.Player{
		"three seats":  players([4]chancer{})[:3],
		"no policy":    {chancer{}, chancer{}, 7, chancer{}},
		"short action": players(bad),
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if r, ok := recover().(string); !ok || !strings.HasPrefix(r, "samurai: ") {
					t.Errorf("recovered %v", r)
				}
			}()
			new(Table).Play(1, seats)
			t.Error("played on")
		})
	}
}

func TestPlay_NoAllocation(t *testing.T) {
	var table Table
	seats := players([4]chancer{})
	seed := uint64(0)
	if n := testing.AllocsPerRun(1000, func() { seed++; table.Play(seed, seats) }); n != 0 {
		t.Errorf("%v allocations a game", n)
	}
}

// The four seats are alike: among equal players each wins its share, draws aside.
func TestPlay_SeatsAlike(t *testing.T) {
	const games = 20_000
	var table Table
	seats := players([4]chancer{})
	var wins [4]float64
	won := 0.
	for seed := range uint64(games) {
		out := table.Play(seed, seats)
		for s, x := range out.Score {
			wins[s] += float64(x)
			won += float64(x)
		}
	}
	for s, n := range wins {
		if math.Abs(n-won/4) > 5*math.Sqrt(won*3/16) {
			t.Errorf("seat %d wins %v of %v", s, n, won)
		}
	}
}

// resample deals the visits of the nights that a seat has not been shown anew, so
// that the seat's reports stay the same.
func resample(acts *[4]script, me int, turn uint8, rng *roll.Rand) {
	for n := uint8(2); n < turn; n += 2 {
		if turn > seat.HalfTurn && n < seat.HalfTurn {
			continue
		}
		var pool []int
		for s := range acts {
			if s != me {
				pool = append(pool, lords(acts[s][n-1])...)
			}
		}
		for i := len(pool) - 1; i > 0; i-- {
			j := rng.N(i + 1)
			pool[i], pool[j] = pool[j], pool[i]
		}
		for s := range acts {
			if s != me {
				acts[s][n-1] = seat.ActionOf(pool[:2]...)
				pool = pool[2:]
			}
		}
	}
	// The others' moves in this turn and after it are hidden too.
	for s := range acts {
		for later := turn; s != me && later <= seat.Turns; later++ {
			v := seat.View{Report: seat.Report{Turn: later}}
			acts[s][later-1] = chancer{}.Act(&v, rng.Uint64())
		}
	}
}

func TestView_HiddenFactsResampled(t *testing.T) {
	var table Table
	rng := roll.New(6)
	moved := 0
	for seed := range uint64(300) {
		var recs [4]*recorder
		for s := range recs {
			recs[s] = &recorder{Policy: chancer{}}
		}
		table.Play(seed, players(recs))
		for turn := uint8(1); turn <= seat.Turns; turn++ {
			me := rng.N(4)
			var acts [4]script
			for s := range acts {
				acts[s] = script(recs[s].acts)
			}
			before := acts
			resample(&acts, me, turn, &rng)
			if before != acts {
				moved++
			}
			var again [4]*recorder
			for s := range again {
				again[s] = &recorder{Policy: &acts[s]}
			}
			table.Play(seed, players(again))
			for i := range turn {
				if again[me].views[i] != recs[me].views[i] {
					t.Fatalf("seed %d: seat %d on turn %d sees hidden facts:\n%+v\n%+v", seed, me, i+1, again[me].views[i], recs[me].views[i])
				}
			}
		}
	}
	if moved < 2000 {
		t.Errorf("only %d resamples changed anything", moved)
	}
}

func TestFormatTotal(t *testing.T) {
	for twelfths, want := range map[int32]string{0: "0", 84: "7", -66: "-5.5", -6: "-0.5", 40: "3+1/3", -8: "-2/3", 864: "72"} {
		if got := FormatTotal(twelfths); got != want {
			t.Errorf("%d: %q, want %q", twelfths, got, want)
		}
	}
}

// The rows are the faults seen on the official server.
func TestParseAnswer(t *testing.T) {
	for _, c := range []struct {
		in    string
		turn  uint8
		want  string
		clean bool
	}{
		{"0 1 2 3 4", 1, "0 1 2 3 4", true},
		{"5 0", 2, "0 5", true},
		{" 4 3 3 2 1 \r\n", 3, "1 2 3 3 4", true},
		{"5 5", 1, "0 0 0 5 5", false},
		{"1 2 3 4 5 5 5", 1, "1 2 3 4 5", false},
		{"1 2 3", 2, "1 2", false},
		{"6 -1 x 5 5", 1, "0 0 0 5 5", false},
		{"4abc 4.9 0x3 +4 04", 1, "3 4 4 4 4", false},
		{"1  2 3 4 5", 1, "0 1 2 3 4", false},
		{"1\t2\t3\t4\t5", 1, "0 0 0 0 1", false},
		{"3,4", 2, "0 3", false},
		{"", 2, "0 0", false},
		{"99999999999999999999 2", 2, "0 2", false},
	} {
		a, clean := ParseAnswer(c.in, c.turn)
		if a.String() != c.want || clean != c.clean || !a.Legal(c.turn) {
			t.Errorf("%q: %v %v, want %v %v", c.in, a, clean, c.want, c.clean)
		}
	}
}

func BenchmarkPlay(b *testing.B) {
	b.Run("game=samurai/matchup=random", func(b *testing.B) {
		var table Table
		seats := players([4]chancer{})
		b.ReportAllocs()
		seed := uint64(0)
		for b.Loop() {
			seed++
			table.Play(seed, seats)
		}
		b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "games/s")
	})
}
