package samurai

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"go.uber.org/goleak"

	"bloodline/arena"
	"bloodline/arena/record"
	"bloodline/arena/referee"
	"bloodline/engine"
	"bloodline/games/samurai/baselines"
	"bloodline/games/samurai/seat"
	"bloodline/internal/guard"
)

// The test binary is a bot too: "bot NAME" plays as a baseline, "bad MODE" is one with a fault.
func TestMain(m *testing.M) {
	if len(os.Args) > 2 {
		switch name := os.Args[2]; os.Args[1] {
		case "bot":
			b, _ := engine.FindBaseline(baselines.All(), name)
			p, _ := b.Player.(seat.Policy)
			os.Exit(seat.Main(name, p, os.Args[3:], os.Stdin, os.Stdout, os.Stderr))
		case "bad":
			misbehave(name)
			return
		}
	}
	goleak.VerifyTestMain(guard.Tests(m))
}

// misbehave always courts lord 5 but for turn 3.
func misbehave(mode string) {
	fmt.Fprintln(os.Stderr, "bad bot:", mode)
	greet(mode)
	lines := bufio.NewScanner(os.Stdin)
	for turn := 0; lines.Scan(); {
		words := strings.Fields(lines.Text())
		if len(words) != 2 {
			continue // only "T P" begins a turn
		}
		turn++
		for range 7 + turn%2 {
			lines.Scan()
		}
		answer := strings.TrimSpace(strings.Repeat("5 ", seat.Visits(uint8(turn)))) + "\n"
		if turn == 3 {
			answer = faulty(mode, answer)
		}
		fmt.Print(answer)
		if mode == "exits after turn 9" && turn == 9 {
			os.Exit(0)
		}
	}
}

func greet(mode string) {
	switch mode {
	case "never ready", "dies before ready":
		if mode == "never ready" {
			time.Sleep(time.Hour)
		}
		os.Exit(7)
	case "small letters":
		fmt.Println("ready")
	case "no newline":
		fmt.Print("READY")
	case "ready and more":
		fmt.Print("READY\n0 1 2 3 4\n")
	case "floods at once":
		for {
			fmt.Println("READY?")
		}
	default:
		fmt.Println(seat.Ready)
	}
}

func faulty(mode, answer string) string {
	switch mode {
	case "too few":
		return "5 5\n"
	case "long line":
		return strings.Repeat("5 ", 10_000) + "\n"
	case "two writes of an answer":
		fmt.Print("5 5")
		time.Sleep(20 * time.Millisecond)
		return " 5 5 5\n"
	case "chatter":
		return answer + "0 0 0 0 0\n0 0 0 0 0\n" // in one write, so before it is asked again
	case "no end":
		return "5 5 5 5 5"
	case "late":
		time.Sleep(time.Hour)
	case "dies":
		os.Exit(7)
	case "closes":
		_ = os.Stdout.Close()
		time.Sleep(time.Hour)
	case "floods":
		return strings.Repeat("5", 1<<20)
	}
	return answer
}

func self(words ...string) referee.Seat {
	path, _ := os.Executable()
	return referee.Seat{Name: strings.Join(words, "-"), Command: append([]string{path}, words...)}
}

func ours(name string) referee.Seat {
	b, _ := engine.FindBaseline(baselines.All(), name)
	return referee.Seat{Name: name, Player: b.Player}
}

// first plays a deal in one seating only.
type first struct{ referee.Contest }

func (o first) Referee(ctx context.Context, m *referee.Match) (out engine.Outcome, err error) {
	if m.Rotation > 0 {
		return out, nil
	}
	return o.Contest.Referee(ctx, m)
}

// The table of faults. The bad bot sits in seat 1; actions are its answers by
// turn, "5" for five or two visits of lord 5, "0" for lord 0.
func TestFaults(t *testing.T) {
	type faults = map[referee.Kind]int
	const good, stopped = "5 5 5 5 5 5 5 5 5", "5 5 0 0 0 0 0 0 0"
	for _, c := range []struct {
		mode    string
		want    faults
		actions string
		detail  string
	}{
		{"small letters", faults{}, good, ""},
		{"no newline", faults{}, good, ""},
		{"exits after turn 9", faults{}, good, ""},
		{"never ready", faults{referee.NotReady: 1}, "0 0 0 0 0 0 0 0 0", "no READY within LIMIT"},
		{"dies before ready", faults{referee.Exit: 1}, "0 0 0 0 0 0 0 0 0", "exit status 7"},
		{"ready and more", faults{referee.NotReady: 1}, "0 0 0 0 0 0 0 0 0", "READY"},
		{"floods at once", faults{referee.Flood: 1}, "0 0 0 0 0 0 0 0 0", "before READY"},
		{"too few", faults{referee.BadOutput: 1}, "5 5 0,0,0,5,5 5 5 5 5 5 5", `question 3: "5 5" is read as 0 0 0 5 5`},
		{"long line", faults{referee.BadOutput: 1}, good, ""},
		{"two writes of an answer", faults{}, good, ""},
		{"chatter", faults{}, good, ""},
		{"no end", faults{referee.Timeout: 1}, stopped, "question 3"},
		{"late", faults{referee.Timeout: 1}, stopped, "question 3"},
		{"dies", faults{referee.Exit: 1}, stopped, "question 3 (exit status 7)"},
		{"closes", faults{referee.Exit: 1}, stopped, "question 3"},
		{"floods", faults{referee.Flood: 1}, stopped, "question 3"},
	} {
		t.Run(c.mode, func(t *testing.T) {
			t.Parallel() // some wait
			var trace []string
			keep := func(_, turn int, g *record.Record) error {
				if turn == 0 {
					trace = g.Trace
				}
				return nil
			}
			play := func(start, move time.Duration, good referee.Seat) error {
				o := referee.Options{Keep: keep, Limits: referee.Limits{Start: start, Move: move}}
				seats := []referee.Seat{ours("warlord"), self("bad", c.mode), good, ours("random")}
				r, err := referee.Play(context.Background(), first{contest}, seats, arena.Pair{Blocks: 1, Seed: 3}, o)
				guard.Must(t, err)
				if len(r.Stats[2].Faults) > 0 {
					t.Errorf("the good bot is blamed: %+v", r.Stats[2].Samples)
				}
				rec, detail := r.Stats[1], strings.Replace(c.detail, "LIMIT", start.String(), 1)
				if diff := cmp.Diff(c.want, rec.Faults, cmpopts.EquateEmpty()); diff != "" {
					return fmt.Errorf("faults (-want +got):\n%s%+v", diff, rec.Samples)
				}
				if len(rec.Samples) > 0 && (!strings.Contains(rec.Samples[0].Detail, detail) || !strings.HasPrefix(rec.Samples[0].Stderr, "bad bot: "+c.mode)) {
					return fmt.Errorf("want %q and its stderr, have %+v", detail, rec.Samples[0])
				}
				if got := actions(trace, 1); got != c.actions {
					return fmt.Errorf("want actions %s, have %s", c.actions, got)
				}
				return nil
			}
			switch ours := ours("balanced"); { // on a busy machine not even the good one is fast
			case c.want[referee.NotReady] > 0:
				guard.Within(t, func(limit time.Duration) error { return play(limit, time.Minute, ours) })
			case c.want[referee.Timeout] > 0:
				guard.Within(t, func(limit time.Duration) error { return play(time.Minute, limit, ours) })
			default:
				if err := play(time.Minute, time.Minute, self("bot", "balanced")); err != nil {
					t.Error(err)
				}
			}
		})
	}
}

// actions reads a seat's actions out of a transcript. Five
// or two visits of one lord are its number, others are separated by commas.
func actions(trace []string, s int) string {
	var out []string
	for _, line := range trace {
		if a, ok := strings.CutPrefix(line, fmt.Sprintf("%d< ", s)); ok {
			visits := strings.Fields(a)
			if strings.Count(a, visits[0]) == len(visits) {
				visits = visits[:1]
			}
			out = append(out, strings.Join(visits, ","))
		}
	}
	return strings.Join(out, " ")
}
