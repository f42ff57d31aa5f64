package store_test

import (
	"context"
	"database/sql"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"bloodline/evolve/store"
	"bloodline/internal/guard"
)

// A store of before v0.1 is refused in one line, also where all of it is in the log that a
// killed process has left: neither file changes.
func TestOpen_olderLog(t *testing.T) {
	origin := filepath.Join(t.TempDir(), "x.db")
	db := guard.Value(sql.Open("sqlite3", origin))(t)
	defer db.Close()
	guard.Value(db.Exec("PRAGMA journal_mode = WAL; CREATE TABLE runs (x TEXT); PRAGMA application_id = 0x626c6e67; PRAGMA user_version = 6"))(t)
	path := temp(t)
	read := func(path string) string {
		t.Helper()
		text, err := os.ReadFile(path)
		if err != nil || len(text) == 0 {
			t.Fatalf("%s: %d bytes, %v", path, len(text), err)
		}
		return string(text)
	}
	file, log := read(origin), read(origin+"-wal")
	put([]byte(file))(t, path)
	put([]byte(log))(t, path+"-wal")
	for _, open := range []func(context.Context, string) (*store.Store, error){store.Open, store.OpenReadOnly} {
		_, err := open(t.Context(), path)
		complain(t, err, store.ErrOlder, path)
		if read(path) != file || read(path+"-wal") != log {
			t.Error("it has been changed")
		}
	}
}

// A store that is removed, or replaced, ends the run that is written to it.
func TestRun_gone(t *testing.T) {
	for name, act := range map[string]func(path string) error{
		"removed":  os.Remove,
		"moved":    func(path string) error { return os.Rename(path, path+".away") },
		"replaced": func(path string) error { return errors.Join(os.Remove(path), os.WriteFile(path, nil, 0o600)) },
	} {
		path := filepath.Join(t.TempDir(), "x.db")
		s := mustOpen(t, path)
		r := guard.Value(s.Begin(info("run")))(t)
		guard.Must(t, act(path))
		if err := r.Finish(store.Finished); !errors.Is(err, store.ErrGone) {
			t.Errorf("%s: have %v", name, err)
		}
	}
}

// A run is running while its process writes, and has stopped when that has died.
func TestStore_Runs_died(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.db")
	s := mustOpen(t, path)
	for _, name := range []string{"first", "second"} {
		guard.Value(s.Begin(info(name)))(t)
	}
	states := func() (out []string) {
		reader := reading(t, path)
		rows := guard.Value(reader.Runs())(t)
		for _, r := range rows {
			out = append(out, r.State)
		}
		return out
	}
	if have := states(); !slices.Equal(have, []string{store.Running, store.Running}) {
		t.Errorf("while both are written: %v", have)
	}
	guard.Must(t, s.Unlock("first", false))
	if have := states(); !slices.Equal(have, []string{store.Stopped, store.Running}) {
		t.Errorf("while the second is written: %v", have)
	}
	if err := s.Close(); err != nil { // as when the process dies: no Finish
		t.Fatal(err)
	}
	if have := states(); !slices.Equal(have, []string{store.Stopped, store.Stopped}) {
		t.Errorf("when nobody writes: %v", have)
	}
}

// restricted calls f as a user without write permission for a store and its folder.
func restricted(t *testing.T, path string, f func()) {
	t.Helper()
	dir := filepath.Dir(path)
	for _, p := range []string{path, path + ".lock"} {
		guard.Must(t, os.Chmod(p, 0o444))
	}
	guard.Must(t, errors.Join(os.Chmod(dir, 0o555), os.Chmod(filepath.Dir(dir), 0o755)))
	defer os.Chmod(dir, 0o755)
	defer asUser(t)()
	f()
}

// asUser makes this thread access files as a user who isn't root, to whom everything can be written, until its result
// is called.
func asUser(t *testing.T) func() {
	t.Helper()
	if os.Geteuid() != 0 {
		return func() {}
	}
	runtime.LockOSThread()
	const nobody = 65534
	_, err := unix.SetfsuidRetUid(nobody)
	guard.Must(t, err)
	return func() {
		_, _ = unix.SetfsuidRetUid(0)
		runtime.UnlockOSThread()
	}
}

// A user who may write to the folder, but not to the store, makes no files that its owner could not write to; such a
// user reads the store beside its owner's process, too.
func TestOpenReadOnly_otherOwner(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "x.db")
	s := mustOpen(t, path)
	bred(t, s, "run")
	guard.Must(t, errors.Join(os.Chmod(path, 0o444), os.Chmod(dir, 0o777), os.Chmod(filepath.Dir(dir), 0o755)))
	for _, end := range []string{"-wal", "-shm"} {
		guard.Must(t, os.Chmod(path+end, 0o444))
	}
	read := func() {
		t.Helper()
		before := filesOf(t, dir)
		again := asUser(t)
		reader, err := store.OpenReadOnly(t.Context(), path)
		if err == nil {
			_, err = reader.Run("run")
			err = errors.Join(err, reader.Close())
		}
		again()
		guard.Must(t, err)
		if now := filesOf(t, dir); !maps.Equal(now, before) {
			t.Errorf("the folder has %d files, had %d", len(now), len(before))
		}
	}
	if os.Geteuid() == 0 { // else the test is the owner
		read()
	}
	guard.Must(t, s.Close())
	read()
}

// A store whose tables are not those that this program makes is refused: a view may have no end, and a trigger do what
// no command says.
func TestOpen_schema(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"an endless view": {
			`ALTER TABLE runs RENAME TO other; CREATE VIEW runs AS
				WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i AS key, 'run' AS name FROM n`,
			`"sqlite_autoindex_other_1" is none`,
		},
		"a view":           {`CREATE VIEW v AS SELECT 1`, `view "v" is none of`},
		"a trigger":        {`CREATE TRIGGER t AFTER INSERT ON generations BEGIN DELETE FROM runs; END`, `trigger "t" is none of`},
		"another column":   {`ALTER TABLE runs ADD COLUMN x TEXT`, `table runs differs from`},
		"another index":    {`DROP INDEX measurements_of; CREATE INDEX measurements_of ON measurements (mean)`, `index measurements_of differs from`},
		"no index":         {`DROP INDEX measurements_of`, `tables or indexes are missing`},
		"a virtual table":  {`CREATE TABLE x (y TEXT)`, `table "x" is none of`},
		"many more tables": {strings.Repeat("CREATE TABLE IF NOT EXISTS x (y);", 200), `table "x" is none of`},
	} {
		path := temp(t)
		guard.Must(t, mustOpen(t, path).Close())
		script(c.text)(t, path)
		for _, open := range []func(context.Context, string) (*store.Store, error){store.Open, store.OpenReadOnly} {
			if s, err := open(t.Context(), path); !errors.Is(err, store.ErrForeign) || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s: have %v", name, err)
				if err == nil {
					s.Close()
				}
			}
		}
	}
}

// Values that are longer than any that this program writes are not read.
func TestStore_longValues(t *testing.T) {
	for name, text := range map[string]string{
		"settings": `UPDATE runs SET config = cast(zeroblob(20000000) AS TEXT)`,
		"genes":    `UPDATE individuals SET genes = zeroblob(20000000) WHERE key = (SELECT min(key) FROM individuals)`,
	} {
		path := temp(t)
		s := mustOpen(t, path)
		bred(t, s, "run")
		guard.Must(t, s.Close())
		script(text)(t, path)
		reader := reading(t, path)
		_, err := reader.Run("run")
		if err == nil {
			_, err = reader.Generation("run", 0)
		}
		if err == nil || !strings.HasSuffix(err.Error(), "string or blob too big") {
			t.Errorf("%s: have %v", name, err)
		}
		reader.Close()
	}
}
