package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"bloodline"
	"bloodline/arena/champion"
	"bloodline/arena/games"
	"bloodline/engine"
	"bloodline/evolve/lineage"
	"bloodline/genome"
)

// contender is a PLAYER of the command line, found.
type contender struct {
	Name  string
	Game  *games.Game
	Genes genome.Vector // nil for a baseline
	File  *champion.File
}

// player returns what sits down at a table.
func (c *contender) player() engine.Player {
	if c.Genes != nil {
		return c.Game.Player(c.Genes)
	}
	p, _ := c.Game.Baseline(c.Name)
	return p
}

// resolve finds a PLAYER: a champion file, a shipped champion, a baseline, a run
// or an individual of a run, in this order.
func (a *app) resolve(word string) (*contender, error) {
	switch {
	case strings.HasSuffix(word, ".json"):
		data, err := os.ReadFile(word)
		if err != nil {
			return nil, fmt.Errorf("read champion: %w", err)
		}
		return fromFile(word, data)
	case shipped(word) != nil:
		return fromFile(word, shipped(word))
	}
	if g, name := baselineOf(word); g != nil {
		return &contender{Name: name, Game: g}, nil
	}
	c, err := a.fromStore(word)
	if errors.Is(err, lineage.ErrMissing) || errors.Is(err, lineage.ErrNotFound) {
		return nil, usage("no player %q: not a champion file, a shipped champion (%s), a baseline, nor a run of %s",
			word, strings.Join(shippedNames(), ", "), a.store)
	}
	return c, err
}

// baselineOf finds a baseline of any game; nil if there is none of this name.
func baselineOf(word string) (*games.Game, string) {
	for _, g := range games.All() {
		if name, ok := g.Canonical(word); ok {
			return g, name
		}
	}
	return nil, ""
}

func fromFile(path string, data []byte) (*contender, error) {
	f, err := champion.Decode(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	g, ok := games.ByName(f.Game)
	if !ok {
		return nil, fmt.Errorf("%s: unknown game %q (have %s)", path, f.Game, strings.Join(games.Names(), ", "))
	}
	v, err := f.Vector(g.Schema)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return &contender{Name: f.Name, Game: g, Genes: v, File: f}, nil
}

const shippedDir = "results/champions"

// shipped returns the file of a champion that comes with the program, or nil.
func shipped(name string) []byte {
	data, err := bloodline.Champions.ReadFile(shippedDir + "/" + name + ".json")
	if err != nil {
		return nil
	}
	return data
}

func shippedNames() []string {
	entries, err := bloodline.Champions.ReadDir(shippedDir)
	if err != nil {
		return nil
	}
	var out []string
	for _, e := range entries {
		if name, ok := strings.CutSuffix(e.Name(), ".json"); ok {
			out = append(out, name)
		}
	}
	return out
}

// fromStore finds RUN (its champion) or RUN/ID in the store.
func (a *app) fromStore(word string) (*contender, error) {
	run, id, _ := strings.Cut(word, "/")
	s, err := lineage.OpenReadOnly(a.store)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	row, err := a.row(s, run)
	if err != nil {
		return nil, err
	}
	g, ok := games.ByName(row.Game)
	if !ok {
		return nil, fmt.Errorf("%s: run %s: unknown game %q (have %s)", a.store, run, row.Game, list(games.Names()))
	}
	if row.SchemaHash != g.Schema.Hash() {
		return nil, fmt.Errorf("%s: run %s was bred under schema %d (%s) of %s, this program reads schema %d (%s)",
			a.store, run, row.SchemaVersion, row.SchemaHash, row.Game, g.Schema.Version, g.Schema.Hash())
	}
	if id == "" {
		path := filepath.Join(a.runDir(run), championFile)
		if data, err := os.ReadFile(path); err == nil {
			return fromFile(path, data)
		}
		if id, err = lastChampion(s, run); err != nil {
			return nil, err
		}
	}
	life, err := s.Individual(run, id)
	if errors.Is(err, lineage.ErrNotFound) {
		return nil, usage("no player %q: run %s of %s has no individual %s", word, run, a.store, id)
	} else if err != nil {
		return nil, err
	}
	return &contender{Name: run + "/" + id, Game: g, Genes: life.Genes}, g.Schema.Check(life.Genes)
}

// runDir is where a run keeps its files: beside the store.
func (a *app) runDir(run string) string { return filepath.Join(filepath.Dir(a.store), run) }

// players finds several PLAYERs of one game.
func (a *app) players(words []string) ([]*contender, *games.Game, error) {
	var out []*contender
	for _, w := range words {
		c, err := a.resolve(w)
		if err != nil {
			return nil, nil, err
		}
		if len(out) > 0 && c.Game.Info().Name != out[0].Game.Info().Name {
			return nil, nil, usage("%s plays %s and %s plays %s: players must share a game",
				out[0].Name, out[0].Game.Info().Name, c.Name, c.Game.Info().Name)
		}
		out = append(out, c)
	}
	return out, out[0].Game, nil
}

func seatAll(cs []*contender) []engine.Player {
	out := make([]engine.Player, len(cs))
	for i, c := range cs {
		out[i] = c.player()
	}
	return out
}
