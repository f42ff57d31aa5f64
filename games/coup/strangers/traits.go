package strangers

import (
	"fmt"

	"bloodline/games/coup/seat"
)

// Traits describes the player in words, beginning with what others notice first.
func (p *Player) Traits() []string {
	var t traits
	t.addIf(p.slip > 0.02, "makes %.0f %% of its choices by chance", 100*p.slip)
	p.doubting(&t)
	p.lying(&t)
	for r := range seat.Role(seat.Roles) {
		t.addIf(turnLies[r] != "" && p.plays[r] < 1-often && !p.weighs, "hides its %v", r)
		t.addIf(blockLies[r] != "" && p.guards[r] < 1-often, "lets pass what its %v could block", r)
	}
	p.turning(&t)
	t.addIf(p.reads, "considers every hand that the opponent can hold")
	t.addIf(p.trust > 0.7, "believes claims")
	t.addIf(p.trust < 0.15, "disbelieves claims")
	t.addIf(p.again[2] < 0.9, "believes a repeated claim less")
	return t
}

type traits []string

func (t *traits) addIf(yes bool, format string, args ...any) {
	if yes {
		*t = append(*t, fmt.Sprintf(format, args...))
	}
}

func (p *Player) doubting(t *traits) {
	const actions = 4
	var first, second int // actions that it challenges at the first claim: with no copy of the role seen, with two
	for a := seat.Exchange; a <= seat.Steal; a++ {
		if p.challenges(a, 0) {
			first++
		}
		if p.challenges(a, 2) {
			second++
		}
	}
	t.addIf(first == actions, "challenges every action")
	t.addIf(first > 0 && first < actions, "challenges some actions whatever the cards")
	t.addIf(first == 0 && second > 0, "challenges what the cards make unlikely")
	t.addIf(second == 0, "hardly ever challenges")
	t.addIf(p.cross > 0.05, "makes %.0f %% of its challenges without a reason", 100*p.cross)
	t.addIf(p.argues && second > 0, "challenges rather than blocks with its own card")
}

// challenges reports whether it challenges a first declaration, if it has seen this many copies of the role.
func (p *Player) challenges(a seat.Action, copies int) bool {
	q := dealt[1][3-copies]
	limit := p.suspicion[a]
	if p.weighs {
		limit *= 0.6 // as for usual stakes, see limit
	}
	return belief{q * p.credit[a.Claims()][1], 1 - q}.below(limit)
}

var (
	turnLies = [seat.Roles]string{
		seat.Ambassador: "exchanges without an Ambassador", seat.Assassin: "assassinates without an Assassin",
		seat.Captain: "steals without a Captain", seat.Duke: "taxes without a Duke",
	}
	blockLies = [seat.Roles]string{
		seat.Captain: "blocks Steals without a Captain", seat.Contessa: "blocks Assassinates without a Contessa",
		seat.Duke: "blocks Foreign Aid without a Duke",
	}
)

// often is the rate from which on something characterises a player.
const often = 0.6

func (p *Player) lying(t *traits) {
	most := float32(0)
	for r := range turnLies {
		if turnLies[r] != "" {
			most = max(most, p.bluffs[r])
			t.addIf(p.bluffs[r] >= often && !p.weighs, "%s", turnLies[r])
		}
		if blockLies[r] != "" {
			most = max(most, p.bluffBlocks[r])
			t.addIf(p.bluffBlocks[r] >= often, "%s", blockLies[r])
		}
	}
	t.addIf(most == 0 && !p.finishes, "never bluffs")
	t.addIf(most == 0 && p.finishes, "bluffs only where an Assassinate would end the game")
}

func (p *Player) turning(t *traits) {
	if p.weighs {
		t.addIf(true, "takes the action that it expects most of")
	} else {
		first := p.list[0]
		if first == seat.Coup { // which it cannot pay for yet
			first = p.list[1]
		}
		t.addIf(true, "tries %v first", first)
		t.addIf(p.coupAt > 7, "saves %d coins for a Coup", p.coupAt)
		t.addIf(p.killAt > 3, "assassinates from %d coins on", p.killAt)
		t.addIf(p.heeds == 1<<seat.Roles-1, "never acts against a claim that stands")
		t.addIf(p.fickle > 0.2, "changes its mind from turn to turn")
	}
	t.addIf(!p.finishes, "does not see what ends the game")
}
