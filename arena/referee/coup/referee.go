// Package coup referees two-player Coup as the contest's arbiter does: a process
// for each move, which appends to a history file.
//
//  1. [Contest] is the referee.Contest. It keeps the history file, starts the
//     programs and checks what they did, in the arbiter's order: exit status, the
//     file, the move, the Exchange.
//  2. The arbiter inside knows the rules over the characters of the file, as the
//     contest's own does, and takes whatever that one takes, such as a legal move
//     behind a character too many.
//
// A player of ours is asked through seat.Move on the same history and the same
// arguments, so it sees what a program would see. Deal and draws follow the
// arena's table: equal seeds, equal cards.
//
// Beyond the arbiter's own forfeits there is a limit of time for each move, and a
// move that the arbiter would not survive costs its writer the game.
package coup

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"bloodline/arena/referee"
	"bloodline/engine"
	"bloodline/engine/coup"
	"bloodline/engine/coup/seat"
	"bloodline/engine/roll"
)

// Contest referees Coup.
type Contest struct{}

var _ referee.Contest = Contest{}

// Info describes the game.
func (Contest) Info() engine.Info { return coup.Game{}.Info() }

// Limits returns ten seconds for a move; the contest states none.
func (Contest) Limits() referee.Limits { return referee.Limits{Move: 10 * referee.Second} }

// Plays returns how many games take some seconds.
func (Contest) Plays() int { return 200 }

// Referee plays one game. The history file is the record of the play.
func (Contest) Referee(ctx context.Context, m *referee.Match) (engine.Outcome, error) {
	g := &game{arbiter: newArbiter(m.Seed), m: m, file: filepath.Join(m.Dir, m.Name()+".txt")}
	if err := os.WriteFile(g.file, nil, 0o600); err != nil {
		return engine.Outcome{}, err
	}
	winner, err := g.play(ctx)
	out := engine.Outcome{Choices: int32(g.runs), Length: int32(g.runs)}
	if winner >= 0 {
		out.Score[winner] = 1
	}
	if err == nil && !m.Kept {
		err = os.RemoveAll(g.file)
	}
	return out, err
}

// game is one game that is being refereed.
type game struct {
	*arbiter
	m    *referee.Match
	file string
	runs int // invocations
}

// play returns the winner, or -1 for a draw.
func (g *game) play(ctx context.Context) (winner int, err error) {
	for g.runs < coup.MaxInvocations {
		who := g.runs % 2
		call, ok := g.call(who)
		if !ok {
			return g.forfeit(who^1, referee.Arbiter, "no move can follow the line %q", g.line())
		}
		g.runs++
		printed := ""
		if c := g.m.Chairs[who]; c.External() {
			if printed, ok = g.run(ctx, c, call); !ok {
				return who ^ 1, ctx.Err()
			}
			if err := g.check(who, call); err != nil {
				return who ^ 1, nil
			}
		} else if printed, err = g.ask(c, call); err != nil {
			return 0, err
		}
		if k, why := g.settle(who, call, printed); k != referee.None {
			return g.forfeit(who, k, "%s", why)
		}
		if g.hand[who] == "" {
			return who ^ 1, nil
		}
	}
	return -1, nil
}

// forfeit ends the game by a fault of a seat. One of ours can only have answered
// a line that makes no sense; the other seat's program wrote that line.
func (g *game) forfeit(who int, k referee.Kind, format string, args ...any) (winner int, err error) {
	c := g.m.Chairs[who]
	if !c.External() {
		return 0, fmt.Errorf("coup: seat %d forfeits: %s, after %q", who, fmt.Sprintf(format, args...), g.history)
	}
	c.Fault(k, true, format, args...)
	return who ^ 1, nil
}

// run invokes a program for its move.
func (g *game) run(ctx context.Context, c *referee.Chair, call *seat.Call) (printed string, ok bool) {
	args := []string{g.file, strconv.Itoa(g.coins[g.runs%2]), strconv.Itoa(g.coins[(g.runs-1)%2]), call.Cards}
	return c.Run(ctx, g.m.Limits.Move, append(args, call.Moves...)...)
}

// check reads the history file after a program has run: it must hold what it held
// and one or two characters more.
func (g *game) check(who int, _ *seat.Call) error {
	text, err := read(g.file, len(g.history)+2)
	old := g.history
	if err == nil && old != text[:max(len(text)-2, 0)] && old != text[:max(len(text)-1, 0)] {
		err = fmt.Errorf("the file ends in %q, not in %q and a move", end(text), end(old))
	}
	if err != nil {
		g.m.Chairs[who].Fault(referee.Modified, true, "%v", err)
		return err
	}
	g.history = text
	return nil
}

// read reads a file of no more than so many bytes, and nothing else that may stand
// under its name.
func read(path string, most int) (string, error) {
	info, err := os.Lstat(path)
	switch {
	case err != nil:
		return "", fmt.Errorf("the file is gone")
	case !info.Mode().IsRegular():
		return "", fmt.Errorf("the file has become a %v", info.Mode().Type())
	case info.Size() > int64(most):
		return "", fmt.Errorf("the file has grown by %d bytes too many", info.Size()-int64(most))
	}
	text, err := os.ReadFile(path)
	return string(text), err
}

// end is as much of a history as helps to understand a fault.
func end(history string) string { return history[max(0, len(history)-12):] }

// ask lets a player of ours move, in the way of an exported bot.
func (g *game) ask(c *referee.Chair, call *seat.Call) (printed string, err error) {
	// What is wrong with the history is no fault of the player, who moves anyway.
	written, printed, _ := seat.Move(*call, c.Player.(seat.Policy), roll.Mix(c.Seed, uint64(len(g.history))))
	g.history += written
	f, err := os.OpenFile(g.file, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		return "", err
	}
	if _, err = f.WriteString(written); err != nil {
		_ = f.Close()
		return "", err
	}
	return strings.TrimSpace(printed), f.Close()
}
