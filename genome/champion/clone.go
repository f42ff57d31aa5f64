package champion

import (
	"fmt"

	"bloodline/arena/stats"
)

// Clone says whose decisions the genes of a file were fitted to, and how well they predict it.
type Clone struct {
	Of        string `json:"of"`        // the word that named the player; text alone, nothing is started by it
	Games     int    `json:"games"`     // that it was seen in
	Decisions int    `json:"decisions"` // that the genes were fitted to
	Seen      int    `json:"seen"`      // decisions of these games: where views are large, not all are used
	Unknown   int    `json:"unknown"`   // decisions left out, since the player's own cards are not known
	Forfeits  int    `json:"forfeits"`  // games that the player lost by its faults

	// Held says how well the genes predict decisions that they have not seen: a fifth of the games, predicted
	// by a fit to the others. The first line is of all kinds of question. Empty where there are too few games.
	Held []Predicted `json:"held_out,omitempty"`

	// Score compares the two on the same deals; nil where the player could not be played.
	Score *Twin `json:"score,omitempty"`
}

// Predicted says how well genes predict decisions of one kind. Intervals are of 95 %, over games.
type Predicted struct {
	Kind      string       `json:"kind"`
	Decisions int          `json:"decisions"`
	LogLoss   stats.Sample `json:"log_loss"`  // mean of -log(probability of the decision); 0 where rules tell no probabilities
	Agreement stats.Sample `json:"agreement"` // share of decisions that the rules, asked once, make alike
	Defaults  Baseline     `json:"defaults"`  // the same of the genome of all defaults
}

// Baseline is what a genome without a fit predicts.
type Baseline struct {
	LogLoss   stats.Sample `json:"log_loss"`
	Agreement stats.Sample `json:"agreement"`
}

// Twin is the score of a player and of its clone in the same places of the same games.
type Twin struct {
	Player     stats.Summary `json:"player"`
	Clone      stats.Summary `json:"clone"`
	Difference stats.Summary `json:"difference"` // of the clone and the player
}

// Worse reports whether the clone predicts no better than the defaults do, as far as is known.
func (c *Clone) Worse() bool {
	if len(c.Held) == 0 {
		return false
	}
	all := c.Held[0]
	if all.LogLoss.Mean > 0 || all.Defaults.LogLoss.Mean > 0 {
		return all.LogLoss.Mean >= all.Defaults.LogLoss.Mean
	}
	return all.Agreement.Mean <= all.Defaults.Agreement.Mean
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
