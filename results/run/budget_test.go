package run

import (
	"strings"
	"testing"
	"time"

	"bloodline/engine/stats"
	"bloodline/evolve"
	"bloodline/evolve/measure"
	"bloodline/internal/guard"
)

// A search ends when the games after it take the rest of its time at its rate, but never before its first generation, which
// gets the whole time.
func TestTimeIsUp(t *testing.T) {
	const limit = 10 * time.Minute
	for _, c := range []struct {
		spent              time.Duration
		played, bred, rest int64
		want               bool
	}{
		{time.Minute, 600, 400, 3000, false}, // 5 minutes for the rest
		{5 * time.Minute, 3000, 2500, 2999, false},
		{5 * time.Minute, 3000, 2500, 3000, true}, // as long as it has taken
		{8 * time.Minute, 8000, 7900, 2000, true},
		{8 * time.Minute, 8000, 7900, 1999, false},
		{9 * time.Minute, 1000, 0, 3000, false}, // in the first generation
		{10 * time.Minute, 1000, 0, 3000, true},
		{9 * time.Minute, 0, 0, 3000, false},
	} {
		if have := timeIsUp(limit, c.spent, c.played, c.bred, c.rest); have != c.want {
			t.Errorf("%v, %d games, %d bred, %d to come: %v, want %v", c.spent, c.played, c.bred, c.rest, have, c.want)
		}
	}
}

// What follows a search that its time has ended takes no more games than there is time for, and its evidence repeats.
func TestMeasureChampion_time(t *testing.T) {
	f := formula{logit: func(v []float64) float64 { return v[0] }}
	for _, games := range []int64{400, 2000, 1 << 40} {
		c, e := f.run(1, 0, number("good", 0, 2, 0))
		planned := e.FigureGames()
		found, err := Evolve(t.Context(), c, e, evolve.Recorders{}, Past{})
		guard.Must(t, err)
		before := e.Games()
		found.Ended, found.figures = endTime, games
		file, err := MeasureChampion(t.Context(), c, e, found)
		guard.Must(t, err)
		took := e.Games() - before
		if limit := min(games, planned); took > limit || took < limit/5 {
			t.Errorf("%d games of %d planned: %d were played", games, planned, took)
		}
		v, err := file.Vector(e.Game.Schema)
		guard.Must(t, err)
		_, again := f.run(1, 0, number("good", 0, 2, 0))
		again.Repeats = file.Evidence
		if got, err := again.Evidence(t.Context(), v, 1); err != nil || !file.Evidence.Repeats(got, stats.Figure.Repeats) {
			t.Errorf("%d games: %+v again %+v, %v", games, file.Evidence, got, err)
		}
	}
}

// A budget of a league that ends before its first exploiters is refused, with the least one that has them.
func TestSplit_league(t *testing.T) {
	f := formula{logit: func(v []float64) float64 { return v[0] }}
	for _, budget := range []int{4000, 40_000} {
		_, e := f.run(1, budget, number("good", 0, 2, 0))
		e.Verdict.MinRounds = 8
		e.Exploiters = measure.ExploiterSettings{Share: 0.5, Round: 3, Generations: 12, Initial: []string{measure.InitialDefaults}}
		split, err := e.Split()
		if budget == 4000 {
			if err == nil || !strings.Contains(err.Error(), "first exploiters") {
				t.Errorf("%d games: %v", budget, err)
			}
			continue
		}
		if least := e.LeagueGames(4); err != nil || split.Search < least || split.Search > int64(budget) {
			t.Errorf("%d games: %d to search, want at least %d; %v", budget, split.Search, least, err)
		}
	}
}
