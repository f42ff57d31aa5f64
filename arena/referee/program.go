package referee

import (
	"context"
	"fmt"
	"time"

	"bloodline/arena/program"
)

// Program is a program that lives through a play. It belongs to one goroutine.
type Program struct {
	*program.Pipe
	seat *SeatState
	over bool // it is gone, and its record is complete
}

// Start starts the seat's program, which ends with the play if not before. On failure it records a fault and returns nil.
func (c *SeatState) Start(ctx context.Context) *Program {
	pipe, err := c.sandbox.Open(ctx, c.cmd())
	if err != nil {
		c.recordStartFault(err)
		return nil
	}
	c.program = &Program{Pipe: pipe, seat: c}
	return c.program
}

// CountMove counts the last answer as a move.
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
		detail = fmt.Sprintf("%s (%v)", detail, p.State())
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
	p.seat.stats.CPU += p.CPU()
}
