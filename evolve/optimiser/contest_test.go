package optimiser_test

import (
	"context"
	"math"
	"math/rand/v2"

	"bloodline/engine/roll"
	"bloodline/evolve"
	"bloodline/evolve/surrogate"
	"bloodline/genome"
	"bloodline/genome/gene"
)

// contest is a small game between two bots of ten parameters, as people write them: thresholds,
// ramps, switches and a choice. It has three opponents, from weak to strong.
type contest struct {
	name      string
	schema    *genome.Schema
	opponents []genome.Vector

	// play returns the share of the first bot, 0, a half or 1. A bot decides by its parameters alone;
	// the seed draws the course, the start or the deck.
	play func(first, second genome.Vector, rng *rand.Rand) float64
}

// contests are all of them.
var contests = []*contest{race(), cycles(), journeys()}

// number is a parameter with a range, its default and the values of the three opponents.
func (c *contest) number(name string, low, high, standard, weak, middle, strong float64) {
	c.schema.Genes = append(c.schema.Genes, gene.Gene{Name: name, Group: "bot", Unit: "u", Min: low, Max: high, Default: standard, Doc: "d"})
	for i, x := range []float64{weak, middle, strong} {
		c.opponents[i] = append(c.opponents[i], x)
	}
}

func newContest(name string) *contest {
	return &contest{name: name, schema: &genome.Schema{Game: name, Version: 1}, opponents: make([]genome.Vector, 3)}
}

// truth is the share of a genome against all opponents, over a number of games that no search plays:
// its standard error is at most 0.0035 with 20,000.
func (c *contest) truth(v genome.Vector, games int) float64 {
	sum := 0.0
	for g := range games {
		sum += c.game(v, g, roll.Mix(0x7472757468, uint64(g)))
	}
	return sum / float64(games)
}

// game plays one game: opponents and seats in turn.
func (c *contest) game(v genome.Vector, number int, seed uint64) float64 {
	rng := rand.New(rand.NewPCG(seed, 1))
	foe := c.opponents[number%len(c.opponents)]
	if number/len(c.opponents)%2 == 0 {
		return c.play(v, foe, rng)
	}
	return 1 - c.play(foe, v, rng)
}

// entrants measures genomes in a contest, as a run of programs does: each generation on the same new deals.
type entrants struct {
	*contest
	games  int64 // for a measurement of a genome
	spent  int64
	played []surrogate.Observation
}

func (e *entrants) Evaluate(ctx context.Context, round evolve.Round, vs []genome.Vector) ([]evolve.Fitness, error) {
	out := make([]evolve.Fitness, len(vs))
	for k, v := range vs {
		sum := 0.0
		for g := range e.games {
			sum += e.game(v, int(g), roll.Mix(uint64(round.Number), uint64(g)/2))
		}
		mean := sum / float64(e.games)
		out[k] = evolve.Fitness{Mean: mean, StdErr: math.Sqrt(max(mean*(1-mean), 0.01) / float64(e.games)), Games: e.games}
		e.spent += e.games
		e.played = append(e.played, surrogate.Observation{Point: e.schema.Point(v), Share: mean, Games: e.games})
	}
	return out, ctx.Err()
}

// journeys is a card game: in turn each bot plays a card to one of its three journeys, in rising order, or
// discards one, and draws. A journey that was begun costs twelve and scores the sum of its cards.
func journeys() *contest {
	c := newContest("journeys")
	c.number("BEGIN", 0, 30, 5, 3, 14, 12)       // least sum of a colour in hand to begin a journey
	c.number("BEGIN_LATE", 0, 2, 0, 0, 0.5, 0.8) // what each card that is gone from the deck adds to that
	c.number("LOW_FIRST", -2, 4, 0, -1, 1, 1.5)  // preference for low cards to begin with
	c.number("GAP", 0, 5, 1, 0.2, 1, 2)          // cost of each step that is left out
	c.number("PATIENCE", 0, 10, 2, 0, 3, 4)      // worth of a discard against a bad play
	c.number("HURRY", 0, 10, 8, 10, 4, 3)        // cards in the deck below which all that fits is played
	c.number("FOE_NEEDS", 0, 3, 1, 0, 0.5, 1)    // cost of a discard that the opponent can use
	c.number("OWN_NEEDS", 0, 3, 1, 0, 1, 1.5)    // cost of a discard that fits an own journey
	c.number("PICK", 0, 10, 9, 10, 5, 4)         // least worth of a discarded card to be picked up
	c.number("MODE", 0, 2.999, 0, 0, 1, 2)       // a choice: widest, highest or longest colour first
	c.play = func(first, second genome.Vector, rng *rand.Rand) float64 { return playJourneys(first, second, rng) }
	return c
}

const colours, ranks9, handSize = 3, 9, 6

type traveller struct {
	p        genome.Vector
	hand     [colours][ranks9 + 1]bool
	top, sum [colours]int
}

// inHand counts and adds the cards of a colour that still fit.
func (t *traveller) inHand(colour int) (n, sum int) {
	for r := t.top[colour] + 1; r <= ranks9; r++ {
		if t.hand[colour][r] {
			n, sum = n+1, sum+r
		}
	}
	return n, sum
}

func playJourneys(first, second genome.Vector, rng *rand.Rand) float64 {
	var deck []int
	for card := range colours * ranks9 {
		deck = append(deck, card)
	}
	rng.Shuffle(len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
	bots := [2]traveller{{p: first}, {p: second}}
	draw := func(t *traveller) {
		card := deck[len(deck)-1]
		deck = deck[:len(deck)-1]
		t.hand[card/ranks9][card%ranks9+1] = true
	}
	for range handSize {
		draw(&bots[0])
		draw(&bots[1])
	}
	var piles [colours]int // rank on top of each pile of discards; 0 if empty
	for turn := 0; len(deck) > 0; turn++ {
		t, foe := &bots[turn%2], &bots[1-turn%2]
		c, r, play := t.choose(foe, len(deck))
		t.hand[c][r] = false
		if play {
			t.top[c], t.sum[c] = r, t.sum[c]+r
		} else {
			piles[c] = r
		}
		best, from := t.p[8], -1
		for k, r := range piles {
			if worth := float64(r - 2*max(0, r-t.top[k]-3)); r > t.top[k] && (k != c || play) && t.top[k] > 0 && worth > best {
				best, from = worth, k
			}
		}
		if from >= 0 {
			t.hand[from][piles[from]], piles[from] = true, 0
		} else {
			draw(t)
		}
	}
	a, b := bots[0].score(), bots[1].score()
	switch {
	case a > b:
		return 1
	case a < b:
		return 0
	}
	return 0.5
}

func (t *traveller) score() (score int) {
	for c := range colours {
		if t.top[c] > 0 {
			score += t.sum[c] - 12
		}
	}
	return score
}

// choose returns the card to play or to discard that the parameters value most.
func (t *traveller) choose(foe *traveller, left int) (colour, rank int, play bool) {
	p, best := t.p, math.Inf(-1)
	for c := range colours {
		n, sum := t.inHand(c)
		for r := 1; r <= ranks9; r++ {
			if !t.hand[c][r] {
				continue
			}
			if r > t.top[c] {
				worth := float64(r) - p[3]*float64(r-t.top[c]-1)
				if t.top[c] == 0 {
					worth = float64(sum) - p[0] - p[1]*float64(15-left) - p[2]*float64(r)
				}
				switch int(p[9]) {
				case 1:
					worth += float64(sum) / 4
				case 2:
					worth += float64(n)
				}
				if float64(left) < p[5] && t.top[c] > 0 {
					worth += 20
				}
				if worth > best {
					best, colour, rank, play = worth, c, r, true
				}
			}
			worth := p[4] - 0.3*float64(r)
			if r > foe.top[c] && foe.top[c] > 0 {
				worth -= p[6] * float64(r)
			}
			if r > t.top[c] {
				worth -= p[7] * float64(r)
			}
			if worth > best {
				best, colour, rank, play = worth, c, r, false
			}
		}
	}
	return colour, rank, play
}
