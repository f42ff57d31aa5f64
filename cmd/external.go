package cmd

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"bloodline/arena"
	"bloodline/arena/game"
	"bloodline/arena/referee"
	"bloodline/results/player"
	"bloodline/results/report"
)

// programs are the flags of commands that play with external programs.
type programs struct {
	options referee.Options
	move    time.Duration
	flags   *pflag.FlagSet
}

func (p *programs) bind(f *pflag.FlagSet) {
	p.flags = f
	f.DurationVar(&p.move, "move-time", 0, "with exec: players, the time for one move; 0 is the contest's own")
	f.StringVar(&p.options.Records, "records", "", "with exec: players, folder for a record of every game")
	f.StringVar((*string)(&p.options.Sandbox), "sandbox", "auto", "with exec: players, auto: sandboxes with the layers that the system supports; require: with all layers; off: no sandboxes")
	f.StringArrayVar(&p.options.Files, "file", nil, "with exec: players, another file or folder that programs may read; may be repeated")
	f.StringVar(&p.options.Results, "results", "", "with exec: players, file for the result of every deal; an interrupted match continues from its file")
	f.BoolVar(&p.options.Replay, "replay", false, "with exec: players, pass each its seed as BLOODLINE_SEED, so that exported bots repeat their games")
}

// fewer sets how much a command plays, unless it is told, to less where programs play
// that are started for each game.
func fewer[N int | int64](f *pflag.FlagSet, flag string, at *N, less N, ps ...*player.Player) {
	if !f.Changed(flag) && slices.ContainsFunc(ps, func(p *player.Player) bool { return p.Program() || p.Game.Slow() }) {
		*at = less
	}
}

// external reports whether any player is a program, so that a referee must play.
func external(ps []*player.Player) bool {
	return slices.ContainsFunc(ps, func(p *player.Player) bool { return p.Command != nil })
}

// findOf finds a PLAYER that may be a program of the game that --game names.
func (a *app) findOf(word, named string) (*player.Player, error) {
	if !player.IsProgram(word) {
		if named != "" {
			return nil, usage("--game is for programs, and %s is none (exec:COMMAND)", word)
		}
		return a.Find(word, nil)
	}
	if named == "" {
		if len(a.Games) > 1 {
			return nil, usage("--game: must name the game of a program (have %s)", a.Games)
		}
		return a.Find(word, a.Games[0])
	}
	g, err := a.game(named)
	if err != nil {
		return nil, fmt.Errorf("--game: %w", err)
	}
	return a.Find(word, g)
}

// find finds PLAYERs with or without programs among them. named is the game where no
// player of ours tells; "" if it was not named.
func (p *programs) find(a *app, words []string, named string) ([]*player.Player, *game.Game, error) {
	g, ok := a.Games.ByName(named)
	switch {
	case named != "" && !ok:
		return nil, nil, usage("--game: unknown game %q (have %s)", named, a.Games)
	case p.move < 0:
		return nil, nil, usage("--move-time: must not be negative, have %v", p.move)
	case !slices.Contains([]string{"auto", "require", "off"}, string(p.options.Sandbox)):
		return nil, nil, usage("--sandbox: must be auto, require or off, have %q", p.options.Sandbox)
	case !slices.ContainsFunc(words, player.IsProgram):
		if err := p.unread(); err != nil {
			return nil, nil, err
		}
		return a.FindAll(words, g)
	case g == nil && len(a.Games) == 1:
		g = a.Games[0]
	}
	for _, f := range p.options.Files {
		if _, err := os.Stat(f); err != nil {
			return nil, nil, usage("--file: %w", err)
		}
	}
	p.options.Limits.Move, p.options.Workers = p.move, a.workers
	p.options.Count = func(games int) { a.played.Add(int64(games)) }
	return a.FindExternal(words, g)
}

// unread refuses the flags where no program takes part.
func (p *programs) unread() error {
	for _, name := range []string{"move-time", "records", "replay", "sandbox", "file", "results"} {
		if p.flags.Changed(name) {
			return usage("--%s is for programs, and no player is one (exec:COMMAND)", name)
		}
	}
	return nil
}

// played is what a schedule gave.
type played struct {
	schedule arena.Schedule // without what could not be played
	results  []arena.Result
	conduct  []*referee.Conduct // of each player; nil for one of ours
	notes    []string           // what the reader must know first
}

// play plays a schedule: in the arena, or by a referee if a program takes part.
func (p *programs) play(ctx context.Context, ar *arena.Arena, ps []*player.Player, s arena.Schedule) (*played, error) {
	out := &played{schedule: s, conduct: make([]*referee.Conduct, len(ps))}
	var err error
	if !external(ps) {
		out.results, err = ar.Play(ctx, player.Seats(ps), s)
		return out, naming(err, ps)
	}
	seats := player.RefereeSeats(ps)
	r, err := referee.Play(ctx, ps[0].Game.Contest, seats, s, p.options)
	if err != nil {
		return nil, err
	}
	out.schedule, out.results = r.Schedule, r.Results
	for i := range ps {
		out.conduct[i] = r.Records[i].Conduct(seats[i])
	}
	if n := len(r.Void); n > 0 {
		out.notes = append(out.notes, fmt.Sprintf("%d of %d deals could not be played and do not count: %s", n, s.Len(), r.Void[0].Reason))
	}
	return out, nil
}

// showNotes prints what comes before all else, apart from JSON.
func (a *app) showNotes(notes []string) {
	to := a.stdout
	if a.json() {
		to = a.stderr
	}
	for _, n := range notes {
		fmt.Fprintln(to, n)
	}
}

// naming names the players of a game that could not be played to its end.
func naming(err error, ps []*player.Player) error {
	var play *arena.PlayError
	if errors.As(err, &play) {
		play.Name = func(k int) string { return ps[k].Name }
	}
	return err
}

// shownFaults is how many faults of each program are printed in full.
const shownFaults = 3

// showPrograms prints how the programs behaved, and the first of their faults.
func (a *app) showPrograms(ps []*player.Player, conduct []*referee.Conduct, move time.Duration) error {
	if !external(ps) {
		return nil
	}
	fmt.Fprintln(a.stdout)
	if err := a.print(report.Programs(player.Names(ps), conduct)); err != nil {
		return err
	}
	if g := ps[0].Game; g.Contest != nil {
		a.say("Times of moves; limits: %s", limits(g.Contest.Limits(), move))
	}
	var faults []string
	for i, x := range conduct {
		if x != nil {
			for _, f := range x.Samples[:min(len(x.Samples), shownFaults)] {
				faults = append(faults, faultLines(ps[i].Name, f))
			}
		}
	}
	if len(faults) > 0 {
		fmt.Fprintf(a.stdout, "\n%s\n", strings.Join(faults, "\n"))
	}
	return nil
}

// limits says which limits of time held: the contest's, or an own one for a move.
func limits(contest referee.Limits, move time.Duration) string {
	if move == 0 {
		return fmt.Sprintf("the contest's, %v", contest)
	}
	return fmt.Sprintf("%v a move by --move-time, of the contest %v", move, contest)
}

func faultLines(name string, f referee.Fault) string {
	text := fmt.Sprintf("%s, %s, after %d moves: %s: %s", name, f.Play, f.Move, f.Kind, f.Detail)
	if f.Stderr != "" {
		lines := strings.Split(f.Stderr, "\n")
		text += "\n    " + strings.Join(lines[max(0, len(lines)-6):], "\n    ")
	}
	return text
}
