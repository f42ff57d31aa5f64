package measure

import (
	"context"
	"math"
	"reflect"
	"testing"

	"bloodline/arena/command"
	"bloodline/arena/game"
	"bloodline/engine"
	"bloodline/engine/stats"
	"bloodline/genome"
	"bloodline/internal/guard"
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

// The evidence of a champion of programs says what the defaults have against the field on its deals, and what it has
// against them. It takes no more games than were announced, and repeats on as many deals as it states.
func TestEvaluator_beside(t *testing.T) {
	strong := slowCoup(t)
	good, poor := strong.Schema.Default(), strong.Schema.Default()
	for i := range poor {
		poor[i] = strong.Schema.Genes[i].Min
	}
	level := strong.Schema.Default()
	level[0] += (strong.Schema.Genes[0].Max - level[0]) / 1000
	weak := *strong
	weak.Schema = strong.Schema.WithDefaults(poor)
	for _, c := range []struct {
		name    string
		game    *game.Game
		field   []Opponent
		genes   genome.Vector
		better  bool
		against bool // the defaults, head to head beside the field
	}{
		{"better", &weak, opponents(t, &weak, "Taxman", "Random"), good, true, true},
		{"the defaults among others", &weak, append(opponents(t, &weak, "Taxman"), New(&weak, tiny(), 1, nil, nil).defaults()), good, true, false},
		{"the defaults are the field", &weak, []Opponent{New(&weak, tiny(), 1, nil, nil).defaults()}, good, true, false},
		{"worse", strong, opponents(t, strong, "Taxman", "Random"), poor, false, false},
		{"level", strong, opponents(t, strong, "Taxman", "Random"), level, false, false},
		{"worse than the field", strong, []Opponent{New(strong, tiny(), 1, nil, nil).defaults()}, poor, false, false},
	} {
		e := New(c.game, tiny(), 2, c.field, nil)
		e.Settings.MaxGames = 2000
		got, err := e.Evidence(t.Context(), c.genes, 1)
		guard.Must(t, err)
		split, d := e.shares(), got.Defaults
		if d == nil || d.Lead == nil || got.Better() != c.better || (got.Submitted == nil) != c.better || e.Games() > split.Verdict+split.Rows || e.Games() < 40 {
			t.Fatalf("%s: %+v, %d games of %+v", c.name, d, e.Games(), split)
		}
		if shown := d.Lead.Low > 0 || d.Lead.High < 0; shown != (c.name != "level") || !shown && d.Look != len(stats.InterimErrors) {
			t.Errorf("%s: a lead of %+v at look %d", c.name, d.Lead, d.Look)
		}
		switch {
		case d.Field == nil:
			if *d.HeadToHead != got.Field || math.Abs(d.Lead.Mean-got.Field.Mean+0.5) > 1e-12 {
				t.Errorf("%s: %+v against them, %+v against the field", c.name, d.HeadToHead, got.Field)
			}
		case math.Abs(got.Field.Mean-d.Field.Mean-d.Lead.Mean) > 1e-12, d.Lead.Games != got.Field.Games, (d.HeadToHead != nil) != c.against:
			t.Errorf("%s: %+v beside %+v", c.name, got.Field, d)
		}
		last, v := got, c.genes
		if last.Submitted != nil {
			last, v = last.Submitted, c.game.Schema.Default()
			if d.Field != nil && last.Field != *d.Field || last.Unproven.Lead != *d.Lead || last.Unproven.Digest != got.Digest {
				t.Errorf("%s: the defaults have %+v, beside the champion %+v", c.name, last.Field, d.Field)
			}
		}
		again := New(c.game, tiny(), 1, c.field, nil)
		again.Repeats, again.Settings.MaxGames = last, 300
		repeated, err := again.Evidence(t.Context(), v, 1)
		if repeated != nil {
			repeated.Unproven = last.Unproven
		}
		if err != nil || d.Field != nil && !reflect.DeepEqual(last, repeated) || !last.Field.Repeats(repeated.Field) {
			t.Errorf("%s: %+v again %+v, %v", c.name, last, repeated, err)
		}
	}
}
