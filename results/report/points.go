package report

import (
	"bloodline/arena/stats"
	"bloodline/engine"
)

// Scale is the unit of a game's points, and how they are printed.
func Scale(i engine.Info) (unit string, show func(float64) string) {
	s := i.Scale()
	return s.Unit, s.Show
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
