package coup_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"bloodline/engine"
	table "bloodline/engine/coup"
	"bloodline/engine/coup/seat"
	"bloodline/engine/roll"
	"bloodline/genome"
	"bloodline/genome/coup"
)

func TestGenes(t *testing.T) {
	s := genome.Schema{Game: "coup", Version: coup.Version, Genes: coup.Genes}
	if err := s.Validate(); err != nil {
		t.Error(err)
	}
	if err := s.Check(s.Default()); err != nil {
		t.Error(err)
	}
	for _, g := range coup.Genes {
		if !strings.HasPrefix(g.Name, g.Group+".") || strings.ToLower(g.Name) != g.Name {
			t.Errorf("gene %s of group %s: want lower case, the group first", g.Name, g.Group)
		}
		if !strings.HasSuffix(g.Doc, ".") || strings.Contains(g.Doc, "%!") {
			t.Errorf("gene %s: %q is no sentence", g.Name, g.Doc)
		}
	}
}

// seen is a question that came up in a game, with a record of its own.
type seen struct {
	view seat.View
	roll uint64
}

// witness keeps a copy of what a policy is asked, and hands the question on.
type witness struct {
	seat.Policy
	keep func(seen)
}

func (w witness) Act(v *seat.View, x uint64) seat.Action {
	view, rec := *v, *v.Record
	view.Record = &rec
	w.keep(seen{view, x})
	return w.Policy.Act(v, x)
}

// questions plays games between random genomes and random players and returns
// every question that either was asked.
func questions(games uint64) (all []seen) {
	keep := func(s seen) { all = append(all, s) }
	t := table.NewTable()
	for seed := range games {
		players := []seat.Policy{coup.New(genes(seed)), coup.New(defaults()), random{}}
		t.Play(roll.Mix(seed), []engine.Player{
			witness{players[seed%3], keep}, witness{players[seed/3%3], keep},
		})
	}
	return all
}

// The table panics on an illegal action, so a game that ends was a legal one.
func TestRules_Act_legal(t *testing.T) {
	play := table.NewTable()
	for seed := range uint64(3000) {
		var p, q seat.Policy = coup.New(genes(seed)), random{}
		if seed%3 == 0 {
			q = coup.New(genes(seed + 1))
		}
		seats := []engine.Player{p, q}
		if seed%2 == 1 {
			slices.Reverse(seats)
		}
		if out := play.Play(roll.Mix(seed, 7), seats); out.Choices < 2 {
			t.Fatalf("seed %d: %d choices", seed, out.Choices)
		}
	}
}

// Deciding is a function of genes, view and roll, and changes none of them.
func TestRules_Act_pure(t *testing.T) {
	v := genes(11)
	r := coup.New(v)
	other := coup.New(slices.Clone(v))
	clear(v) // compiled once, the vector is no longer read
	all := questions(150)
	var first []seat.Action
	for _, q := range all {
		before, rec := q.view, *q.view.Record
		a := r.Act(&q.view, q.roll)
		if !q.view.Legal.Has(a) {
			t.Fatalf("%v is not legal in %+v", a, q.view)
		}
		first = append(first, a)
		if q.view != before || *q.view.Record != rec {
			t.Fatalf("the view changed: %+v", q.view)
		}
	}
	for i, q := range slices.Backward(all) {
		if a := other.Act(&q.view, q.roll); a != first[i] {
			t.Fatalf("first %v, then %v in %+v", first[i], a, q.view)
		}
	}
}

func TestRules_Act_allocations(t *testing.T) {
	r, all := coup.New(genes(3)), questions(50)
	asks := map[seat.Ask]bool{}
	for _, q := range all {
		asks[q.view.Ask] = true
	}
	if len(asks) != 5 {
		t.Fatalf("want all five questions, have %v", asks)
	}
	if n := testing.AllocsPerRun(5, func() {
		for i := range all {
			r.Act(&all[i].view, all[i].roll)
		}
	}); n != 0 {
		t.Errorf("want no allocations, have %v in %d decisions", n, len(all))
	}
}

// A gene that no decision depends on would be noise in every genome: each one,
// moved alone from the default, must change a decision that came up in a game.
func TestGenes_matter(t *testing.T) {
	all := questions(6000)
	def := coup.New(defaults())
	base := make([]seat.Action, len(all))
	for i := range all {
		base[i] = def.Act(&all[i].view, all[i].roll)
	}
	var idle []string
	for k, g := range coup.Genes {
		moved := false
		for _, x := range []float64{g.Min, g.Max} {
			v := defaults()
			v[k] = x
			r := coup.New(v)
			for i := 0; i < len(all) && !moved; i++ {
				moved = r.Act(&all[i].view, all[i].roll) != base[i]
			}
		}
		if !moved {
			idle = append(idle, g.Name)
		}
	}
	if len(idle) > 0 {
		t.Errorf("%d of %d genes change none of %d decisions: %s", len(idle), len(coup.Genes), len(all), strings.Join(idle, ", "))
	}
}

// claimed returns a question about a claim of the opponent whose role the own
// seat can place three times: one copy in hand, two given up.
func claimed(a, block seat.Action, lives uint8) seat.View {
	role := a.Claims()
	v := seat.View{Record: new(seat.Record), Ask: seat.AskReply, Legal: seat.ReplyClaim}
	v.Start()
	v.Owner, v.Action, v.Block = 1, a, block
	switch {
	case block != seat.NoAction:
		v.Owner, v.Ask, v.Legal, role = 0, seat.AskBlock, seat.ReplyBlock, block.Claims()
	case a == seat.Steal:
		v.Legal = seat.ReplySteal
	}
	v.Hand = seat.HandOf(role)
	own, opp := v.Own(), v.Opponent()
	own.Lives, own.Lost = 1, seat.HandOf(role)
	opp.Lives, opp.Lost = lives, seat.HandOf(role)
	if lives == 2 { // then the own seat has lost the one, and holds two
		own.Lives, own.Lost, opp.Lost, v.Hand = 1, seat.HandOf(role), 0, seat.HandOf(role, role)
	}
	opp.Coins = 5
	opp.Claims[role], opp.Standing = 1, role.Bit()
	if block == seat.NoAction && a == seat.Assassinate {
		v.Legal = seat.ReplyAssassinate(v.Hand)
	}
	return v
}

// A claim that the counted cards rule out is challenged by every genome, however
// trusting: that is arithmetic, not style.
func TestRules_Act_impossible(t *testing.T) {
	trusting := defaults()
	for i, g := range coup.Genes {
		if g.Group == "challenge" || g.Group == "belief" {
			trusting[i] = g.Min
		}
		if g.Group == "block" {
			trusting[i] = g.Max
		}
	}
	players := []*coup.Rules{coup.New(defaults()), coup.New(trusting)}
	for seed := range uint64(20) {
		players = append(players, coup.New(genes(seed)))
	}
	none := seat.NoAction
	for _, c := range [][2]seat.Action{
		{seat.Tax, none},
		{seat.Exchange, none},
		{seat.Steal, none},
		{seat.Assassinate, none},
		{seat.ForeignAid, seat.BlockDuke},
		{seat.Steal, seat.BlockCaptain},
		{seat.Steal, seat.BlockAmbassador},
		{seat.Assassinate, seat.BlockContessa},
	} {
		for lives := range uint8(2) {
			// A long game of an opponent that always took Foreign Aid and was
			// blocked: about as many turns as 200 invocations allow.
			for _, passive := range []uint8{0, 3, 45} {
				v := claimed(c[0], c[1], lives+1)
				v.Opponent().Passive, v.Opponent().Shown = passive, 1
				for k, p := range players {
					for x := range uint64(50) {
						if a := p.Act(&v, roll.Mix(x)); a != seat.Challenge {
							t.Fatalf("player %d lets an impossible %v/%v at %d lives pass with %v", k, c[0], c[1], lives+1, a)
						}
					}
				}
			}
		}
	}
}

type random struct{}

func (random) Act(v *seat.View, x uint64) seat.Action {
	return seat.Action(roll.Bit(x, uint64(v.Legal)))
}

// genes returns an even draw from the ranges.
func genes(seed uint64) []float64 {
	rng := rand.New(rand.NewPCG(seed, 1))
	g := make([]float64, len(coup.Genes))
	for i, x := range coup.Genes {
		g[i] = x.Min + rng.Float64()*(x.Max-x.Min)
	}
	return g
}

func defaults() []float64 {
	g := make([]float64, len(coup.Genes))
	for i, x := range coup.Genes {
		g[i] = x.Default
	}
	return g
}

func describe(v *seat.View) string {
	return fmt.Sprintf("ask %d, hand %v, action %v, block %v, own %+v, opponent %+v", v.Ask, v.Hand, v.Action, v.Block, *v.Own(), *v.Opponent())
}
