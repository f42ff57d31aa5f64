package run

import (
	"fmt"

	"bloodline/engine"
	"bloodline/engine/stats"
	"bloodline/genome/champion"
	"bloodline/results/report"
)

// Spread is the result of breeding with several seeds. Its intervals are over seeds, those of a champion over deals.
type Spread struct {
	Game        string        `json:"game"`
	Runs        []Bred        `json:"runs"`
	Field       stats.Figure  `json:"field"`                  // mean of the champions' against their fields
	HoldoutMean *stats.Figure `json:"holdout_mean,omitempty"` // against the opponents held out, if some were in every run

	Info engine.Info `json:"-"` // of the game
}

// Bred is a run of a spread.
type Bred struct {
	Run         string        `json:"run"`
	Seed        uint64        `json:"seed"`
	Games       int64         `json:"games"` // bred with
	Field       stats.Figure  `json:"field"`
	HoldoutMean *stats.Figure `json:"holdout_mean,omitempty"`
}

// NewSpread sums up the champions of two runs or more. games is how many each was bred with.
func NewSpread(i engine.Info, files []*champion.File, games []int64) *Spread {
	out := &Spread{Info: i}
	var field, unseen []float64
	for k, f := range files {
		out.Game = f.Game
		e := f.Evidence
		out.Runs = append(out.Runs, Bred{f.Origin.Run, f.Origin.Seed, games[k], e.Field, e.HoldoutMean})
		field = append(field, e.Field.Mean)
		if e.HoldoutMean != nil {
			unseen = append(unseen, e.HoldoutMean.Mean)
		}
	}
	out.Field = stats.SampleOf(field).Within(i.Min, i.Max)
	if len(unseen) == len(files) {
		out.HoldoutMean = new(stats.SampleOf(unseen).Within(i.Min, i.Max))
	}
	return out
}

func (s *Spread) Table() *report.Table {
	scale, last := s.Info.Scale(), len(s.Runs)
	t := &report.Table{Columns: []string{"run", ">seed", ">" + scale.Unit, ">95 % interval", ">games"}}
	for _, r := range s.Runs {
		t.Add(r.Run, fmt.Sprint(r.Seed), scale.Show(r.Field.Mean), scale.Span(r.Field.Low, r.Field.High), report.Count(r.Games))
	}
	t.Add("mean", "", scale.Show(s.Field.Mean), scale.Span(s.Field.Low, s.Field.High), "")
	if s.HoldoutMean != nil {
		t.Columns = append(t.Columns, ">held out")
		for i, r := range s.Runs {
			t.Rows[i] = append(t.Rows[i], scale.Show(r.HoldoutMean.Mean))
		}
		t.Rows[last] = append(t.Rows[last], scale.Show(s.HoldoutMean.Mean))
	}
	t.Note("Intervals of runs are over deals; that of the mean is Student's over %d seeds, the error of the method.", last)
	return t
}
