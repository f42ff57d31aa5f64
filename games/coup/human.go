package coup

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"bloodline/arena/human"
	"bloodline/arena/kit"
	"bloodline/engine"
	"bloodline/games/coup/seat"
	"bloodline/games/coup/table"
)

// sit reports to a person what both players see, forced moves included.
func sit(at engine.Table, s human.Sitting) func() []human.Side {
	t := at.(*table.Table)
	t.Watch(func(i *table.Invocation) {
		who, ending := kit.SeatLabel(2, int(i.Seat), s.Seat)
		if does := visibleMove(i, ending); does != "" {
			s.News(who + " " + does + ".")
		}
	})
	return func() []human.Side {
		own, bot := t.View(s.Seat), t.View(1-s.Seat)
		return []human.Side{side("The bot", own.Opponent(), bot.Hand, true), side("You", own.Own(), own.Hand, true)}
	}
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

func claimed(a seat.Action) string {
	if r := a.Claims(); r != seat.NoRole && a <= seat.Pass {
		return a.String() + " (as " + r.String() + ")"
	}
	return a.String()
}

// answer puts an answer into words, because the protocol has letters for kept cards.
func answer(_ *seat.View, a seat.Action) string {
	if a.Kept() != 0 {
		return "keep " + human.List(cards(a.Kept()))
	}
	return claimed(a)
}

// option puts an answer into words for a person, with a warning if it is a bluff.
func option(v *seat.View, a seat.Action) string {
	switch {
	case a == seat.Pass && v.Ask == seat.AskBlock:
		return "believe it: the action is blocked"
	case a == seat.Pass:
		return "let it pass"
	case a == seat.Challenge:
		return "challenge: it is lying"
	case a.Given() != seat.NoRole && v.Ask == seat.AskReply:
		return "let it pass and give up the " + a.Given().String()
	case bluff(v, a):
		return claimed(a) + ", a bluff"
	}
	return answer(v, a)
}

func bluff(v *seat.View, a seat.Action) bool {
	return a.Claims() != seat.NoRole && !v.Hand.Has(a.Claims())
}

func cards(h seat.Hand) (names []string) {
	for r := range seat.Role(seat.Roles) {
		names = append(names, slices.Repeat([]string{r.String()}, h.Count(r))...)
	}
	return names
}

func list(h seat.Hand) string { return cmp.Or(human.List(cards(h)), "none") }

func know(v *seat.View) []string {
	own, opp := v.Own(), v.Opponent()
	return []string{
		"Your cards: " + list(v.Hand),
		fmt.Sprintf("Your coins: %d, the bot's: %d", own.Coins, opp.Coins),
		fmt.Sprintf("Cards left: you %d, the bot %d", own.Lives, opp.Lives),
		"Open on the table: yours " + list(own.Lost) + ", the bot's " + list(opp.Lost),
	}
}

func draw(v *seat.View) []human.Side {
	return []human.Side{side("The bot", v.Opponent(), 0, false), side("You", v.Own(), v.Hand, true)}
}

// side has what is drawn of a player: its hand, face down if it is not known, its lost cards and its coins.
func side(name string, s *seat.Side, hand seat.Hand, known bool) human.Side {
	out := human.Side{Name: name, Coins: new(int(s.Coins)), Cards: human.Cards(cards(hand)...)}
	if !known {
		out.Cards = make([]human.Card, s.Lives)
	}
	for _, name := range cards(s.Lost) {
		out.Cards = append(out.Cards, human.Card{Name: name, Lost: true})
	}
	return out
}

// visibleMove words what both players see of an invocation, if anything: "plays Income". s is the verbs' ending.
func visibleMove(i *table.Invocation, s string) string {
	a := i.Did
	switch {
	case i.Shown != seat.NoRole:
		return "show" + s + " the " + i.Shown.String()
	case a == seat.NoAction:
		return ""
	case a == seat.Pass:
		return "let" + s + " it pass"
	case a == seat.Challenge:
		return "challenge" + s
	case a.Given() != seat.NoRole:
		return "give" + s + " up the " + a.Given().String()
	case a > seat.Challenge:
		return strings.Replace(a.String(), "block", "block"+s, 1)
	}
	return "play" + s + " " + claimed(a)
}

// narrate returns a table that reports each move, forced ones too: the mover's cards and coins before it, and bluffs.
func narrate(names []string, told func(human.Move)) engine.Table {
	t := table.NewTable()
	width := max(utf8.RuneCountInString(names[0]), utf8.RuneCountInString(names[1]))
	var held [2]seat.Hand
	t.Watch(func(i *table.Invocation) {
		does, hand := visibleMove(i, "s"), i.Hand
		if i.Kept != 0 {
			drew := i.Hand - held[i.Seat] // the pool has at least as many of each role, so packed counts can be subtracted
			hand, does = i.Kept, "keeps these, drew "+strings.Join(cards(drew), ", ")
		}
		held[i.Seat] = hand
		if does == "" {
			return
		}
		if role := i.Action.Claims(); i.Asked && role != seat.NoRole && !i.Hand.Has(role) {
			does += ", a bluff"
		}
		m := human.Move{Short: names[i.Seat] + " " + does}
		m.Text = fmt.Sprintf("%-*s  %2d  %-23s %s", width, names[i.Seat], i.Coins[i.Seat], strings.Join(cards(hand), ", "), does)
		for s, name := range names {
			v, at := t.View(s), t.View(s).Hand
			if s == int(i.Seat) {
				at = hand
			}
			m.Sides = append(m.Sides, side(name, v.Own(), at, true))
		}
		told(m)
	})
	return t
}
