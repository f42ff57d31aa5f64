//go:build linux

package cmd

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"bloodline/arena/job"
	"bloodline/arena/swarm"
	"bloodline/internal/guard"
)

// swarmed are small runs, one of every kind of game.
var swarmed = map[string]string{
	"coup": `game: coup
seed: 3
holdout: []
fitness: {deals: 52}
verdict: {min_rounds: 2, max_rounds: 40}
evidence: {deals: 2000}
league: {share: 0.4, round: 3, generations: 4, learning_rate: 0.02}
evolve: {population: 10, generations: 8, algorithm: distribution, follow: gradient}
`,
	"beside": `game: coup
seed: 6
holdout: []
fitness: {deals: 52}
evidence: {deals: 2000}
league: {share: 0.4, round: 2, exploiters: 3, generations: 20, learning_rate: 0.02, initial: [champion, strongest, latest, defaults]}
evolve: {population: 10, generations: 14, algorithm: distribution, follow: gradient, champion: averaged}
`,
	"memetic": `game: coup
seed: 4
fitness: {deals: 52}
verdict: {min_rounds: 2, max_rounds: 60, margin: 0.05}
evidence: {deals: 2000}
evolve: {population: 10, generations: 8, follow: gradient}
`,
	"samurai": `game: samurai
seed: 5
field: [Random, defaults, champion, varied*2]
fitness: {deals: 4}
verdict: {min_rounds: 2, max_rounds: 4}
evidence: {deals: 8}
evolve: {population: 6, generations: 3, algorithm: distribution}
`,
}

// free returns an address of this machine without a listener.
func free(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

// TestSwarm has every run bred alone, and with workers that are killed at any moment, as
// is the breeder, once or twice: champion and store are the same.
func TestSwarm(t *testing.T) {
	guard.Slow(t)
	for name, config := range swarmed {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			alone := t.TempDir()
			write(t, filepath.Join(alone, "run.yaml"), config)
			mustRun(t, alone, "breed", "run.yaml", "--name", "run", "--workers", "1", "--progress", "none")
			want := outcome(t, alone, "run")
			for _, workers := range []int{1, 3} {
				t.Run(fmt.Sprint(workers), func(t *testing.T) {
					dir := t.TempDir()
					write(t, filepath.Join(dir, "run.yaml"), config)
					s := harass(t, dir, workers, 3, 1, rand.New(rand.NewPCG(1, uint64(workers))))
					if have := outcome(t, dir, "run"); have != want {
						t.Errorf("after %d kills of workers and %d of the breeder have\n%.600s\nwant\n%.600s", s.workers, s.breeder, have, want)
					}
				})
			}
		})
	}
}

// kills are what harass has done.
type kills struct {
	workers, breeder int
	jobs             int64 // that workers had played when last seen
}

// harass breeds a run with a swarm of processes, of which some are killed, and started
// again, until the run is finished.
func harass(t *testing.T, dir string, workers, most, ofBreeder int, rng *rand.Rand) (did kills) {
	t.Helper()
	address := free(t)
	url := "nats://worker:abcdefgh@" + address
	spread := []string{"--swarm", "--listen", address, "--token", "abcdefgh", "--workers", "1", "--progress", "none"}
	type process struct {
		kill func()
		done chan error
		text *bytes.Buffer
	}
	start := func(args ...string) *process {
		cmd, _, stderr := itself(t, dir, args...)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		p := &process{done: make(chan error, 1), text: stderr}
		go func() { p.done <- cmd.Wait() }()
		p.kill = func() {
			_ = cmd.Process.Kill() // it may have ended
			<-p.done
		}
		return p
	}
	all := make([]*process, workers)
	for i := range all {
		all[i] = start("worker", url, "--workers", "1")
	}
	defer func() {
		for _, w := range all {
			w.kill()
		}
	}()
	breeder := start(append([]string{"breed", "run.yaml", "--name", "run"}, spread...)...)
	for {
		select {
		case err := <-breeder.done:
			if err != nil {
				t.Fatalf("%v\n%s", err, breeder.text)
			}
			return did
		case <-time.After(time.Duration(50+rng.IntN(250)) * time.Millisecond):
		}
		if s, err := swarm.Ask(url, ""); err == nil {
			did.jobs = max(did.jobs, s.Jobs)
		}
		switch started := fileExists(filepath.Join(dir, "results", "run", "run.yaml")); {
		case did.breeder < ofBreeder && started && rng.IntN(3) == 0:
			breeder.kill()
			did.breeder++
			breeder = start(append([]string{"breed", "--resume=run"}, spread...)...)
		case did.workers < most:
			i := rng.IntN(workers)
			all[i].kill()
			did.workers++
			all[i] = start("worker", url, "--workers", "1")
		}
	}
}

func fileExists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// liar is a worker of which one of 20 results with gradients is wrong.
type liar struct {
	stop  context.CancelFunc
	ended chan error
	lies  atomic.Int64
}

// lie has a liar join the swarm at an address.
func lie(t *testing.T, address string) *liar {
	t.Helper()
	own, err := shipped().program()
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	l, honest, jobs := &liar{stop: stop, ended: make(chan error, 1)}, job.NewPlayer(Shipped), atomic.Int64{}
	go func() {
		l.ended <- swarm.Join(ctx, swarm.Member{
			URL: "nats://worker:abcdefgh@" + address, Name: "liar", Slots: 1, Program: own,
			Play: func(ctx context.Context, setting, job []byte) ([]byte, error) {
				out, err := honest.Play(ctx, setting, job)
				if err == nil && len(out) > 1000 && jobs.Add(1)%20 == 0 { // a thousand gradients
					l.lies.Add(1)
					out[len(out)-2] ^= 2
				}
				return out, err
			},
		})
	}()
	return l
}

// found ends the liar, which must have been refused.
func (l *liar) found(t *testing.T) {
	t.Helper()
	var refused *swarm.Refused
	select {
	case err := <-l.ended:
		if !errors.As(err, &refused) {
			t.Errorf("the liar ends with %v", err)
		}
	case <-time.After(time.Minute):
		t.Errorf("the liar was not found out: %d lies", l.lies.Load())
	}
	l.stop()
}

// leagues returns two folders with the same run file, of the given number of generations.
func leagues(t *testing.T, generations int) (alone, dir string) {
	t.Helper()
	alone, dir = t.TempDir(), t.TempDir()
	for _, d := range []string{alone, dir} {
		write(t, filepath.Join(d, "run.yaml"), strings.Replace(swarmed["coup"], "generations: 8", fmt.Sprint("generations: ", generations), 1))
	}
	return alone, dir
}

// A worker that lies in one of 20 results is found out, by name, and the champion is that
// of a run alone: the run begins again where results of it are in its generations.
func TestSwarm_lie(t *testing.T) {
	guard.Slow(t)
	t.Parallel()
	alone, dir := leagues(t, 150)
	mustRun(t, alone, "breed", "run.yaml", "--name", "run", "--workers", "1")
	want := outcome(t, alone, "run")
	address := free(t)
	l := lie(t, address)
	cmd, _, stderr := itself(t, dir, "breed", "run.yaml", "--name", "run", "--workers", "1", "--swarm", "--listen", address, "--token", "abcdefgh", "--audit", "1")
	if err := cmd.Run(); err != nil {
		t.Fatalf("%v\n%s", err, stderr)
	}
	l.found(t)
	if !strings.Contains(stderr.String(), "worker liar has sent a wrong result") {
		t.Errorf("the liar is not named:\n%s", stderr)
	}
	if have := outcome(t, dir, "run"); have != want {
		t.Errorf("after %d lies have\n%.600s\nwant\n%.600s", l.lies.Load(), have, want)
	}
}

// A comparison and a search for an exploiter have the same champions from a swarm, in which one
// worker lies, as from one process.
func TestSwarm_compare(t *testing.T) {
	guard.Slow(t)
	t.Parallel()
	alone, dir := leagues(t, 60)
	compare := []string{"compare", "run.yaml", "--seeds", "2", "--arms", "random,sep-cma", "--workers", "1"}
	exploit := []string{"exploit", "results/compare-run-3/breed-3.json", "--name", "run", "--games", "100000", "--deals", "500", "--workers", "1"}
	mustRun(t, alone, compare...)
	mustRun(t, alone, exploit...)
	address := free(t)
	over := []string{"--swarm", "--listen", address, "--token", "abcdefgh", "--audit", "1"}
	l := lie(t, address)
	honest, _, _ := itself(t, dir, "worker", "nats://worker:abcdefgh@"+address, "--workers", "1")
	if err := honest.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = errors.Join(honest.Process.Kill(), honest.Wait()) }() // it waits for the next run
	cmd, _, stderr := itself(t, dir, append(compare, over...)...)
	if err := cmd.Run(); err != nil {
		t.Fatalf("%v\n%s", err, stderr)
	}
	l.found(t)
	if !strings.Contains(stderr.String(), "the arms since are bred again") {
		t.Errorf("no arm is bred again:\n%s", stderr)
	}
	for _, name := range []string{"breed-3", "breed-4", "random-3", "random-4", "sep-cma-3", "sep-cma-4"} {
		file := filepath.Join("results", "compare-run-3", name+".json")
		if have, want := read(t, filepath.Join(dir, file)), read(t, filepath.Join(alone, file)); have != want {
			t.Errorf("%s differs: have\n%.600s\nwant\n%.600s", file, have, want)
		}
	}
	search, _, stderr := itself(t, dir, append(exploit, over...)...)
	if err := search.Run(); err != nil {
		t.Fatalf("%v\n%s", err, stderr)
	}
	if strings.Contains(stderr.String(), " 0 jobs of 0 games") {
		t.Errorf("no worker has played:\n%s", stderr)
	}
	if have, want := outcome(t, dir, "run"), outcome(t, alone, "run"); have != want {
		t.Errorf("the exploiter differs: have\n%.600s\nwant\n%.600s", have, want)
	}
}

// A game of commands is played by workers that have its programs: the champion and the
// games in the store are those of a run alone. A worker with other programs, or
// without any, says so.
func TestSwarm_programs(t *testing.T) {
	guard.Slow(t)
	t.Parallel()
	dir, there, other := t.TempDir(), t.TempDir(), t.TempDir()
	for _, d := range []string{dir, there, other} {
		write(t, filepath.Join(d, "referee.sh"), duelReferee)
		write(t, filepath.Join(d, "bot.sh"), "")
	}
	write(t, filepath.Join(other, "bot.sh"), "# another\n")
	write(t, filepath.Join(dir, "run.yaml"), strings.Replace(duel, "ALGORITHM", "distribution", 1))
	mustRun(t, dir, "breed", "run.yaml", "--name", "run", "--store", "alone/lineage.db", "--workers", "1")
	address := free(t)
	url := "nats://worker:abcdefgh@" + address
	type worker struct {
		cmd  *exec.Cmd
		text *bytes.Buffer
	}
	var all []worker
	for _, args := range [][]string{{"--programs", there}, {"--programs", other}, nil} {
		cmd, _, stderr := itself(t, dir, append([]string{"worker", url, "--workers", "1"}, args...)...)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		all = append(all, worker{cmd, stderr})
	}
	breeder, _, stderr := itself(t, dir, "breed", "run.yaml", "--name", "run", "--store", "swarm/lineage.db", "--workers", "1",
		"--swarm", "--listen", address, "--token", "abcdefgh")
	if err := breeder.Start(); err != nil {
		t.Fatal(err)
	}
	var s swarm.Status
	done := make(chan error, 1)
	go func() { done <- breeder.Wait() }()
	for ended := false; !ended; {
		select {
		case err := <-done:
			if ended = true; err != nil {
				t.Fatalf("%v\n%s", err, stderr)
			}
		case <-time.After(20 * time.Millisecond):
			if now, err := swarm.Ask(url, ""); err == nil {
				s = now
			}
		}
	}
	for i, want := range []string{"", "program bot.sh is missing here, or another one", "this worker plays no programs"} {
		if want == "" {
			_ = all[i].cmd.Process.Signal(os.Interrupt) // it waits for the next run
		}
		late := time.AfterFunc(time.Minute, func() { _ = all[i].cmd.Process.Kill() }) // the test fails then
		defer late.Stop()
		if err := all[i].cmd.Wait(); err == nil || !strings.Contains(all[i].text.String(), want) {
			t.Errorf("worker %d: %v: %s", i, err, all[i].text)
		}
	}
	if s.Jobs == 0 || strings.Count(stderr.String(), " is refused: three results in a row were none") != 2 {
		t.Errorf("no worker has played, or not two are refused: %+v\n%s", s, stderr)
	}
	for _, file := range []string{"run/champion.json"} {
		if want, have := read(t, filepath.Join(dir, "alone", file)), read(t, filepath.Join(dir, "swarm", file)); want != have {
			t.Errorf("%s differs: have\n%s\nwant\n%s", file, have, want)
		}
	}
	if want, have := games(t, filepath.Join(dir, "alone", "lineage.db")), games(t, filepath.Join(dir, "swarm", "lineage.db")); !maps.Equal(want, have) {
		t.Errorf("the store has %d games, want %d, the same", len(have), len(want))
	}
}

// games returns the ranks of all games of a store by their seeds and seats.
func games(t *testing.T, path string) map[string]string {
	t.Helper()
	db, err := sql.Open("sqlite3", "file:"+path+"?mode=ro")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	rows, err := db.Query(`SELECT seed || '|' || seats, ranking ->> 'Ranks' FROM games`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	out := map[string]string{}
	for rows.Next() {
		var game, ranks string
		if err := rows.Scan(&game, &ranks); err != nil {
			t.Fatal(err)
		}
		out[game] = ranks
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return out
}

// A worker of another build is refused, though both say the same version.
func TestSwarm_otherBuild(t *testing.T) {
	dir, address := t.TempDir(), free(t)
	write(t, filepath.Join(dir, "run.yaml"), strings.Replace(tiny, "generations: 3", "generations: 100000", 1))
	breeder, _, stderr := itself(t, dir, "breed", "run.yaml", "--swarm", "--listen", address, "--token", "abcdefgh", "--progress", "none")
	if err := breeder.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() {
		_ = breeder.Process.Kill()
		_ = breeder.Wait()
	}()
	worker, _, said := itself(t, dir, "worker", "nats://worker:abcdefgh@"+address)
	whole, err := os.ReadFile(worker.Path)
	if err != nil {
		t.Fatal(err)
	}
	worker.Path = filepath.Join(dir, "bloodline")
	if err := os.WriteFile(worker.Path, append(whole, 0), 0o700); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	defer context.AfterFunc(ctx, func() { _ = worker.Process.Kill() })()
	if err := worker.Run(); err == nil || !strings.Contains(said.String(), "the breeder refuses this worker: it is") {
		t.Errorf("%v: %s\nbreeder: %s", err, said, stderr)
	}
}
