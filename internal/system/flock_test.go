package system_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"bloodline/internal/guard"
	"bloodline/internal/system"
)

// Locks of several open files of one process are as those of several processes; what a locked file has can be read.
func TestTry(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lock")
	open := func() *os.File {
		f, err := system.Open(path, os.O_CREATE|os.O_RDWR, 0o600)
		guard.Must(t, err)
		t.Cleanup(func() { _ = f.Close() })
		return f
	}
	a, b := open(), open()
	for i, step := range []struct {
		file *os.File
		kind system.LockKind
		held bool
	}{
		{a, system.Shared, false},
		{b, system.Shared, false},
		{a, system.Exclusive, true}, // and its shared one is lost
		{b, system.Exclusive, false},
		{a, system.Shared, true},
		{b, system.Shared, false},
		{a, system.Shared, false},
	} {
		if err := system.TryLock(step.file, step.kind); errors.Is(err, system.ErrHeld) != step.held || err != nil && !step.held {
			t.Errorf("step %d: %v", i, err)
		}
	}
	guard.Must(t, errors.Join(b.Close(), system.WaitLock(a, system.Exclusive)))
	if _, err := a.WriteString("held"); err != nil {
		t.Error(err)
	}
	if text, err := os.ReadFile(path); string(text) != "held" {
		t.Errorf("have %q, %v", text, err)
	}
	if !system.LockHeldBy(os.Getpid(), a) {
		t.Error("this process holds it")
	}
}

// An open file can be renamed over another one, and removed.
func TestOpen(t *testing.T) {
	dir := t.TempDir()
	from, to := filepath.Join(dir, "from"), filepath.Join(dir, "to")
	f, err := system.Open(from, os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600)
	guard.Must(t, err)
	defer f.Close()
	_, err = f.WriteString("new")
	guard.Must(t, errors.Join(err, os.WriteFile(to, []byte("old"), 0o600), system.Rename(from, to)))
	if text, err := os.ReadFile(to); string(text) != "new" {
		t.Errorf("have %q, %v", text, err)
	}
	if err := os.Remove(to); err != nil {
		t.Error(err)
	}
	text := make([]byte, 4)
	if n, err := f.ReadAt(text, 0); string(text[:n]) != "new" {
		t.Errorf("of the removed file: %q, %v", text[:n], err)
	}
}
