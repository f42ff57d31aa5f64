// Package view gathers what a page shows, a [PageData] for HTML, JSON and CSV: it reads runs and plays games.
//
//  1. [ReadRun] reads a run from the store: its generations, changes of champion,
//     exploiters, the champion's line of ancestors and how the genes moved on it.
//  2. A [Measurer] plays games for a player's decisions and score, the points of its groups of genes, and its rank in a
//     tournament. Its figures are those of inspect, ablate and tournament with the same deals and seed.
//
// Reading a run of 300 generations takes some 50 ms, one of 16,000 two seconds; a Measurer takes as long as the
// commands. The package writes nothing and knows no HTML or network: package page draws, and package dashboard serves.
package view

import (
	"slices"
	"strconv"

	"bloodline/genome/champion"
	"bloodline/results/report"
)

// PageData is what one page shows.
type PageData struct {
	Program    string            `json:"program"`
	Runs       []*RunData        `json:"runs,omitempty"`
	Players    []*report.Profile `json:"players,omitempty"`
	Tournament *report.Standings `json:"tournament,omitempty"`
	Notes      []string          `json:"notes,omitempty"` // what could not be shown, and why

	Call report.Call            `json:"-"` // how its program is started
	Next map[string]report.Next `json:"-"` // what commands go on from, by the name of the run or the player
}

// CSV returns the figures of a report in long form, a line each: what it belongs to, which figure, of which generation
// or opponent, and the number with its interval where it has one.
func (r *PageData) CSV() [][]string {
	rows := [][]string{{"of", "figure", "key", "value", "low", "high"}}
	num := func(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
	add := func(of, figure, key string, value float64, interval ...float64) {
		row := []string{of, figure, key, num(value), "", ""}
		for i, x := range interval {
			row[4+i] = num(x)
		}
		rows = append(rows, row)
	}
	for _, run := range r.Runs {
		for _, p := range run.Trace {
			key := strconv.Itoa(p.To)
			add(run.Name, "champion", key, p.ChampionMean, p.ChampionLow, p.ChampionHigh)
			add(run.Name, "best", key, p.Best)
			add(run.Name, "mean", key, p.Mean, p.LowestMean, p.HighestMean)
			add(run.Name, "sd", key, p.SD)
		}
		for _, x := range run.Exploiters {
			add(run.Name, "exploiter", strconv.Itoa(x.Round), x.Share)
		}
		if run.Drift != nil {
			for _, s := range run.Drift.Genes {
				add(run.Name, "moved", s.Name, s.Moved)
			}
		}
	}
	for _, p := range r.Players {
		figures := func(name string, fs []champion.OpponentFigure) {
			for _, f := range fs {
				add(p.Name, name, f.Opponent, f.Mean, f.Low, f.High)
			}
		}
		if e := p.Evidence; e != nil {
			figures("evidence", report.EvidenceResults(e).All())
		}
		if p.Field != nil {
			figures("points", append([]champion.OpponentFigure{*p.Field}, p.Against...))
		}
		for _, x := range p.Gains {
			if x.Gain != nil {
				add(p.Name, "gain", report.GainName(p.Genes, p.Gains, x), x.Gain.Mean, x.Gain.Low, x.Gain.High)
			}
		}
		for _, c := range slices.Concat(p.GroupAblation, p.GeneAblation) {
			add(p.Name, "loss without "+c.Genes, "mean", c.Loss, c.Low, c.High)
			figures("loss without "+c.Genes, c.Against)
		}
	}
	if t := r.Tournament; t != nil {
		for _, p := range t.Places {
			add("tournament", "points", p.Player, p.Mean, p.Low, p.High)
			if t.Versus != nil {
				add("tournament", "elo", p.Player, p.Elo, p.EloLow, p.EloHigh)
			}
		}
	}
	return rows
}
