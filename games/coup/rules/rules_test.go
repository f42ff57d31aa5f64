package rules_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"bloodline/engine"
	"bloodline/engine/roll"
	"bloodline/games/coup/rules"
	"bloodline/games/coup/seat"
	"bloodline/games/coup/table"
	"bloodline/games/parttest"
)

func TestRules_Conformance(t *testing.T) {
	parttest.Genes(t, table.Game{}, rules.Described(), rules.New, parttest.GeneOptions{Questions: 100_000, Others: []engine.Player{random{}}})
}

// questions plays games between random genomes, the defaults and random players and
// returns every question that either was asked.
func questions(n int) []parttest.Question[seat.View] {
	return parttest.Questions[seat.View, seat.Action](table.Game{}, n, func(game int) []engine.Player {
		players := []engine.Player{rules.New(genes(uint64(game))), rules.New(defaults()), random{}}
		return []engine.Player{players[game%3], players[game/3%3]}
	})
}

// claimed returns a question about a claim of the opponent whose role the own
// seat can place three times: one copy in hand, two given up.
func claimed(a, block seat.Action, lives uint8) seat.View {
	role := a.Claims()
	v := seat.View{PublicState: new(seat.PublicState), Ask: seat.AskReply, Legal: seat.ReplyClaim}
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
	for i, g := range rules.Genes {
		if g.Group == "challenge" || g.Group == "belief" {
			trusting[i] = g.Min
		}
		if g.Group == "block" {
			trusting[i] = g.Max
		}
	}
	players := []*rules.Rules{rules.New(defaults()), rules.New(trusting)}
	for seed := range uint64(20) {
		players = append(players, rules.New(genes(seed)))
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
	g := make([]float64, len(rules.Genes))
	for i, x := range rules.Genes {
		g[i] = x.Min + rng.Float64()*(x.Max-x.Min)
	}
	return g
}

func defaults() []float64 {
	g := make([]float64, len(rules.Genes))
	for i, x := range rules.Genes {
		g[i] = x.Default
	}
	return g
}

func describe(v *seat.View) string {
	return fmt.Sprintf("ask %d, hand %v, action %v, block %v, own %+v, opponent %+v", v.Ask, v.Hand, v.Action, v.Block, *v.Own(), *v.Opponent())
}
