package coup_test

import (
	"testing"

	baseline "bloodline/arena/baseline/coup"
	"bloodline/engine"
	"bloodline/engine/coup"
	"bloodline/engine/coup/seat"
	"bloodline/engine/roll"
)

// count is a share of occasions.
type count struct{ yes, all int }

func (c *count) add(yes bool) {
	c.all++
	if yes {
		c.yes++
	}
}

func (c count) share() float64 { return float64(c.yes) / float64(max(c.all, 1)) }

// profile is what a player was seen to do.
type profile struct {
	turn      [seat.Actions]int
	turns     int
	challenge count    // of all claims that it could challenge
	lie       count    // of all claims that it made
	honestLie count    // of those made with two lives and no more than one coin behind
	lateLie   count    // of those made with one life
	without   [7]count // by opening action: made, where it was open and the card was missing
	with      [7]count // by opening action: made, where it was open and the card was held
	aid       count    // Foreign Aid blocked, where the Duke had not been denied
	rivals    [2]count // Tax challenged with exactly one copy placed, by who holds it: others, itself
}

// recorder is a player that is watched.
type recorder struct {
	seat.Policy
	profile
}

func (r *recorder) Act(v *seat.View, x uint64) seat.Action {
	a := r.Policy.Act(v, x)
	if v.Legal.Has(seat.Challenge) {
		r.challenge.add(a == seat.Challenge)
	}
	if role := a.Claims(); role != seat.NoRole {
		lie := !v.Hand.Has(role)
		r.lie.add(lie)
		if v.Own().Lives == 1 {
			r.lateLie.add(lie)
		} else if v.Opponent().Coins <= v.Own().Coins+1 {
			r.honestLie.add(lie)
		}
	}
	switch {
	case v.Ask == seat.AskTurn:
		r.opened(v, a)
	case v.Ask == seat.AskReply && v.Action == seat.ForeignAid && v.Own().Denied&seat.Duke.Bit() == 0:
		r.aid.add(a == seat.BlockDuke)
	case v.Ask == seat.AskReply && v.Action == seat.Tax && v.Known(seat.Duke) == 1:
		r.rivals[v.Hand.Count(seat.Duke)].add(a == seat.Challenge)
	}
	return a
}

func (r *recorder) opened(v *seat.View, a seat.Action) {
	r.turn[a]++
	r.turns++
	for o := seat.Exchange; o <= seat.Steal; o++ {
		if !v.Legal.Has(o) {
			continue
		}
		if v.Hand.Has(o.Claims()) {
			r.with[o].add(a == o)
		} else {
			r.without[o].add(a == o)
		}
	}
}

func (p *profile) opens(a seat.Action) float64 { return float64(p.turn[a]) / float64(p.turns) }

// watch plays the round robin of the shipped field and returns what each of the
// thirteen did. An illegal action panics at the table.
func watch(rounds int) map[string]*profile {
	field := baseline.Field(baseline.Fitted())
	seen := map[string]*profile{}
	for i, b := range baseline.All() {
		r := &recorder{Policy: field[i]}
		field[i], seen[b.Name] = r, &r.profile
	}
	t := coup.NewTable()
	for i := range rounds {
		for a := range field {
			for b := range field {
				if a != b {
					t.Play(roll.Mix(99, uint64(i), uint64(a*13+b)), []engine.Player{field[a], field[b]})
				}
			}
		}
	}
	return seen
}

func TestProfile(t *testing.T) {
	for _, b := range baseline.All() {
		p := watchOnce()[b.Name]
		t.Logf("%-17s I%.2f F%.2f E%.2f T%.2f A%.2f S%.2f C%.2f | chall %.2f lie %.2f ahead %.2f late %.2f | A with %.2f without %.2f S with %.2f w/o %.2f T %.2f %.2f aid %.2f rivals %.2f %.2f", b.Name,
			p.opens(seat.Income), p.opens(seat.ForeignAid), p.opens(seat.Exchange), p.opens(seat.Tax), p.opens(seat.Assassinate), p.opens(seat.Steal), p.opens(seat.Coup),
			p.challenge.share(), p.lie.share(), p.honestLie.share(), p.lateLie.share(), p.with[seat.Assassinate].share(), p.without[seat.Assassinate].share(), p.with[seat.Steal].share(), p.without[seat.Steal].share(),
			p.with[seat.Tax].share(), p.without[seat.Tax].share(), p.aid.share(), p.rivals[0].share(), p.rivals[1].share())
	}
}

var watched map[string]*profile

func watchOnce() map[string]*profile {
	if watched == nil {
		watched = watch(50)
	}
	return watched
}
