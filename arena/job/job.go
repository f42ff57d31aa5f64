// Package job encodes parts of a measurement as bytes, so that workers on other machines
// can play them without a store or a run file.
//
//  1. A [Sender] makes a measurement of the arena into [Work], of which any number of
//     blocks can be cut off as a job. What all its jobs share, the game and the field, is
//     the setting, which is sent to each machine once.
//  2. A [Player] plays a job and returns what its blocks add up to, as bytes.
//  3. The sums are integers. The Work checks their shape, and the Sender adds them up: a
//     measurement is the same to the last bit for any number of jobs and workers.
//
// A baseline is encoded by its name, a genome by its genes that aren't defaults. Input is
// not trusted: invalid jobs and results are errors. The package knows no network.
package job

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"

	"bloodline/arena"
	"bloodline/arena/command"
	"bloodline/arena/game"
	"bloodline/arena/stats"
	"bloodline/engine"
	"bloodline/genome"
	"bloodline/genome/gene"
)

// Who is a player, in words that another machine understands.
type Who struct {
	Name  string        // of a baseline or of strangers, see [game.Game.Opponent]; empty for a genome
	Genes genome.Vector // nil for others

	Temperature float64 // of the genes, see [game.Game.PlayerAt]
}

// Genome returns a genome as bytes: a bit for each gene, and 8 bytes for each that is not
// the default's.
func Genome(s *genome.Schema, v genome.Vector) []byte {
	var w writer
	w.genome(s, v)
	return w.out
}

// ReadGenome reads what [Genome] wrote.
func ReadGenome(s *genome.Schema, text []byte) (genome.Vector, error) {
	r := &reader{in: text}
	v := r.genome(s)
	return v, r.end()
}

// setting is what the jobs of a measurement share.
type setting struct {
	game    *game.Game
	contest *command.Game // nil for a game that is no commands'
	field   []engine.Player
}

// The most that a message may ask for: a job above it is none of ours.
const (
	maxPlayers = 1 << 16
	maxDeals   = 1 << 25
	maxBlocks  = maxPlayers * maxDeals
	maxSeeds   = 1 << 16
)

func (w *writer) setting(g *game.Game, schema string, c *Contest, field []Who) {
	w.text(g.Name())
	w.text(schema)
	if g.Name() == command.Name {
		w.text(string(c.Config))
		w.count(len(c.Files))
		for _, path := range slices.Sorted(maps.Keys(c.Files)) {
			w.text(path)
			w.text(c.Files[path])
		}
	}
	w.count(len(field))
	for _, p := range field {
		w.text(p.Name)
		if p.Name == "" {
			w.genome(g.Schema, p.Genes)
			w.float(p.Temperature)
		}
	}
}

// Contest is what a worker must know of a game of commands.
type Contest struct {
	Config []byte            // run file
	Files  map[string]string // hashes of its programs
}

// game finds the game of a setting, and checks that it is the same here.
func (r *reader) game(p *Player) (g *game.Game, err error) {
	name, hash := r.text(), r.text()
	if r.err == nil && name == command.Name {
		g, err = r.commands(p)
	} else if g, _ = p.games.ByName(name); g == nil {
		err = fmt.Errorf("this program has no game %q (it has %s)", name, p.games)
	}
	if err == nil && r.err == nil && hash != g.Schema.Hash() {
		err = fmt.Errorf("the genes of %s are other ones: schema %s, have %s", name, hash, g.Schema.Hash())
	}
	return g, cmp.Or(r.err, err)
}

// commands makes a game of commands, of which this machine must have the programs.
func (r *reader) commands(p *Player) (*game.Game, error) {
	if p.Contest == nil {
		return nil, errors.New("this worker plays no programs: start it with --programs DIR, the folder that has them")
	}
	g, err := p.Contest([]byte(r.text()))
	if err != nil {
		return nil, err
	}
	var programs []engine.Player
	for _, b := range g.Baselines {
		programs = append(programs, b.Player)
	}
	have, err := g.Table.(*command.Game).Hashes(programs)
	if err != nil {
		return nil, err
	}
	for range r.count(maxPlayers) {
		if path, want := r.text(), r.text(); r.err == nil && have[path] != want {
			return nil, fmt.Errorf("program %s is missing here, or another one: hash %s, have %s", path, want, cmp.Or(have[path], "none"))
		}
	}
	return g, nil
}

func (r *reader) setting(p *Player) (*setting, error) {
	g, err := r.game(p)
	if err != nil {
		return nil, err
	}
	s := &setting{game: g}
	s.contest, _ = g.Table.(*command.Game)
	for range r.count(maxPlayers) {
		name := r.text()
		if name == "" {
			v, t := r.genome(g.Schema), r.float()
			if !(t >= 0 && t <= gene.MaxTemperature) {
				r.fail("a temperature of %v", t)
			}
			if r.err == nil {
				s.field = append(s.field, g.PlayerAt(v, t))
			}
			continue
		}
		p, own, ok := g.Opponent(name)
		if !ok || own != name {
			r.fail("no opponent %q", name)
		}
		s.field = append(s.field, p)
	}
	if len(s.field) == 0 {
		r.fail("no field")
	}
	return s, r.end()
}

// player reads a genome and compiles it.
func (r *reader) player(g *game.Game, compile func([]float64) engine.Player) engine.Player {
	v := r.genome(g.Schema)
	if r.err != nil {
		return nil
	}
	return compile(v)
}

// part writes a part and the genomes that it covers.
func (w *writer) part(p arena.Part, s *genome.Schema, all []genome.Vector) {
	for _, n := range []int{p.Candidates, p.Field, p.Blocks, p.Skip, p.Deals, p.From, p.To, p.First} {
		w.count(n)
	}
	w.flags(p.OwnDeals, p.Gradient, p.Scores)
	w.float(p.Baseline)
	w.count(len(p.Seeds))
	for _, seed := range p.Seeds {
		w.fixed(seed)
	}
	first, last := p.Covers()
	for _, v := range all[first:last] {
		w.genome(s, v)
	}
}

func (r *reader) part() arena.Part {
	p := arena.Part{
		Candidates: r.count(maxPlayers), Field: r.count(maxPlayers), Blocks: r.count(maxDeals), Skip: r.count(maxDeals),
		Deals: r.count(maxDeals), From: r.count(maxBlocks), To: r.count(maxBlocks), First: r.count(maxPlayers),
	}
	p.OwnDeals, p.Gradient, p.Scores = r.flags()
	p.Baseline = r.float()
	for range r.count(maxSeeds) {
		p.Seeds = append(p.Seeds, r.fixed())
	}
	if r.err == nil && !(p.From >= 0 && p.From < p.To && p.Deals > 0 && p.Blocks > 0 &&
		p.To <= p.Candidates*p.Deals && p.Skip+p.Deals <= len(p.Seeds)*p.Blocks) {
		r.fail("the blocks of no part")
	}
	return p
}

// result writes what a part gave, and its games if they are noted.
func result(sums []arena.Sum, games []command.Result) []byte {
	var w writer
	w.sums(sums)
	for _, g := range games {
		w.game(g)
	}
	return w.out
}

func (w *writer) game(g command.Result) {
	for _, rank := range g.Ranks {
		w.count(rank)
	}
	for _, text := range g.Errors {
		w.text(text)
	}
	w.float(g.Millis)
}

func (r *reader) played(players int) (g command.Result) {
	for range players {
		g.Ranks = append(g.Ranks, r.count(players-1))
	}
	for range players {
		g.Errors = append(g.Errors, r.text())
	}
	if g.Millis = r.float(); !(g.Millis >= 0 && g.Millis < 1e12) {
		r.fail("a game that took %v ms", g.Millis)
	}
	return g
}

// sums writes what the candidates of a part have got.
func (w *writer) sums(all []arena.Sum) {
	for _, s := range all {
		w.tally(s.All)
		for _, t := range s.By {
			w.tally(t)
		}
		w.count(len(s.Gradient))
		for _, x := range s.Gradient {
			w.signed(x)
		}
		w.count(len(s.Scores))
		for _, x := range s.Scores {
			w.signed(int64(x))
		}
	}
}

func (w *writer) tally(t stats.Tally) {
	w.count(int(t.N))
	w.signed(t.Sum)
	w.count(int(t.SumSq))
}

func (r *reader) tally() stats.Tally {
	return stats.Tally{N: int64(r.count(maxBlocks)), Sum: r.signed(), SumSq: int64(r.count(1 << 62))}
}

// sums reads what a part gave and holds it against the part: how many blocks, gradients
// and scores there must be, and that no block lies beyond what the game can give.
func (r *reader) sums(p arena.Part, info engine.Info, genes int) []arena.Sum {
	first, last := p.Covers()
	out := make([]arena.Sum, last-first)
	least, most := info.Range()
	low, high := int64(least)*int64(info.Seatings()), int64(most)*int64(info.Seatings())
	for c := range out {
		s := &out[c]
		blocks := min((first+c+1)*p.Deals, p.To) - max((first+c)*p.Deals, p.From)
		s.All = r.tally()
		var by stats.Tally
		for range p.Field {
			t := r.tally()
			s.By = append(s.By, t)
			by.Merge(t)
		}
		seated := int64(info.Seats - 1)
		if s.All.N != int64(blocks) || by != (stats.Tally{N: s.All.N * seated, Sum: s.All.Sum * seated, SumSq: s.All.SumSq * seated}) {
			r.fail("candidate %d: not the sum of %d blocks", first+c, blocks)
		}
		if s.All.Sum < low*s.All.N || s.All.Sum > high*s.All.N || s.All.SumSq > max(low*low, high*high)*s.All.N {
			r.fail("candidate %d: no block gives so much", first+c)
		}
		s.Gradient = r.list(genes, r.signed)
		if want := p.Gradient && genes > 0; (s.Gradient != nil) != want {
			r.fail("candidate %d: a gradient that was not asked for, or none", first+c)
		}
		scores := 0
		if p.Scores {
			scores = blocks
		}
		var sum int64
		for _, x := range r.list(scores, r.signed) {
			s.Scores = append(s.Scores, int32(x))
			sum += x
		}
		if p.Scores && (len(s.Scores) != scores || sum != s.All.Sum) {
			r.fail("candidate %d: not the scores of %d blocks", first+c, blocks)
		}
		if r.err != nil {
			return nil
		}
	}
	return out
}
