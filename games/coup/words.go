package coup

import (
	"fmt"
	"slices"
	"strings"

	"bloodline/arena/portrait"
	"bloodline/games/coup/seat"
)

// Words names the most telling habits in a sentence each, with the counts: at most thirteen, nothing that rests on
// fewer than 30 chances. Each sentence picks the extreme of its subject: the most bluffed action, the least challenged
// claim, and so on.
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

// rows are n rows of a table, a step apart.
func rows(first, step, n int) (out []int) {
	for i := range n {
		out = append(out, first+i*step)
	}
	return out
}

// opening ranks the ways to open a turn.
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

// claim names a claim within a sentence.
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
