package run_test

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"bloodline/arena/game"
	"bloodline/configs"
	"bloodline/configs/player"
	"bloodline/evolve"
	"bloodline/internal/guard"
	"bloodline/results/run"
)

// The time left holds for a game in Go with a league, and for a run that is resumed.
func TestStatus_league(t *testing.T) {
	const text = "game: coup\nworkers: 1\nholdout: []\nfitness: {deals: 52}\nverdict: {min_rounds: 16, max_rounds: 32}\nevidence: {deals: 260}\n"
	const averaged = "evolve: {population: 8, generations: 16, algorithm: distribution, follow: gradient, tail: 0.5, champion: averaged}\n"
	const league = averaged + "league: {share: 0.3, round: 2, deals: 20, generations: 3, learning_rate: 0.02}\n"
	for name, settings := range map[string]string{
		"resumed league": league,
		"resumed":        averaged,
		"league":         league,
		"exploiters":     averaged + "league: {share: 0.3, round: 2, exploiters: 2, deals: 20, generations: 3, learning_rate: 0.02}\n",
		"with verdicts":  "evolve: {population: 16, generations: 40}\nleague: {share: 0.3, round: 4, generations: 3}\n",
		"no league":      "evolve: {population: 16, generations: 40}\ntemperature: 0\n",
		"games":          "evolve: {population: 8, generations: 1000, algorithm: distribution, follow: gradient, champion: averaged}\nbudget: {max_games: 15000}\n",
	} {
		t.Run(name, func(t *testing.T) {
			forecast := new(run.Forecast)
			set := slices.Clone(shipped(t))
			i := slices.IndexFunc(set, func(g *game.Game) bool { return g.Name() == "coup" })
			g := *set[i]
			forecast.Game, g.Table = g.Table, forecast
			set[i] = &g
			f := &player.Finder{Games: set, Store: filepath.Join(t.TempDir(), "lineage.db")}
			c, err := configs.Parse("run.yaml", []byte(text+settings), set)
			guard.Must(t, err)
			r, err := run.Start(f, "mine", "mine", c)
			guard.Must(t, err)
			if strings.HasPrefix(name, "resumed") {
				ctx, stop := context.WithCancel(t.Context())
				_, _, err = r.Breed(ctx, func(g evolve.Generation) error {
					if g.Number == 5 {
						stop()
					}
					return nil
				})
				if guard.Must(t, r.Close()); !errors.Is(err, context.Canceled) {
					t.Fatal(err)
				}
				r, err = run.Resume(f, "mine", configs.Overrides{})
				guard.Must(t, err)
			}
			forecast.Watch(r)
			follow := sync.OnceFunc(func() { forecast.Follow(r) })
			_, _, err = r.Breed(t.Context(), func(g evolve.Generation) error {
				follow()
				return nil
			})
			guard.Must(t, errors.Join(err, r.Close()))
			forecast.Check(t)
		})
	}
}
