package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"bloodline"
	"bloodline/arena"
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
// or an individual of a run, in this order. Games may share the name of a
// baseline: it is then one of the game that is asked for, and GAME:NAME says which
// where nothing else does. game is nil where any will do.
func (a *app) resolve(word string, game *games.Game) (*contender, error) {
	switch {
	case strings.HasSuffix(word, ".json"):
		data, err := os.ReadFile(word)
		if err != nil {
			return nil, fmt.Errorf("read champion: %w", err)
		}
		return fromFile(word, data)
	case shipped(word) != nil:
		c, err := fromFile(word, shipped(word))
		if err == nil {
			c.Name = word // the file bears the name of its run
		}
		return c, err
	}
	switch cs := baselinesOf(word, game); len(cs) {
	case 0:
	case 1:
		return cs[0], nil
	default:
		var full []string
		for _, c := range cs {
			full = append(full, c.Game.Info().Name+":"+c.Name)
		}
		return nil, usage("player %q: several games have one, write %s", word, strings.Join(full, " or "))
	}
	c, err := a.fromStore(word)
	if errors.Is(err, lineage.ErrMissing) || errors.Is(err, lineage.ErrNotFound) {
		return nil, usage("no player %q: not a champion file, a shipped champion (%s), a baseline, nor a run of %s",
			word, strings.Join(shippedNames(), ", "), a.store)
	}
	return c, err
}

// baselinesOf finds the baselines of a name: NAME, or GAME:NAME.
func baselinesOf(word string, game *games.Game) []*contender {
	among, name, single := strings.Cut(word, ":")
	if !single {
		among, name = "", word
	}
	var out []*contender
	for _, g := range games.All() {
		this := g.Info().Name
		if among != "" && among != this || game != nil && game.Info().Name != this {
			continue
		}
		if name, ok := g.Canonical(name); ok {
			out = append(out, &contender{Name: name, Game: g})
		}
	}
	return out
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
	slices.Sort(out) // "coup-guarded.json" < "coup.json"
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
	g, err := a.gameOf(row)
	if err != nil {
		return nil, err
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

// gameOf returns the game of a run whose genomes this program can read.
func (a *app) gameOf(row lineage.RunRow) (*games.Game, error) {
	g, ok := games.ByName(row.Game)
	if !ok {
		return nil, fmt.Errorf("%s: run %s: unknown game %q (have %s)", a.store, row.Name, row.Game, list(games.Names()))
	}
	if row.SchemaHash != g.Schema.Hash() {
		return nil, fmt.Errorf("%s: run %s was bred under schema %d (%s) of %s, this program reads schema %d (%s)",
			a.store, row.Name, row.SchemaVersion, row.SchemaHash, row.Game, g.Schema.Version, g.Schema.Hash())
	}
	return g, nil
}

// runDir is where a run keeps its files: beside the store.
func (a *app) runDir(run string) string { return filepath.Join(filepath.Dir(a.store), run) }

// players finds several PLAYERs of one game. The first word that belongs to one
// game alone decides for those that belong to several.
func (a *app) players(words []string, game *games.Game) ([]*contender, *games.Game, error) {
	for _, w := range words {
		if c, err := a.resolve(w, nil); err == nil && game == nil {
			game = c.Game
		}
	}
	var out []*contender
	for _, w := range words {
		c, err := a.resolve(w, game)
		if err != nil {
			if lone, other := a.resolve(w, nil); other == nil {
				c, err = lone, nil // found, but of another game: say so below
			}
		}
		if err != nil {
			return nil, nil, err
		}
		if c.Game.Info().Name != game.Info().Name {
			return nil, nil, usage("%s plays %s, not %s: players must share a game", c.Name, c.Game.Info().Name, game.Info().Name)
		}
		out = append(out, c)
	}
	return out, game, nil
}

func seatAll(cs []*contender) []engine.Player {
	out := make([]engine.Player, len(cs))
	for i, c := range cs {
		out[i] = c.player()
	}
	return out
}

// named names the players of a game that could not be played to its end.
func named(err error, cs []*contender) error {
	var e *arena.PlayError
	if errors.As(err, &e) {
		e.Name = func(player int) string { return cs[player].Name }
	}
	return err
}
