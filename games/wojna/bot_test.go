package wojna

import (
	"bufio"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"bloodline/arena/referee"
	"bloodline/engine"
	"bloodline/games/wojna/baselines"
	"bloodline/games/wojna/seat"
	"bloodline/internal/guard"
)

// The test binary is a bot too: "bot NAME" plays as a baseline, "bad MODE" is Tight with a fault.
func TestMain(m *testing.M) {
	if len(os.Args) > 2 {
		switch name := os.Args[2]; os.Args[1] {
		case "bot":
			b, _ := engine.FindBaseline(baselines.All(), name)
			p, _ := b.Player.(seat.Policy)
			os.Exit(seat.Main(name, p, os.Args[3:], os.Stdin, os.Stdout, os.Stderr))
		case "bad":
			late, _ := time.ParseDuration(append(os.Args, "")[3])
			misbehave(name, late)
			return
		}
	}
	goleak.VerifyTestMain(guard.Tests(m))
}

// from is the genmove from which a bad bot misbehaves.
const from = 3

// misbehave answers as Tight does, but for the mode, in which it answers wrongly from its third genmove on.
func misbehave(mode string, late time.Duration) {
	b, _ := engine.FindBaseline(baselines.All(), "Tight")
	tight, _ := b.Player.(seat.Policy)
	p := seat.NewProgram("bad", tight, 1)
	moves, lines := 0, bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<20)
	fmt.Fprintln(os.Stderr, "bad bot:", mode)
	for lines.Scan() {
		line := lines.Text()
		if strings.HasPrefix(line, "genmove") {
			moves++
		}
		reply, done := p.Do(line)
		if mode == "minimal" && !strings.HasPrefix(line, "genmove") {
			reply = "?\n\n"
		}
		if bad := faulty(mode, line, moves, late); bad != "" {
			reply = bad
		}
		fmt.Print(reply)
		if done {
			return
		}
	}
}

// faulty returns what a bad bot says instead, if it does not do something worse.
func faulty(mode, line string, moves int, late time.Duration) string {
	ask := strings.HasPrefix(line, "genmove") && moves >= from
	switch {
	case mode == "blanks" && strings.HasPrefix(line, "play"):
		return "\n\n=\n\n"
	case mode == "shout" && strings.HasPrefix(line, "genmove"):
		return "=CHECK\r\n\r\n"
	case mode == "mute play" && strings.HasPrefix(line, "play") && moves >= from:
		time.Sleep(time.Hour)
	case mode == "no quit" && line == "quit":
		time.Sleep(time.Hour)
	case !ask:
		return ""
	}
	switch mode {
	case "illegal":
		return "= raise 7\n\n"
	case "once illegal":
		if moves == from {
			return "= fold\n\n"
		}
	case "refuses":
		return "? I do not know\n\n"
	case "late":
		time.Sleep(late)
	case "stalls for ever":
		time.Sleep(time.Hour)
	case "dies":
		os.Exit(7)
	case "closes its input":
		_ = os.Stdin.Close()
	case "binary":
		return "\xff\x00\x01\x80\n\n"
	case "half a reply":
		fmt.Print("= check\n")
		os.Exit(0)
	case "many replies":
		return strings.Repeat("= check\n\n", 1<<17)
	}
	return ""
}

func self(words ...string) referee.Seat {
	path, _ := os.Executable()
	return referee.Seat{Name: strings.Join(words, "-"), Command: append([]string{path}, words...)}
}

func ours(name string) referee.Seat {
	b, _ := engine.FindBaseline(baselines.All(), name)
	return referee.Seat{Name: name, Player: b.Player}
}
