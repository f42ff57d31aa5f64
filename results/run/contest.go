package run

import (
	"encoding/json"
	"slices"
	"sync/atomic"

	"bloodline/arena/baseline"
	"bloodline/arena/command"
	"bloodline/arena/game"
	"bloodline/arena/job"
	"bloodline/configs"
	"bloodline/configs/player"
	"bloodline/configs/trust"
	"bloodline/engine"
	"bloodline/internal/usage"
)

// NewFinder returns a finder of players that reads games of commands too, as far as they
// are trusted.
func NewFinder(games game.Set, store string) *player.Finder {
	f := &player.Finder{Games: games, Store: store, Trust: new(trust.List)}
	f.Commands = func(path, config string) (*game.Game, error) {
		c, err := configs.Parse(path, []byte(config), games)
		if err == nil {
			err = f.Trust.Check(commandsOf(c))
		}
		if err != nil {
			return nil, err
		}
		return GameOf(games, c)
	}
	return f
}

// commandsOf returns what a run file has run: the whole contest, since the values of genes
// become words of its commands, and the programs of its field and its holdout.
func commandsOf(c *configs.Config) (out trust.Commands) {
	context := []any{c.Folder}
	if c.Game == command.Name {
		out.Lines = append(out.Lines, c.Command.Referee, c.Command.Bot)
		context = append(context, c.Command)
	}
	for _, word := range slices.Concat(c.Field, c.Holdout) {
		if _, line, ok := command.Program(word); ok {
			out.Lines = append(out.Lines, line)
		}
	}
	text, err := json.Marshal(context)
	if err != nil {
		panic("run: settings of commands: " + err.Error()) // words and numbers
	}
	out.Context = string(text)
	return out
}

// GameIn makes the game of a run file whose programs are in another folder.
func GameIn(games game.Set, config []byte, folder string) (*game.Game, error) {
	c, err := configs.Parse("run file", config, games)
	if err != nil {
		return nil, err
	}
	c.Folder = folder
	return GameOf(games, c)
}

// JobContest returns what a worker must know of the game of a run file if its games are played by
// commands; nil for other games.
func JobContest(of *game.Game, c *configs.Config) (*job.Contest, error) {
	g, ok := of.Table.(*command.Game)
	if !ok {
		return nil, nil
	}
	var programs []engine.Player
	for _, b := range of.Baselines {
		programs = append(programs, b.Player)
	}
	files, err := g.Hashes(programs)
	return &job.Contest{Config: c.YAML(), Files: files}, err
}

// GameOf returns the game of a run file.
func GameOf(games game.Set, c *configs.Config) (*game.Game, error) {
	if c.Game != command.Name {
		g, ok := games.ByName(c.Game)
		if !ok {
			return nil, usage.Errorf("unknown game %q (have %s)", c.Game, games)
		}
		return g, nil
	}
	contest, err := command.New(c.Command, c.Folder)
	if err != nil {
		return nil, usage.Errorf("command.%w", err)
	}
	var played *atomic.Int64 // all games of a program count alike
	if len(games) > 0 {
		played = games[0].Played
	}
	field, err := programsOf(contest, c)
	if err != nil {
		return nil, err
	}
	return &game.Game{
		Definition: game.Definition{
			Table: contest, Genes: contest.Schema.Genes, Deals: 1,
			Rules:     func(v []float64) engine.Player { return contest.Bot(v) },
			Baselines: field,
		},
		Schema:  contest.Schema,
		Shipped: game.Shipped{RunFiles: []game.File{{Name: command.Name, Data: c.YAML()}}},
		Played:  played,
	}, nil
}

// programsOf returns the bot at its defaults and the programs of a run file that have a
// name.
func programsOf(contest *command.Game, c *configs.Config) ([]baseline.Baseline, error) {
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
				return nil, usage.Errorf("%s[%d]: %s: %w", []string{"field", "holdout"}[key], i, name, err)
			}
			out = append(out, baseline.Baseline{Name: name, Doc: line, Player: bot})
		}
	}
	return out, nil
}
