package arena_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"bloodline/arena"
	"bloodline/engine"
)

// faulty is a game of three with points from -1 to 2 that fails when player 4 sits
// on seat 1 of a deal whose seed divides by 5.
func faulty(fault func() engine.Outcome) fake {
	return fake{engine.Info{Name: "faulty", Seats: 3, ScoreUnit: 2, Min: -1, Max: 2}, func(seed uint64, seats []engine.Player) engine.Outcome {
		if wrong(seed, seats) {
			return fault()
		}
		return engine.Outcome{Score: [engine.MaxSeats]int64{-2, 0, 4}}
	}}
}

func wrong(seed uint64, seats []engine.Player) bool {
	return seed%5 == 0 && seats[1] == engine.Player(4)
}

var errRule = errors.New("a rule was broken")

// A failed game gives an error that says how to play the game again; of several it is
// the first of the schedule, by whatever number of workers.
func TestPlayError(t *testing.T) {
	defer goleak.VerifyNone(t)
	s := arena.RoundRobin{Players: 7, Seats: 3, Rounds: 2000, Seed: 8}
	index, rotation := first(s)
	b := s.Block(index)
	score := func(seat int, n int64) func() engine.Outcome {
		return func() (o engine.Outcome) {
			o.Score[seat] = n
			return o
		}
	}
	_, file, line, _ := runtime.Caller(0)
	for _, c := range []struct {
		fault func() engine.Outcome
		want  string
	}{
		{func() engine.Outcome { panic(errRule) }, fmt.Sprintf("panic at error_test.go:%d: a rule was broken", line+5)},
		{func() engine.Outcome { panic("text") }, fmt.Sprintf("panic at error_test.go:%d: text", line+6)},
		{func() engine.Outcome { return engine.Outcome{Choices: []int32{}[len(file)]} }, fmt.Sprintf("panic at error_test.go:%d: runtime error: index out of range", line+7)},
		{score(0, -3), "seat 0 scores -3, want -2 to 4"},
		{score(2, 5), "seat 2 scores 5, want -2 to 4"},
		{score(1, -2_000_000_000), "seat 1 scores -2000000000, want -2 to 4"},
	} {
		for _, workers := range []int{1, 2, 7} {
			_, err := arena.New(faulty(c.fault), workers).Play(context.Background(), numbers(7), s)
			var e *arena.PlayError
			if !errors.As(err, &e) {
				t.Fatalf("%s: %d workers: have %v", c.want, workers, err)
			}
			if e.Game != "faulty" || e.Seed != b.Seed || e.Rotation != rotation || len(e.Lineup) != 3 {
				t.Errorf("%s: %d workers: want block %v in rotation %d, have %+v", c.want, workers, b, rotation, e)
			}
			var seats []engine.Player
			for _, p := range e.Seats() {
				seats = append(seats, p)
			}
			if !wrong(e.Seed, seats) {
				t.Errorf("%s: %d workers: seats %v of seed %d go well", c.want, workers, seats, e.Seed)
			}
			want := fmt.Sprintf("faulty, seed %d, seats player %d, player 4, player %d: %s", e.Seed, seats[0], seats[2], c.want)
			if !strings.HasPrefix(err.Error(), want) || strings.Contains(err.Error(), "\n") {
				t.Errorf("want %q, have %q", want, err)
			}
			e.Name = func(player int) string { return string(rune('a' + player)) }
			if !strings.Contains(err.Error(), fmt.Sprintf("seats %c, e, %c: ", 'a'+seats[0].(int), 'a'+seats[2].(int))) {
				t.Errorf("with names: have %q", err)
			}
			if strings.HasSuffix(c.want, errRule.Error()) && !errors.Is(err, errRule) {
				t.Errorf("want it to wrap %v", errRule)
			}
		}
	}
}

// first returns the first game of a schedule that fails.
func first(s arena.Schedule) (index, rotation int) {
	for i := range s.Len() {
		b := s.Block(i)
		for r := range 3 {
			var seats []engine.Player
			for seat := range 3 {
				seats = append(seats, int(b.Lineup[(seat+r)%3]))
			}
			if wrong(b.Seed, seats) {
				return i, r
			}
		}
	}
	panic("nothing fails")
}

// The players of a Measurement are its candidates, then its field.
func TestPlayError_evaluator(t *testing.T) {
	e := arena.Measurement{Arena: arena.New(faulty(func() engine.Outcome { panic(errRule) }), 2), Field: []engine.Player{5, 4, 6}, Blocks: 200}
	_, err := e.Measure(context.Background(), []engine.Player{0, 1})
	var play *arena.PlayError
	if !errors.As(err, &play) || play.Seats()[1] != 3 || !slices.Contains(play.Seats(), 0) {
		t.Errorf("want candidate 0, and player 3 on seat 1, have %v", err)
	}
	for _, want := range []string{"candidate 0", ", opponent 1, "} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("want %q, have %v", want, err)
		}
	}
}
