package game

import (
	"context"
	"io/fs"

	"bloodline/arena"
	"bloodline/arena/clone"
	"bloodline/arena/human"
	"bloodline/arena/portrait"
	"bloodline/arena/record"
	"bloodline/arena/referee"
	"bloodline/engine"
	"bloodline/genome/gene"
)

// Definition is everything that bloodline knows of a game. The first three fields are
// required. What else is left out switches off the commands that need it, each with
// a line that says so.
type Definition struct {
	Table engine.Game                         // name, seats and scores, and the tables that play
	Genes []gene.Gene                         // the parameters of a bot, in the order of a genome
	Rules func(genes []float64) engine.Player // compiles a genome, which has passed the ranges, into a player

	Version     int                                       // of Genes; raise it when a gene changes its meaning; 0 counts as 1
	Groups      map[string]string                         // what the genes of a group decide, in a few words: "challenges, by coins"
	Baselines   []engine.Baseline                         // hand-written opponents, strongest first; one should be called Random
	Strangers   arena.Drawn                               // opponents drawn at random from a wide family of styles
	Unmet       []Family                                  // families of players that breeding never meets, for the evidence
	Paired      func() Definition                         // the same game with genes for pairs of features; nil: it has them, or no features
	Gradient    func(genes []float64) engine.Player       // Rules of which the arena can ask the policy gradient; nil: bred by ranks alone
	Portrait    func(player engine.Player) portrait.Probe // counts what a player does, in the game's own words
	Exact       Exact                                     // what the best of all players wins, for exploit; where the game is small enough
	Human       human.Maker                               // seats a person, for serve and play
	Narrate     human.Narrator                            // tells a game for play; nil: the lines of an engine.Tracer
	Replay      record.Replay                             // asks the seats of a game on record again, for clone and inspect
	Clone       func() clone.Decisions                    // collects decisions of another player, to fit genes to
	Contest     referee.Contest                           // plays with programs, over the contest's protocol
	Source      *Source                                   // what export writes
	RunFiles    fs.FS                                     // NAME.yaml and NAME-*.yaml in its root; without any, NAME-quick is all defaults
	Champions   fs.FS                                     // NAME.json and NAME-*.json in its root
	Manual      string                                    // the rules for people, as text, on a page of serve; may be empty
	Leaderboard bool                                      // the baselines' Points are those of a published table
	Deals       int                                       // of which one Play consists; 0 counts as 1
}

// Family is a family of players, of which others sit at the table in every deal.
type Family struct {
	Name string // in the plural, such as "players that learn"
	Draw arena.Drawn
}

// Source says what an exported bot consists of. The packages may import the standard
// library, each other, and of bloodline engine, engine/entry, engine/roll, genome/gene
// and small.
type Source struct {
	Module    string // path of the module that the packages are of
	Files     fs.FS  // Go files of the module, under their paths in it
	Seat      string // import path of the package with Main(name, Policy, args, stdin, stdout, stderr) int
	Rules     string // import path of the package with Genes []gene.Gene and New([]float64), which returns a Policy
	Baselines string // import path of the package with All() []engine.Baseline; may be empty
	Strangers string // import path of the package with New(seed uint64), which returns a Policy; may be empty
	Small     string // import path of the package with a small.Game in its variable Game; stands for the four above
	Protocol  string // how the contest calls the program, in Markdown, for its README; %s stands for the program

	Trees   []Tree // filled in by bloodline.Resolve: Files, and the packages of bloodline that may go with a bot
	License []byte // of the sources; filled in by bloodline.Resolve
}

// Exact returns the points a game that the best response to a player gets, on the mean of
// the seats; ok is false where that would take too long, or ctx is cancelled.
type Exact = func(ctx context.Context, player engine.Player) (points float64, ok bool)

// Tree is a folder of sources.
type Tree struct {
	Path  string // import path of the folder: "bloodline/engine/roll"
	Files fs.FS  // the folder and all below it
}
