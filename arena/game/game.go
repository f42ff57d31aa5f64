// Package game describes one game in one value, a [Definition]: its table, genes and rules, and its optional parts.
// Functions that play, breed, inspect or export take it checked, as a [Game]; nothing below main names a game.
package game

import (
	"cmp"
	"strconv"
	"strings"
	"sync/atomic"

	"bloodline/arena"
	"bloodline/arena/command"
	"bloodline/arena/referee"
	"bloodline/engine"
	"bloodline/genome"
	"bloodline/genome/gene"
	"bloodline/internal/setting"
)

// Game is a [Definition] that has been checked, with its defaults filled in. It is itself an engine.Game.
type Game struct {
	Definition
	Schema  *genome.Schema // of Genes and Version
	Shipped Shipped        // run files and champions that come with the program
	Abilities
	ProcessOptions
}

// Shipped are the files that come with a game, sorted by name.
type Shipped struct {
	RunFiles  []File // at least one
	Champions []File
}

func (g *Game) Info() engine.Info      { return g.Table.Info() }
func (g *Game) NewTable() engine.Table { return g.Table.NewTable() }

// GroupDoc describes the genes of a group: the text of Groups, else of [gene.List.In], else the Doc of its first gene;
// where a user's bot has several, their names.
func (g *Game) GroupDoc(group string) string {
	if doc := g.Groups[group]; doc != "" {
		return doc
	}
	first, names := "", []string(nil)
	for _, x := range g.Schema.Genes {
		if x.Group == group && x.Decides != "" {
			return x.Decides
		} else if x.Group == group {
			first, names = cmp.Or(first, x.Doc), append(names, x.Name)
		}
	}
	if g.UserBot != nil && len(names) > 1 {
		return strings.Join(names, ", ")
	}
	return first
}

// ContestRounds is the number of rounds of a contest for two seats: n players are out of ContestRounds·2·(n-1) points.
const ContestRounds = 10

// PublishedPoints returns the points that the contest has published for a baseline; 0 without a leaderboard.
func (g *Game) PublishedPoints(name string) float64 {
	if !g.Leaderboard {
		return 0
	}
	b, _ := engine.FindBaseline(g.Baselines, name)
	return b.Points
}

// PointsOut returns the most points that the published table could give to a player of the field.
func (g *Game) PointsOut() float64 { return float64(ContestRounds * 2 * (len(g.Baselines) - 1)) }

var _ arena.Counter = (*Game)(nil)

type File struct {
	Name string // without folder and ending: "coup-quick"
	Data []byte
}

func (g *Game) Count(games int) {
	if g.Played != nil {
		g.Played.Add(int64(games))
	}
}

// Name returns the word for the game on the command line and in files.
func (g *Game) Name() string { return g.Info().Name }

// Player compiles a genome. The vector must have passed Schema.Check.
func (g *Game) Player(v genome.Vector) engine.Player { return g.Rules(v) }

// PlayerAt compiles a genome that plays at a temperature, see [gene.AtTemperature].
func (g *Game) PlayerAt(v genome.Vector, temperature float64) engine.Player {
	return g.Rules(gene.AtTemperature(g.Schema.Genes, v, temperature))
}

// Strangers stands for the family in a field, and StrangerOf before the seed of one draw.
const (
	Strangers  = "strangers"
	StrangerOf = "stranger:"
)

// Opponent returns a baseline, the strangers ([arena.Drawn]), or one, "stranger:" and its seed, and its own name.
func (g *Game) Opponent(name string) (p engine.Player, own string, ok bool) {
	if b, ok := engine.FindBaseline(g.Baselines, name); ok {
		return b.Player, b.Name, true
	}
	if g.Strangers == nil {
		return nil, "", false
	}
	if name == Strangers {
		return g.Strangers, name, true
	}
	text, ok := strings.CutPrefix(name, StrangerOf)
	seed, err := strconv.ParseUint(text, 10, 64)
	if !ok || err != nil {
		return nil, "", false
	}
	return g.Strangers(seed, nil), StrangerOf + strconv.FormatUint(seed, 10), true
}

func (g *Game) BaselinePlayers() []engine.Player {
	out := make([]engine.Player, len(g.Baselines))
	for i, b := range g.Baselines {
		out[i] = b.Player
	}
	return out
}

// Hashes returns the hashes of the programs that play and of the maps, see [command.UserBot]; none of a game without.
func (g *Game) Hashes() (map[string]string, error) {
	if g.UserBot == nil {
		return nil, nil
	}
	return g.UserBot.Hashes(g.BaselinePlayers())
}

func (g *Game) BaselineNames() []string {
	out := make([]string, len(g.Baselines))
	for i, b := range g.Baselines {
		out[i] = b.Name
	}
	return out
}

// Quick returns the name of the shipped run file for a first try: NAME-quick, or else the game's first.
func (g *Game) Quick() string {
	quick := g.Name() + "-quick"
	if _, data := find(g.Shipped.RunFiles, quick); data == nil {
		return g.Shipped.RunFiles[0].Name
	}
	return quick
}

// find returns the file of a name in any case, and its own spelling.
func find(files []File, name string) (string, []byte) {
	for _, f := range files {
		if strings.EqualFold(f.Name, name) {
			return f.Name, f.Data
		}
	}
	return "", nil
}

// Set is the games of a program, in its order.
type Set []*Game

// ByName finds a game; case does not matter.
func (s Set) ByName(name string) (*Game, bool) {
	for _, g := range s {
		if strings.EqualFold(g.Name(), name) {
			return g, true
		}
	}
	return nil, false
}

// Named finds a game as [Set.ByName] does; an unknown name is a [setting.Usage].
func (s Set) Named(name string) (*Game, error) {
	g, ok := s.ByName(name)
	if !ok {
		return nil, setting.Usagef("unknown game %q (have %s)", name, s)
	}
	return g, nil
}

func (s Set) Names() []string {
	var out []string
	for _, g := range s {
		out = append(out, g.Name())
	}
	return out
}

func (s Set) String() string { return strings.Join(s.Names(), ", ") }

func (s Set) RunFiles() []File {
	var out []File
	for _, g := range s {
		out = append(out, g.Shipped.RunFiles...)
	}
	return out
}

// Champion returns the champion file of a name in any case among all games, and the name; nil if there is none.
func (s Set) Champion(name string) (string, []byte) {
	for _, g := range s {
		if own, data := find(g.Shipped.Champions, name); data != nil {
			return own, data
		}
	}
	return "", nil
}

func (s Set) Champions() []string {
	var out []string
	for _, g := range s {
		for _, f := range g.Shipped.Champions {
			out = append(out, f.Name)
		}
	}
	return out
}

// Abilities are what only some games can do; each is nil in the others. They are set where the run file of a contest is
// resolved (configs/player.ConfigGame), and don't change afterwards.
type Abilities struct {
	// UserBot: the genes are parameters of a bot of the user's, for which a run finds better values than its defaults.
	UserBot command.UserBot
	// Stored: a game starts processes. Games are few: the store keeps each, and is asked before one is played.
	Stored *command.Game
	// Simulator: the processes stay, play games in batches, and end with the program.
	Simulator *command.Simulator
}

// ProcessOptions are the options with which a process plays its games, see [Set.WithProcess].
type ProcessOptions struct {
	Played   *atomic.Int64   // counts the games that arenas play, for progress displays; nil: no count
	Programs referee.Options // for the programs that sit at tables of the Contest
}

// WithProcess returns copies of the games with the options of a process.
func (s Set) WithProcess(r ProcessOptions) Set {
	out := make(Set, len(s))
	for i, g := range s {
		running := *g
		running.ProcessOptions, out[i] = r, &running
	}
	return out
}

// WithBook returns a game with Stored whose results are looked up in a book, and entered there.
func (g *Game) WithBook(b command.Book) *Game {
	out := *g
	out.Stored = g.Stored.WithBook(b)
	out.Table = out.Stored
	return &out
}

// Slow reports whether every player is a program, so that games take milliseconds or more.
func (g *Game) Slow() bool {
	_, slow := g.Table.(engine.SlowGame)
	return slow
}

// NewSlowTable returns a table that seats programs: the game's own, or that of its Contest, which it must have.
func (g *Game) NewSlowTable() engine.SlowTable {
	if slow, ok := g.Table.(engine.SlowGame); ok {
		return slow.NewSlowTable()
	}
	o := g.Programs
	o.Replay = true // so that games repeat
	return referee.NewTable(g.Contest, o)
}
