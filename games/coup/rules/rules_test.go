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

// A claim that the counted cards rule out is challenged by every genome, however trusting and whatever the past: that is
// arithmetic, not style.
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
	players, met := []*rules.Rules{rules.New(defaults()), rules.New(trusting), rules.New(genes(1)), rules.New(genes(2))}, map[seat.Action]int{}
	for i, q := range questions(10_000) {
		v := q.View
		claim := v.Action
		if v.Ask == seat.AskBlock {
			claim = v.Block
		}
		if r := claim.Claims(); v.Ask != seat.AskReply && v.Ask != seat.AskBlock || r == seat.NoRole || met[claim] == 20 {
			continue
		}
		met[claim]++
		scramble(v.PublicState, uint64(i))
		for v.Opponent().Lost = 0; v.Known(claim.Claims()) < 3; {
			v.Opponent().Lost = v.Opponent().Lost.With(claim.Claims())
		}
		v.Opponent().Passive = 45 // a long game, of about as many turns as 200 invocations allow
		for k, p := range players {
			for x := range uint64(50) {
				if a := p.Act(v, roll.Mix(x)); a != seat.Challenge {
					t.Fatalf("player %d answers %v: %s", k, a, describe(v))
				}
			}
		}
	}
	if len(met) != 8 { // four actions and four blocks
		t.Errorf("met %v", met)
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
