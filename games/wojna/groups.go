package wojna

// groups says what the genes of each group decide.
var groups = map[string]string{
	"strength": "how high rivals' cards are expected to be",
	"learn":    "how fast opinions of rivals change",
	"fold":     "how often rivals are expected to fold or raise",
	"count":    "how much to trust counted cards",
	"value":    "the worth of cards and of the pot",
	"margin":   "how much to pay and to raise",
	"mix":      "chance among moves of equal worth",
}
