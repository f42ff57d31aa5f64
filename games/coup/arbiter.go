package coup

import (
	"fmt"
	"slices"
	"strings"

	"bloodline/arena/referee"
	"bloodline/engine/roll"
	"bloodline/games/coup/seat"
)

const (
	given = "_'<=0" // cards in hands and given up: Ambassador, Assassin, Captain, Contessa, Duke
	shown = "~^*!$" // the same cards on the command line, and when challenged
)

// arbiter follows a game by the characters of the history file. Like the contest's arbiter it recognises moves by the
// end of the last line only, and effects by a few of the line's characters.
type arbiter struct {
	history string
	coins   [2]int
	hand    [2]string // in the given alphabet, in the order that the arbiter keeps
	stock   []byte    // cards out of play
	drawn   []int     // places in stock of the two cards of an Exchange
	leaker  int       // seat whose Exchange failed last
	chance  roll.Rand
}

// newArbiter deals as the arena's table does.
func newArbiter(seed uint64) *arbiter {
	a := &arbiter{coins: [2]int{1, 1}, chance: roll.Stream(seed, 0)}
	for i := range given {
		a.stock = append(a.stock, given[i], given[i], given[i])
	}
	r := a.chance.Uint64()
	for s := range a.hand {
		for range 2 {
			var i uint
			i, r = roll.Split(r, uint(len(a.stock)))
			a.hand[s] += string(a.stock[i])
			last := len(a.stock) - 1
			a.stock[i] = a.stock[last]
			a.stock = a.stock[:last]
		}
	}
	return a
}

func isCard(c byte) bool  { return strings.IndexByte(given, c) >= 0 }
func isShown(c byte) bool { return strings.IndexByte(shown, c) >= 0 }

func translate(cards, from, to string) string {
	out := []byte(cards)
	for i, c := range out {
		out[i] = to[strings.IndexByte(from, c)]
	}
	return string(out)
}

// line is the last line of the history, its newline included.
func (a *arbiter) line() string {
	return a.history[strings.LastIndexByte(strings.TrimSuffix(a.history, "\n"), '\n')+1:]
}

// call returns the arguments of the next invocation. They are nil if no move can follow the last line, or if there are
// no cards left to draw; culprit is then the seat that caused it.
func (a *arbiter) call(who int) (c *seat.Call, culprit int) {
	moves, ok := a.legal(who)
	if !ok {
		return nil, who ^ 1
	}
	a.drawn = a.drawn[:0]
	if a.exchanging() {
		if len(a.stock) < 2 {
			return nil, a.leaker
		}
		r := a.chance.Uint64()
		i, r := roll.Split(r, uint(len(a.stock)))
		j, _ := roll.Split(r, uint(len(a.stock)-1))
		if j >= i {
			j++
		}
		a.drawn = append(a.drawn, int(i), int(j))
	}
	return &seat.Call{
		History: a.history, Cards: a.cards(who), Moves: moves,
		Own: uint8(max(a.coins[who], 0)), Opponent: uint8(max(a.coins[who^1], 0)),
	}, 0
}

// cards are the cards on the command line: the drawn ones, then the hand.
func (a *arbiter) cards(who int) string {
	pool := ""
	for _, i := range a.drawn {
		pool += string(a.stock[i])
	}
	return translate(pool+a.hand[who], given, shown)
}

// exchanging reports whether the next invocation chooses cards of an Exchange.
func (a *arbiter) exchanging() bool {
	l := a.line()
	last := before(l, 1)
	return before(l, len(l)) == 'E' && len(l)%2 == 0 && (last == 'p' || isCard(last))
}

// before returns the character n places before the end, 0 if there is none.
func before(line string, n int) byte {
	if n < 1 || n > len(line) {
		return 0
	}
	return line[len(line)-n]
}

// legal lists the moves in the arbiter's order.
func (a *arbiter) legal(who int) (moves []string, ok bool) {
	if a.history == "" {
		return []string{"I\n", "F", "E", "S", "T"}, true
	}
	line, own := a.line(), strings.Split(a.hand[who], "")
	switch c := before(line, 1); {
	case c == '\n':
		return a.turns(who), true
	case c == 'F':
		return []string{"d", "p"}, true
	case c == 'C':
		return own, true
	case isShown(c):
		if len(line) < 3 {
			return nil, false
		}
		if strings.IndexByte("acds", before(line, 3)) >= 0 {
			return closing(own), true
		}
		return own, true
	case c == 'E' || c == 'T':
		return []string{"p", "q"}, true
	case c == 'A':
		return append([]string{"s", "q"}, own...), true
	case c == 'S':
		return []string{"a", "c", "p", "q"}, true
	case strings.IndexByte("acds", c) >= 0:
		return []string{"q", "\n"}, true
	case c == 'p' || isCard(c):
		return []string{"\n"}, true
	case c == 'q':
		i := strings.IndexByte("ETASdacs", before(line, 2)) // the claim
		if i < 0 {
			return nil, false
		}
		need := "_0'<0_<="[i : i+1]
		switch {
		case slices.Contains(own, need):
			return []string{translate(need, given, shown)}, true
		case i >= 4: // a block
			return own, true
		}
		return closing(own), true
	}
	return nil, false
}

func (a *arbiter) turns(who int) []string {
	if a.coins[who] >= 10 {
		return []string{"C"}
	}
	moves := []string{"I\n", "F", "E", "T"}
	if a.coins[who] >= 3 {
		moves = append(moves, "A")
	}
	if a.coins[who] >= 7 {
		moves = append(moves, "C")
	}
	if a.coins[who^1] > 0 {
		moves = append(moves, "S")
	}
	return moves
}

// closing adds the newline that ends the own turn.
func closing(cards []string) []string {
	out := make([]string, len(cards))
	for i, c := range cards {
		out[i] = c + "\n"
	}
	return out
}

// settle finds the move that the history now ends with and moves coins and cards.
func (a *arbiter) settle(who int, call *seat.Call, printed string) (k referee.Kind, why string) {
	line := a.line()
	if line == "" {
		return referee.Arbiter, "nothing was written"
	}
	i := slices.IndexFunc(call.Moves, func(m string) bool { return strings.HasSuffix(line, m) })
	if i < 0 {
		return referee.Illegal, fmt.Sprintf("the line %q ends in none of %q", line, call.Moves)
	}
	switch move := call.Moves[i]; {
	case move == "I\n":
		a.coins[who]++
	case len(move) == 2:
		a.lose(who, move[:1])
		if before(line, 3) == '!' {
			a.coins[who] -= 3
		}
	case isCard(move[0]): // outside the own turn: both after a lost challenge of an Assassinate or a false Contessa
		a.lose(who, move)
		switch line[0] {
		case 'C':
			a.coins[who^1] -= 7
		case 'A':
			a.coins[who^1] -= 3
			if len(line) == 4 && (line[1] == 'q' || line[1] == 's') {
				a.hand[who] = ""
			}
		}
	case isShown(move[0]):
		if move != "~" || line[0] == 'S' {
			a.swap(who, translate(move, shown, given))
		}
	case move == "\n":
		return a.end(who, line, call.Cards, printed)
	}
	return referee.None, ""
}

func (a *arbiter) lose(who int, card string) {
	a.hand[who] = strings.Replace(a.hand[who], card, "", 1)
}

func (a *arbiter) swap(who int, card string) {
	a.lose(who, card)
	i, _ := roll.Split(a.chance.Uint64(), uint(len(a.stock)))
	a.hand[who] += string(a.stock[i])
	a.stock[i] = card[0]
}

// end ends a turn and carries out its action, if it has not failed.
func (a *arbiter) end(who int, line, cards, printed string) (k referee.Kind, why string) {
	last := before(line, 2)
	switch {
	case last == 0:
		return referee.Arbiter, "an empty line was written"
	case last == 's':
		a.coins[who] -= 3
		a.leak(who)
	case last != 'p' && !isCard(last):
		a.leak(who)
	case line[0] == 'F':
		a.coins[who] += 2
	case line[0] == 'T':
		a.coins[who] += 3
	case line[0] == 'S':
		n := 2
		if a.coins[who^1] == 1 {
			n = 1
		}
		a.coins[who] += n
		a.coins[who^1] -= n
	case line[0] == 'E':
		printed = strings.Trim(printed, " \t\r\n\v\f")
		rest := cards
		for _, c := range []byte(printed) {
			i := strings.IndexByte(rest, c)
			if i < 0 {
				return referee.Exchange, fmt.Sprintf("printed %.20q, the cards are %q", printed, cards)
			}
			rest = rest[:i] + rest[i+1:]
		}
		if len(printed) != len(a.hand[who]) {
			return referee.Exchange, fmt.Sprintf("printed %.20q, %d of the cards %q may be kept", printed, len(a.hand[who]), cards)
		}
		a.hand[who] = translate(printed, shown, given)
		back := []byte(translate(rest, shown, given))
		slices.SortFunc(back, func(x, y byte) int { return strings.IndexByte(given, x) - strings.IndexByte(given, y) })
		for i, c := range back {
			a.stock[a.drawn[i]] = c
		}
		return referee.None, ""
	}
	return referee.None, ""
}

// leak removes the drawn cards of a failed Exchange from the stock: the contest's arbiter never puts them back.
func (a *arbiter) leak(who int) {
	if len(a.drawn) == 0 {
		return
	}
	a.leaker = who
	slices.Sort(a.drawn)
	for _, i := range slices.Backward(a.drawn) {
		a.stock = slices.Delete(a.stock, i, i+1)
	}
}
