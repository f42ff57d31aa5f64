// Package parts makes the parts of a bloodline.Game of a small.Game: its table, opponents,
// tables of inspect, seat for a person, referee and sources.
package parts

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"reflect"
	"strings"

	"bloodline/arena/baseline"
	"bloodline/arena/game"
	"bloodline/arena/portrait"
	"bloodline/arena/referee"
	"bloodline/engine"
	"bloodline/small"
	"bloodline/small/exact"
)

// Of returns the definition of a small game; bloodline.Small says what files has. It panics
// if a part of the game is missing.
func Of[V small.View[A], A comparable](g small.Game[V, A], files fs.FS) game.Definition {
	if err := g.Check(); err != nil {
		panic(fmt.Sprintf("game %s: %v", g.Info.Name, err))
	}
	out := game.Definition{
		Table:    g.Tables(),
		Genes:    g.AllGenes(),
		Rules:    func(genes []float64) engine.Player { return g.Player(genes) },
		Version:  g.Version,
		Portrait: func(p engine.Player) portrait.Probe { return probeOf(g, p.(small.Policy[V, A])) },
		Strangers: func(seed uint64, into engine.Player) engine.Player {
			old, _ := into.(*small.Stranger[V, A])
			return g.Stranger(seed, old)
		},
		Narrate: narrate(g),
		Replay:  replay(g),
		Clone:   cloning(g).New,
		Contest: referee.Lines[small.Question[V, A], A]{
			Game: g.Tables(), Move: referee.Second, Sent: sentToSeat,
			Parse: readMove[V, A],
			Safe:  func(q *small.Question[V, A]) A { return q.Legal[0] },
		},
	}
	if g.Info.Seats == 2 {
		out.Exact = func(ctx context.Context, p engine.Player) (float64, bool) {
			l, ok := p.(*small.Linear[V, A]) // who tells its probabilities; others are asked thousands of times a node
			if !ok {
				return 0, false
			}
			return exact.BestResponse(ctx, g, l, exactNodes)
		}
		out.Human = seatPerson(g)
	}
	if g.Features != nil {
		out.Gradient = func(genes []float64) engine.Player {
			return &small.Learner[V, A]{Linear: *g.Player(genes).(*small.Linear[V, A])}
		}
	}
	if g.Features != nil && !g.HasPairs() {
		out.Paired = func() game.Definition { return Of(small.WithPairs(g), nil) }
	}
	for _, b := range g.Opponents() {
		out.Baselines = append(out.Baselines, baseline.Baseline{Name: b.Name, Doc: b.Doc, Player: b.Play})
	}
	if files != nil {
		out.RunFiles = withFiles(files, g.Info.Name, ".yaml")
		if sub, err := fs.Sub(files, "champions"); err == nil {
			out.Champions = withFiles(sub, g.Info.Name, ".json")
		}
		out.Source = sourceOf(reflect.TypeFor[V]().PkgPath(), files)
	}
	return out
}

// exactNodes is how much of a game's tree exploit looks through, which takes some five seconds:
// Goofspiel with five cards has four million.
const exactNodes = 5_000_000

// withFiles returns a file system if it has files of a game, else nil.
func withFiles(files fs.FS, name, ending string) fs.FS {
	for _, pattern := range []string{name + ending, name + "-*" + ending} {
		if found, _ := fs.Glob(files, pattern); len(found) > 0 {
			return files
		}
	}
	return nil
}

// sourceOf finds the folder of a package among files, whose root is the module's, and so
// the path of the module. It is nil where the sources are not there.
func sourceOf(pkg string, files fs.FS) *game.Source {
	words := strings.Split(pkg, "/")
	for i := 1; i < len(words); i++ {
		folder := path.Join(words[i:]...)
		if found, _ := fs.Glob(files, folder+"/*.go"); len(found) > 0 {
			return &game.Source{Module: path.Join(words[:i]...), Files: files, Small: pkg, Protocol: small.Protocol}
		}
	}
	return nil
}

// sentToSeat returns the seat and the text of a line of a small table's trace that is asked of a seat.
func sentToSeat(line string) (seat int, text string, ok bool) {
	return int(line[0] - '0'), line[3:], line[1] == '>'
}

func readMove[V small.View[A], A comparable](q *small.Question[V, A], line string) (A, error) {
	a, err := small.Read(q, line)
	if errors.Is(err, small.ErrIllegal) {
		err = fmt.Errorf("%w: %w", referee.ErrIllegal, err)
	}
	return a, err
}
