package champion

import (
	"fmt"

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

	// Held says how well the genes predict decisions that they have not seen, and Defaults how well the genome of all
	// defaults does: a fifth of the games, predicted by a fit to the others. The first line is of all kinds of
	// question. Empty where there are too few games.
	Held     []stats.Prediction `json:"held_out,omitempty"`
	Defaults []stats.Prediction `json:"defaults,omitempty"`

	// Score compares the two on the same deals; nil where the player could not be played.
	Score *Twin `json:"score,omitempty"`
}

// Twin is the score of a player and of its clone in the same places of the same games.
type Twin struct {
	Player     stats.Summary `json:"player"`
	Clone      stats.Summary `json:"clone"`
	Difference stats.Summary `json:"difference"` // of the clone and the player
}

// Worse reports whether the clone predicts no better than the defaults do, as far as is known.
func (c *Clone) Worse() bool {
	if len(c.Held) == 0 || len(c.Defaults) == 0 {
		return false
	}
	mine, defaults := c.Held[0], c.Defaults[0]
	if defaults.LogLoss.Mean > 0 {
		return mine.LogLoss.Mean >= defaults.LogLoss.Mean
	}
	return mine.Agreement.Mean <= defaults.Agreement.Mean
}

// String says where the genes are from: "clone of exec:./rival, 160 games, 1490 decisions".
func (c *Clone) String() string {
	return fmt.Sprintf("clone of %s, %d games, %d decisions", c.Of, c.Games, c.Decisions)
}

func (c *Clone) names() (out []string) {
	if c == nil {
		return nil
	}
	out = append(out, c.Of)
	for _, p := range c.Held {
		out = append(out, p.Kind)
	}
	return out
}
