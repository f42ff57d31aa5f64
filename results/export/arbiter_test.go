//go:build linux

package export_test

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// This file states the contest's arbiter a second time, over characters as the
// arbiter itself has it, and knows nothing of the engine.

const (
	givenCards = "_'<=0"
	shownCards = "~^*!$"
)

func translate(cards, from, to string) string {
	return strings.Map(func(c rune) rune { return rune(to[strings.IndexRune(from, c)]) }, cards)
}

func given(cards string) string { return translate(cards, shownCards, givenCards) }
func shown(cards string) string { return translate(cards, givenCards, shownCards) }

// legal returns what may be written, in the contest's order.
func legal(history, cards string, own, opponent int) []string {
	if history == "" {
		return []string{"I\n", "F", "E", "S", "T"}
	}
	var before byte
	if len(history) > 1 {
		before = history[len(history)-2]
	}
	switch last := history[len(history)-1]; {
	case last == '\n':
		return turns(own, opponent)
	case last == 'F':
		return []string{"d", "p"}
	case last == 'E', last == 'T':
		return []string{"p", "q"}
	case last == 'A':
		return append([]string{"s", "q"}, strings.Split(cards, "")...)
	case last == 'S':
		return []string{"a", "c", "p", "q"}
	case last == 'C':
		return strings.Split(cards, "")
	case strings.IndexByte("acds", last) >= 0:
		return []string{"q", "\n"}
	case last == 'q':
		return proofs(before, cards)
	case strings.IndexByte(shownCards, last) >= 0:
		if strings.IndexByte("acds", history[len(history)-3]) >= 0 {
			return closing(cards)
		}
		return strings.Split(cards, "")
	}
	return []string{"\n"}
}

func turns(own, opponent int) []string {
	if own >= 10 {
		return []string{"C"}
	}
	list := []string{"I\n", "F", "E", "T"}
	if own >= 3 {
		list = append(list, "A")
	}
	if own >= 7 {
		list = append(list, "C")
	}
	if opponent > 0 {
		list = append(list, "S")
	}
	return list
}

// proofs answers a challenge of a claim.
func proofs(claim byte, cards string) []string {
	need := "_0'<0_<="[strings.IndexByte("ETASdacs", claim)]
	switch {
	case strings.IndexByte(cards, need) >= 0:
		return []string{shown(string(need))}
	case strings.IndexByte("acds", claim) >= 0:
		return strings.Split(cards, "")
	}
	return closing(cards)
}

func closing(cards string) []string {
	list := strings.Split(cards, "")
	for i := range list {
		list[i] += "\n"
	}
	return list
}

// arbiter runs one game between two programs.
type arbiter struct {
	rng     *rand.Rand
	file    string
	history string
	deck    []byte
	coins   [2]int
	cards   [2]string
	drawn   string // of the Exchange that is being decided
}

func newArbiter(seed uint64, file string) *arbiter {
	a := &arbiter{rng: rand.New(rand.NewPCG(seed, 9)), file: file, deck: []byte(strings.Repeat(givenCards, 3)), coins: [2]int{1, 1}}
	a.shuffle()
	a.cards = [2]string{a.draw() + a.draw(), a.draw() + a.draw()}
	return a
}

func (a *arbiter) shuffle() {
	a.rng.Shuffle(len(a.deck), func(i, j int) { a.deck[i], a.deck[j] = a.deck[j], a.deck[i] })
}

func (a *arbiter) draw() string {
	card := a.deck[len(a.deck)-1]
	a.deck = a.deck[:len(a.deck)-1]
	return string(card)
}

func (a *arbiter) back(cards string) {
	a.deck = append(a.deck, cards...)
	a.shuffle()
}

// line returns the last line: the one that is being written, or the one that a
// newline has just ended.
func (a *arbiter) line() string {
	return a.history[strings.LastIndexByte(strings.TrimSuffix(a.history, "\n"), '\n')+1:]
}

// play returns the winner, or -1 for a draw, and how many programs it ran. An
// error is a forfeit.
func (a *arbiter) play(programs [2]string) (winner, runs int, err error) {
	if err := os.WriteFile(a.file, nil, 0o600); err != nil {
		return 0, 0, err
	}
	for runs < 200 {
		who := runs % 2
		runs++
		move, out, err := a.run(who, programs[who])
		if err != nil {
			return who ^ 1, runs, err
		}
		if err := a.settle(who, move, out); err != nil {
			return who ^ 1, runs, err
		}
		if a.cards[who] == "" {
			return who ^ 1, runs, nil
		}
	}
	return -1, runs, nil
}

// exchanging reports whether the next invocation decides an Exchange.
func (a *arbiter) exchanging() bool {
	line := a.line()
	return strings.HasPrefix(line, "E") && len(line)%2 == 0 && strings.ContainsAny(line[len(line)-1:], "p"+givenCards)
}

// run starts a program for one move and checks what it did to the file.
func (a *arbiter) run(who int, program string) (move, out string, err error) {
	if a.drawn = ""; a.exchanging() {
		a.drawn = a.draw() + a.draw()
	}
	moves := legal(a.history, a.cards[who], a.coins[who], a.coins[who^1])
	args := []string{a.file, strconv.Itoa(a.coins[who^1]), strconv.Itoa(a.coins[who]), shown(a.drawn + a.cards[who])}
	cmd := exec.Command(program, append(args, moves...)...)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		return "", "", err
	}
	text, err := os.ReadFile(a.file)
	if err != nil {
		return "", "", err
	}
	move, kept := strings.CutPrefix(string(text), a.history)
	a.history += move
	switch {
	case !kept || len(move) < 1 || len(move) > 2:
		return "", "", errors.New("forfeits by modifying the file")
	case !slices.ContainsFunc(moves, func(m string) bool { return strings.HasSuffix(a.line(), m) }):
		return "", "", errors.New("forfeits with an illegal move " + strconv.Quote(a.line()))
	case stderr.Len() > 0:
		return "", "", errors.New("complains: " + stderr.String())
	}
	return move, strings.TrimSpace(stdout.String()), nil
}

// settle moves coins and cards after a move of a seat.
func (a *arbiter) settle(who int, move, out string) error {
	line, card := a.line(), move[:1]
	switch {
	case move == "I\n":
		a.coins[who]++
	case strings.Contains(shownCards, card):
		if line[0] != 'E' {
			held := given(card)
			a.cards[who] = strings.Replace(a.cards[who], held, "", 1) + a.draw()
			a.back(held)
		}
	case strings.Contains(givenCards, card):
		a.lose(who, line, card)
	case move == "\n":
		return a.end(who, line, out)
	}
	return nil
}

func (a *arbiter) lose(who int, line, card string) {
	a.cards[who] = strings.Replace(a.cards[who], card, "", 1)
	own := strings.HasSuffix(line, "\n")
	payer := who ^ 1
	if own {
		payer = who
	}
	switch {
	case line[0] == 'C':
		a.coins[payer] -= 7
	case line[0] == 'A' && len(line) == 4 && !own: // Aq^X, AsqX
		a.cards[who] = ""
		a.coins[payer] -= 3
	case line[0] == 'A' && len(line) == 2, strings.HasPrefix(line, "Asq!"):
		a.coins[payer] -= 3
	}
}

// end carries out what the owner's newline leaves standing.
func (a *arbiter) end(who int, line, out string) error {
	if line == "As\n" {
		a.coins[who] -= 3
	}
	if !strings.Contains("p"+givenCards, line[len(line)-2:len(line)-1]) {
		return nil
	}
	switch line[0] {
	case 'F':
		a.coins[who] += 2
	case 'T':
		a.coins[who] += 3
	case 'S':
		n := min(a.coins[who^1], 2)
		a.coins[who] += n
		a.coins[who^1] -= n
	case 'E':
		return a.keep(who, out)
	}
	return nil
}

func (a *arbiter) keep(who int, out string) error {
	rest := a.drawn + a.cards[who]
	if len(out) != len(a.cards[who]) || strings.Trim(out, shownCards) != "" {
		return errors.New("forfeits by illegal exchange " + strconv.Quote(out))
	}
	for _, c := range given(out) {
		if !strings.ContainsRune(rest, c) {
			return errors.New("forfeits by illegal exchange " + strconv.Quote(out))
		}
		rest = strings.Replace(rest, string(c), "", 1)
	}
	a.cards[who] = given(out)
	a.back(rest)
	return nil
}

// processes plays games between two programs, a process for each move.
func processes(t *testing.T, first, second string) {
	const games = 30
	programs := [2]string{first, second}
	runs, wins := 0, [2]int{}
	for g := range games {
		a := newArbiter(uint64(g), filepath.Join(t.TempDir(), "history.txt"))
		swap := g % 2
		winner, n, err := a.play([2]string{programs[swap], programs[swap^1]})
		if err != nil {
			t.Fatalf("game %d: %s: %v after %q", g, programs[winner^1^swap], err, a.history)
		}
		runs += n
		if winner >= 0 {
			wins[winner^swap]++
		}
	}
	t.Logf("%d games, %d processes, no forfeit; %d to %d", games, runs, wins[0], wins[1])
	if wins[0]+wins[1] == 0 {
		t.Error("nobody ever won")
	}
}
