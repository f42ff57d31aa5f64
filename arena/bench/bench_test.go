package bench_test

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"bloodline"
	"bloodline/arena/bench"
	"bloodline/arena/game"
	"bloodline/engine"
	"bloodline/engine/roll"
	"bloodline/games/coup"
	"bloodline/games/samurai"
	"bloodline/games/wojna"
	"bloodline/internal/tier"
)

// shipped returns the games that come with the program.
func shipped(t testing.TB) game.Set {
	t.Helper()
	set, err := bloodline.Resolve(coup.Game(), samurai.Game(), wojna.Game())
	if err != nil {
		t.Fatal(err)
	}
	return set
}

// BenchmarkPlay is `bloodline bench` for benchstat: an operation is one Play.
func BenchmarkPlay(b *testing.B) {
	for _, g := range shipped(b) {
		for _, m := range g.Matchups(g.Schema.Default()) {
			b.Run("game="+g.Info().Name+"/matchup="+m.Name, func(b *testing.B) { play(b, g, m) })
		}
	}
}

func play(b *testing.B, g engine.Game, m bench.Matchup) {
	t := g.NewTable()
	seatings := m.Seatings()
	b.ReportAllocs()
	choices, at := 0, 0
	b.ResetTimer()
	begin := cpu()
	for i := range b.N {
		choices += int(t.Play(roll.Mix(1, uint64(i)), seatings[at]).Choices)
		if at++; at == len(seatings) {
			at = 0
		}
	}
	spent := cpu() - begin
	b.ReportMetric(float64(b.N)/spent.Seconds(), "games/s-cpu")
	b.ReportMetric(float64(spent.Nanoseconds())/float64(choices), "ns-cpu/choice")
}

// cpu is the processor time of the process: the wall's includes the neighbours'.
func cpu() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func TestMatchup_Seatings(t *testing.T) {
	m := bench.Matchup{Lineups: [][]engine.Player{{"a", "b", "c"}, {"d", "e", "f"}}}
	var got []string
	for _, s := range m.Seatings() {
		got = append(got, fmt.Sprintf("%s%s%s", s[0], s[1], s[2]))
	}
	if want := strings.Fields("abc def bca efd cab fde"); !slices.Equal(got, want) {
		t.Errorf("have %v, want %v", got, want)
	}
}

// The checksum is of the games, not of who played them when; and nobody allocates.
func TestRun(t *testing.T) {
	g, _ := shipped(t).ByName("coup")
	o := bench.Options{Games: 2001, Deals: 40, Rounds: 1, Workers: []int{1, 3}, Seed: 7}
	fs, err := bench.Run(context.Background(), g, g.Matchups(g.Schema.Default()), o, nil)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]string{}
	for _, f := range fs {
		if sum, ok := seen[f.Matchup]; ok && sum != f.Checksum {
			t.Errorf("%s: checksum %s with %d workers, %s with one", f.Matchup, f.Checksum, f.Workers, sum)
		}
		seen[f.Matchup] = f.Checksum
		if f.DealsPerGame != 40 || f.DealsPerCPU != 40*f.GamesPerCPU || f.Games != 2001 {
			t.Errorf("%s: %d games of %d deals, %g deals/s for %g games/s", f.Matchup, f.Games, f.DealsPerGame, f.DealsPerCPU, f.GamesPerCPU)
		}
		// A worker's goroutine costs an allocation or two; a game that allocates
		// costs one a game at least.
		if f.AllocsPerGame > 0.02 {
			t.Errorf("%s with %d workers: %g allocations a game", f.Matchup, f.Workers, f.AllocsPerGame)
		}
	}
	if len(seen) != 3 || seen["random"] == seen["genomes"] {
		t.Errorf("checksums %v", seen)
	}
}

// Without a number of games, each match-up gets its own: a slow one must not take
// the round of a fast one.
func TestRun_enough(t *testing.T) {
	tier.Slow(t)
	g, _ := shipped(t).ByName("wojna")
	all := g.Matchups(g.Schema.Default()) // random play, and a field some twenty times slower
	fs, err := bench.Run(context.Background(), g, all[:2], bench.Options{Deals: 1, Rounds: 1, Workers: []int{1}, Seed: 7}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range fs {
		if p := math.Log10(float64(f.Games)); p != math.Trunc(p) {
			t.Errorf("%s: %d games, want a power of ten", f.Matchup, f.Games)
		}
	}
	if fs[0].Games <= fs[1].Games {
		t.Errorf("%d games of random play, %d of the field", fs[0].Games, fs[1].Games)
	}
}
