package view

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"bloodline/arena"
	"bloodline/arena/game"
	"bloodline/configs/player"
	"bloodline/evolve/store"
	"bloodline/internal/setting"
	"bloodline/results/report"
)

// Gather makes a report of runs, with their champions, and players, by the words of a command line. beside names the
// player that behaviour is shown beside; empty is the other player of two, else the strongest baseline.
func Gather(ctx context.Context, f *player.Finder, m Measurer, beside string, words ...string) (*PageData, error) {
	r := &PageData{Next: map[string]report.Next{}}
	var ps []*player.Player
	var called []string
	var of []*RunData // whose champion each is, or nil
	for _, word := range words {
		run, err := openRun(f, word)
		if err != nil {
			return nil, err
		}
		if run != nil {
			r.Runs = append(r.Runs, run)
			r.Next[run.Name] = NextOf(f, word, nil, run)
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
		ps, called, of = append(ps, p), append(called, word), append(of, run)
	}
	player.MakeNamesUnique(ps, called)
	for i, p := range ps {
		r.Next[p.Name] = NextOf(f, called[i], p, of[i])
	}
	return r, m.addPlayers(ctx, f, r, ps, beside)
}

// openRun reads the run of a name; nil where the store has none, or where there is no store.
func openRun(f *player.Finder, word string) (r *RunData, err error) {
	if strings.HasSuffix(word, ".json") || strings.Contains(word, "/") {
		return nil, nil
	}
	_, err = f.WithRun(word, func(s *store.Store, row store.RunRow) (err error) {
		if r, _, err = ReadRun(s, f, row, nil, nil); err == nil {
			err = r.AddDescent(s)
		}
		return err
	})
	return r, err
}

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

// Sides finds what words stand for: players, groups of runs by name, or groups by two runs or more of each of several.
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
	e := m.Measurement(g, g.BaselinePlayers(), m.Deals)
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
			l.Behind = new(e.Arena.Difference(e.Arena.Paired(first[0], own[0])))
		}
		out, all, ps = append(out, l), all[len(own):], ps[len(own):]
	}
	return out, nil
}

// Words for what behaviour is compared with, in addition to the words for players.
const (
	BesideField     = "field"     // the mean of the baselines
	BesideParent    = "parent"    // the player's first parent
	BesideExploiter = "exploiter" // the latest that was bred against its run's champion
)

// FindBeside finds the players that behaviour is shown beside, and their name; without a word, the strongest baseline.
func FindBeside(f *player.Finder, p *player.Player, word string) ([]*player.Player, string, error) {
	var other *player.Player
	var err error
	switch word {
	case "":
		for _, b := range baselines(p.Game) {
			if b.Name != p.Name {
				return []*player.Player{b}, b.Name, nil
			}
		}
		return nil, "", nil
	case BesideField:
		return baselines(p.Game), "the field", nil
	case BesideParent, BesideExploiter:
		other, err = relative(f, p, word)
	default:
		other, err = f.Find(word, p.Game)
	}
	if err == nil && other.Game != p.Game {
		err = setting.Usagef("%s plays %s, not %s", other.Name, other.Game.Name(), p.Game.Name())
	}
	if err != nil {
		return nil, "", err
	}
	return []*player.Player{other}, other.Name, nil
}

func baselines(g *game.Game) []*player.Player {
	return report.Map(g.BaselineNames(), func(name string) *player.Player { return &player.Player{Name: name, Game: g} })
}

func Relatives(f *player.Finder, p *player.Player) []string {
	return slices.DeleteFunc([]string{BesideParent, BesideExploiter}, func(word string) bool {
		_, err := relative(f, p, word)
		return err != nil
	})
}

// relative finds the first parent, or the latest exploiter, of an individual of the store.
func relative(f *player.Finder, p *player.Player, word string) (*player.Player, error) {
	run, id, ok := strings.Cut(p.Name, "/")
	if p.File != nil {
		run, id, ok = p.File.Origin.Run, p.File.Origin.ID, true
	}
	none := setting.Usagef("%s has no %s in the store", p.Name, word)
	if !ok {
		return nil, none
	}
	s, err := f.OpenStore()
	if err != nil {
		return nil, err
	}
	defer s.Close()
	if word == BesideExploiter {
		league, failed := s.League(run)
		if n := len(league.Exploiters); failed == nil && n > 0 {
			last := league.Exploiters[n-1]
			name := fmt.Sprintf("exploiter %d of %s", last.Round, run)
			return &player.Player{Name: name, Game: p.Game, Genes: last.Genes}, p.Game.Schema.Check(last.Genes)
		}
		err = failed
	} else {
		life, failed := s.Individual(run, id)
		if failed == nil && len(life.Parents) > 0 {
			return f.Find(run+"/"+life.Parents[0], p.Game)
		}
		err = failed
	}
	if err == nil || errors.Is(err, store.ErrNotFound) {
		err = none
	}
	return nil, err
}
