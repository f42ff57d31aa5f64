package coup

import (
	"fmt"
	"math/bits"
	"strings"

	"bloodline/arena/clone"
	"bloodline/arena/kit"
	"bloodline/arena/record"
	"bloodline/engine"
	"bloodline/games/coup/rules"
	"bloodline/games/coup/seat"
)

var decisions = kit.Kit[seat.View, seat.Action]{
	Genes:    rules.Described(),
	Rules:    func(genes []float64) record.Policy[seat.View, seat.Action] { return rules.New(genes) },
	Observer: func(genes []float64) engine.Observer[seat.View, seat.Action] { return trajectory(genes) },
	Copy: func(v *seat.View) *seat.View {
		c, r := *v, *v.PublicState
		c.PublicState = &r
		return &c
	},
	Kind: func(v *seat.View) string {
		return [...]string{seat.AskTurn: "turn", seat.AskReply: "reply", seat.AskBlock: "block", seat.AskGive: "give up", seat.AskKeep: "exchange"}[v.Ask]
	},
	Method:     clone.Method{Steps: 300, Rate: 0.05, Decay: 100, Strangers: 3},
	Trajectory: func(genes []float64) engine.Trajectory { return trajectory(genes) },
	Legal: func(v *seat.View) (out []seat.Action) {
		for set := uint64(v.Legal); set != 0; set &= set - 1 {
			out = append(out, seat.Action(bits.TrailingZeros64(set)))
		}
		return out
	},
	Name: answer, Option: option, Question: question, Know: know, Draw: draw, Bluff: bluff,
	Held: func(v *seat.View) string { return list(v.Hand) },
	Sit:  sit,
}

func trajectory(genes []float64) *rules.Trajectory {
	return rules.NewTrajectory(rules.New(genes), genes)
}

// replay asks the seats the questions of a game on record again. A line of the trace is a line of the history file,
// followed by the cards on the command line of each invocation, or ? if they are not known: "Tp ^* ? ^*".
func replay(trace []string, sit record.Sit) (unknown int, err error) {
	r := reader{}
	script := record.Script[seat.View, seat.Action](func(*seat.View) seat.Action { return r.next })
	for s := range r.seats {
		r.seats[s], _ = sit(s, script).(seat.Policy)
	}
	for n, line := range trace {
		if err := r.split(line); err != nil {
			return 0, fmt.Errorf("trace, line %d: %w", n+1, err)
		}
	}
	for i := range r.moves {
		if err := r.ask(i); err != nil {
			return 0, fmt.Errorf("trace, line %d: %w", r.moves[i].line, err)
		}
	}
	return r.unknown, nil
}

type reader struct {
	seats   [2]seat.Policy // nil for a seat that need not be asked
	next    seat.Action    // answer on record, which the scripted player gives
	history string
	line    int
	moves   []invocation
	unknown int // choices that could not be replayed, because the cards are not known
}

type invocation struct {
	seat.Position // the position before the move
	line          int
	written       string
	cards         string
}

func (r *reader) split(line string) error {
	words := strings.Fields(line)
	if r.line++; len(words) < 2 {
		return fmt.Errorf("%.40q must be a line of the history file and the cards of each invocation", line)
	}
	rest := words[0] + "\n"
	if strings.Trim(words[0], "?") == "" {
		return fmt.Errorf("%.40q has no moves", line)
	}
	for _, cards := range words[1:] {
		if rest == "" {
			return fmt.Errorf("%.40q has the cards of %d invocations and moves of fewer", line, len(words)-1)
		}
		p, err := seat.Read(r.history)
		if err != nil {
			return err
		}
		n := 1
		if owner := p.Mover() == p.Owner; len(rest) > 1 && rest[1] == '\n' && (rest[0] == 'I' || owner && strings.IndexByte("_'<=0", rest[0]) >= 0) {
			n = 2
		}
		r.moves = append(r.moves, invocation{p, r.line, rest[:n], cards})
		r.history, rest = r.history+rest[:n], rest[n:]
	}
	_, err := seat.Read(r.history)
	if err == nil && len(rest) > 1 {
		err = fmt.Errorf("%.40q has %d moves without cards", line, len(rest)-1)
	}
	return err
}

func (r *reader) ask(i int) error {
	m := &r.moves[i]
	p := r.seats[m.Mover()]
	if p == nil {
		return nil
	}
	hand, err := seat.ParseHand(m.cards)
	known := err == nil
	v := m.View(hand)
	if known && v.Ask == seat.AskKeep {
		r.next, known = r.kept(i, hand)
	} else if known {
		r.next, known = m.action(&v)
		if !known {
			return fmt.Errorf("%q is not a move with the cards %s", m.written, m.cards)
		}
	}
	switch shown := strings.Contains("~^*!$", m.written); {
	case shown || known && v.Legal&(v.Legal-1) == 0: // no choice
	case !known && m.written != "\n":
		r.unknown++
	case known:
		p.Act(&v, 0)
	}
	return nil
}

func (m *invocation) action(v *seat.View) (seat.Action, bool) {
	for _, a := range decisions.Legal(v) {
		if file, _ := m.Text(a, v.Hand); file == m.written {
			return a, true
		}
	}
	return 0, false
}

// kept returns the cards that were kept in an Exchange: the hand at the seat's next invocation.
func (r *reader) kept(i int, pool seat.Hand) (seat.Action, bool) {
	for k := i + 1; k < len(r.moves); k++ {
		if r.moves[k].Mover() != r.moves[i].Mover() {
			continue
		}
		hand, err := seat.ParseHand(r.moves[k].cards)
		for _, a := range decisions.Legal(new(r.moves[i].View(pool))) {
			if err == nil && a.Kept() == hand {
				return a, true
			}
		}
		return 0, false
	}
	return 0, false
}
