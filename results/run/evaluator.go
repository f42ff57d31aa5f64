package run

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"bloodline/arena"
	"bloodline/arena/command"
	"bloodline/arena/game"
	"bloodline/configs"
	"bloodline/configs/player"
	"bloodline/evolve/measure"
	"bloodline/evolve/store"
	"bloodline/internal/setting"
)

// NewEvaluator finds the players that a run file names. Games of programs are in the book; nil: every game is played.
func NewEvaluator(f *player.Finder, c *configs.Config, book command.Book) (*measure.Evaluator, error) {
	g, err := player.ConfigGame(f.Games, f.Simulators, c)
	if err != nil {
		return nil, err
	}
	if g.Stored != nil && book != nil {
		g = g.WithBook(book)
	}
	if g.UserBot != nil {
		if err := g.UserBot.CheckScripts(g.BaselinePlayers()); err != nil {
			return nil, setting.Usagef("%w", err)
		}
	}
	in := *f
	in.Folder, f = c.Folder, &in
	starts, told, err := startsOf(f, g, c)
	if err != nil {
		return nil, fmt.Errorf("start: %w", err)
	}
	words := c.Field
	if c.Alone() {
		words = []string{configs.Defaults} // which is never seated
	}
	field, err := fieldOf(f, g, words)
	if err != nil {
		return nil, fmt.Errorf("field: %w", err)
	}
	holdout, err := fieldOf(f, g, c.Holdout)
	if err != nil {
		return nil, fmt.Errorf("holdout: %w", err)
	}
	e := measure.New(g, c.Settings(), c.Workers, field, holdout)
	e.StartAt(starts[0], starts[1:]...)
	for i, word := range c.Start {
		if plain := slices.Contains([]string{configs.Defaults, configs.Neutral}, word); !plain && e.Previous == nil && g.UserBot != nil &&
			filepath.Base(word) != player.TargetFile && !slices.Equal(starts[i], g.Schema.Default()) {
			e.Previous = &measure.Opponent{Name: word, Genes: starts[i], Player: g.Player(starts[i])}
		}
	}
	e.Carried = told
	return e, nil
}

func fieldOf(f *player.Finder, g *game.Game, words []string) ([]measure.Opponent, error) {
	var out []measure.Opponent
	var inner []string
	for _, w := range words {
		name, weight, err := configs.Weighted(w)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", w, err)
		}
		o := measure.Opponent{Name: name, Weight: weight}
		switch {
		case slices.Contains(configs.ChangingPlayers(), name):
		case name == game.Strangers:
			o.Player, o.BuiltinName = g.Strangers, name
		case name == configs.Defaults:
			o.Player, o.Genes = g.Player(g.Schema.Default()), g.Schema.Default()
		default:
			p, err := f.FindInGame(g, name)
			if err != nil {
				return nil, err
			}
			o.Name, o.Player, o.Genes, o.Temperature, o.BuiltinName = p.Name, p.Seat(), p.Genes, p.Temperature(), p.NameInGame()
			switch other := p.Genes != nil && p.Game.Schema.Hash() != g.Schema.Hash(); {
			case other && g.Simulator != nil: // an earlier champion: genes that came later have their defaults
				o.Genes, _, _ = g.UserBot.Config().Carry(string(p.Game.UserBot.Parameters(p.Genes)))
				o.Player = g.Player(o.Genes)
			case other: // it plays by the command of its own run
				o.Genes = nil
			}
		}
		if _, drawn := o.Player.(arena.Drawn); g.Info().Role > 0 && (o.Player == nil || o.Genes != nil || drawn) {
			return nil, setting.Usagef("%s is the bot, which has seat %d alone (command.seat): name opponents for the other seats", w, g.Info().Role)
		}
		out, inner = append(out, o), append(inner, o.Name)
	}
	for i := range out { // files of one name inside go by their paths
		if slices.Contains(inner[:i], inner[i]) || slices.Contains(inner[i+1:], inner[i]) {
			out[i].Name, _, _ = configs.Weighted(words[i])
		}
	}
	return out, nil
}

// opponentDigests returns digests of the opponents of a run, to know them again when it is resumed.
func opponentDigests(e *measure.Evaluator) (out []string, err error) {
	for _, o := range slices.Concat(e.Field, e.Holdout) {
		genes, err := o.Digest(e.Game.Schema)
		if err != nil {
			return nil, fmt.Errorf("opponent %s: %w", o.Name, err)
		}
		out = append(out, genes)
	}
	return out, nil
}

// checkPrograms refuses to resume a run with changed programs, unless the user insists: it would mix two contests.
func (r *Run) checkPrograms(name string, begun map[string]string) (now map[string]string, err error) {
	now, err = r.Evaluator.Game.Hashes()
	if err == nil {
		err = changedError(begun, now, r.finder.OtherPrograms)
	}
	if err != nil {
		return nil, setting.Usagef("resume %s: %w", name, err)
	}
	if r.finder.OtherPrograms {
		return now, nil
	}
	return begun, nil
}

// changedError names the programs and maps that are no longer those that a run began with. Other maps are never allowed:
// the games of the run would count for maps on which they were not played.
func changedError(begun, now map[string]string, otherPrograms bool) error {
	programs, otherMaps := command.Changed(begun, now)
	if otherMaps != nil {
		return fmt.Errorf("%w: bring them back, or begin another run", otherMaps)
	}
	if len(programs) == 0 || otherPrograms {
		return nil
	}
	return fmt.Errorf("%s is no longer the program that it began with: bring it back, begin another run, "+
		"or continue with --other-programs, so that the champion comes from games of both", strings.Join(programs, ", "))
}

// comparePrograms is an error if programs or maps are no longer those that the run began with. The games since they last
// were are then withdrawn, as some of them may be of others. Before the first game it does nothing.
func (r *Run) comparePrograms() error {
	r.book.mu.Lock()
	defer r.book.mu.Unlock()
	if !r.book.compares {
		return nil
	}
	now, err := r.Evaluator.Game.Hashes()
	if err == nil {
		err = changedError(r.Rows.Files, now, false)
	}
	if err != nil {
		err = fmt.Errorf("run %s stops: %w", r.Name(), err)
		for _, g := range r.book.since {
			err = errors.Join(err, r.Rows.Withdraw(g.Seed, g.Seats))
		}
	}
	r.book.since = nil
	return err
}

// leaveOutWritten leaves out the files that the first game has changed: programs write into them as they play.
func (r *Run) leaveOutWritten(context.Context) error {
	now, err := r.Evaluator.Game.Hashes()
	written, _ := command.Changed(r.Rows.Files, now)
	r.book.compares, r.book.since = true, nil
	if err != nil || len(written) == 0 {
		return err
	}
	r.Warn(fmt.Sprintf("%s changes as games are played: so it isn't compared with what it was at the start", strings.Join(written, ", ")))
	return r.Rows.Change(func(i *store.Info) {
		maps.DeleteFunc(i.Files, func(path, _ string) bool { return slices.Contains(written, path) })
	})
}
