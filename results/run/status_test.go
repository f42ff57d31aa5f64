package run_test

import (
	"context"
	"encoding/json"
	"path/filepath"
	"reflect"
	"testing"

	"bloodline/configs"
	"bloodline/configs/player"
	"bloodline/evolve"
	"bloodline/evolve/store"
	"bloodline/internal/guard"
	"bloodline/results/report"
	"bloodline/results/run"
)

// The status of a league has its recorded generations, the games of its exploiters and the strongest of them, the store has
// the same, and the games of the run add up to both.
func TestRun_Status(t *testing.T) {
	f := &player.Finder{Games: shipped(t), Store: filepath.Join(t.TempDir(), "lineage.db")}
	c, err := configs.Parse("run.yaml", []byte("game: coup\nholdout: []\nfitness: {deals: 13}\nverdict: {min_rounds: 2, max_rounds: 20}\nevidence: {deals: 26}\n"+small["gradient"]), f.Games)
	guard.Must(t, err)
	r, err := run.Start(f, "mine", "mine", c)
	guard.Must(t, err)
	defer r.Close()
	if s := r.Status(); !reflect.DeepEqual(s, report.Status{}) {
		t.Errorf("before it breeds: %+v", s)
	}
	bred := int64(0)
	_, _, err = r.Breed(context.Background(), func(g evolve.Generation) error {
		if bred += g.Games; g.Verdict != nil {
			bred += g.Verdict.Games
		}
		s := r.Status()
		if s.Generations != g.Number+1 || s.Planned != 6 || s.Games < bred || s.PartDone <= 0 || s.PartDone > 1 || (s.Exploiter != nil) != (g.Number >= 2) {
			t.Errorf("generation %d, %d games: %+v", g.Number, bred, s)
		}
		return nil
	})
	guard.Must(t, err)
	st, err := store.OpenReadOnly(t.Context(), f.Store)
	guard.Must(t, err)
	defer st.Close()
	league, err := st.League("mine")
	guard.Must(t, err)
	text, err := st.Status("mine")
	if err != nil || json.Unmarshal(text, new(report.Status)) != nil {
		t.Errorf("the store has %s (%v)", text, err)
	}
	all := league.ExploitersByNumber()
	if row, err := st.Run("mine"); err != nil || len(all) != 2 || row.Games != bred+league.Games() {
		t.Errorf("%d games in all, %d of generations and %d of %d exploiters (%v)", row.Games, bred, league.Games(), len(all), err)
	}
	for i, x := range all {
		if x.RoundBest < x.Share {
			t.Errorf("the strongest exploiter of round %d has %v, its own %v", x.Round, x.RoundBest, x.Share)
		}
		if i == len(all)-1 && report.StrongestOf(league).Share != x.RoundBest {
			t.Errorf("%+v is not the strongest of the last round, %v", report.StrongestOf(league), x.RoundBest)
		}
	}
}
