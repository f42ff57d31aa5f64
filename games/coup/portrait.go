package coup

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"bloodline/arena/portrait"
	"bloodline/engine"
	"bloodline/games/coup/seat"
)

// Most tables have a column a situation (cards left, own v opponent's) and one for all; memory what is known of a role.
const (
	all = 4

	pastFirst    = 0 // no standing claim of the role
	pastRepeated = 1 // the role was claimed before, and the claim stands
	pastDenied   = 2 // an honest holder would have claimed the role earlier
	pastRuledOut = 3 // all three cards of the role are seen elsewhere
)

var (
	situations = []string{"2v2", "2v1", "1v2", "1v1", "all"}
	pasts      = []string{"first", "repeated", "denied before", "ruled out"}
)

var actions = [...]seat.Action{seat.Exchange, seat.Tax, seat.Assassinate, seat.Steal}

var blocks = [...]struct{ block, stops seat.Action }{
	{seat.BlockDuke, seat.ForeignAid},
	{seat.BlockAmbassador, seat.Steal},
	{seat.BlockCaptain, seat.Steal},
	{seat.BlockContessa, seat.Assassinate},
}

// The rows of the tables of turns and of blocks.
const (
	rowIncome = 0
	rowAid    = 1
	rowCoup   = 2
	rowAction = 3 // each action with its role, then without it
	rowBlock  = 0 // each block with its role, then without it
)

// probe plays as another player does and counts how often it takes each action with and without the role, challenges
// each claim, blocks truly or as a bluff, and which cards it gives up and keeps, of the times that this was legal.
// Forced moves aren't counted. A choice costs about 20 ns and no allocation. One goroutine uses it.
type probe struct {
	portrait.Album
	inner seat.Policy

	turns, challenges, memory, blocks, gives, keeps *portrait.Counts
}

func newProbe(inner engine.Player) *probe {
	p := &probe{
		inner:      inner.(seat.Policy),
		turns:      bySituation("Turns: how often each open action is chosen, by cards left (own v opponent's)", "action", "holding"),
		challenges: bySituation("Challenges: how often each claim is challenged, by cards left", "claim"),
		memory:     portrait.NewCounts("Challenges by what was known of the role", []string{"claim"}, portrait.Shares(pasts...)...),
		blocks:     bySituation("Blocks: how often each one is made, by cards left", "block", "holding"),
		gives:      bySituation("Cards given up, of two different ones, by cards left", "gives up"),
		keeps:      bySituation("Cards kept in an Exchange, of those to choose from, by cards left", "keeps"),
	}
	p.Album = portrait.Album{p.turns, p.challenges, p.memory, p.blocks, p.gives, p.keeps}
	p.turns.Row([]string{"Income", ""}, "takes Income")
	p.turns.Row([]string{"Foreign Aid", ""}, "takes Foreign Aid")
	p.turns.Row([]string{"Coup", "7 to 9 coins"}, "pays for the Coup with 7 to 9 coins")
	for _, a := range actions {
		role := a.Claims()
		p.turns.Row([]string{a.String(), role.String()}, fmt.Sprintf("chooses %v with %s", a, article(role)))
		p.turns.Row([]string{a.String(), "no " + role.String() + " (bluff)"}, fmt.Sprintf("bluffs %v without %s", a, article(role)))
	}
	for _, b := range blocks {
		role, name := b.block.Claims(), b.stops.String()+": "+b.block.String()
		p.blocks.Row([]string{name, role.String()}, fmt.Sprintf("blocks %v with %s", b.stops, article(role)))
		p.blocks.Row([]string{name, "no " + role.String() + " (bluff)"}, fmt.Sprintf("fakes %s against %v", article(role), b.stops))
	}
	for _, c := range claims() {
		p.challenges.Row([]string{c.String()}, "challenges "+c.String())
		p.memory.Row([]string{c.String()})
	}
	for r := range seat.Role(seat.Roles) {
		p.gives.Row([]string{r.String()}, fmt.Sprintf("gives up the %v", r))
		p.keeps.Row([]string{r.String()}, fmt.Sprintf("keeps the %v in an Exchange", r))
	}
	return p
}

func bySituation(title string, labels ...string) *portrait.Counts {
	columns := portrait.Shares(situations...)
	for i := range columns[:all] {
		columns[i].Habit = "%s at " + situations[i]
	}
	return portrait.NewCounts(title, labels, columns...)
}

func claims() (out []seat.Action) {
	out = append(out, actions[:]...)
	for _, b := range blocks {
		out = append(out, b.block)
	}
	return out
}

func (p *probe) Act(v *seat.View, roll uint64) seat.Action {
	a := p.inner.Act(v, roll)
	s := int(2-v.Own().Lives)&1<<1 | int(2-v.Opponent().Lives)&1
	switch v.Ask {
	case seat.AskTurn:
		count(p.turns, rowIncome, s, a == seat.Income)
		count(p.turns, rowAid, s, a == seat.ForeignAid)
		if v.Legal.Has(seat.Coup) {
			count(p.turns, rowCoup, s, a == seat.Coup)
		}
		for i, act := range actions {
			if v.Legal.Has(act) {
				count(p.turns, rowAction+2*i+without(v.Hand, act.Claims()), s, a == act)
			}
		}
	case seat.AskReply:
		if v.Action.Claims() != seat.NoRole {
			p.claim(v, s, v.Action, a)
		}
		for i, b := range blocks {
			if v.Action == b.stops {
				count(p.blocks, rowBlock+2*i+without(v.Hand, b.block.Claims()), s, a == b.block)
			}
		}
		if card := a.Given(); card != seat.NoRole {
			p.give(v, s, card)
		}
	case seat.AskBlock:
		p.claim(v, s, v.Block, a)
	case seat.AskGive:
		p.give(v, s, a.Given())
	case seat.AskKeep:
		for r := range seat.Role(seat.Roles) {
			if n := v.Hand.Count(r); n == 1 || n == 2 { // a third card of a role has to be kept
				count(p.keeps, int(r), s, a.Kept().Has(r))
			}
		}
	}
	return a
}

func count(c *portrait.Counts, row, s int, did bool) {
	c.At(row, s).Count(did)
	c.At(row, all).Count(did)
}

func without(h seat.Hand, r seat.Role) int { return 1 - min(h.Count(r), 1) }

// rowOfClaim numbers the claims: the actions, then the blocks.
var rowOfClaim = func() (of [seat.Actions]int) {
	for i, c := range claims() {
		of[c] = i
	}
	return of
}()

func (p *probe) claim(v *seat.View, s int, claim, answer seat.Action) {
	row, challenged := rowOfClaim[claim], answer == seat.Challenge
	count(p.challenges, row, s, challenged)
	p.memory.At(row, past(v, claim.Claims())).Count(challenged)
}

// past classifies a claim by what is known of its role. If several classes fit, the rarest counts.
func past(v *seat.View, r seat.Role) int {
	opponent := v.Opponent()
	switch {
	case v.Known(r) == 3:
		return pastRuledOut
	case opponent.DeniedBefore&r.Bit() != 0:
		return pastDenied
	case opponent.Claims[r] > 1: // the claim itself counts
		return pastRepeated
	}
	return pastFirst
}

func (p *probe) give(v *seat.View, s int, card seat.Role) {
	held := v.Hand.Set()
	if bits.OnesCount8(held) < 2 {
		return
	}
	for r := range seat.Role(seat.Roles) {
		if held&r.Bit() != 0 {
			count(p.gives, int(r), s, r == card)
		}
	}
}

func article(r seat.Role) string {
	if r == seat.Ambassador || r == seat.Assassin {
		return "an " + r.String()
	}
	return "a " + r.String()
}

// Words names at most thirteen telling habits in a sentence each, with counts of at least 30 chances. Each has an
// extreme of its subject, such as the most bluffed action or the least challenged claim.
func (p *probe) Words() (out []portrait.Sentence) {
	say := func(of *portrait.Counts, row int, text string) {
		out = append(out, p.Sentence(of, row, "%s%s.", strings.ToUpper(text[:1]), text[1:]))
	}
	if turns := p.turns.At(rowIncome, all).Could; turns >= portrait.Enough {
		say(p.turns, -1, p.opening(turns))
	}
	with, bluffs := rows(rowAction, 2, len(actions)), rows(rowAction+1, 2, len(actions))
	most, least := p.turns.Extreme(all, true, bluffs...), p.turns.Extreme(all, false, bluffs...)
	for _, row := range slices.Compact([]int{most, least}) {
		if row >= 0 {
			a := actions[(row-rowAction)/2]
			say(p.turns, row, p.turns.FrequencyText(row, "bluffs "+a.String(), "turns without "+article(a.Claims())))
		}
	}
	if row := p.turns.Extreme(all, false, with...); row >= 0 {
		a := actions[(row-rowAction)/2]
		say(p.turns, row, "Of its cards it uses the "+a.Claims().String()+" least: "+p.turns.FrequencyText(row, "chooses "+a.String(), "turns with one"))
	}
	every := rows(0, 1, len(claims()))
	most, least = p.challenges.Extreme(all, true, every...), p.challenges.Extreme(all, false, every...)
	if most >= 0 {
		say(p.challenges, most, "Trusts this claim least: "+p.challenges.FrequencyText(most, "challenges "+claim(most), "chances"))
	}
	if least != most {
		say(p.challenges, least, "Trusts this claim most: "+p.challenges.FrequencyText(least, "challenges "+claim(least), "chances"))
	}
	if row, text := p.byMemory(); row >= 0 {
		say(p.memory, row, text)
	}
	if row := p.blocks.Extreme(all, false, rows(rowBlock, 2, len(blocks))...); row >= 0 {
		b := blocks[row/2]
		say(p.blocks, row, "Of its true blocks it is shyest of this one: "+p.blocks.FrequencyText(row, "blocks "+b.stops.String()+" as "+b.block.Claims().String(), "chances with one"))
	}
	if row := p.blocks.Extreme(all, true, rows(rowBlock+1, 2, len(blocks))...); row >= 0 {
		b := blocks[row/2]
		say(p.blocks, row, "Of its blocks it bluffs this one most: "+p.blocks.FrequencyText(row, "fakes "+article(b.block.Claims())+" against "+b.stops.String(), "chances without one"))
	}
	const fakes = rowBlock + 2*len(blocks) - 1 // a Contessa
	last := portrait.Share(p.blocks.At(fakes, 2).Did+p.blocks.At(fakes, 3).Did, p.blocks.At(fakes, 2).Could+p.blocks.At(fakes, 3).Could)
	if last.Reliable() {
		say(p.blocks, fakes, "With its last card and no Contessa it fakes one against Assassinate "+last.Often())
	}
	if p.turns.At(rowCoup, all).Reliable() {
		say(p.turns, rowCoup, p.turns.FrequencyText(rowCoup, "chooses Coup", "turns with 7 to 9 coins"))
	}
	roles := rows(0, 1, seat.Roles)
	if row := p.gives.Extreme(all, true, roles...); row >= 0 {
		say(p.gives, row, fmt.Sprintf("gives up the %v first: %s", seat.Role(row), p.gives.At(row, all).Often()))
	}
	if row := p.keeps.Extreme(all, true, roles...); row >= 0 {
		say(p.keeps, row, fmt.Sprintf("keeps the %v most in an Exchange: %s", seat.Role(row), p.keeps.At(row, all).Often()))
	}
	if out == nil {
		return []portrait.Sentence{{Text: fmt.Sprintf("Too few choices to name a habit: no question was put %d times.", portrait.Enough), Row: -1}}
	}
	return out
}

func rows(first, step, n int) (out []int) {
	for i := range n {
		out = append(out, first+i*step)
	}
	return out
}

func (p *probe) opening(turns int64) string {
	type way struct {
		name string
		did  int64
	}
	ways := []way{{"Income", p.turns.At(rowIncome, all).Did}, {"Foreign Aid", p.turns.At(rowAid, all).Did}, {"Coup", p.turns.At(rowCoup, all).Did}}
	for i, a := range actions {
		ways = append(ways, way{a.String(), p.turns.Sum(all, rowAction+2*i, rowAction+2*i+1).Did})
	}
	slices.SortStableFunc(ways, func(a, b way) int { return int(b.did - a.did) })
	var list []string
	for _, w := range ways[:3] {
		if w.did > 0 {
			list = append(list, w.name+" "+portrait.Share(w.did, turns).Percent())
		}
	}
	return fmt.Sprintf("Opens its turns most with %s (of %d)", strings.Join(list, ", "), turns)
}

func claim(row int) string {
	if row < len(actions) {
		return actions[row].String()
	}
	return "a " + claims()[row].String()
}

// byMemory is the claim whose record changes the challenges most.
func (p *probe) byMemory() (row int, text string) {
	best, which, gap := -1, 0, 0.0
	for row := range p.memory.Rows {
		first := p.memory.At(row, pastFirst)
		for _, k := range []int{pastRepeated, pastDenied} {
			x := p.memory.At(row, k)
			d := x.Ratio() - first.Ratio()
			if first.Reliable() && x.Reliable() && (best < 0 || max(d, -d) > gap) {
				best, which, gap = row, k, max(d, -d)
			}
		}
	}
	if best < 0 {
		return -1, ""
	}
	later := "a repeated one"
	if which == pastDenied {
		later = "one of a role denied before"
	}
	return best, fmt.Sprintf("Memory moves it most at %s: challenges a first claim %s, %s %s",
		claim(best), p.memory.At(best, pastFirst).Often(), later, p.memory.At(best, which).Often())
}
