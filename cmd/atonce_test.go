//go:build linux

package cmd

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"bloodline/configs/player"
	"bloodline/evolve/lineage"
	"bloodline/internal/guard"
)

// Ten runs at once in one store, killed at random moments and resumed, end with the
// champions that each has when it is bred alone, and none meets another one's lock.
func TestBreed_AtOnce(t *testing.T) {
	guard.Slow(t)
	config := strings.Replace(steady, "deals: 26000", "deals: 2600", 1)
	const runs, mostKills = 10, 3
	alone := make([]string, runs)
	began := time.Now()
	for i := range runs {
		_, alone[i] = bred(t, config, "--seed", fmt.Sprint(i+1), "--workers", "1")
	}
	each := time.Since(began) / runs

	dir := t.TempDir()
	write(t, filepath.Join(dir, "run.yaml"), config)
	store := filepath.Join(dir, defaultStore)
	var group errgroup.Group
	var counting sync.Mutex
	kills := 0
	for i := range runs {
		rng := rand.New(rand.NewPCG(1, uint64(i)))
		group.Go(func() error {
			name := fmt.Sprint("run-", i+1)
			for life := 0; ; life++ {
				args := []string{"breed", "--resume=" + name, "--workers", "1", "--progress", "none"}
				if there, err := stands(store, name); err != nil {
					return err
				} else if !there {
					args = []string{"breed", "run.yaml", "--name", name, "--seed", fmt.Sprint(i + 1), "--workers", "1", "--progress", "none"}
				}
				cmd, _, stderr := itself(t, dir, args...)
				if err := cmd.Start(); err != nil {
					return err
				}
				if life < mostKills { // ten share the machine: this is about a third of the run
					timer := time.AfterFunc(time.Duration(rng.Float64()*float64(each)*3), func() { _ = cmd.Process.Kill() })
					defer timer.Stop()
				}
				err := cmd.Wait()
				switch {
				case err == nil:
					return nil
				case cmd.ProcessState.Exited():
					return fmt.Errorf("%v: %w: %s", args, err, stderr)
				}
				counting.Lock()
				kills++
				counting.Unlock()
			}
		})
	}
	if err := group.Wait(); err != nil {
		t.Fatal(err)
	}
	t.Logf("%d kills", kills)
	if kills < runs/2 {
		t.Errorf("killed %d times: that is no test", kills)
	}
	for i, want := range alone {
		name := fmt.Sprint("run-", i+1)
		got := read(t, filepath.Join(dir, "results", name, player.ChampionFile))
		if strings.NewReplacer(`"`+name+`"`, `"run"`, name+"/", "run/").Replace(got) != want {
			t.Errorf("%s: another champion than alone", name)
		}
	}
	if out := mustRun(t, dir, "check"); !strings.Contains(out, " 0 damaged places") {
		t.Error(out)
	}
}

// stands tells whether a store has a run.
func stands(store, name string) (bool, error) {
	s, err := lineage.OpenReadOnly(store)
	if errors.Is(err, lineage.ErrMissing) || errors.Is(err, lineage.ErrForeign) {
		return false, nil // killed before the tables were made
	} else if err != nil {
		return false, err
	}
	defer s.Close()
	_, err = s.Run(name)
	if errors.Is(err, lineage.ErrNotFound) {
		return false, nil
	}
	return err == nil, err
}
