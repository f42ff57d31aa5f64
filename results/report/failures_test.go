package report_test

import (
	"testing"

	"bloodline/arena/command"
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
