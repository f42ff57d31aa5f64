package clone_test

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"bloodline"
	"bloodline/arena"
	"bloodline/arena/record"
	"bloodline/engine"
	"bloodline/games/coup"
	"bloodline/games/samurai"
	"bloodline/games/wojna"
	"bloodline/internal/guard"
	"bloodline/results/clone"
)

// Records come from other people's files. Whatever they hold, a study takes them or says why not.
func FuzzStudy_Add(f *testing.F) {
	games, err := bloodline.Resolve(coup.Game(), samurai.Game(), wojna.Game())
	guard.Must(f, err)
	for _, g := range games {
		var names []string
		var seats []engine.Player
		for range g.Info().Seats {
			names, seats = append(names, "ann"), append(seats, g.Baselines[0].Player)
		}
		var text bytes.Buffer
		guard.Must(f, g.TraceAll(f.Context(), names, seats, arena.Pair{Seed: 3, Blocks: 1}, func(_, _ int, r *record.Record) error {
			return json.NewEncoder(&text).Encode(r)
		}))
		f.Add(text.Bytes())
	}
	f.Add([]byte(`{"game":"coup","players":["ann","bob"],"trace":["1 T","2 p"],"points":[]}` + "\n[]\n{}\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		path := filepath.Join(t.TempDir(), "games.jsonl")
		guard.Must(t, os.WriteFile(path, text, 0o600))
		guard.Must(t, record.Read(context.Background(), path, func(r *record.Record) error {
			for _, g := range games {
				s := clone.NewStudy(g, "ann")
				if err := s.Add(r); err == nil && len(s.New) != 1 {
					t.Errorf("a record was taken %d times", len(s.New))
				}
			}
			return nil
		}, func(error) {}))
	})
}
