package view

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"bloodline/arena"
	"bloodline/configs/player"
	"bloodline/evolve/store"
	"bloodline/internal/setting"
	"bloodline/results/report"
)

// Sides finds what words stand for: PLAYER, or the name of a group of runs. Runs of two groups or more, two of each at
// least, stand for their groups with these runs.
func Sides(f *player.Finder, words []string) (sides []report.Side, err error) {
	var rows []store.RunRow
	s, err := f.OpenStore()
	if err == nil {
		rows, err = s.Runs()
		_ = s.Close() // nothing was written
	}
	if err != nil && !errors.Is(err, store.ErrMissing) {
		return nil, err
	}
	groups := report.GroupsOf(rows)
	if sides := groupsOfRuns(groups, words); sides != nil {
		return sides, nil
	}
	for _, word := range words {
		side := report.Side{Name: word, Words: []string{word}}
		if runs := report.RunsNamed(rows, word); len(runs) > 0 || strings.Contains(word, "..") || strings.Contains(word, "+") {
			if _, err := f.Find(word, nil); err != nil {
				if side, err = group(groups, word, runs); err != nil {
					return nil, err
				}
			}
		}
		sides = append(sides, side)
	}
	return sides, nil
}

// group returns the group of a name that runs have without their seeds.
func group(groups report.SeedGroups, name string, runs []string) (report.Side, error) {
	var several []string
	for _, g := range groups {
		if g.Name == name {
			return g, nil
		}
		if slices.Contains(runs, g.Words[0]) {
			several = append(several, g.Name)
		}
	}
	if len(several) > 0 {
		return report.Side{}, setting.Usagef("%s: runs of this name have different settings: say one of %s", name, report.List(several))
	}
	return report.Side{}, setting.Usagef("%s: must be two runs or more that have ended and differ in their seeds alone, have %s", name, report.List(runs))
}

// groupsOfRuns returns the groups of words if all are runs, two or more of each of two groups or more; nil otherwise.
func groupsOfRuns(groups report.SeedGroups, words []string) (sides []report.Side) {
	for i, word := range words {
		name := groups.Of(word).Name
		if name == "" || slices.Contains(words[:i], word) {
			return nil
		}
		at := slices.IndexFunc(sides, func(s report.Side) bool { return s.Name == name })
		if at < 0 {
			at, sides = len(sides), append(sides, report.Side{Name: name, Group: true})
		}
		sides[at].Words = append(sides[at].Words, word)
	}
	if len(sides) < 2 || slices.ContainsFunc(sides, func(s report.Side) bool { return len(s.Words) < 2 }) {
		return nil
	}
	return sides
}

// CompareSides plays the players of sides, in the order of their words, against all baselines of their game on the same
// deals, and compares each side with the first: players by deals, groups by seeds and deals.
func (m Measurer) CompareSides(ctx context.Context, sides []report.Side, ps []*player.Player) ([]report.Lead, error) {
	g := ps[0].Game
	m = m.adaptTo(g)
	e := m.measurement(g, g.BaselinePlayers(), m.Deals)
	all, err := e.MeasureBlocks(ctx, player.Seats(ps))
	if err != nil {
		return nil, fmt.Errorf("compare: %w", err)
	}
	var out []report.Lead
	var first []arena.Against
	for _, s := range sides {
		own := all[:len(s.Words)]
		l := report.Lead{Player: s.Name, Figure: own[0].Total}
		if s.Group {
			for i, x := range own {
				l.Champions = append(l.Champions, report.Entrant{Player: ps[i].Name, Figure: x.Total})
			}
			l.Figure = e.Between(own, nil).Figure
		} else {
			l.Player = ps[0].Name
		}
		switch {
		case first == nil:
			first = own
		case s.Group || sides[0].Group:
			l.Decide(g.Info().Scale(), out[0].Player, e.Between(first, own))
		default:
			l.Behind = new(e.Arena.Difference(arena.Paired(first[0], own[0])))
		}
		out, all, ps = append(out, l), all[len(own):], ps[len(own):]
	}
	return out, nil
}
