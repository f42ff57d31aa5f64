package view

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"bloodline/arena/game"
	"bloodline/configs/player"
	"bloodline/evolve/store"
	"bloodline/internal/setting"
	"bloodline/results/report"
)

// Words for what behaviour is compared with, in addition to the words for players.
const (
	BesideField     = "field"     // the mean of the baselines
	BesideParent    = "parent"    // the player's first parent
	BesideExploiter = "exploiter" // the latest that was bred against its run's champion
)

// FindBeside finds the players that behaviour is shown beside, and what they are called: one of a name, or all of the
// field. Without a word it is the strongest baseline.
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

// Relatives returns the words for relatives that a player has.
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
