package games_test

import (
	"context"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"

	"bloodline"
	"bloodline/arena/game"
	"bloodline/configs"
	"bloodline/configs/player"
	"bloodline/engine"
	"bloodline/engine/roll"
	"bloodline/evolve"
	"bloodline/evolve/store"
	"bloodline/games/coup"
	"bloodline/games/samurai"
	"bloodline/games/wojna"
	"bloodline/internal/guard"
	"bloodline/internal/system"
	"bloodline/results/run"
)

// shipped returns the games that come with the program.
func shipped(t testing.TB) game.Set {
	t.Helper()
	set, err := bloodline.Resolve(coup.Game(), samurai.Game(), wojna.Game())
	guard.Must(t, err)
	return set
}

// BenchmarkPlay plays the match-ups of every game; an operation is one Play. Equal digests
// mean equal play: they are of the first thousand games.
func BenchmarkPlay(b *testing.B) {
	for _, g := range shipped(b) {
		rng := rand.New(rand.NewPCG(1, 2))
		first, second := g.Player(g.Schema.Random(rng)), g.Player(g.Schema.Random(rng))
		b.Run("game="+g.Name()+"/matchup=genomes", func(b *testing.B) { play(b, g, lineup(g, first, second)) })
		var field [][]engine.Player
		champion := []engine.Player{g.Player(g.Schema.Default())}
		for i := range g.Baselines {
			field = append(field, lineup(g, slices.Concat(champion, g.BaselinePlayers()[i:], g.BaselinePlayers())...)...)
		}
		b.Run("game="+g.Name()+"/matchup=field", func(b *testing.B) { play(b, g, field) })
		for _, name := range []string{"random", "checker", "tight"} {
			if p, ok := engine.FindBaseline(g.Baselines, name); ok {
				b.Run("game="+g.Name()+"/matchup="+name, func(b *testing.B) { play(b, g, lineup(g, p.Player)) })
			}
		}
	}
}

// lineup seats players in turn.
func lineup(g *game.Game, ps ...engine.Player) [][]engine.Player {
	var out []engine.Player
	for i := range g.Info().Seats {
		out = append(out, ps[i%len(ps)])
	}
	return [][]engine.Player{out}
}

// play plays lineups in turn, rotated by one seat each time around.
func play(b *testing.B, g engine.Game, lineups [][]engine.Player) {
	t := g.NewTable()
	var seatings [][]engine.Player // made ahead: a few divisions a game would cost a tenth of a game of Coup
	for rotation := range lineups[0] {
		for _, line := range lineups {
			seatings = append(seatings, slices.Concat(line[rotation:], line[:rotation]))
		}
	}
	b.ReportAllocs()
	digest := fnv.New32a()
	for i := range 1000 {
		fmt.Fprint(digest, t.Play(roll.Mix(1, uint64(i)), seatings[i%len(seatings)]))
	}
	choices, at := 0, 0
	b.ResetTimer()
	begin := system.CPU()
	for i := range b.N {
		choices += int(t.Play(roll.Mix(1, uint64(i)), seatings[at]).Choices)
		if at++; at == len(seatings) {
			at = 0
		}
	}
	spent := system.CPU() - begin
	b.ReportMetric(float64(b.N)/spent.Seconds(), "games/s-cpu")
	b.ReportMetric(float64(spent.Nanoseconds())/float64(choices), "ns-cpu/choice")
	b.ReportMetric(float64(digest.Sum32()), "digest")
}

// BenchmarkBreed is the first tenth of the generations of a game's quick run file, with
// verdicts, breeding and a store; an operation is one run.
func BenchmarkBreed(b *testing.B) {
	for _, g := range shipped(b) {
		b.Run("game="+g.Name(), func(b *testing.B) {
			c, err := configs.Load(g.Quick(), configs.Overrides{}, game.Set{g})
			guard.Must(b, err)
			c.Evolve.Generations = max(2, c.Evolve.Generations/10)
			games, spent := int64(0), system.CPU()
			for b.Loop() {
				games += breed(b, g, c)
			}
			b.ReportMetric(float64(games)/(system.CPU()-spent).Seconds(), "games/s-cpu")
		})
	}
}

func breed(b *testing.B, g *game.Game, c *configs.Config) int64 {
	e, err := run.NewEvaluator(&player.Finder{Games: game.Set{g}}, c, nil)
	guard.Must(b, err)
	s, err := store.Open(context.Background(), filepath.Join(b.TempDir(), "lineage.db"))
	guard.Must(b, err)
	defer s.Close()
	rows, err := s.Begin(store.NewInfo("bench", e.Game.Schema))
	guard.Must(b, err)
	if _, err := evolve.Run(context.Background(), e.Schema, c.Evolve, e, e, rows, nil); err != nil {
		b.Fatal(err)
	}
	return e.Games()
}
