package games_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"bloodline"
	"bloodline/arena"
	"bloodline/arena/game"
	"bloodline/arena/referee"
	wojnareferee "bloodline/arena/referee/wojna"
	"bloodline/engine/wojna"
	"bloodline/games"
	"bloodline/results/export"
)

// all returns the shipped games, resolved.
func all(t testing.TB) game.Set {
	t.Helper()
	set, err := bloodline.Resolve(games.Coup(), games.Samurai(), games.Wojna())
	if err != nil {
		t.Fatal(err)
	}
	return set
}

// Exported bots play a tournament of every game without a fault, and with the
// arena's seeds they score what they score in process.
func TestExported(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles programs for some seconds")
	}
	for _, g := range all(t) {
		t.Run(g.Info().Name, func(t *testing.T) {
			inside, outside := field(t, g)
			c := g.Contest
			if g.Info().Name == "wojna" {
				c = wojnareferee.Contest{Game: wojna.Game{Deals: 2}} // forty take their time
			}
			s := arena.RoundRobin{Players: len(inside), Seats: g.Info().Seats, Rounds: 1, Seed: 5}
			play := func(seats []referee.Seat) *referee.Report {
				r, err := referee.Play(context.Background(), c, seats, s, referee.Options{Replay: true, Workers: 2})
				if err != nil {
					t.Fatal(err)
				}
				return r
			}
			in, out := play(inside), play(outside)
			for i, rec := range out.Records {
				if len(rec.Faults) > 0 || rec.Moves == 0 && len(outside[i].Command) > 0 {
					t.Errorf("%s: %d moves, %+v", outside[i].Name, rec.Moves, rec.Samples)
				}
			}
			for i := range in.Results {
				if in.Results[i].Score != out.Results[i].Score {
					t.Errorf("block %d: in process %v, as programs %v", i, in.Results[i].Score, out.Results[i].Score)
				}
			}
		})
	}
}

// field returns players of a game as they are, and the first two of them, the
// default genome and a baseline, as exported programs.
func field(t *testing.T, g *game.Game) (inside, outside []referee.Seat) {
	t.Helper()
	bred := export.Bot{Source: *g.Source, Game: g.Name(), Name: "Default", Genes: g.Schema.Default()}
	for _, gene := range g.Schema.Genes {
		bred.GeneNames = append(bred.GeneNames, gene.Name)
	}
	bots := []export.Bot{bred, {Source: *g.Source, Game: g.Name(), Name: g.Baselines[0].Name, Baseline: g.Baselines[0].Name}}
	inside = []referee.Seat{{Name: "Default", Player: g.Player(g.Schema.Default())}}
	for i := range max(g.Info().Seats-1, 2) {
		inside = append(inside, referee.Seat{Name: g.Baselines[i].Name, Player: g.Field()[i]})
	}
	outside = slices.Clone(inside)
	var wait sync.WaitGroup
	for i, b := range bots {
		wait.Go(func() { outside[i] = referee.Seat{Name: b.Name, Command: []string{build(t, b)}} })
	}
	wait.Wait()
	if t.Failed() {
		t.FailNow()
	}
	return inside, outside
}

// build exports and compiles a bot and returns its program.
func build(t *testing.T, b export.Bot) string {
	dir := filepath.Join(t.TempDir(), "bot")
	if err := export.Write(dir, b); err != nil {
		t.Error(err)
		return ""
	}
	cmd := exec.Command("go", "build", "-o", "program", ".")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOPROXY=off", "GOTOOLCHAIN=local", "GOWORK=off")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%s: %v\n%s", b.Name, err, out)
	}
	return filepath.Join(dir, "program")
}
