//go:build linux

package cmd

import (
	"errors"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"bloodline/internal/guard"
)

// A program that is ended by any signal leaves no folder behind; under nohup it continues.
func TestMain_signals(t *testing.T) {
	if signal.Ignored(syscall.SIGHUP) {
		t.Skip("this test runs under nohup")
	}
	for _, c := range []struct {
		name    string
		before  string // in the shell that starts it
		signals []os.Signal
	}{
		{"hangup", "", []os.Signal{syscall.SIGHUP}},
		{"quit", "", []os.Signal{syscall.SIGQUIT}},
		{"nohup", "trap '' HUP; ", []os.Signal{syscall.SIGHUP, syscall.SIGTERM}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			tmp := filepath.Join(dir, "tmp")
			guard.Must(t, os.Mkdir(tmp, 0o755))
			swarm := func() bool {
				found, _ := filepath.Glob(filepath.Join(tmp, "bloodline-swarm-*"))
				return len(found) > 0
			}
			p := exec.Command("sh", "-c", c.before+"exec bloodline breed coup --swarm --listen 127.0.0.1:0 --progress none")
			p.Dir = dir
			p.Env = append(os.Environ(), "TMPDIR="+tmp)
			guard.Must(t, p.Start())
			for end := time.Now().Add(time.Minute); !swarm(); time.Sleep(5 * time.Millisecond) {
				if time.Now().After(end) {
					t.Fatal("it opened no swarm")
				}
			}
			for _, s := range c.signals {
				if !swarm() {
					t.Errorf("it ended before %v", s)
				}
				guard.Must(t, p.Process.Signal(s))
				time.Sleep(50 * time.Millisecond) // for the first of two to be seen
			}
			var exit *exec.ExitError
			if err := p.Wait(); !errors.As(err, &exit) || exit.ExitCode() != exitInterrupted {
				t.Errorf("it ended with %v", err)
			}
			if left, err := os.ReadDir(tmp); err != nil || len(left) > 0 {
				t.Errorf("left are %v, %v", left, err)
			}
		})
	}
}
