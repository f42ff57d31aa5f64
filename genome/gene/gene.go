// Package gene describes what a genome is made of. It stands apart from package
// genome so that a game's rules, and every exported bot, need nothing else.
package gene

// Gene is one named, bounded parameter of a bot.
type Gene struct {
	Name    string  // unique in its game, dotted: "challenge.tax.2v2"
	Was     string  // the name that older files have, if it was renamed; they are still read
	Group   string  // the genes that a person looks at together: "challenge"
	Unit    string  // "probability", "log-odds", "coins", ...
	Min     float64 // smallest value; Min < Max
	Max     float64 // largest value
	Default float64 // in [Min, Max]; what a bot that was never bred plays
	Doc     string  // one sentence: what a larger value makes the bot do
}
