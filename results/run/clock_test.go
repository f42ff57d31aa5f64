package run_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"bloodline"
	"bloodline/configs"
	"bloodline/configs/player"
	"bloodline/evolve"
	"bloodline/evolve/store"
	"bloodline/games/gametest/sticks"
	"bloodline/internal/guard"
	"bloodline/results/report/view"
	"bloodline/results/run"
)

// A clock that is set back an hour in the middle of a run, which is then stopped and resumed, changes no byte of the
// champion; the run is listed, is the one to resume, and has taken no negative time.
func TestRun_clockSetBack(t *testing.T) {
	set, err := bloodline.Resolve(bloodline.Small(sticks.Game, nil))
	guard.Must(t, err)
	champion := func(back time.Duration) []byte {
		f := &player.Finder{Games: set, Store: filepath.Join(t.TempDir(), "lineage.db")}
		c, err := configs.Parse("run.yaml", []byte("game: sticks\nevolve: {population: 10, generations: 6}\nfitness: {deals: 10}\n"), set)
		guard.Must(t, err)
		r, err := run.Start(f, "mine", "mine", c)
		guard.Must(t, err)
		now, ticks := time.Now(), 0
		clock := func() time.Time {
			now = now.Add(10 * time.Second)
			if ticks++; ticks == 3 {
				now = now.Add(-back)
			}
			return now
		}
		r.SetClock(clock)
		ctx, stop := context.WithCancel(t.Context())
		_, _, err = r.Breed(ctx, func(g evolve.Generation) error {
			if g.Number == 3 {
				stop()
			}
			return nil
		})
		if guard.Must(t, r.Close()); !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
		row, err := run.Unfinished(f)
		if err != nil || row.Name != "mine" || row.Generations != 4 {
			t.Errorf("to resume: %+v, %v", row, err)
		}
		r, err = run.Resume(f, "mine", configs.Overrides{})
		guard.Must(t, err)
		r.SetClock(clock)
		_, _, err = r.Breed(t.Context(), func(evolve.Generation) error { return nil })
		guard.Must(t, errors.Join(err, r.Rows.Finish(store.Finished), r.Close()))

		s, row, err := f.OpenRun("mine")
		guard.Must(t, err)
		defer s.Close()
		if row.State != store.Finished {
			t.Errorf("it is %s", row.State)
		}
		trace, err := s.Summaries("mine", -1)
		guard.Must(t, err)
		page, _, err := view.ReadRun(s, f, row, trace, nil)
		guard.Must(t, err)
		if page.Seconds <= 0 || page.Seconds > 120 {
			t.Errorf("it has spent %v seconds", page.Seconds)
		}
		last := 0.0
		for _, p := range page.Trace {
			if p.Seconds < last {
				t.Errorf("generations to %d: %v seconds, before %v", p.To, p.Seconds, last)
			}
			last = p.Seconds
		}
		data, err := os.ReadFile(filepath.Join(f.RunDir("mine"), player.ChampionFile))
		guard.Must(t, err)
		return data
	}
	if !bytes.Equal(champion(0), champion(time.Hour)) {
		t.Error("it has another champion")
	}
}
