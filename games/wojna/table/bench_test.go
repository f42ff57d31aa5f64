package table_test

import (
	"testing"

	"bloodline/engine"
	"bloodline/games/wojna/seat"
	"bloodline/games/wojna/table"
)

// checker always checks.
type checker struct{}

func (checker) Act(*seat.View, uint64) seat.Action { return seat.Check }

// tight pays for high cards only and raises with the highest.
type tight struct{}

func (tight) Act(v *seat.View, roll uint64) seat.Action {
	price := v.Price()
	switch {
	case v.Card >= 12 && v.Raises < 3 && v.Legal().Has(seat.Raise2):
		return seat.Raise2
	case price == 0 || v.Card >= 9+price:
		return seat.Check
	}
	return seat.Pass
}

func same(p engine.Player) []engine.Player { return []engine.Player{p, p, p, p} }

func BenchmarkPlay(b *testing.B) {
	matchups := []struct {
		name  string
		seats []engine.Player
	}{
		{"check", same(checker{})},
		{"tight", same(tight{})},
		{"mixed", []engine.Player{tight{}, checker{}, dice(0), tight{}}},
	}
	for _, m := range matchups {
		b.Run("game=wojna/matchup="+m.name, func(b *testing.B) {
			b.ReportAllocs()
			t := table.NewTable(table.New())
			biddings := 0
			for i := range b.N {
				biddings += int(t.Play(uint64(i), m.seats).Length)
			}
			deals := float64(b.N * table.Deals)
			b.ReportMetric(deals/b.Elapsed().Seconds(), "deals/s")
			b.ReportMetric(float64(biddings)/deals, "biddings/deal")
		})
	}
}
