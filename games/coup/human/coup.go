// Package human seats a person at a table of two-player Coup.
package human

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"bloodline/arena/human"
	"bloodline/engine"
	"bloodline/engine/roll"
	"bloodline/games/coup/rules"
	"bloodline/games/coup/seat"
	"bloodline/games/coup/table"
	"bloodline/genome/gradient"
)

var _ human.Maker = New

// New makes a table at which a person sits in a seat.
func New(s human.Sitting) human.Table {
	t := table.NewTable()
	t.Watch(func(i *table.Invocation) {
		who, verb := "The bot", "s"
		if int(i.Seat) == s.Seat {
			who, verb = "You", ""
		}
		if does := tell(i, verb); does != "" {
			s.News(who + " " + does + ".")
		}
	})
	b := &thinker{Policy: s.Bot.(seat.Policy), thought: s.Thought}
	if s.Genes != nil {
		b.genes, b.sum = s.Genes, make([]int64, len(s.Genes))
		b.trajectory = rules.NewTrajectory(rules.New(s.Genes), s.Genes)
	}
	return human.Table{Table: t, Person: person(s.Ask), Bot: b, End: func() []human.Side { return seen(t.View(s.Seat), t.View(1-s.Seat)) }}
}

// person asks the user.
type person func(human.Question) int

func (ask person) Act(v *seat.View, _ uint64) seat.Action {
	var actions []seat.Action
	q := human.Question{Know: know(v), Text: question(v), Sides: seen(v, nil)}
	for a := range seat.Action(seat.Actions) {
		if v.Legal.Has(a) {
			actions = append(actions, a)
			q.Options = append(q.Options, option(v, a))
		}
	}
	return actions[ask(q)]
}

func question(v *seat.View) string {
	switch v.Ask {
	case seat.AskReply:
		return "The bot plays " + claimed(v.Action) + ". Your answer?"
	case seat.AskBlock:
		return "The bot says " + claimed(v.Block) + ". Do you believe it?"
	case seat.AskGive:
		return "Which card do you give up?"
	case seat.AskKeep:
		return "What do you keep?"
	}
	return "Your turn"
}

// claimed names an action with the role that it claims.
func claimed(a seat.Action) string {
	switch r := a.Claims(); {
	case r == seat.NoRole, a > seat.Pass:
		return a.String()
	default:
		return a.String() + " (as " + r.String() + ")"
	}
}

// answered names an answer in words; cards of the protocol are letters.
func answered(a seat.Action) string {
	if a.Kept() != 0 {
		return "keep " + cards(a.Kept())
	}
	return claimed(a)
}

// option names an answer of the person, with a warning where it would be a lie.
func option(v *seat.View, a seat.Action) string {
	text := claimed(a)
	switch r := a.Claims(); {
	case a == seat.Pass && v.Ask == seat.AskBlock:
		text = "believe it: the action is blocked"
	case a == seat.Pass:
		text = "let it pass"
	case a == seat.Challenge:
		text = "challenge: it is lying"
	case a.Given() != seat.NoRole && v.Ask == seat.AskReply:
		text = "let it pass and give up the " + a.Given().String()
	case a.Kept() != 0:
		text = "keep " + cards(a.Kept())
	case r != seat.NoRole && !v.Hand.Has(r):
		text += ", a bluff"
	}
	return text
}

func cards(h seat.Hand) string {
	var names []string
	for r := range seat.Role(seat.Roles) {
		for range h.Count(r) {
			names = append(names, r.String())
		}
	}
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, " and ")
}

func know(v *seat.View) []string {
	own, opp := v.Own(), v.Opponent()
	return []string{
		"Your cards: " + cards(v.Hand),
		fmt.Sprintf("Your coins: %d, the bot's: %d", own.Coins, opp.Coins),
		fmt.Sprintf("Cards left: you %d, the bot %d", own.Lives, opp.Lives),
		"Open on the table: yours " + cards(own.Lost) + ", the bot's " + cards(opp.Lost),
	}
}

// tell says what everybody can see of an invocation: "plays Income" where verbs end in s.
func tell(i *table.Invocation, s string) string {
	text := strings.TrimSuffix(i.Written, "\n")
	if text == "" {
		return ""
	}
	if k := strings.Index("IFETASC", text); k >= 0 {
		return "play" + s + " " + claimed(seat.Action(k))
	}
	if k := strings.Index("pqacsd", text); k >= 0 {
		switch a := seat.Pass + seat.Action(k); a {
		case seat.Pass:
			return "let" + s + " it pass"
		case seat.Challenge:
			return "challenge" + s
		default:
			return strings.Replace(a.String(), "block", "block"+s, 1)
		}
	}
	for r := range seat.Role(seat.Roles) {
		switch text[0] {
		case r.Shown():
			return "show" + s + " the " + r.String()
		case r.Given():
			return "give" + s + " up the " + r.String()
		}
	}
	return ""
}

// short lists the cards of a hand that another hand lacks.
func short(h, without seat.Hand) string {
	var names []string
	for r := range seat.Role(seat.Roles) {
		for k := without.Count(r); k < h.Count(r); k++ {
			names = append(names, r.String())
		}
	}
	return strings.Join(names, ", ")
}

var _ human.Narrator = Narrate

// Narrate makes a table that tells a game: before each move the mover's cards and
// coins, and whether the move is a bluff.
func Narrate(names []string, told func(human.Move)) engine.Table {
	width := 0
	for _, name := range names {
		width = max(width, utf8.RuneCountInString(name))
	}
	t := table.NewTable()
	var held [2]seat.Hand
	var on *felt
	t.Watch(func(i *table.Invocation) {
		if len(i.History) == 0 || on == nil {
			on = &felt{names: names}
		}
		on.see(i)
		sides := on.sides()
		does, hand := tell(i, "s"), i.Hand
		if i.Kept != 0 {
			hand = i.Kept
			does = "keeps these, drew " + short(i.Hand, held[i.Seat])
		}
		held[i.Seat] = hand
		on.after(i)
		if does == "" {
			return
		}
		if role := i.Action.Claims(); i.Asked && role != seat.NoRole && !i.Hand.Has(role) {
			does += ", a bluff"
		}
		name := names[i.Seat]
		told(human.Move{
			Text:  fmt.Sprintf("%s%s  %2d  %-23s %s", name, strings.Repeat(" ", width-utf8.RuneCountInString(name)), i.Coins[i.Seat], short(hand, 0), does),
			Short: name + " " + does, Sides: sides,
		})
	})
	return t
}

// thinker is the bot with a listener for its thoughts.
type thinker struct {
	seat.Policy
	thought func(human.Thought)

	genes      []float64 // of a bot with genes; its trajectory tells what they weigh
	trajectory *rules.Trajectory
	sum        []int64
}

// tries is how many rolls tell the chances of the answers. Every policy is a function
// of the view and a roll, so that this works for any of them.
const tries = 2000

func (m *thinker) Act(v *seat.View, r uint64) seat.Action {
	a := m.Policy.Act(v, r)
	x := human.Thought{Held: cards(v.Hand), Did: answered(a)}
	if role := a.Claims(); role != seat.NoRole {
		x.Bluff = !v.Hand.Has(role)
	}
	counts := [seat.Actions]int{}
	rng := roll.New(r)
	for range tries {
		counts[m.Policy.Act(v, rng.Uint64())]++
	}
	for k, n := range counts {
		if n > 0 || seat.Action(k) == a {
			x.Options = append(x.Options, human.Chance{Option: answered(seat.Action(k)), Share: float64(n) / tries})
		}
	}
	slices.SortStableFunc(x.Options, func(p, q human.Chance) int { return cmp.Compare(q.Share, p.Share) })
	x.Genes = m.weights(v, r)
	m.thought(x)
	return a
}

// mostWeights is how many genes of an answer are named.
const mostWeights = 4

// leastWeight is what a gene that is named adds at least: less is printed as 0.
const leastWeight = 0.005

// weights names the genes that weighed most on an answer to a roll: by what each adds to the
// log-odds of the answer against the others, its value times the derivative.
func (m *thinker) weights(v *seat.View, r uint64) (out []human.Weight) {
	if m.trajectory == nil {
		return nil
	}
	m.trajectory.Act(v, r)
	m.trajectory.Add(1, nil)
	clear(m.sum)
	m.trajectory.Flush(m.sum)
	for i, x := range m.sum {
		if by := m.genes[i] * gradient.Mean(x, 1); math.Abs(by) >= leastWeight {
			out = append(out, human.Weight{Gene: rules.Genes[i].Name, By: by})
		}
	}
	slices.SortStableFunc(out, func(p, q human.Weight) int { return cmp.Compare(math.Abs(q.By), math.Abs(p.By)) })
	return out[:min(mostWeights, len(out))]
}
