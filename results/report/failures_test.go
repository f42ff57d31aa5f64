package report_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"bloodline/arena/command"
	"bloodline/engine"
	"bloodline/engine/stats"
	"bloodline/evolve/store"
	"bloodline/genome"
	"bloodline/internal/guard"
	"bloodline/results/report"
)

// Settings on a grid of two numbers and a choice, each of which plays a game alone; fails says which fail.
func TestExplain(t *testing.T) {
	g, err := command.New(command.Settings{Referee: "true", Bot: "true {block} {save} {most} {mode}", Players: 2, Style: command.StyleJSON, Genes: []command.Gene{
		{Name: "block", Distribution: command.Float, Low: -1, High: 1, Default: "0.5"},
		{Name: "save", Distribution: command.Int, Low: 0, High: 9, Default: "3"},
		{Name: "most", Distribution: command.Int, Low: 0, High: 9, Default: "3"},
		{Name: "mode", Distribution: command.Categorical, Choices: []string{"calm", "wild", "odd"}, Default: "calm"},
	}}, t.TempDir(), nil)
	guard.Must(t, err)
	for name, tt := range map[string]struct {
		fails func(block float64, save, most, mode int) bool
		want  string
	}{
		"below":        {func(block float64, _, _, _ int) bool { return block < 0 }, "all 60 failures have block < 0 (all 60 games there), the other 90 games none"},
		"above":        {func(_ float64, save, _, _ int) bool { return save > 7 }, "all 30 failures have save > 7 (all 30 games there), the other 120 games none"},
		"choice":       {func(_ float64, _, _, mode int) bool { return mode == 1 }, "all 50 failures have mode = wild (all 50 games there), the other 100 games none"},
		"most of them": {func(block float64, save, _, _ int) bool { return block < 0 && save > 0 }, "all 54 failures have block < 0 (54 of 60 games there), the other 90 games none"},
		"and another": {func(block float64, save, most, mode int) bool {
			return block < 0 || save == 4 && mode == 2 && block > 0.8
		}, "60 of 61 failures have block < 0 (all 60 games there), the other 90 games 1"},
		"two settings":   {func(block float64, save, most, mode int) bool { return block < -0.5 && save < 2 && mode == 0 }, ""},
		"less than half": {func(block float64, save, most, mode int) bool { return block < 0 && save%3 == 1 && mode > 0 }, ""},
		"a relation":     {func(_ float64, save, most, _ int) bool { return save >= most }, "all 84 failures have save >= most (all 84 games there), the other 66 games none; with command.relations: [save < most] none like that is bred"},
		"a strict one":   {func(_ float64, save, most, _ int) bool { return most > save }, "all 66 failures have most > save (all 66 games there), the other 84 games none; with command.relations: [most <= save] none like that is bred"},
		"some of one":    {func(_ float64, save, most, mode int) bool { return most > save && mode == 2 }, ""},
		"all":            {func(float64, int, int, int) bool { return true }, ""},
		"a corner":       {func(block float64, _, _, mode int) bool { return block < 0 && mode == 1 }, ""},
	} {
		t.Run(name, func(t *testing.T) {
			var settings []report.Trial
			var games []report.Matchup
			f := report.Failures{}
			for b := range 5 {
				for save := range 10 {
					for mode := range 3 {
						block, most, x := -1+float64(b)*0.5, (save*7+b*3+mode*4)%10, report.Matchup{Trials: []int{len(settings)}, Games: 1}
						settings = append(settings, report.NewTrial(g.Schema, genome.Vector{block, float64(save), float64(most), float64(mode)}))
						if f.Games++; tt.fails(block, save, most, mode) {
							f.Failed++
							x.Failing = x.Trials
						}
						games = append(games, x)
					}
				}
			}
			if f.Region = report.ExplainFailures(g.Schema, settings, games); f.Where() != tt.want {
				t.Errorf("have %q, want %q", f.Where(), tt.want)
			}
		})
	}
}

// Runs are a group by their settings and their names; NAME:SEED:SETTINGS, of which x has not ended.
func TestGroups(t *testing.T) {
	for runs, want := range map[string]string{
		"a-1:1:s a-2:2:s b-1:1:s b-7:7:s c-1:1:s": "a a-1 a-2; b b-1 b-7",
		// Other settings are another group of the name, and neither is called by the name alone.
		"a-1:1:s a-4:4:s a-7:7:s a-2:2:t a-3:3:t":     "a-1+2 a-1 a-4 a-7; a-2..a-3 a-2 a-3",
		"a-1:1:s a-2:2:s a-1-2:1:t a-2-2:2:t a-3:3:t": "a-1..a-2 a-1 a-2; a-1-2..a-3 a-1-2 a-2-2 a-3",
		// A second run of the same seed, an unfinished run and a run that was named by hand are in no group.
		"a-1:1:s a-1-2:1:s a-1-3:1:s": "",
		"a-1:1:s a-1-2:1:s a-2:2:s":   "a a-1 a-2",
		"a-1:1:s a-2:2:x a-3:3:s":     "a a-1 a-3",
		"best:3:s a-1:1:s a-2:2:s":    "a a-1 a-2",
		// The seed may stand within the name, and be a number of the settings, too.
		"a-1-deals-2:1:s a-2-deals-2:2:s":        "a-deals-2 a-1-deals-2 a-2-deals-2",
		"a-2-1:1:s a-2-2:2:s a-2-3:3:s":          "a-2 a-2-1 a-2-2 a-2-3",
		"a-1-2:1:s a-2-2:2:s a-3-2:3:s":          "a a-1-2 a-2-2 a-3-2",
		"a-10:10:s a-9:9:s a-9-2:9:s a-10-x:1:s": "a a-9 a-10",
	} {
		var rows []store.RunRow
		for _, word := range strings.Fields(runs) {
			part := strings.Split(word, ":")
			r := store.RunRow{State: store.Finished}
			r.Name = part[0]
			_, err := fmt.Sscan(part[1], &r.Seed)
			guard.Must(t, err)
			if part[2] == "x" {
				r.State, part[2] = store.Stopped, "s"
			}
			r.Config = fmt.Sprintf("game: coup\nseed: %d\nevolve:\n  population: %s\nworkers: %d\n", r.Seed, part[2], r.Seed)
			rows = append(rows, r)
		}
		have := strings.Join(report.Map(report.GroupsOf(rows), func(g report.Side) string {
			return strings.Join(slices.Concat([]string{g.Name}, g.Words), " ")
		}), "; ")
		if have != want {
			t.Errorf("%s:\nhave %s\nwant %s", runs, have, want)
		}
	}
}

// The difference of 56 of 70 and 48 of 80 and its interval are those of Newcombe (Statistics in Medicine 17, 1998,
// table II, method 10); those of the two shares are Wilson's.
func TestNewTransferred(t *testing.T) {
	wilson := func(won, games float64) stats.Figure {
		const z = 1.959964
		p := won / games
		center, half := (p+float64(z*z)/(2*games))/(1+float64(z*z)/games), z*math.Sqrt(float64(p*(1-p))/games+float64(z*z)/(4*games*games))/(1+float64(z*z)/games)
		return stats.Figure{Games: int64(games), Mean: p, Low: center - half, High: center + half}
	}
	d := report.NewTransferred("rush", wilson(56, 70), wilson(48, 80)).Difference
	if d.Games != 150 || math.Abs(d.Mean-0.2) > 1e-9 || math.Abs(d.Low-0.0524) > 5e-5 || math.Abs(d.High-0.3339) > 5e-5 {
		t.Errorf("%+v, want 0.2 (0.0524 to 0.3339)", d)
	}
}

func TestTransfer_Table(t *testing.T) {
	at := func(mean, half float64) stats.Figure {
		return stats.Figure{Games: 100, Mean: mean, Low: mean - half, High: mean + half}
	}
	for want, other := range map[string]stats.Figure{
		"mybot has less on the other contest than where it was bred, by 20.0 (10.8 to 29.2)":   at(0.5, 0.09),
		"mybot has more on the other contest than where it was bred, by 10.0 (0.8 to 19.2)":    at(0.8, 0.09),
		"No difference is seen between the two contests: 5.0 (-4.2 to 14.2) percentage points": at(0.65, 0.09),
	} {
		x := report.Transfer{Player: "mybot", Scale: engine.Info{Max: 1}.Scale(), Total: report.NewTransferred("all of them", at(0.7, 0.02), other), MissingOpponents: []string{"strangers"}}
		x.Against = append(x.Against, report.NewTransferred("rush", at(0.7, 0.02), other))
		have := strings.ReplaceAll(x.Table().Title, "\n", " ")
		if !strings.HasPrefix(have, want) || len(x.Table().Rows) != 1 {
			t.Errorf("%q, want %q", have, want)
		}
	}
}
