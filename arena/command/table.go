package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"bloodline/arena/program"
	"bloodline/engine"
)

// table plays one game at a time, in a folder that is emptied after each.
type table struct {
	game  *Game
	boxes program.Sandboxes // of the bots of style stdio, and one of the referee
}

// emptyFolder removes what a game has left behind. Most leave nothing, and to look is cheaper
// than a new folder. A referee may have put a link to a folder of its user in its place.
func emptyFolder(dir string) error {
	if info, err := os.Lstat(dir); err != nil || !info.IsDir() {
		return errors.Join(err, errors.New("the folder of the game is gone"))
	}
	files, err := os.ReadDir(dir)
	for _, f := range files {
		err = errors.Join(err, os.RemoveAll(filepath.Join(dir, f.Name())))
	}
	return err
}

// Close ends the sandboxes and removes the folder.
func (t *table) Close() error {
	t.boxes.Close()
	return nil
}

// playOnce plays a game, whatever the book says. The referee may do what its user may, and ends with this program.
func (t *table) playOnce(ctx context.Context, seed uint64, bots []*Bot) (*engine.Ranking, error) {
	boxes, err := t.boxes.Seat(program.Off, []program.Seat{{Key: "referee", Name: "game"}})
	if err != nil {
		return nil, err
	}
	r, err := t.play(ctx, boxes[0], seed, bots)
	if emptyFolder(boxes[0].Dir()) != nil {
		t.boxes.Close() // the next game gets another
	}
	return r, err
}

// seedOf makes a seed that referees in any language can read: a positive number of 31
// bits.
func seedOf(seed uint64) uint64 { return seed >> 33 }

// seated returns bots and their command lines.
func seated(seats []engine.Player) (bots []*Bot, lines []string) {
	for _, p := range seats {
		bots, lines = append(bots, p.(*Bot)), append(lines, p.(*Bot).line)
	}
	return bots, lines
}

// PlaySlow plays a game, or finds it in the book. A referee that fails is tried once
// more. If it fails again, that is an error, or a loss ([RefereeFailed]) where there is a book and it can play the
// defaults.
func (t *table) PlaySlow(ctx context.Context, d engine.Deal, seats []engine.Player) (engine.Outcome, error) {
	g := t.game
	bots, lines := seated(seats)
	seed := seedOf(d.Seed)
	if g.Book == nil {
		r, err := t.playRetrying(ctx, seed, bots)
		return g.Outcome(r), err
	}
	// Bots of rounded genes are often equal, and may be at two tables at once.
	r, err, _ := g.under.Do(fmt.Sprintf("%d %q", seed, lines), func() (any, error) {
		r, ok, err := g.Book.Find(seed, lines)
		if err != nil || ok {
			return r, err
		}
		r, err = t.playRetrying(ctx, seed, bots)
		if f, failed := errors.AsType[*failure](err); failed {
			if err = t.playDefaults(ctx, seed, bots); err == nil {
				r = g.lost(bots, f)
			}
		}
		if err == nil {
			err = g.Book.Enter(seed, lines, r)
		}
		return r, err
	})
	return g.Outcome(r.(engine.Ranking)), err
}

// playRetrying plays a game, once more if the referee fails.
func (t *table) playRetrying(ctx context.Context, seed uint64, bots []*Bot) (engine.Ranking, error) {
	r, err := t.playOnce(ctx, seed, bots)
	if err != nil && ctx.Err() == nil {
		r, err = t.playOnce(ctx, seed, bots)
	}
	if err = cmp.Or(ctx.Err(), err); err != nil {
		return engine.Ranking{}, err
	}
	return *r, nil
}
