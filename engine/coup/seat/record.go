package seat

// Side is what both players know of one seat. A game is too short for a count to
// reach 255.
type Side struct {
	Coins uint8
	Lives uint8 // cards left
	Lost  Hand  // cards given up, open on the table

	// The record of claims, each role for itself, since the seat's cards last
	// changed in a way that touches the role.
	Claims       [Roles]uint8 // how often the role was claimed; the current claim counts
	Standing     uint8        // roles with a standing claim
	Denied       uint8        // roles that an honest holder would have claimed when it had the chance
	DeniedBefore uint8        // claimed roles that had been denied before
	Stale        uint8        // roles claimed before the cards were exchanged

	// Behaviour over the whole game.
	Shown      uint8 // challenged and truthful
	Caught     uint8 // challenged and lying
	Challenges uint8 // challenges made
	Trusts     uint8 // claims let pass that could have been challenged
	Passive    uint8 // turns spent on Income or Foreign Aid
	Turns      uint8 // turns begun

	_ [12]byte // to 32 bytes: a record's side is found by a shift
}

// Overclaims returns how many more roles the seat claims to hold than it has
// cards; above zero, it lied or was lucky in between.
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

// forget drops what was claimed of a role: the card behind it is gone.
func (s *Side) forget(r Role) {
	s.Claims[r] = 0
	s.Standing &^= r.Bit()
	s.DeniedBefore &^= r.Bit()
}

func (s *Side) lose(r Role) {
	s.Lives--
	s.Lost = s.Lost.With(r)
	s.forget(r)
}

// Record is everything that both players know. It is the state of the history
// file: a function of the moves written so far, and of nothing else.
type Record struct {
	Sides  [2]Side
	Owner  uint8  // seat whose turn it is
	Action Action // declared in this turn, or NoAction
	Block  Action // block declared against it, or NoAction
}

// Start begins a game: one coin and two cards each.
func (r *Record) Start() {
	*r = Record{Action: NoAction, Block: NoAction}
	for i := range r.Sides {
		r.Sides[i].Coins, r.Sides[i].Lives = 1, 2
	}
}

func (r *Record) owner() *Side { return &r.Sides[r.Owner&1] }
func (r *Record) other() *Side { return &r.Sides[r.Owner&1^1] }

// effect says what the record notes of an action after it was declared: look-ups,
// since nobody could foretell the branches.
type effect struct {
	trusts       uint8 // of the other, if it passes up a challenge
	denies       uint8 // roles that the other denies by not blocking
	cost         uint8 // of the owner even if it is blocked
	gains, takes uint8 // of the owner if it succeeds; the most taken from the other

	_ [3]byte // to 8 bytes, found without a multiplication
}

var effects = [8]effect{
	ForeignAid:  {denies: 1 << Duke, gains: 2},
	Exchange:    {trusts: 1},
	Tax:         {trusts: 1, gains: 3},
	Assassinate: {trusts: 1, denies: 1 << Contessa, cost: 3},
	Steal:       {trusts: 1, denies: 1<<Ambassador | 1<<Captain, takes: 2},
}

func (r *Record) effect() *effect { return &effects[r.Action&7] }

// Declare opens the owner's turn with an action.
func (r *Record) Declare(a Action) {
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

func (r *Record) begin(a Action) *Side {
	o := r.owner()
	o.Turns++
	r.Action = a
	return o
}

// Income opens the owner's turn, and is done with it.
func (r *Record) Income() {
	o := r.begin(Income)
	o.Coins++
	o.Passive++
}

// ForeignAid opens the owner's turn.
func (r *Record) ForeignAid() { r.begin(ForeignAid).Passive++ }

// Coup opens the owner's turn. [Record.Pay] takes the coins.
func (r *Record) Coup() { r.begin(Coup) }

// Claim opens the owner's turn with an action that claims a role.
func (r *Record) Claim(a Action, role Role) { r.begin(a).claim(role) }

// Let passes over the declared action (an Assassinate by giving up a card).
// Passing up a block denies the roles that could have made it, also those whose
// claim still stands: that claim then looks like a lie.
func (r *Record) Pass() {
	q, e := r.other(), r.effect()
	q.Denied |= e.denies
	q.Trusts += e.trusts // a Foreign Aid claims nothing that could be trusted
}

// Doubt challenges the declared action.
func (r *Record) Challenge() {
	q := r.other()
	q.Challenges++
	q.Denied |= r.effect().denies
}

// Oppose blocks the declared action.
func (r *Record) DeclareBlock(block Action) {
	r.Block = block
	q := r.other()
	q.claim(claims[block])
	q.Trusts += r.effect().trusts
}

// Accept ends the turn by letting a block stand; an Assassinate is paid.
func (r *Record) AcceptBlock() {
	o := r.owner()
	o.Trusts++
	o.Coins -= r.effect().cost
}

// DoubtBlock challenges the declared block.
func (r *Record) ChallengeBlock() { r.owner().Challenges++ }

// Show proves the challenged claim of a seat. The card is replaced, except for
// the Ambassador of an Exchange.
func (r *Record) Prove(seat uint8, role Role) {
	s := &r.Sides[seat&1]
	s.Shown++
	if r.Action == Exchange {
		return
	}
	s.forget(role)
	s.Denied = 0
}

// Lie records that a seat was caught without the role that it claimed.
func (r *Record) Disprove(seat uint8, role Role) {
	s := &r.Sides[seat&1]
	s.Caught++
	s.forget(role)
	s.Denied |= role.Bit()
}

// Lose gives up a card of a seat.
func (r *Record) Lose(seat uint8, role Role) { r.Sides[seat&1].lose(role) }

// Pay takes coins from the owner: 3 for an Assassinate, 7 for a Coup, at the
// moment at which the arbiter takes them.
func (r *Record) Pay(n uint8) { r.owner().Coins -= n }

// Succeed carries out the declared action at the owner's closing newline.
func (r *Record) Succeed() {
	if r.Action == Exchange {
		r.ExchangeCards()
		return
	}
	r.GainCoins()
}

// Gain is the success of any action but an Exchange.
func (r *Record) GainCoins() {
	o, q, e := r.owner(), r.other(), r.effect()
	n := uint8(min(int(q.Coins), int(e.takes)))
	o.Coins += e.gains + n
	q.Coins -= n
}

// Renew is the success of an Exchange.
func (r *Record) ExchangeCards() {
	o := r.owner()
	o.Stale |= o.Standing
	o.Standing, o.Denied, o.DeniedBefore = 0, 0, 0
	o.Claims = [Roles]uint8{}
}

// Next hands the turn to the other seat.
func (r *Record) Next() {
	r.Owner ^= 1
	r.Action, r.Block = NoAction, NoAction
}
