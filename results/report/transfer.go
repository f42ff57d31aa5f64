package report

import (
	"fmt"
	"math"

	"bloodline/engine"
	"bloodline/engine/stats"
)

// Transfer is what a champion of one contest has in another one with the same genes: of a simulator, in the contest
// that it simulates.
type Transfer struct {
	Player           string        `json:"player"`
	Against          []Transferred `json:"against"`
	Total            Transferred   `json:"total"`
	Deals            int           `json:"deals,omitempty"`             // that were played in both, with the same seeds
	Equal            int           `json:"equal_deals,omitempty"`       // of these, with the same points
	MissingOpponents []string      `json:"missing_opponents,omitempty"` // opponents that the other contest doesn't have
	MissingGenes     []string      `json:"missing_genes,omitempty"`     // genes that the first contest doesn't have

	Scale engine.Scale `json:"-"`
}

// Transferred is the figure of a champion against one opponent in both contests.
type Transferred struct {
	Opponent   string       `json:"opponent"`
	Own        stats.Figure `json:"own"`        // in the contest that it was bred in
	Other      stats.Figure `json:"other"`      // in the other one
	Difference stats.Figure `json:"difference"` // own less other; its games are the sum of both
}

// NewTransferred compares two figures of different games. The interval of the difference is made of the two intervals,
// as Newcombe does (Statistics in Medicine 17, 1998, method 10).
func NewTransferred(opponent string, own, other stats.Figure) Transferred {
	d := own.Mean - other.Mean
	return Transferred{opponent, own, other, stats.Figure{
		Games: own.Games + other.Games, Mean: d,
		Low:  d - math.Hypot(own.Mean-own.Low, other.High-other.Mean),
		High: d + math.Hypot(own.High-own.Mean, other.Mean-other.Low),
	}}
}

// Table has a row for each opponent.
func (t *Transfer) Table() *Table {
	out := &Table{Columns: []string{"opponent", ">" + t.Scale.Unit + " as bred", ">on the other", ">games", ">difference"}}
	rows := t.Against
	if len(rows) != 1 {
		rows = append(rows[:len(rows):len(rows)], t.Total)
	}
	for _, r := range rows {
		out.Add(r.Opponent, MeanInterval(t.Scale, r.Own), MeanInterval(t.Scale, r.Other), Count(r.Other.Games), MeanInterval(t.Scale, r.Difference))
	}
	d, unit := t.Total.Difference, differenceUnit(t.Scale)
	switch {
	case d.Low > 0:
		out.Title = fmt.Sprintf("%s has less on the other contest than where it was bred, by %s %s.", t.Player, MeanInterval(t.Scale, d), unit)
	case d.High < 0:
		out.Title = fmt.Sprintf("%s has more on the other contest than where it was bred, by %s %s.", t.Player, MeanInterval(t.Scale, d.Opposite()), unit)
	default:
		out.Title = fmt.Sprintf("No difference is seen between the two contests: %s %s between what %s has where it was bred and "+
			"what it has on the other one.", MeanInterval(t.Scale, d), unit, t.Player)
	}
	out.Title = Paragraph("%s", out.Title)
	out.Note("In parentheses: 95 %% intervals. games: on the other contest; %s where it was bred.", Plural(t.Total.Own.Games, "game"))
	if t.Deals > 0 {
		out.Note("Of %s with the same seeds %s end alike in both contests.", Plural(t.Deals, "deal"), Count(t.Equal))
	}
	if len(t.MissingOpponents) > 0 {
		out.Note("Left out, because the other run file has no player of the name: %s.", List(t.MissingOpponents))
	}
	if len(t.MissingGenes) > 0 {
		out.Note("At their defaults, because the champion has no such genes: %s.", List(t.MissingGenes))
	}
	return out
}
