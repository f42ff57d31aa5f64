// Package fast is the game of package rules, written for speed: its own table, views
// updated by method calls, and sets of actions as bit masks. It is here to be compared,
// in speed and in code; it has no protocol and no opponents.
package fast

import (
	"fmt"
	"math"
	"math/bits"

	"bloodline/engine"
	"bloodline/engine/roll"

	"liarsdice/rules"
)

const (
	dice  = rules.Dice
	faces = rules.Faces
)

// Action is a bid, numbered from 1x1, 1x2 up, or Liar.
type Action uint8

// Liar calls the last bid a lie.
const Liar = Action(2 * dice * faces)

func (a Action) count() int { return int(a)/faces + 1 }
func (a Action) face() int  { return int(a) % faces }

// View is what one player knows.
type View struct {
	Hand         [faces]uint8
	Mine, Theirs uint64 // sets of actions; since bids rise, they tell the order too
}

func (v *View) last() (a Action, ok bool) {
	n := bits.Len64(v.Mine | v.Theirs)
	return Action(max(n, 1) - 1), n > 0
}

func (v *View) legal() uint64 {
	if last, ok := v.last(); ok {
		return (2<<Liar - 1) &^ (2<<last - 1)
	}
	return 1<<Liar - 1
}

func (v *View) odds(bid Action) float64 { return odds[max(bid.count()-int(v.Hand[bid.face()]), 0)] }

// odds[k] are the log-odds of k dice of the other that show a face, within 4.
var odds = func() (out [2*dice + 1]float64) {
	p := [2*dice + 1]float64{1}
	for range dice {
		for k := dice; k > 0; k-- {
			p[k] = p[k-1]/faces + p[k]*(faces-1)/faces
		}
	}
	for k, x := range p {
		out[k] = max(-4, min(4, math.Log(x/(1-x))))
	}
	return out
}()

// Policy decides.
type Policy interface {
	Act(v *View, roll uint64) Action
}

// Rules is a genome of package rules as a player.
type Rules [9]float64

// Act draws an action with the roll.
func (r *Rules) Act(v *View, x uint64) Action {
	d := draw{roll: x}
	low := Action(0)
	if last, ok := v.last(); ok {
		low = last + 1
		before := v.Theirs &^ (1 << last)
		d.offer(Liar, r[0]-r[1]*v.odds(last)+r[2]*has(before, last)+r[3]*has(v.Mine, last))
	}
	for a := low; a < min(low+2*faces, Liar); a++ {
		w := r[4]*v.odds(a) + r[5]*has(v.Theirs, a) + r[6]*has(v.Mine, a)
		d.offer(a, w+r[7]*float64((a-low)/faces)+r[8]*float64(a)/float64(Liar))
	}
	return d.action
}

// draw chooses one of the actions offered.
type draw struct {
	roll   uint64
	total  float64 // of exp(weight)
	action Action
}

func (d *draw) offer(a Action, weight float64) {
	share := math.Exp(weight)
	d.total += share
	if d.roll = roll.Next(d.roll); roll.Unit(d.roll)*d.total < share {
		d.action = a
	}
}

// has is 1 if the face of an action is among the bids, else 0.
func has(bids uint64, a Action) float64 {
	const ones = 1<<0 | 1<<6 | 1<<12 | 1<<18 | 1<<24 | 1<<30 | 1<<36 | 1<<42 | 1<<48 | 1<<54
	if bids&(ones<<a.face()) != 0 {
		return 1
	}
	return 0
}

// Game makes tables.
type Game struct{}

// Info is that of the game of package rules.
func (Game) Info() engine.Info { return rules.Game.Info }

// NewTable returns a table. Each worker has one.
func (Game) NewTable() engine.Table { return new(Table) }

// Table is one table.
type Table struct {
	views [2]View
	rolls [2]roll.Rand

	_ engine.CacheLinePad // must be last
}

// Play plays one game. Each player must be a [Policy].
func (t *Table) Play(seed uint64, seats []engine.Player) (out engine.Outcome) {
	chance := roll.New(roll.Mix(seed, 0))
	var policies [2]Policy
	for s, p := range seats {
		policies[s], t.rolls[s] = p.(Policy), roll.New(roll.Mix(seed, 1+uint64(s)))
		t.views[s] = View{}
		for range dice {
			t.views[s].Hand[chance.N(faces)]++
		}
	}
	s, bid := 1, Action(0)
	for a := bid; a != Liar; out.Choices++ {
		s, bid = 1-s, a
		a = t.act(s, policies[s])
	}
	winner := s
	if int(t.views[0].Hand[bid.face()]+t.views[1].Hand[bid.face()]) >= bid.count() {
		winner = 1 - s
	}
	out.Score[winner], out.Length = t.unit(), out.Choices
	return out
}

func (*Table) unit() int32 { return rules.Game.Info.ScoreUnit }

// act asks a seat and tells both.
func (t *Table) act(s int, p Policy) Action {
	v := &t.views[s]
	a := p.Act(v, t.rolls[s].Uint64())
	if v.legal()>>a&1 == 0 {
		panic(fmt.Sprintf("seat %d: illegal action %d of %T", s, a, p))
	}
	v.Mine |= 1 << a
	t.views[1-s].Theirs |= 1 << a
	return a
}
