package samurai

// groups says what the genes of each group decide.
var groups = map[string]string{
	"worth":    "the worth of being first or not last, by lord and turn",
	"forecast": "where rivals are expected to visit",
	"plan":     "own later visits to count on",
	"threat":   "the weight of rivals' totals, and of risk",
	"habit":    "chance in the choice",
	"open":     "the first turn",
}
