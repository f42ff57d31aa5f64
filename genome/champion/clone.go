package champion

import (
	"fmt"
	"slices"

	"bloodline/engine/stats"
)

// Clone says whose decisions the genes of a file were fitted to, and how well they predict it.
type Clone struct {
	Of        string `json:"of"`        // the word that named the player; text alone, nothing is started by it
	Games     int    `json:"games"`     // that it was seen in
	Decisions int    `json:"decisions"` // that the genes were fitted to
	Seen      int    `json:"seen"`      // decisions of these games: where views are large, not all are used
	Unknown   int    `json:"unknown"`   // decisions left out, since the player's own cards are not known
	Forfeits  int    `json:"forfeits"`  // games that the player lost by its faults

	// HeldOut says how well the genes predict decisions that they have not seen, and Defaults how well the genome of all
	// defaults does: a fifth of the games, predicted by a fit to the others. The first line is of all kinds of
	// question. Empty where there are too few games.
	HeldOut  []stats.Prediction `json:"held_out,omitempty"`
	Defaults []stats.Prediction `json:"defaults,omitempty"`

	// Score compares the two on the same deals; nil where the player could not be played.
	Score *Twin `json:"score,omitempty"`
}

// Twin is the score of a player and of its clone in the same places of the same games.
type Twin struct {
	Player     stats.Figure `json:"player"`
	Clone      stats.Figure `json:"clone"`
	Difference stats.Figure `json:"difference"` // of the clone and the player
}

// Worse reports whether the clone predicts no better than the defaults do, as far as is known.
func (c *Clone) Worse() bool {
	if len(c.HeldOut) == 0 || len(c.Defaults) == 0 {
		return false
	}
	mine, defaults := c.HeldOut[0], c.Defaults[0]
	if defaults.LogLoss.Mean > 0 {
		return mine.LogLoss.Mean >= defaults.LogLoss.Mean
	}
	return mine.Agreement.Mean <= defaults.Agreement.Mean
}

// String says where the genes are from: "clone of exec:./rival, 160 games, 1490 decisions, as the file says".
func (c *Clone) String() string {
	return fmt.Sprintf("clone of %s, %d games, %d decisions, as the file says", c.Of, c.Games, c.Decisions)
}

// Check reports a figure that no clone can have in a game with points from low to high; nil has none.
func (c *Clone) Check(low, high float64) error {
	if c == nil {
		return nil
	}
	counts := []int{c.Games, c.Decisions, c.Seen, c.Unknown, c.Forfeits}
	for _, p := range slices.Concat(c.HeldOut, c.Defaults) {
		counts = append(counts, p.Decisions)
		if !between(p.LogLoss, mostLoss) || !between(p.Agreement, 1) || p.Agreement.Low < 0 || p.Agreement.High > 1 {
			return brief("clone: %s must have a log-loss in [0, %v] and an agreement in [0, 1], have %v and %v", p.Kind,
				mostLoss, p.LogLoss.Mean, p.Agreement.Mean)
		}
	}
	if least := slices.Min(counts); least < 0 {
		return brief("clone: games and decisions must be at least 0, have %d", least)
	}
	if t := c.Score; t != nil {
		for _, x := range []struct {
			what     string
			from, to float64
			stats.Figure
		}{{"player", low, high, t.Player}, {"clone", low, high, t.Clone}, {"difference", low - high, high - low, t.Difference}} {
			if !between(stats.Figure{Mean: x.Mean - x.from, Low: x.Low - x.from, High: x.High - x.from}, x.to-x.from) || x.Games < 0 {
				return brief("clone: %s must be in [%v, %v], have %v, %v to %v of %d games", x.what, x.from, x.to,
					x.Mean, x.Low, x.High, x.Games)
			}
		}
	}
	return nil
}

// mostLoss is above the -log of any probability.
const mostLoss = 1000

// between reports whether a figure can be one of a quantity from 0 to a value. The interval of few games is wider.
func between(s stats.Figure, most float64) bool {
	return s.Mean >= 0 && s.Mean <= most && s.Low <= s.Mean && s.Mean <= s.High && s.High-s.Low <= 100*most
}
