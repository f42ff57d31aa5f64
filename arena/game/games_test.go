package game_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"bloodline/arena"
	"bloodline/arena/game"
	"bloodline/engine"
	"bloodline/engine/wojna"
)

// What the other rooms expect of every game, whatever it is.
func TestAll(t *testing.T) {
	if names := games.Names(); !slices.IsSorted(names) || len(slices.Compact(names)) != len(games.All()) {
		t.Errorf("names must be sorted and all different, have %v", names)
	}
	for _, g := range games.All() {
		t.Run(g.Info().Name, func(t *testing.T) {
			if err := g.Schema.Validate(); err != nil {
				t.Error(err)
			}
			if g.Schema.Game != g.Info().Name {
				t.Errorf("the genes are those of %s", g.Schema.Game)
			}
			baselines(t, g)
			matchups(t, g)
			if err := g.Info().Validate(); err != nil {
				t.Error(err)
			}
			defaults(t, g)
			likeness(t, g)
		})
	}
}

// baselines must be found under their names in any case, and one must be random:
// bench plays it.
func baselines(t *testing.T, g *games.Game) {
	seen := map[string]bool{}
	for _, b := range g.Baselines {
		if p, ok := g.Baseline(strings.ToUpper(b.Name)); !ok || p == nil {
			t.Errorf("baseline %s is not found", b.Name)
		}
		if b.Doc == "" || seen[strings.ToLower(b.Name)] || strings.ContainsAny(b.Name, ":/ ") {
			t.Errorf("baseline %q: must have a doc, and a name of its own without ':', '/' and blanks", b.Name)
		}
		seen[strings.ToLower(b.Name)] = true
	}
	if !seen["random"] || !slices.IsSortedFunc(g.Baselines, func(a, b games.Baseline) int { return int(1e6 * (b.Points - a.Points)) }) {
		t.Errorf("baselines must be strongest first, one of them random, have %+v", g.Baselines)
	}
}

// matchups are benched under names of their own, their styles are baselines, and a
// Play has as many deals as the game says.
func matchups(t *testing.T, g *games.Game) {
	var names []string
	for _, m := range g.Matchups(g.Schema.Default()) {
		for _, lineup := range m.Lineups {
			if len(lineup) != g.Info().Seats || slices.Contains(lineup, nil) {
				t.Errorf("match-up %s: %v at a table of %d", m.Name, lineup, g.Info().Seats)
			}
		}
		names = append(names, m.Name)
	}
	want := []string{"random", "field", "genomes"}
	deals := 1
	if g.Info().Name == "wojna" {
		want, deals = append(want, "check", "tight"), g.Game.(wojna.Game).Deals
	}
	if !slices.Equal(names, want) || g.Deals != deals {
		t.Errorf("match-ups %v of %d deals, want %v of %d", names, g.Deals, want, deals)
	}
}

// random returns the opponents that nobody may lose to.
func random(g *games.Game) []engine.Player {
	p, _ := g.Baseline("random")
	return []engine.Player{p}
}

// defaults must play better than chance: the first generation is made of them.
func defaults(t *testing.T, g *games.Game) {
	e := arena.Evaluator{Arena: arena.New(g, 1), Field: random(g), Blocks: 40, Seed: 1, Stage: arena.StageShow}
	m, err := e.Measure(context.Background(), []engine.Player{g.Player(g.Schema.Default())})
	if err != nil {
		t.Fatal(err)
	}
	if x := m[0].Total; x.Interval.Low <= g.Info().Mean {
		t.Errorf("defaults against random players: %.3f (%.3f to %.3f), want above %g", x.Mean, x.Interval.Low, x.Interval.High, g.Info().Mean)
	}
}

// likeness: a probe changes no play, its tables are even, and its habits are
// counts under names of their own that stay in their order.
func likeness(t *testing.T, g *games.Game) {
	e := arena.Evaluator{Arena: arena.New(g, 1), Field: random(g), Blocks: 4, Seed: 2, Stage: arena.StageShow}
	player := g.Player(g.Schema.Default())
	var names [2][]string
	for k := range names {
		probe := g.Probe(player)
		m, err := e.Measure(context.Background(), []engine.Player{player, probe.Player()})
		if err != nil {
			t.Fatal(err)
		}
		if m[0].Total != m[1].Total {
			t.Errorf("with the probe %+v, without %+v", m[1].Total, m[0].Total)
		}
		if len(probe.Words()) == 0 || len(probe.Tables()) == 0 {
			t.Error("the portrait says nothing")
		}
		for _, table := range probe.Tables() {
			for _, row := range table.Rows {
				if len(row) != len(table.Columns) {
					t.Errorf("%s: row %v under columns %v", table.Title, row, table.Columns)
				}
			}
		}
		for _, h := range probe.Habits() {
			if h.Did < 0 || h.Did > h.Could || slices.Contains(names[k], h.Name) {
				t.Errorf("habit %+v: must be counted once, and done no more often than it could be", h)
			}
			names[k] = append(names[k], h.Name)
		}
		player = random(g)[0]
	}
	if !slices.Equal(names[0], names[1]) {
		t.Errorf("habits of two players are listed otherwise:\n%v\n%v", names[0], names[1])
	}
}
