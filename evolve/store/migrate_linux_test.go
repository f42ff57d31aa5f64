package store_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"bloodline/evolve/store"
	"bloodline/internal/guard"
)

// Without room for the copy, or for the migration after it, nothing changes. Files may grow to some blocks only, which
// a program is told in the words of a disk that fails.
func TestOpen_migrationFull(t *testing.T) {
	path := temp(t)
	older(t, path)
	want := contentOf(t, path)
	before := files(t, filepath.Dir(path))
	defer store.NextVersion()()
	copied := false
	for _, blocks := range []string{"64", "128", "1024", "2048"} { // of 512 bytes: the store has some 300 kB, the next version 3 MB
		c := exec.Command("sh", "-c", `trap "" XFSZ; ulimit -f `+blocks+`; exec "$0"`, os.Args[0])
		c.Env = append(os.Environ(), migrating+"="+path, "GORACE=atexit_sleep_ms=0")
		text, err := c.CombinedOutput()
		if line := string(text); err == nil || strings.Count(line, "\n") != 1 || !strings.HasPrefix(line, "open store "+path+": migrate it from the format of v0.2.0: ") {
			t.Errorf("%s blocks: %v: %s", blocks, err, line)
		}
		copied = copied || !strings.Contains(string(text), ": copy it to "+path+".v2: ")
		if diff := cmp.Diff(before, files(t, filepath.Dir(path))); diff != "" {
			t.Errorf("%s blocks: files changed: %.1000s", blocks, diff)
		}
	}
	if !copied {
		t.Error("there was never room for the copy alone")
	}
	guard.Must(t, os.Symlink(path, path+".v2"))
	if _, err := store.Open(t.Context(), path); err == nil || !strings.HasSuffix(err.Error(), ".v2 is no earlier copy of this store, or is in use: move it away") {
		t.Errorf("a link as copy: %v", err)
	}
	guard.Must(t, os.Remove(path+".v2"))
	s := mustOpen(t, path)
	if have := content(t, s); have != want {
		t.Error(cmp.Diff(want, have))
	}
	if info, err := os.Stat(path + ".v2"); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode of the copy: %v, %v", info, err)
	}
}

// A store in a folder that can't be written to is read as a migrated copy, too.
func TestOpenReadOnly_migratesReadOnlyFolder(t *testing.T) {
	path := temp(t)
	older(t, path)
	before := files(t, filepath.Dir(path))
	restricted(t, path, func() {
		defer store.NextVersion()()
		s := reading(t, path)
		if tags, err := s.Tags(); err != nil || tags["run"].Note != "mine!" {
			t.Errorf("have %v, %v", tags, err)
		}
		guard.Must(t, s.Close())
		if _, err := store.Open(t.Context(), path); err == nil || errors.Is(err, store.ErrForeign) || !strings.Contains(err.Error(), "permission denied") {
			t.Errorf("to write: %v", err)
		}
	})
	if diff := cmp.Diff(before, files(t, filepath.Dir(path))); diff != "" {
		t.Errorf("files changed: %.1000s", diff)
	}
}
