package table_test

import (
	"math/bits"
	"slices"
	"testing"

	"bloodline/engine"
	"bloodline/engine/roll"
	"bloodline/games/wojna/seat"
	"bloodline/games/wojna/table"
	"bloodline/internal/guard"
)

// This file states the rules a second time, as plainly as possible and without the engine: stacks and pot are slices of
// cards, a bidding is a list of moves in words, and who may do what is looked up in that list. Chance and choices are
// drawn in the order that Table.Play documents, so that both must tell the same story to the last card.

// fact is what a player is asked under.
type fact struct {
	deal, bidding, seat, card, pot, level, put int16
	stacks                                     [4]uint8
	legal                                      seat.Mask
}

func sizes(a, b, c, d int) [4]uint8 { return [4]uint8{uint8(a), uint8(b), uint8(c), uint8(d)} }

type twin struct {
	chance  roll.Rand
	dice    [4]roll.Rand
	manner  [4]int
	byCards bool

	deals  int
	stacks [4][]int
	pot    []int
	out    map[int]int // seat: bidding
	facts  []fact
	moves  []said         // of the bidding
	words  []string       // scratch
	seen   map[string]int // how often each corner of the rules came up
}

func (w *twin) shuffle(cards []int) {
	left := len(cards)
	for left > 1 {
		draw := w.chance.Uint64()
		for k := 0; k < 3 && left > 1; k++ {
			var j uint64
			j, draw = bits.Mul64(draw, uint64(left))
			left--
			cards[left], cards[j] = cards[j], cards[left]
		}
	}
}

// deal plays a deal and returns the points.
func (w *twin) deal() [4]int {
	var deck []int
	for v := 1; v <= 13; v++ {
		deck = append(deck, v, v, v, v, v, v, v, v)
	}
	w.shuffle(deck)
	for s := range w.stacks {
		w.stacks[s] = slices.Clone(deck[26*s : 26*s+26])
	}
	w.pot, w.out = w.pot[:0], map[int]int{}
	var war []int
	bidding := 0
	for len(w.rich()) > 1 {
		if bidding >= 200 && w.chance.N(200) == 0 {
			w.seen["cut"]++
			if war != nil {
				w.seen["cut before a war"]++
			}
			break
		}
		bidding++
		war = w.bidding(bidding, war)
		for s := range 4 {
			if _, gone := w.out[s]; !gone && len(w.stacks[s]) == 0 {
				w.out[s] = bidding
			}
		}
	}
	w.deals++
	return w.score()
}

// rich lists the seats with cards.
func (w *twin) rich() (seats []int) {
	for s := range 4 {
		if len(w.stacks[s]) > 0 {
			seats = append(seats, s)
		}
	}
	return seats
}

// put moves the top n cards of a stack into the pot, or fewer if there are fewer, and returns how many.
func (w *twin) put(s, n int) int {
	n = min(n, len(w.stacks[s]))
	w.pot = append(w.pot, w.stacks[s][:n]...)
	w.stacks[s] = w.stacks[s][n:]
	return n
}

type said struct {
	seat int
	word string
}

// bidding plays one bidding, a war if war names its players, and returns who makes war next.
func (w *twin) bidding(number int, war []int) []int {
	players, ante := w.rich(), 1
	if war != nil {
		players, ante = war, 2
	}
	var card [4]int
	for _, s := range players {
		card[s] = w.stacks[s][0]
		if w.put(s, ante) < ante {
			w.seen["one card in a war"]++
		}
	}
	stayed := w.talk(number, players, card)
	best := 0
	for _, s := range stayed {
		best = max(best, card[s])
	}
	var top, able []int
	for _, s := range stayed {
		if card[s] == best || len(stayed) == 1 {
			top = append(top, s)
			if len(w.stacks[s]) > 0 {
				able = append(able, s)
			}
		}
	}
	switch {
	case len(top) == 1:
		w.collect(top[0])
	case len(able) == 1:
		w.seen["only one of the tied has cards"]++
		w.collect(able[0])
	case len(able) == 0:
		w.seen["pot carried over"]++
	default:
		w.seen["war"]++
		return able
	}
	return nil
}

func (w *twin) collect(s int) {
	w.shuffle(w.pot)
	w.stacks[s] = append(w.stacks[s], w.pot...)
	w.pot = w.pot[:0]
}

// talk asks for moves and returns who has not passed, in seat order.
func (w *twin) talk(number int, players []int, card [4]int) []int {
	stayed := slices.Clone(players)
	var in [4]int
	moves, words := w.moves[:0], w.words
	defer func() { w.moves = moves }()
	hi, _ := bits.Mul64(w.chance.Uint64(), uint64(len(players)))
	turn := players[hi]
	for {
		level := 0
		for _, n := range in {
			level = max(level, n)
		}
		words = append(words[:0], "pass", "check")
		for i, word := range []string{"raise 1", "raise 2", "raise 3"} {
			if level-in[turn]+i+1 <= len(w.stacks[turn]) {
				words = append(words, word)
			}
		}
		w.note(number, turn, card[turn], level, in[turn], len(words))
		word := words[throw(w.manner[turn], seat.Mask(1<<len(words)-1), w.dice[turn].Uint64())]
		moves = append(moves, said{turn, word})
		switch word {
		case "pass":
			stayed = slices.DeleteFunc(stayed, func(s int) bool { return s == turn })
		case "check":
			if n := w.put(turn, level-in[turn]); n < level-in[turn] {
				w.seen["all-in"]++
				in[turn] += n
			} else {
				in[turn] = level
			}
		default:
			in[turn] += w.put(turn, level-in[turn]+int(word[6]-'0'))
		}
		turn = after(turn, stayed)
		if len(stayed) == 1 || turn == closer(moves) {
			return stayed
		}
	}
}

// after is the next of seats behind s.
func after(s int, seats []int) int {
	for {
		if s = (s + 1) % 4; slices.Contains(seats, s) {
			return s
		}
	}
}

// closer is the seat whose turn ends the bidding: the last who raised, or the first who checked, or none (-1).
func closer(moves []said) int {
	for _, m := range slices.Backward(moves) {
		if m.word[0] == 'r' {
			return m.seat
		}
	}
	for _, m := range moves {
		if m.word == "check" {
			return m.seat
		}
	}
	return -1
}

func (w *twin) note(bidding, s, card, level, put, words int) {
	w.facts = append(w.facts, fact{
		int16(w.deals), int16(bidding), int16(s), int16(card), int16(len(w.pot)), int16(level), int16(put),
		sizes(len(w.stacks[0]), len(w.stacks[1]), len(w.stacks[2]), len(w.stacks[3])), seat.Mask(1<<words - 1),
	})
}

// score hands the points 0, 12, 24, 48 to the seats in the order of elimination.
func (w *twin) score() (points [4]int) {
	places := []int{0, 12, 24, 48}
	rank := func(s int) int {
		if b, gone := w.out[s]; gone {
			return b
		}
		if w.byCards {
			return 1_000_000 + len(w.stacks[s])
		}
		return 1_000_000
	}
	seats := []int{0, 1, 2, 3}
	slices.SortStableFunc(seats, func(a, b int) int { return rank(a) - rank(b) })
	for i := 0; i < 4; {
		j, sum := i, 0
		for ; j < 4 && rank(seats[j]) == rank(seats[i]); j++ {
			sum += places[j]
		}
		for k := i; k < j; k++ {
			points[seats[k]] = sum / (j - i)
		}
		i = j
	}
	return points
}

// spy plays like dice and notes what it was asked under.
type spy struct {
	manner int
	facts  *[]fact
}

func (p spy) Act(v *seat.View, rolled uint64) seat.Action {
	*p.facts = append(*p.facts, fact{
		int16(v.Deals - 1), int16(v.Bidding), int16(v.Me), int16(v.Card), int16(v.Pot), int16(v.Level), int16(v.Put[v.Me]),
		sizes(v.Stack[0], v.Stack[1], v.Stack[2], v.Stack[3]), v.Legal(),
	})
	return throw(p.manner, v.Legal(), rolled)
}

// TestPlayTwin plays every deal twice.
func TestPlayTwin(t *testing.T) {
	t.Run("first", func(t *testing.T) { agree(t, 40, 1) })
	t.Run("many", func(t *testing.T) {
		guard.Slow(t)
		agree(t, 500, 5)
	})
}

// agree plays runs of 40 deals, in which each corner of the rules shall come up often enough.
func agree(t *testing.T, runs, often int) {
	t.Helper()
	const deals = 40
	seen := map[string]int{}
	choices := 0
	var facts, theirs []fact
	for seed := range uint64(runs) {
		byCards := seed%4 == 3
		tab := table.NewTable(table.Game{Deals: deals, ByCards: byCards})
		facts = facts[:0]
		w := twin{byCards: byCards, seen: seen, facts: theirs[:0], words: make([]string, 0, 5)}
		var seats []engine.Player
		for s := range 4 {
			w.manner[s] = [...]int{0, 0, 0, 0, 1, 2, 2, 2}[roll.Mix(seed, uint64(s))%8]
			w.dice[s] = roll.New(roll.Mix(seed, uint64(1+s)))
			seats = append(seats, spy{w.manner[s], &facts})
		}
		out := tab.Play(seed, seats)
		deck := roll.New(roll.Mix(seed, 0))
		var sum [engine.MaxSeats]int64
		for range deals {
			w.chance = roll.New(deck.Uint64())
			points := w.deal()
			if points[0]+points[1]+points[2]+points[3] != 84 {
				t.Fatalf("seed %d: points %v do not add up to 84", seed, points)
			}
			for s, p := range points {
				sum[s] += int64(p)
			}
		}
		if !slices.Equal(facts, w.facts) {
			a, b := firstDifference(facts, w.facts)
			t.Fatalf("seed %d: asked %+v, the twin asks %+v", seed, a, b)
		}
		if out.Score != sum {
			t.Fatalf("seed %d: score %v, the twin has %v", seed, out.Score, sum)
		}
		choices += len(facts)
		theirs = w.facts
	}
	t.Logf("%d deals, %d choices, %v", runs*deals, choices, seen)
	for _, corner := range []string{
		"war", "all-in", "cut", "cut before a war", "one card in a war",
		"only one of the tied has cards", "pot carried over",
	} {
		if seen[corner] < often {
			t.Errorf("%s: came up %d times", corner, seen[corner])
		}
	}
}

func firstDifference(a, b []fact) (fact, fact) {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return a[i], b[i]
		}
	}
	return fact{}, fact{}
}
