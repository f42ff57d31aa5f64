package record_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"bloodline/arena/record"
	"bloodline/internal/guard"
)

const game = `{"game":"coup","deal":1,"players":["a","b"],"points":[],"trace":["I ^*"]}`

// A line of 100 MB is reported and left out like any other that is not a record, and its memory is bounded.
func TestRead_longLine(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.jsonl")
	guard.Must(t, os.WriteFile(path, []byte(game+"\n\n"+game+game+"\n"+`{"tune":1}`+strings.Repeat("\n", 4)), 0o600))
	if err := os.Truncate(path, 100<<20); err != nil { // a line of zeros
		t.Fatal(err)
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0)
	if err == nil {
		_, err = f.WriteString("\n" + game)
	}
	guard.Must(t, errors.Join(err, f.Close()))
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	games, told := 0, ""
	err = record.Read(t.Context(), path, func(*record.Record) error { games++; return nil }, func(err error) { told += fmt.Sprintln(err) })
	runtime.ReadMemStats(&after)
	want := path + ":3: is not a record of a game, as match --records writes it\n" +
		path + ":4: unknown key \"tune\", a newer version's?\n" + path + ":8: is a line of more than 16 MB\n"
	if games != 2 || told != want || err != nil {
		t.Errorf("have %d games, want 2; %v\n%s", games, err, told)
	}
	if mb := (after.TotalAlloc - before.TotalAlloc) >> 20; mb > 150 {
		t.Errorf("it allocated %d MB", mb)
	}
}

// A context that has ended ends the read, also within a file.
func TestRead_ends(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.jsonl")
	guard.Must(t, os.WriteFile(path, []byte(strings.Repeat(game+"\n", 1000)), 0o600))
	ctx, cancel := context.WithCancel(t.Context())
	games := 0
	err := record.Read(ctx, path, func(*record.Record) error { games++; cancel(); return nil }, func(error) {})
	if !errors.Is(err, context.Canceled) || games == 1000 {
		t.Errorf("have %v after %d games", err, games)
	}
}

// Games are equal if all is that a player can see or decide, and the deal.
func TestSet(t *testing.T) {
	s := record.Set{}
	for i, g := range []record.Record{
		{Game: "coup", Seed: 1, Players: []string{"a", "b"}, Trace: []string{"I", "T"}},
		{Game: "coup", Seed: 2, Players: []string{"a", "b"}, Trace: []string{"I", "T"}},
		{Game: "coup", Seed: 1, Players: []string{"b", "a"}, Trace: []string{"I", "T"}},
		{Game: "coup", Seed: 1, Players: []string{"a", "b"}, Trace: []string{`I" "T`}},
		{Game: "coup", Seed: 1, Players: []string{"a", "b"}, Trace: []string{"I", "T"}, Forfeit: 1},
		{Game: "wojna", Seed: 1, Players: []string{"a", "b"}, Trace: []string{"I", "T"}},
	} {
		if !s.Add(&g) {
			t.Errorf("game %d is there already", i)
		}
		g.Points, g.Moves = []float64{1, 0}, []string{"Income"}
		if s.Add(&g) {
			t.Errorf("game %d is added twice", i)
		}
	}
}

// What a writer appends is read back.
func TestWriter(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.jsonl")
	w := &record.Writer{File: guard.Value(os.Create(path))(t)}
	want := record.Record{Game: "coup", Seed: 7, Players: []string{"a", "b"}, Points: []float64{1, 0}, Trace: []string{"I ^*"}}
	for range 2 {
		guard.Must(t, w.Record(&want))
	}
	guard.Must(t, w.Close())
	games := 0
	same := func(g *record.Record) error {
		if games++; fmt.Sprint(*g) != fmt.Sprint(want) {
			t.Errorf("have %+v, want %+v", *g, want)
		}
		return nil
	}
	guard.Must(t, record.Read(t.Context(), path, same, func(err error) { t.Error(err) }))
	if games != 2 {
		t.Errorf("%d games, want 2", games)
	}
}
