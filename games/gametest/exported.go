package gametest

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"bloodline/arena"
	"bloodline/arena/program"
	"bloodline/arena/referee"
	"bloodline/internal/guard"
	"bloodline/results/export"
)

// A test of a game needs no TestMain for the programs that it starts.
func init() { program.Launcher() }

func (s *suite) exported(t *testing.T) {
	switch {
	case s.Source == nil || s.Contest == nil:
		t.Skip("the game exports nothing, or has no contest to play it through")
	case testing.Short():
		t.Skip("compiles programs for some seconds")
	}
	inside := []referee.Seat{{Name: "Default", Player: s.def()}}
	for i := range min(max(s.Info().Seats-1, 2), len(s.Baselines)) {
		inside = append(inside, referee.Seat{Name: s.Baselines[i].Name, Player: s.Baselines[i].Player})
	}
	for len(inside) < s.Info().Seats {
		inside = append(inside, inside[0])
	}
	outside := slices.Clone(inside)
	var wait sync.WaitGroup
	for i, b := range s.bots() {
		wait.Go(func() { outside[i] = referee.Seat{Name: b.Name, Command: []string{build(t, b)}} })
	}
	wait.Wait()
	if t.Failed() {
		t.FailNow()
	}
	in, out := s.tournament(t, inside), s.tournament(t, outside)
	plays := 0
	for i, rec := range out.Stats {
		plays += int(rec.Plays)
		if len(rec.Faults) > 0 || rec.Moves == 0 && len(outside[i].Command) > 0 {
			t.Errorf("%s: %d moves, %+v", outside[i].Name, rec.Moves, rec.Samples)
		}
	}
	for i := range in.Results {
		if in.Results[i].Score != out.Results[i].Score {
			t.Errorf("block %d: in process %v, as programs %v", i, in.Results[i].Score, out.Results[i].Score)
		}
	}
	if want := len(out.Results) * s.Info().Seatings() * s.Info().Seats; plays != want {
		t.Errorf("%d seats were played, want %d: a deal is %d games", plays, want, s.Info().Seatings())
	}
}

// hostile checks that programs that end, answer nonsense or write without end forfeit, and that the play goes on.
func (s *suite) hostile(t *testing.T) {
	if s.Contest == nil {
		t.Skip("the game has no contest")
	}
	if _, err := exec.LookPath("/bin/sh"); err != nil {
		t.Skip(err)
	}
	for name, script := range map[string]string{"ends": "exit 3", "nonsense": "while read x; do echo '{}'; done", "floods": "exec yes"} {
		t.Run(name, func(t *testing.T) {
			seats := slices.Repeat([]referee.Seat{{Name: "Default", Player: s.def()}}, s.Info().Seats)
			seats[0] = referee.Seat{Name: name, Command: []string{"/bin/sh", "-c", script}}
			short := referee.Options{Limits: referee.Limits{Start: 300 * time.Millisecond, Move: 300 * time.Millisecond}} // a program that writes without end is stopped at the limit only
			r, err := referee.Play(context.Background(), s.Contest, seats, arena.Pair{Blocks: 1, Seed: 1}, short)
			guard.Must(t, err)
			if len(r.Stats[0].Faults) == 0 {
				t.Errorf("a program that %s has no fault", name)
			}
		})
	}
}

// bots lists the exported bots in the order of the tournament's players.
func (s *suite) bots() []export.Bot {
	bred := export.Bot{Source: *s.Source, Game: s.Name(), Name: "Default", Genes: s.Schema.Default(), Schema: s.Schema.Genes}
	if s.Source.Baselines == "" && s.Source.Small == "" || len(s.Baselines) == 0 {
		return []export.Bot{bred}
	}
	first := s.Baselines[0].Name
	return []export.Bot{bred, {Source: *s.Source, Game: s.Name(), Name: first, Baseline: first}}
}

// tournament plays programs with the seeds that their seats have in the arena.
func (s *suite) tournament(t *testing.T, seats []referee.Seat) *referee.Report {
	rounds := 4
	if _, slow := s.Contest.(referee.EachMove); slow {
		rounds = 1
	}
	schedule := arena.RoundRobin{Players: len(seats), Seats: s.Info().Seats, Rounds: rounds, Seed: 5}
	patient := referee.Limits{Start: time.Minute, Move: time.Minute, First: time.Hour, Then: time.Hour} // on a busy machine
	r, err := referee.Play(context.Background(), s.Contest, seats, schedule, referee.Options{Replay: true, Workers: 2, Limits: patient})
	guard.Must(t, err)
	return r
}

func build(t *testing.T, b export.Bot) string {
	dir := filepath.Join(t.TempDir(), "bot")
	if err := export.Write(dir, b); err != nil {
		t.Error(err)
		return ""
	}
	cmd := exec.Command("go", "build", "-o", "program.exe", ".") // Windows needs the ending
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOPROXY=off", "GOTOOLCHAIN=local", "GOWORK=off")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%s: %v\n%s", b.Name, err, out)
	}
	return filepath.Join(dir, "program.exe")
}
