package report

import (
	"context"
	"fmt"
	"strings"

	"bloodline/arena/game"
	"bloodline/arena/portrait"
	"bloodline/engine"
	"bloodline/genome"
)

// Behaviour is what a player does against the baselines and how it fares against them.
type Behaviour struct {
	Player string              `json:"player"`
	Game   string              `json:"game"`
	Games  int                 `json:"games"`
	Words  []portrait.Sentence `json:"words"`
	Habits []portrait.Table    `json:"habits"`
	Field  *Figure             `json:"field,omitempty"`
	Versus []Figure            `json:"against,omitempty"`
	Genes  []Gene              `json:"genes,omitempty"` // of a genome

	// Worst are the strangers against which it fares worst.
	Worst []game.Stranger `json:"worst_strangers,omitempty"`
}

// Subject is a player that is looked at.
type Subject struct {
	Game   *game.Game
	Name   string
	Player engine.Player
	Genes  genome.Vector // nil for a player without
}

// Observe plays a player against the baselines, over so many deals against each, and finds
// the strangers that it fares worst against.
func Observe(ctx context.Context, s Subject, deals int, seed uint64) (*Behaviour, error) {
	b, err := Look(ctx, s, deals, seed)
	if err != nil {
		return nil, err
	}
	if b.Worst, err = s.Game.WorstStrangers(ctx, s.Player, deals, seed, 0); err != nil {
		return nil, err
	}
	if s.Genes != nil {
		b.Genes = Genes(s.Game.Schema, s.Genes)
	}
	return b, nil
}

// Look plays a player against the baselines alone. See [game.Game.Observe].
func Look(ctx context.Context, s Subject, deals int, seed uint64) (*Behaviour, error) {
	g := s.Game
	probe, got, err := g.Observe(ctx, s.Player, g.Field(), deals, seed)
	if err != nil {
		return nil, err
	}
	b := &Behaviour{Player: s.Name, Game: g.Name(), Games: int(got.Games), Words: []portrait.Sentence{}, Habits: []portrait.Table{}}
	if probe != nil {
		b.Words, b.Habits = probe.Words(), probe.Tables()
	}
	total := FigureOf("mean", got.Games, got.Total)
	b.Field = &total
	for i, name := range g.BaselineNames() {
		x := got.ByOpponent[i]
		if x.N == 0 {
			continue
		}
		b.Versus = append(b.Versus, FigureOf(name, x.N*int64(g.Info().Seatings()), x))
	}
	return b, nil
}

// CellText prints a cell of a portrait, a share without its chances.
func CellText(c portrait.Cell) string {
	switch {
	case c.Kind == portrait.IsCount:
		return Count(c.Did)
	case c.Kind == "":
		return c.Text
	case !c.Reliable():
		return "-"
	case c.Kind == portrait.IsMean:
		return fmt.Sprintf("%.2f", c.Ratio())
	}
	return c.Percent()
}

// Chances are those behind a share: "of 1,234".
func Chances(c portrait.Cell) string {
	if c.Kind != portrait.IsShare || c.Could == 0 {
		return ""
	}
	return "of " + Count(c.Could)
}

// PortraitTable prints a table of a portrait, with the chances behind its shares or without.
func PortraitTable(from portrait.Table, chances bool) *Table {
	t := &Table{Columns: from.Columns}
	for _, cells := range from.Rows {
		var row []string
		for _, c := range cells {
			text := CellText(c)
			if n := Chances(c); chances && n != "" {
				text += " " + n
			}
			row = append(row, text)
		}
		t.Add(row...)
	}
	return t
}

// StrangerTable is a table of strangers: what a player has against each, and how that
// stranger plays.
func StrangerTable(i engine.Info, all []game.Stranger) *Table {
	unit, show := Scale(i)
	t := &Table{Columns: []string{"opponent", ">" + unit, ">95 % interval", "how it plays"}}
	for _, s := range all {
		t.Add(s.Name, show(s.Points.Mean), show(s.Points.Low)+" to "+show(s.Points.High), strings.Join(s.Traits, ", "))
	}
	return t
}
