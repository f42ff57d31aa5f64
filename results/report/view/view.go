// Package view gathers what a page shows, a [PageData] for HTML, JSON and CSV alike: it reads runs from the store and
// plays games for their players.
//
//  1. [ReadRun] reads a run from the store: its generations, changes of champion,
//     exploiters, the champion's line of ancestors and how the genes moved on it.
//  2. A [Measurer] plays games for a player's decisions and score, the points of its
//     groups of genes, and its rank in a tournament. Its figures are those of inspect,
//     ablate and tournament with the same deals and seed.
//
// Reading a run of 300 generations takes some 50 ms and one of 16,000 about two seconds; what a Measurer plays takes as
// long as the commands. The package writes nothing, and knows no HTML and no network: package page draws, and package
// dashboard serves.
package view

import "bloodline/results/report"

// PageData is what one page shows.
type PageData struct {
	Program    string            `json:"program"`
	Runs       []*RunData        `json:"runs,omitempty"`
	Players    []*report.Profile `json:"players,omitempty"`
	Tournament *report.Standings `json:"tournament,omitempty"`
	Notes      []string          `json:"notes,omitempty"` // what could not be shown, and why
}
