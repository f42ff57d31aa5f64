package game

import (
	"sync/atomic"

	"bloodline/arena/command"
	"bloodline/arena/referee"
	"bloodline/engine"
)

// Abilities are what only some games can do; each is nil in the others. They are set where the run file of a contest is
// resolved (configs/player.ConfigGame), and don't change afterwards.
type Abilities struct {
	// UserBot: the genes are parameters of a bot that the user has written, and players are named by command lines or values.
	// A run of such a game is asked for better values than the defaults of the bot.
	UserBot command.UserBot
	// Stored: a game starts processes, so the store keeps every game by itself and is asked before one is played. Games are
	// few, all of them can be read again, and a program may fail in one.
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
