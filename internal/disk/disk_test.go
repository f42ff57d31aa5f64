package disk_test

import (
	"bufio"
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"bloodline/internal/disk"
	"bloodline/internal/guard"
	"bloodline/internal/system"
)

func names(t *testing.T, dir string) string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	guard.Must(t, err)
	var out []string
	for _, e := range entries {
		out = append(out, e.Name())
	}
	return strings.Join(out, " ")
}

func TestWrite(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "champion.json")
	for _, text := range []string{"first", "", "the third, longer than the first"} {
		guard.Must(t, disk.Write(path, []byte(text), disk.Any))
		if got, err := os.ReadFile(path); err != nil || string(got) != text {
			t.Errorf("want %q, have %q (%v)", text, got, err)
		}
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o644 && runtime.GOOS != "windows" {
			t.Errorf("want mode 0644, have %v (%v)", info.Mode(), err)
		}
	}
	if got := names(t, dir); got != "champion.json" {
		t.Errorf("left behind: %s", got)
	}
}

// A process that holds the old file open reads it to its end: it is replaced, not overwritten.
func TestWrite_replaces(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows replaces no open file: Write waits for its reader")
	}
	path := filepath.Join(t.TempDir(), "champion.json")
	guard.Must(t, disk.Write(path, []byte("old"), disk.Any))
	old, err := os.Open(path)
	guard.Must(t, err)
	defer old.Close()
	guard.Must(t, disk.Write(path, []byte("new and longer"), disk.Any))
	var b bytes.Buffer
	if _, err := b.ReadFrom(old); err != nil || b.String() != "old" {
		t.Errorf("want the old text, have %q (%v)", b.String(), err)
	}
}

// A failure leaves what was there, and nothing else.
func TestWrite_fails(t *testing.T) {
	dir := t.TempDir()
	guard.Must(t, os.WriteFile(filepath.Join(dir, "file"), []byte("text"), 0o600))
	guard.Must(t, os.MkdirAll(filepath.Join(dir, "full", "x"), 0o700))
	for name, path := range map[string]string{
		"parent is a file":    filepath.Join(dir, "file", "champion.json"),
		"parent is missing":   filepath.Join(dir, "missing", "champion.json"),
		"target is a folder":  filepath.Join(dir, "full"), // found out at the rename, when the new file stands
		"name is not allowed": filepath.Join(dir, "a\x00b"),
		"name is too long":    filepath.Join(dir, strings.Repeat("n", 300)),
	} {
		if err := disk.Write(path, []byte("data"), disk.Any); err == nil {
			t.Errorf("%s: want an error", name)
		}
	}
	if got := names(t, dir); got != "file full" {
		t.Errorf("left behind: %s", got)
	}
	if got, err := os.ReadFile(filepath.Join(dir, "file")); err != nil || string(got) != "text" {
		t.Errorf("want the old text, have %q (%v)", got, err)
	}
}

// A file is replaced only where it is known as the program's own.
func TestWrite_replacesItsOwn(t *testing.T) {
	path := filepath.Join(t.TempDir(), "page.html")
	for _, step := range []struct {
		text string
		made disk.Made
		want string
	}{
		{"<made> 1", nil, "<made> 1"},
		{"<made> 2", nil, "<made> 1"},
		{"<made> 3", disk.Containing("<other>"), "<made> 1"},
		{"<made> 4", disk.Containing("<made>"), "<made> 4"},
		{"a letter", disk.Any, "a letter"},
		{"<made> 5", disk.Containing("<made>"), "a letter"},
	} {
		err := disk.Write(path, []byte(step.text), step.made)
		if got, _ := os.ReadFile(path); string(got) != step.want || (err == nil) != (step.want == step.text) {
			t.Errorf("%s: have %q, %v", step.text, got, err)
		}
	}
	if got := names(t, filepath.Dir(path)); got != "page.html" {
		t.Errorf("left behind: %s", got)
	}
}

// What a killed process has left of a line is ended, and nothing of it removed.
func TestAppend(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.jsonl")
	for begin, want := range map[string]string{"": "c\n", "a\n": "a\nc\n", "a\nhal": "a\nhal\nc\n"} {
		guard.Must(t, os.WriteFile(path, []byte(begin), 0o600))
		f, err := disk.Append(path)
		guard.Must(t, err)
		if _, err := f.WriteString("c\n"); err != nil {
			t.Fatal(err)
		}
		guard.Must(t, f.Close())
		if got, _ := os.ReadFile(path); string(got) != want {
			t.Errorf("after %q: have %q, want %q", begin, got, want)
		}
	}
}

// One has a lock at a time, and many that want it get it in turn.
func TestLock(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lock")
	unlock, err := disk.Lock(path)
	guard.Must(t, err)
	if _, err := disk.Lock(path); !errors.Is(err, system.ErrHeld) {
		t.Errorf("a second one: have %v", err)
	}
	unlock()
	var all sync.WaitGroup
	var holders atomic.Int32
	for range 8 {
		all.Go(func() {
			for n := 0; n < 50; {
				unlock, err := disk.Lock(path)
				if errors.Is(err, system.ErrHeld) {
					continue
				} else if err != nil {
					t.Error(err)
					return
				}
				if holders.Add(1) > 1 {
					t.Error("two have it")
				}
				holders.Add(-1)
				unlock()
				n++
			}
		})
	}
	all.Wait()
	if have := names(t, filepath.Dir(path)); have != "" {
		t.Errorf("left is %s", have)
	}
	guard.Must(t, os.WriteFile(path, []byte("a letter"), 0o600))
	if unlock, err = disk.Lock(path); err != nil {
		t.Fatal(err)
	}
	unlock()
	if have, _ := os.ReadFile(path); string(have) != "a letter" {
		t.Errorf("a letter of this name is %q", have)
	}
}

// A line is read with its end; of a longer one than it may be the rest is skipped.
func TestLine(t *testing.T) {
	r := bufio.NewReaderSize(strings.NewReader(strings.Repeat("a", 39)+"\n"+strings.Repeat("b", 40)+"\nc"), 16)
	for _, want := range []string{strings.Repeat("a", 39) + "\n", "", "c"} {
		line, err := disk.Line(r, nil, 40)
		if (want == "") != errors.Is(err, disk.ErrLong) || want != "" && string(line) != want || len(line) > 56 {
			t.Errorf("have %q, %v, want %q", line, err, want)
		}
	}
}
