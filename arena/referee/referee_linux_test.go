package referee_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"go.uber.org/goleak"
	"golang.org/x/sys/unix"

	"bloodline/arena"
	"bloodline/arena/program"
	"bloodline/arena/record"
	"bloodline/arena/referee"
	"bloodline/engine"
	"bloodline/internal/guard"
)

// The test binary is a bot too, and what attacks need of a program.
func TestMain(m *testing.M) {
	program.Launcher()
	if len(os.Args) > 2 && os.Args[0] != "" {
		switch os.Args[1] {
		case "bot":
			os.Exit(playBot(os.Args[2]))
		case "dial":
			os.Exit(dial(os.Args[2], os.Args[3]))
		case "misuse":
			os.Exit(misuse(os.Args[2], os.Args[3]))
		case "listen":
			l, err := net.Listen("unix", os.Args[2])
			if err == nil {
				l.(*net.UnixListener).SetUnlinkOnClose(false)
				l.Close()
			}
			return
		}
	}
	goleak.VerifyTestMain(guard.Tests(m))
}

func dial(network, address string) int {
	c, err := net.DialTimeout(network, address, time.Second)
	if err != nil {
		return 1
	}
	c.Close()
	return 0
}

// higher is a contest in which each seat names a number, and the highest one wins.
// Programs live for the play, or for the one move if once.
type higher struct{ once, symmetric bool }

func (h higher) Info() engine.Info {
	return engine.Info{Name: "higher", Seats: 2, Symmetric: h.symmetric, ZeroSum: true, ScoreUnit: 1, Mean: 0.5, Max: 1}
}

func (higher) Limits() referee.Limits {
	return referee.Limits{Move: time.Minute}
}
func (higher) Plays() int { return 1 }

func (h higher) Referee(ctx context.Context, m *referee.Match) (out engine.Outcome, err error) {
	var number [2]int
	for s, c := range m.Seats {
		switch text := ""; {
		case !c.External():
			number[s] = c.Player.(int)
		case h.once:
			text, _ = c.Run(ctx, m.Limits.Move, fmt.Sprint(m.Seed))
			number[s], _ = strconv.Atoi(strings.TrimSpace(text))
		default:
			number[s] = question(ctx, c, m)
		}
	}
	if number[0] != number[1] {
		out.Score[0] = 1
		if number[1] > number[0] {
			out.Score = [engine.MaxSeats]int64{0, 1}
		}
	}
	return out, nil
}

func question(ctx context.Context, c *referee.SeatState, m *referee.Match) int {
	p := c.Start(ctx)
	if p == nil {
		return -1
	}
	defer p.Close()
	k := p.Send(fmt.Sprintf("number? %d\n", m.Seed), m.Limits.Move)
	text := ""
	if k == referee.None {
		text, k = p.Line(m.Limits.Move)
	}
	if k != referee.None {
		p.Stop(k, "no number")
		return -1
	}
	p.CountMove()
	n, err := strconv.Atoi(text)
	if err != nil {
		p.Close() // now all of its standard error is here
		p.Fault(referee.BadOutput, "%q", text)
	}
	return n
}

func sh(name, script string, args ...string) referee.Seat {
	return referee.Seat{Name: name, Command: append([]string{"sh", "-c", script, "sh"}, args...)}
}

// noChildren fails if a child has not been reaped.
func noChildren(t *testing.T) {
	t.Helper()
	if pid, err := unix.Wait4(-1, nil, unix.WNOHANG, nil); !errors.Is(err, unix.ECHILD) {
		t.Errorf("a child is left: %d, %v", pid, err)
	}
}

// scratch makes the folder for temporary files one of the test's own and fails if
// anything is left in it.
func scratch(t *testing.T) {
	t.Helper()
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	t.Cleanup(func() {
		if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
			t.Errorf("left in the scratch folder: %v (%v)", left, err)
		}
	})
}

// A program's scores, times and faults, for both ways to run it. With symmetric seats a deal is played once.
func TestPlay(t *testing.T) {
	for _, c := range []struct {
		game         higher
		games, plays int // of a deal, and of all
	}{{higher{}, 2, 6}, {higher{once: true}, 2, 6}, {higher{symmetric: true}, 1, 3}} {
		t.Run(fmt.Sprintf("%+v", c.game), func(t *testing.T) {
			scratch(t)
			seats, games := []referee.Seat{{Name: "five", Player: 5}, sh("seven", "echo 7; cat >/dev/null")}, 0
			r := guard.Value(referee.Play(context.Background(), c.game, seats, arena.Pair{Blocks: 3, Seed: 1}, referee.Options{Count: func(n int) { games += n }}))(t)
			for _, b := range r.Results {
				if b.Score != [engine.MaxSeats]int64{0, int64(c.games)} || b.Square != 0 {
					t.Errorf("seven must win all games of a block, have %+v", b)
				}
			}
			want := []referee.PlayerStats{{Plays: c.plays}, {Plays: c.plays, Moves: c.plays}}
			if diff := cmp.Diff(want, r.Stats, cmpopts.IgnoreFields(referee.PlayerStats{}, "Total", "Slowest", "Times", "CPU")); diff != "" || games != c.plays {
				t.Errorf("%d games counted, records (-want +got):\n%s", games, diff)
			}
			rec := r.Stats[1]
			if len(rec.Times) == 0 || rec.Slowest < rec.Total/time.Duration(rec.Moves) || rec.Total < rec.Slowest || rec.CPU <= 0 || rec.CPU > time.Minute {
				t.Errorf("times make no sense: %+v", rec)
			}
			noChildren(t)
		})
	}
}

// A table without a schedule names plays by their seed, and logs how its programs behaved, by name.
func TestTable(t *testing.T) {
	scratch(t)
	log := new(referee.Log)
	table := referee.NewTable(higher{}, referee.Options{Log: log})
	seats := []engine.Player{sh("b", "echo 7; cat >/dev/null"), sh("a", "echo x; cat >/dev/null")}
	for range 2 {
		if o, err := table.PlaySlow(t.Context(), engine.Deal{Seed: 30, Block: 4}, seats); err != nil || o.Score != [engine.MaxSeats]int64{1, 0} {
			t.Errorf("have %v, %v", o.Score, err)
		}
	}
	have := ""
	log.Each(func(name string, r *referee.PlayerStats) {
		have += fmt.Sprint(name, r.Plays, r.Moves, r.Faults, " ")
		for _, f := range r.Samples {
			have += f.Play + " "
		}
		if c := r.Conduct(seats[0].(referee.Seat)); c.Moves != 2 || c.P99 > c.Slowest || c.Median > c.P99 {
			t.Errorf("%s: %+v", name, c)
		}
	})
	if want := "a2 2 map[bad_output:2] b_a_1e_4_0 b_a_1e_4_0 b2 2 map[] "; have != want {
		t.Errorf("have %s, want %s", have, want)
	}
	guard.Must(t, table.Close())
	noChildren(t)
}

func TestPlay_Faults(t *testing.T) {
	for _, c := range []struct {
		name string
		seat referee.Seat
		once bool
		want referee.Fault
	}{
		{"cannot start", referee.Seat{Name: "x", Command: []string{"/no/such/program"}}, false, referee.Fault{Kind: referee.NoStart, Forfeit: true, Detail: "no such file or directory"}},
		{"cannot start once", referee.Seat{Name: "x", Command: []string{"./no-such-program"}}, true, referee.Fault{Kind: referee.NoStart, Forfeit: true, Detail: "no such file or directory"}},
		{"not in the path", referee.Seat{Name: "x", Command: []string{"no-such-program"}}, true, referee.Fault{Kind: referee.NoStart, Forfeit: true, Detail: "executable file not found in $PATH"}},
		{"fails", sh("x", "echo because >&2; exit 3"), true, referee.Fault{Kind: referee.Exit, Move: 1, Forfeit: true, Detail: "exit status 3", Stderr: "because"}},
		{"ends", sh("x", "echo because >&2; exit 3"), false, referee.Fault{Kind: referee.Exit, Forfeit: true, Detail: "no number (exit status 3)", Stderr: "because"}},
		{"silent", sh("x", "cat >/dev/null"), false, referee.Fault{Kind: referee.Timeout, Forfeit: true, Detail: "no number"}},
		{"deaf", sh("x", "sleep 60"), true, referee.Fault{Kind: referee.Timeout, Move: 1, Forfeit: true, Detail: "no move within 200ms"}},
		{"no number", sh("x", "echo because >&2; echo seven; cat >/dev/null"), false, referee.Fault{Kind: referee.BadOutput, Move: 1, Detail: `"seven"`, Stderr: "because"}},
		{"controls on stderr", sh("x", `printf '\033[31mred\007\377' >&2; exit 1`), true, referee.Fault{Kind: referee.Exit, Move: 1, Forfeit: true, Detail: "exit status 1", Stderr: ".[31mred.."}},
	} {
		t.Run(c.name, func(t *testing.T) {
			scratch(t)
			c.want.Play = "x_five_0_0"
			o := referee.Options{}
			if c.want.Kind == referee.Timeout {
				o.Limits.Move = 200 * time.Millisecond
			}
			seats := []referee.Seat{c.seat, {Name: "five", Player: 5}}
			r := guard.Value(referee.Play(context.Background(), higher{once: c.once}, seats, arena.Pair{Blocks: 1}, o))(t)
			rec := r.Stats[0]
			if len(rec.Samples) != 2 || rec.Faults[c.want.Kind] != 2 {
				t.Fatalf("want the fault in both games, have %+v", rec)
			}
			if diff := cmp.Diff(c.want, rec.Samples[0]); diff != "" {
				t.Errorf("fault (-want +got):\n%s", diff)
			}
			noChildren(t)
		})
	}
}

// Only the end of stderr is kept.
func TestStderr_Bounded(t *testing.T) {
	seats := []referee.Seat{sh("x", "yes complaint | head -c 3000000 >&2; echo last >&2; exit 1"), {Name: "five", Player: 5}}
	r, err := referee.Play(context.Background(), higher{once: true}, seats, arena.Pair{Blocks: 1}, referee.Options{})
	guard.Must(t, err)
	if s := r.Stats[0].Samples[0].Stderr; len(s) > 4<<10 || !strings.HasSuffix(s, "last") {
		t.Errorf("want the last 4 KB, have %d bytes that end in %q", len(s), s[max(0, len(s)-20):])
	}
}

// Processes that a program leaves running die with it, and so do its children when it is
// killed.
func TestGroup(t *testing.T) {
	for name, script := range map[string]string{
		"ends first":  `sleep 3600 & echo $! >> "$1"; echo 7`,
		"is killed":   `sleep 3600 & echo $! >> "$1"; sleep 3600`,
		"will not go": `trap "" TERM INT HUP PIPE; sleep 3600 & echo $! >> "$1"; echo 7; while :; do sleep 1; done`,
	} {
		for _, once := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s/once=%v", name, once), func(t *testing.T) {
				scratch(t)
				note := filepath.Join(t.TempDir(), "pid")
				seats := []referee.Seat{sh("x", script, note), {Name: "five", Player: 5}}
				guard.Within(t, func(limit time.Duration) error {
					o := referee.Options{Limits: referee.Limits{Move: limit}, Sandbox: program.Off}
					_, err := referee.Play(context.Background(), higher{once: once}, seats, arena.Pair{Blocks: 1}, o)
					guard.Must(t, err)
					_, err = os.Stat(note)
					return err
				})
				gone(t, note)
				noChildren(t)
			})
		}
	}
}

// gone waits until the processes whose numbers stand in a file have died.
func gone(t *testing.T, note string) {
	t.Helper()
	text := guard.Value(os.ReadFile(note))(t)
	pids := strings.Fields(string(text))
	if len(pids) == 0 {
		t.Error("no process was noted")
	}
	for _, word := range pids {
		pid := guard.Value(strconv.Atoi(word))(t)
		if err := died(pid); err != nil {
			t.Errorf("process %d still runs: %v", pid, err)
		}
	}
}

// died waits up to a minute for a process to end. It watches a descriptor of the process,
// which works for other processes' children too, and before their parent has reaped them.
func died(pid int) error {
	fd, err := unix.PidfdOpen(pid, 0)
	if errors.Is(err, unix.ESRCH) {
		return nil
	} else if err != nil {
		return err
	}
	defer unix.Close(fd)
	end := []unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}}
	for begun := time.Now(); ; {
		n, err := unix.Poll(end, int(max(0, time.Minute-time.Since(begun)).Milliseconds()))
		switch {
		case n > 0:
			return nil
		case errors.Is(err, unix.EINTR): // a signal of the runtime's
		case err != nil:
			return err
		default:
			return errors.New("no end within a minute")
		}
	}
}

// A cancelled context ends everything at once and leaves nothing.
func TestPlay_Cancel(t *testing.T) {
	for _, once := range []bool{false, true} {
		t.Run(fmt.Sprintf("once=%v", once), func(t *testing.T) {
			scratch(t)
			note := filepath.Join(t.TempDir(), "pid")
			ctx, cancel := context.WithCancel(context.Background())
			started := filepath.Join(t.TempDir(), "started") // which a program opens when it has noted its processes
			guard.Must(t, unix.Mkfifo(started, 0o600))
			go func() {
				defer cancel()
				if f, err := os.Open(started); err == nil {
					f.Close()
				}
			}()
			seats := []referee.Seat{sh("x", `sleep 3600 & echo $! >> "$1"; : > "$2"; sleep 3600`, note, started), {Name: "five", Player: 5}}
			o := referee.Options{Limits: referee.Limits{Move: time.Hour}, Workers: 2, Sandbox: program.Off}
			r, err := referee.Play(ctx, higher{once: once}, seats, arena.Pair{Blocks: 10}, o)
			if !errors.Is(err, context.Canceled) || r != nil {
				t.Errorf("want %v and no report, have %v", context.Canceled, err)
			}
			gone(t, note)
			noChildren(t)
		})
	}
}

// Nothing but times depends on how many plays go on at once.
func TestPlay_Workers(t *testing.T) {
	seats := []referee.Seat{
		sh("bad", `read a b; echo "seed $b"`), sh("good", `read a b; echo $((b % 13))`), {Name: "six", Player: 6},
	}
	var reports []*referee.Report
	for _, workers := range []int{1, 5} {
		r := guard.Value(referee.Play(context.Background(), higher{}, seats, arena.RoundRobin{Players: 3, Seats: 2, Rounds: 3, Seed: 4}, referee.Options{Workers: workers}))(t)
		reports = append(reports, r)
	}
	if diff := cmp.Diff(reports[0], reports[1], cmpopts.IgnoreFields(referee.PlayerStats{}, "Total", "Slowest", "Times", "CPU")); diff != "" {
		t.Errorf("one worker and five (-one +five):\n%s", diff)
	}
	if n := len(reports[0].Stats[0].Samples); n != 5 || reports[0].Stats[0].Faults[referee.BadOutput] != 12 {
		t.Errorf("want 12 faults and 5 of them in full, have %+v", reports[0].Stats[0])
	}
}

// A program runs in a folder of its own, which lasts, is given its seed if that is
// wanted, and in a sandbox nothing else that the environment says.
func TestPlay_Surroundings(t *testing.T) {
	t.Setenv("SECRET", "word")
	script := `echo x >> mine; { pwd; echo "seed ${BLOODLINE_SEED-none}"; wc -l < mine; echo "secret ${SECRET-none}"; } >&2; exit 1`
	for _, sandbox := range []program.Mode{program.Auto, program.Off} {
		for _, replay := range []bool{false, true} {
			seats := []referee.Seat{sh("../a b", script), {Name: "five", Player: 5}}
			r := guard.Value(referee.Play(context.Background(), higher{once: true}, seats, arena.Pair{Blocks: 1}, referee.Options{Replay: replay, Sandbox: sandbox}))(t)
			lines := strings.Split(r.Stats[0].Samples[0].Stderr+"\n"+r.Stats[0].Samples[1].Stderr, "\n")
			if len(lines) != 8 || lines[0] != lines[4] || !strings.HasPrefix(filepath.Base(lines[0]), "..-a-b-") || lines[2] != "1" || lines[6] != "2" {
				t.Errorf("want the same folder twice, have %q", lines)
			}
			if seeded := lines[1] != "seed none"; seeded != replay || seeded && lines[1] == lines[5] {
				t.Errorf("replay %v: %q and %q", replay, lines[1], lines[5])
			}
			if secret := lines[3] == "secret word"; secret != (sandbox == program.Off) {
				t.Errorf("sandbox %s: %s", sandbox, lines[3])
			}
		}
	}
}

func TestPlay_Usage(t *testing.T) {
	for name, seat := range map[string]referee.Seat{
		"neither": {Name: "x"},
		"both":    {Name: "x", Player: 1, Command: []string{"true"}},
	} {
		if _, err := referee.Play(context.Background(), higher{}, []referee.Seat{seat, seat}, arena.Pair{Blocks: 1}, referee.Options{}); err == nil {
			t.Errorf("%s: want an error", name)
		}
	}
	seats := []referee.Seat{{Name: "a", Player: 1}, {Name: "b", Player: 1}}
	full := func(int, int, *record.Record) error { return errors.New("disk full") }
	if _, err := referee.Play(context.Background(), lines(), seats, arena.Pair{Blocks: 1}, referee.Options{Keep: full}); err == nil {
		t.Error("records that cannot be kept: want an error")
	}
}

// The budget of a program: what is left of one batch of moves is lost.
func TestClock(t *testing.T) {
	l := referee.Limits{First: 2 * time.Second, FirstMoves: 2, Then: time.Second, ThenMoves: 3, Hang: time.Minute}
	c := l.Clock()
	spent := referee.Program{Pipe: new(program.Pipe)} // has waited for nothing
	for i, want := range []string{"2000 2", "2000 1", "1000 3", "1000 2", "1000 1", "1000 3"} {
		ms, moves := c.Left()
		if have := fmt.Sprint(ms, moves); have != want {
			t.Errorf("before move %d: want %s, have %s", i, want, have)
		}
		if c.Patience() != time.Duration(ms)*time.Millisecond+time.Minute || !c.Move(&spent) {
			t.Errorf("before move %d: patience %v", i, c.Patience())
		}
	}
}

// A rule that panics ends the play with the game, its seed and the seats of the players.
func TestPlay_panic(t *testing.T) {
	seats := []referee.Seat{{Name: "Anna", Player: 3}, {Name: "Bob", Player: "no number"}}
	_, err := referee.Play(t.Context(), higher{}, seats, arena.Pair{Blocks: 1, Seed: 7}, referee.Options{})
	var play *arena.PlayError
	if !errors.As(err, &play) || play.Game != "higher" || play.Seed != (arena.Pair{Blocks: 1, Seed: 7}).Block(0).Seed {
		t.Fatalf("have %v", err)
	}
	if text := err.Error(); !strings.Contains(text, "seats Anna, Bob: panic at ") || strings.Contains(text, "\n") {
		t.Errorf("have %q", text)
	}
}
