package store_test

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bloodline/evolve/store"
	"bloodline/internal/guard"
)

// Any error of a file is one line that names the file, and the file
// stays as it was.
func TestOpen_errors(t *testing.T) {
	good := temp(t)
	s := mustOpen(t, good)
	bred(t, s, "run")
	guard.Must(t, s.Close())
	whole := guard.Value(os.ReadFile(good))(t)
	damaged := bytes.Clone(whole)
	for i := len(damaged) / 8192 * 4096; i < len(damaged)-4096; i += 4096 { // behind the schema, which a reader meets at once
		copy(damaged[i:], bytes.Repeat([]byte{0xa5}, 512))
	}
	for _, tt := range []struct {
		name   string
		make   func(t *testing.T, path string)
		writer error
		reader error
	}{
		{"missing", func(*testing.T, string) {}, nil, store.ErrMissing},
		{"empty", put(nil), nil, store.ErrForeign},
		{"text", put([]byte("population: 100\n")), store.ErrForeign, store.ErrForeign},
		{"long text", put(bytes.Repeat([]byte("population: 100\n"), 1000)), store.ErrForeign, store.ErrForeign},
		{"head only", put(whole[:60]), store.ErrForeign, store.ErrForeign},
		{"cut", put(whole[:len(whole)/2/4096*4096]), store.ErrForeign, store.ErrForeign},
		{"damaged", put(damaged), store.ErrForeign, nil},
		{"another program's", script(`CREATE TABLE bookmarks (url TEXT)`), store.ErrForeign, store.ErrForeign},
		{"newer", both(put(whole), script(`PRAGMA user_version = 99`)), store.ErrNewer, store.ErrNewer},
		{"older", both(put(whole), script(`PRAGMA application_id = 0x626c6e67; PRAGMA user_version = 14`)), store.ErrOlder, store.ErrOlder},
		{"without a version", both(put(whole), script(`PRAGMA user_version = 0`)), store.ErrForeign, store.ErrForeign},
	} {
		t.Run(tt.name, func(t *testing.T) {
			path := temp(t)
			tt.make(t, path)
			before, _ := os.ReadFile(path)
			r, err := store.OpenReadOnly(t.Context(), path)
			if tt.reader == nil && err == nil {
				_, err = r.Generation("run", 29) // where a reader meets the damage
				if err == nil {
					t.Error("read a generation from a broken file")
				}
				_ = r.Close()
			} else {
				complain(t, err, tt.reader, path)
			}
			if after, err := os.ReadFile(path); !bytes.Equal(before, after) || errors.Is(err, fs.ErrNotExist) != (tt.name == "missing") {
				t.Errorf("reading changed the file: %v", err)
			}
			w, err := store.Open(context.Background(), path)
			complain(t, err, tt.writer, path)
			if w != nil {
				_ = w.Close()
			}
			if left, err := os.ReadDir(filepath.Dir(path)); err != nil || tt.writer != nil && tt.reader != nil && len(left) != 1 {
				t.Errorf("beside it lie %v, %v", left, err)
			}
			if again, err := store.Open(context.Background(), path); tt.writer == nil {
				complain(t, err, nil, path)
				_ = again.Close()
			} else if errors.Is(err, store.ErrLocked) {
				t.Error("a failure kept the lock")
			}
		})
	}
}

func put(content []byte) func(*testing.T, string) {
	return func(t *testing.T, path string) {
		t.Helper()
		guard.Must(t, os.WriteFile(path, content, 0o644))
	}
}

func script(text string) func(*testing.T, string) {
	return func(t *testing.T, path string) {
		t.Helper()
		plain := filepath.Join(filepath.Dir(path), "plain.db")
		_ = os.Rename(path, plain) // when there is one
		db := guard.Value(sql.Open("sqlite3", plain))(t)
		guard.Value(db.Exec(text + `; PRAGMA journal_mode = DELETE`))(t)
		guard.Must(t, errors.Join(db.Close(), os.Rename(plain, path)))
	}
}

func both(f, g func(*testing.T, string)) func(*testing.T, string) {
	return func(t *testing.T, path string) { t.Helper(); f(t, path); g(t, path) }
}

func complain(t *testing.T, err, want error, path string) {
	t.Helper()
	switch {
	case want == nil && err == nil:
	case want == nil || !errors.Is(err, want):
		t.Errorf("error %v, want %v", err, want)
	case strings.Contains(err.Error(), "\n") || !strings.HasPrefix(err.Error(), "open store "+path+": "):
		t.Errorf("error %q is not one line that names the store", err)
	}
}

func TestOpen_lock(t *testing.T) {
	path := temp(t)
	s, other := mustOpen(t, path), mustOpen(t, path)
	for _, s := range []*store.Store{s, other} {
		if done, err := s.Compact(); done || err != nil {
			t.Errorf("compacted while others write: %v, %v", done, err)
		}
	}
	guard.Must(t, s.Close())
	if done, err := other.Compact(); !done || err != nil {
		t.Errorf("not compacted when alone: %v, %v", done, err)
	}
	mustOpen(t, path)
}

// A run is of one store at a time, whatever is to be done with it; other runs are free.
func TestStore_Lock(t *testing.T) {
	path := temp(t)
	s, other := mustOpen(t, path), mustOpen(t, path)
	bred(t, s, "run")
	guard.Value(other.Begin(info("other")))(t)
	_, begun := other.Begin(info("run"))
	_, _, resumed := other.Resume("run")
	_, pruned := other.Prune("run")
	for what, err := range map[string]error{
		"begin": begun, "resume": resumed, "prune": pruned, "lock": other.Lock("run"),
		"remove": other.Remove("run"),
	} {
		want := fmt.Sprintf("run run is being bred by process %d: wait for it, or stop it by ", os.Getpid())
		if !errors.Is(err, store.ErrRunLocked) || !strings.Contains(err.Error(), want) || !strings.HasSuffix(err.Error(), fmt.Sprint(" ", os.Getpid())) {
			t.Errorf("%s: have %v", what, err)
		}
	}
	guard.Must(t, s.Unlock("run", false))
	if _, _, err := other.Resume("run"); err != nil {
		t.Errorf("after it was given back: %v", err)
	}
}

// Places where nothing can be written.
func TestOpen_nowhere(t *testing.T) {
	folder := t.TempDir()
	put(nil)(t, filepath.Join(folder, "file"))
	for _, path := range []string{filepath.Join(folder, "no", "such", "folder.db"), filepath.Join(folder, "file", "x.db"), folder} {
		s, err := store.Open(context.Background(), path)
		if err == nil {
			_ = s.Close()
			t.Errorf("opened %s", path)
		} else if strings.Contains(err.Error(), "\n") || !strings.HasPrefix(err.Error(), "open store "+path+": ") {
			t.Errorf("error %q", err)
		}
	}
}
