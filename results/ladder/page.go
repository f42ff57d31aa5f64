package ladder

import (
	"cmp"
	"errors"
	"path/filepath"
	"slices"

	"bloodline/arena/command"
	"bloodline/configs/player"
	"bloodline/evolve/store"
	"bloodline/results/report"
)

// Pages shows the ladders of a store, one of each contest, by games on a map, none for all, in which the row of a table
// of pairs has a seat, from 1, or 0 for any. A contest whose run file can't be read has a page with the error alone.
func Pages(f *player.Finder, place string, seat int) (out []*report.LadderPage, err error) {
	s, err := f.OpenStore()
	if errors.Is(err, store.ErrMissing) {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	all, err := s.Ladders()
	if err = errors.Join(err, s.Close()); err != nil {
		return nil, err
	}
	for _, file := range contestFiles(f, all) {
		p, err := page(f, file, place, seat)
		if err != nil {
			p = &report.LadderPage{Ladder: &report.Ladder{Contest: filepath.ToSlash(file)}, Problem: err.Error()}
		}
		out = append(out, p)
	}
	return out, nil
}

func page(f *player.Finder, file, place string, seat int) (*report.LadderPage, error) {
	l, err := Open(f, file, false)
	if err != nil {
		return nil, err
	}
	defer l.Close()
	p := &report.LadderPage{Map: place, Seat: seat, Scale: l.game.Info().Scale()}
	for _, g := range l.games {
		if name := l.mapName(g.Seed); name != "" && !slices.Contains(p.Maps, name) {
			p.Maps = append(p.Maps, name)
		}
	}
	if slices.Sort(p.Maps); !slices.Contains(p.Maps, place) { // of another ladder
		p.Map = ""
	}
	log, err1 := l.Log(Filter{Map: p.Map})
	p.Ladder, err = l.Standings(Filter{Map: p.Map})
	if err = cmp.Or(err1, err); err != nil {
		return nil, err
	}
	p.AddGames(log)
	for i := range p.Last {
		var lines []string
		for _, name := range p.Last[i].Bots {
			b, err := l.bot(name)
			if err != nil {
				return nil, err
			}
			line, err := command.LineOfCopy(b.Command, l.folder(b))
			if err != nil {
				return nil, err
			}
			lines = append(lines, line)
		}
		p.Last[i].Command = l.game.Stored.ReplayCommand(p.Last[i].Number, lines)
	}
	return p, nil
}
