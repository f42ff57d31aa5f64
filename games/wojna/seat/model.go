package seat

// Line is the strongest thing that a seat has done in a bidding. Cards are remembered by the line that led to their
// showing.
type Line uint8

// The lines, weakest first.
const (
	Waited   Line = iota // no move yet
	Checked              // checked for nothing
	Called1              // paid one card in all to stay
	Called2              // paid two or three
	Called4              // paid four or more
	Opened1              // made the first raise, by one card
	Opened2              // by two
	Opened3              // by three
	Stood                // raised, was raised, and paid
	Reraised             // raised when another had raised
	Lines
)

// Prices is the number of classes of the price to stay: 0 to 6 cards, and more.
const Prices = 8

// Replies are the answers of one seat to one class of price.
type Replies struct {
	Pass  uint32
	Check uint32
	Raise uint32
}

// Asked is how often the seat met the price.
func (r *Replies) Asked() uint32 { return r.Pass + r.Check + r.Raise }

func (r *Replies) note(a Action) {
	switch a {
	case Pass:
		r.Pass++
	case Check:
		r.Check++
	default:
		r.Raise++
	}
}

// Model is what the table has seen of one seat during a run.
type Model struct {
	// Reply is the fold curve: how often the seat gave which answer to which price. Index 1 is for answers after it had
	// put in cards in the bidding, besides antes.
	Reply [2][Prices]Replies
	// Shown counts the cards, 1 to Values, that the seat showed after each line.
	Shown [Lines][Values + 3]uint32
	// Held counts all the cards that were shown after each line.
	Held [Lines]uint32
}

// class maps a price to its index in the fold curve.
func class(price int) int { return min(price, Prices-1) }

// Answers returns what the seat answered to a price when it had already put in the given number of cards.
func (m *Model) Answers(put, price int) *Replies {
	curve := &m.Reply[0]
	if put > 0 {
		curve = &m.Reply[1]
	}
	return &curve[class(price)&(Prices-1)]
}

func (m *Model) show(l Line, card int) {
	m.Shown[l][card&15]++
	m.Held[l]++
}

// Called is the line of a seat that checked: pay is what this check cost, put all that the seat has in, antes aside.
func (l Line) Called(pay, put int) Line {
	switch {
	case pay == 0 && put == 0:
		return max(l, Checked)
	case pay == 0:
		return l
	case l >= Opened1:
		return max(l, Stood)
	case put == 1:
		return max(l, Called1)
	case put <= 3:
		return max(l, Called2)
	}
	return Called4
}

// raised is the line of a seat that raised by n after a number of earlier raises.
func (l Line) raised(n, raises int) Line {
	if raises > 0 {
		return Reraised
	}
	return max(l, Opened1+Line(n-1))
}
