package seat

// Action is anything that a player can be asked to choose.
type Action uint8

// The actions. Give and Keep come in one for each role or pair of roles; see [Give] and [Keeps].
const (
	Income Action = iota
	ForeignAid
	Exchange
	Tax
	Assassinate
	Steal
	Coup
	Pass // let an action or a block pass
	Challenge
	BlockAmbassador
	BlockCaptain
	BlockContessa
	BlockDuke
	give0    // give up a card: five actions
	keepOne0 = give0 + Roles
	keepTwo0 = keepOne0 + Roles
	Actions  = int(keepTwo0) + Roles*(Roles+1)/2
	// NoAction stands for "nothing declared yet".
	NoAction = Action(Actions)
)

type Mask uint64

func (a Action) Bit() Mask { return 1 << (a & 63) }

func (m Mask) Has(a Action) bool { return a < 64 && m>>(a&63)&1 != 0 }

func Give(r Role) Action { return give0 + Action(r) }

// Given returns the role that a Give gives up, or NoRole.
func (a Action) Given() Role {
	if a >= give0 && a < keepOne0 {
		return Role(a - give0)
	}
	return NoRole
}

// Kept returns the cards that a Keep keeps, or an empty hand.
func (a Action) Kept() Hand {
	if a < keepOne0 || a >= NoAction {
		return 0
	}
	return kept[a-keepOne0]
}

// Claims returns the role that an action claims to hold, or NoRole.
func (a Action) Claims() Role {
	if a >= give0 {
		return NoRole
	}
	return claims[a]
}

var claims = [give0]Role{
	Income: NoRole, ForeignAid: NoRole, Coup: NoRole, Pass: NoRole, Challenge: NoRole,
	Exchange: Ambassador, Tax: Duke, Assassinate: Assassin, Steal: Captain,
	BlockAmbassador: Ambassador, BlockCaptain: Captain, BlockContessa: Contessa, BlockDuke: Duke,
}

var (
	kept [Roles + Roles*(Roles+1)/2]Hand
	// keeps maps a packed pool of cards to the Keeps that it allows, by the number of cards to keep less one.
	keeps [2][1 << (2 * Roles)]Mask
)

func init() {
	n := 0
	for r := Role(0); r < Roles; r++ {
		kept[r] = HandOf(r)
		for s := r; s < Roles; s++ {
			kept[Roles+n] = HandOf(r, s)
			n++
		}
	}
	for i, k := range kept {
		forPools(k, 4-k.Size(), func(pool Hand) { keeps[min(i/Roles, 1)][pool] |= (keepOne0 + Action(i)).Bit() })
	}
}

// forPools calls each with all pools that a pool becomes with up to this many more cards.
func forPools(pool Hand, more int, each func(Hand)) {
	each(pool)
	for r := Role(0); r < Roles && more > 0; r++ {
		if pool.Count(r) < 3 {
			forPools(pool.With(r), more-1, each)
		}
	}
}

// Gives returns the legal ways to give up a card of a hand.
func Gives(h Hand) Mask { return Mask(h.Set()) << give0 }

// Keeps returns the legal ways to keep n cards (1 or 2) of a pool.
func Keeps(pool Hand, n int) Mask { return keeps[n-1][pool] }

// Replies to each action, and to a block.
const (
	ReplyForeignAid = Mask(1<<BlockDuke | 1<<Pass)
	ReplyClaim      = Mask(1<<Pass | 1<<Challenge) // Exchange, Tax
	ReplySteal      = Mask(1<<BlockAmbassador | 1<<BlockCaptain | 1<<Pass | 1<<Challenge)
	ReplyBlock      = Mask(1<<Pass | 1<<Challenge)
	replyAssassin   = Mask(1<<BlockContessa | 1<<Challenge)
)

// ReplyAssassinate returns the replies to an Assassinate. To let it pass is to give up a card.
func ReplyAssassinate(h Hand) Mask { return replyAssassin | Gives(h) }

// Turns returns the openings with these coins: Coup alone from ten, Coup from 7, Assassinate from 3, Steal if any.
func Turns(own, opponent uint8) Mask {
	return Mask(turns[own&15][opponent&15])
}

// turns holds the openings by both sides' coins, at most 12: one look-up in place of four unpredictable comparisons.
var turns = func() (t [16][16]uint8) {
	for own := range t {
		for opponent := range t[own] {
			t[own][opponent] = uint8(openings(own, opponent))
		}
	}
	return t
}()

func openings(own, opponent int) Mask {
	if own >= 10 {
		return Coup.Bit()
	}
	m := Mask(1<<Income | 1<<ForeignAid | 1<<Exchange | 1<<Tax)
	if own >= 3 {
		m |= Assassinate.Bit()
	}
	if own >= 7 {
		m |= Coup.Bit()
	}
	if opponent > 0 {
		m |= Steal.Bit()
	}
	return m
}

var actionNames = [give0]string{
	"Income", "Foreign Aid", "Exchange", "Tax", "Assassinate", "Steal", "Coup", "pass", "challenge",
	"block as Ambassador", "block as Captain", "block as Contessa", "block as Duke",
}

func (a Action) String() string {
	switch {
	case a < give0:
		return actionNames[a]
	case a < keepOne0:
		return "give up " + a.Given().String()
	case a < NoAction:
		return "keep " + a.Kept().String()
	}
	return "none"
}
