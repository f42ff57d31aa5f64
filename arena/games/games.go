// Package games is the list of games: one line each ties a game's table, rules,
// genes, baselines and portrait together. Whatever plays, breeds, inspects or
// exports finds a game here, and nothing else names one.
package games

import (
	"cmp"
	"slices"
	"strings"

	"bloodline/arena/portrait"
	"bloodline/engine"
	"bloodline/genome"
	"bloodline/genome/gene"

	coupfield "bloodline/arena/baseline/coup"
	samuraifield "bloodline/arena/baseline/samurai"
	wojnafield "bloodline/arena/baseline/wojna"
	coupportrait "bloodline/arena/portrait/coup"
	samuraiportrait "bloodline/arena/portrait/samurai"
	wojnaportrait "bloodline/arena/portrait/wojna"
	"bloodline/engine/coup"
	coupseat "bloodline/engine/coup/seat"
	"bloodline/engine/samurai"
	samuraiseat "bloodline/engine/samurai/seat"
	"bloodline/engine/wojna"
	wojnaseat "bloodline/engine/wojna/seat"
	couprules "bloodline/genome/coup"
	samurairules "bloodline/genome/samurai"
	wojnarules "bloodline/genome/wojna"
)

// All returns the games, by name.
func All() []*Game {
	all := []*Game{
		differentiable(fitted(define(coup.Game{}, couprules.Version, couprules.Genes, couprules.New, coupfield.All(), coupfield.New, coupportrait.New, coupseat.Protocol),
			coupfield.Parameters(), coupfield.Owners(), coupfield.Fitted(), coupfield.Field), newCoupGradient),
		define(samurai.Game{}, samurairules.Version, samurairules.Genes, samurairules.New, samuraifield.All(), samuraifield.New, samuraiportrait.New, samuraiseat.Protocol),
		benched(define(wojna.New(), wojnarules.Version, wojnarules.Genes, wojnarules.New, wojnafield.All(), wojnafield.New, wojnaportrait.New, wojnaseat.Protocol),
			wojna.Deals, Style{"check", "Checker"}, Style{"tight", "Tight"}),
	}
	slices.SortFunc(all, func(a, b *Game) int { return cmp.Compare(a.Info().Name, b.Info().Name) })
	return all
}

// Game is a game with everything that bloodline knows of it.
type Game struct {
	engine.Game
	Schema    *genome.Schema
	Baselines []Baseline // strongest first, as published or as measured
	Fit       *Fit       // nil where no table was published
	Deals     int        // of which one Play consists
	Styles    []Style    // what is benched besides the match-ups of all games
	Protocol  string     // how the contest calls an exported bot, in Markdown; %s stands for the program

	player   func(genome.Vector) engine.Player
	gradient func(genome.Vector) engine.Player // nil where the rules have none
	baseline func(string) (engine.Player, bool)
	probe    func(engine.Player) Probe
}

// Baseline is a hand-written opponent.
type Baseline struct {
	Name   string
	Doc    string  // its strategy in a sentence or three
	Points float64 // published points on the contest's own scale; 0 where none are
}

// Probe is a player that watches another one play. One goroutine uses it.
type Probe interface {
	Player() engine.Player
	Tables() []portrait.Table
	Words() []string
	Habits() []portrait.Habit // empty where the game's portrait counts none
}

// ByName finds a game.
func ByName(name string) (*Game, bool) {
	for _, g := range All() {
		if g.Info().Name == name {
			return g, true
		}
	}
	return nil, false
}

// Names returns the names of the games.
func Names() []string {
	var out []string
	for _, g := range All() {
		out = append(out, g.Info().Name)
	}
	return out
}

// Player compiles a genome. The vector must have passed Schema.Check.
func (g *Game) Player(v genome.Vector) engine.Player { return g.player(v) }

// Baseline returns a hand-written opponent; upper and lower case are alike.
func (g *Game) Baseline(name string) (engine.Player, bool) { return g.baseline(name) }

// Field returns all baselines in their order.
func (g *Game) Field() []engine.Player {
	out := make([]engine.Player, len(g.Baselines))
	for i, b := range g.Baselines {
		out[i], _ = g.baseline(b.Name)
	}
	return out
}

// BaselineNames returns the names of the baselines in their order.
func (g *Game) BaselineNames() []string {
	out := make([]string, len(g.Baselines))
	for i, b := range g.Baselines {
		out[i] = b.Name
	}
	return out
}

// Canonical returns the spelling of a baseline's name.
func (g *Game) Canonical(name string) (string, bool) {
	for _, b := range g.Baselines {
		if strings.EqualFold(b.Name, name) {
			return b.Name, true
		}
	}
	return "", false
}

// Probe wraps a player of this game.
func (g *Game) Probe(p engine.Player) Probe { return g.probe(p) }

// measured is what a game's portrait package offers.
type measured interface {
	Tables() []portrait.Table
	Words() []string
}

type probe struct{ measured }

func (p probe) Player() engine.Player { return p.measured }

func (p probe) Habits() []portrait.Habit {
	if h, ok := p.measured.(interface{ Habits() []portrait.Habit }); ok {
		return h.Habits()
	}
	return nil
}

// define ties a game together. P is the game's own player interface.
func define[P, R any, B interface {
	~struct {
		Name, Doc string
		Points    float64
	}
}, M measured](
	g engine.Game, version int, genes []gene.Gene, rules func([]float64) R,
	field []B, baseline func(string) (P, bool), portray func(P) M, protocol string,
) *Game {
	e := &Game{
		Game:     g,
		Deals:    1,
		Protocol: protocol,
		Schema:   &genome.Schema{Game: g.Info().Name, Version: version, Genes: genes},
		player:   func(v genome.Vector) engine.Player { return rules(v) },
		baseline: func(name string) (engine.Player, bool) { return baseline(name) },
		probe:    func(p engine.Player) Probe { return probe{portray(p.(P))} },
	}
	for _, b := range field {
		e.Baselines = append(e.Baselines, Baseline(b))
	}
	return e
}
