package baselines_test

import (
	"testing"

	"bloodline/engine"
	"bloodline/engine/roll"
	"bloodline/games/coup/baselines"
	"bloodline/games/coup/seat"
	"bloodline/games/coup/table"
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
	challenge count            // of all claims that it could challenge
	wild      count            // of those, where no copy of the role was placed, against two cards
	thin      count            // of those, where two or three copies were placed
	lie       count            // of all claims that it made
	early     count            // of those made with two cards and no more than a coin behind
	late      count            // of those made with one card
	with      [seat.Coup]count // by opening action: made, where it was open and the card was held
	without   [seat.Coup]count // by opening action: made, where it was open and the card was missing
	aid       count            // Foreign Aid blocked
	stolen    count            // Steals blocked as the Captain
	own       count            // turns that play a card that is held
}

// recorder is a player that is watched.
type recorder struct {
	seat.Policy
	profile
}

func (r *recorder) Act(v *seat.View, x uint64) seat.Action {
	a := r.Policy.Act(v, x)
	if v.Legal.Has(seat.Challenge) {
		r.challenged(v, a == seat.Challenge)
	}
	if role := a.Claims(); role != seat.NoRole {
		r.said(v, !v.Hand.Has(role))
	}
	switch {
	case v.Ask == seat.AskTurn:
		r.opened(v, a)
	case v.Ask == seat.AskReply && v.Action == seat.ForeignAid:
		r.aid.add(a == seat.BlockDuke)
	case v.Ask == seat.AskReply && v.Action == seat.Steal:
		r.stolen.add(a == seat.BlockCaptain)
	}
	return a
}

func (r *recorder) challenged(v *seat.View, yes bool) {
	role := v.Action.Claims()
	if v.Ask == seat.AskBlock {
		role = v.Block.Claims()
	}
	r.challenge.add(yes)
	switch n := v.Known(role); {
	case n == 0 && v.Opponent().Lives == 2:
		r.wild.add(yes)
	case n > 1:
		r.thin.add(yes)
	}
}

func (r *recorder) said(v *seat.View, lie bool) {
	r.lie.add(lie)
	switch {
	case v.Own().Lives == 1:
		r.late.add(lie)
	case v.Opponent().Coins <= v.Own().Coins+1:
		r.early.add(lie)
	}
}

func (r *recorder) opened(v *seat.View, a seat.Action) {
	r.turn[a]++
	r.turns++
	if role := a.Claims(); role != seat.NoRole {
		r.own.add(v.Hand.Has(role))
	}
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

// opens returns the share of turns that began with an action.
func (p *profile) opens(a seat.Action) float64 { return float64(p.turn[a]) / float64(p.turns) }

// watch plays rounds of the shipped field, every ordered pair once a round, and
// returns what each of the thirteen did. An illegal action panics at the table.
func watch(rounds int) map[string]*profile {
	field := baselines.Field(baselines.Fitted())
	seen := map[string]*profile{}
	for i, b := range baselines.All() {
		r := &recorder{Policy: field[i]}
		field[i], seen[b.Name] = r, &r.profile
	}
	t := table.NewTable()
	for i := range rounds {
		for a := range field {
			for b := range field {
				if a != b {
					t.Play(roll.Mix(99, uint64(i), uint64(a*len(field)+b)), []engine.Player{field[a], field[b]})
				}
			}
		}
	}
	return seen
}

// TestCharacters holds each of the thirteen to what its documentation says of it,
// over 100 rounds of the field.
func TestCharacters(t *testing.T) {
	seen := watch(100)
	const always, never = 1, 0
	for _, c := range []struct {
		who, what string
		share     func(p *profile) float64
		low, high float64
	}{
		{"Taxman", "turns spent on Tax", opens(seat.Tax), 0.6, 0.9},
		{"Taxman", "Foreign Aid blocked as the Duke", aid, always, always},
		{"Taxman", "Tax without a Duke", without(seat.Tax), 0.5, 1},
		{"Challenger", "claims challenged", challenge, 0.99, always},
		{"Challenger", "turns that claim a role", func(p *profile) float64 { return float64(p.own.all) }, never, never},
		{"Lawyer", "lies", lie, never, never},
		{"Lawyer", "Assassinations", opens(seat.Assassinate), never, never},
		{"Lawyer", "Steals", opens(seat.Steal), never, never},
		{"Lawyer", "challenges with a case", thin, 0.9, always},
		{"Lawyer", "challenges without one", wild, 0.05, 0.25},
		{"BloodyMurder", "Assassinations with the Assassin and 3 coins", with(seat.Assassinate), always, always},
		{"BloodyMurder", "Assassinations without the Assassin", without(seat.Assassinate), 0.4, 1},
		{"BloodyMurder", "turns spent on Assassinations", opens(seat.Assassinate), 0.2, 1},
		{"Bandit", "turns spent on Steals", opens(seat.Steal), 0.4, 1},
		{"Bandit", "Steals blocked as the Captain", stolen, 0.6, 1},
		{"Turncoat", "lies before the turn", early, never, never},
		{"Turncoat", "lies on the last card", late, 0.3, 1},
		{"Mask", "own cards played on its turn", func(p *profile) float64 { return p.own.share() }, never, never},
		{"Mask", "lies", lie, 0.65, 1},
		{"Statistician", "challenges where two copies are placed", thin, 0.6, 1},
		{"Statistician", "challenges where none is", wild, 0, 0.1},
		{"Statistician", "Tax without a Duke", without(seat.Tax), 0.05, 0.6},
		{"Solver", "lies", lie, 0.2, 0.6},
		{"Solver", "Assassinations with the Assassin", with(seat.Assassinate), 0.7, 1},
		{"Gambler", "lies", lie, 0.25, 0.6},
		{"Calculator", "lies", lie, 0.2, 0.6},
		{"Calculator", "challenges where two copies are placed", thin, 0.6, 1},
		{"RandoAggroLawyer", "turns spent on attacks", attacks, 0.75, 1},
		{"RandoAggroLawyer", "Tax", opens(seat.Tax), 0.2, 0.6},
		{"RandoAggroLawyer", "Steals", opens(seat.Steal), 0.2, 0.6},
		{"RandoAggroLawyer", "challenges with a case", thin, 0.9, always},
	} {
		if s := c.share(seen[c.who]); s < c.low || s > c.high {
			t.Errorf("%s: %s: %.3f, want %v to %v", c.who, c.what, s, c.low, c.high)
		}
	}
}

func aid(p *profile) float64       { return p.aid.share() }
func stolen(p *profile) float64    { return p.stolen.share() }
func challenge(p *profile) float64 { return p.challenge.share() }
func wild(p *profile) float64      { return p.wild.share() }
func thin(p *profile) float64      { return p.thin.share() }
func lie(p *profile) float64       { return p.lie.share() }
func early(p *profile) float64     { return p.early.share() }
func late(p *profile) float64      { return p.late.share() }

func opens(a seat.Action) func(*profile) float64 {
	return func(p *profile) float64 { return p.opens(a) }
}

func with(a seat.Action) func(*profile) float64 {
	return func(p *profile) float64 { return p.with[a].share() }
}

func without(a seat.Action) func(*profile) float64 {
	return func(p *profile) float64 { return p.without[a].share() }
}

// attacks are Tax, Steal, Assassinate and Coup, of all turns.
func attacks(p *profile) float64 {
	return p.opens(seat.Tax) + p.opens(seat.Steal) + p.opens(seat.Assassinate) + p.opens(seat.Coup)
}
