package view

import (
	"math"
	"strings"

	"bloodline/arena/portrait"
	"bloodline/results/report"
)

// compareTables puts the cells of others beside those of the same row: the mean of their shares, all players alike.
// Where fewer than half of them have a share there is none.
func compareTables(own []portrait.CountTable, others [][]portrait.CountTable) {
	for i := range own {
		var rows []map[string][]portrait.Cell
		for _, o := range others {
			for _, t := range o { // others may have fewer tables: of what no genes weigh, for example
				if t.Title == own[i].Title {
					labelled := map[string][]portrait.Cell{}
					for _, row := range t.Rows {
						labelled[label(row)] = row
					}
					rows = append(rows, labelled)
				}
			}
		}
		for _, row := range own[i].Rows {
			for c := range row {
				if row[c].Kind != portrait.IsShare {
					continue
				}
				var cells []portrait.Cell
				for _, r := range rows {
					if other := r[label(row)]; c < len(other) {
						cells = append(cells, other[c])
					}
				}
				row[c].Beside = meanCell(cells, len(others))
			}
		}
	}
}

// meanCell is the mean of shares, of so many players; nil for none.
func meanCell(cells []portrait.Cell, of int) *portrait.Cell {
	sum, chances, n := 0.0, int64(0), 0
	for _, c := range cells {
		if c.Reliable() {
			sum, chances, n = sum+c.Ratio(), chances+c.Could, n+1
		}
	}
	if 2*n < of || n == 0 {
		return nil
	}
	return new(portrait.Share(int64(math.Round(sum/float64(n)*float64(chances))), chances))
}

// label is what a row is of: its labels.
func label(row []portrait.Cell) string {
	return strings.Join(report.Map(row, func(c portrait.Cell) string { return c.Text }), "|")
}
