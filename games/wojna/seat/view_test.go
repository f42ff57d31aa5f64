package seat_test

import (
	"testing"

	"bloodline/games/wojna/seat"
)

// table is a record with four views that are told everything a table tells.
type table struct {
	r *seat.PublicState
	v [4]seat.View
}

func newTable() *table {
	t := &table{r: new(seat.PublicState)}
	t.r.Reset()
	for s := range t.v {
		t.v[s].Sit(t.r, s)
	}
	t.r.Deal()
	for s := range t.v {
		t.v[s].Deal()
	}
	return t
}

// bidding plays one: cards by seat, then moves as pairs of seat and action.
func (t *table) bidding(cards [4]int, moves ...int) {
	t.begin(cards)
	for i := 0; i < len(moves); i += 2 {
		t.r.Play(moves[i], seat.Action(moves[i+1]))
	}
	for s := range t.v {
		if t.r.Active>>s&1 == 1 {
			t.r.Show(s, cards[s])
		}
	}
	t.settle()
}

func (t *table) settle() {
	t.r.Settle()
	for s := range t.v {
		t.v[s].Settle()
	}
}

// after is a bidding after these moves, pairs of seat and action.
func after(moves []int) *table {
	t := newTable()
	t.begin([4]int{1, 2, 3, 4})
	for i := 0; i < len(moves); i += 2 {
		t.r.Play(moves[i], seat.Action(moves[i+1]))
	}
	return t
}

func (t *table) begin(cards [4]int) {
	t.r.Begin()
	for s := range t.v {
		if t.r.In>>s&1 == 1 {
			t.v[s].Peek(cards[s])
		}
	}
}

// TestView_counting follows one collected pot through a stack of 26 unknown cards.
func TestView_counting(t *testing.T) {
	tb := newTable()
	// Seat 0 passes 2 unseen, 1 wins with 9 over 8; seat 3 passes 4.
	tb.bidding([4]int{2, 9, 8, 4}, 0, 0, 1, 1, 2, 1, 3, 0)
	for _, c := range []struct {
		name       string
		seat, card int
		want       int
	}{
		{"shown cards are placed, for all", 3, 9, 7},
		{"an own passed card is placed", 0, 2, 7},
		{"nobody else knows it", 1, 2, 8},
		{"an own shown card", 1, 9, 7},
	} {
		if got := tb.v[c.seat].Unknown(c.card); got != c.want {
			t.Errorf("%s: %d unknown, want %d", c.name, got, c.want)
		}
	}
	tb.begin([4]int{5, 6, 7, 7})
	if got := tb.v[0].Unknown(5); got != 7 {
		t.Errorf("own peeked card: %d unknown, want 7", got)
	}
	if known, of := tb.v[0].Peeked(1); known != 0 || of != 25 {
		t.Errorf("seat 1 still draws from his first stack: %x of %d, want none of 25", known, of)
	}
	if known, n, of := tb.v[0].Ahead(1); known != 0 || n != 24 || of != 25 {
		t.Errorf("ahead of seat 1: %x, %d of %d, want none, 24 of 25", known, n, of)
	}
	for _, m := range [][2]int{{0, 0}, {1, 1}, {2, 0}, {3, 0}} {
		tb.r.Play(m[0], seat.Action(m[1]))
	}
	tb.r.Show(1, 6)
	tb.settle()
	// 24 more antes and seat 1 has come to the pot of the first bidding.
	for range 23 {
		tb.bidding([4]int{1, 1, 3, 1}, 0, 0, 1, 0, 2, 1, 3, 0)
	}
	tb.begin([4]int{1, 1, 3, 1})
	if _, of := tb.v[0].Peeked(1); of != 24 {
		t.Errorf("last card of the first stack: one of %d, want 24 (23 went unseen)", of)
	}
	known, n, of := tb.v[0].Ahead(1)
	if n != 4 || of != 4 || known != seat.One(9)+seat.One(8)+seat.One(2) {
		t.Errorf("seat 0 knows %x, %d of %d; want 9, 8 and its own 2 among 4", known, n, of)
	}
	if known, _, _ := tb.v[2].Ahead(1); known != seat.One(9)+seat.One(8) {
		t.Errorf("seat 2 knows %x, want 9 and 8", known)
	}
}

// TestView_counting_shown: a card that was known to be in a batch is recognised
// when it is shown, and a hidden draw leaves the known cards with less certainty.
func TestView_counting_shown(t *testing.T) {
	tb := newTable()
	tb.bidding([4]int{2, 9, 8, 4}, 0, 1, 1, 1, 2, 1, 3, 1) // seat 1 collects 2 9 8 4
	for range 25 {
		tb.bidding([4]int{1, 1, 3, 1}, 0, 0, 1, 0, 2, 1, 3, 0)
	}
	tb.begin([4]int{0, 9, 3, 0})
	if known, of := tb.v[2].Peeked(1); of != 4 || known.Len() != 4 || known.Sum() != 23 {
		t.Errorf("seat 2 knows %x of %d, want all four", known, of)
	}
	tb.r.Play(2, seat.Check)
	tb.r.Play(1, seat.Check)
	tb.r.Show(1, 9)
	tb.r.Show(2, 3)
	tb.settle()
	if got := tb.v[2].Unknown(9); got != 7 {
		t.Errorf("%d nines unknown, want 7: it is the same nine", got)
	}
	tb.begin([4]int{0, 8, 3, 0})
	if known, of := tb.v[2].Peeked(1); of != 3 || known != seat.One(2)+seat.One(8)+seat.One(4) {
		t.Errorf("seat 2 knows %x of %d, want 2, 8 and 4 of 3", known, of)
	}
}

// TestView_forgets: a view that was not asked for long knows the sizes only. A view
// that was asked all the time knows more; nothing else differs.
func TestView_forgets(t *testing.T) {
	tb := newTable()
	for range 400 {
		// Seat 0 and 1 exchange cards for ever.
		tb.bidding([4]int{1, 2, 1, 1}, 2, 0, 3, 0, 0, 1, 1, 1)
		tb.bidding([4]int{2, 1, 1, 1}, 2, 0, 3, 0, 0, 1, 1, 1)
		tb.v[1].Unknown(1)
		if tb.r.Alive != 0b1111 {
			break
		}
		tb.r.Stack, tb.r.Alive = [4]int{26, 26, 26, 26}, 0b1111
	}
	if got := tb.v[0].Unknown(1); got != 8 {
		t.Errorf("a view that slept: %d unknown, want 8", got)
	}
	var p seat.Chances
	tb.v[0].Unknowns(&p)
	sum := float32(0)
	for c := 1; c <= seat.Values; c++ {
		sum += p[c]
	}
	if sum < 0.999 || sum > 1.001 {
		t.Errorf("chances add up to %v", sum)
	}
}

func TestView_Behind(t *testing.T) {
	for _, c := range []struct {
		name  string
		moves []int
		me    int
		want  uint8
	}{
		{"first to move", nil, 1, 0b1101},
		{"after a pass", []int{0, 0}, 1, 0b1100},
		{"last to check", []int{2, 1, 3, 1, 0, 1}, 1, 0},
		{"after a raise of the left neighbour", []int{0, 2}, 1, 0b1100},
		{"before the raiser", []int{2, 2, 3, 1, 0, 0}, 1, 0},
		{"the first checker has to answer a raise", []int{0, 1, 1, 2, 2, 1}, 3, 0b0001},
	} {
		if got := after(c.moves).v[c.me].Behind(); got != c.want {
			t.Errorf("%s: %04b, want %04b", c.name, got, c.want)
		}
	}
}

// TestModel counts what one bidding teaches about its players.
func TestModel(t *testing.T) {
	tb := newTable()
	// 0 raises 2, 1 passes, 2 calls two, 3 raises 1 more, 0 calls it, 2 passes.
	tb.bidding([4]int{12, 1, 7, 13}, 0, 3, 1, 0, 2, 1, 3, 2, 0, 1, 2, 0)
	for _, c := range []struct {
		name             string
		seat, put, price int
		want             seat.Replies
	}{
		{"a raise at no price", 0, 0, 0, seat.Replies{Raise: 1}},
		{"a fold at two", 1, 0, 2, seat.Replies{Pass: 1}},
		{"a call at two", 2, 0, 2, seat.Replies{Check: 1}},
		{"a raise at two", 3, 0, 2, seat.Replies{Raise: 1}},
		{"a call of one with two in", 0, 2, 1, seat.Replies{Check: 1}},
		{"a fold at one with two in", 2, 2, 1, seat.Replies{Pass: 1}},
		{"never asked", 3, 0, 0, seat.Replies{}},
	} {
		if got := *tb.r.Models[c.seat].Answers(c.put, c.price); got != c.want {
			t.Errorf("%s: %+v, want %+v", c.name, got, c.want)
		}
	}
	if n := tb.r.Models[0].Shown[seat.Stood][12]; n != 1 {
		t.Errorf("raised, was raised and stayed: %d times a 12, want 1", n)
	}
	if n := tb.r.Models[3].Shown[seat.Reraised][13]; n != 1 {
		t.Errorf("raised a raise: %d times a 13, want 1", n)
	}
	for _, s := range []int{1, 2} {
		if tb.r.Models[s].Held != [seat.Lines]uint32{} {
			t.Errorf("seat %d passed and showed nothing, have %v", s, tb.r.Models[s].Held)
		}
	}
	tb.r.Deal()
	if tb.r.Models[0].Held[seat.Stood] != 1 {
		t.Error("a new deal of the run forgets the model")
	}
	tb.r.Reset()
	if tb.r.Models[0] != (seat.Model{}) {
		t.Error("a new run remembers the model")
	}
}

func TestLine(t *testing.T) {
	for _, c := range []struct {
		name  string
		moves []int
		seat  int
		want  seat.Line
	}{
		{"nothing yet", []int{0, 1}, 1, seat.Waited},
		{"a free check", []int{0, 1}, 0, seat.Checked},
		{"paid one", []int{0, 2, 1, 1}, 1, seat.Called1},
		{"paid three", []int{0, 4, 1, 1}, 1, seat.Called2},
		{"paid four", []int{0, 4, 1, 2, 2, 1}, 2, seat.Called4},
		{"opened by two", []int{0, 3}, 0, seat.Opened2},
		{"check, then pay", []int{0, 1, 1, 2, 2, 0, 3, 0, 0, 1}, 0, seat.Called1},
		{"check, then raise the raiser", []int{0, 1, 1, 2, 2, 0, 3, 0, 0, 2}, 0, seat.Reraised},
	} {
		if got := after(c.moves).r.Line[c.seat]; got != c.want {
			t.Errorf("%s: line %d, want %d", c.name, got, c.want)
		}
	}
}

// TestRecord_Duels: what a seat does in a duel counts among all it does, and apart.
func TestRecord_Duels(t *testing.T) {
	tb := newTable()
	tb.bidding([4]int{2, 9, 9, 4}, 0, 0, 1, 1, 2, 1, 3, 0) // a tie
	if tb.r.Duel() {
		t.Error("four are no duel")
	}
	tb.bidding([4]int{0, 7, 6, 0}, 1, int(seat.Raise2), 2, 0)
	m, d := &tb.r.Models[1], &tb.r.Duels[1]
	if m.Held[seat.Checked] != 1 || d.Held[seat.Checked] != 0 || m.Held[seat.Opened2] != 1 || d.Shown[seat.Opened2][7] != 1 {
		t.Errorf("seat 1 showed %v, in duels %v", m.Held, d.Held)
	}
	if a := tb.r.Duels[2].Answers(0, 2); a.Pass != 1 || tb.r.Models[2].Answers(0, 2).Pass != 1 {
		t.Errorf("seat 2 answered a raise of two in a duel: %+v", a)
	}
	tb.r.Reset()
	if tb.r.Duels[1].Held[seat.Opened2] != 0 {
		t.Error("a new run remembers duels")
	}
}

// TestRecord_Before: the end of a deal can be looked up in the next.
func TestRecord_Before(t *testing.T) {
	tb := newTable()
	tb.r.Out = [4]int{3, 0, 5, 0}
	tb.r.Deal()
	if tb.r.Before != [4]int{3, 0, 5, 0} || tb.r.Out != [4]int{} {
		t.Errorf("out %v, in the deal before %v", tb.r.Out, tb.r.Before)
	}
}
