package view

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"bloodline/arena/stats"
	"bloodline/configs"
	"bloodline/configs/player"
	"bloodline/engine"
	"bloodline/evolve/key"
	"bloodline/evolve/league"
	"bloodline/evolve/lineage"
	"bloodline/genome/champion"
	"bloodline/results/report"
)

// Band is a run or a champion in one line: what stands at the head of its page, and in
// the list of all.
type Band struct {
	lineage.RunRow // of a champion that is no run, its name, its game and its seed
	Title          string
	Scale          engine.Scale
	Run            bool // it is a run of the store
	Algorithm      string
	Evidence       *champion.Evidence // on deals that no selection has seen
	SoFar          *report.Figure     // of a run without evidence: what selection saw
	Exploiter      float64            // the most that one bred against it has won of it
	Seconds        float64            // from begin to end
}

// BandOfRun reads the band of a run.
func BandOfRun(s Source, f *player.Finder, row lineage.RunRow) (*Band, error) {
	b := &Band{RunRow: row, Title: row.Game, Run: true, Algorithm: algorithm(row.Config)}
	if g, err := f.GameOf(row); err == nil {
		b.Title, b.Scale = g.Info().Title, g.Info().Scale()
	}
	if !row.Finished.IsZero() {
		b.Seconds = row.Finished.Sub(row.Started).Seconds()
	}
	kept, err := s.Evidence(row.Name)
	if err != nil {
		return nil, err
	}
	if json.Unmarshal(kept["champion"], &b.Evidence) != nil {
		b.Evidence = nil // the run has not ended
	}
	b.exploited(league.KeptExploiters(kept))
	return b, nil
}

// Follow fills in what the generations tell: the time spent, and of a run without evidence
// what selection saw of its champion.
func (b *Band) Follow(r *Run) {
	b.exploited(r.Exploiters)
	b.Seconds = r.Spent
	if n := len(r.Trace); n > 0 && b.Evidence == nil {
		last := r.Trace[n-1]
		b.SoFar = &report.Figure{Player: last.Champion, Summary: stats.Summary{Mean: last.ChampionMean, Low: last.ChampionLow, High: last.ChampionHigh}}
	}
}

// BandOf returns the band of a player that is no run.
func BandOf(p *player.Player) *Band {
	i := p.Game.Info()
	b := &Band{Title: i.Title, Scale: i.Scale()}
	b.Name, b.Game = p.Name, i.Name
	if p.File != nil {
		b.Algorithm, b.Seed, b.Evidence = algorithm(p.File.Origin.Config), p.File.Origin.Seed, p.File.Evidence
	}
	return b
}

func (b *Band) exploited(xs []league.Exploiter) {
	for _, x := range xs {
		b.Exploiter = max(b.Exploiter, x.Share)
	}
}

// algorithm reads from settings what breeds.
func algorithm(config string) string {
	c := configs.Recorded(config).Evolve
	return c.Algorithm + ", " + c.Follow
}

// Setting is a setting of which runs have different values.
type Setting struct {
	Key    string
	Values []string // in the order of the runs
}

// Differing lists the settings that are not alike in all of some run files, by their keys.
func Differing(files []string) (out []Setting) {
	var first configs.Config
	for _, k := range key.Of(&first) {
		out = append(out, Setting{Key: k.Name})
	}
	for _, text := range files {
		for i, k := range key.Of(configs.Recorded(text)) {
			out[i].Values = append(out[i].Values, strings.Trim(fmt.Sprint(k.Value()), "[]"))
		}
	}
	return slices.DeleteFunc(out, func(s Setting) bool { return len(slices.Compact(slices.Clone(s.Values))) < 2 })
}
