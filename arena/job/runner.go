// Package job encodes parts of a measurement as bytes, so that other machines play them without a store or a run file.
//
//  1. A [Sender] makes a measurement of the arena into a work, of which any number of blocks can be cut off as a job.
//     What all its jobs share, the game and the field, is the setting, which is sent to each machine once.
//  2. A [Runner] plays a job and returns what its blocks add up to, as bytes.
//  3. The work adds up these sums of integers: a measurement is the same for any number of jobs and workers.
//
// A baseline is encoded by its name, a genome by its genes. Both sides have the same version.
package job

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"sync"

	"bloodline/arena"
	"bloodline/arena/command"
	"bloodline/arena/game"
	"bloodline/engine"
)

type Runner struct {
	Games game.Set
	// Contest makes the game of a run file whose games are played by commands; nil plays none.
	Contest func(config []byte) (*game.Game, error)
	// Search does a search with settings of [Sender.SearchSetting]; nil does none.
	Search func(ctx context.Context, g *game.Game, settings, job []byte) ([]byte, error)
}

// ContestFiles are the part of a game of commands that a worker needs.
type ContestFiles struct {
	Config []byte            // run file
	Files  map[string]string // hashes of its programs and maps
}

// Open reads what jobs share and returns what plays them, for any number of goroutines.
func (p *Runner) Open(text []byte) (func(ctx context.Context, job []byte) ([]byte, error), error) {
	var in setting
	if err := Decode(text, &in); err != nil {
		return nil, err
	}
	g, _ := p.Games.ByName(in.Game)
	err := error(nil)
	switch {
	case in.Game == command.Name:
		g, err = p.commands(in.Contest)
	case g == nil:
		err = fmt.Errorf("this program has no game %q (it has %s)", in.Game, p.Games)
	}
	if err == nil && in.Schema != g.Schema.Hash() {
		err = fmt.Errorf("the genes of %s are other ones: schema %s, have %s", in.Game, in.Schema, g.Schema.Hash())
	}
	if err != nil {
		return nil, err
	}
	if in.Search != nil && p.Search != nil {
		return func(ctx context.Context, job []byte) ([]byte, error) { return p.Search(ctx, g, in.Search, job) }, nil
	}
	var field []engine.Player
	for _, o := range in.Field {
		player, _, ok := g.Opponent(o.Name)
		if o.Name == "" {
			player, ok = g.PlayerAt(o.Genes, o.Temperature), true
		}
		if !ok {
			return nil, fmt.Errorf("no opponent %q", o.Name)
		}
		field = append(field, player)
	}
	all := arenas(g)
	return func(ctx context.Context, job []byte) ([]byte, error) {
		var in part
		if err := Decode(job, &in); err != nil {
			return nil, err
		}
		compile, pool := g.Rules, all
		if in.Part.Gradient && g.Gradient != nil {
			compile = g.Gradient
		}
		var candidates []engine.Player
		for _, v := range in.Candidates {
			candidates = append(candidates, compile(v))
		}
		notes := &notebook{} // the games of programs go to the breeder's store
		if g.Stored != nil {
			pool = arenas(g.WithBook(notes))
		}
		got, err := play(ctx, pool, in.Part, candidates, field)
		if err != nil {
			return nil, err
		}
		return Encode(sums{got, notes.games})
	}, nil
}

type notebook struct{ games []engine.Ranking } // an empty book that notes all games in their order

func (*notebook) Find(uint64, []string) (engine.Ranking, bool, error) {
	return engine.Ranking{}, false, nil
}

func (n *notebook) Enter(_ uint64, _ []string, r engine.Ranking) error {
	n.games = append(n.games, r)
	return nil
}

func (p *Runner) commands(c *ContestFiles) (*game.Game, error) {
	if p.Contest == nil {
		return nil, errors.New("this worker plays no programs: start it with --programs DIR, the folder that has them")
	}
	if c == nil {
		return nil, errors.New("a game of commands without a run file")
	}
	g, err := p.Contest(c.Config)
	if err != nil {
		return nil, err
	}
	have, err := g.Hashes()
	if err != nil {
		return nil, err
	}
	programs, otherMaps := command.Changed(c.Files, have)
	if otherMaps == nil && len(programs) > 0 {
		path := programs[0]
		return nil, fmt.Errorf("program %s is missing here, or another one: hash %s, have %s", path, c.Files[path], cmp.Or(have[path], "none"))
	}
	return g, otherMaps
}

func arenas(g *game.Game) *sync.Pool {
	return &sync.Pool{New: func() any { return arena.New(g, 1) }}
}

func play(ctx context.Context, pool *sync.Pool, part arena.Part, candidates, field []engine.Player) ([]arena.Sum, error) {
	a := pool.Get().(*arena.Arena)
	defer pool.Put(a)
	return a.PlayPart(ctx, part, candidates, field)
}
