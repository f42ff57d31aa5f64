package store_test

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"bloodline/evolve/store"
	"bloodline/internal/guard"
)

// tree returns the files below a folder with their texts, and its folders.
func tree(t *testing.T, dir string) (out []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || strings.Contains(d.Name(), ".db") {
			return err
		}
		text := "/"
		if d.Type()&os.ModeSymlink != 0 {
			text, err = os.Readlink(path)
		} else if !d.IsDir() {
			b, failed := os.ReadFile(path)
			text, err = "="+string(b), failed
		}
		out = append(out, strings.TrimPrefix(path, dir)+text)
		return err
	})
	guard.Must(t, err)
	return out
}

// copyStore copies a store that no process has open.
func copyStore(t *testing.T, from, to string) {
	t.Helper()
	data := guard.Value(os.ReadFile(from))(t)
	guard.Must(t, os.WriteFile(to, data, 0o600))
}

// A run's folder is taken by the store and the run whose identities its lock file has, and by no other: not by another
// store or a copy of this one beside it, nor by another run of the name, a user's folder or a file.
func TestLock_folder(t *testing.T) {
	for name, c := range map[string]struct {
		change func(dir, file string) (open string)
		want   string
	}{
		"its own":   {func(_, file string) string { return file }, ""},
		"no folder": {func(dir, file string) string { guard.Must(t, os.RemoveAll(dir)); return file }, ""},
		"empty": {func(dir, file string) string {
			guard.Must(t, os.Remove(filepath.Join(dir, store.LockFile)))
			return file
		}, ""},
		"another store": {func(dir, file string) string { return filepath.Join(filepath.Dir(dir), "other.db") }, "belongs to another store, x.db"},
		"a copy": {func(dir, file string) string {
			copyStore(t, file, filepath.Join(filepath.Dir(dir), "copy.db"))
			return filepath.Join(filepath.Dir(dir), "copy.db")
		}, "belongs to x.db, of which this store is a copy"},
		"renamed store": {func(dir, file string) string {
			guard.Must(t, os.Rename(file, filepath.Join(filepath.Dir(dir), "new.db")))
			return filepath.Join(filepath.Dir(dir), "new.db")
		}, ""},
		"another run of the name": {func(dir, file string) string {
			before := filepath.Join(filepath.Dir(dir), "before.db")
			copyStore(t, file, before)
			s := mustOpen(t, file)
			guard.Must(t, s.Remove("run"))
			guard.Must(t, s.Close()) // with its folder
			s = mustOpen(t, file)
			_, err := s.Begin(info("run"))
			guard.Must(t, errors.Join(err, s.Close(), os.Rename(before, file)))
			return file
		}, "belongs to another run of this store"},
		"a user's folder": {func(dir, file string) string {
			guard.Must(t, errors.Join(os.RemoveAll(dir), os.Mkdir(dir, 0o755), os.WriteFile(filepath.Join(dir, "diary"), []byte("mine"), 0o600)))
			return file
		}, "must not exist or be empty, it has diary"},
		"a user's folder with an empty lock file": {func(dir, file string) string {
			guard.Must(t, errors.Join(os.WriteFile(filepath.Join(dir, store.LockFile), nil, 0o600), os.WriteFile(filepath.Join(dir, "diary"), []byte("mine"), 0o600)))
			return file
		}, "must not exist or be empty, it has diary"},
		"killed while it wrote the lock file": {func(dir, file string) string {
			path := filepath.Join(dir, store.LockFile)
			text, err := os.ReadFile(path)
			guard.Must(t, errors.Join(err, os.WriteFile(path, append(text, "12          "...), 0o600)))
			return file
		}, ""},
		"a file": {func(dir, file string) string {
			guard.Must(t, errors.Join(os.RemoveAll(dir), os.WriteFile(dir, []byte("mine"), 0o600)))
			return file
		}, "must not exist or be empty, it is a file"},
		"a link to a folder": {func(dir, file string) string {
			guard.Must(t, errors.Join(os.Rename(dir, dir+".away"), os.Symlink("run.away", dir)))
			return file
		}, "must not exist or be empty, it is a file"},
	} {
		if runtime.GOOS == "windows" && name == "a link to a folder" {
			continue // a link needs rights there
		}
		dir := filepath.Join(t.TempDir(), "results")
		guard.Must(t, os.Mkdir(dir, 0o755))
		file := filepath.Join(dir, "x.db")
		s := mustOpen(t, file)
		_, err := s.Begin(info("run"))
		guard.Must(t, errors.Join(err, s.Close()))
		path := c.change(filepath.Join(dir, "run"), file)
		before := tree(t, dir)
		s = mustOpen(t, path)
		_, err = s.Run("run")
		if known := err == nil; known && s.Owns("run") != (c.want == "" && name != "no folder" && name != "empty" || name == "a link to a folder") {
			t.Errorf("%s: owns %v", name, s.Owns("run"))
		}
		err = s.Lock("run")
		if c.want == "" && (err != nil || s.CheckHeld("run") != nil) || c.want != "" && (!errors.Is(err, store.ErrFolder) || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: have %v, want %q", name, err, c.want)
		}
		if c.want != "" {
			if err := s.Remove("run"); err != nil && !errors.Is(err, store.ErrNotFound) {
				t.Errorf("%s: remove: %v", name, err)
			}
		}
		guard.Must(t, s.Close())
		if now := tree(t, dir); c.want != "" && !slices.Equal(now, before) {
			t.Errorf("%s: have %q, want %q", name, now, before)
		}
	}
}

// A name that is given back, or whose process is killed, before the run begins leaves nothing in the way of the next
// one.
func TestLock_unbegun(t *testing.T) {
	path := temp(t)
	s := mustOpen(t, path)
	guard.Must(t, errors.Join(s.Lock("a"), s.Lock("b")))
	killed, err := os.ReadFile(filepath.Join(s.Dir("b"), store.LockFile))
	guard.Must(t, errors.Join(err, s.Unlock("a", false), s.Unlock("b", false), os.Mkdir(s.Dir("b"), 0o755),
		os.WriteFile(filepath.Join(s.Dir("b"), store.LockFile), killed, 0o600)))
	if _, err := os.Lstat(s.Dir("a")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the folder is left: %v", err)
	}
	for _, name := range []string{"a", "b"} {
		_, err := s.Begin(info(name))
		guard.Must(t, err)
	}
	if _, err := s.Begin(info("a")); !errors.Is(err, store.ErrExists) {
		t.Errorf("begun twice: %v", err)
	}
	guard.Must(t, s.Close())
	s = mustOpen(t, path)
	if !s.Owns("a") || !s.Owns("b") || s.Owns("c") {
		t.Errorf("it owns a %v, b %v, c %v", s.Owns("a"), s.Owns("b"), s.Owns("c"))
	}
}
