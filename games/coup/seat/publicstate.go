// Package seat is one side of two-player Coup: cards, actions, what a seat may know, and the contest's file protocol.
//
//   - [PublicState] is what both players know. Its methods are the events of the game, a few nanoseconds each.
//   - [View] adds the seat's own cards and the question that it is asked.
//   - [Policy] answers: a view and a roll in, an [Action] out.
//   - [Read] parses the history file into a [Position], by the calls of a PublicState that the arena's table makes.
//   - [Main] is a whole contest entry around a policy.
//
// The contest starts a process for each move, so a view is a function of the history file and the arguments.
package seat

// Side is what both players know of one seat. A game is too short for a count to reach 255.
type Side struct {
	Coins uint8
	Lives uint8 // cards left
	Lost  Hand  // cards given up, face up on the table

	// The record of claims by role. What is recorded of a role is cleared when a change of cards may concern it.
	Claims       [Roles]uint8 // how often the role was claimed; the current claim counts
	Standing     uint8        // roles with a standing claim, a bit each
	Denied       uint8        // roles that it did not block with although they could have, or was caught without
	DeniedBefore uint8        // roles of standing claims that had been denied before
	Stale        uint8        // roles claimed before an Exchange that succeeded

	// Behaviour over the whole game.
	Shown      uint8 // challenges of its claims that failed
	Caught     uint8 // challenges of its claims that succeeded
	Challenges uint8 // challenges made
	Trusts     uint8 // claims that it could have challenged and did not
	Passive    uint8 // turns opened with Income or Foreign Aid
	Turns      uint8 // turns begun

	_ [12]byte // makes 32 bytes, so that a side is found by a shift
}

// Overclaims returns the roles with a standing claim less the cards left. Above 0, a claim is false or a card changed.
func (s *Side) Overclaims() int { return overclaims[s.Standing&(1<<Roles-1)] - int(s.Lives) }

var overclaims = func() (t [1 << Roles]int) {
	for set := range t {
		for r := range Roles {
			t[set] += set >> r & 1
		}
	}
	return t
}()

func (s *Side) claim(r Role) {
	bit := r.Bit()
	s.Claims[r]++
	s.Standing |= bit
	s.DeniedBefore = s.DeniedBefore&^bit | s.Denied&bit
	s.Denied &^= bit
}

// forget clears the claims of a role whose card is gone.
func (s *Side) forget(r Role) {
	s.Claims[r] = 0
	s.Standing &^= r.Bit()
	s.DeniedBefore &^= r.Bit()
}

// PublicState is what both players know: a function of the moves in the history file.
type PublicState struct {
	Sides  [2]Side
	Owner  uint8  // seat whose turn it is
	Action Action // declared in this turn, or NoAction
	Block  Action // block declared against it, or NoAction
}

// Start begins a game: one coin and two cards each.
func (r *PublicState) Start() {
	*r = PublicState{Action: NoAction, Block: NoAction}
	for i := range r.Sides {
		r.Sides[i].Coins, r.Sides[i].Lives = 1, 2
	}
}

func (r *PublicState) owner() *Side { return &r.Sides[r.Owner&1] }
func (r *PublicState) other() *Side { return &r.Sides[r.Owner&1^1] }

// effect is what an action changes in the record once declared, a table since a processor can't predict the branches.
type effect struct {
	trusts       uint8 // added to the other seat's Trusts if it could have challenged
	denies       uint8 // roles that the other seat denies by not blocking
	cost         uint8 // coins that the owner pays even if it is blocked
	gains, takes uint8 // coins that the owner gets if it succeeds; the most that are taken from the other

	_ [3]byte // makes 8 bytes, so that an effect is found by a shift
}

var effects = [8]effect{
	ForeignAid:  {denies: 1 << Duke, gains: 2},
	Exchange:    {trusts: 1},
	Tax:         {trusts: 1, gains: 3},
	Assassinate: {trusts: 1, denies: 1 << Contessa, cost: 3},
	Steal:       {trusts: 1, denies: 1<<Ambassador | 1<<Captain, takes: 2},
}

func (r *PublicState) effect() *effect { return &effects[r.Action&7] }

func (r *PublicState) Declare(a Action) {
	switch a {
	case Income:
		r.Income()
	case ForeignAid:
		r.ForeignAid()
	case Coup:
		r.Coup()
	default:
		r.Claim(a, claims[a])
	}
}

func (r *PublicState) begin(a Action) *Side {
	o := r.owner()
	o.Turns++
	r.Action = a
	return o
}

// Income opens the owner's turn and pays at once.
func (r *PublicState) Income() {
	o := r.begin(Income)
	o.Coins++
	o.Passive++
}

func (r *PublicState) ForeignAid() { r.begin(ForeignAid).Passive++ }

// Coup opens the owner's turn. [PublicState.Pay] takes the coins.
func (r *PublicState) Coup() { r.begin(Coup) }

func (r *PublicState) Claim(a Action, role Role) { r.begin(a).claim(role) }

// Pass lets the action pass (an Assassinate for a card), which denies all roles that could have blocked.
func (r *PublicState) Pass() {
	q, e := r.other(), r.effect()
	q.Denied |= e.denies
	q.Trusts += e.trusts // a Foreign Aid claims no role
}

func (r *PublicState) Challenge() {
	q := r.other()
	q.Challenges++
	q.Denied |= r.effect().denies
}

func (r *PublicState) DeclareBlock(block Action) {
	r.Block = block
	q := r.other()
	q.claim(claims[block])
	q.Trusts += r.effect().trusts
}

// AcceptBlock ends the turn by letting a block stand. A blocked Assassinate is paid.
func (r *PublicState) AcceptBlock() {
	o := r.owner()
	o.Trusts++
	o.Coins -= r.effect().cost
}

func (r *PublicState) ChallengeBlock() { r.owner().Challenges++ }

// Prove shows the card of a challenged claim. The card is replaced, except for the Ambassador of an Exchange.
func (r *PublicState) Prove(seat uint8, role Role) {
	s := &r.Sides[seat&1]
	s.Shown++
	if r.Action == Exchange {
		return
	}
	s.forget(role)
	s.Denied = 0
}

// Disprove records that a challenged seat does not have the role that it claimed.
func (r *PublicState) Disprove(seat uint8, role Role) {
	s := &r.Sides[seat&1]
	s.Caught++
	s.forget(role)
	s.Denied |= role.Bit()
}

func (r *PublicState) Lose(seat uint8, role Role) {
	s := &r.Sides[seat&1]
	s.Lives--
	s.Lost = s.Lost.With(role)
	s.forget(role)
}

// Pay takes coins from the owner: 3 for an Assassinate, 7 for a Coup, at the moment at which the arbiter takes them.
func (r *PublicState) Pay(n uint8) { r.owner().Coins -= n }

// Succeed carries out the declared action at the owner's closing newline.
func (r *PublicState) Succeed() {
	if r.Action == Exchange {
		r.ExchangeCards()
		return
	}
	r.GainCoins()
}

// GainCoins is the success of any action but an Exchange.
func (r *PublicState) GainCoins() {
	o, q, e := r.owner(), r.other(), r.effect()
	n := uint8(min(int(q.Coins), int(e.takes)))
	o.Coins += e.gains + n
	q.Coins -= n
}

// ExchangeCards is the success of an Exchange: older claims are stale.
func (r *PublicState) ExchangeCards() {
	o := r.owner()
	o.Stale |= o.Standing
	o.Standing, o.Denied, o.DeniedBefore = 0, 0, 0
	o.Claims = [Roles]uint8{}
}

func (r *PublicState) Next() {
	r.Owner ^= 1
	r.Action, r.Block = NoAction, NoAction
}

type Ask uint8

const (
	AskTurn  Ask = iota // open the turn with an action
	AskReply            // answer PublicState.Action: pass, challenge or block
	AskBlock            // answer PublicState.Block: pass or challenge
	AskGive             // give up a card
	AskKeep             // keep cards of an Exchange; Hand holds the drawn ones too
)

// View is what one seat knows when it is asked: the public record and its own cards.
type View struct {
	*PublicState
	Me    uint8 // own seat, 0 moves first in the game
	Ask   Ask
	Hand  Hand // own cards, and in AskKeep the two drawn ones too
	Legal Mask // at least two actions: forced moves are not asked
}

func (v *View) Own() *Side      { return &v.Sides[v.Me&1] }
func (v *View) Opponent() *Side { return &v.Sides[v.Me&1^1] }

// Known returns how many cards of a role the seat sees, its own and those given up. The rest are hidden.
func (v *View) Known(r Role) int {
	return v.Hand.Count(r) + v.Sides[0].Lost.Count(r) + v.Sides[1].Lost.Count(r)
}

// Policy decides. It must return an action of v.Legal by the view, valid during the call, and the roll alone.
type Policy interface {
	Act(v *View, roll uint64) Action
}
