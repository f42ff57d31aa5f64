package seat

// Ask is what a player is asked for.
type Ask uint8

// The questions.
const (
	AskTurn  Ask = iota // open the turn with an action
	AskReply            // answer PublicState.Action: pass, challenge or block
	AskBlock            // answer PublicState.Block: pass or challenge
	AskGive             // give up a card
	AskKeep             // keep cards of an Exchange; Hand holds the drawn ones too
)

// View is what one seat knows when it is asked: the public record and its own cards. It is a function of the history
// file and of the program's arguments.
type View struct {
	*PublicState
	Me    uint8 // own seat, 0 moves first in the game
	Ask   Ask
	Hand  Hand // own cards, and in AskKeep the two drawn ones too
	Legal Mask // at least two actions: forced moves are not asked
}

// Own returns what is public about the own seat.
func (v *View) Own() *Side { return &v.Sides[v.Me&1] }

// Opponent returns what is public about the other seat.
func (v *View) Opponent() *Side { return &v.Sides[v.Me&1^1] }

// Known returns how many cards of a role the seat sees: its own and all that were given up. The others are in the
// opponent's hand or the deck.
func (v *View) Known(r Role) int {
	return v.Hand.Count(r) + v.Sides[0].Lost.Count(r) + v.Sides[1].Lost.Count(r)
}

// Policy decides. It must return an action of v.Legal, and may depend on the view and the roll only: equal view and
// roll, equal action. The view is valid during the call.
type Policy interface {
	Act(v *View, roll uint64) Action
}
