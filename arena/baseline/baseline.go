// Package baseline describes hand-written opponents: name, description and player.
//
// Exported bots contain a copy, so it imports the standard library only.
package baseline

import "strings"

// Baseline is one hand-written opponent of a game.
type Baseline struct {
	Name   string  // unique in its game, whatever the case; without ':', '/' and blanks
	Doc    string  // how it plays, in a sentence or three
	Points float64 // published or measured, on the scale of its game; 0 where there are none
	Player any     // of the game's own player interface; has no state, and any number of tables share it
}

// Find returns the baseline of a name; upper and lower case are alike.
func Find(all []Baseline, name string) (Baseline, bool) {
	for _, b := range all {
		if strings.EqualFold(b.Name, name) {
			return b, true
		}
	}
	return Baseline{}, false
}
