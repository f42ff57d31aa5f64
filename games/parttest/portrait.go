package parttest

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"bloodline/arena/portrait"
	"bloodline/engine"
	"bloodline/engine/roll"
)

// Portrait checks the portraits of players, of two or more with characters of their own:
//
//   - A probe changes no play, and equal play gives equal portraits.
//   - Each row of a table has as many cells as there are columns, and each sentence points at a row.
//   - Habits have names of their own and were followed no more often than they could be. Probes that list them before any
//     play list the same ones for every player.
//
// Each game tests its counts with players of known habits. It costs some 800 plays for each player.
func Portrait(t *testing.T, g engine.Game, probe func(engine.Player) portrait.Probe, players ...engine.Player) {
	t.Helper()
	for _, s := range sittings(g, probe, players) {
		listed := check(t, s.probe(s.player))
		probe, again := s.watched(t), s.watched(t)
		if len(probe.Tables()) == 0 || len(probe.Words()) == 0 {
			t.Errorf("the portrait of %T says nothing", s.player)
		}
		if have := check(t, probe); len(listed) > 0 && !slices.Equal(have, listed) {
			t.Errorf("the habits of %T are %q, before play %q", s.player, have, listed)
		}
		if !reflect.DeepEqual(probe.Tables(), again.Tables()) || !reflect.DeepEqual(probe.Words(), again.Words()) ||
			!reflect.DeepEqual(portrait.Habits(probe), portrait.Habits(again)) {
			t.Errorf("equal plays of %T give two portraits", s.player)
		}
	}
}

// PortraitAllocations checks that probes allocate nothing once they have met every situation.
func PortraitAllocations(t *testing.T, g engine.Game, probe func(engine.Player) portrait.Probe, players ...engine.Player) {
	t.Helper()
	for _, s := range sittings(g, probe, players) {
		table, seats := g.NewTable(), s.seats(0, s.watched(t))
		table.Play(1, seats)
		if n := testing.AllocsPerRun(1, func() { table.Play(1, seats) }); n != 0 {
			t.Errorf("%T: a play with a probe allocates %g times", s.player, n)
		}
	}
}

type sitting struct {
	game   engine.Game
	probe  func(engine.Player) portrait.Probe
	player engine.Player
	others []engine.Player
}

// seats returns the players of a play, with p in the place of the player.
func (s *sitting) seats(play int, p engine.Player) []engine.Player {
	seats := make([]engine.Player, s.game.Info().Seats)
	for i := range seats {
		seats[i] = s.others[(play+i)%len(s.others)]
	}
	seats[play%len(seats)] = p
	return seats
}

func sittings(g engine.Game, probe func(engine.Player) portrait.Probe, players []engine.Player) (out []sitting) {
	for i, p := range players {
		out = append(out, sitting{g, probe, p, slices.Concat(players[i+1:], players[:i])})
	}
	return out
}

// watched returns a probe that has played, with the outcomes that the player has without it.
func (s *sitting) watched(t *testing.T) portrait.Probe {
	const portraitPlays = 200 // of each player
	probe, plain, watched := s.probe(s.player), s.game.NewTable(), s.game.NewTable()
	for k := range portraitPlays {
		seed := roll.Mix(uint64(k))
		want, have := plain.Play(seed, s.seats(k, s.player)), watched.Play(seed, s.seats(k, probe))
		if have != want {
			t.Fatalf("%T, play %d: %+v with the probe, %+v without", s.player, k, have, want)
		}
	}
	return probe
}

// check checks the form of a portrait and returns the names of its habits.
func check(t *testing.T, p portrait.Probe) (habits []string) {
	tables := p.Tables()
	for _, table := range tables {
		if table.Title == "" || len(table.Columns) == 0 {
			t.Errorf("a table must have a title and columns, have %q and %q", table.Title, table.Columns)
		}
		for _, row := range table.Rows {
			if len(row) != len(table.Columns) {
				t.Errorf("%s: row %q under columns %q", table.Title, Text(row), table.Columns)
			}
		}
	}
	for _, w := range p.Words() {
		if w.Text == "" || w.Table < 0 || w.Table >= len(tables) || w.Row < -1 || w.Row >= len(tables[w.Table].Rows) {
			t.Errorf("sentence %+v: must point at one of %d tables and a row of it, or -1", w, len(tables))
		}
	}
	for _, h := range portrait.Habits(p) {
		if h.Did < 0 || h.Did > h.Could || slices.Contains(habits, h.Habit) {
			t.Errorf("habit %+v: must have a name of its own, and be followed no more often than it could be", h)
		}
		habits = append(habits, h.Habit)
	}
	return habits
}

// Text writes the cells of a row: "31 % of 1234", "- of 12" for too few chances, "" for none, and "2.50" for a mean.
func Text(row []portrait.Cell) (out []string) {
	for _, c := range row {
		text := c.Text
		switch {
		case c.Kind == portrait.IsCount:
			text = fmt.Sprint(c.Did)
		case c.Kind == portrait.IsMean && c.Could > 0:
			text = fmt.Sprintf("%.2f", c.Ratio())
		case c.Kind == portrait.IsShare && c.Reliable():
			text = fmt.Sprintf("%s of %d", c.Percent(), c.Could)
		case c.Kind == portrait.IsShare && c.Could > 0:
			text = fmt.Sprintf("- of %d", c.Could)
		}
		out = append(out, text)
	}
	return out
}

// Say writes the sentences of a portrait, a line each.
func Say(p portrait.Probe) string {
	var lines []string
	for _, w := range p.Words() {
		lines = append(lines, w.Text)
	}
	return strings.Join(lines, "\n")
}
