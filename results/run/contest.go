package run

import (
	"sync/atomic"

	"bloodline/arena/baseline"
	"bloodline/arena/command"
	"bloodline/arena/game"
	"bloodline/arena/job"
	"bloodline/configs"
	"bloodline/engine"
	"bloodline/results"
	"bloodline/results/player"
)

// NewFinder returns a finder of players that reads games of commands too.
func NewFinder(games game.Set, store string) *player.Finder {
	return &player.Finder{Games: games, Store: store, Commands: func(path, config string) (*game.Game, error) {
		c, err := configs.Parse(path, []byte(config), games)
		if err != nil {
			return nil, err
		}
		return GameOf(games, c)
	}}
}

// ContestIn makes the game of a run file whose programs are in another folder.
func ContestIn(games game.Set, config []byte, folder string) (*game.Game, error) {
	c, err := configs.Parse("run file", config, games)
	if err != nil {
		return nil, err
	}
	c.Folder = folder
	return GameOf(games, c)
}

// Contest returns what a worker must know of a game of commands; nil for other games.
func (r *Run) Contest() (*job.Contest, error) {
	g, ok := r.Evaluator.Game.Game.(*command.Game)
	if !ok {
		return nil, nil
	}
	var programs []engine.Player
	for _, b := range r.Evaluator.Game.Baselines {
		programs = append(programs, b.Player)
	}
	files, err := g.Files(programs)
	return &job.Contest{Config: r.Config.YAML(), Files: files}, err
}

// GameOf returns the game of a run file.
func GameOf(games game.Set, c *configs.Config) (*game.Game, error) {
	if c.Game != command.Name {
		g, ok := games.ByName(c.Game)
		if !ok {
			return nil, results.Usage("unknown game %q (have %s)", c.Game, games)
		}
		return g, nil
	}
	contest, err := command.New(c.Command, c.Folder)
	if err != nil {
		return nil, results.Usage("command.%w", err)
	}
	var played *atomic.Int64 // all games of a program count alike
	if len(games) > 0 {
		played = games[0].Played
	}
	field, err := baselines(contest, c)
	if err != nil {
		return nil, err
	}
	return &game.Game{
		Played: played,
		Game:   contest, Schema: contest.Schema, Deals: 1,
		Baselines: field,
		RunFiles:  []game.File{{Name: command.Name, Data: c.YAML()}},
		Rules:     func(v []float64) engine.Player { return contest.Bot(v) },
	}, nil
}

// baselines returns the bot at its defaults and the programs of a run file that have a
// name.
func baselines(contest *command.Game, c *configs.Config) ([]baseline.Baseline, error) {
	out := []baseline.Baseline{{Name: configs.Defaults, Doc: "The bot at its defaults.", Player: contest.Bot(contest.Schema.Default())}}
	for key, words := range [][]string{c.Field, c.Holdout} {
		for i, w := range words {
			word, _, _ := configs.Weighted(w) // its weight was checked when it was read
			name, line, ok := command.Program(word)
			if !ok || name == word {
				continue
			}
			bot, err := contest.Program(line, c.Folder)
			if err != nil {
				return nil, results.Usage("%s[%d]: %s: %w", []string{"field", "holdout"}[key], i, name, err)
			}
			out = append(out, baseline.Baseline{Name: name, Doc: line, Player: bot})
		}
	}
	return out, nil
}
