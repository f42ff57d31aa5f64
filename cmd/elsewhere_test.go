//go:build linux

package cmd

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"bloodline/evolve/store"
	"bloodline/internal/guard"
)

// Text of a store from elsewhere reaches the terminal without control characters.
func TestCommands_quote(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lineage.db")
	s, err := store.Open(context.Background(), path)
	guard.Must(t, err)
	info := store.NewInfo("honest", Shipped[0].Schema)
	info.Game, info.Program = "co\x1b[2Jup", "v\x07"
	if _, err := s.Begin(info); err != nil {
		t.Fatal(err)
	}
	guard.Must(t, s.PutTags("honest", store.Tags{Note: "a\x1b]0;mine\x07\nb\u202e"}))
	info.Name = "red"
	if _, err := s.Begin(info); err != nil {
		t.Fatal(err)
	}
	guard.Must(t, s.Close())
	db, err := sql.Open("sqlite3", path)
	if err == nil {
		_, err = db.Exec(`UPDATE runs SET name = ? WHERE name = 'red'`, "\x1b[31mred")
	}
	guard.Must(t, errors.Join(err, db.Close()))
	for _, args := range []string{"runs", "runs -o json", "runs honest", "check", "lineage honest", "inspect honest", "runs size", "breed --resume"} {
		var out bytes.Buffer
		if err := call(append(strings.Fields(args), "--store", path), &out, &out); err != nil {
			out.WriteString(errorText("bloodline", err))
		}
		if args == "runs" && !strings.Contains(out.String(), `co\u001b[2Jup`) {
			t.Errorf("%s: have %q", args, out.String())
		}
		if text := out.String(); text == "" || strings.ContainsAny(text, "\x1b\x07\u202e") {
			t.Errorf("%s: have %q", args, text)
		}
	}
}
