package arena_test

import (
	"fmt"
	"math"
	"testing"

	"bloodline/arena"
	"bloodline/engine"
	"bloodline/engine/roll"
	"bloodline/engine/stats"
	"bloodline/games/coup/seat"
	"bloodline/games/coup/table"
	"bloodline/internal/guard"
)

// salted plays like its policy with rolls of its own. A policy against itself
// gives nothing but draws: every deal's second game is its first with the names
// exchanged. Two salts are two equally strong players.
type salted struct {
	seat.Policy
	salt uint64
}

func (s salted) Act(v *seat.View, r uint64) seat.Action {
	return s.Policy.Act(v, roll.Mix(s.salt, r))
}

// trials runs the same test on as many different deals and counts the verdicts.
func trials(t *testing.T, a *arena.Arena, n int, x, y engine.Player) (by map[stats.Verdict]int, all []string) {
	t.Helper()
	by = map[stats.Verdict]int{}
	for seed := range uint64(n) {
		s := test(t, a, x, y, 20_000, roll.Mix(2026, seed), nil)
		by[s.Verdict]++
		all = append(all, fmt.Sprint(s))
	}
	return by, all
}

// most is the largest count out of n, each with chance p, that four standard
// errors allow.
func most(n int, p float64) int {
	return int(float64(n)*p + 4*math.Sqrt(float64(n)*p*(1-p)))
}

// Two equals, 1,000 times: H1 is accepted in a share Alpha of them at most, by
// any number of workers, and all numbers agree.
func TestArena_Test_falseAccepts(t *testing.T) {
	guard.Slow(t)
	const n = 1000
	ps := coupPlayers(t)
	for _, c := range []struct {
		name string
		game engine.Game
		x, y engine.Player
	}{
		{"coup", table.Game{}, salted{ps[4].(seat.Policy), 1}, salted{ps[4].(seat.Policy), 2}},
		{"draws", draws{}, drawer{luck: 1}, drawer{luck: 2}},
	} {
		t.Run(c.name, func(t *testing.T) {
			by, alone := trials(t, arena.New(c.game, 1), n, c.x, c.y)
			if k := by[stats.AcceptH1]; k > most(n, fair.Alpha) || k == 0 {
				t.Errorf("%d of %d equals were found stronger, want 1 to %d", k, n, most(n, fair.Alpha))
			}
			if k := by[stats.Continue]; k > 0 {
				t.Errorf("%d of %d tests came to no end", k, n)
			}
			_, crowd := trials(t, arena.New(c.game, 64), n, c.x, c.y)
			for i := range alone {
				if alone[i] != crowd[i] {
					t.Fatalf("test %d: 1 worker: %s, 64 workers: %s", i, alone[i], crowd[i])
				}
			}
		})
	}
}

// A drawer who wins with exactly the chance of Elo1 is rejected in at most a
// share Beta of the tests.
func TestArena_Test_falseRejects(t *testing.T) {
	const n = 1000
	strong := drawer{luck: 1, strength: strengthFor(stats.EloToScore(fair.Elo1))}
	by, _ := trials(t, arena.New(draws{}, 1), n, strong, drawer{luck: 2})
	if k := n - by[stats.AcceptH1]; k > most(n, fair.Beta) || k == 0 {
		t.Errorf("%d of %d who are as strong as H1 says were not accepted, want 1 to %d", k, n, most(n, fair.Beta))
	}
}

// After the verdict no more is played than what was under way: less than 512 deals.
func TestArena_Test_games(t *testing.T) {
	for seed := range uint64(50) {
		counted := &counter{Game: draws{}}
		s := test(t, arena.New(counted, 1), drawer{luck: 1}, drawer{luck: 2}, 20_000, seed, nil)
		if over := counted.plays - 2*s.Share.N; over < 0 || over >= 2*512 || s.Verdict == stats.Continue {
			t.Errorf("seed %d: %v after %d deals, played %d games", seed, s.Verdict, s.Share.N, counted.plays)
		}
	}
}
