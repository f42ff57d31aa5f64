package report

import (
	"fmt"
	"math"

	"bloodline/arena"
	"bloodline/arena/game"
	"bloodline/arena/referee"
	"bloodline/arena/stats"
	"bloodline/engine"
)

// Standings are the results of a tournament.
type Standings struct {
	Game   string      `json:"game"`
	Rounds int         `json:"rounds"`
	Seed   uint64      `json:"seed"`
	Places []Place     `json:"places"`           // best first
	Versus [][]float64 `json:"versus,omitempty"` // points of the row against the column, both in the order of the places; two seats only

	names []string // by the players of the schedule
	of    *game.Game
	st    *arena.Standings
}

// Place is one row of the standings. Points are on the scale of the contest's
// leaderboard, for a game that has one.
type Place struct {
	Rank int `json:"rank"`
	Figure
	Points     float64 `json:"points,omitempty"`
	PointsLow  float64 `json:"points_low,omitempty"`
	PointsHigh float64 `json:"points_high,omitempty"`
	Published  float64 `json:"published,omitempty"` // points of the leaderboard
	Elo        float64 `json:"elo"`                 // Bradley-Terry, mean 0; two seats only
	EloLow     float64 `json:"elo_low"`
	EloHigh    float64 `json:"elo_high"`
	// Superior is the likelihood that the player is stronger than the next one, by their
	// points; nil for the last.
	Superior *float64         `json:"superior,omitempty"`
	Program  *referee.Conduct `json:"program,omitempty"` // of a player that is a program
}

// Entrant is a player of a tournament.
type Entrant struct {
	Name    string
	Program *referee.Conduct // nil for a player that is no program
}

// NewStandings names the players of standings.
func NewStandings(g *game.Game, rounds int, seed uint64, entrants []Entrant, st *arena.Standings) (*Standings, error) {
	rows, err := st.Places()
	if err != nil {
		return nil, err
	}
	out := &Standings{Game: g.Name(), Rounds: rounds, Seed: seed, Versus: st.Matrix(), of: g, st: st}
	for _, e := range entrants {
		out.names = append(out.names, e.Name)
	}
	for _, x := range rows {
		p := Place{
			Rank: x.Rank, Figure: Figure{entrants[x.Player].Name, x.Summary}, Program: entrants[x.Player].Program,
			Elo: x.Elo, EloLow: x.EloInterval.Low, EloHigh: x.EloInterval.High,
		}
		if g.Leaderboard {
			full := g.PointsOut()
			p.Points, p.PointsLow, p.PointsHigh = full*p.Mean, full*p.Low, full*p.High
			p.Published = g.Published(p.Player)
		}
		out.Places = append(out.Places, p)
	}
	for i := range out.Places[:len(out.Places)-1] {
		x := superior(out.Places[i].Figure, out.Places[i+1].Figure, len(out.Places))
		out.Places[i].Superior = &x
	}
	return out, nil
}

// superior is the likelihood that one of several players is stronger than another. What one
// wins the others lose, so their means are correlated by -1/(players-1).
func superior(a, b Figure, players int) float64 {
	const z = 1.959964
	x, y := (a.High-a.Low)/(2*z), (b.High-b.Low)/(2*z)
	sd := math.Sqrt(float64(x*x) + float64(y*y) + float64(2*x*y)/float64(players-1))
	if sd == 0 {
		return 0.5
	}
	return 0.5 * math.Erfc(-(a.Mean-b.Mean)/(sd*math.Sqrt2))
}

// Title says what was played and in which units.
func (s *Standings) Title() string {
	text := fmt.Sprintf("%s, %s, %d players, %s games each", s.of.Info().Title, Plural(s.Rounds, "round"), len(s.Places), Count(s.Places[0].Games))
	switch {
	case s.of.Leaderboard:
		text += fmt.Sprintf("; points are wins on the contest's scale of %.0f, Elo is Bradley-Terry's", s.of.PointsOut())
	case s.Versus != nil:
		text += "; Elo is Bradley-Terry's"
	}
	return text + "; LOS is the likelihood of superiority over the next player"
}

// Unit is what a point is.
func (s *Standings) Unit() string {
	unit, _ := Scale(s.of.Info())
	return unit
}

// Table has a row for each player.
func (s *Standings) Table() *Table {
	unit, show := Scale(s.of.Info())
	t := &Table{Columns: []string{">", "player", ">" + unit, ">95 % interval"}}
	if s.of.Leaderboard {
		t.Columns = append(t.Columns, ">points", ">95 % interval", ">published")
	}
	if s.Versus != nil {
		t.Columns = append(t.Columns, ">Elo", ">95 % interval")
	}
	t.Columns = append(t.Columns, ">LOS %")
	for _, p := range s.Places {
		row := []string{fmt.Sprint(p.Rank), p.Player, show(p.Mean), between(show, p.Low, p.High)}
		if s.of.Leaderboard {
			row = append(row, fmt.Sprintf("%.1f", p.Points), fmt.Sprintf("%.1f to %.1f", p.PointsLow, p.PointsHigh), published(p.Published))
		}
		if s.Versus != nil {
			row = append(row, fmt.Sprintf("%+.0f", p.Elo), fmt.Sprintf("%+.0f to %+.0f", p.EloLow, p.EloHigh))
		}
		los := ""
		if p.Superior != nil {
			los = likelihood(*p.Superior)
		}
		t.Add(append(row, los)...)
	}
	return t
}

func published(points float64) string {
	if points == 0 {
		return ""
	}
	return fmt.Sprintf("%.0f", points)
}

// Matrix has the points of each player against each other one.
func (s *Standings) Matrix() *Table {
	show := cell(s.of.Info())
	t := &Table{Columns: []string{""}}
	for i, p := range s.Places {
		t.Columns = append(t.Columns, ">"+p.Player[:min(len(p.Player), 6)])
		row := []string{p.Player}
		for j := range s.Places {
			text := "-"
			if i != j {
				text = show(s.Versus[i][j])
			}
			row = append(row, text)
		}
		t.Add(row...)
	}
	return t
}

// cell prints a share of wins as whole percent, other points with two decimals.
func cell(i engine.Info) func(float64) string {
	if s := i.Scale(); !s.Percent {
		return s.Show
	}
	return func(x float64) string { return fmt.Sprintf("%.0f", 100*x) }
}

// Cycles lists players who beat each other in a circle: no order of strength is right
// about them.
func (s *Standings) Cycles() []string {
	var out []string
	for _, c := range s.st.Cycles() {
		out = append(out, s.circle(c))
	}
	return out
}

func (s *Standings) circle(c stats.Cycle) string {
	return fmt.Sprintf("%s > %s > %s > %s", s.names[c.A], s.names[c.B], s.names[c.C], s.names[c.A])
}

// likelihood writes a probability in percent, but never 0 or 100.
func likelihood(p float64) string {
	if p > 0.995 {
		return ">99"
	}
	return fmt.Sprintf("%.0f", 100*p)
}
