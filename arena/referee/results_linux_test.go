package referee_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"bloodline/arena"
	"bloodline/arena/program"
	"bloodline/arena/referee"
	"bloodline/engine"
	"bloodline/internal/guard"
)

// limited is a contest that interrupts after a number of plays.
type limited struct {
	higher
	left   int
	cancel func()
}

func (l *limited) Referee(ctx context.Context, m *referee.Match) (engine.Outcome, error) {
	if l.left--; l.left < 0 {
		l.cancel()
	}
	return l.higher.Referee(ctx, m)
}

// book is a referee.Book in memory.
type book struct {
	sync.Mutex
	plays map[string][]byte
	err   error // of a full disk
}

func (b *book) Find(seed uint64, seats []string, v any) (bool, error) {
	b.Lock()
	defer b.Unlock()
	text, ok := b.plays[fmt.Sprintf("%d %q", seed, seats)]
	if !ok {
		return false, nil
	}
	return true, json.Unmarshal(text, v)
}

func (b *book) Enter(seed uint64, seats []string, v any) error {
	b.Lock()
	defer b.Unlock()
	text, err := json.Marshal(v)
	b.plays[fmt.Sprintf("%d %q", seed, seats)] = text
	return errors.Join(err, b.err)
}

// Plays in the book are not repeated, however the match ended, and come to the same report.
func TestPlay_Book(t *testing.T) {
	seats := []referee.Seat{sh("seven", `read a b; echo ${b#"${b%?}"}`), {Name: "five", Player: 5}}
	schedule := arena.Pair{Blocks: 4, Seed: 3}
	ignore := cmpopts.IgnoreFields(referee.PlayerStats{}, "Total", "Slowest", "Times", "CPU")
	want := guard.Value(referee.Play(t.Context(), higher{}, seats, schedule, referee.Options{}))(t)
	kept := &book{plays: map[string][]byte{}}
	games := 0
	o := referee.Options{Book: kept, Count: func(n int) { games += n }}
	ctx, cancel := context.WithCancel(t.Context())
	if _, err := referee.Play(ctx, &limited{left: 5, cancel: cancel}, seats, schedule, o); !errors.Is(err, context.Canceled) || len(kept.plays) != 5 {
		t.Fatalf("want an interrupt after five games, have %v after %d", err, len(kept.plays))
	}
	rest := &limited{left: 3, cancel: func() { t.Error("it plays more than was missing") }}
	for range 2 { // and once more from the whole
		games = 0
		have := guard.Value(referee.Play(t.Context(), rest, seats, schedule, o))(t)
		if diff := cmp.Diff(want, have, ignore); diff != "" || games != 8 {
			t.Errorf("%d games counted; at once and gone on (-once +gone on):\n%s", games, diff)
		}
	}

	// A longer match, and those of other deals, players, limits or seeds of programs, play what the book does not have.
	for name, x := range map[string]struct {
		missing  int
		schedule arena.Pair
		other    func(seats []referee.Seat, o *referee.Options)
	}{
		"longer":         {2, arena.Pair{Blocks: 5, Seed: 3}, func([]referee.Seat, *referee.Options) {}},
		"other deals":    {8, arena.Pair{Blocks: 4, Seed: 4}, func([]referee.Seat, *referee.Options) {}},
		"another player": {8, schedule, func(seats []referee.Seat, _ *referee.Options) { seats[1].Name = "six" }},
		"another file":   {8, schedule, func(seats []referee.Seat, _ *referee.Options) { seats[0].Hash = "1" }},
		"another command": {8, schedule, func(seats []referee.Seat, _ *referee.Options) {
			seats[0].Command = append(slices.Clip(seats[0].Command), "x")
		}},
		"limits": {8, schedule, func(_ []referee.Seat, o *referee.Options) { o.Limits.Move++ }},
		"replay": {8, schedule, func(_ []referee.Seat, o *referee.Options) { o.Replay = true }},
	} {
		seats, o := slices.Clone(seats), o
		x.other(seats, &o)
		want := guard.Value(referee.Play(t.Context(), higher{}, seats, x.schedule, referee.Options{Limits: o.Limits, Replay: o.Replay}))(t)
		more := &limited{left: x.missing, cancel: func() { t.Errorf("%s: it plays more than was missing", name) }}
		have, err := referee.Play(t.Context(), more, seats, x.schedule, o)
		if diff := cmp.Diff(want, have, ignore); diff != "" || err != nil || more.left != 0 {
			t.Errorf("%s: %d games were not played, %v (-once +gone on):\n%s", name, more.left, err, diff)
		}
	}

	full := &book{plays: map[string][]byte{}, err: errors.New("the disk is full")}
	if _, err := referee.Play(t.Context(), higher{}, seats, schedule, referee.Options{Book: full}); !errors.Is(err, full.err) {
		t.Errorf("have %v", err)
	}
}

// broken is a contest that fails at the last deals.
type broken struct {
	higher
	from int
}

func (b broken) Referee(ctx context.Context, m *referee.Match) (engine.Outcome, error) {
	if m.Block >= b.from && m.Rotation == 1 {
		return engine.Outcome{}, errors.New("the disk is full")
	}
	return b.higher.Referee(ctx, m)
}

// A deal that cannot be played doesn't count, and the others are played. With more than
// 2 % such deals there is no result.
func TestPlay_Void(t *testing.T) {
	seats := []referee.Seat{{Name: "seven", Player: 7}, {Name: "five", Player: 5}}
	r, err := referee.Play(t.Context(), broken{from: 98}, seats, arena.Pair{Blocks: 100, Seed: 3}, referee.Options{})
	guard.Must(t, err)
	want := []referee.Void{{Block: 98, Reason: "the disk is full"}, {Block: 99, Reason: "the disk is full"}}
	if diff := cmp.Diff(want, r.Void); diff != "" || len(r.Results) != 98 || r.Schedule.Len() != 98 || r.Stats[0].Plays != 196 {
		t.Errorf("%d results, %d plays, void (-want +have):\n%s", len(r.Results), r.Stats[0].Plays, diff)
	}
	for from, said := range map[int]string{97: "3 of 100 deals could not be played", 0: "3 of 100 deals could not be played"} {
		r, err := referee.Play(t.Context(), broken{from: from}, seats, arena.Pair{Blocks: 100}, referee.Options{})
		if r != nil || err == nil || !strings.Contains(err.Error(), said) || !strings.Contains(err.Error(), "the disk is full") {
			t.Errorf("from deal %d: have %v, %v", from, r, err)
		}
	}
}

// A sandbox that breaks while a program is at move costs that program the game.
func TestPlay_brokenSandbox(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	// The program takes the folder away in which its sandbox would be made anew.
	vandal := sh("vandal", `dir="${PWD%/*}"; case "$dir" in */bloodline-*) rm -rf "$dir"; echo > "$dir"; kill -9 $PPID;; esac; exit 1`)
	for _, once := range []bool{true, false} {
		o := referee.Options{Sandbox: program.Off}
		r := guard.Value(referee.Play(t.Context(), higher{once: once}, []referee.Seat{vandal, {Name: "five", Player: 5}}, arena.Pair{Blocks: 4, Seed: 3}, o))(t)
		if c := r.Stats[0]; len(r.Void) > 0 || c.Forfeits != 8 || len(r.Results) != 4 {
			t.Errorf("void %v, record %+v", r.Void, c)
		}
	}
}
