package report

import (
	"fmt"

	"bloodline/arena/stats"
	"bloodline/engine"
)

// winShare is the unit of games whose points are wins.
const winShare = "win %"

// Scale tells how a game's points are printed: shares of wins as percentages, other
// points as they are.
func Scale(i engine.Info) (unit string, show func(float64) string) {
	if i.Min == 0 && i.Max == 1 {
		return winShare, Percent
	}
	return i.Points, func(x float64) string { return fmt.Sprintf("%.2f", x) }
}

// Figure is a player's points a game.
type Figure struct {
	Player string `json:"player"`
	stats.Summary
}

// FigureOf is the figure of an estimate over so many games.
func FigureOf(name string, games int64, e stats.Estimate) Figure {
	return Figure{name, e.Summary(games)}
}

// Figures has a row for each figure, in points of the game.
func Figures(i engine.Info, fs []Figure) *Table {
	unit, show := Scale(i)
	t := &Table{Columns: []string{"player", ">" + unit, ">95 % interval"}}
	for _, f := range fs {
		t.Add(f.Player, show(f.Mean), between(show, f.Low, f.High))
	}
	return t
}

func between(show func(float64) string, low, high float64) string {
	return show(low) + " to " + show(high)
}
