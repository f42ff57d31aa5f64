package table

import (
	"math"
	"strings"
	"testing"

	"bloodline/engine"
	"bloodline/engine/roll"
	"bloodline/games/samurai/seat"
)

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

// Column 0 is the own seat, the others follow in ascending order; it is no
// rotation.
func TestColumns(t *testing.T) {
	for s, want := range [][4]int{{0, 1, 2, 3}, {1, 0, 2, 3}, {2, 0, 1, 3}, {3, 0, 1, 2}} {
		if got := columns(&[4]int{0, 1, 2, 3}, s); got != want {
			t.Errorf("seat %d: %v, want %v", s, got, want)
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
