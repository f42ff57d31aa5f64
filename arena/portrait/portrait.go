// Package portrait holds what a measured portrait of a player is made of. The
// games' own portrait packages fill it in their own words; [Counts] fills it for a
// game that has none.
package portrait

import "bloodline/engine"

// Table is one table of a portrait, ready to print.
type Table struct {
	Title   string     `json:"title"`
	Columns []string   `json:"columns"`
	Rows    [][]string `json:"rows"` // each as long as Columns
}

// Probe is a player of its game that plays as another one does and counts it. One
// goroutine uses it. It may have a method Habits() []Habit too, the counts under
// plain names: exploit contrasts two players by them.
type Probe interface {
	engine.Player
	Tables() []Table
	Words() []string
}

// Habits returns the habits that a probe has counted, nil where its game counts none.
func Habits(p Probe) []Habit {
	if h, ok := p.(interface{ Habits() []Habit }); ok {
		return h.Habits()
	}
	return nil
}
