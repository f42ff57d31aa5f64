package configs

import (
	"slices"
	"strings"
	"time"

	"bloodline/arena/command"
	"bloodline/evolve"
	"bloodline/evolve/measure"
	"bloodline/internal/setting"
)

// Config is a whole run. The tags of its fields state key, range, default and meaning of every setting, see package
// setting; the reader, the checks, the JSON schema and the documents take them from there.
type Config struct {
	Game    string   `yaml:"game" doc:"Name of the game to breed for."`
	Seed    uint64   `yaml:"seed" default:"1" doc:"Seed of the whole run: equal seeds and settings give equal champions."`
	Workers int      `yaml:"workers" range:"[0,1024]" default:"0" doc:"Goroutines that play; 0 means one for each processor. Changes the time, never the result."`
	Field   []string `yaml:"field" default:"all" doc:"Opponents to breed against: names of baselines, champion files (*.json, or a pattern such as rivals/*.json), or all: every baseline that is not held out; defaults (the default genome), champion (the current champion) or varied (variations of both, others in each generation); strangers (random styles, where the game has them); programs as NAME: COMMAND; ladder:top4, the first four bots of the contest's ladder when the run begins. NAME*3 is met three times as often."`
	Holdout []string `yaml:"holdout" default:"rotation" doc:"Opponents that are never bred against, but reported; where a game has no strangers they also choose how far from the defaults the champion goes. all: every baseline that is not in the field; rotation: a sixth of the baselines, others with each seed; an empty list: none. Patterns of files as in field."`
	Folder  string   `yaml:"folder" doc:"Folder for relative paths of champion files and programs; by default that of the run file."`
	Start   []string `yaml:"start" default:"defaults" doc:"Where breeding starts: a champion file, a shipped champion or a run (A + B + C: the mean of their genes), the defaults of the game's genes, or neutral: every gene at 0, or as near to 0 as its range allows; with game command also a file of values (*.json or *.yaml, {GENE: value}). Of a list, all are in the first generation."`

	Temperature float64 `yaml:"temperature" range:"[0,100]" default:"1" doc:"Temperature of the final champion's play: its genes in log-odds are divided by it, so below 1 it plays more sharply. 0 chooses the one of 1, 0.7, 0.5, 0.35 and 0.25 with most points against strangers."`

	Command command.Settings `yaml:"command" doc:"A contest of programs: a referee and bots in any language; read with game command."`

	Fitness  measure.FitnessSettings   `yaml:"fitness" doc:"How genomes are measured within a generation."`
	Verdict  measure.VerdictSettings   `yaml:"verdict" doc:"The sequential test that a challenger must pass to be the champion; read with evolve.champion tested."`
	League   measure.ExploiterSettings `yaml:"league" doc:"Exploiters of earlier champions that join the field; read with a share above 0."`
	Evidence measure.EvidenceSettings  `yaml:"evidence" doc:"How the champion's reported figures are measured."`
	Evolve   evolve.Config             `yaml:"evolve" doc:"How to breed."` // its Seed is the run's, its Round is the league's
	Budget   Budget                    `yaml:"budget" doc:"What ends a run before its last generation; it can be resumed with a larger budget."`

	Source string `yaml:"-"` // a line with digest and path of the run file; empty if the settings are not from a file
}

// Budget ends a run before its last generation.
type Budget struct {
	MaxGames int           `yaml:"max_games" range:"[0,1000000000000000]" default:"0" doc:"With game command, limit of all games of a run: search with play-off, comparison with the defaults (a quarter; of what is above 10000 a tenth), gains (15 %, from 1000 games on), other figures (5 %) and the check that games repeat, but not of games that are tried again because the referee failed. With style simulator, limit of the search, a tenth of which chooses how far from the defaults to go; all else takes half as many games, or 1000. In other games no generation starts after this many games of breeding. 0: no limit."`
	MaxTime  time.Duration `yaml:"max_time" default:"0s" doc:"Time of a run, such as 90s, 30m or 2h: breeding stops when the rest, half at most, is needed to measure the champion; the unfinished generation is discarded. A resumed run gets the time again; 0s: no limit."`
	Until    float64       `yaml:"until" range:"[0,1e100]" default:"0" doc:"Points a game at which breeding stops, by the champion's estimated fitness; at most 1 where points are wins. 0: no limit."`
}

// Defaults is the genome of all defaults, Neutral that of [genome.Schema.Neutral].
const Defaults, Neutral = "defaults", "neutral"

// Default returns the values of all keys that a run file may leave out; only the game has none.
func Default() Config { return defaults("", "") }

// defaults returns the values of keys that a game's run file leaves out; style is that of game command.
func defaults(game, style string) Config {
	var c Config
	setting.SetDefaults(&c)
	switch {
	case game != command.Name:
		return c
	case style == command.StyleSimulator: // for ten thousand to many millions of games: docs/experiments.md
		c.Command.GameTime = 10 * time.Second
		c.Evolve.Algorithm, c.Evolve.Averaging = evolve.AlgorithmDistribution, 0.2
		c.Evolve.Population, c.Evolve.Generations, c.Evolve.Islands, c.Evolve.Sigma = 20, 60, 12, 0.3
		c.Fitness.Deals, c.Fitness.Growth, c.League.Deals = 3, 5, 60
	default: // for some thousand games, an hour of commands
		c.Evolve.Algorithm, c.Evolve.Averaging = evolve.AlgorithmPlus, 0.3
		c.Evolve.Population, c.Evolve.Generations, c.Evolve.Sigma = 15, 14, 0.18
		c.Fitness.Deals = 6
		c.Verdict.Margin, c.Verdict.MinRounds, c.Verdict.MaxRounds = 0.05, 8, 100
	}
	c.Field, c.Holdout, c.Evolve.Champion = []string{Defaults}, nil, evolve.ChampionAveraged
	return c
}

// Simulator reports whether a simulator plays the games: a process that stays, so games are about as cheap as in Go.
func (c *Config) Simulator() bool {
	return c.Game == command.Name && c.Command.Style == command.StyleSimulator
}

// Alone reports whether a game has one player, so that the run has no opponents.
func (c *Config) Alone() bool { return c.Game == command.Name && c.Command.Players == 1 }

// Mean stands between the players of a start that is the mean of their genes.
const Mean = " + "

func (c *Config) Starts() []string { return strings.Split(strings.Join(c.Start, Mean), Mean) }

func (c *Config) Settings() measure.Settings {
	return measure.Settings{
		Seed: c.Seed, Fitness: c.Fitness, Verdict: c.Verdict, Exploiters: c.League, Evidence: c.Evidence,
		Evolve: c.Evolve, Temperature: c.Temperature,
		MaxGames: int64(c.Budget.MaxGames),
	}
}

var unreadByPlus = []string{
	"evolve.follow", "evolve.champion", "evolve.averaging", "evolve.decay", "evolve.tail", "evolve.proximal",
}

var unreadBySimulator = []string{
	"command.bot", "command.answer_time", "command.start_time", "command.plain",
	"command.sandbox", "command.files", "command.failures",
}

// condition says when a key is read, and whether that is so; empty for a key that is always read.
func (c *Config) condition(name string) (text string, met bool) {
	plus := c.Evolve.Algorithm == evolve.AlgorithmPlus
	switch group := section(name); {
	case c.Simulator() && slices.Contains(unreadBySimulator, name):
		return "command.style is json, brutaltester or stdio", false
	case name == "command.answer_time", name == "command.start_time", name == "command.sandbox":
		return "command.style is stdio", c.Game == command.Name && c.Command.Style == command.StyleStdio
	case name == "command.score_low", name == "command.score_high":
		return "command.points is score", c.Game == command.Name && c.Command.Points == command.PointsScore
	case name == "command.negative_is_error":
		return "command.style is brutaltester or simulator, or command.points is score", c.Game == command.Name &&
			(c.Command.Style == command.StyleBrutaltester || c.Simulator() || c.Command.Points == command.PointsScore)
	case c.Alone() && (name == "field" || name == "holdout"):
		return "command.players is at least 2", false
	case group == command.Name:
		return "game is " + command.Name, c.Game == command.Name
	case group == "league" && name != "league.share":
		return "league.share breeds exploiters", c.League.Share != 0
	case slices.Contains(unreadByPlus, name):
		return "evolve.algorithm is genetic or distribution", !plus
	case group == "verdict":
		return "evolve.champion is tested", c.Evolve.Champion != evolve.ChampionAveraged && !plus
	case name == "evolve.islands":
		return "evolve.algorithm is distribution, evolve.follow ranks and evolve.champion averaged, without a league and a tail",
			c.Evolve.Algorithm == evolve.AlgorithmDistribution && !c.Evolve.FollowsGradient() && c.Evolve.Champion == evolve.ChampionAveraged && c.League.Share == 0 && c.Evolve.Tail == 0
	case name == "evolve.learning_rate", name == "evolve.half_life":
		return "evolve.follow is gradient", c.Evolve.FollowsGradient()
	}
	return "", true
}
