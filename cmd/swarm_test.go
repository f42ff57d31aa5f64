//go:build linux

package cmd

import (
	"bytes"
	"context"
	"database/sql"
	"io"
	"maps"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"bloodline/arena/swarm"
	"bloodline/internal/guard"
)

// swarmed are small runs: of measurements by workers and of whole searches.
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
}

// free returns an address of this machine without a listener.
func free(t *testing.T) string {
	t.Helper()
	l := guard.Value(net.Listen("tcp", "127.0.0.1:0"))(t)
	defer l.Close()
	return l.Addr().String()
}

// here breeds dir/run.yaml in this process, with a store of its own, and returns the champion's bytes.
func here(t *testing.T, dir, store string, flags ...string) (string, error) {
	t.Helper()
	guard.Must(t, os.Mkdir(filepath.Join(dir, store), 0o755))
	args := []string{"breed", filepath.Join(dir, "run.yaml"), "--name", "run", "--store", filepath.Join(dir, store, "lineage.db"), "--workers", "1", "--progress", "none"}
	if err := call(append(args, flags...), io.Discard, io.Discard); err != nil {
		return "", err
	}
	return read(t, filepath.Join(dir, store, "run", "champion.json")), nil
}

// working starts the command worker in this process. stop ends it and returns how it ended.
func working(t *testing.T, url string, flags ...string) (stop func() error) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	a := shipped()
	a.stdout, a.stderr = io.Discard, io.Discard
	go func() { done <- a.execute(ctx, append([]string{"worker", url, "--workers", "1"}, flags...)) }()
	stop = sync.OnceValue(func() error {
		cancel()
		return <-done
	})
	t.Cleanup(func() { _ = stop() }) // the test asks if it matters
	return stop
}

// A run that workers take part in, of which one leaves in the middle, has the champion of a run alone.
func TestSwarm(t *testing.T) {
	for _, name := range []string{"coup", "beside"} {
		t.Run(name, func(t *testing.T) {
			dir, address := t.TempDir(), free(t)
			url := "nats://worker:abcdefgh@" + address
			write(t, filepath.Join(dir, "run.yaml"), strings.NewReplacer("generations: 14,", "generations: 6,", "generations: 20,", "generations: 8,").Replace(swarmed[name]))
			want := guard.Value(here(t, dir, "alone"))(t)
			working(t, url, "--name", "stays")
			leave := working(t, url, "--name", "leaves")
			go func() {
				for s, err := swarm.QueryStatus(url, ""); err != nil || s.Jobs < 5; s, err = swarm.QueryStatus(url, "") {
					if t.Context().Err() != nil {
						return
					}
					time.Sleep(5 * time.Millisecond)
				}
				_ = leave() // as it is told
			}()
			have, err := here(t, dir, "swarm", "--swarm", "--listen", address, "--token", "abcdefgh", "--audit", "0.2")
			if err != nil || have != want {
				t.Errorf("%v: have\n%.600s\nwant\n%.600s", err, have, want)
			}
		})
	}
}

// TestSwarm_killed kills workers, the breeder with its server, and a server elsewhere with SIGKILL at any moment, which
// is started again on its port, every other time without what it had on disk: champion and store are those of a run
// alone. make soak repeats it for as long as -soak says.
func TestSwarm_killed(t *testing.T) {
	guard.Slow(t)
	t.Parallel()
	for name, config := range swarmed {
		config := strings.Replace(config, "generations: 8,", "generations: 150,", 1)
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			alone := t.TempDir()
			write(t, filepath.Join(alone, "run.yaml"), config)
			mustRun(t, alone, "breed", "run.yaml", "--name", "run", "--workers", "1", "--progress", "none")
			want := outcome(t, alone, "run")
			seed := soakSeed()
			for began := time.Now(); ; seed++ {
				for _, elsewhere := range []bool{false, true} {
					dir := t.TempDir()
					write(t, filepath.Join(dir, "run.yaml"), config)
					did := harass(t, dir, elsewhere, seed)
					t.Logf("seed %d: %v killed", seed, did)
					if have := outcome(t, dir, "run"); have != want {
						t.Fatalf("have\n%.600s\nwant\n%.600s", have, want)
					}
				}
				if time.Since(began) >= *soak {
					return
				}
			}
		})
	}
}

// NATS is a server at the address of its argument, in a process that a test kills.
func NATS() {
	address, err := net.ResolveTCPAddr("tcp", os.Args[1])
	if err != nil {
		panic(err)
	}
	s, err := server.NewServer(&server.Options{Host: address.IP.String(), Port: address.Port, NoLog: true, NoSigs: true, JetStream: true, StoreDir: "nats"})
	if err != nil {
		panic(err)
	}
	s.Start()
	s.WaitForShutdown()
}

// process is the program in a process of its own.
type process struct {
	done chan error
	text *bytes.Buffer
	kill func()
}

func launch(t *testing.T, dir, program string, args ...string) *process {
	t.Helper()
	cmd, _, stderr := itself(t, dir, args...)
	cmd.Args[0] = program
	cmd.Path, cmd.Err = exec.LookPath(program)
	guard.Must(t, cmd.Start())
	p := &process{done: make(chan error, 1), text: stderr}
	go func() { p.done <- cmd.Wait() }()
	p.kill = sync.OnceFunc(func() {
		_ = cmd.Process.Kill() // it may have ended
		<-p.done
	})
	return p
}

// harass breeds a run with a swarm of processes, kills some of them and starts them again, until the run is finished.
func harass(t *testing.T, dir string, elsewhere bool, seed uint64) (did map[string]int) {
	t.Helper()
	rng, address := rand.New(rand.NewPCG(seed, 2)), free(t)
	spread, url := []string{"--listen", address, "--token", "abcdefgh"}, "nats://worker:abcdefgh@"+address
	if elsewhere {
		url = "nats://" + address
		spread = []string{"--nats", url}
	}
	spread = append(spread, "--swarm", "--workers", "1", "--progress", "none")
	program := map[string][]string{"one worker": {"worker", url, "--workers", "1"}, "another worker": {"worker", url, "--workers", "1"}}
	left, all := map[string]int{"one worker": 2, "another worker": 1, "breeder": 1}, map[string]*process{}
	if elsewhere {
		left["server"] = 3
		all["server"] = launch(t, dir, "nats", address)
		for up := false; !up; time.Sleep(5 * time.Millisecond) { // else the breeder says that no server is there
			if c, err := net.Dial("tcp", address); err == nil {
				up = c.Close() == nil
			} else if len(all["server"].done) > 0 {
				t.Fatal(all["server"].text)
			}
		}
	}
	for name, args := range program {
		all[name] = launch(t, dir, "bloodline", args...)
	}
	defer func() {
		for _, p := range all {
			p.kill()
		}
	}()
	all["breeder"] = launch(t, dir, "bloodline", append([]string{"breed", "run.yaml", "--name", "run"}, spread...)...)
	did = map[string]int{}
	for {
		select {
		case err := <-all["breeder"].done:
			if close(all["breeder"].done); err != nil {
				t.Fatalf("%v\n%s", err, all["breeder"].text)
			}
			return did
		case <-time.After(time.Duration(50+rng.IntN(250)) * time.Millisecond):
		}
		if _, err := swarm.QueryStatus(url, ""); err != nil || len(left) == 0 { // it has not begun yet, or all were killed
			continue
		}
		names := slices.Sorted(maps.Keys(left))
		name := names[rng.IntN(len(names))]
		if left[name]--; left[name] == 0 {
			delete(left, name)
		}
		did[name]++
		all[name].kill()
		switch name {
		case "breeder":
			all[name] = launch(t, dir, "bloodline", append([]string{"breed", "--resume=run"}, spread...)...)
		case "server":
			if left[name]%2 == 1 {
				guard.Must(t, os.RemoveAll(filepath.Join(dir, "nats")))
			}
			all[name] = launch(t, dir, "nats", address)
		default:
			all[name] = launch(t, dir, "bloodline", program[name]...)
		}
	}
}

// A game of commands is played by workers that have its programs and maps: the champion and the games in the store are
// those of a run alone. A worker with other programs or maps, or without any, says so and ends.
func TestSwarm_programs(t *testing.T) {
	guard.Slow(t)
	t.Parallel()
	dir, there, other, more := t.TempDir(), t.TempDir(), t.TempDir(), t.TempDir()
	for _, d := range []string{dir, there, other, more} {
		write(t, filepath.Join(d, "referee.sh"), duelReferee)
		write(t, filepath.Join(d, "bot.sh"), "# the bot\n")
		write(t, filepath.Join(d, "a.map"), "a")
		write(t, filepath.Join(d, "b.map"), "b")
	}
	write(t, filepath.Join(more, "a2.map"), "")
	write(t, filepath.Join(other, "bot.sh"), "# another\n")
	write(t, filepath.Join(dir, "run.yaml"), strings.NewReplacer("ALGORITHM", "distribution", "begun", "begun {map}\n  maps: '*.map'").Replace(duel))
	want := guard.Value(here(t, dir, "alone"))(t)
	address := free(t)
	url := "nats://worker:abcdefgh@" + address
	work := guard.Value(filepath.Abs("."))(t)
	near := guard.Value(filepath.Rel(work, there))(t)
	working(t, url, "--name", "good", "--programs", near)
	bad := map[string]func() error{
		"program bot.sh is missing here, or another one":          working(t, url, "--name", "other", "--programs", other),
		`the maps differ from those of the run: added \"a2.map\"`: working(t, url, "--name", "more", "--programs", more),
		"this worker plays no programs":                           working(t, url, "--name", "none"),
	}
	have, err := here(t, dir, "swarm", "--swarm", "--listen", address, "--token", "abcdefgh")
	if err != nil || have != want {
		t.Errorf("%v: have\n%.600s\nwant\n%.600s", err, have, want)
	}
	for why, stop := range bad {
		if err := stop(); err == nil || !strings.Contains(err.Error(), why) {
			t.Errorf("want %q, have %v", why, err)
		}
	}
	if want, have := games(t, filepath.Join(dir, "alone", "lineage.db")), games(t, filepath.Join(dir, "swarm", "lineage.db")); want != have {
		t.Errorf("the games in the store are\n%.300s\nwant\n%.300s", have, want)
	}
}

// A simulator's run has the same champion with any number of workers, here or elsewhere, and if it got its budget in
// two parts.
func TestSwarm_simulator(t *testing.T) {
	guard.Slow(t)
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("no python3")
	}
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "mine")
	guard.Must(t, call([]string{"new", "run", "--simulator", "--language", "python", "--out", dir}, io.Discard, io.Discard))
	small := []string{"--set", "evidence.deals=100", "--max-games", "3000"}
	want, err := here(t, dir, "alone", small...)
	guard.Must(t, err)
	_, err = here(t, dir, "parts", append(slices.Clone(small), "--max-games", "1000", "--workers", "3")...)
	guard.Must(t, err)
	err = call([]string{"breed", "--resume=run", "--store", filepath.Join(dir, "parts", "lineage.db"), "--max-games", "3000", "--progress", "none"}, io.Discard, io.Discard)
	// The end of the first part was a look, by which the interval of the lead is wider.
	looks := regexp.MustCompile(`"lead": \{[^}]*\}|,\s*"earlier_looks": \d+`)
	if have := read(t, filepath.Join(dir, "parts", "run", "champion.json")); err != nil || looks.ReplaceAllString(have, "") != looks.ReplaceAllString(want, "") {
		t.Errorf("in parts: %v: have\n%s\nwant\n%s", err, have, want)
	}
	there, address := t.TempDir(), free(t)
	write(t, filepath.Join(there, "simulator.py"), read(t, filepath.Join(dir, "simulator.py")))
	working(t, "nats://worker:abcdefgh@"+address, "--programs", there)
	have, err := here(t, dir, "swarm", append(slices.Clone(small), "--swarm", "--listen", address, "--token", "abcdefgh")...)
	if err != nil || have != want {
		t.Errorf("swarm: %v: have\n%.600s\nwant\n%.600s", err, have, want)
	}
}

// games returns seeds, seats and ranks of all games of a store.
func games(t *testing.T, path string) (out string) {
	t.Helper()
	db := guard.Value(sql.Open("sqlite3", "file:"+path+"?mode=ro"))(t)
	defer db.Close()
	row := db.QueryRow(`SELECT group_concat(seed || seats || (result ->> 'ranks'), x'0a') FROM (SELECT * FROM games ORDER BY seed, seats)`)
	guard.Must(t, row.Scan(&out))
	return out
}
