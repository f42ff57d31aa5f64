package referee_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"bloodline/arena"
	"bloodline/arena/program"
	"bloodline/arena/referee"
	"bloodline/engine"
	"bloodline/internal/guard"
)

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
