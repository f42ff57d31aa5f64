package store_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bloodline/evolve/store"
	"bloodline/internal/guard"
)

// filesOf returns the files of a folder with their contents.
func filesOf(t *testing.T, dir string) map[string]string {
	t.Helper()
	entries := guard.Value(os.ReadDir(dir))(t)
	out := map[string]string{}
	for _, e := range entries {
		if info, err := e.Info(); err == nil && info.Mode().IsRegular() && !strings.HasSuffix(e.Name(), "-shm") {
			text := guard.Value(os.ReadFile(filepath.Join(dir, e.Name())))(t)
			out[e.Name()] = string(text)
		} else {
			out[e.Name()] = "" // the index of a log has the marks of its readers
		}
	}
	return out
}

// Readers leave the files of a store as they found them: also two at once, one that a writer joins, and one that meets
// the log of a killed process.
func TestOpenReadOnly_leavesNothing(t *testing.T) {
	path := temp(t)
	s := mustOpen(t, path)
	_, whole := bred(t, s, "run")
	open := func() *store.Store {
		t.Helper()
		r := reading(t, path)
		holds(t, r, "run", whole)
		return r
	}
	killed := filesOf(t, filepath.Dir(path)) // as when the process dies
	before := killed
	check := func(what string) {
		t.Helper()
		now := filesOf(t, filepath.Dir(path))
		for name := range now {
			if _, ok := before[name]; !ok {
				t.Errorf("%s: %s is new", what, name)
			}
		}
		for name := range before {
			if text, ok := now[name]; !ok || text != before[name] {
				t.Errorf("%s: %s has changed (%v)", what, name, ok)
			}
		}
	}
	guard.Must(t, open().Close())
	check("beside a writer")
	guard.Must(t, s.Close())
	before = filesOf(t, filepath.Dir(path))
	guard.Must(t, open().Close())
	check("alone")
	first, second := open(), open()
	guard.Must(t, first.Close())
	holds(t, second, "run", whole)
	guard.Must(t, second.Close())
	check("two readers")
	first, s = open(), mustOpen(t, path)
	guard.Must(t, s.PutTags("run", store.Tags{Tags: []string{"seen"}}))
	guard.Must(t, s.Close())
	guard.Must(t, first.Close())
	if before = filesOf(t, filepath.Dir(path)); before[filepath.Base(path)+"-wal"] != "" {
		t.Error("a reader that was the last has left a log")
	}
	put := func(files map[string]string) {
		for name, text := range files {
			if text != "" {
				guard.Must(t, os.WriteFile(filepath.Join(filepath.Dir(path), name), []byte(text), 0o600))
			}
		}
	}
	put(killed)
	before = filesOf(t, filepath.Dir(path))
	before[filepath.Base(path)+"-shm"] = ""
	guard.Must(t, open().Close())
	check("after a kill")
}
