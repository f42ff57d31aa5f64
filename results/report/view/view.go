// Package view computes the contents of a report as plain data, for pages, JSON and figures
// alike.
//
//  1. [ReadRun] reads a run from the store: its generations, changes of champion,
//     exploiters, the champion's line of ancestors and how the genes moved on it.
//  2. A [Measurer] plays games for a player's decisions and score, the points of its
//     groups of genes, and its rank in a tournament. Its figures are those of inspect,
//     ablate and tournament with the same deals and seed.
//
// Reading a run of 300 generations takes some 50 ms and one of 16,000 about two
// seconds; what a Measurer plays takes as long as the commands. The package writes
// nothing, and knows no HTML and no network.
package view

import "bloodline/results/report"

// Report is what one page shows.
type Report struct {
	Program    string            `json:"program"`
	Runs       []*Run            `json:"runs,omitempty"`
	Players    []*report.Profile `json:"players,omitempty"`
	Tournament *report.Standings `json:"tournament,omitempty"`
	Notes      []string          `json:"notes,omitempty"` // what could not be shown, and why
}
