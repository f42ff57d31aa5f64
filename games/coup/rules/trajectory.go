package rules

import (
	"slices"

	"bloodline/engine/roll"
	"bloodline/games/coup/seat"
)

// Trajectory plays as [Rules] do, roll for roll, and adds up its policy gradient: an engine.Deferred of one goroutine.
//
// The probability of an answer is p(a) ~ exp(sum(a)), where the sum is over entries of tables, and an entry is a sum of
// genes. The derivative of the log-probability of a game's answers by sum(a) is 1 if a was chosen and 0 if not, less
// p(a). During a game these derivatives are noted with the places of their entries, and after it added up by place.
// [Trajectory.Flush] carries them over to the genes.
type Trajectory struct {
	rules  *Rules
	genes  []float64
	choice choice
	tally  tally

	// Notes of the current game.
	turns []turnNote
	notes []note
	cards []cardNote

	_ [128]byte // engine.CacheLinePad: trajectories of other workers are written at the same time
}

var _ seat.Policy = (*Trajectory)(nil)

// NewTrajectory returns a trajectory of rules that were compiled from genes, and reads the genes as long as it is used.
func NewTrajectory(rules *Rules, genes []float64) *Trajectory {
	return &Trajectory{rules: rules, genes: genes}
}

func (t *Trajectory) Act(v *seat.View, x uint64) seat.Action {
	if v.Ask == seat.AskTurn {
		// The note is written in place: copying what was just written in pieces takes longer than computing it.
		t.turns = extend(t.turns)
		n := &t.turns[len(t.turns)-1]
		var k claimant
		a := n.weigh(t.rules, v, x, &k)
		n.less[a&7] -= 1 << roll.ShareBits
		if -n.less[a] < negligible {
			t.turns = t.turns[:len(t.turns)-1]
			return a
		}
		n.look(v, &k)
		return a
	}
	a := t.rules.weigh(v, x, &t.choice)
	t.decide(v, a)
	if accepted(v, a) {
		a = t.rules.weighGive(v, x, &t.choice)
		t.decide(v, a)
	}
	return a
}

// negligible is the derivative, in fixed point, below which it counts as 0.
const negligible = 1 << roll.ShareBits >> 16

// decide notes the options of a choice and returns the probability of the chosen a; ok is false if it is none of them.
func (t *Trajectory) decide(v *seat.View, a seat.Action) (share int32, ok bool) {
	c := &t.choice
	chosen := slices.Index(c.actions[:c.n&7], a)
	if c.n < 2 || chosen < 0 {
		return 1 << roll.ShareBits, chosen == 0
	}
	var less [8]int32
	c.chances(chosen, &less)
	for i, x := range less[:c.n&7] {
		if x < -negligible || x > negligible {
			t.note(v, c.actions[i&7], -x)
		}
	}
	return less[chosen&7] + 1<<roll.ShareBits, true
}

// place is what every sum depends on: lives and bands of coins (at), and the roles the opponent claimed and denied.
type place struct{ at, claimed, denied uint8 }

func (p *place) look(v *seat.View) {
	own, opp := v.Own(), v.Opponent()
	p.at = uint8(situation(own, opp)<<4) | ownBand[own.Coins&15]<<2 | oppBand[opp.Coins&15]
	p.claimed, p.denied = opp.Standing, opp.Denied
}

// turnNote has the derivatives of the log-probability by the sums of all openings, and where those were looked up.
type turnNote struct {
	place
	hand  uint8    // index into hands
	story [4]uint8 // for each claim, from the lowest bit: face-up copies (2 bits), claimed, denied, true
	rate  int32    // how readily the opponent challenges, see challengeRate
	less  [8]int32 // as in choice, but by action
}

// weigh chooses how to open the turn as [Rules.openTurn] does, and fills in the probability of each action.
func (n *turnNote) weigh(r *Rules, v *seat.View, x uint64, k *claimant) seat.Action {
	k.look(r, v)
	sums := [8]int32{
		seat.ForeignAid:  int32(k.sum(optForeignAid)),
		seat.Exchange:    int32(r.exchangeOdds(v, k)),
		seat.Tax:         int32(k.claim(&r.claim[claimTax], optTax, seat.Duke)),
		seat.Assassinate: int32(k.claim(&r.claim[claimAssassinate], optAssassinate, seat.Assassin)),
		seat.Steal:       int32(k.claim(&r.claim[claimSteal], optSteal, seat.Captain)),
		seat.Coup:        int32(k.sum(optCoup)),
	}
	if v.Opponent().Coins == 0 {
		sums[seat.Steal] = int32(never)
	}
	best := coup(odds(sums[seat.Coup]), x)
	for a := range seat.Coup {
		best = max(best, opening(a, odds(sums[a]), x))
	}
	roll.Softmax7(&sums, &n.less)
	return seat.Action(best & 7)
}

func (n *turnNote) look(v *seat.View, k *claimant) {
	n.place.look(v)
	n.hand, n.rate = handPlaces[v.Hand&(1<<(2*seat.Roles)-1)], int32(k.challengeRate)
	n.story[claimExchange] = k.state(seat.Ambassador)
	n.story[claimTax] = k.state(seat.Duke)
	n.story[claimAssassinate] = k.state(seat.Assassin)
	n.story[claimSteal] = k.state(seat.Captain)
}

// Observe adds the derivative of the log-probability of another player's answer, as an engine.Deferred, and returns
// that logarithm, at least that of 1e-4; ok is false for an answer that these rules never give.
func (t *Trajectory) Observe(v *seat.View, a seat.Action) (log float64, ok bool) {
	defer t.Add(1, nil)
	switch {
	case v.Ask == seat.AskTurn:
		t.turns = extend(t.turns)
		n := &t.turns[len(t.turns)-1]
		var k claimant
		n.weigh(t.rules, v, 0, &k)
		log = logShare(n.less[a&7])
		n.less[a&7] -= 1 << roll.ShareBits
		n.look(v, &k)
		return log, true
	case v.Ask == seat.AskReply && a.Given() != seat.NoRole:
		t.rules.weigh(v, 0, &t.choice)
		share, ok := t.decide(v, seat.Pass)
		if !ok {
			return 0, false
		}
		log = logShare(share)
		t.rules.weighGive(v, 0, &t.choice)
	default:
		t.rules.weigh(v, 0, &t.choice)
	}
	share, ok := t.decide(v, a)
	return log + logShare(share), ok
}

func logShare(share int32) float64 {
	const unlikely = 1e-4 // the least probability that an answer counts with: in fixed point it may be 0
	return roll.Log(max(unlikely, float64(share)/(1<<roll.ShareBits)))
}

func extend[N any](notes []N) []N {
	if len(notes) == cap(notes) {
		notes = slices.Grow(notes, 16)
	}
	return notes[:len(notes)+1]
}

func (k *claimant) state(role seat.Role) uint8 {
	return uint8(k.held.of(role)&1<<4 | k.story.of(role)<<2 | k.faceUp.of(role))
}

// weightBlock is the first index in notes of the blocks, each bluffed and true, behind the challenges.
const weightBlock = claims

// note is the derivative of the log-probability by the sum of a challenge or a block, and where the sum was looked up.
type note struct {
	place
	weight uint8
	counts [8]uint8 // places of a challenge: repeat, deniedBefore, stale, over, and multiples; of a block: blockStory, stake
	rate   int32    // as odds: of a challenge what the gene count was multiplied with, of a block challengeRate
	by     int32    // the derivative, in fixed point
}

// cardNote is a derivative, by, by a gene of the group cards.
type cardNote struct{ gene, by int32 }

func (t *Trajectory) note(v *seat.View, a seat.Action, by int32) {
	switch a {
	case seat.Pass:
	case seat.Challenge:
		claim := v.Action
		if v.Ask == seat.AskBlock {
			claim = v.Block
		}
		t.noteChallenge(v, claimOf[claim], claim.Claims(), by)
	case seat.BlockAmbassador, seat.BlockCaptain, seat.BlockContessa, seat.BlockDuke:
		t.noteBlock(v, a, by)
	default:
		t.noteCards(v, a, by)
	}
}

func (t *Trajectory) noteChallenge(v *seat.View, claim uint8, role seat.Role, by int32) {
	opp := v.Opponent()
	t.notes = extend(t.notes)
	n := &t.notes[len(t.notes)-1]
	n.place.look(v)
	n.weight, n.by = claim, by
	n.rate = -int32(heldOdds[(opp.Lives-1)&1][(3-v.Known(role))&3])
	n.counts[0] = min(opp.Claims[role], 4)
	n.counts[1] = opp.DeniedBefore >> role & 1
	n.counts[2] = opp.Stale >> role & 1
	n.counts[3] = uint8(opp.Overclaims() + 2)
	n.counts[4] = min(opp.Caught, caughtMost)
	n.counts[5] = min(opp.Shown, shownMost)
	n.counts[6] = min(opp.Passive, passiveMost)
}

func (t *Trajectory) noteBlock(v *seat.View, a seat.Action, by int32) {
	own, role := v.Own(), a.Claims()
	t.notes = extend(t.notes)
	n := &t.notes[len(t.notes)-1]
	n.place.look(v)
	n.weight, n.by = weightBlock+2*(claimOf[a]-claimAmbassador)+uint8(held(v.Hand).of(role))&1, by
	n.rate = int32(challengeRate(v.Opponent()))
	n.counts[0], n.counts[1] = own.Standing>>role&1|own.Denied>>role&1<<1, 0
	if v.Action == seat.Steal {
		n.counts[1] = min(own.Coins, 2)
	}
}

// noteCards notes an option of giving up a card or of keeping cards.
func (t *Trajectory) noteCards(v *seat.View, a seat.Action, by int32) {
	if role := a.Given(); role != seat.NoRole {
		t.noteCard(v, role, at.give[role], at.holdClaimed, -by)
		return
	}
	worth, kept := &at.worth[v.Own().Lives&1], a.Kept()
	for kept != 0 {
		role := kept.Lowest()
		t.noteCard(v, role, worth[role], at.keepClaimed, by)
		if kept = kept.Without(role); kept.Has(role) {
			t.cards = append(t.cards, cardNote{int32(at.pair), by})
		}
	}
}

func (t *Trajectory) noteCard(v *seat.View, role seat.Role, worth, claimed int, by int32) {
	own, opp := v.Own(), v.Opponent()
	t.cards = append(t.cards, cardNote{int32(worth), by})
	if own.Standing&role.Bit() != 0 {
		t.cards = append(t.cards, cardNote{int32(claimed), by})
	}
	switch {
	case role == seat.Contessa && (opp.Coins >= 3 || opp.Standing&seat.Assassin.Bit() != 0):
		t.cards = append(t.cards, cardNote{int32(at.threat), by})
	case role == seat.Assassin && own.Coins >= 3:
		t.cards = append(t.cards, cardNote{int32(at.ready), by})
	case role == seat.Captain && opp.Coins >= 2:
		t.cards = append(t.cards, cardNote{int32(at.rich), by})
	}
}

// Add ends a game; see engine.Trajectory.
func (t *Trajectory) Add(advantage float64, _ []int64) {
	by := points(advantage * (1 << pointBits))
	for i := range t.turns {
		t.tally.turn(&t.turns[i], by)
	}
	for i := range t.notes {
		t.tally.note(&t.notes[i], by)
	}
	for _, n := range t.cards {
		t.tally.cards[(int(n.gene)-firstCard)&31] += by.times(n.by)
	}
	t.turns, t.notes, t.cards = t.turns[:0], t.notes[:0], t.cards[:0]
}

// points are an advantage in fixed point.
type points int64

const (
	pointBits = 16
	sumBits   = 24 // engine.FixedBits, which an exported bot cannot import
)

// times returns the product with a derivative, rounded to a sum's binary places, so that workers don't change the sum.
func (p points) times(share int32) int64 {
	const less = roll.ShareBits + pointBits - sumBits
	return (int64(share)*int64(p) + 1<<(less-1)) >> less
}
