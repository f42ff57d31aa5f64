package wojna

import (
	"context"
	"strings"

	"bloodline/arena/referee"
	"bloodline/engine"
	"bloodline/games/wojna/table"
)

// Contest referees runs of a game: a process for each run of forty deals, in the contest's protocol
// of commands and replies.
//
//  1. Programs sit at the arena's own table, each as a policy, so that rules, turns and points are
//     the table's.
//  2. They get the table's transcript: the commands of every line that a seat hears, and the clock.
//  3. A genmove is asked when the table asks the policy.
//
// An illegal move, a refusal and an answer after its time are soft faults: the move counts as pass.
// The third soft fault, or the first hard one (exit, silence, flood, or an invalid reply), forfeits
// the rest of the run: every later move of that seat is pass.
type Contest struct{ Game table.Game }

var _ referee.Contest = Contest{}

// Info describes the game.
func (c Contest) Info() engine.Info { return c.Game.Info() }

// Limits returns 30 s for the first thousand moves of a deal and 3 s for each
// hundred after that, other commands included. A program that is silent for 10 s more
// is stopped. A limit for one move, which the contest does not have, holds for every
// command, and who keeps silent for longer is stopped.
func (Contest) Limits() referee.Limits {
	return referee.Limits{
		First: 30 * referee.Second, FirstMoves: 1000, Then: 3 * referee.Second, ThenMoves: 100,
		Hang: 10 * referee.Second,
	}
}

// Plays returns how many runs take about a minute: one in each rotation.
func (Contest) Plays() int { return 4 }

// Referee plays one run. The record of the play is the table's transcript.
func (c Contest) Referee(ctx context.Context, m *referee.Match) (engine.Outcome, error) {
	r := &run{note: m.Note}
	players := m.Players(ctx, func(s int, p *referee.Program) engine.Player {
		b := &bot{limits: m.Limits, clock: m.Limits.Clock(), program: p}
		r.bots, r.seats = append(r.bots, b), append(r.seats, s)
		return b
	})
	t := table.NewTable(c.Game)
	if m.KeepsRecord() || len(r.bots) > 0 {
		t.Trace(r.line)
	}
	return t.Play(m.Seed, players), nil
}

// run is what listens to the table.
type run struct {
	bots  []*bot
	seats []int // of the bots
	note  func(line string)
}

// line passes a line of the transcript on. All who hear it are told at once, and
// then each is waited for.
func (r *run) line(line string) {
	r.note(line)
	var heard [4]string
	for i, b := range r.bots {
		command, ok := table.Heard(line, r.seats[i])
		if !ok || strings.HasPrefix(command, "genmove ") {
			continue // the table asks the policy, which asks the program
		}
		heard[i] = command
		b.send(command)
	}
	for i, b := range r.bots {
		if heard[i] == "" {
			continue
		}
		b.reply(heard[i])
		if strings.HasPrefix(heard[i], "setdeck ") {
			b.startClock()
		}
	}
}
