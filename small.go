package bloodline

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"reflect"
	"slices"
	"strings"

	"bloodline/arena/clone"
	"bloodline/arena/human"
	"bloodline/arena/kit"
	"bloodline/arena/record"
	"bloodline/arena/referee"
	"bloodline/engine"
	"bloodline/small"
	"bloodline/small/exact"
)

// Small makes a Game of a small.Game, for every command. It panics if a required part of g is missing.
//
// files is usually an embed.FS of the module's root, and nil where Breed alone is called. It has the run files
// NAME.yaml and NAME-*.yaml, where NAME is that of g.Info; champions of the same names, ending in .json, in the folder
// champions; and the Go files of the package of g, in the package's folder, for exported bots. That package must have g
// in a variable called Game. What files lacks the game does without.
func Small[V small.View[A], A comparable](g small.Game[V, A], files fs.FS) Game {
	if err := g.Check(); err != nil {
		panic(fmt.Sprintf("game %s: %v", g.Info.Name, err))
	}
	out := decisions(g).Fill(Game{
		Table:   g.Tables(),
		Version: g.Version,
		Strangers: func(seed uint64, into engine.Player) engine.Player {
			old, _ := into.(*small.Stranger[V, A])
			return g.Stranger(seed, old)
		},
	})
	if g.Info.Seats == 2 {
		out.Exact = func(ctx context.Context, p engine.Player) (float64, bool) {
			l, ok := p.(*small.Linear[V, A])
			if !ok { // its probabilities would take thousands of questions a node
				return 0, false
			}
			points, err := exact.BestResponse(ctx, g, l, exact.Nodes)
			return points, err == nil
		}
	}
	for _, b := range g.Opponents() {
		out.Baselines = append(out.Baselines, engine.Baseline{Name: b.Name, Doc: b.Doc, Player: b.Play})
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
func sourceOf(pkg string, files fs.FS) *Source {
	words := strings.Split(pkg, "/")
	for i := 1; i < len(words); i++ {
		folder := path.Join(words[i:]...)
		if found, _ := fs.Glob(files, folder+"/*.go"); len(found) > 0 {
			return &Source{Module: path.Join(words[:i]...), Files: files, Small: pkg, Protocol: small.Protocol}
		}
	}
	return nil
}

// decisions describes the questions and moves of a small game.
func decisions[V small.View[A], A comparable](g small.Game[V, A]) kit.Kit[small.Question[V, A], A] {
	type question = small.Question[V, A]
	k := kit.Kit[question, A]{
		Genes:  g.AllGenes(),
		Rules:  func(genes []float64) record.Policy[question, A] { return g.Player(genes) },
		Copy:   func(q *question) *question { return &question{View: q.View, Legal: slices.Clone(q.Legal)} },
		Method: clone.Method{Steps: 300, Rate: 0.05, Decay: 100, Strangers: 3},
		Legal:  func(q *question) []A { return q.Legal },
		Know:   func(q *question) []string { return kit.Lines(q.View) },
		Draw:   func(q *question) []human.Side { return kit.Drawn(kit.Lines(q.View)) },
		Weights: func(p engine.Player) []float64 {
			if l, ok := p.(*small.Linear[V, A]); ok {
				return l.Weights
			}
			return nil
		},
		Sit: sit(g), Tell: tell[V, A], End: end[V, A],
		Read: (*question).Hear, Parse: readMove[V, A],
	}
	if g.Situation != nil {
		k.Kind = func(q *question) string { return g.Situation(&q.View) }
	}
	if g.Features != nil {
		k.Weigh = func(genes []float64) func(q *question) kit.Weighed[A] {
			l := g.Player(genes).(*small.Linear[V, A])
			return func(q *question) kit.Weighed[A] {
				w := l.Weigh(q)
				return kit.Weighed[A]{Answers: w.Moves, Shares: w.Shares, Features: w.Rows}
			}
		}
	}
	return k
}

func readMove[V small.View[A], A comparable](q *small.Question[V, A], line string) (A, error) {
	a, err := small.Read(q, line)
	if errors.Is(err, small.ErrIllegal) {
		err = fmt.Errorf("%w: %w", referee.ErrIllegal, err)
	}
	return a, err
}

// sit reports the moves to the person at a table as they are played: all if they are public, else the person's own.
func sit[V small.View[A], A comparable](g small.Game[V, A]) func(engine.Table, human.Sitting) func() []human.Side {
	return func(table engine.Table, s human.Sitting) func() []human.Side {
		t := table.(*small.Table[V, A])
		t.Turned = func(turn small.Seats, moves []A) {
			for seat, a := range moves {
				if turn.Has(seat) && (seat == s.Seat || g.Public) {
					who, ending := kit.SeatLabel(g.Info.Seats, seat, s.Seat)
					s.News(who + " play" + ending + " " + small.Name(a) + ".")
				}
			}
		}
		return func() []human.Side { return kit.Drawn(kit.Lines(t.View(s.Seat))) }
	}
}

// tell describes a move for a watcher, and what its seat knows.
func tell[V small.View[A], A comparable](t engine.Table, names []string, seat int, q *small.Question[V, A], a A) []human.Move {
	does := fmt.Sprintf("%s plays %s", names[seat], small.Name(a))
	return []human.Move{{
		Text:  does + ", knowing " + strings.Join(kit.Lines(q.View), "; "),
		Short: does, Sides: watched(t.(*small.Table[V, A]), names, seat),
	}}
}

// end says what each seat knows at last.
func end[V small.View[A], A comparable](table engine.Table, names []string) []human.Move {
	t := table.(*small.Table[V, A])
	var know []string
	for seat, name := range names {
		know = append(know, name+" knows "+strings.Join(kit.Lines(t.View(seat)), "; "))
	}
	return []human.Move{{Text: "The end: " + strings.Join(know, ", "), Short: "The end", Sides: watched(t, names, 0)}}
}

// watched is the position as the state draws it, or as a seat sees it.
func watched[V small.View[A], A comparable](t *small.Table[V, A], names []string, seat int) []human.Side {
	if _, ok := t.State().(fmt.Stringer); !ok {
		return kit.Drawn(kit.Lines(t.View(seat)))
	}
	out := kit.Drawn(kit.Lines(t.State()))
	for i := range out {
		for k, name := range names {
			if out[i].Name == fmt.Sprintf("seat %d", k+1) {
				out[i].Name = name
			}
		}
	}
	return out
}
