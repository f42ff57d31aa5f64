package report

import (
	"fmt"
	"strings"

	"bloodline/arena/stats"
	"bloodline/engine"
)

// winShare is the unit of games whose points are wins.
const winShare = "win %"

// Points tells how a game's points are printed: shares of wins as percentages, other
// points as they are.
type Points struct {
	Unit    string  `json:"unit"` // "win %" or what a point is
	Percent bool    `json:"percent"`
	Fair    float64 `json:"fair"` // points of equal players
	Low     float64 `json:"low"`  // the range of a game's points
	High    float64 `json:"high"`
}

// PointsOf returns how the points of a game are printed.
func PointsOf(i engine.Info) Points {
	p := Points{Unit: i.Points, Fair: i.Mean, Low: i.Min, High: i.Max}
	if i.Min == 0 && i.Max == 1 {
		p.Unit, p.Percent = winShare, true
	}
	return p
}

// Show prints points.
func (p Points) Show(x float64) string {
	text := fmt.Sprintf("%.2f", x)
	if p.Percent {
		text = Percent(x)
	}
	if strings.Trim(text, "-0.") == "" {
		return strings.TrimPrefix(text, "-") // no loss is no gain
	}
	return text
}

// Scale is the unit of a game's points, and how they are printed.
func Scale(i engine.Info) (unit string, show func(float64) string) {
	p := PointsOf(i)
	return p.Unit, p.Show
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
