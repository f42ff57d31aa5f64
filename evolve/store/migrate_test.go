package store_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/fxamacker/cbor/v2"
	"github.com/google/go-cmp/cmp"

	"bloodline/evolve"
	"bloodline/evolve/store"
	"bloodline/internal/guard"
)

// migrating names the store that this process, started again, migrates.
const migrating = "LINEAGE_TEST_MIGRATE"

func migrateOn(path string) error {
	store.NextVersion()
	s, err := store.Open(context.Background(), path)
	if err != nil {
		return err
	}
	return s.Close()
}

// older makes a store of the first version: runs with rows in all tables, and one that was stopped after ten
// generations. It is closed. whole is what the run is without the stop.
func older(t *testing.T, path string) (result *evolve.Generation, whole []evolve.Generation) {
	t.Helper()
	filled(t, path, false)
	other := temp(t)
	result, whole = bred(t, mustOpen(t, other), "run")
	s := mustOpen(t, path)
	r := guard.Value(s.Begin(info("run")))(t)
	for _, g := range whole[:10] {
		guard.Must(t, r.Record(g))
	}
	guard.Must(t, errors.Join(r.Finish(store.Stopped), s.PutTags("run", store.Tags{Tags: []string{"stopped"}, Note: "mine"}), s.Close()))
	return result, whole
}

// content is all that a store says, as text. Of notes it leaves a mark at their end out, which the next version adds.
func content(t *testing.T, s *store.Store) string {
	t.Helper()
	var out strings.Builder
	say := func(x any, err error) {
		t.Helper()
		guard.Must(t, err)
		text, err := json.Marshal(x)
		if err != nil { // of a figure that is infinite
			text, err = cbor.Marshal(x)
		}
		guard.Must(t, err)
		out.Write(append(text, '\n'))
	}
	rows, err := s.Runs()
	say(rows, err)
	for _, row := range rows {
		say(row.Info, nil)
		say(row.Identity, nil)
		for n := range row.Generations {
			g, err := s.Generation(row.Name, n)
			say(g, err)
		}
		league, err := s.League(row.Name)
		say(league, err)
		evidence, err := s.Evidence(row.Name)
		say(evidence, err)
		status, err := s.Status(row.Name)
		say(status, err)
		guard.Must(t, s.Games(row.Name, func(g store.PlayedGame) error { say(g, nil); return nil }))
	}
	ladders, err := s.Ladders()
	say(ladders, err)
	for _, l := range ladders {
		bots, err := s.Bots(l.Contest)
		say(bots, err)
		games, err := s.LadderGames(l.Digest)
		say(games, err)
	}
	tags, err := s.Tags()
	for run, x := range tags {
		x.Note = strings.TrimSuffix(x.Note, "!")
		tags[run] = x
	}
	say(tags, err)
	damage, err := s.Check(t.Context(), func(string, int) {})
	if err != nil || len(damage) > 0 {
		t.Errorf("damaged: %v, %v", damage, err)
	}
	return out.String()
}

// contentOf opens a store to read its content.
func contentOf(t *testing.T, path string) string {
	t.Helper()
	s := reading(t, path)
	defer s.Close()
	return content(t, s)
}

func reading(t *testing.T, path string) *store.Store {
	t.Helper()
	s := guard.Value(store.OpenReadOnly(t.Context(), path))(t)
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// files returns the files of a folder with their contents, but for locks, which name the process that had them last.
func files(t *testing.T, dir string) map[string]string {
	t.Helper()
	out := filesOf(t, dir)
	for name := range out {
		if strings.HasSuffix(name, ".lock") {
			out[name] = ""
		}
	}
	return out
}

// A store of an older version is read as it is, without a change to any file. Opened to write it is migrated, says the
// same as before, and its stopped run ends as one without a stop. The store as it was lies beside it.
func TestOpen_migrates(t *testing.T) {
	path := temp(t)
	result, whole := older(t, path)
	want := contentOf(t, path)
	restore := store.NextVersion()
	defer restore()

	before := files(t, filepath.Dir(path))
	reader := reading(t, path)
	if have := content(t, reader); have != want {
		t.Error(cmp.Diff(want, have))
	}
	if tags, err := reader.Tags(); err != nil || tags["run"].Note != "mine!" {
		t.Errorf("the reader has no migrated copy: %v, %v", tags, err)
	}
	second := reading(t, path) // has the copy of the first
	guard.Must(t, reader.Close())
	if have := content(t, second); have != want {
		t.Error(cmp.Diff(want, have))
	}
	if _, _, err := second.Resume("run"); !errors.Is(err, store.ErrReadOnly) {
		t.Errorf("a copy was written to: %v", err)
	}
	if diff := cmp.Diff(before, files(t, filepath.Dir(path))); diff != "" {
		t.Error("reading changed files")
	}

	s := mustOpen(t, path)
	if m := (store.Migration{From: "v0.2.0", To: "v0.3.0", Copy: path + ".v2"}); s.Migrated == nil || *s.Migrated != m {
		t.Errorf("want %v, have %v", m, s.Migrated)
	}
	if !second.Outdated() || reading(t, path).Outdated() {
		t.Error("Outdated is wrong")
	}
	if have := content(t, s); have != want {
		t.Error(cmp.Diff(want, have))
	}
	if tags, err := s.Tags(); err != nil || tags["run"].Note != "mine!" {
		t.Errorf("its rows are as they were: %v, %v", tags, err)
	}
	r, state, err := s.Resume("run")
	guard.Must(t, err)
	h := hill{stubborn: 4}
	got, err := evolve.Run(t.Context(), h.schema(), config(), h, h, r, state)
	guard.Must(t, err)
	if diff := cmp.Diff(result, got); diff != "" {
		t.Errorf("resumed after the migration:\n%s", diff)
	}
	holds(t, s, "run", whole)
	guard.Must(t, s.Close())
	if again := mustOpen(t, path); again.Migrated != nil {
		t.Error("migrated twice")
	}

	restore()
	if v, err := store.Version(path + ".v2"); v != 2 || err != nil {
		t.Errorf("the copy has version %d, %v", v, err)
	}
	if have := contentOf(t, path+".v2"); have != want {
		t.Errorf("the copy: %s", cmp.Diff(want, have))
	}
	_, err = store.Open(t.Context(), path)
	if want := "needs a newer version of bloodline: v0.3.0 or later (schema 3); this one reads up to schema 2, of v0.2.0"; !errors.Is(err, store.ErrNewer) || !strings.HasSuffix(err.Error(), want) {
		t.Errorf("opened by this version: %v", err)
	}
}

// The stores that releases have written (package cmd reads the rest of these archives) are migrated whole.
func TestOpen_migratesReleases(t *testing.T) {
	archives, err := filepath.Glob("../../cmd/testdata/releases/*.tar.gz")
	if err != nil || len(archives) == 0 {
		t.Fatalf("no archive: %v", err)
	}
	for _, archive := range archives {
		path := temp(t)
		release := strings.TrimSuffix(filepath.Base(archive), ".tar.gz")
		data, err := exec.Command("tar", "-xOzf", archive, release+"/results/lineage.db").Output()
		guard.Must(t, errors.Join(err, os.WriteFile(path, data, 0o600)))
		want := contentOf(t, path)
		if release == "v0.1.0" { // a game of match --keep
			script(`INSERT INTO games (run, seed, seats, result, checksum) VALUES (0, 1, '["a contest","a","b"]', '{}', x'00')`)(t, path)
		}
		restore := store.NextVersion()
		defer restore()
		if s := mustOpen(t, path); s.Migrated == nil || content(t, s) != want { // and check finds no game of no run
			t.Errorf("%s: migrated by %v, it has another content", archive, s.Migrated)
		}
		restore()
	}
}

// A store that can't be migrated stays as it is, in one line that says why.
func TestOpen_notMigrated(t *testing.T) {
	origin := temp(t)
	older(t, origin)
	store1 := guard.Value(os.ReadFile(origin))(t)
	for name, c := range map[string]struct {
		make func(t *testing.T, path string)
		want string
	}{
		"a damaged row":       {script(`UPDATE tags SET note = 'other'`), `tags of .*: the store is damaged here; restore a backup, or read the rest of it with bloodline v0.2.0`},
		"a damaged genome":    {script(`UPDATE individuals SET step = step + 1`), `generation 0: the store is damaged here; restore a backup`},
		"a damaged identity":  {script(`UPDATE store SET identity = lower(identity)`), `its identity: the store is damaged here`},
		"a table more":        {script(`CREATE TABLE x (y)`), `table "x" is none of this program's`},
		"a damaged page":      {damagePage, `is not a lineage store: .*; restore a backup`},
		"a folder as copy":    {func(t *testing.T, path string) { guard.Must(t, os.Mkdir(path+".v2", 0o700)) }, `\.v2 is no earlier copy of this store, or is in use: move it away`},
		"a text as copy":      {func(t *testing.T, path string) { put([]byte("mine"))(t, path+".v2") }, `\.v2 is no earlier copy`},
		"a log of the copy":   {func(t *testing.T, path string) { put([]byte("mine"))(t, path+".v2-wal") }, `\.v2-wal is no earlier copy`},
		"another store there": {func(t *testing.T, path string) { filled(t, path+".v2", false); _ = os.RemoveAll(path + ".v2.lock") }, `\.v2 is no earlier copy`},
	} {
		t.Run(name, func(t *testing.T) {
			path := temp(t)
			put(store1)(t, path)
			c.make(t, path)
			before := files(t, filepath.Dir(path))
			defer store.NextVersion()()
			s, err := store.Open(t.Context(), path)
			if err == nil {
				s.Close()
			}
			if err == nil || strings.Contains(err.Error(), "\n") || !strings.HasPrefix(err.Error(), "open store "+path+": migrate it from the format of v0.2.0: ") ||
				!regexp.MustCompile(c.want).MatchString(err.Error()) {
				t.Errorf("have %v, want %s", err, c.want)
			}
			if diff := cmp.Diff(before, files(t, filepath.Dir(path))); diff != "" {
				t.Errorf("files changed: %.300s", diff)
			}
		})
	}
}

func damagePage(t *testing.T, path string) {
	f := guard.Value(os.OpenFile(path, os.O_RDWR, 0))(t)
	defer f.Close()
	info, err := f.Stat()
	guard.Must(t, err)
	for at := info.Size() * 3 / 4 / 4096 * 4096; at < info.Size(); at += 4096 {
		_, err = f.WriteAt([]byte(strings.Repeat("\xa5", 512)), at)
		guard.Must(t, err)
	}
}

// An earlier copy of the same store is replaced; a cancelled migration changes nothing.
func TestOpen_migratesAgain(t *testing.T) {
	path := temp(t)
	older(t, path)
	defer store.NextVersion()()
	before := files(t, filepath.Dir(path))
	for n := range 8 { // later and later
		ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond<<n/2)
		s, err := store.Open(ctx, path)
		cancel()
		if err == nil {
			guard.Must(t, s.Close())
			put([]byte(before[filepath.Base(path)]))(t, path)
			guard.Must(t, os.Remove(path+".v2"))
			break
		}
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("cancelled: %v", err)
		}
		if diff := cmp.Diff(before, files(t, filepath.Dir(path))); diff != "" {
			t.Errorf("a cancelled migration changed files: %.1000s", diff)
		}
	}
	put([]byte("of a killed process"))(t, filepath.Join(filepath.Dir(path), "."+filepath.Base(path)+".v2.part"))
	old := guard.Value(os.ReadFile(path))(t)
	put(old)(t, path+".v2")
	guard.Must(t, mustOpen(t, path).Close())
	for name := range files(t, filepath.Dir(path)) {
		if strings.HasPrefix(name, ".") {
			t.Errorf("%s was left", name)
		}
	}
	if v, err := store.Version(path + ".v2"); v != 2 || err != nil {
		t.Errorf("the copy has version %d, %v", v, err)
	}
}

// Of processes that open an older store at once, one migrates it.
func TestOpen_migratesOnce(t *testing.T) {
	path := temp(t)
	older(t, path)
	var children []*exec.Cmd
	for range 4 {
		children = append(children, migrator(t, path))
	}
	for _, c := range children {
		if err := c.Wait(); err != nil {
			t.Errorf("%v: %s", err, c.Stderr)
		}
	}
	defer store.NextVersion()()
	if v, err := store.Version(path); v != 3 || err != nil {
		t.Errorf("version %d, %v", v, err)
	}
	contentOf(t, path)
}

// A process of an older version that has the store open keeps it from being migrated.
func TestOpen_migratesLater(t *testing.T) {
	guard.Slow(t) // for as long as it waits
	path := temp(t)
	older(t, path)
	s := mustOpen(t, path)
	defer store.NextVersion()()
	if _, err := store.Open(t.Context(), path); !errors.Is(err, store.ErrLocked) || !strings.Contains(err.Error(), "it has the format of v0.2.0, and is migrated once no other process writes to it") {
		t.Errorf("have %v", err)
	}
	guard.Must(t, s.Close())
	if s := mustOpen(t, path); s.Migrated == nil {
		t.Error("not migrated")
	}
}

func migrator(t *testing.T, path string) *exec.Cmd {
	t.Helper()
	c := exec.Command(os.Args[0])
	c.Env = append(os.Environ(), migrating+"="+path, "GORACE=atexit_sleep_ms=0")
	c.Stderr = new(strings.Builder)
	guard.Must(t, c.Start())
	return c
}

// A process that is killed while it migrates leaves the old store or the new one, whole, and no broken copy.
func TestOpen_migrationKilled(t *testing.T) {
	guard.Slow(t)
	origin := temp(t)
	older(t, origin)
	s := mustOpen(t, origin)
	for _, run := range []string{"one", "two", "run"} { // large, so that copying takes a while
		r, _, err := s.Resume(run)
		guard.Must(t, err)
		guard.Must(t, errors.Join(r.PutStatus(strings.Repeat("x", 8<<20)), r.Finish(store.Finished)))
	}
	guard.Must(t, s.Close())
	want := contentOf(t, origin)
	rng := rand.New(rand.NewPCG(1, 1))
	phases := map[string]int{}
	var long time.Duration
	for kills := 0; kills < 100; {
		path := filepath.Join(t.TempDir(), "x.db")
		copyStore(t, origin, path)
		begun := time.Now()
		child := migrator(t, path)
		if long > 0 {
			life := time.Duration(rng.Int64N(int64(long)))
			time.AfterFunc(life, func() { _ = child.Process.Kill() })
		}
		if err := child.Wait(); err == nil {
			long = max(long, time.Since(begun))
			continue
		} else if text := fmt.Sprint(child.Stderr); text != "" {
			t.Fatalf("failed by itself: %v: %s", err, text)
		}
		kills++
		version := guard.Value(store.Version(path))(t)
		_, uncopied := os.Lstat(path + ".v2")
		_, finished := os.Lstat(filepath.Join(filepath.Dir(path), ".x.db.v2.part"))
		phase := fmt.Sprintf("version %d", version)
		if finished == nil {
			phase += ", copying"
		} else if uncopied == nil {
			phase += ", copied"
		}
		phases[phase]++
		if uncopied == nil {
			if have := contentOf(t, path+".v2"); have != want {
				t.Fatalf("%s: the copy is another one", phase)
			}
		}
		restore := store.NextVersion()
		if have := contentOf(t, path); have != want {
			t.Fatalf("%s: the store is another one", phase)
		}
		if kills%5 == 0 {
			guard.Must(t, mustOpen(t, path).Close())
			if left, err := filepath.Glob(filepath.Join(filepath.Dir(path), ".*")); err != nil || len(left) > 0 {
				t.Errorf("left: %v, %v", left, err)
			}
		}
		restore()
		guard.Must(t, os.RemoveAll(filepath.Dir(path)))
	}
	t.Logf("killed in %v", phases)
	for _, phase := range []string{"version 2", "version 2, copying", "version 2, copied"} {
		if phases[phase] == 0 {
			t.Errorf("never killed in %q", phase)
		}
	}
}

// A newer store is refused by the release that it needs, if its row says so in a form that is one.
func TestOpen_newer(t *testing.T) {
	for release, want := range map[string]string{
		"v0.3.0": "v0.3.0 or later (schema 3); this one reads up to schema 2, of v0.2.0",
		"soon":   "it has schema 3; this one reads up to schema 2, of v0.2.0",
	} {
		path := temp(t)
		guard.Must(t, mustOpen(t, path).Close())
		script(fmt.Sprintf(`UPDATE store SET needs = '%s'; PRAGMA user_version = 3`, release))(t, path)
		before := files(t, filepath.Dir(path))
		for _, open := range []func(context.Context, string) (*store.Store, error){store.Open, store.OpenReadOnly} {
			if _, err := open(t.Context(), path); !errors.Is(err, store.ErrNewer) || !strings.HasSuffix(err.Error(), want) {
				t.Errorf("have %v, want %s", err, want)
			}
		}
		if diff := cmp.Diff(before, files(t, filepath.Dir(path))); diff != "" {
			t.Error("files changed")
		}
	}
	path := temp(t)
	guard.Must(t, mustOpen(t, path).Close())
	script(`ALTER TABLE store RENAME TO other; CREATE VIEW store AS
		WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT 'v0.3.0' AS needs FROM n WHERE i < 0; PRAGMA user_version = 3`)(t, path)
	if _, err := store.OpenReadOnly(t.Context(), path); !errors.Is(err, store.ErrNewer) || !strings.Contains(err.Error(), "it has schema 3;") {
		t.Errorf("an endless view: %v", err)
	}
}
