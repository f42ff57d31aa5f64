package referee_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"bloodline/arena"
	"bloodline/arena/program"
	"bloodline/arena/record"
	"bloodline/arena/referee"
	"bloodline/engine"
	"bloodline/internal/guard"
)

// sums is a game of two turns, in each of which both seats name a number from 0 to 9;
// the higher sum wins. Its trace sends "turn K" and, behind the last turn, "end SUM".
type sums struct{}

func (sums) Info() engine.Info {
	i := higher{}.Info()
	i.Name = "sums"
	return i
}

func (sums) NewTable() engine.Table { return new(sumTable) }

type sumTable struct{ trace func(string) }

func (t *sumTable) Trace(f func(string)) { t.trace = f }

type turn int

func (t *sumTable) Play(_ uint64, seats []engine.Player) (out engine.Outcome) {
	var sum [2]int
	for k := turn(1); k <= 2; k++ {
		for s, p := range seats {
			t.trace(fmt.Sprintf("%d> turn %d", s, k))
			n := p.(interface{ Act(*turn, uint64) int }).Act(&k, 0)
			t.trace(fmt.Sprintf("%d< %d", s, n))
			sum[s] += n
		}
	}
	for s := range seats {
		t.trace(fmt.Sprintf("%d> end %d", s, sum[s]))
		if sum[s] > sum[1-s] {
			out.Score[s] = 1
		}
	}
	return out
}

type constant int

func (c constant) Act(*turn, uint64) int { return int(c) }

func digit(_ *turn, text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err == nil && (n < 0 || n > 9) {
		err = referee.ErrIllegal
	}
	return n, err
}

func lines() referee.Lines[turn, int] {
	return referee.Lines[turn, int]{
		Game: sums{}, Move: time.Minute, Parse: digit, Safe: func(*turn) int { return 0 },
	}
}

// echo answers turn K with K+5, and writes what it hears of the end into a file.
const echo = `while read a b; do if [ $a = turn ]; then echo " $((b+5))"; else echo $a $b >> "$1"; fi; done`

// A program plays and hears how the play ended, and the transcript is kept.
func TestLines(t *testing.T) {
	heard := filepath.Join(t.TempDir(), "heard")
	var games []*record.Record
	keep := func(_, _ int, g *record.Record) error {
		games = append(games, g)
		return nil
	}
	seats := []referee.Seat{{Name: "six", Player: constant(6)}, sh("echo", echo, heard)}
	r := guard.Value(referee.Play(context.Background(), lines(), seats, arena.Pair{Blocks: 1, Seed: 1}, referee.Options{Keep: keep, Sandbox: program.Off}))(t)
	// 6 + 6 against 6 + 7, in both seatings.
	if rec := r.Stats[1]; r.Results[0].Score != [engine.MaxSeats]int64{0, 2} || len(rec.Faults) > 0 || rec.Moves != 4 {
		t.Errorf("score %v, %d moves, faults %+v", r.Results[0].Score, rec.Moves, rec.Samples)
	}
	if text, err := os.ReadFile(heard); string(text) != "end 13\nend 13\n" {
		t.Errorf("the program heard %q at the end, %v", text, err)
	}
	want := "0> turn 1\n0< 6\n1> turn 1\n1< 6\n0> turn 2\n0< 6\n1> turn 2\n1< 7\n0> end 12\n1> end 13\n"
	if text := strings.Join(games[0].Trace, "\n") + "\n"; len(games) != 2 || text != want || games[0].Forfeit != 0 {
		t.Errorf("%d records, the first is %q", len(games), text)
	}
}

// A player that misbehaves has forfeited the play, and play continues.
func TestLines_Faults(t *testing.T) {
	for script, want := range map[string]referee.Kind{
		"echo x; cat": referee.Garbage, "echo; cat": referee.Garbage, "echo 10; cat": referee.Illegal,
		"exit 3": referee.Exit, "sleep 60": referee.Timeout, "cat /dev/zero": referee.Flood,
	} {
		t.Run(script, func(t *testing.T) {
			scratch(t)
			c := lines()
			if want == referee.Timeout {
				c.Move = 100 * time.Millisecond
			}
			seats, forfeit := []referee.Seat{{Name: "one", Player: constant(1)}, sh("bad", script)}, 0
			keep := func(_, rotation int, g *record.Record) error {
				if rotation == 0 {
					forfeit = g.Forfeit
				}
				return nil
			}
			r, err := referee.Play(t.Context(), c, seats, arena.Pair{Blocks: 1, Seed: 1}, referee.Options{Keep: keep})
			guard.Must(t, err)
			if rec := r.Stats[1]; rec.Faults[want] != 2 || forfeit != 4 || rec.Forfeits != 2 || r.Results[0].Score != [engine.MaxSeats]int64{2, 0} {
				t.Errorf("score %v, %d forfeits, faults %v: %+v", r.Results[0].Score, rec.Forfeits, rec.Faults, rec.Samples)
			}
			noChildren(t)
		})
	}
	r, err := referee.Play(context.Background(), lines(), []referee.Seat{{Name: "one", Player: constant(1)}, {Name: "none", Command: []string{"/none"}}},
		arena.Pair{Blocks: 1, Seed: 1}, referee.Options{})
	if err != nil || r.Stats[1].Faults[referee.NoStart] != 2 {
		t.Errorf("without a program: %+v, %v", r, err)
	}
}
