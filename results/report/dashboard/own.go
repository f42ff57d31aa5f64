package dashboard

import (
	"path/filepath"
	"slices"
	"strings"

	"bloodline/arena/game"
	"bloodline/configs"
	"bloodline/configs/player"
	"bloodline/engine"
)

// ownFile is a run file in the folder that is served, with the game of its runs.
type ownFile struct {
	Name    string
	Problem string // why it can't be bred; empty for none
	Info    engine.Info
}

// addOwn lists the run files of a folder, puts their games first, and apart those of which the store has no run.
func (l *listing) addOwn(folder string, f *player.Finder) {
	for _, name := range configs.FilesIn(folder) {
		own, g := ownFile{Name: name}, (*game.Game)(nil)
		c, err := configs.Load(filepath.Join(folder, name), configs.Overrides{}, f.Games)
		if err == nil {
			g, err = player.ConfigGame(f.Games, f.Simulators, c)
		}
		if err == nil {
			own.Info = g.Info()
		} else {
			own.Problem, _, _ = strings.Cut(err.Error(), "\n")
		}
		l.Own = append(l.Own, own)
	}
	rank := func(b board) int { // those of own files first
		i := slices.IndexFunc(l.Own, func(f ownFile) bool {
			return f.Info.Name == b.Game && f.Info.Title == b.Title && f.Info.Scale().Unit == b.Scale.Unit
		})
		if i < 0 {
			return len(l.Own)
		}
		return i
	}
	foreign := func(b board) bool {
		return rank(b) == len(l.Own) && !b.Any("run") && len(b.Exploiters) == 0 && l.Only == ""
	}
	mine := func(b board) bool { return !foreign(b) }
	if len(l.Own) > 0 || slices.ContainsFunc(l.Boards, mine) { // else they are all that there is to show
		l.Shipped = slices.DeleteFunc(slices.Clone(l.Boards), mine)
		l.Boards = slices.DeleteFunc(l.Boards, foreign)
	}
	slices.SortStableFunc(l.Boards, func(a, b board) int { return rank(a) - rank(b) })
}

// Plays reports whether a game has a board that is not folded away.
func (l listing) Plays(name string) bool {
	return len(l.Shipped) == 0 || slices.ContainsFunc(l.Boards, func(b board) bool { return b.Game == name })
}
