package referee

import "time"

// Clock is a program's budget of time: one amount for the first moves, then one for each further batch of moves, without
// what the batch before has left.
type Clock struct {
	limits Limits
	left   time.Duration
	moves  int
}

// Clock returns a full clock.
func (l Limits) Clock() Clock { return Clock{limits: l, left: l.First, moves: l.FirstMoves} }

// Left returns the milliseconds that are left for the next so many moves.
func (c *Clock) Left() (ms int64, moves int) { return c.left.Milliseconds(), c.moves }

// Patience returns how long to wait for an answer: the rest of the budget plus Hang, but at most Move unless that is 0.
func (c *Clock) Patience() time.Duration {
	if c.limits.Move > 0 {
		return min(c.left+c.limits.Hang, c.limits.Move)
	}
	return c.left + c.limits.Hang
}

// Spend subtracts the time of an answer from the clock.
func (c *Clock) Spend(p *Program) { c.left -= min(c.left, p.AnswerTime()) }

// Move subtracts the time of a move's answer from the clock and reports whether it was in time.
func (c *Clock) Move(p *Program) (inTime bool) {
	inTime = p.AnswerTime() <= c.left
	c.Spend(p)
	if c.moves--; c.moves <= 0 {
		c.left, c.moves = c.limits.Then, c.limits.ThenMoves
	}
	return inTime
}
