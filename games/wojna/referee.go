package wojna

import (
	"context"
	"fmt"
	"strings"

	"bloodline/arena/referee"
	"bloodline/engine"
	"bloodline/games/wojna/seat"
	"bloodline/games/wojna/table"
)

// Contest referees runs of a game: a process for each run of forty deals, by the contest's commands and replies.
//
//  1. Programs sit at the arena's own table, each as a policy, so that rules, turns and points are the table's.
//  2. They get the table's transcript: the commands of every line that a seat hears, and the clock.
//  3. When the table asks a policy for a move, the program gets a genmove.
//
// An illegal move, a refusal and an answer after its time are soft faults: the move counts as pass. The third soft
// fault, or the first hard one (exit, silence, flood, invalid reply), makes every later move of the run pass.
type Contest struct{ Game table.Game }

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

// Referee plays one run, recorded as the table's transcript. All programs get a line before the first reply is awaited.
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
				b, l := bots[s], bots[s].limits
				b.clock = l.Clock()
				b.tell(fmt.Sprintf("time_settings %d %d %d %d", l.First.Milliseconds(), l.FirstMoves, l.Then.Milliseconds(), l.ThenMoves))
			}
		}
	})
	return t.Play(m.Seed, players), nil
}

// bot is a program as a player of one run.
type bot struct {
	limits  referee.Limits
	clock   referee.Clock
	program *referee.Program // stopped once the rest of the run is forfeited
	soft    int              // soft faults so far
}

var _ seat.Policy = (*bot)(nil)

// softFault counts a soft fault, or stops the program at the third.
func (b *bot) softFault(k referee.Kind, format string, args ...any) {
	const softFaults = 3 // that forfeit the rest of a run
	if b.soft++; b.soft == softFaults {
		b.program.Stop(k, format, args...)
		return
	}
	b.program.Fault(k, format, args...)
}

func (b *bot) send(command string) {
	if b.program.Stopped() {
		return
	}
	if k := b.program.Send(command+"\n", b.clock.Patience()); k != referee.None {
		b.program.Stop(k, "at %s", command)
	}
}

// reply waits for the reply to a command; ok is false without. Only genmove's text matters: others may be unknown.
func (b *bot) reply(command string) (text string, ok bool) {
	if b.program.Stopped() {
		return "", false
	}
	if command == "quit" {
		return "", true // the run is over, so no reply is needed
	}
	text, k := b.read()
	if k != referee.None {
		b.program.Stop(k, "at %s: %.60q", command, text)
		return "", false
	}
	if !strings.HasPrefix(command, "genmove ") {
		b.clock.Spend(b.program)
	}
	return text, true
}

// read reads a reply, which begins with "=" or "?" and ends with an empty line.
func (b *bot) read() (string, referee.Kind) {
	text := ""
	for {
		line, k := b.program.Line(b.clock.Patience())
		switch {
		case k != referee.None:
			return text, k
		case text == "" && line == "":
			// Empty lines before a reply do no harm.
		case text == "" && line[0] != '=' && line[0] != '?':
			return line, referee.Garbage
		case line == "":
			return text, referee.None
		case text == "":
			text = line
		default:
			text += "\n" + line
		}
	}
}

func (b *bot) tell(command string) {
	b.send(command)
	b.reply(command)
}

func (b *bot) Act(v *seat.View, _ uint64) seat.Action {
	ms, moves := b.clock.Left()
	b.tell(fmt.Sprintf("time_left %d %d", ms, moves))
	command := fmt.Sprintf("genmove %d", v.Me+1)
	b.send(command)
	text, ok := b.reply(command)
	if !ok {
		return seat.Pass
	}
	b.program.CountMove()
	inTime := b.clock.Move(b.program)
	a, err := seat.ParseAction(strings.Fields(text[1:])...)
	switch {
	case !inTime:
		b.softFault(referee.Late, "%s took %v of %d ms", command, b.program.AnswerTime(), ms)
	case text[0] == '?':
		b.softFault(referee.Refused, "%s: %.60q", command, text)
	case err != nil || !v.Legal().Has(a):
		b.softFault(referee.Illegal, "%s: %.60q with %d cards to a price of %d", command, text, v.Stack[v.Me], v.Price())
	default:
		return a
	}
	return seat.Pass
}
