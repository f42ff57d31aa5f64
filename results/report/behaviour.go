package report

import (
	"context"
	"strings"

	"bloodline/arena/game"
	"bloodline/arena/portrait"
	"bloodline/engine"
	"bloodline/genome"
)

// Behaviour is what a player does against the baselines and how it fares against them.
type Behaviour struct {
	Player string           `json:"player"`
	Game   string           `json:"game"`
	Games  int              `json:"games"`
	Words  []string         `json:"words"`
	Habits []portrait.Table `json:"habits"`
	Field  *Figure          `json:"field,omitempty"`
	Versus []Figure         `json:"against,omitempty"`
	Genes  []Gene           `json:"genes,omitempty"` // of a genome

	// Worst are the strangers against which it fares worst.
	Worst []game.Stranger `json:"worst_strangers,omitempty"`
}

// Observe plays a player against the baselines, over so many deals against each; v is nil
// for a player without genes. See [game.Game.Observe].
func Observe(ctx context.Context, g *game.Game, name string, p engine.Player, v genome.Vector, deals int, seed uint64) (*Behaviour, error) {
	probe, got, err := g.Observe(ctx, p, g.Field(), deals, seed)
	if err != nil {
		return nil, err
	}
	b := &Behaviour{Player: name, Game: g.Name(), Games: int(got.Games), Words: []string{}, Habits: []portrait.Table{}}
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
	if b.Worst, err = g.WorstStrangers(ctx, p, deals, seed, 0); err != nil {
		return nil, err
	}
	if v != nil {
		b.Genes = Genes(g.Schema, v)
	}
	return b, nil
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
