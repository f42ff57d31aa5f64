package table_test

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"
	"testing"

	"bloodline/engine"
	"bloodline/engine/roll"
	"bloodline/games/coup/seat"
	"bloodline/games/coup/table"
	"bloodline/internal/guard"
)

// plain is the contest's arbiter stated a second time, with strings and maps and without a thought for speed. It knows
// a line by its shape (X stands for a card given up) and looks up in tables what may follow and what it costs.
type plain struct {
	file   string
	coins  [2]int
	cards  [2]string // in the alphabet of cards given up
	stock  []byte
	chance roll.Rand
	rolls  [2]roll.Rand
	style  [2]style
	calls  []call
}

// call is one run of a program: what it was told and what it answered.
type call struct {
	before  string // the file
	coins   [2]int // by seat
	cards   string // sorted, shown alphabet
	options []string
	written string
	kept    string // sorted, shown alphabet
}

const (
	given = "_'<=0"
	shown = "~^*!$"
)

// follows tells what may be written after a line's beginning: X is each own card, "." a newline, "X." a card with one.
var follows = map[string]string{
	"F": "d p", "E": "p q", "T": "p q", "S": "a c p q", "A": "s q X", "C": "X",
	"Fd": "q .", "Sa": "q .", "Sc": "q .", "As": "q .",
	"Fp": ".", "Ep": ".", "Tp": ".", "Sp": ".", "AX": ".", "CX": ".",
	"Tq": "X.", "Eq": "X.", "Sq": "X.", "Aq": "X.",
	"Fdq": "X", "Saq": "X", "Scq": "X", "Asq": "X",
	"Tq$": "X", "Eq~": "X", "Sq*": "X", "Aq^": "X",
	"Fdq$": "X.", "Saq~": "X.", "Scq*": "X.", "Asq!": "X.",
	"Tq$X": ".", "Eq~X": ".", "Sq*X": ".", "FdqX": ".", "SaqX": ".", "ScqX": ".",
}

// claimed is the card that settles a challenge; its holder must show it.
var claimed = map[string]string{
	"Tq": "0", "Eq": "_", "Sq": "<", "Aq": "'", "Fdq": "0", "Saq": "_", "Scq": "<", "Asq": "=",
}

// pays is what the owner of a line gets when the line has come to this shape.
var pays = map[string]int{
	"I.": 1, "Fp.": 2, "FdqX.": 2, "Tp.": 3, "Tq$X.": 3,
	"AX": -3, "Aq^X": -3, "AsqX": -3, "As.": -3, "Asq!X.": -3, "CX": -7,
}

var (
	steals = map[string]bool{"Sp.": true, "Sq*X.": true, "SaqX.": true, "ScqX.": true}
	draws  = map[string]bool{"Ep": true, "Eq~X": true} // two cards, for an Exchange
	ruins  = map[string]bool{"Aq^X": true, "AsqX": true}
)

var shapes = strings.NewReplacer("_", "X", "'", "X", "<", "X", "=", "X", "0", "X", "\n", ".")

func newPlain(seed uint64, style [2]style) *plain {
	g := &plain{coins: [2]int{1, 1}, style: style, chance: roll.Stream(seed, 0), calls: make([]call, 0, 32)}
	for i := range g.rolls {
		g.rolls[i] = roll.Stream(seed, 1+uint64(i))
	}
	// How the arena turns rolls into cards is a convention, told here once more:
	// the deal splits one roll into four draws, the last card filling the gap.
	g.stock = []byte("___'''<<<===000")
	r := g.chance.Uint64()
	for i := range 4 {
		var at int
		at, r = split(r, len(g.stock))
		g.cards[i/2] += string(g.stock[at])
		last := len(g.stock) - 1
		g.stock[at] = g.stock[last]
		g.stock = g.stock[:last]
	}
	return g
}

func split(r uint64, n int) (at int, rest uint64) {
	hi, lo := bits.Mul64(r, uint64(n))
	return int(hi), lo
}

// run plays the game and returns the winner, or -1 after 200 calls.
func (g *plain) run() int {
	for n := range 200 {
		g.call(n % 2)
		if g.cards[n%2] == "" {
			return 1 - n%2
		}
	}
	return -1
}

func (g *plain) line() string { return g.file[strings.LastIndexByte(g.file, '\n')+1:] }

func (g *plain) call(me int) {
	line := g.line()
	shape := shapes.Replace(line)
	c := call{before: g.file, coins: g.coins, cards: g.cards[me]}
	if draws[shape] {
		c.written = "\n"
		c.cards, c.kept, c.options = g.exchange(me)
	} else {
		moves := g.moves(me, line, shape)
		c.options = words(moves)
		c.written = moves[slices.IndexFunc(moves, wordIs(g.choose(me, c.options)))]
	}
	c.cards = tidy(c.cards)
	g.file += c.written
	g.calls = append(g.calls, c)
	g.settle(me, g.owner(me, line), strings.TrimSuffix(c.written, "\n"), shapes.Replace(line+c.written))
}

// owner is who wrote the first character of the line.
func (g *plain) owner(me int, line string) int { return (me + len(line)) % 2 }

// moves is the list of legal moves that the program is called with.
func (g *plain) moves(me int, line, shape string) []string {
	if line == "" {
		return turns(g.coins[me], g.coins[1-me])
	}
	if c := claimed[shape]; c != "" && strings.Contains(g.cards[me], c) {
		return []string{show(c)}
	}
	if follows[shape] == "" {
		panic("no rule for " + line)
	}
	out := make([]string, 0, 4)
	for f := range strings.SplitSeq(follows[shape], " ") {
		if f == "." || f == "X." {
			f = f[:len(f)-1] + "\n"
		}
		if f[0] != 'X' {
			out = append(out, f)
			continue
		}
		for _, c := range g.cards[me] {
			out = append(out, string(c)+f[1:])
		}
	}
	return out
}

func turns(own, other int) []string {
	if own >= 10 {
		return []string{"C"}
	}
	out := []string{"I\n", "F", "E", "T"}
	if own >= 3 {
		out = append(out, "A")
	}
	if own >= 7 {
		out = append(out, "C")
	}
	if other > 0 {
		out = append(out, "S")
	}
	return out
}

// settle does what the rules make of a line that has just got longer.
func (g *plain) settle(me, owner int, card, shape string) {
	g.coins[owner] += pays[shape]
	if steals[shape] {
		n := min(2, g.coins[1-owner])
		g.coins[owner] += n
		g.coins[1-owner] -= n
	}
	switch {
	case ruins[shape]:
		g.cards[me] = ""
	case card != "" && strings.Contains(given, card):
		g.cards[me] = strings.Replace(g.cards[me], card, "", 1)
	case card != "" && strings.Contains(shown, card) && shape != "Eq~":
		// The new card leaves the stock before the old one enters it.
		at, _ := split(g.chance.Uint64(), 11)
		old := hide(card)
		g.cards[me] = strings.Replace(g.cards[me], old, "", 1) + string(g.stock[at])
		g.stock[at] = old[0]
	}
}

// exchange draws two cards and keeps as many as were held.
func (g *plain) exchange(me int) (pool, kept string, options []string) {
	i, r := split(g.chance.Uint64(), 11)
	j, _ := split(r, 10)
	if j >= i {
		j++
	}
	pool = string(g.stock[i]) + string(g.stock[j]) + g.cards[me]
	for a := range pool {
		if len(g.cards[me]) == 1 {
			options = append(options, show(pool[a:a+1]))
			continue
		}
		for b := range a {
			options = append(options, tidy(pool[a:a+1]+pool[b:b+1]))
		}
	}
	slices.Sort(options)
	options = slices.Compact(options)
	kept = g.choose(me, options)
	g.cards[me] = hide(kept)
	left := pool
	for _, c := range g.cards[me] {
		left = strings.Replace(left, string(c), "", 1)
	}
	left = hide(tidy(left))
	g.stock[i], g.stock[j] = left[0], left[1]
	return pool, kept, options
}

// choose asks a player, who sees a roll only if there is a choice.
func (g *plain) choose(me int, options []string) string {
	if len(options) == 1 {
		return options[0]
	}
	return g.style[me].pick(g.rolls[me].Uint64(), options)
}

// words are the different moves of a list, sorted, without the newline behind.
func words(moves []string) []string {
	out := make([]string, 0, len(moves))
	for _, m := range moves {
		out = append(out, word(m))
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func word(move string) string { return move[:1] }

func wordIs(w string) func(string) bool {
	return func(m string) bool { return word(m) == w }
}

// tidy sorts cards by role and writes them in the shown alphabet.
func tidy(cards string) string {
	out := make([]byte, 0, 4)
	for i := range len(given) {
		for k := range len(cards) {
			if cards[k] == given[i] || cards[k] == shown[i] {
				out = append(out, shown[i])
			}
		}
	}
	return string(out)
}

func show(cards string) string { return strings.Map(swapIn(given, shown), cards) }
func hide(cards string) string { return strings.Map(swapIn(shown, given), cards) }

func swapIn(from, to string) func(rune) rune {
	return func(c rune) rune { return rune(to[strings.IndexRune(from, c)]) }
}

// style is a random way to play: the weight of each first character, 1 if unset.
type style map[byte]int

func (s style) weight(w string) int {
	if n, ok := s[w[0]]; ok && len(w) == 1 {
		return n
	}
	return 1
}

func (s style) pick(r uint64, options []string) string {
	sum := 0
	for _, w := range options {
		sum += s.weight(w)
	}
	n := roll.Below(r, sum)
	for _, w := range options {
		if n -= s.weight(w); n < 0 {
			return w
		}
	}
	panic("unreachable")
}

// Act makes a style a policy of the arena: it picks among the words of the legal actions.
func (s style) Act(v *seat.View, r uint64) seat.Action {
	options := optionsOf(v)
	w := s.pick(r, options)
	for m := v.Legal; m != 0; m &= m - 1 {
		if a := seat.Action(bits.TrailingZeros64(uint64(m))); wordOf(a, v.Ask) == w {
			return a
		}
	}
	panic("unreachable")
}

func optionsOf(v *seat.View) []string {
	options := make([]string, 0, 8)
	for m := v.Legal; m != 0; m &= m - 1 {
		options = append(options, wordOf(seat.Action(bits.TrailingZeros64(uint64(m))), v.Ask))
	}
	slices.Sort(options)
	return options
}

var actionWords = [seat.Actions]string{
	seat.Income: "I", seat.ForeignAid: "F", seat.Exchange: "E", seat.Tax: "T",
	seat.Assassinate: "A", seat.Steal: "S", seat.Coup: "C", seat.Pass: "p", seat.Challenge: "q",
	seat.BlockAmbassador: "a", seat.BlockCaptain: "c", seat.BlockContessa: "s", seat.BlockDuke: "d",
}

// wordOf is what an action writes, or the cards that it keeps.
func wordOf(a seat.Action, ask seat.Ask) string {
	if ask == seat.AskKeep {
		return a.Kept().String()
	}
	if a == seat.Pass && ask == seat.AskBlock {
		return "\n"
	}
	if r := a.Given(); r != seat.NoRole {
		return given[r : r+1]
	}
	return actionWords[a]
}

// The styles: even choice; few challenges; stalling with Exchange and
// blocks, so that games reach the last call; fighting.
var styles = []style{
	{},
	{'q': 1, 'p': 20, '\n': 20, 'I': 3, 'F': 3, 'C': 1, 'A': 1, 'S': 4},
	{'q': 0, 'p': 30, '\n': 30, 'E': 200, 'd': 60, 'a': 30, 'c': 30, 'A': 0},
	{'A': 8, 'C': 8, 's': 3, 'T': 3, 'I': 3},
}

// The arena and the plain arbiter play the same games, call for call.
func TestTable_AgreesWithPlainArbiter(t *testing.T) {
	t.Run("first", func(t *testing.T) { agree(t, 5000) })
	t.Run("many", func(t *testing.T) {
		guard.Slow(t)
		agree(t, 100_000)
	})
}

func agree(t *testing.T, games int) {
	t.Helper()
	tab := table.NewTable()
	var drawn, wins, longest int
	for seed := range uint64(games) {
		pair := stylesOf(seed)
		g := newPlain(seed, pair)
		winner := g.run()
		out := compare(t, tab, seed, pair, g, winner)
		if winner < 0 {
			drawn++
		} else {
			wins++
		}
		longest = max(longest, int(out.Length))
		if t.Failed() {
			t.Fatalf("game %d stops the comparison", seed)
		}
	}
	t.Logf("%d draws, %d wins", drawn, wins)
	if drawn < games/200 || wins < games/2 || longest != table.MaxInvocations {
		t.Errorf("the sample has %d draws and %d wins, longest game %d: too poor to judge by", drawn, wins, longest)
	}
}

// stylesOf plays the stalling style in one game of fifty, since its games last ten times as long.
func stylesOf(seed uint64) [2]style {
	h := roll.Mix(seed, 77)
	if seed%50 == 0 {
		return [2]style{styles[2], styles[h%3]}
	}
	quick := []style{styles[0], styles[1], styles[3]}
	return [2]style{quick[h%3], quick[h>>8%3]}
}

func compare(t *testing.T, tab *table.Table, seed uint64, pair [2]style, g *plain, winner int) engine.Outcome {
	n := 0
	tab.Watch(func(inv *table.Invocation) {
		if n >= len(g.calls) {
			t.Errorf("game %d: call %d is one too many", seed, n)
			return
		}
		if diff := g.calls[n].differs(inv, n); diff != "" {
			t.Errorf("game %d call %d after %q: %s", seed, n, inv.History, diff)
		}
		n++
	})
	out := tab.Play(seed, []engine.Player{pair[0], pair[1]})
	if n != len(g.calls) || int(out.Length) != n {
		t.Errorf("game %d: %d calls, length %d, want %d", seed, n, out.Length, len(g.calls))
	}
	if asked := g.choices(); int(out.Choices) != asked {
		t.Errorf("game %d: %d choices, want %d", seed, out.Choices, asked)
	}
	want := [engine.MaxSeats]int64{}
	if winner >= 0 {
		want[winner] = 1
	}
	if out.Score != want {
		t.Errorf("game %d: score %v, want %v", seed, out.Score, want)
	}
	for i, s := range tab.Record().Sides {
		if winner >= 0 && int(s.Coins) != g.coins[i] {
			t.Errorf("game %d: seat %d ends with %d coins, want %d", seed, i, s.Coins, g.coins[i])
		}
	}
	return out
}

// choices counts the calls that had one.
func (g *plain) choices() (n int) {
	for i := range g.calls {
		if len(g.calls[i].options) > 1 {
			n++
		}
	}
	return n
}

// differs tells in what a call of the arena is not the plain arbiter's.
func (c *call) differs(inv *table.Invocation, n int) string {
	coins := [2]int{int(inv.Coins[0]), int(inv.Coins[1])}
	switch {
	case int(inv.Seat) != n%2:
		return fmt.Sprintf("seat %d is called", inv.Seat)
	case string(inv.History) != c.before:
		return fmt.Sprintf("the file should be %q", c.before)
	case coins != c.coins:
		return fmt.Sprintf("coins %v, want %v", coins, c.coins)
	case inv.Hand.String() != c.cards:
		return fmt.Sprintf("cards %q, want %q", inv.Hand, c.cards)
	case inv.Written != c.written || inv.Kept.String() != c.kept:
		return fmt.Sprintf("writes %q and keeps %q, want %q and %q", inv.Written, inv.Kept, c.written, c.kept)
	case inv.Asked != (len(c.options) > 1):
		return fmt.Sprintf("asked: %v, options %q", inv.Asked, c.options)
	case inv.Asked && !slices.Equal(optionsOf(inv.View), c.options):
		return fmt.Sprintf("options %q, want %q", optionsOf(inv.View), c.options)
	}
	return ""
}
