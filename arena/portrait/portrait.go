// Package portrait holds what a measured likeness of a player is made of. The
// games' own portrait packages fill it in their own words.
package portrait

// Table is one table of a portrait, ready to print.
type Table struct {
	Title   string     `json:"title"`
	Columns []string   `json:"columns"`
	Rows    [][]string `json:"rows"` // each as long as Columns
}
