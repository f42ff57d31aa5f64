package coup

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"bloodline/arena/referee"
	"bloodline/engine"
	"bloodline/engine/roll"
	"bloodline/games/coup/seat"
	"bloodline/games/coup/table"
)

// Contest referees two-player Coup as the arbiter does: a process for each move, which appends to a history file.
//
//  1. It keeps the history, gives each program a copy, and checks the result in the arbiter's
//     order: exit status, the file, the move, the Exchange.
//  2. Its arbiter reads the characters of the file as the contest's arbiter does, and accepts the
//     same input, such as a legal move after a surplus character (docs/rules-coup.md, facts 33 to 39).
//
// A player of this module is asked through seat.Move with the same history and arguments, so it sees what a program
// would see. Equal seeds deal and draw the same cards as at the arena's table. Unlike the contest's arbiter this one
// limits the time of a move, and a move that would crash the contest's arbiter forfeits the game.
type Contest struct{}

func (Contest) Info() engine.Info { return table.Game{}.Info() }

// Limits returns ten seconds for a move; the contest states none.
func (Contest) Limits() referee.Limits { return referee.Limits{Move: 10 * referee.Second} }

// StartsForEachMove is a [referee.EachMove].
func (Contest) StartsForEachMove() {}

// Plays returns how many games take some seconds.
func (Contest) Plays() int { return 200 }

// Referee plays one game. The record of the play has the moves that the arbiter accepted.
func (Contest) Referee(ctx context.Context, m *referee.Match) (engine.Outcome, error) {
	g := &game{arbiter: newArbiter(m.Seed), m: m, file: m.Name() + ".txt"}
	winner, err := g.play(ctx)
	out := engine.Outcome{Choices: int32(g.runs), Length: int32(g.runs)}
	if winner >= 0 {
		out.Score[winner] = 1
	}
	for _, c := range m.Seats {
		if c.External() {
			c.Remove(g.file)
		}
	}
	m.Record(g.trace)
	return out, err
}

type game struct {
	*arbiter
	m    *referee.Match
	file string // name of the history in a program's folder
	runs int    // invocations

	trace []string // the lines of the history so far, as a table traces them
	whole bool     // whether the last line is complete
}

// play returns the winner, or -1 for a draw.
func (g *game) play(ctx context.Context) (winner int, err error) {
	for g.runs < table.MaxInvocations {
		who := g.runs % 2
		call, culprit := g.call(who)
		if call == nil {
			return g.forfeit(culprit, referee.Arbiter, fmt.Sprintf("no move can follow the line %q", g.line())), nil
		}
		g.runs++
		before := len(g.history)
		printed, ok, err := g.move(ctx, who, call)
		if err != nil {
			return -1, err
		}
		if !ok {
			return who ^ 1, nil
		}
		if k, why := g.settle(who, call, printed); k != referee.None {
			return g.forfeit(who, k, why), nil
		}
		g.note(g.history[before:], call.Cards)
		if g.hand[who] == "" {
			return who ^ 1, nil
		}
	}
	return -1, nil
}

// note adds an invocation to the trace. A line has the text of its invocations before their cards.
func (g *game) note(written, cards string) {
	if len(g.trace) == 0 || g.whole {
		g.trace = append(g.trace, "")
	}
	at := &g.trace[len(g.trace)-1]
	line, all, _ := strings.Cut(*at, " ")
	written, g.whole = strings.CutSuffix(written, "\n")
	*at = strings.TrimRight(line+written+" "+all, " ") + " " + cards
}

// forfeit ends the game by a fault of a seat and returns the winner.
func (g *game) forfeit(who int, k referee.Kind, why string) (winner int) {
	g.m.Seats[who].Fault(k, "%s", why)
	return who ^ 1
}

// move lets a seat write into the history, a program into a copy of its own; ok is false if it has forfeited.
func (g *game) move(ctx context.Context, who int, call *seat.Call) (printed string, ok bool, err error) {
	c := g.m.Seats[who]
	if !c.External() {
		return g.ask(c, call), true, nil
	}
	path, ok := c.Put(g.file, g.history)
	if !ok {
		return "", false, nil
	}
	args := []string{path, strconv.Itoa(g.coins[who^1]), strconv.Itoa(g.coins[who]), call.Cards}
	printed, ok = c.Run(ctx, g.m.Limits.Move, append(args, call.Moves...)...)
	if !ok {
		return "", false, ctx.Err()
	}
	text, err := c.Get(g.file, len(g.history)+2)
	if err == nil {
		err = grown(g.history, text)
	}
	if err != nil {
		g.forfeit(who, referee.Modified, err.Error())
		return "", false, nil
	}
	g.history = text
	return printed, true, nil
}

// grown checks that a text is the old one and 1 or 2 characters more, or like the arbiter that both are empty.
func grown(old, text string) error {
	if old == text[:max(len(text)-2, 0)] || old == text[:max(len(text)-1, 0)] {
		return nil
	}
	return fmt.Errorf("the file ends in %q, not in %q and a move", lastPart(text), lastPart(old))
}

// lastPart returns the end of a history, which helps to understand a fault.
func lastPart(history string) string { return history[max(0, len(history)-12):] }

// ask lets a player of this module move, as its exported bot would.
func (g *game) ask(c *referee.SeatState, call *seat.Call) (printed string) {
	// An error in the history is not the player's fault, so the player still moves.
	written, printed, _ := seat.Move(*call, c.Player.(seat.Policy), roll.Mix(c.Seed, uint64(len(g.history))))
	g.history += written
	return strings.TrimSpace(printed)
}
