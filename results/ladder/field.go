package ladder

import (
	"path/filepath"
	"slices"
	"strings"

	"bloodline/arena/command"
	"bloodline/configs"
	"bloodline/configs/player"
	"bloodline/evolve/store"
	"bloodline/internal/disk"
	"bloodline/internal/setting"
)

// Seat puts copies of bots in place of ladder:top4 in field and holdout, so that a run keeps those that it began with.
func Seat(f *player.Finder, file string, c *configs.Config) error {
	for key, list := range map[string]*[]string{"field": &c.Field, "holdout": &c.Holdout} {
		var out []string
		for _, word := range *list {
			name, _, _ := configs.Weighted(word) // its weight was checked
			n := configs.LadderTop(name)
			if n == 0 {
				out = append(out, word)
				continue
			}
			bots, err := top(f, file, n)
			if err != nil {
				return setting.Usagef("%s: %s: %w", key, name, err)
			}
			for _, b := range bots {
				called := b.Name + strings.TrimPrefix(word, name) // with its weight
				if slices.ContainsFunc(slices.Concat(c.Field, c.Holdout), func(w string) bool {
					other, _, _ := command.Program(w)
					return strings.EqualFold(other, b.Name) || strings.EqualFold(w, b.Name)
				}) {
					return setting.Usagef("%s: %s: another opponent has the name of the bot %s: ladder rename", key, name, b.Name)
				}
				out = append(out, called+command.NameEnd+b.Command)
			}
		}
		*list = out
	}
	return nil
}

// top returns the first active bots of a ladder, with the command lines of their copies.
func top(f *player.Finder, file string, n int) (out []store.Bot, err error) {
	l, err := Open(f, file, false)
	if err != nil {
		return nil, err
	}
	defer l.Close()
	v, err := l.Standings(Filter{})
	if err != nil {
		return nil, err
	}
	for _, b := range v.Bots {
		if b.Rank == 0 || b.Rank > n {
			continue
		}
		if err := l.checkFiles(&b.Bot); err != nil {
			return nil, err
		}
		dir := disk.Near(filepath.Dir(file), l.folder(&b.Bot))
		if !filepath.IsAbs(dir) { // as the run file's other commands
			dir = "./" + dir
		}
		if b.Command, err = command.LineOfCopy(b.Command, dir); err != nil {
			return nil, err
		}
		out = append(out, b.Bot)
	}
	if len(out) < n {
		return nil, setting.Usagef("the ladder has %d bots with a rating: ladder play rates them", len(out))
	}
	return out, nil
}
