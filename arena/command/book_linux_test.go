package command_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"bloodline/arena"
	"bloodline/arena/command"
	"bloodline/engine"
	"bloodline/internal/guard"
)

// diary is a book in memory.
type diary struct {
	sync.Mutex
	games map[string]engine.Ranking
	found int
}

func (d *diary) Find(seed uint64, seats []string) (engine.Ranking, bool, error) {
	d.Lock()
	defer d.Unlock()
	r, ok := d.games[fmt.Sprint(seed, seats)]
	if ok {
		d.found++
	}
	return r, ok, nil
}

func (d *diary) Enter(seed uint64, seats []string, r engine.Ranking) error {
	d.Lock()
	defer d.Unlock()
	if _, twice := d.games[fmt.Sprint(seed, seats)]; twice {
		return errors.New("played twice")
	}
	d.games[fmt.Sprint(seed, seats)] = r
	return nil
}

// In the arena results come in the order of the schedule, whatever the number of workers,
// and a game that is in the book is not played again.
func TestGame_arena(t *testing.T) {
	script := "echo x >> \"$4\"\na=$(( (${1} / 7 + ${2##* }) % 10 )); b=$(( (${1} / 11 + ${3##* }) % 10 ))\nif [ $a -gt $b ]; then echo '{\"ranks\":[0,1]}'; else echo '{\"ranks\":[1,0]}'; fi"
	var results []string
	for _, workers := range []int{1, 4} {
		g := contest(t, command.Settings{Referee: "sh r.sh {seed} {p1} {p2} count"}, map[string]string{"count": "", "r.sh": script})
		book := &diary{games: map[string]engine.Ranking{}}
		g = g.WithBook(book)
		a := arena.New(g, workers)
		players := []engine.Player{g.Bot([]float64{1}), g.Bot([]float64{4}), g.Bot([]float64{8})}
		s := arena.RoundRobin{Players: 3, Seats: 2, Rounds: 4, Seed: 3}
		for range 2 {
			out := guard.Value(a.Play(context.Background(), players, s))(t)
			results = append(results, fmt.Sprint(out))
		}
		if len(book.games) != 2*s.Len() || book.found != 2*s.Len() {
			t.Errorf("%d games in the book, %d found, want %d", len(book.games), book.found, 2*s.Len())
		}
	}
	for _, r := range results {
		if r != results[0] {
			t.Errorf("have\n%s\nwant\n%s", r, results[0])
		}
	}
}

// A failing game ends the schedule with an error that names it; a cancelled context ends
// it at once, and nothing stays behind.
func TestGame_arena_ends(t *testing.T) {
	scratch := t.TempDir()
	t.Setenv("TMPDIR", scratch)
	g := contest(t, command.Settings{Referee: "sh r.sh {p1} {p2}"}, map[string]string{"r.sh": "touch left; echo broken >&2; exit 1"})
	a := arena.New(g, 2)
	players := []engine.Player{g.Bot([]float64{1}), g.Bot([]float64{4})}
	_, err := a.Play(context.Background(), players, arena.Pair{Blocks: 4})
	var play *arena.PlayError
	if !errors.As(err, &play) || !strings.Contains(err.Error(), "its last words: broken") || strings.Count(err.Error(), "seed") != 1 {
		t.Errorf("have %v", err)
	}
	g = contest(t, command.Settings{Referee: "sh r.sh {p1} {p2} began"}, map[string]string{"began": "", "r.sh": `echo x >> "$3"; sleep 3600 & wait`})
	ctx, cancel := context.WithCancel(context.Background())
	time.AfterFunc(100*time.Millisecond, cancel)
	if _, err := arena.New(g, 2).Play(ctx, players, arena.Pair{Blocks: 4}); !errors.Is(err, context.Canceled) {
		t.Errorf("have %v", err)
	}
	if left, err := filepath.Glob(filepath.Join(scratch, "bloodline-*")); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v %v", left, err)
	}
}
