package view

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"bloodline/configs/player"
	"bloodline/evolve/store"
)

// Gather makes a report of runs and players, by the words of a command line. A run brings its champion along. beside
// names the player that behaviour is shown beside; empty is the other player where there are two, and else the
// strongest baseline.
func Gather(ctx context.Context, f *player.Finder, m Measurer, beside string, words ...string) (*PageData, error) {
	r := &PageData{}
	var ps []*player.Player
	var called []string
	for _, word := range words {
		run, err := openRun(f, word)
		if err != nil {
			return nil, err
		}
		if run != nil {
			r.Runs = append(r.Runs, run)
			if run.Generations == 0 {
				continue
			}
		}
		p, err := f.Find(word, nil)
		if err != nil && run == nil {
			return nil, err
		}
		if err != nil {
			r.Notes = append(r.Notes, fmt.Sprintf("The champion of %s can not be played: %v.", word, err))
			continue
		}
		ps, called = append(ps, p), append(called, word)
	}
	player.MakeNamesUnique(ps, called)
	return r, m.addPlayers(ctx, f, r, ps, beside)
}

// openRun reads the run of a name; nil where the store has none, or where there is no store.
func openRun(f *player.Finder, word string) (*RunData, error) {
	if strings.HasSuffix(word, ".json") || strings.Contains(word, "/") {
		return nil, nil
	}
	s, row, err := f.OpenRun(word)
	if errors.Is(err, store.ErrMissing) || errors.Is(err, store.ErrNotFound) {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	defer s.Close()
	r, _, err := ReadRun(s, f, row, nil, nil)
	if err == nil {
		err = r.AddDescent(s)
	}
	return r, err
}

// addPlayers plays what the report shows of the players.
func (m Measurer) addPlayers(ctx context.Context, f *player.Finder, r *PageData, ps []*player.Player, beside string) (err error) {
	for i, p := range ps {
		others, name, err := FindBeside(f, p, beside)
		if err != nil {
			return err
		}
		if len(ps) == 2 && beside == "" && ps[1-i].Game == p.Game {
			others, name = ps[1-i:2-i], ps[1-i].Name
		}
		v, err := m.Player(ctx, p, others, name)
		if err == nil {
			err = m.AddCurves(ctx, f, p, v)
		}
		if err != nil {
			return err
		}
		r.Players = append(r.Players, v)
		for _, run := range r.Runs {
			if run.Player != nil && run.Name == p.Name {
				run.Player, v.Answered = v, true
			}
		}
	}
	if len(ps) == 0 || m.Rounds == 0 || slices.ContainsFunc(ps, func(p *player.Player) bool { return p.Game != ps[0].Game }) {
		return nil // no table seats players of several games
	}
	r.Tournament, err = m.Tournament(ctx, ps, ps[0].Game)
	return err
}
