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

// Definition is everything that bloodline knows of a game. Commands refuse a game without the parts that they need.
type Definition struct {
	Table engine.Game                         // name, seats and scores, and the tables that play; required
	Genes []gene.Gene                         // the parameters of a bot, in the order of a genome; required
	Rules func(genes []float64) engine.Player // compiles a genome, which has passed the ranges, into a player; required

	Version     int                                       // of Genes: raise it when a gene changes its meaning, so that older champion files are refused; 0: 1
	Groups      map[string]string                         // what the genes of a group decide, in a few words: "challenges, by coins"; nil: those of gene.List.In, or the Doc of a first gene
	Baselines   []engine.Baseline                         // hand-written opponents, strongest first, one of them called Random; nil: a run file names other opponents
	Strangers   arena.Drawn                               // opponents drawn at random from a wide family of styles; nil: none, in the evidence either
	Unmet       []Family                                  // families of players that breeding never meets; nil: the evidence has none
	Gradient    func(genes []float64) engine.Player       // compiles a genome into an engine.GradientPlayer that plays like Rules; nil: no evolve.follow: gradient
	Portrait    func(player engine.Player) portrait.Probe // counts what a player does, in the game's own words; nil: no inspect
	Exact       Exact                                     // what the best of all players wins, where the game is small enough; nil: exploit does not say it
	Human       human.Maker                               // seats a person, in play and serve; nil: no person plays
	Narrate     human.Narrator                            // a game in words; nil: play writes the lines of an engine.Tracer
	Replay      record.Replay                             // asks the seats of a game on record again; nil: no records in inspect, no clone
	Clone       func() clone.Decisions                    // collects decisions of another player, to fit genes to; nil: no clone
	Contest     referee.Contest                           // plays with programs, over the contest's protocol, by the rules and scores of Table; nil: no programs as players
	Source      *Source                                   // what an exported bot consists of; nil: no export
	RunFiles    fs.FS                                     // the run files NAME.yaml and NAME-*.yaml, in its root; nil: NAME-quick, which is all defaults
	Champions   fs.FS                                     // the champions NAME.json and NAME-*.json, in its root; nil: none
	Manual      string                                    // the rules for people, as text, on a page of serve; empty: no such page
	Leaderboard bool                                      // whether the Points of Baselines are those of a published table; false: they are measured
	Deals       int                                       // how many deals a Play has; 0: 1
}

// Family is a family of players, of which others sit at the table in every deal.
type Family struct {
	Name string // in the plural, such as "players that learn"
	Draw arena.Drawn
}

// Source says what an exported bot consists of. The packages may import the standard library, each other, and of
// bloodline engine, engine/entry, engine/roll, genome/gene and small.
type Source struct {
	Module    string // path of the module that the packages are of
	Files     fs.FS  // Go files of the module, under their paths in it
	Seat      string // import path of the package with Main(name, Policy, args, stdin, stdout, stderr) int; empty: seat of Module
	Rules     string // import path of the package with Genes []gene.Gene and New([]float64), which returns a Policy; empty: rules of Module
	Baselines string // import path of the package with All() []engine.Baseline; empty: baselines of Module, if there is one
	Strangers string // import path of the package with New(seed uint64), which returns a Policy; empty: strangers of Module, if there is one
	Small     string // import path of the package with a small.Game in its variable Game; stands for the four above
	Protocol  string // how the contest calls the program, in Markdown, for its README; %s stands for the program

	Trees   []Tree // filled in by bloodline.Resolve: Files, and the packages of bloodline that may go with a bot
	License []byte // filled in by bloodline.Resolve: the licence of the packages of bloodline
}

// Exact returns the points a game that the best response to a player gets, on the mean of
// the seats; ok is false where that would take too long, or ctx is cancelled.
type Exact = func(ctx context.Context, player engine.Player) (points float64, ok bool)

type Tree struct {
	Path  string // import path of the folder: "bloodline/engine/roll"
	Files fs.FS  // the folder and all below it
}
