package run

import (
	"bloodline/arena/command"
	"bloodline/arena/game"
	"bloodline/configs"
)

// Names tells the reader of run files which games and opponents there are.
func Names(games game.Set) configs.Names {
	n := configs.Names{
		Games: append(games.Names(), command.Name),
		Opponents: func(name string) []string {
			if g, ok := games.ByName(name); ok {
				return g.BaselineNames()
			}
			return nil
		},
		Learns: func(name string) bool {
			g, ok := games.ByName(name)
			return ok && g.Learns()
		},
	}
	n.Strangers = func(name string) bool {
		g, ok := games.ByName(name)
		return ok && g.Strangers != nil
	}
	for _, f := range games.RunFiles() {
		n.Files = append(n.Files, configs.File(f))
	}
	return n
}
