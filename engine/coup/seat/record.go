package seat

// Side is what both players know of one seat. A game is too short for a count to
// reach 255.
type Side struct {
	Coins uint8
	Lives uint8 // cards left
	Lost  Hand  // cards given up, open on the table

	// The record of claims, each role for itself, since the seat's cards last
	// changed in a way that touches the role.
	Claims [Roles]uint8 // how often the role was claimed; the current claim counts
	Open   uint8        // roles with a standing claim
	Denied uint8        // roles that an honest holder would have claimed when it had the chance
	Broken uint8        // claimed roles that had been denied before
	Stale  uint8        // roles claimed before the cards were exchanged

	// Behaviour over the whole game.
	Shown      uint8 // challenged and truthful
	Caught     uint8 // challenged and lying
	Challenges uint8 // challenges made
	Trusts     uint8 // claims let pass that could have been challenged
	Meek       uint8 // turns spent on Income or Foreign Aid
	Turns      uint8 // turns begun

	_ [12]byte // to 32 bytes: a record's side is found by a shift
}

// Overclaims returns how many more roles the seat claims to hold than it has
// cards; above zero, it lied or was lucky in between.
func (s *Side) Overclaims() int { return overclaims[s.Open&(1<<Roles-1)] - int(s.Lives) }

var overclaims = func() (t [1 << Roles]int) {
	for set := range t {
		for r := range Roles {
			t[set] += set >> r & 1
		}
	}
	return t
}()

// claim notes what an action claims: nothing where its effect's bit is zero.
func (s *Side) claim(e *effect) {
	s.Claims[e.role] += e.claims
	s.Open |= e.bit
	s.Broken = s.Broken&^e.bit | s.Denied&e.bit
	s.Denied &^= e.bit
}

// forget drops what was claimed of a role: the card behind it is gone.
func (s *Side) forget(r Role) {
	s.Claims[r] = 0
	s.Open &^= r.Bit()
	s.Broken &^= r.Bit()
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

// effect says what the record notes of an action: look-ups, since nobody could
// foretell the branches.
type effect struct {
	role, claims, bit uint8 // the role claimed, whether one is, and as a set

	coins, meek  uint8 // of the owner, at once
	trusts       uint8 // of the other, if it passes up a challenge
	denies       uint8 // roles that the other denies by not blocking
	cost         uint8 // of the owner even if it is blocked
	gains, takes uint8 // of the owner if it succeeds; the most taken from the other

	_ [6]byte // to 16 bytes, found by a shift
}

var effects = func() (t [16]effect) {
	t[Income] = effect{coins: 1, meek: 1}
	t[ForeignAid] = effect{meek: 1, denies: Duke.Bit(), gains: 2}
	t[Exchange] = effect{trusts: 1}
	t[Tax] = effect{trusts: 1, gains: 3}
	t[Assassinate] = effect{trusts: 1, denies: Contessa.Bit(), cost: 3}
	t[Steal] = effect{trusts: 1, denies: Ambassador.Bit() | Captain.Bit(), takes: 2}
	for a, role := range claims {
		if role != NoRole {
			t[a].role, t[a].claims, t[a].bit = uint8(role), 1, role.Bit()
		}
	}
	return t
}()

func (a Action) effect() *effect { return &effects[a&15] }

// Declare opens the owner's turn with an action. Income is done with it.
func (r *Record) Declare(a Action) {
	o, e := r.owner(), a.effect()
	r.Action = a
	o.Turns++
	o.Coins += e.coins
	o.Meek += e.meek
	o.claim(e)
}

// Let passes over the declared action (an Assassinate by giving up a card).
// Passing up a block denies the roles that could have made it, also those whose
// claim still stands: that claim then looks like a lie.
func (r *Record) Let() {
	q, e := r.other(), r.Action.effect()
	q.Denied |= e.denies
	q.Trusts += e.trusts // a Foreign Aid claims nothing that could be trusted
}

// Doubt challenges the declared action.
func (r *Record) Doubt() {
	q := r.other()
	q.Challenges++
	q.Denied |= r.Action.effect().denies
}

// Oppose blocks the declared action.
func (r *Record) Oppose(block Action) {
	r.Block = block
	q := r.other()
	q.claim(block.effect())
	q.Trusts += r.Action.effect().trusts
}

// Accept ends the turn by letting a block stand; an Assassinate is paid.
func (r *Record) Accept() {
	o := r.owner()
	o.Trusts++
	o.Coins -= r.Action.effect().cost
}

// DoubtBlock challenges the declared block.
func (r *Record) DoubtBlock() { r.owner().Challenges++ }

// Show proves the challenged claim of a seat. The card is replaced, except for
// the Ambassador of an Exchange.
func (r *Record) Show(seat uint8, role Role) {
	s := &r.Sides[seat&1]
	s.Shown++
	if r.Action == Exchange {
		return
	}
	s.forget(role)
	s.Denied = 0
}

// Lie records that a seat was caught without the role that it claimed.
func (r *Record) Lie(seat uint8, role Role) {
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
	o, q, e := r.owner(), r.other(), r.Action.effect()
	n := uint8(min(int(q.Coins), int(e.takes)))
	o.Coins += e.gains + n
	q.Coins -= n
	if r.Action == Exchange {
		o.Stale |= o.Open
		o.Open, o.Denied, o.Broken = 0, 0, 0
		o.Claims = [Roles]uint8{}
	}
}

// Next hands the turn to the other seat.
func (r *Record) Next() {
	r.Owner ^= 1
	r.Action, r.Block = NoAction, NoAction
}
