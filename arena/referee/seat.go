package referee

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
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
	hash    string
	program *Program // started for the play, or nil
	sandbox *program.Sandbox
	env     []string // of its own
	stats   PlayerStats
}

// External reports whether the seat is a program's.
func (c *SeatState) External() bool { return len(c.command) > 0 }

// Fault records a fault that forfeits the rest of the play.
func (c *SeatState) Fault(k Kind, format string, args ...any) {
	c.fault(k, true, fmt.Sprintf(format, args...), "")
}

func (c *SeatState) fault(k Kind, forfeit bool, detail, stderr string) {
	c.stats.fault(Fault{Kind: k, Detail: program.Printable(detail), Stderr: stderr, Forfeit: forfeit})
}

func (c *SeatState) cmd(args ...string) *exec.Cmd {
	return c.sandbox.Command(append(c.command[:len(c.command):len(c.command)], args...), c.env...)
}

// Put puts a file into the program's own folder, in the place of whatever has that name, and returns its path. If the folder
// takes none, the fault is recorded and ok is false.
func (c *SeatState) Put(name, text string) (path string, ok bool) {
	if err := c.sandbox.Write(name, text); errors.Is(err, program.ErrSandbox) {
		c.Fault(Broken, "%v", err)
		return "", false
	} else if err != nil {
		c.Fault(Modified, "%v", err)
		return "", false
	}
	return filepath.Join(c.sandbox.Dir(), name), true
}

// Get reads a file of at most so many bytes from the program's own folder. An error is the program's fault.
func (c *SeatState) Get(name string, most int) (string, error) { return c.sandbox.Read(name, most) }

// Remove removes a file that was put.
func (c *SeatState) Remove(name string) { c.sandbox.Remove(name) }

// recordStartFault records why a program could not be started. A sandbox that fails at this program's move counts against
// the program: else a program about to lose would break its sandbox.
func (c *SeatState) recordStartFault(err error) {
	kind := NoStart
	if errors.Is(err, program.ErrSandbox) {
		kind = Broken
	}
	c.Fault(kind, "%v", program.RootCause(err))
}

// Run runs the program once, for one move, with additional arguments and empty input, and returns its standard output. On
// failure the forfeit is recorded and ok is false.
func (c *SeatState) Run(ctx context.Context, limit time.Duration, args ...string) (out string, ok bool) {
	cmd := c.cmd(args...)
	stdout := program.Head{Max: program.MaxAnswer}
	cmd.Stdout = &stdout
	begin := time.Now()
	p, err := c.sandbox.Launch(ctx, cmd)
	if err != nil {
		c.recordStartFault(err)
		return "", false
	}
	late := !p.WaitEnd(limit)
	p.End()
	c.stats.addMove(time.Since(begin))
	c.stats.CPU += p.CPU()
	switch {
	case late:
		c.fault(Timeout, true, fmt.Sprintf("no move within %v", limit), p.Stderr())
	case !p.State().Success():
		c.fault(Exit, true, p.State().String(), p.Stderr())
	default:
		return string(stdout.Bytes), true
	}
	return "", false
}
