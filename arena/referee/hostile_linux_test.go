package referee_test

import (
	"bytes"
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"bloodline/arena"
	"bloodline/arena/program"
	"bloodline/arena/referee"
	"bloodline/engine"
	"bloodline/games/coup"
	fieldofcoup "bloodline/games/coup/baselines"
	"bloodline/games/samurai"
	fieldofsamurai "bloodline/games/samurai/baselines"
	samuraiseat "bloodline/games/samurai/seat"
	"bloodline/games/wojna"
	fieldofwojna "bloodline/games/wojna/baselines"
	wojnaseat "bloodline/games/wojna/seat"
	"bloodline/games/wojna/table"
	"bloodline/internal/guard"
)

// playBot is the test binary as a bot: "bot GAME".
func playBot(game string) int {
	if game == "samurai" {
		return samuraiseat.Main("balanced", ours(game).(samuraiseat.Policy), nil, os.Stdin, os.Stdout, os.Stderr)
	}
	return wojnaseat.Main("Tight", ours(game).(wojnaseat.Policy), nil, os.Stdin, os.Stdout, os.Stderr)
}

// contests are the three protocols: how a program plays honestly after a script has
// done its work, and the other players at the table.
var contests = map[string]struct {
	contest referee.Contest
	honest  string
}{
	"coup":    {coup.Contest{}, `printf %s "$5" >> "$1"`},
	"samurai": {samurai.Game().Contest, `exec "$BOT" bot samurai`},
	"wojna":   {wojna.Contest{Game: table.Game{Deals: 1}}, `exec "$BOT" bot wojna`},
}

const secret = "the secret of the house"

// attack is a hostile program: what it does before it plays honestly. Scripts know these
// words: $REFEREE is its number, $TARGET a file of the user, $PORT an open port at
// 127.0.0.1, $DESCRIPTOR that file, open, $BOT the binary of an honest program, $MARK a word
// for what is left running and for keys.
type attack struct {
	name, script string
	// want is the fault that it costs, and each protocol its own if it begins with
	// the contest's name; empty where the attack comes to nothing and the program
	// plays on.
	want []string
	only string // contests, where not all of them
	// deadly attacks harm the test or the machine if nothing is around them.
	deadly bool
}

// A program that leaks ends with an error, so that the record has what it wrote to stderr.
const leak = " >&2; exit 9"

var attacks = []attack{
	{name: "reads a variable of the user", script: `env` + leak, want: []string{"exit"}},
	{name: "reads the parent's environment", script: `tr '\0' '\n' < /proc/$PPID/environ` + leak, want: []string{"exit"}},
	{name: "reads every environment", script: `cat /proc/[0-9]*/environ | tr '\0' '\n'` + leak, want: []string{"exit"}},
	{name: "reads a file of the user", script: `cat "$TARGET"` + leak, want: []string{"exit"}},
	{name: "reads what lies beside it", script: `cat "${BOT%/*}/swarm.token"` + leak, want: []string{"exit"}},
	{name: "reads the shadow", script: `cat /etc/shadow && echo ` + secret + leak, want: []string{"exit"}, only: "coup samurai"},
	{name: "reads the disk", script: `head -c 10 /dev/vda /dev/sda /dev/nvme0n1 /dev/mem | grep . && echo ` + secret + leak, want: []string{"exit"}, only: "coup"},
	{name: "reads others' folders", script: `ls -d "${PWD%/*}"/* | grep -v -x -F "$PWD" && echo ` + secret + leak, want: []string{"exit"}},
	{name: "kills its parent", script: `kill -9 $PPID`, deadly: true},
	{name: "sends its parent every signal", script: `for s in 1 2 3 4 5 6 7 8 10 11 12 13 14 15 19 20; do kill -$s $PPID; done`, deadly: true},
	{name: "kills the referee", script: `kill -9 $REFEREE`, deadly: true},
	{name: "stops the referee", script: `kill -STOP $REFEREE`, deadly: true},
	{name: "kills everybody", script: `kill -9 -1`, deadly: true, want: []string{"", "coup:"}},
	{name: "kills everybody it sees", script: `for p in /proc/[0-9]*; do kill -9 ${p#/proc/}; done 2>/dev/null`, deadly: true, want: []string{"exit"}},
	{name: "kills itself", script: `kill -9 $$`, want: []string{"exit"}},
	{name: "stops itself", script: `kill -STOP $$`, want: []string{"timeout", "samurai:ready"}},
	{name: "writes over a file of the user", script: `echo mine > "$TARGET"`, deadly: true},
	{name: "removes a file of the user", script: `rm -f "$TARGET"`, deadly: true},
	{name: "writes over a bot", script: `cp /bin/true "$BOT"`, deadly: true},
	{name: "writes into the system", script: `touch /usr/bin/mine /etc/mine /mine /dev/shm/mine; test -e /usr/bin/mine -o -e /etc/mine && echo ` + secret + leak, want: []string{"exit"}, deadly: true},
	{name: "sets up the kernel", script: `echo x > /proc/sys/kernel/core_pattern && echo ` + secret + leak, want: []string{"exit"}, deadly: true, only: "coup"},
	{name: "raises its limits", script: `ulimit -v unlimited -d unlimited -u 100000 && echo ` + secret + leak, want: []string{"exit"}, deadly: true, only: "coup wojna"},
	{name: "takes much memory", script: `dd if=/dev/zero of=/dev/null bs=3G count=1 && echo ` + secret + leak, want: []string{"exit"}, deadly: true, only: "samurai"},
	{name: "fills its folder", script: `[ -e big3 ] || for i in 1 2 3; do head -c 100m /dev/zero > big$i; done`, deadly: true, only: "coup", want: []string{"modified", "exit"}},
	{name: "fills its folder with files", script: `[ -e 1 ] || seq 20000 | xargs -n 5000 touch 2>/dev/null`, deadly: true, only: "coup"},
	{name: "bombs with forks", script: `bomb() { bomb | bomb & }; bomb 2>/dev/null; sleep 3600.$MARK`, deadly: true, want: []string{"exit", "timeout"}, only: "coup"},
	{name: "makes a user of its own", script: `unshare -Ur true && echo ` + secret + leak, want: []string{"exit"}, deadly: true},
	{name: "mounts", script: `mount -t tmpfs x /usr && echo ` + secret + leak, want: []string{"exit"}, deadly: true, only: "coup"},
	{name: "makes a device", script: `mknod d b 254 0 && cat d && echo ` + secret + leak, want: []string{"exit"}, deadly: true, only: "coup samurai"},
	{name: "calls home", script: `"$BOT" dial tcp 127.0.0.1:$PORT` + leak, want: []string{"exit"}},
	{name: "calls a service of the machine", script: `"$BOT" dial unix "$TARGET.socket"` + leak, want: []string{"exit"}},
	{name: "calls a hidden service", script: `"$BOT" dial unix "@$MARK"` + leak, want: []string{"exit"}, only: "coup wojna"},
	{name: "reads the launcher's memory", script: `head -c 1 /proc/1/mem && echo ` + secret + leak, want: []string{"exit"}, only: "coup"},
	{name: "speaks as its launcher", script: `for fd in 3 4 5 6 7 8 9; do "$BOT" misuse speak $fd; done`},
	{name: "reads a descriptor of the caller", script: `"$BOT" misuse descriptor $DESCRIPTOR` + leak, want: []string{"exit"}},
	{name: "reads a key of the user", script: `"$BOT" misuse key $MARK` + leak, want: []string{"exit"}},
	{name: "opens a socket of the hypervisor", script: `"$BOT" misuse socket 40` + leak, want: []string{"exit"}, only: "coup"},
	{name: "opens a socket of the kernel's ciphers", script: `"$BOT" misuse socket 38` + leak, want: []string{"exit"}, only: "coup"},
	{name: "listens in its folder", script: `"$BOT" listen here && test -e here && echo ` + secret + leak, want: []string{"exit"}},
	{name: "takes the memory of a device", script: `"$BOT" misuse memory zero` + leak, want: []string{"exit"}, deadly: true, only: "coup"},
	{name: "takes memory that no limit counts", script: `for m in shared grows memfd segment; do "$BOT" misuse memory $m; done` + leak, want: []string{"exit"}, deadly: true},
	{name: "leaves a child", script: `sleep 3600.$MARK & :`},
	{name: "leaves a child of another session", script: `setsid sleep 3600.$MARK & :`},
	{name: "leaves a daemon", script: `(setsid sh -c 'trap "" HUP TERM; sleep 3600.'$MARK' & exit' &) ; :`},
	{name: "leaves a child that holds its streams", script: `setsid sh -c 'while :; do sleep 0.'$MARK'; done' & :`},
	{name: "leaves shared memory", script: `ipcmk -M 4096 >/dev/null; :`, deadly: true},
	{name: "locks its folder", script: `chmod 0 "$PWD"`, want: []string{"", "exit", "start"}},
	{name: "empties its folder", script: `rm -rf "$PWD" "$PWD"/* 2>/dev/null; :`, want: []string{"", "coup:modified"}},
	{name: "moves its folder", script: `mv "$PWD" "$PWD.away" 2>/dev/null; :`},
	{name: "fills stderr", script: `head -c 3000000 /dev/zero >&2`},
	{name: "changes its priority", script: `renice -n 19 $$ >/dev/null; :`, only: "coup"},
	{name: "closes its streams", script: `exec <&- >&- 2>&-; sleep 3600.$MARK`, want: []string{"exit", "coup:timeout"}},
	{name: "sleeps", script: `sleep 3600.$MARK`, want: []string{"timeout", "samurai:ready"}},
	{name: "sleeps through signals", script: `trap "" HUP INT TERM PIPE; sleep 3600.$MARK; sleep 3600.$MARK`, want: []string{"timeout", "samurai:ready"}},
	{name: "prints for ever", script: `yes`, want: []string{"flood", "coup:timeout", "wojna:garbage,flood", "command:,flood"}},

	// The history of Coup, which other protocols do not have.
	{name: "puts a pipe over the history", script: `mkfifo p; mv p "$1"; exit 0`, only: "coup", want: []string{"modified"}},
	{name: "puts pipes over the history for ever", script: `(setsid sh -c 'while :; do mkfifo p$$; mv p$$ "$1"; done' x "$1" 2>/dev/null &); exit 0`, only: "coup", want: []string{"modified", "arbiter"}},
	{name: "puts a link over the history", script: `rm "$1"; ln -s "$TARGET" "$1"; exit 0`, only: "coup", want: []string{"modified"}},
	{name: "puts a folder over the history", script: `rm "$1"; mkdir -p "$1/x"; exit 0`, only: "coup", want: []string{"modified"}},
	{name: "puts a socket over the history", script: `rm "$1"; "$BOT" listen "$1"; exit 0`, only: "coup", want: []string{"modified"}},
	{name: "locks the history", script: `printf %s "$5" >> "$1"; chmod 0 "$1"; exit 0`, only: "coup", want: []string{"", "modified"}},
	{name: "makes the history long", script: `truncate -s 200m "$1"; exit 0`, only: "coup", want: []string{"modified"}},
	{name: "writes into every history", script: `for f in "${PWD%/*}"/*/*.txt; do [ "$f" = "$1" ] || printf x >> "$f"; done 2>/dev/null`, only: "coup"},
	{name: "leaves a link for the next game", script: `[ "$1" = "$PWD/honest_hostile_0_1.txt" ] || ln -sf "$TARGET" "$PWD/honest_hostile_0_1.txt"`, only: "coup"},
}

// surroundings are the targets of attacks.
type surroundings struct {
	env    []string
	target string
	mark   string
	calls  chan string // connections that came
	bot    string
}

func newSurroundings(t *testing.T) *surroundings {
	t.Helper()
	bot := guard.Value(os.Executable())(t)
	dir := t.TempDir()
	s := &surroundings{target: filepath.Join(dir, "diary"), mark: strconv.Itoa(1_000_000 + os.Getpid()), calls: make(chan string, 100), bot: bot}
	guard.Must(t, os.WriteFile(s.target, []byte(secret), 0o600))
	tcp := s.listen(t, "tcp", "127.0.0.1:0")
	s.listen(t, "unix", s.target+".socket")
	s.listen(t, "unix", "@"+s.mark)
	_, port, _ := net.SplitHostPort(tcp.String())
	token := filepath.Join(filepath.Dir(bot), "swarm.token") // as in a project's folder
	guard.Must(t, os.WriteFile(token, []byte(secret), 0o600))
	t.Cleanup(func() { _ = os.Remove(token) })
	keep(t, s.mark)
	left, err := unix.Open(s.target, unix.O_RDWR, 0) // without close-on-exec, as a shell's 9<>file
	guard.Must(t, err)
	t.Cleanup(func() { _ = unix.Close(left) })
	s.env = []string{
		fmt.Sprint("REFEREE=", os.Getpid()), fmt.Sprint("DESCRIPTOR=", left), "TARGET=" + s.target, "BOT=" + bot, "PORT=" + port, "MARK=" + s.mark,
	}
	t.Setenv("DIARY", secret)
	t.Setenv("HOME", dir)
	return s
}

// listen notes each caller.
func (s *surroundings) listen(t *testing.T, network, address string) net.Addr {
	l := guard.Value(net.Listen(network, address))(t)
	done := make(chan bool)
	go func() {
		defer close(done)
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			s.calls <- network
			c.Close()
		}
	}()
	t.Cleanup(func() { l.Close(); <-done })
	return l.Addr()
}

// guard keeps an attack away from real machines: it goes on in a folder of the
// referee's only, and if it is deadly only where the user's file cannot be seen.
func (a attack) guard() string {
	text := `case "$PWD" in */bloodline-*/*) ;; *) exit 98 ;; esac; `
	if a.deadly {
		text += `[ -e "$TARGET" ] && exit 98; `
	}
	return text
}

// seat is a program of a script, which the environment of attacks is set for. The binary
// among its words is what a sandbox lets it read.
func (s *surroundings) seat(name, script string) referee.Seat {
	words := append([]string{"env"}, s.env...)
	return referee.Seat{Name: name, Command: append(words, "sh", "-c", script, s.bot)}
}

// running returns the processes that an attack has left.
func (s *surroundings) running() (pids []int) {
	all, _ := filepath.Glob("/proc/[0-9]*/cmdline")
	for _, path := range all {
		text, err := os.ReadFile(path)
		pid, _ := strconv.Atoi(strings.Split(path, "/")[2])
		if err == nil && pid != os.Getpid() && bytes.Contains(text, []byte(s.mark)) {
			pids = append(pids, pid)
		}
	}
	return pids
}

// ours returns a player of ours.
func ours(game string) engine.Player {
	all, name := fieldofwojna.All(), "Tight"
	switch game {
	case "coup":
		all, name = fieldofcoup.All(), "Taxman"
	case "samurai":
		all, name = fieldofsamurai.All(), "balanced"
	}
	b, _ := engine.FindBaseline(all, name)
	return b.Player
}

// patient are limits that honest programs keep on a busy machine.
var patient = referee.Limits{Start: time.Minute, Move: time.Minute, First: time.Hour, Then: time.Hour}

// play plays an attack against an honest program, or against a player of ours where the
// limits of time are short.
func (s *surroundings) play(t *testing.T, game string, a attack, mode program.Mode) *referee.Report {
	t.Helper()
	c := contests[game]
	seats := []referee.Seat{s.seat("hostile", a.guard()+a.script+"\n"+c.honest), s.seat("honest", c.honest)}
	o := referee.Options{Sandbox: mode, Limits: patient}
	if want := a.wants(game); slices.Contains(want, "timeout") || slices.Contains(want, "ready") {
		const short = 300 * time.Millisecond
		o.Limits = referee.Limits{Start: short, Move: short, First: short, Then: short, Hang: time.Millisecond}
		seats[1] = referee.Seat{Name: "honest", Player: ours(game)}
	}
	for i := 2; i < c.contest.Info().Seats; i++ {
		seats = append(seats, referee.Seat{Name: fmt.Sprint("other", i), Player: ours(game)})
	}
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	r := guard.Value(referee.Play(ctx, oneSeating{c.contest}, seats, arena.Pair{Blocks: 1, Seed: 5}, o))(t)
	return r
}

// oneSeating plays a deal in two seatings only.
type oneSeating struct{ referee.Contest }

func (o oneSeating) Referee(ctx context.Context, m *referee.Match) (out engine.Outcome, err error) {
	if m.Rotation > 1 {
		return out, nil
	}
	return o.Contest.Referee(ctx, m)
}

// wants returns the kinds of faults of which an attack must cost one; "" for none.
func (a attack) wants(game string) []string {
	var general []string
	for _, w := range a.want {
		if of, kinds, ok := strings.Cut(w, ":"); !ok {
			general = append(general, w)
		} else if of == game {
			return strings.Split(kinds, ",")
		}
	}
	if len(general) == 0 {
		return []string{""}
	}
	return general
}

// Every attack harms only its own program, reads nothing, changes nothing and leaves
// nothing.
func TestHostile(t *testing.T) {
	guard.Slow(t)
	rows := 0
	s := newSurroundings(t)
	for _, a := range attacks {
		for _, game := range []string{"coup", "samurai", "wojna"} {
			if a.only != "" && !strings.Contains(a.only, game) {
				continue
			}
			rows++
			t.Run(a.name+"/"+game, func(t *testing.T) {
				scratch(t)
				r := s.play(t, game, a, program.Require)
				s.check(t, r)
				kinds := []string{}
				for k := range r.Stats[0].Faults {
					kinds = append(kinds, string(k))
				}
				want := a.wants(game)
				if len(kinds) == 0 {
					kinds = append(kinds, "")
				}
				if slices.ContainsFunc(kinds, func(k string) bool { return !slices.Contains(want, k) }) {
					t.Errorf("want one of %q, have %v: %+v", want, kinds, r.Stats[0].Samples)
				}
				for _, f := range r.Stats[0].Samples {
					if strings.Contains(f.Stderr, secret) || strings.Contains(f.Detail, "status 98") {
						t.Errorf("it has read or done too much: %+v", f)
					}
				}
				s.untouched(t)
			})
		}
	}
	if rows < 60 {
		t.Errorf("%d attacks, want 60", rows)
	}
}

// untouched reports an attack that has changed the user's file, or reached the network.
func (s *surroundings) untouched(t *testing.T) {
	t.Helper()
	if text, err := os.ReadFile(s.target); string(text) != secret {
		t.Errorf("the user's file is %.40q, %v", text, err)
	}
	select {
	case network := <-s.calls:
		t.Errorf("it has called by %s", network)
	default:
	}
}

// check looks at what holds of every play in a sandbox.
func (s *surroundings) check(t *testing.T, r *referee.Report) {
	t.Helper()
	if len(r.Results) != 1 || len(r.Void) > 0 {
		t.Fatalf("void %+v", r.Void)
	}
	for _, record := range r.Stats[1:] {
		if len(record.Faults) > 0 {
			t.Errorf("another program is blamed: %+v", record.Samples)
		}
	}
	if left := s.running(); len(left) > 0 {
		t.Errorf("left running: %v", left)
	}
	noChildren(t)
}

// Without a sandbox attacks succeed. But the referee comes to its end, every game has a
// result, and nothing is left running.
func TestHostile_off(t *testing.T) {
	guard.Slow(t)
	s := newSurroundings(t)
	s.seesDaemons(t)
	for _, a := range attacks {
		if a.deadly || a.only != "" && !strings.Contains(a.only, "coup") {
			continue
		}
		t.Run(a.name, func(t *testing.T) {
			r := s.play(t, "coup", a, program.Off)
			if left := s.running(); len(left) > 0 {
				t.Errorf("left running: %v", left)
			}
			noChildren(t)
			if len(r.Results)+len(r.Void) != 1 {
				t.Errorf("have %+v", r)
			}
			// These succeed, so the table can tell the difference.
			switch a.name {
			case "reads a variable of the user", "reads a file of the user":
				if f := r.Stats[0].Samples[0]; !strings.Contains(f.Stderr, secret) {
					t.Errorf("it has read nothing: %+v", f)
				}
			case "calls home", "calls a service of the machine", "calls a hidden service":
				if len(s.calls) == 0 {
					t.Error("nobody was called")
				}
				for len(s.calls) > 0 {
					<-s.calls
				}
			}
		})
	}
}

// seesDaemons shows that running can tell.
func (s *surroundings) seesDaemons(t *testing.T) {
	t.Helper()
	daemon := exec.Command("sleep", "3600."+s.mark)
	daemon.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Pdeathsig: syscall.SIGKILL}
	guard.Must(t, daemon.Start())
	if have := s.running(); !slices.Equal(have, []int{daemon.Process.Pid}) {
		t.Errorf("running: have %v, want %d", have, daemon.Process.Pid)
	}
	_ = daemon.Process.Kill()
	_ = daemon.Wait()
}

// A tournament of saboteurs and honest programs is played to its end, and the honest ones
// are blamed for nothing.
func TestHostile_tournament(t *testing.T) {
	guard.Slow(t)
	scratch(t)
	s := newSurroundings(t)
	var seats []referee.Seat
	for _, name := range []string{
		"kills everybody", "kills everybody it sees", "locks its folder", "empties its folder", "puts pipes over the history for ever",
		"writes into every history", "leaves a daemon",
	} {
		i := slices.IndexFunc(attacks, func(a attack) bool { return a.name == name })
		seats = append(seats, s.seat(name, attacks[i].guard()+attacks[i].script+"\n"+contests["coup"].honest))
	}
	honest := len(seats)
	for i := range 3 {
		seats = append(seats, s.seat(fmt.Sprint("honest", i), contests["coup"].honest))
	}
	schedule := arena.RoundRobin{Players: len(seats), Seats: 2, Rounds: 1, Seed: 1}
	r, err := referee.Play(t.Context(), coup.Contest{}, seats, schedule, referee.Options{Workers: 2, Sandbox: program.Require, Limits: patient})
	if err != nil || len(r.Results) != schedule.Len() || len(r.Void) > 0 {
		t.Fatalf("%d results of %d, void %v, %v", len(r.Results), schedule.Len(), r.Void, err)
	}
	for i, record := range r.Stats {
		if i >= honest && len(record.Faults) > 0 || record.Plays != 2*(len(seats)-1) {
			t.Errorf("%s: %d plays, faults %+v", seats[i].Name, record.Plays, record.Samples)
		}
	}
	if left := s.running(); len(left) > 0 {
		t.Errorf("left running: %v", left)
	}
}
