package referee

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"time"

	"bloodline/arena/program"
)

type SeatState struct {
	Seat
	Seed uint64 // of the seat's rolls

	program *Program // started for the play, or nil
	sandbox *program.Sandbox
	env     []string // of its own
	stats   PlayerStats
}

func (c *SeatState) External() bool { return len(c.Command) > 0 }

// Fault records a fault that forfeits the rest of the play.
func (c *SeatState) Fault(k Kind, format string, args ...any) {
	c.fault(k, true, fmt.Sprintf(format, args...), "")
}

func (c *SeatState) fault(k Kind, forfeit bool, detail, stderr string) {
	if c.stats.count(k, 1); forfeit {
		c.stats.Forfeits++
	}
	if len(c.stats.Samples) < samples {
		f := Fault{Kind: k, Move: c.stats.Moves, Detail: program.Printable(detail), Stderr: stderr, Forfeit: forfeit}
		c.stats.Samples = append(c.stats.Samples, f)
	}
}

func (c *SeatState) cmd(args ...string) *exec.Cmd {
	return c.sandbox.Command(append(c.Command[:len(c.Command):len(c.Command)], args...), c.env...)
}

// Put writes a file in the program's folder and returns its path. ok is false, with a fault, if the folder takes none.
func (c *SeatState) Put(name, text string) (path string, ok bool) {
	if err := c.sandbox.Write(name, text, 0o600); errors.Is(err, program.ErrSandbox) {
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

func (c *SeatState) Remove(name string) { c.sandbox.Remove(name) }

// recordStartFault records why a program could not be started. A sandbox that fails at this program's move counts
// against the program: else a program about to lose would break its sandbox.
func (c *SeatState) recordStartFault(err error) {
	kind := NoStart
	if errors.Is(err, program.ErrSandbox) {
		kind = Broken
	}
	c.Fault(kind, "%v", program.RootCause(err))
}

// Run runs the program for one move, without input, and returns its output; ok is false after a recorded forfeit.
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
	c.stats.CPU += p.State.CPU
	switch {
	case late:
		c.fault(Timeout, true, fmt.Sprintf("no move within %v", limit), p.Stderr())
	case !p.State.Success():
		c.fault(Exit, true, p.State.String(), p.Stderr())
	default:
		return string(stdout.Bytes), true
	}
	return "", false
}

// Program is a program that lives through a play. It belongs to one goroutine.
type Program struct {
	*program.Pipe
	seat *SeatState
	over bool // it is gone, and its record is complete
}

// Start starts the seat's program, which ends with the play if not before. It returns nil on a fault.
func (c *SeatState) Start(ctx context.Context) *Program {
	pipe, err := c.sandbox.Open(ctx, c.cmd())
	if err != nil {
		c.recordStartFault(err)
		return nil
	}
	c.program = &Program{Pipe: pipe, seat: c}
	return c.program
}

func (p *Program) CountMove() { p.seat.stats.addMove(p.AnswerTime()) }

// Fault records a fault that does not forfeit.
func (p *Program) Fault(k Kind, format string, args ...any) {
	p.seat.fault(k, false, fmt.Sprintf(format, args...), p.Stderr())
}

// Stopped reports whether the program has been stopped or was never started, and can be asked nothing.
func (p *Program) Stopped() bool { return p == nil || p.over }

// Stop ends the program for a fault that costs the rest of the play.
func (p *Program) Stop(k Kind, format string, args ...any) {
	detail := fmt.Sprintf(format, args...)
	if k == Exit && p.WaitEnd(program.EndWait) {
		detail = fmt.Sprintf("%s (%v)", detail, p.State)
	}
	p.finish()
	p.seat.fault(k, true, detail, p.Stderr())
}

// Close closes the program's input, gives it time to exit, and kills it. Closing it again does nothing.
func (p *Program) Close() {
	if !p.Stopped() {
		p.CloseInput(300 * time.Millisecond)
		p.finish()
	}
}

func (p *Program) finish() {
	if p.over {
		return
	}
	p.over = true
	p.Pipe.Close()
	p.seat.stats.CPU += p.State.CPU
}
