package program_test

import (
	"bufio"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"bloodline/arena/program"
	"bloodline/internal/guard"
)

// player tells the test binary to start a program in a sandbox of this mode and wait.
const player = "BLOODLINE_TEST_PLAYER"

// stubborn leaves its group and its session, hides its environment, and holds no
// stream. Its folder is among its words.
const stubborn = `env -i setsid sh -c 'trap "" HUP TERM; echo > daemon; while :; do sleep 0.1; done' "$PWD" > /dev/null 2>&1 &
while [ ! -e daemon ]; do sleep 0.01; done; echo ready; sleep 3600`

// playOn is the script of a player.
func playOn(mode program.Mode) error {
	s, err := program.NewSandbox(mode, os.TempDir(), "x", nil)
	if err != nil {
		return err
	}
	cmd := s.Command([]string{"sh", "-c", stubborn})
	cmd.Stdout = os.Stdout
	if _, err = s.Launch(context.Background(), cmd); err == nil {
		select {}
	}
	return err
}

// When this program is killed, so is what it has started, and what that has started.
func TestLaunch_killed(t *testing.T) {
	for _, mode := range []program.Mode{program.Off, program.Auto} {
		c := exec.Command(os.Args[0])
		dir := t.TempDir()
		c.Env = append(os.Environ(), player+"="+string(mode), "TMPDIR="+dir)
		out := guard.Value(c.StdoutPipe())(t)
		c.Stderr = os.Stderr
		guard.Must(t, c.Start())
		if line, err := bufio.NewReader(out).ReadString('\n'); err != nil {
			t.Fatalf("%s: it ended after %q: %v", mode, line, err)
		}
		if len(daemons(dir)) < 2 { // and the launcher
			t.Errorf("%s: want a daemon, have %v", mode, daemons(dir))
		}
		_ = c.Process.Kill()
		_ = c.Wait()
		for begin := time.Now(); len(daemons(dir)) > 0; time.Sleep(10 * time.Millisecond) {
			if time.Since(begin) > time.Minute { // a busy machine
				t.Fatalf("%s: left: %v", mode, daemons(dir))
			}
		}
	}
}

// A launcher whose program has started while this one was being killed ends with it.
func TestLaunch_abandoned(t *testing.T) {
	for _, mode := range []program.Mode{program.Off, program.Auto} {
		dir := t.TempDir()
		s := guard.Value(program.NewSandbox(mode, dir, "x", nil))(t)
		var err error
		done := make(chan error)
		go func() { done <- s.Abandon(s.Command([]string{"sh", "-c", "sleep 3600", dir})) }()
		select {
		case err = <-done:
		case <-time.After(time.Minute):
			t.Fatalf("%s: the launcher runs on", mode)
		}
		if left := daemons(dir); err != nil || len(left) > 0 {
			t.Errorf("%s: %v, left %v", mode, err, left)
		}
		_ = s.Close()
	}
}

// daemons returns the processes that a script below a folder has left.
func daemons(dir string) (out []string) {
	all, _ := filepath.Glob("/proc/[0-9]*")
	for _, proc := range all {
		words, _ := os.ReadFile(proc + "/cmdline")
		if strings.Contains(string(words), dir) {
			out = append(out, filepath.Base(proc))
		}
	}
	return out
}
