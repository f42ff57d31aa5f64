package arena

import (
	"context"
	"math"
	"slices"

	"bloodline/engine"
	"bloodline/engine/stats"
)

// Comparison is of players on the same deals, which become more with each call of [Comparison.Play].
type Comparison struct {
	measurement *Measurement
	players     []engine.Player
	part        Part
	sums        []Sum
	even        bool
}

// Comparison begins a comparison without deals, of any number: of two seats, deal n has opponent n mod their number.
func (e *Measurement) Comparison(players []engine.Player, coordinates ...uint64) *Comparison {
	p := e.part(len(players), coordinates...)
	p.Blocks, p.Scores, p.At = math.MaxInt32, true, []int{}
	return &Comparison{e, players, p, make([]Sum, len(players)), false}
}

// AddEven adds a player that has half of each block, as a player has against itself in a game for two.
func (c *Comparison) AddEven() { c.even = true }

func (c *Comparison) Play(ctx context.Context, at []int) error {
	p := c.part
	p.At, p.Deals, p.To = at, len(at), len(c.players)*len(at)
	sums, err := c.measurement.playPart(ctx, p, c.players)
	for i, s := range sums {
		c.sums[i].Add(s)
	}
	c.part.At = append(c.part.At, at...)
	return err
}

// Deals returns the numbers of the deals so far.
func (c *Comparison) Deals() []int { return c.part.At }

// Against returns the figures of the players on all deals so far.
func (c *Comparison) Against(ctx context.Context) ([]Against, error) {
	p := c.part
	p.Deals, p.To = len(p.At), len(c.players)*len(p.At)
	sums := c.sums
	if c.even {
		half := int64(c.measurement.Arena.Unit() / 2)
		own := sums[0]
		even := Sum{Scores: slices.Repeat([]int64{half}, len(own.Scores)), By: make([]stats.Tally, len(own.By))}
		for i, t := range own.By {
			even.By[i] = stats.Tally{N: t.N, Sum: t.N * half, SumSq: uint64(t.N * half * half)}
		}
		sums = []Sum{own, even}
	}
	return c.measurement.against(ctx, p, sums)
}
