package ladder

import (
	"cmp"
	"math"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"bloodline/engine"
	"bloodline/engine/stats"
	"bloodline/evolve/store"
	"bloodline/internal/setting"
	"bloodline/results/report"
)

// Filter selects games of a ladder. The zero value selects all.
type Filter struct {
	Only  *regexp.Regexp // matches the names of both bots; may be nil
	Map   string         // the map's name, or its file without folder, with or without ending
	Since time.Time
}

// selected returns the bots and the games that a filter selects.
func (l *Ladder) selected(f Filter) (bots []store.Bot, games []store.LadderGame, err error) {
	known := map[string]bool{}
	for _, b := range l.Bots {
		if f.Only == nil || f.Only.MatchString(b.Name) {
			bots = append(bots, b)
			known[b.Digest] = true
		}
	}
	if len(bots) == 0 && f.Only != nil {
		return nil, nil, setting.Usagef("--only: no bot's name matches %q", f.Only)
	}
	var others []string
	found := f.Map == ""
	for _, g := range l.games {
		name := l.mapName(g.Seed)
		match := f.Map == "" || f.Map == name || f.Map == strings.TrimSuffix(name, filepath.Ext(name))
		if found = found || match; !match && !slices.Contains(others, name) {
			others = append(others, name)
		}
		if match && known[g.Bots[0]] && known[g.Bots[1]] && !g.Played.Before(f.Since) {
			games = append(games, g)
		}
	}
	if !found {
		return nil, nil, setting.Usagef("--map: no game was played on %q (have %s)", f.Map, cmp.Or(report.List(others), "none"))
	}
	return bots, games, nil
}

// mapName is the name of the map of a game, of a file without its folder; empty without maps.
func (l *Ladder) mapName(number uint64) string {
	_, name := l.game.Stored.SeedAndMap(number)
	if filepath.IsAbs(name) {
		name = filepath.Base(name)
	}
	return name
}

// ratings rates the players of a table that have played, in Elo above the mean of the active ones, and ranks these.
func (t *table) ratings() (r *stats.Ratings, ranking []int, err error) {
	if r, _, err = t.Ratings(); err != nil {
		return nil, nil, err
	}
	for i, active := range t.Active {
		if active {
			ranking = append(ranking, i)
		}
	}
	if len(ranking) == 0 { // none is active any more
		for i := range t.Active {
			ranking = append(ranking, i)
		}
	}
	r = r.Above(ranking)
	slices.SortStableFunc(ranking, func(a, b int) int { return cmp.Compare(r.Elo[b], r.Elo[a]) })
	return r, ranking, nil
}

// Standings rates the bots by the games of a filter: the active ones first, best first, then the others.
func (l *Ladder) Standings(f Filter) (*report.Ladder, error) {
	bots, games, err := l.selected(f)
	if err != nil {
		return nil, err
	}
	out := &report.Ladder{Contest: filepath.ToSlash(l.file), Digest: l.row.Digest, Games: len(games), Changed: l.Changed, Bots: []report.LadderBot{}}
	rows := map[string]*report.LadderBot{}
	for _, b := range bots {
		rows[b.Digest] = &report.LadderBot{Bot: b}
	}
	for _, g := range games {
		_, counts := l.outcome(g.Ranking)
		if !counts {
			out.Void++
		}
		for seat, digest := range g.Bots {
			if row := rows[digest]; counts {
				row.Games++
				if g.Errors[seat] != "" {
					row.Faults++
				}
			}
		}
	}
	all := l.newTable(bots, games)
	met := map[int]bool{}
	whole := all.complete(l)
	for _, m := range whole {
		met[m.Players[0]], met[m.Players[1]] = true, true
	}
	var playing []store.Bot // others can't be rated
	for i, b := range bots {
		if met[i] {
			playing = append(playing, b)
		}
	}
	var order []string
	if len(playing) > 1 {
		t := l.newTable(playing, games)
		for _, m := range t.complete(l) {
			if err := t.settle(l, m); err != nil {
				return nil, err
			}
		}
		if r, ranking, err := t.ratings(); err == nil {
			for i, b := range playing {
				x := r.Interval[i]
				rows[b.Digest].Rating = &report.Rating{Elo: r.Elo[i], Low: x.Low, High: x.High}
			}
			for k, i := range ranking {
				row := rows[playing[i].Digest]
				if row.Rank = k + 1; k+1 < len(ranking) {
					d, se := r.Difference(i, ranking[k+1])
					row.Superiority = new(0.5)
					if se > 0 {
						row.Superiority = new(0.5 * math.Erfc(-d/(se*math.Sqrt2)))
					}
				}
				order = append(order, playing[i].Digest)
			}
		}
	}
	for _, digest := range order {
		out.Bots = append(out.Bots, *rows[digest])
	}
	for _, b := range bots {
		if !slices.Contains(order, b.Digest) {
			out.Bots = append(out.Bots, *rows[b.Digest])
		}
	}
	return out, nil
}

// Pair lists what two bots have played against each other: in all, by the seat of the first, and by map.
func (l *Ladder) Pair(first, second string, f Filter) (*report.LadderPair, error) {
	a, err1 := l.bot(first)
	b, err2 := l.bot(second)
	if err := cmp.Or(err1, err2); err != nil {
		return nil, err
	}
	if a == b {
		return nil, setting.Usagef("BOT BOT: must be two bots, have %s twice", first)
	}
	_, games, err := l.selected(f)
	if err != nil {
		return nil, err
	}
	out := &report.LadderPair{First: first, Second: second, Scale: l.game.Info().Scale()}
	cells := map[[2]string]*report.LadderCell{}
	add := func(name string, seat int, g *store.LadderGame, o engine.Outcome, own int) {
		key := [2]string{name, string(rune('0' + seat))}
		if cells[key] == nil {
			cells[key] = &report.LadderCell{Map: name, Seat: seat}
		}
		c := cells[key]
		c.Games++
		c.Points += l.game.Info().InPoints(float64(o.Score[own]))
		switch order := cmp.Compare(o.Score[own], o.Score[1-own]); {
		case order > 0:
			c.Wins++
		case order < 0:
			c.Losses++
		default:
			c.Draws++
		}
		if g.Errors[own] != "" {
			c.Faults++
		}
		if g.Errors[1-own] != "" {
			c.OtherFaults++
		}
	}
	for _, g := range games {
		own := slices.Index(g.Bots, a.Digest)
		if own < 0 || g.Bots[1-own] != b.Digest {
			continue
		}
		o, counts := l.outcome(g.Ranking)
		if !counts {
			continue
		}
		name := l.mapName(g.Seed)
		add("", 0, &g, o, own)
		add("", own+1, &g, o, own)
		if name != "" {
			add(name, 0, &g, o, own)
		}
	}
	for _, c := range cells {
		c.Points /= float64(c.Games)
		out.Rows = append(out.Rows, *c)
	}
	slices.SortFunc(out.Rows, func(x, y report.LadderCell) int {
		return cmp.Or(cmp.Compare(x.Map, y.Map), cmp.Compare(x.Seat, y.Seat))
	})
	return out, nil
}

// Log lists the games of a filter, in the order in which they ended.
func (l *Ladder) Log(f Filter) (*report.LadderLog, error) {
	_, games, err := l.selected(f)
	if err != nil {
		return nil, err
	}
	out := &report.LadderLog{Games: []report.LoggedGame{}}
	for _, g := range games {
		seed, _ := l.game.Stored.SeedAndMap(g.Seed)
		x := report.LoggedGame{Played: g.Played, Map: l.mapName(g.Seed), Seed: seed, Bots: report.Map(g.Bots, l.name), Ranking: g.Ranking}
		if o, counts := l.outcome(g.Ranking); !counts {
			x.Result = "void"
		} else if order := cmp.Compare(o.Score[0], o.Score[1]); order == 0 {
			x.Result = "draw"
		} else if order > 0 {
			x.Result = x.Bots[0]
		} else {
			x.Result = x.Bots[1]
		}
		out.Games = append(out.Games, x)
	}
	return out, nil
}
