package baselines

import "bloodline/games/coup/seat"

// doubter challenges claims that the cards make unlikely.
type doubter struct {
	nerve            float32 // how often it lies itself; of a murderer, the share of challenges up to which it does
	challenge, block float32 // chances of the card below which it challenges an action, and a block
}

func (d *doubter) doubts(v *seat.View, _ uint64) bool { return odds(v, claimed(v)) < d.block }

// answer answers an action whose claim is true with a chance. It bluffs a Contessa where passing loses.
func (d *doubter) answer(v *seat.View, chance float32) seat.Action {
	switch {
	case v.Action != seat.ForeignAid && chance < d.challenge:
		return seat.Challenge
	case doomed(v):
		return seat.BlockContessa
	}
	return seat.Pass
}

type bandit struct{ doubter }

var theBandit = character{
	name: "Bandit", points: 113, taste: taste{6, 4, 9, 5, 7}, buys: true, blocks: true,
	doc: "Steals as long as there are two coins to steal: with a Captain always, without one by nerve until it was caught. It blocks every Steal, as the Captain unless it holds an Ambassador, " +
		"saves what it took for a Coup, and thinks of other lines of work only when the victim is broke.",
	style: &bandit{doubter{nerve: 0.57537836, challenge: 0.14971656, block: 0.1646578}},
}

func (b *bandit) turn(v *seat.View, x uint64) seat.Action {
	own, opp := v.Own(), v.Opponent()
	switch {
	case canHonestly(v, seat.Steal) && opp.Coins > 1:
		return seat.Steal
	case opp.Coins > 1 && own.Denied&seat.Captain.Bit() == 0 && happens(x, b.nerve):
		return seat.Steal
	case canHonestly(v, seat.Tax):
		return seat.Tax
	case canHonestly(v, seat.Assassinate):
		return seat.Assassinate
	case !claimsAny(opp, seat.Duke):
		return seat.ForeignAid
	}
	return seat.Income
}

func (b *bandit) reply(v *seat.View, _ uint64) seat.Action {
	if v.Action == seat.Steal && v.Own().Denied&seat.Captain.Bit() == 0 {
		return seat.BlockCaptain
	}
	return b.answer(v, odds(v, claimed(v)))
}

// mask plays as if it held one role that it does not hold: its mask.
type mask struct{ doubter }

// wardrobe has the actions of the masks, the preferred one first.
var wardrobe = [...]seat.Action{seat.Tax, seat.Steal, seat.Assassinate, seat.Exchange}

var theMask = character{
	name: "Mask", points: 74, taste: taste{5, 4, 6, 8, 7}, buys: true, blocks: true,
	doc: "Hides its true cards behind a role that it does not hold, the first one free of Duke, Captain, Assassin and Ambassador, and plays that role's action for as long as the mask holds. " +
		"Torn off, it puts on the next. Its true cards it shows only to block.",
	style: &mask{doubter{nerve: 1, challenge: 0.1667, block: 0.1667}},
}

// worn returns the action of its mask: the first of a role that it neither holds nor was caught without.
func worn(v *seat.View) seat.Action {
	for _, a := range wardrobe {
		r := a.Claims()
		if v.Legal.Has(a) && !v.Hand.Has(r) && v.Own().Denied&r.Bit() == 0 {
			return a
		}
	}
	return seat.NoAction
}

func (m *mask) turn(v *seat.View, x uint64) seat.Action {
	if a := worn(v); a != seat.NoAction && happens(x, m.nerve) {
		return a
	}
	return seat.Income
}

func (m *mask) reply(v *seat.View, _ uint64) seat.Action {
	if v.Action == seat.ForeignAid && claimsAny(v.Own(), seat.Duke) {
		return seat.BlockDuke
	}
	return m.answer(v, odds(v, claimed(v)))
}

type murderer struct{ doubter }

var theMurderer = character{
	name: "BloodyMurder", points: 119, taste: taste{3, 9, 6, 4, 7}, blocks: true,
	doc: "Assassinates whenever it has 3 coins: with an Assassin always, without one where the victim has let enough claims pass, until it was caught. " +
		"Whatever brings 3 coins soon will do: a Tax, true or not, a true Steal, or Foreign Aid. It keeps its Assassins and doubts a Contessa more than anything.",
	style: &murderer{doubter{nerve: 0.3672885, challenge: 0.09953939, block: 0.2950791}},
}

func (m *murderer) doubts(v *seat.View, _ uint64) bool {
	p := odds(v, claimed(v))
	if v.Block == seat.BlockContessa && v.Opponent().Lives > 1 {
		p /= 2 // both cards are to be won
	}
	return p < m.block
}

func (m *murderer) turn(v *seat.View, _ uint64) seat.Action {
	own := v.Own()
	switch {
	case canHonestly(v, seat.Assassinate):
		return seat.Assassinate
	case v.Legal.Has(seat.Coup):
		return seat.Coup
	case v.Legal.Has(seat.Assassinate) && own.Denied&seat.Assassin.Bit() == 0 && boldness(v.Opponent(), 0.3) < m.nerve:
		return seat.Assassinate
	case canHonestly(v, seat.Tax):
		return seat.Tax
	case canHonestly(v, seat.Steal):
		return seat.Steal
	case own.Coins < 3 && own.Denied&seat.Duke.Bit() == 0:
		return seat.Tax
	case canHonestly(v, seat.Exchange):
		return seat.Exchange
	}
	return seat.ForeignAid
}

func (m *murderer) reply(v *seat.View, _ uint64) seat.Action {
	return m.answer(v, odds(v, claimed(v)))
}

type taxman struct{ doubter }

var theTaxman = character{
	name: "Taxman", points: 144, taste: taste{2, 4, 5, 6, 9}, buys: true, blocks: true,
	doc: "Lives on Tax: with a Duke always, without one as if it had one, until it was caught, " +
		"and buys a Coup as soon as it has 7 coins. It claims the Duke against every Foreign Aid, doubts other people's Dukes first, and keeps its own.",
	style: &taxman{doubter{nerve: 0.89079016, challenge: 0.16674209, block: 0.20818844}},
}

func (t *taxman) turn(v *seat.View, x uint64) seat.Action {
	own := v.Own()
	switch {
	case v.Hand.Has(seat.Duke):
		return seat.Tax
	case canHonestly(v, seat.Assassinate) && own.Lives == 1:
		return seat.Assassinate
	case own.Denied&seat.Duke.Bit() == 0 && happens(x, t.nerve):
		return seat.Tax
	case canHonestly(v, seat.Assassinate):
		return seat.Assassinate
	case canHonestly(v, seat.Steal):
		return seat.Steal
	case own.Caught == 0:
		return seat.Tax
	}
	return seat.ForeignAid
}

func (t *taxman) reply(v *seat.View, _ uint64) seat.Action {
	if v.Action == seat.ForeignAid {
		return seat.BlockDuke
	}
	role := claimed(v)
	p := odds(v, role)
	if role == seat.Duke && v.Hand.Has(seat.Duke) {
		p /= 2
	}
	return t.answer(v, p)
}

// turncoat is honest until the game turns against it.
type turncoat struct {
	patience float32 // how many coins behind turn it
	doubter          // once it has turned
}

var theTurncoat = character{
	name: "Turncoat", points: 134, taste: taste{3, 5, 6, 7, 8}, buys: true, blocks: true,
	doc: "Honest and believing at first. When things turn, which is when it has lost a card or trails by more coins than its patience allows, " +
		"it lies wherever it can, since by then its word is good, and doubts what the cards make unlikely.",
	style: &turncoat{3.4989676, doubter{nerve: 0.7694891, challenge: 0.16634375, block: 0.24933843}},
}

func (t *turncoat) turned(v *seat.View) bool {
	own := v.Own()
	return own.Lives == 1 || float32(int(v.Opponent().Coins)-int(own.Coins)) > t.patience
}

func (t *turncoat) doubts(v *seat.View, _ uint64) bool { return t.unlikely(v, t.block) }

// unlikely compares a claim's odds with a threshold; before the turn only claims ruled out by the cards are unlikely.
func (t *turncoat) unlikely(v *seat.View, threshold float32) bool {
	p := odds(v, claimed(v))
	return p == 0 || t.turned(v) && p < threshold
}

func (t *turncoat) turn(v *seat.View, x uint64) seat.Action {
	own, opp := v.Own(), v.Opponent()
	lies := t.turned(v) && happens(x, t.nerve)
	switch {
	case canHonestly(v, seat.Assassinate) && !claimsAny(opp, seat.Contessa):
		return seat.Assassinate
	case canHonestly(v, seat.Tax):
		return seat.Tax
	case canHonestly(v, seat.Steal) && !claimsAny(opp, seat.Captain, seat.Ambassador):
		return seat.Steal
	case lies && v.Legal.Has(seat.Assassinate) && own.Denied&seat.Assassin.Bit() == 0 && !claimsAny(opp, seat.Contessa) && opp.Lives == 1:
		return seat.Assassinate
	case lies && own.Denied&seat.Duke.Bit() == 0:
		return seat.Tax
	case canHonestly(v, seat.Exchange):
		return seat.Exchange
	case !claimsAny(opp, seat.Duke):
		return seat.ForeignAid
	}
	return seat.Income
}

func (t *turncoat) reply(v *seat.View, x uint64) seat.Action {
	own := v.Own()
	switch {
	case v.Action != seat.ForeignAid && t.unlikely(v, t.challenge):
		return seat.Challenge
	case doomed(v):
		return seat.BlockContessa
	case !t.turned(v) || !happens(x, t.nerve):
	case v.Action == seat.ForeignAid && own.Denied&seat.Duke.Bit() == 0:
		return seat.BlockDuke
	case v.Action == seat.Steal && own.Denied&seat.Captain.Bit() == 0:
		return seat.BlockCaptain
	}
	return seat.Pass
}
