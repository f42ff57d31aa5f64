package seat

import (
	"fmt"
	"strings"
)

// Position is a history file, read: the public record and what comes next.
type Position struct {
	PublicState
	wants   want
	accused uint8 // in wantProof, the seat whose claim was challenged
	loser   uint8 // in wantLoss, the seat that must give up a card
	claimed Role  // in wantProof, the challenged role
	effect  bool  // in wantEnd, whether the action succeeds
}

// want is what must be written next into the history file.
type want uint8

const (
	wantTurn       want = iota // an action of the owner
	wantReply                  // the other player's answer to the action
	wantBlockReply             // the owner's answer to a block
	wantProof                  // the card of the accused seat: shown or given up
	wantLoss                   // a card of the player that lost a challenge
	wantEnd                    // the owner's newline
	wantNothing                // the game is over
)

// HistoryError reports a history file that legal players cannot have written.
type HistoryError struct {
	Line int // counted from 1
	Text string
	Why  string
}

func (e *HistoryError) Error() string {
	return fmt.Sprintf("history line %d: %q: %s", e.Line, e.Text, e.Why)
}

// Read parses a history file. It never panics; an error is a *HistoryError, and the position then stands before the
// offending character. The cost is linear in the length of the text.
func Read(text string) (Position, error) {
	p := Position{}
	p.Start()
	line, begin := 1, 0
	for i := 0; i < len(text); i++ {
		if why := p.read(text[i]); why != "" {
			shown, _, _ := strings.Cut(text[begin:], "\n")
			return p, &HistoryError{Line: line, Text: shown[:min(len(shown), 40)], Why: why}
		}
		if text[i] == '\n' {
			line, begin = line+1, i+1
		}
	}
	return p, nil
}

func (p *Position) Over() bool { return p.wants == wantNothing }

// Mover returns the seat that writes next.
func (p *Position) Mover() uint8 {
	switch p.wants {
	case wantReply:
		return p.Owner ^ 1
	case wantProof:
		return p.accused
	case wantLoss:
		return p.loser
	}
	return p.Owner
}

// read takes one character and returns what is wrong with it, or "".
func (p *Position) read(c byte) string {
	switch p.wants {
	case wantTurn:
		return p.readTurn(c)
	case wantReply:
		return p.readReply(c)
	case wantBlockReply:
		return p.readBlockReply(c)
	case wantProof:
		return p.readProof(c)
	case wantLoss:
		return p.readLoss(c)
	case wantEnd:
		return p.readEnd(c)
	}
	return "the game is over already"
}

func (p *Position) readTurn(c byte) string {
	i := strings.IndexByte("IFETASC", c)
	if i < 0 {
		return fmt.Sprintf("%q opens no turn", c)
	}
	a := Action(i)
	if !Turns(p.owner().Coins, p.other().Coins).Has(a) {
		return fmt.Sprintf("%v with %d coins against %d", a, p.owner().Coins, p.other().Coins)
	}
	p.Declare(a)
	p.wants, p.effect = wantReply, false
	if a == Income {
		p.wants = wantEnd
	}
	return ""
}

func (p *Position) readReply(c byte) string {
	if p.Action == Assassinate || p.Action == Coup {
		if card, ok := givenRole(c); ok { // given up after a Coup, or to let an Assassinate pass
			price := uint8(7)
			if p.Action == Assassinate {
				price = 3
				p.Pass()
			}
			why := p.give(p.Owner^1, card)
			if why == "" {
				p.Pay(price)
			}
			return why
		}
	}
	i := strings.IndexByte("pqacsd", c)
	a := Pass + Action(i)
	if i < 0 || !p.replies().Has(a) {
		return fmt.Sprintf("%q does not answer %v", c, p.Action)
	}
	switch a {
	case Pass:
		p.Pass()
		p.wants, p.effect = wantEnd, true
	case Challenge:
		p.Challenge()
		p.accuse(p.Owner, p.Action.Claims())
	default:
		p.DeclareBlock(a)
		p.wants = wantBlockReply
	}
	return ""
}

func (p *Position) accuse(who uint8, role Role) {
	p.wants, p.accused, p.claimed = wantProof, who, role
}

func (p *Position) readBlockReply(c byte) string {
	switch c {
	case '\n':
		p.AcceptBlock()
		p.turnOver()
	case 'q':
		p.ChallengeBlock()
		p.accuse(p.Owner^1, p.Block.Claims())
	default:
		return fmt.Sprintf("%q does not answer a block", c)
	}
	return ""
}

func (p *Position) readProof(c byte) string {
	if card, ok := shownRole(c); ok && card == p.claimed {
		p.Prove(p.accused, card)
		p.wants, p.loser = wantLoss, p.accused^1
		return ""
	}
	card, ok := givenRole(c)
	if !ok || card == p.claimed {
		return fmt.Sprintf("%q neither shows a %v nor gives up another card", c, p.claimed)
	}
	who := p.accused
	p.Disprove(who, p.claimed)
	p.effect = who != p.Owner // a disproved block does not stop the action
	if why := p.give(who, card); why != "" {
		return why
	}
	if p.claimed == Contessa {
		p.Pay(3)
		p.wants = wantNothing
	}
	return ""
}

func (p *Position) readLoss(c byte) string {
	card, ok := givenRole(c)
	if !ok {
		return fmt.Sprintf("%q gives up no card", c)
	}
	p.effect = p.loser != p.Owner
	if why := p.give(p.loser, card); why != "" {
		return why
	}
	if p.Action == Assassinate {
		p.Pay(3)
		if p.loser != p.Owner {
			p.wants = wantNothing
		}
	}
	return ""
}

// give takes a card from a seat; then the owner ends the turn, with a newline even if it has lost the game by it.
func (p *Position) give(who uint8, card Role) string {
	s := &p.Sides[who&1]
	if p.Sides[0].Lost.Count(card)+p.Sides[1].Lost.Count(card) == 3 {
		return fmt.Sprintf("a fourth %v", card)
	}
	p.Lose(who, card)
	p.wants = wantEnd
	if s.Lives == 0 && who != p.Owner {
		p.wants = wantNothing
	}
	return ""
}

func (p *Position) readEnd(c byte) string {
	if c != '\n' {
		return fmt.Sprintf("%q where the turn must end", c)
	}
	if p.effect {
		p.Succeed()
	}
	p.turnOver()
	if p.Sides[0].Lives == 0 || p.Sides[1].Lives == 0 {
		p.wants = wantNothing
	}
	return ""
}

func (p *Position) turnOver() {
	p.Next()
	p.wants, p.effect = wantTurn, false
}

// replies returns the answers to the declared action that are one character each and no card.
func (p *Position) replies() Mask {
	switch p.Action {
	case ForeignAid:
		return ReplyForeignAid
	case Steal:
		return ReplySteal
	case Assassinate:
		return replyAssassin
	case Coup:
		return 0
	}
	return ReplyClaim
}

// View returns the view of the seat that writes next, given its cards. Legal has one action if the move is forced, so
// that no policy need be asked. It is empty if the game is over, or if no move is possible with these cards.
func (p *Position) View(hand Hand) View {
	v := View{PublicState: &p.PublicState, Me: p.Mover(), Hand: hand}
	switch p.wants {
	case wantTurn:
		v.Ask, v.Legal = AskTurn, Turns(v.Own().Coins, v.Opponent().Coins)
	case wantReply:
		v.Ask, v.Legal = AskReply, p.replies()
		switch p.Action {
		case Coup:
			v.Ask, v.Legal = AskGive, Gives(hand)
		case Assassinate:
			v.Legal = ReplyAssassinate(hand)
		}
	case wantBlockReply:
		v.Ask, v.Legal = AskBlock, ReplyBlock
	case wantProof, wantLoss:
		v.Ask, v.Legal = AskGive, Gives(hand)
	case wantEnd:
		v.Ask, v.Legal = AskBlock, Pass.Bit()
		if n := hand.Size() - 2; p.effect && p.Action == Exchange && n > 0 {
			v.Ask, v.Legal = AskKeep, Keeps(hand, min(n, 2))
		}
	}
	return v
}

// Text returns what an action of the position's mover writes into the file and, after an Exchange, prints.
func (p *Position) Text(a Action, hand Hand) (file, out string) {
	switch p.wants {
	case wantTurn:
		if a == Income {
			return "I\n", ""
		}
		return "IFETASC"[a : a+1], ""
	case wantEnd:
		return "\n", a.Kept().String()
	case wantBlockReply:
		if a == Pass {
			return "\n", ""
		}
	case wantProof:
		if hand.Has(p.claimed) {
			return string(p.claimed.Shown()), ""
		}
	}
	if card := a.Given(); card != NoRole {
		file = string(card.Given())
		if p.Mover() == p.Owner {
			file += "\n"
		}
		return file, ""
	}
	return "pqacsd"[a-Pass : a-Pass+1], ""
}
