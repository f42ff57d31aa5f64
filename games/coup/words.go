package coup

import (
	"fmt"
	"slices"
	"strings"

	"bloodline/arena/portrait"
	"bloodline/games/coup/seat"
)

// Words names the most telling habits in a sentence each, with the counts: at
// most thirteen, nothing that rests on fewer than 30 chances. Each sentence
// picks the extreme of its subject: the most bluffed action, the least challenged
// claim, and so on.
func (p *probe) Words() []portrait.Sentence {
	var out []portrait.Sentence
	for _, subject := range []func() (string, int){
		p.opening, p.mostBluffed, p.leastBluffed, p.leastUsed, p.mostChallenged, p.leastChallenged,
		p.byRecord, p.leastBlocked, p.mostFaked, p.lastContessa, p.coups, p.given, p.kept,
	} {
		if s, row := subject(); s != "" {
			table, at := tableTurns, -1
			if row >= 0 {
				table, at = place(row)
			}
			out = append(out, portrait.Sentence{Text: strings.ToUpper(s[:1]) + s[1:] + ".", Table: table, Row: at})
		}
	}
	if out == nil {
		return []portrait.Sentence{{Text: fmt.Sprintf("Too few choices to name a habit: no question was put %d times.", enough), Row: -1}}
	}
	return out
}

// opening ranks the ways to open a turn.
func (p *probe) opening() (string, int) {
	turns := p.all(rowIncome).could
	if turns < enough {
		return "", -1
	}
	type way struct {
		name string
		tally
	}
	ways := []way{
		{"Income", p.all(rowIncome)},
		{"Foreign Aid", p.all(rowAid)},
		{"Coup", p.all(rowCoup)},
	}
	for i, a := range actions {
		ways = append(ways, way{a.String(), p.all(rowAction + 2*i).plus(p.all(rowAction + 2*i + 1))})
	}
	slices.SortStableFunc(ways, func(a, b way) int { return b.did - a.did })
	var list []string
	for _, w := range ways[:3] {
		if w.did > 0 {
			list = append(list, w.name+" "+tally{w.did, turns}.percent())
		}
	}
	return fmt.Sprintf("Opens its turns most with %s (of %d)", strings.Join(list, ", "), turns), -1
}

// extreme returns the row with the largest share, or the smallest, among n rows
// a step apart that rest on enough chances; -1 if none does.
func (p *probe) extreme(first, step, n int, largest bool) int {
	best := -1
	for row := first; row < first+n*step; row += step {
		t := p.all(row)
		if t.could < enough {
			continue
		}
		if best < 0 || largest && t.share() > p.all(best).share() || !largest && t.share() < p.all(best).share() {
			best = row
		}
	}
	return best
}

func (p *probe) mostBluffed() (string, int) {
	return p.bluff(p.extreme(rowAction, 2, len(actions), true))
}

// leastBluffed is the least bluffed action, if it is not the most bluffed one.
func (p *probe) leastBluffed() (string, int) {
	row := p.extreme(rowAction, 2, len(actions), false)
	if row == p.extreme(rowAction, 2, len(actions), true) {
		return "", -1
	}
	return p.bluff(row)
}

func (p *probe) bluff(row int) (string, int) {
	if row < 0 {
		return "", -1
	}
	a := actions[(row-rowAction)/2]
	return p.habit(row, "bluffs "+a.String(), "turns without "+article(a.Claims())), row
}

// leastUsed is the action that is least taken with the role in hand.
func (p *probe) leastUsed() (string, int) {
	row := p.extreme(rowAction+1, 2, len(actions), false)
	if row < 0 {
		return "", -1
	}
	a := actions[(row-rowAction)/2]
	return "Of its cards it uses the " + a.Claims().String() + " least: " +
		p.habit(row, "chooses "+a.String(), "turns with one"), row
}

func (p *probe) mostChallenged() (string, int) {
	return p.challenge("Trusts this claim least: ", p.extreme(rowChallenge, 1, claims, true))
}

func (p *probe) leastChallenged() (string, int) {
	row := p.extreme(rowChallenge, 1, claims, false)
	if row == p.extreme(rowChallenge, 1, claims, true) {
		return "", -1
	}
	return p.challenge("Trusts this claim most: ", row)
}

func (p *probe) challenge(intro string, row int) (string, int) {
	if row < 0 {
		return "", -1
	}
	return intro + p.habit(row, "challenges "+claimWord(row-rowChallenge), "chances"), row
}

// claimWord is a claim within a sentence.
func claimWord(i int) string {
	if i < len(actions) {
		return actions[i].String()
	}
	return "a " + claimName(i)
}

// byRecord is the claim whose record changes the challenges most.
func (p *probe) byRecord() (string, int) {
	best, which, gap := -1, 0, 0.0
	for i := range claims {
		row := &p.counts[rowPast+i]
		if row[pastFirst].could < enough {
			continue
		}
		for _, k := range []int{pastRepeated, pastDenied} {
			d := row[k].share() - row[pastFirst].share()
			if row[k].could >= enough && (best < 0 || max(d, -d) > gap) {
				best, which, gap = i, k, max(d, -d)
			}
		}
	}
	if best < 0 {
		return "", -1
	}
	row, later := p.counts[rowPast+best], "a repeated one"
	if which == pastDenied {
		later = "one of a role denied before"
	}
	return fmt.Sprintf("Memory moves it most at %s: challenges a first claim %s, %s %s",
		claimWord(best), row[pastFirst].often(), later, row[which].often()), rowPast + best
}

// leastBlocked is the true block that is made least.
func (p *probe) leastBlocked() (string, int) {
	row := p.extreme(rowBlock+1, 2, len(blocks), false)
	if row < 0 {
		return "", -1
	}
	b := blocks[(row-rowBlock)/2]
	return "Of its true blocks it is shyest of this one: " +
		p.habit(row, "blocks "+b.stops.String()+" as "+b.block.Claims().String(), "chances with one"), row
}

// mostFaked is the most bluffed block.
func (p *probe) mostFaked() (string, int) {
	row := p.extreme(rowBlock, 2, len(blocks), true)
	if row < 0 {
		return "", -1
	}
	b := blocks[(row-rowBlock)/2]
	return "Of its blocks it bluffs this one most: " +
		p.habit(row, "fakes "+article(b.block.Claims())+" against "+b.stops.String(), "chances without one"), row
}

// lastContessa is how often the last card is defended by a bluffed Contessa.
func (p *probe) lastContessa() (string, int) {
	const row = rowBlock + 2*(len(blocks)-1)
	t := p.counts[row][2].plus(p.counts[row][3])
	if t.could < enough {
		return "", -1
	}
	return "With its last card and no Contessa it fakes one against Assassinate " + t.often(), row
}

func (p *probe) coups() (string, int) {
	if p.all(rowCoup).could < enough {
		return "", -1
	}
	return p.habit(rowCoup, "chooses Coup", "turns with 7 to 9 coins"), rowCoup
}

// given is the role that it parts with first.
func (p *probe) given() (string, int) {
	row := p.extreme(rowGive, 1, int(seat.Roles), true)
	if row < 0 {
		return "", -1
	}
	return fmt.Sprintf("gives up the %v first: %s", seat.Role(row-rowGive), p.all(row).often()), row
}

// kept is the role that it keeps most.
func (p *probe) kept() (string, int) {
	row := p.extreme(rowKeep, 1, int(seat.Roles), true)
	if row < 0 {
		return "", -1
	}
	return fmt.Sprintf("keeps the %v most in an Exchange: %s", seat.Role(row-rowKeep), p.all(row).often()), row
}

// spread is the difference between situations that is worth a remark.
const spread = 0.1

// habit says how often something is done in all, and where most and least.
func (p *probe) habit(row int, deed, chances string) string {
	t := p.all(row)
	text := deed + " in " + t.percent() + " of the " + chances
	switch t.did {
	case 0:
		text = "never " + deed + " in the " + chances
	case t.could:
		text = "always " + deed + " in the " + chances
	}
	text += fmt.Sprintf(" (%d of %d)", t.did, t.could)
	most, least := -1, -1
	for s, n := range p.counts[row] {
		if n.could < enough {
			continue
		}
		if most < 0 || n.share() > p.counts[row][most].share() {
			most = s
		}
		if least < 0 || n.share() < p.counts[row][least].share() {
			least = s
		}
	}
	if most >= 0 && p.counts[row][most].share()-p.counts[row][least].share() >= spread {
		text += fmt.Sprintf(", most at %s (%s), least at %s (%s)",
			situationNames[most], p.counts[row][most].percent(), situationNames[least], p.counts[row][least].percent())
	}
	return text
}

// often is a share as an adverb.
func (t tally) often() string {
	switch t.did {
	case 0:
		return fmt.Sprintf("never (0 of %d)", t.could)
	case t.could:
		return fmt.Sprintf("always (%d of %d)", t.did, t.could)
	}
	return fmt.Sprintf("%s of the time (%d of %d)", t.percent(), t.did, t.could)
}

func article(r seat.Role) string {
	if r == seat.Ambassador || r == seat.Assassin {
		return "an " + r.String()
	}
	return "a " + r.String()
}
