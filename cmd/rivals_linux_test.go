package cmd

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"bloodline/internal/guard"
)

// A pipe without a writer is waited for until an interrupt; meanwhile no other process writes the same rival's files,
// and none is kept from them once the first has been killed.
func TestClone_waits(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	guard.Must(t, syscall.Mkfifo(filepath.Join(dir, "pipe"), 0o600))
	mustRun(t, dir, "match", "Lawyer", "Taxman", "--games", "20", "--records", "games")
	lock := filepath.Join(dir, "rivals", ".Lawyer.lock")
	reading, _, _ := itself(t, dir, "inspect", "Lawyer", "--from", "pipe")
	guard.Must(t, reading.Start())
	for _, s := range []syscall.Signal{syscall.SIGINT, syscall.SIGKILL} {
		p, _, _ := itself(t, dir, "clone", "Lawyer", "--from", "pipe")
		guard.Must(t, p.Start())
		for until := time.Now().Add(time.Minute); ; time.Sleep(5 * time.Millisecond) {
			if _, err := os.Stat(lock); err == nil {
				break
			} else if time.Now().After(until) {
				t.Fatal("it took no name")
			}
		}
		second, _, said := itself(t, dir, "clone", "Lawyer", "--from", "games/games.jsonl")
		err := second.Run()
		want := "bloodline: clone: another clone writes rivals/Lawyer.json: wait until it has ended, or name another folder by --out\n"
		if err == nil || said.String() != want {
			t.Errorf("a second one: %v, %s", err, said)
		}
		mustEnd(t, p, s)
	}
	mustEnd(t, reading, syscall.SIGINT)
	mustRun(t, dir, "clone", "Lawyer", "--from", "games/games.jsonl")
	left, err := filepath.Glob(filepath.Join(dir, "rivals", "*"))
	if hidden, _ := filepath.Glob(filepath.Join(dir, "rivals", ".*")); err != nil || len(left) != 2 || len(hidden) > 0 {
		t.Errorf("left are %v, %v", left, hidden)
	}
}

// mustEnd sends a process a signal, which must end it.
func mustEnd(t *testing.T, p *exec.Cmd, s syscall.Signal) {
	t.Helper()
	ended := make(chan error, 1)
	go func() { ended <- p.Wait() }()
	guard.Must(t, p.Process.Signal(s))
	select {
	case err := <-ended:
		var exit *exec.ExitError
		if !errors.As(err, &exit) || s == syscall.SIGINT && exit.ExitCode() != exitInterrupted {
			t.Errorf("%v: it ended with %v", s, err)
		}
	case <-time.After(time.Minute):
		t.Errorf("it is deaf to %v", s)
		_ = p.Process.Kill()
	}
}

// Of processes that add games at once each has its games in both files, or says that it has not.
func TestClone_addsAtOnce(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	mustRun(t, dir, "clone", "Lawyer", "--against", "Taxman", "--games", "10")
	var all []*exec.Cmd
	for range 6 {
		p, _, _ := itself(t, dir, "clone", "Lawyer", "--against", "Taxman", "--games", "10", "--add")
		guard.Must(t, p.Start())
		all = append(all, p)
	}
	want := 10
	for _, p := range all {
		if err := p.Wait(); err == nil {
			want += 10
		} else if said := fmt.Sprint(p.Stderr); !strings.Contains(said, "another clone writes rivals/Lawyer.json") {
			t.Errorf("%v: %s", err, said)
		}
	}
	lines, err := os.ReadFile(filepath.Join(dir, "rivals", "Lawyer.jsonl"))
	text, failed := os.ReadFile(filepath.Join(dir, "rivals", "Lawyer.json"))
	var f struct{ Clone struct{ Games int } }
	guard.Must(t, errors.Join(err, failed, json.Unmarshal(text, &f)))
	if have := bytes.Count(lines, []byte("\n")); have != want || f.Clone.Games != want || want == 10 {
		t.Errorf("have %d games on record and a clone of %d, want %d", have, f.Clone.Games, want)
	}
}
