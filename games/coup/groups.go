package coup

// groups says what the genes of each group decide.
var groups = map[string]string{
	"turn":             "openings of a turn, by lives",
	"turn-coins":       "openings, by both players' coins",
	"turn-record":      "openings, by the opponent's claims",
	"story":            "own bluffs, by own earlier claims",
	"challenge":        "challenges, by lives",
	"challenge-coins":  "challenges, by both players' coins",
	"challenge-record": "challenges, by the opponent's claims",
	"belief":           "challenges, by counts and past bluffs",
	"block":            "blocks, by lives",
	"block-coins":      "blocks, by both players' coins",
	"block-record":     "blocks, by the opponent's claims",
	"cards":            "which cards to keep or to give up",
}
