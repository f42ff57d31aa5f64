package seat

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"bloodline/engine/roll"
)

// phase is how far the referee's messages have come.
type phase uint8

const (
	idle    phase = iota // no deal yet, or the deal is over
	between              // a bidding may begin
	bidding              // moves are made
	showing              // cards are turned up
)

// Program is a bot that speaks the protocol of the contest. It makes a table's calls on its record and view, and checks
// winners, wars and eliminations against the next setstate. Each genmove answered with a move takes one roll.
//
// It never stops on bad input: the reply says what was wrong, nothing is changed, and the next line is read. Only a
// setstate that contradicts the rules is reported and taken over nevertheless.
type Program struct {
	name   string
	policy Policy
	rolls  roll.Rand
	known  bool // whether your_number has come
	phase  phase
	undo   []snapshot
	snapshot

	moves  int // genmoves answered
	events int // biddings begun
	faults int // replies that began with ?
}

// snapshot is what undo goes back to.
type snapshot struct {
	record PublicState
	view   View
}

// NewProgram returns a bot at the start of a run. Equal seeds give equal rolls.
func NewProgram(name string, policy Policy, seed uint64) *Program {
	p := &Program{name: name, policy: policy, rolls: roll.New(seed)}
	p.view.Sit(&p.record, 0)
	return p
}

type command struct {
	name string
	do   func(p *Program, args []string) (string, error)
}

// commands lists the protocol in the order of help.
func commands() []command {
	return []command{
		{"genmove", (*Program).genmove},
		{"help", (*Program).help},
		{"list_commands", (*Program).help},
		{"name", func(p *Program, _ []string) (string, error) { return p.name, nil }},
		{"play", (*Program).play},
		{"quit", (*Program).quit},
		{"setdeck", (*Program).setdeck},
		{"setstate", (*Program).setstate},
		{"time_left", func(_ *Program, a []string) (string, error) { return "", noted(a, 2) }},
		{"time_settings", func(_ *Program, a []string) (string, error) { return "", noted(a, 4) }},
		{"topcard", (*Program).topcard},
		{"undo", (*Program).takeBack},
		{"your_number", (*Program).yourNumber},
	}
}

// Do executes one line and returns the whole reply, its empty line included, or nothing for an empty line. done is true
// after quit. A number before the command is echoed as in GTP; # begins a comment.
func (p *Program) Do(line string) (reply string, done bool) {
	line, _, _ = strings.Cut(line, "#")
	words := strings.FieldsFunc(line, func(r rune) bool { return r < 33 || r > 126 }) // a reply may quote the rest
	if len(words) == 0 {
		return "", false
	}
	id := ""
	if _, err := number(words[0]); err == nil && len(words) > 1 {
		id, words = words[0], words[1:]
	}
	text, err := p.run(words[0], words[1:])
	if err != nil {
		p.faults++
		return "?" + id + " " + err.Error() + "\n\n", false
	}
	if text != "" && text[0] != '\n' {
		text = " " + text
	}
	return "=" + id + text + "\n\n", words[0] == "quit"
}

func (p *Program) run(word string, args []string) (string, error) {
	for _, c := range commands() {
		if c.name == word {
			return c.do(p, args)
		}
	}
	return "", fmt.Errorf("unknown command %.40s", word)
}

func (p *Program) help([]string) (string, error) {
	var b strings.Builder
	for _, c := range commands() {
		b.WriteString("\n" + c.name)
	}
	return b.String(), nil
}

func (p *Program) quit([]string) (string, error) {
	return fmt.Sprintf("%d deals, %d biddings, %d moves, %d errors reported",
		p.record.Deals, p.events, p.moves, p.faults), nil
}

func (p *Program) yourNumber(args []string) (string, error) {
	s, err := player("your_number", "a number", args, len(args) == 1)
	if err != nil {
		return "", err
	}
	p.record.Reset()
	p.view.Sit(&p.record, s)
	p.known, p.phase, p.undo = true, idle, p.undo[:0]
	return "", nil
}

func (p *Program) setdeck(args []string) (string, error) {
	deck, err := numbers("setdeck", args)
	if err != nil {
		return "", err
	}
	if len(deck) == 0 || deck[0] != len(deck)-1 {
		return "", wants("setdeck", "a count and as many cards")
	}
	slices.Sort(deck[1:])
	for i, c := range deck[1:] {
		if len(deck) != Cards+1 || c != i/Copies+1 {
			return "", wants("setdeck", "eight copies of 1 to 13")
		}
	}
	p.deal()
	return "", nil
}

func (p *Program) deal() {
	p.record.Deal()
	p.view.Deal()
	p.phase, p.undo = between, p.undo[:0]
}

func (p *Program) setstate(args []string) (string, error) {
	v, err := numbers("setstate", args)
	if err != nil {
		return "", err
	}
	if len(v) != 2+Seats || v[1] != Seats {
		return "", wants("setstate", "a pot, the number 4 and four stacks")
	}
	pot, stacks := v[0], [Seats]int(v[2:])
	if sum := pot + stacks[0] + stacks[1] + stacks[2] + stacks[3]; sum != Cards || pot < 1 {
		return "", fmt.Errorf("setstate: cards must add up to %d with some in the pot, have %d", Cards, sum)
	}
	return "", p.begin(pot, stacks)
}

// begin begins a bidding. Numbers that contradict the rules or earlier messages are taken over and reported.
func (p *Program) begin(pot int, stacks [Seats]int) error {
	var err error
	switch p.phase {
	case between:
	case idle:
		p.deal()
	default:
		err = fmt.Errorf("setstate: the bidding before has not ended")
	}
	if err == nil {
		p.record.Begin()
		if p.record.Pot != pot || p.record.Stack != stacks {
			err = fmt.Errorf("setstate: want %d in the pot and stacks %v", p.record.Pot, p.record.Stack)
		}
	}
	if err != nil {
		p.record.Resync(pot, stacks)
		p.view.Deal()
	}
	p.view.Card = 0
	p.events++
	p.phase, p.undo = bidding, p.undo[:0]
	return err
}

func (p *Program) topcard(args []string) (string, error) {
	s, err := player("topcard", "a player and a card", args, len(args) == 2)
	if err != nil {
		return "", err
	}
	c, err := number(args[1])
	if err != nil || c < 1 || c > Values {
		return "", fmt.Errorf("topcard: card must be in [1, %d], have %.20s", Values, args[1])
	}
	switch {
	case p.phase == showing:
		return "", p.show(s, c)
	case p.phase != bidding || p.record.Moved > 0:
		return "", fmt.Errorf("topcard: no card is to be seen now")
	case !p.known || s != p.view.Me || p.record.In>>s&1 == 0:
		return "", fmt.Errorf("topcard: player %d has no card to be seen now", s+1)
	}
	p.view.Peek(c)
	return "", nil
}

// show is a topcard after the bidding. The last one settles it.
func (p *Program) show(s, c int) error {
	r := &p.record
	switch {
	case r.Active>>s&1 == 0:
		return fmt.Errorf("topcard: player %d has passed or takes no part", s+1)
	case r.Shown(s) > 0:
		return fmt.Errorf("topcard: the card of player %d is known", s+1)
	case p.known && s == p.view.Me && p.view.Card > 0 && p.view.Card != c:
		return fmt.Errorf("topcard: card must be %d, have %d", p.view.Card, c)
	}
	r.Show(s, c)
	if r.tops.seats() != r.Active {
		return nil
	}
	p.phase = between
	if r.Settle() {
		p.phase = idle
	}
	p.view.Settle()
	return nil
}

func (p *Program) play(args []string) (string, error) {
	s, err := player("play", "a player and a move", args, len(args) >= 2)
	if err != nil {
		return "", err
	}
	a, err := ParseAction(args[1:]...)
	if err != nil {
		return "", fmt.Errorf("play: %w", err)
	}
	if err := p.due("play", s); err != nil {
		return "", err
	}
	if !p.record.Legal(s).Has(a) {
		return "", fmt.Errorf("play: player %d has no cards for %v", s+1, a)
	}
	p.undo = append(p.undo, p.snapshot)
	p.record.Play(s, a)
	if p.record.Over() {
		p.phase = showing
	}
	return "", nil
}

// due reports why s is not to move.
func (p *Program) due(act string, s int) error {
	r := &p.record
	switch {
	case p.phase != bidding:
		return fmt.Errorf("%s: no bidding is going on", act)
	case r.Active>>s&1 == 0:
		return fmt.Errorf("%s: player %d has passed or takes no part", act, s+1)
	case r.Turn() != Nobody && r.Turn() != s:
		return fmt.Errorf("%s: player %d is to move, not %d", act, r.Turn()+1, s+1)
	}
	return nil
}

func (p *Program) genmove(args []string) (string, error) {
	s, err := player("genmove", "a player", args, len(args) == 1)
	if err != nil {
		return "", err
	}
	if err := p.due("genmove", s); err != nil {
		return "", err
	}
	if !p.known || s != p.view.Me || p.view.Card == 0 {
		return "", fmt.Errorf("genmove: the card of player %d is not known", s+1)
	}
	p.moves++
	a := p.policy.Act(&p.view, p.rolls.Uint64())
	return a.String(), nil
}

func (p *Program) takeBack([]string) (string, error) {
	n := len(p.undo) - 1
	if n < 0 {
		return "", fmt.Errorf("undo: no move of this bidding to take back")
	}
	p.snapshot, p.undo, p.phase = p.undo[n], p.undo[:n], bidding
	return "", nil
}

// Resync takes over a pot and stacks that contradict the rules: all seats with cards or not out play, cards unknown.
func (r *PublicState) Resync(pot int, stacks [Seats]int) {
	alive := r.Alive
	for s, n := range stacks {
		if n > 0 {
			alive |= 1 << s
		}
	}
	r.warriors, r.Alive, r.settled = 0, alive, 0
	for s := range Seats {
		r.Stack[s] = stacks[s] + int(alive>>s&1)
	}
	r.Begin()
	r.Pot = pot
}

// number reads a decimal number that is not negative and has at most six digits.
func number(word string) (int, error) {
	n, err := strconv.ParseUint(word, 10, 20)
	if err != nil {
		return 0, fmt.Errorf("must be a number, have %.20s", word)
	}
	return int(n), nil
}

func numbers(act string, words []string) ([]int, error) {
	out := make([]int, 0, len(words))
	for _, w := range words {
		n, err := number(w)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", act, err)
		}
		out = append(out, n)
	}
	return out, nil
}

// player reads the first argument, a seat from 1, of a command that wants what; enough says if there are as many.
func player(act, what string, args []string, enough bool) (int, error) {
	if !enough {
		return 0, wants(act, what)
	}
	n, err := number(args[0])
	if err != nil || n < 1 || n > Seats {
		return 0, fmt.Errorf("%s: player must be in [1, %d], have %.20s", act, Seats, args[0])
	}
	return n - 1, nil
}

func wants(act, what string) error { return fmt.Errorf("%s: wants %s", act, what) }

// noted checks the arguments of a command that changes nothing: the bot needs far less time than any contest gives.
func noted(args []string, n int) error {
	if len(args) != n {
		return fmt.Errorf("time: wants %d numbers, have %d", n, len(args))
	}
	_, err := numbers("time", args)
	return err
}
