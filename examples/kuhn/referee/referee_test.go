package referee_test

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"bloodline/arena"
	"bloodline/arena/baseline"
	launch "bloodline/arena/program"
	"bloodline/arena/referee"

	"kuhn/baselines"
	contest "kuhn/referee"
	"kuhn/seat"
)

// The test binary is a bot too: "bot NAME" plays as a baseline, "bad ANSWER" answers
// everything with that.
func TestMain(m *testing.M) {
	launch.Launcher() // tests that start programs begin with it
	if len(os.Args) == 3 && os.Args[1] == "bot" {
		os.Exit(seat.Main("bot", player(os.Args[2]), nil, os.Stdin, os.Stdout, os.Stderr))
	}
	if len(os.Args) == 3 && os.Args[1] == "bad" {
		misbehave(os.Args[2])
		return
	}
	os.Exit(m.Run())
}

func misbehave(answer string) {
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		switch {
		case lines.Text() != "act":
		case answer == "exit":
			os.Exit(3)
		case answer == "sleep":
			time.Sleep(time.Hour)
		case answer == "flood":
			fmt.Println(strings.Repeat("x", 1<<20))
		default:
			fmt.Println(answer)
		}
	}
}

func player(name string) seat.Policy {
	b, _ := baseline.Find(baselines.All(), name)
	return b.Player.(seat.Policy)
}

func program(t *testing.T, words ...string) referee.Seat {
	t.Helper()
	path, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return referee.Seat{Name: strings.Join(words, "-"), Command: append([]string{path}, words...)}
}

func ours(name string) referee.Seat { return referee.Seat{Name: name, Player: player(name)} }

func play(t *testing.T, seats []referee.Seat, o referee.Options) *referee.Report {
	t.Helper()
	o.Replay = true
	s := arena.RoundRobin{Players: len(seats), Seats: seat.Seats, Rounds: 5, Seed: 1}
	r, err := referee.Play(context.Background(), contest.Contest(), seats, s, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Programs score what the same players score in process, without a fault.
func TestReferee_Parity(t *testing.T) {
	in := play(t, []referee.Seat{ours("Honest"), ours("Bluffer"), ours("Random")}, referee.Options{})
	out := play(t, []referee.Seat{program(t, "bot", "Honest"), ours("Bluffer"), program(t, "bot", "Random")}, referee.Options{Records: t.TempDir()})
	for i := range in.Results {
		if in.Results[i].Score != out.Results[i].Score {
			t.Errorf("block %d: in process %v, as programs %v", i, in.Results[i].Score, out.Results[i].Score)
		}
	}
	for i, r := range out.Records {
		if len(r.Faults) > 0 || (r.Moves == 0) != (i == 1) {
			t.Errorf("player %d: %d moves, faults %v", i, r.Moves, r.Samples)
		}
	}
}

// Whoever misbehaves forfeits the game: it is recorded, and play goes on.
func TestReferee_Faults(t *testing.T) {
	for answer, want := range map[string]referee.Kind{
		"raise": referee.Garbage, "": referee.Garbage, "BET": referee.Garbage, "fold": referee.Illegal,
		"exit": referee.Exit, "sleep": referee.Timeout, "flood": referee.Flood,
	} {
		t.Run(answer, func(t *testing.T) {
			o := referee.Options{Limits: referee.Limits{Move: 300 * time.Millisecond}}
			if answer == "sleep" {
				o.Limits.Move = 50 * time.Millisecond
			}
			r := play(t, []referee.Seat{program(t, "bad", answer), ours("Honest")}, o).Records[0]
			if r.Faults[want] == 0 || r.Forfeits == 0 || r.Plays != 10 {
				t.Errorf("%d plays, %d forfeits, faults %v: %v", r.Plays, r.Forfeits, r.Faults, r.Samples)
			}
		})
	}
}

func TestReferee_NoProgram(t *testing.T) {
	r := play(t, []referee.Seat{{Name: "none", Command: []string{"/none"}}, ours("Honest")}, referee.Options{}).Records[0]
	if r.Faults[referee.NoStart] != 10 {
		t.Errorf("faults %v", r.Faults)
	}
}
