package report

import (
	"bloodline/engine"
	"bloodline/engine/stats"
)

// Missing estimates, for each pair of features that a player does not weigh, what a weight would gain.
type Missing struct {
	Player string       `json:"player"`
	Games  int64        `json:"games"`
	Pairs  []MissingRow `json:"pairs"` // the most significant first
}

// MissingRow is a pair of features.
type MissingRow struct {
	Gene string       `json:"gene"`
	Gain stats.Sample `json:"gain"` // points a game by a weight of 1, to first order: the policy gradient
	Doc  string       `json:"doc"`
}

// Table has a row for each pair, or for the first twenty.
func (m *Missing) Table(s engine.Scale, all bool) *Table {
	t := &Table{Columns: []string{"not weighed", ">" + s.Unit + " by 1", ">95 % interval", "a positive weight"}}
	rows := m.Pairs
	if !all {
		rows = rows[:min(len(rows), mostDifferent)]
	}
	for _, r := range rows {
		t.Add(r.Gene, s.Show(r.Gain.Mean), s.Span(r.Gain.Low, r.Gain.High), r.Doc)
	}
	t.Title = Paragraph("what a weight of 1 for each pair of features that %s does not weigh would gain, to first order: the policy gradient (how points change with the weights) of %s games", m.Player, Count(m.Games))
	if len(rows) == 0 {
		t.Note("There is none: it weighs all pairs of features that meet in a move.")
	}
	return t
}
