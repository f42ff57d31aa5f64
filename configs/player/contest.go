package player

import (
	"errors"
	"fmt"

	"bloodline/arena/command"
	"bloodline/arena/game"
	"bloodline/internal/usage"
)

// recorded returns the game of a name, one of commands by the settings that were
// recorded with it.
func (f *Finder) recorded(name, path, config string) (*game.Game, error) {
	if name == command.Name {
		if f.Commands == nil {
			return nil, errors.New("games of commands cannot be read here")
		}
		return f.Commands(path, config)
	}
	if g, ok := f.Games.ByName(name); ok {
		return g, nil
	}
	return nil, fmt.Errorf("unknown game %q (have %s)", name, f.Games)
}

// contestOf returns the contest of a game of commands; nil for other games.
func contestOf(g *game.Game) *command.Game {
	c, _ := g.Table.(*command.Game)
	return c
}

// together reports a player who cannot sit at a game's table.
func together(p *Player, g *game.Game) error {
	mine, its := contestOf(p.Game), contestOf(g)
	switch {
	case p.Game.Name() != g.Name():
		return usage.Errorf("%s plays %s, not %s", p.Name, p.Game.Name(), g.Name())
	case mine != nil && !mine.Same(its):
		return usage.Errorf("%s plays another contest: its referee is another command", p.Name)
	}
	return nil
}
