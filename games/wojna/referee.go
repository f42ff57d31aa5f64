package wojna

import (
	"context"
	"strings"

	"bloodline/arena/referee"
	"bloodline/engine"
	"bloodline/games/wojna/seat"
	"bloodline/games/wojna/table"
)

// Contest referees runs of a game: a process for each run of forty deals, in the contest's protocol of commands and
// replies.
//
//  1. Programs sit at the arena's own table, each as a policy, so that rules, turns and points are
//     the table's.
//  2. They get the table's transcript: the commands of every line that a seat hears, and the clock.
//  3. When the table asks a policy for a move, the program gets a genmove.
//
// An illegal move, a refusal and an answer after its time are soft faults: the move counts as pass. The third soft
// fault, or the first hard one (exit, silence, flood, or an invalid reply), forfeits the rest of the run: every later
// move of that seat is pass.
type Contest struct{ Game table.Game }

// Info describes the game.
func (c Contest) Info() engine.Info { return c.Game.Info() }

// Limits returns 30 s for the first thousand moves of a deal and 3 s for each hundred after that, other commands
// included. A program that is silent for 10 s more is stopped. The contest has no limit for a single move. If a run
// sets one, it holds for each command, and a program that is silent for longer is stopped.
func (Contest) Limits() referee.Limits {
	return referee.Limits{
		First: 30 * referee.Second, FirstMoves: 1000, Then: 3 * referee.Second, ThenMoves: 100,
		Hang: 10 * referee.Second,
	}
}

// Plays returns how many runs take about a minute: one in each rotation.
func (Contest) Plays() int { return 4 }

// Referee plays one run. The record of the play is the table's transcript. A line is sent to all programs that hear it
// before the first reply is awaited.
func (c Contest) Referee(ctx context.Context, m *referee.Match) (engine.Outcome, error) {
	var bots [seat.Seats]*bot
	players := m.Players(ctx, func(s int, p *referee.Program) engine.Player {
		bots[s] = &bot{limits: m.Limits, clock: m.Limits.Clock(), program: p}
		return bots[s]
	})
	t := table.NewTable(c.Game)
	t.Trace(func(line string) {
		m.Note(line)
		var told [seat.Seats]string
		for s, b := range bots {
			command, heard := table.Heard(line, s)
			if b != nil && heard && !strings.HasPrefix(command, "genmove ") { // which the table asks the policy
				told[s] = command
				b.send(command)
			}
		}
		for s, command := range told {
			if command != "" {
				bots[s].reply(command)
			}
			if strings.HasPrefix(command, "setdeck ") {
				bots[s].startClock()
			}
		}
	})
	return t.Play(m.Seed, players), nil
}
