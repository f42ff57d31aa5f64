package run_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	_ "github.com/mattn/go-sqlite3"

	"bloodline/configs"
	"bloodline/configs/player"
	"bloodline/evolve"
	"bloodline/evolve/store"
	"bloodline/internal/guard"
	"bloodline/results/run"
)

// small are run files whose runs keep all that a store can keep.
var small = map[string]string{
	"genetic":  "evolve: {population: 8, generations: 6, algorithm: genetic}\n",
	"memetic":  "evolve: {population: 8, generations: 6, follow: gradient}\n",
	"gradient": "evolve: {population: 8, generations: 6, algorithm: distribution, follow: gradient, tail: 0.5}\nleague: {share: 0.3, round: 2, deals: 5, generations: 2}\n",
}

// stopped breeds a run for some generations and returns its store; all of them if stop is
// negative.
func stopped(t *testing.T, text string, stop int) *player.Finder {
	t.Helper()
	f := &player.Finder{Games: shipped(t), Store: filepath.Join(t.TempDir(), "lineage.db")}
	c, err := configs.Parse("run.yaml", []byte("game: coup\nholdout: []\nfitness: {deals: 13}\nverdict: {min_rounds: 2, max_rounds: 20}\nevidence: {deals: 26}\n"+text), f.Games)
	guard.Must(t, err)
	r, err := run.Start(f, "mine", "mine", c)
	guard.Must(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	_, _, err = r.Breed(ctx, func(g evolve.Generation) error {
		if g.Number == stop {
			cancel()
		}
		return nil
	})
	if stop < 0 && err != nil || stop >= 0 && !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	guard.Must(t, r.Close())
	return f
}

// champion continues the run of a store and returns its champion file.
func champion(f *player.Finder) (data []byte, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	r, err := run.Resume(f, "mine", configs.Overrides{})
	if err != nil {
		return nil, err
	}
	_, _, err = r.Breed(context.Background(), func(evolve.Generation) error { return nil })
	if err = errors.Join(err, r.Close()); err != nil {
		return nil, err
	}
	return os.ReadFile(filepath.Join(f.RunDir("mine"), player.ChampionFile))
}

// copied is a copy of a store of its own.
func copied(t *testing.T, f *player.Finder) *player.Finder {
	t.Helper()
	data, err := os.ReadFile(f.Store)
	guard.Must(t, err)
	other := &player.Finder{Games: f.Games, Store: filepath.Join(t.TempDir(), "lineage.db")}
	guard.Must(t, os.WriteFile(other.Store, data, 0o600))
	return other
}

// damage does something to a store, to its bytes or by SQL.
func damage(t *testing.T, path string, rng *rand.Rand) string {
	t.Helper()
	data, err := os.ReadFile(path)
	guard.Must(t, err)
	at := rng.IntN(len(data))
	what := ""
	switch kind := rng.IntN(8); kind {
	case 0, 1, 2:
		data[at] ^= 1 << rng.IntN(8)
		what = fmt.Sprintf("a bit of byte %d flips", at)
	case 3:
		clear(data[at:min(len(data), at+64)])
		what = fmt.Sprintf("64 bytes from %d are zero", at)
	case 4:
		data = data[:at]
		what = fmt.Sprintf("it ends at byte %d", at)
	default:
		return statement(t, path, rng)
	}
	guard.Must(t, os.WriteFile(path, data, 0o600))
	return what
}

// statements are changes that a program could make to a store.
var statements = []string{
	"PRAGMA user_version = -1", "PRAGMA user_version = 77", "PRAGMA application_id = 5",
	"UPDATE runs SET seed = seed + 1", "UPDATE runs SET config = replace(config, 'population: 8', 'population: 10')",
	"UPDATE runs SET schema_hash = 'x'", "UPDATE runs SET genes = '[]'", "UPDATE runs SET started = 'yesterday'",
	"DELETE FROM generations WHERE number = (SELECT max(number) FROM generations)", "DELETE FROM generations WHERE number = 1",
	"UPDATE generations SET champion_since = -1", "UPDATE generations SET champion = 0", "UPDATE generations SET games = 1e18",
	"DELETE FROM measurements WHERE place = 3", "UPDATE measurements SET posterior_mean = 9e99", "UPDATE measurements SET individual = individual + 1",
	"UPDATE individuals SET genes = zeroblob(length(genes))", "UPDATE individuals SET genes = x'00'", "UPDATE individuals SET step = -1",
	"UPDATE individuals SET operator = 'magic'", "DELETE FROM individuals", "UPDATE individuals SET parents = '[]'", "UPDATE individuals SET parents = 'x'", "UPDATE generations SET hall_of_fame = '[]'", "UPDATE generations SET hall_of_fame = '[7]'", "UPDATE individuals SET key = -key",
	"UPDATE distributions SET value = zeroblob(length(value))", "UPDATE distributions SET value = x'a0'", "UPDATE distributions SET generation = 0", "DELETE FROM distributions",
	"UPDATE centres SET genes = zeroblob(length(genes))", "UPDATE centres SET genes = x'00'", "DELETE FROM centres",
	"DELETE FROM evidence", "UPDATE evidence SET value = '{}'", "UPDATE evidence SET value = replace(value, '0.', '9.')", "UPDATE evidence SET value = 'x'",
	"UPDATE OR IGNORE exploiters SET number = 9", "UPDATE exploiters SET genes = x'00'", "UPDATE exploiters SET share = 0.5 * share", "DELETE FROM exploiters",
	"UPDATE league_rounds SET won = x'00'", "UPDATE league_rounds SET number = -number", "DELETE FROM league_rounds",
	"DROP TABLE measurements", "DROP TABLE distributions", "ALTER TABLE individuals RENAME TO people",
}

func statement(t *testing.T, path string, rng *rand.Rand) string {
	t.Helper()
	text := statements[rng.IntN(len(statements))]
	execute(t, path, text)
	return text
}

func execute(t *testing.T, path, text string) {
	t.Helper()
	db, err := sql.Open("sqlite3", path)
	guard.Must(t, err)
	defer db.Close()
	if _, err := db.Exec(text); err != nil {
		t.Fatal(err)
	}
}

// A store that is damaged is refused in one line, and check finds the damage; or it makes no
// difference.
func TestResume_damaged(t *testing.T) {
	guard.Slow(t)
	rng := rand.New(rand.NewPCG(1, 2))
	refused, same := 0, 0
	for _, name := range slices.Sorted(maps.Keys(small)) {
		text := small[name]
		whole := stopped(t, text, -1)
		want, err := os.ReadFile(filepath.Join(whole.RunDir("mine"), player.ChampionFile))
		guard.Must(t, err)
		half := stopped(t, text, 4)
		if have, err := champion(copied(t, half)); err != nil || string(have) != string(want) {
			t.Fatalf("%s: a store that is whole: %v", name, err)
		}
		for i := range 20 + len(statements) {
			f := copied(t, half)
			what := ""
			if i < len(statements) {
				what = statements[i]
				execute(t, f.Store, what)
			} else {
				what = damage(t, f.Store, rng)
			}
			found := checked(t, f.Store)
			have, err := champion(f)
			switch {
			case err == nil && string(have) == string(want):
				same++
			case err == nil:
				t.Errorf("%s, %s: another champion, and no word", name, what)
			case strings.Contains(err.Error(), "panic") || strings.Contains(err.Error(), "\n"):
				t.Errorf("%s, %s: %v", name, what, err)
			default:
				refused++
				if !found && what != "DELETE FROM exploiters" && what != "DELETE FROM league_rounds" { // a row that is gone has no checksum
					t.Errorf("%s, %s: check finds nothing of %v", name, what, err)
				}
			}
		}
	}
	t.Logf("%d refused; %d made no difference", refused, same)
	if refused < 50 {
		t.Errorf("%d refused: that is no test", refused)
	}
}

// checked reports whether check finds damage in a store, or cannot read it.
func checked(t *testing.T, path string) bool {
	t.Helper()
	s, err := store.OpenReadOnly(t.Context(), path)
	if err != nil {
		return true
	}
	defer s.Close()
	damage, err := s.Check(t.Context(), func(string, int) {})
	return err != nil || len(damage) > 0
}
