package seat

// View returns the view of the seat that writes next, given its cards. Legal has one action if the move is forced, so
// that no policy need be asked. It is empty if the game is over, or if no move is possible with these cards.
func (p *Position) View(hand Hand) View {
	v := View{PublicState: &p.PublicState, Me: p.Mover(), Hand: hand}
	switch p.wants {
	case wantTurn:
		v.Ask, v.Legal = AskTurn, Turns(v.Own().Coins, v.Opponent().Coins)
	case wantReply:
		v.Ask, v.Legal = p.answers(hand)
	case wantBlockReply:
		v.Ask, v.Legal = AskBlock, ReplyBlock
	case wantProof, wantLoss:
		v.Ask, v.Legal = AskGive, Gives(hand)
	case wantEnd:
		v.Ask, v.Legal = AskBlock, Pass.Bit()
		if n := hand.Size() - 2; p.choosing() && n > 0 {
			v.Ask, v.Legal = AskKeep, Keeps(hand, min(n, 2))
		}
	}
	return v
}

// choosing reports whether an Exchange is being decided.
func (p *Position) choosing() bool {
	return p.wants == wantEnd && p.effect && p.Action == Exchange
}

func (p *Position) answers(hand Hand) (Ask, Mask) {
	switch p.Action {
	case Coup:
		return AskGive, Gives(hand)
	case Assassinate:
		return AskReply, ReplyAssassinate(hand)
	}
	return AskReply, p.replies()
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
