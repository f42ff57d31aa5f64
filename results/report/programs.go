package report

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"bloodline/arena/referee"
	"bloodline/configs/player"
	"bloodline/engine"
	"bloodline/engine/stats"
	"bloodline/genome/champion"
)

// Entrant is a player of a match or a tournament.
type Entrant struct {
	Player string `json:"player"`
	stats.Figure
	Program *referee.Conduct `json:"program,omitempty"` // of a player that is a program
}

// Entrants names players before they have played.
func Entrants(ps []*player.Player) []Entrant {
	return Map(ps, func(p *player.Player) Entrant { return Entrant{Player: p.Name} })
}

// MatchTable has a row for each player of a match.
func MatchTable(i engine.Info, deals int, entrants []Entrant) *Table {
	t := FigureTable(i.Scale(), "player", Map(entrants, func(e Entrant) champion.OpponentFigure {
		return champion.OpponentFigure{Opponent: e.Player, Figure: e.Figure}
	}))
	t.Title = fmt.Sprintf("%s games of %s", Count(deals*i.Seatings()), i.Name)
	if i.Meets() {
		t.Title += ", every deal in all seatings"
	}
	return t
}

// ProgramTable has a row for how each program behaved, and the first of their faults; nil without programs. limits says
// which limits their times have.
func ProgramTable(entrants []Entrant, limits string) *Table {
	const shownFaults = 3 // how many faults of each program are printed in full
	t := &Table{Columns: []string{"program", ">moves", ">median ms", ">95 %", ">99 %", ">slowest", ">CPU ms", ">forfeits", "faults"}}
	ms := func(x float64) string { return fmt.Sprintf("%.2f", x) }
	var faults []string
	for _, e := range entrants {
		x := e.Program
		if x == nil {
			continue
		}
		t.Add(e.Player, Count(x.Moves), ms(x.Median), ms(x.P95), ms(x.P99), ms(x.Slowest), ms(x.CPU), Count(x.Forfeits), FaultCounts(x.Faults))
		shown := x.Samples[:min(len(x.Samples), shownFaults)]
		faults = append(faults, Map(shown, func(f referee.Fault) string { return FaultText(e.Player, f) })...)
	}
	if len(t.Rows) == 0 {
		return nil
	}
	t.Note("Times of moves; limits: %s", limits)
	if len(faults) > 0 {
		t.Notes = append(append(t.Notes, ""), faults...)
	}
	return t
}

// FaultCounts lists how often each kind of fault occurred.
func FaultCounts(of map[referee.Kind]int) string {
	counts := Map(slices.Sorted(maps.Keys(of)), func(k referee.Kind) string { return fmt.Sprintf("%s ×%d", k, of[k]) })
	return cmp.Or(List(counts), "none")
}

// FaultText describes a fault of a program, with the end of its stderr.
func FaultText(name string, f referee.Fault) string {
	text := fmt.Sprintf("%s, %s, after %d moves: %s: %s", name, f.Play, f.Move, f.Kind, f.Detail)
	if f.Stderr != "" {
		lines := strings.Split(f.Stderr, "\n")
		text += "\n    " + strings.Join(lines[max(0, len(lines)-6):], "\n    ")
	}
	return text
}
