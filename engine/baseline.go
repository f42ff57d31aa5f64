package engine

import "strings"

// Baseline is one hand-written opponent of a game. Exported bots contain a copy.
type Baseline struct {
	Name   string  `json:"name"`                // unique in its game, whatever the case; without ':', '/' and blanks
	Doc    string  `json:"doc"`                 // how it plays, in a sentence or three
	Points float64 `json:"published,omitempty"` // published or measured, on the scale of its game; 0 where there are none
	Player Player  `json:"-"`                   // of the game's own player interface; has no state, and any number of tables share it
}

// FindBaseline returns the baseline of a name; upper and lower case are alike.
func FindBaseline(all []Baseline, name string) (Baseline, bool) {
	for _, b := range all {
		if strings.EqualFold(b.Name, name) {
			return b, true
		}
	}
	return Baseline{}, false
}
