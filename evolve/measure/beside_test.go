package measure

import (
	"context"
	"math"
	"testing"

	"bloodline/arena/command"
	"bloodline/arena/game"
	"bloodline/engine"
)

// slow is a game whose players count as programs.
type slow struct{ engine.Game }

func (s slow) NewSlowTable() engine.SlowTable { return slowTable{s.NewTable()} }

type slowTable struct{ engine.Table }

func (t slowTable) PlaySlow(_ context.Context, d engine.Deal, seats []engine.Player) (engine.Outcome, error) {
	return t.Play(d.Seed, seats), nil
}
func (slowTable) Close() error { return nil }

func slowCoup(t *testing.T) *game.Game {
	t.Helper()
	g := *coup(t)
	g.Table, g.Strangers, g.Unmet, g.UserBot = slow{g.Table}, nil, nil, struct{ command.UserBot }{}
	return &g
}

// The evidence of a champion of programs says what the defaults win against the field on its deals, and what it wins
// against them; all of its games are announced.
func TestEvaluator_beside(t *testing.T) {
	g := slowCoup(t)
	v := g.Schema.Default()
	for i := range v {
		v[i] = g.Schema.Genes[i].Min
	}
	own := New(g, tiny(), 2, nil, nil).defaults()
	for _, c := range []struct {
		name  string
		field []Opponent
		games int64
	}{
		{"others", opponents(t, g, "Taxman", "Random"), 3 * 260},
		{"the defaults among others", append(opponents(t, g, "Taxman"), own), 2 * 260},
		{"the defaults are the field", []Opponent{own}, 260},
	} {
		e := New(g, tiny(), 2, c.field, nil)
		got, err := e.Evidence(t.Context(), v, 1)
		if err != nil {
			t.Fatal(err)
		}
		d := got.Defaults
		if d == nil || d.Lead == nil || (d.HeadToHead == nil) != (c.games == 2*260) || e.Games() != c.games || e.EvidenceGames()-e.GainGames() != c.games {
			t.Fatalf("%s: %+v, %d games, announced %d, want %d", c.name, d, e.Games(), e.EvidenceGames()-e.GainGames(), c.games)
		}
		if d.Field == nil {
			if *d.HeadToHead != got.Field || d.Lead.Mean != got.Field.Mean-0.5 {
				t.Errorf("%s: %+v against them, %+v against the field", c.name, d.HeadToHead, got.Field)
			}
			continue
		}
		same, err := e.Evidence(t.Context(), g.Schema.Default(), 1)
		if err != nil {
			t.Fatal(err)
		}
		if same.Defaults != nil || same.Field != *d.Field || math.Abs(got.Field.Mean-d.Field.Mean-d.Lead.Mean) > 1e-12 || d.HeadToHead != nil && (d.HeadToHead.Games != 260 || d.HeadToHead.Mean == got.Field.Mean) {
			t.Errorf("%s: %+v, of the defaults themselves %+v", c.name, d, same.Field)
		}
	}
}
