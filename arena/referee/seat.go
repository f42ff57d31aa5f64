package referee

import (
	"context"
	"fmt"
	"os/exec"
	"time"

	"bloodline/arena/program"
	"bloodline/engine"
)

// SeatState is a seat during one play.
type SeatState struct {
	Name   string
	Player engine.Player // nil for a program
	Seed   uint64        // of the seat's rolls

	command []string
	program *Program // started for the play, or nil
	dir     string
	env     []string // nil is the referee's own
	record  Record
}

// External reports whether the seat is a program's.
func (c *SeatState) External() bool { return len(c.command) > 0 }

// Fault records what the program did wrong; forfeit, that it costs the rest of the
// play.
func (c *SeatState) Fault(k Kind, forfeit bool, format string, args ...any) {
	c.fault(k, forfeit, fmt.Sprintf(format, args...), "")
}

func (c *SeatState) fault(k Kind, forfeit bool, detail, stderr string) {
	c.record.fault(Fault{Kind: k, Detail: program.Printable(detail), Stderr: stderr, Forfeit: forfeit})
}

func (c *SeatState) cmd(args ...string) *exec.Cmd {
	cmd := exec.Command(c.command[0], append(c.command[1:len(c.command):len(c.command)], args...)...)
	cmd.Dir, cmd.Env = c.dir, c.env
	return cmd
}

// maxOutput is how much of what a program prints for one move is read.
const maxOutput = program.MaxAnswer

// Run runs the program once, for one move, with these further arguments, and
// returns what it printed. Its input is empty. A program that cannot be started,
// fails, or takes longer than the limit has forfeited, which is recorded; then ok
// is false.
func (c *SeatState) Run(ctx context.Context, limit time.Duration, args ...string) (out string, ok bool) {
	cmd := c.cmd(args...)
	stdout := program.Head{Max: maxOutput}
	cmd.Stdout = &stdout
	begin := time.Now()
	p, err := program.Launch(ctx, cmd)
	if err != nil {
		c.Fault(NoStart, true, "%v", program.Reason(err))
		return "", false
	}
	late := !p.Ended(limit)
	p.End()
	c.record.moved(time.Since(begin))
	c.record.CPU += p.CPU()
	switch {
	case late:
		c.fault(Timeout, true, fmt.Sprintf("no move within %v", limit), p.Stderr())
	case !cmd.ProcessState.Success():
		c.fault(Exit, true, cmd.ProcessState.String(), p.Stderr())
	default:
		return string(stdout.Bytes), true
	}
	return "", false
}
