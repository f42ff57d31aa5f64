package ladder

import (
	"cmp"
	"math"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"bloodline/evolve/store"
	"bloodline/internal/setting"
	"bloodline/results/report"
)

// Filter selects games of a ladder. The zero value selects all.
type Filter struct {
	Only  *regexp.Regexp // matches the names of both bots, for [Ladder.Log] of one; may be nil
	Map   string         // the map's name, or its file without folder, with or without ending
	Since time.Time
}

// selected returns the bots and the games that a filter selects; either is whether one of a game's bots is enough.
func (l *Ladder) selected(f Filter, either bool) (bots []store.Bot, games []store.LadderGame, err error) {
	matches := map[string]bool{} // has all bots of the contest
	for _, b := range l.Bots {
		if matches[b.Digest] = f.Only == nil || f.Only.MatchString(b.Name); matches[b.Digest] {
			bots = append(bots, b)
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
		a, own1 := matches[g.Bots[0]]
		b, own2 := matches[g.Bots[1]]
		if match && own1 && own2 && (a && b || either && (a || b)) && !g.Played.Before(f.Since) {
			games = append(games, g)
		}
	}
	if !found {
		have := cmp.Or(report.List(others), "none")
		return nil, nil, setting.Usagef("--map: no game was played on %q (have %s)", f.Map, have)
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

// Standings rates the bots by the games of a filter: the active ones first, best first, then the others.
func (l *Ladder) Standings(f Filter) (*report.Ladder, error) {
	bots, games, err := l.selected(f, false)
	if err != nil {
		return nil, err
	}
	out := &report.Ladder{Contest: filepath.ToSlash(l.file), Digest: l.row.Digest, Games: len(games), Changed: l.Changed}
	out.Bots = []report.LadderBot{}
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
	all, met := l.newTable(bots, games), map[int]bool{}
	for _, m := range all.complete(l) {
		if all.outcomes(l, m) != nil {
			met[m.Players[0]], met[m.Players[1]] = true, true
		}
	}
	var playing []store.Bot // others can't be rated
	for i, b := range bots {
		if met[i] {
			playing = append(playing, b)
		}
	}
	if len(playing) > 1 {
		t := l.newTable(playing, games)
		for _, m := range t.complete(l) {
			if err := t.Add(m, t.outcomes(l, m)); err != nil {
				return nil, err
			}
		}
		if r, ranking, _, err := t.Ranking(); err == nil {
			for i, b := range playing {
				x := r.Interval[i]
				rows[b.Digest].Rating = &report.Rating{Elo: r.Elo[i], Low: x.Low, High: x.High}
			}
			for k, i := range ranking {
				row := rows[playing[i].Digest]
				if row.Rank = k + 1; k+1 < len(ranking) {
					d, se := r.Difference(i, ranking[k+1])
					row.Superiority = new(report.Superiority(d, se))
				}
			}
		}
	}
	for _, b := range bots {
		out.Bots = append(out.Bots, *rows[b.Digest])
	}
	slices.SortStableFunc(out.Bots, func(a, b report.LadderBot) int {
		return cmp.Compare(cmp.Or(a.Rank, math.MaxInt), cmp.Or(b.Rank, math.MaxInt))
	})
	return out, nil
}

// Pair shows what two bots have played against each other.
func (l *Ladder) Pair(first, second string, f Filter) (*report.LadderPair, error) {
	_, err1 := l.bot(first)
	_, err2 := l.bot(second)
	if err := cmp.Or(err1, err2); err != nil || first == second {
		return nil, cmp.Or(err, setting.Usagef("BOT BOT: must be two bots, have %s twice", first))
	}
	log, err := l.Log(f)
	if err != nil {
		return nil, err
	}
	return log.Pair(first, second, l.game.Info().Scale()), nil
}

// Log lists the games of a filter, in the order in which they ended.
func (l *Ladder) Log(f Filter) (*report.LadderLog, error) {
	_, games, err := l.selected(f, true)
	if err != nil {
		return nil, err
	}
	names := map[string]string{}
	for _, b := range l.Bots {
		names[b.Digest] = b.Name
	}
	out := &report.LadderLog{Games: []report.LoggedGame{}}
	for _, g := range games {
		seed, _ := l.game.Stored.SeedAndMap(g.Seed)
		x := report.LoggedGame{Played: g.Played, Map: l.mapName(g.Seed), Seed: seed, Ranking: g.Ranking, Number: g.Seed}
		x.Bots = report.Map(g.Bots, func(digest string) string { return names[digest] })
		o, counts := l.outcome(g.Ranking)
		x.Points = report.Map(o.Score[:len(g.Bots)], func(s int64) float64 { return l.game.Info().InPoints(float64(s)) })
		switch order := cmp.Compare(o.Score[0], o.Score[1]); {
		case !counts:
			x.Result, x.Points = "void", nil
		case order == 0:
			x.Result = "draw"
		default:
			x.Result = x.Bots[(1-order)/2]
		}
		out.Games = append(out.Games, x)
	}
	return out, nil
}
