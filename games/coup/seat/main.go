package seat

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"math/bits"
	"os"
	"slices"
	"strconv"
	"strings"

	"bloodline/engine/entry"
	"bloodline/engine/roll"
)

const usage = "usage: %s FILE OPPONENT-COINS OWN-COINS CARDS MOVE...\n"

// Call is one invocation by the contest's arbiter.
type Call struct {
	History  string
	Opponent uint8 // coins, as the arbiter counts them
	Own      uint8
	Cards    string   // own cards as characters, in an Exchange the drawn ones first
	Moves    []string // texts that may be written
}

// Move decides a call: what to append to the history file and what to print. The text is always one of c.Moves. If the
// policy could not be asked, err says why, and the answer is a cautious one.
func Move(c Call, p Policy, roll uint64) (file, out string, err error) {
	hand, err := ParseHand(c.Cards)
	var pos Position
	if err == nil {
		pos, err = Read(c.History)
	}
	v := pos.View(hand)
	if err == nil && v.Legal == 0 {
		err = errors.New("read history: no move is left to make")
	}
	if err != nil {
		return c.cautious(), c.keepFirst(), err
	}
	v.Own().Coins, v.Opponent().Coins = c.Own, c.Opponent
	if v.Ask == AskTurn {
		v.Legal = Turns(c.Own, c.Opponent)
	}
	a := Action(bits.TrailingZeros64(uint64(v.Legal)))
	if proves := pos.wants == wantProof && hand.Has(pos.claimed); v.Legal != a.Bit() && !proves {
		a = p.Act(&v, roll)
	}
	file, out = pos.Text(a, hand)
	if !slices.Contains(c.Moves, file) {
		return c.cautious(), c.keepFirst(), fmt.Errorf("read history: it asks for %q, the arbiter for one of %q", file, c.Moves)
	}
	return file, out, nil
}

// cautious picks a move if the history makes no sense: Income or pass if possible, otherwise the first of all.
func (c Call) cautious() string {
	for _, m := range []string{"I\n", "p", "\n"} {
		if slices.Contains(c.Moves, m) {
			return m
		}
	}
	if len(c.Moves) == 0 {
		return ""
	}
	return c.Moves[0]
}

// keepFirst keeps the first cards of an Exchange. After a line like "Exp" the arbiter draws none and wants the whole
// hand printed. At any other time it does not read what is printed.
func (c Call) keepFirst() string {
	line := c.History[strings.LastIndexByte(c.History, '\n')+1:]
	if len(c.Cards) <= 2 && c.cautious() == "\n" && strings.HasPrefix(line, "E") {
		return c.Cards
	}
	return c.Cards[:max(len(c.Cards)-2, 0)]
}

// ParseHand reads one to four cards in the alphabet of the command line.
func ParseHand(text string) (Hand, error) {
	var h Hand
	if len(text) < 1 || len(text) > 4 {
		return 0, fmt.Errorf("cards %q: want one to four", text)
	}
	for i := range len(text) {
		r, ok := shownRole(text[i])
		if !ok || h.Count(r) == 3 {
			return 0, fmt.Errorf("cards %q: %q is not a card of the deck, or one too many", text, text[i])
		}
		h = h.With(r)
	}
	return h, nil
}

// Main is a contest entry: it reads the history file, decides, appends its move and returns the exit code: 0, or 1 when
// the file cannot be read or written, 2 when the arguments or the seed make no sense. If it does not understand the
// history, it says so on stderr and plays on. A seed, see package entry, makes a move a function of it and the history.
func Main(name string, p Policy, args []string, _ io.Reader, stdout, stderr io.Writer) int {
	if len(args) < 5 {
		fmt.Fprintf(stderr, usage, name)
		return 2
	}
	fail := func(code int, what string, err error) int {
		fmt.Fprintf(stderr, "%s: %s%v\n", name, what, err)
		return code
	}
	text, err := os.ReadFile(args[0])
	if err != nil {
		return fail(1, "read history: ", err)
	}
	c := Call{History: string(text), Cards: args[3], Moves: args[4:]}
	var opponent, own error
	c.Opponent, opponent = parseCoins(args[1])
	c.Own, own = parseCoins(args[2])
	seed, seeded := entry.Seed()
	if err := cmp.Or(opponent, own, seeded); err != nil {
		return fail(2, "", err)
	}
	// The seed is that of the game, so the length of the history makes each move's roll.
	file, out, err := Move(c, p, roll.Mix(seed, uint64(len(c.History))))
	if err != nil {
		fail(0, "", err)
	}
	if err := appendTo(args[0], file); err != nil {
		return fail(1, "write history: ", err)
	}
	fmt.Fprint(stdout, out)
	return 0
}

// parseCoins reads a number of coins. After a draw the arbiter doesn't reset its counts; negative numbers count as 0.
func parseCoins(text string) (uint8, error) {
	n, err := strconv.Atoi(strings.TrimSpace(text))
	if err != nil || n > 200 {
		return 0, fmt.Errorf("coins: want a number, have %q", text)
	}
	return uint8(max(n, 0)), nil
}

func appendTo(path, text string) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		return err
	}
	_, err = f.WriteString(text)
	return errors.Join(err, f.Close())
}

// Protocol says in Markdown how the contest calls an exported bot; %s stands for the program.
const Protocol = "The contest's arbiter starts the program once for each move:\n\n" +
	"    ./%s FILE OPPONENT-COINS OWN-COINS CARDS MOVE...\n\n" +
	"for example `./%s file.txt 1 7 '~!' a c p q`. It appends one of the moves to FILE, and " +
	"when it ends an Exchange it prints the cards that it keeps. It needs no other file and keeps no state."
