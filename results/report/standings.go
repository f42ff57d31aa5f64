package report

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"bloodline/arena"
	"bloodline/arena/game"
	"bloodline/arena/referee"
	"bloodline/configs/player"
	"bloodline/engine"
	"bloodline/engine/stats"
	"bloodline/genome/champion"
)

// Standings are the results of a tournament.
type Standings struct {
	Game   string      `json:"game"`
	Rounds int         `json:"rounds"`
	Seed   uint64      `json:"seed"`
	Places []Place     `json:"places"`           // best first
	Versus [][]float64 `json:"versus,omitempty"` // points of the row against the column, both in the order of the places; two seats only

	Scale    engine.Scale `json:"scale"`
	Entrants []string     `json:"entrants,omitzero"` // of a report: players that are not baselines
	Circles  []string     `json:"circles,omitempty"` // the widest, of two seats
	Found    int          `json:"found,omitempty"`   // circles in all

	game *game.Game
}

// Place is one row of the standings. Points are on the scale of the contest's leaderboard, for a game that has one.
type Place struct {
	Rank int `json:"rank"`
	Entrant
	Points     float64 `json:"points,omitempty"`
	PointsLow  float64 `json:"points_low,omitempty"`
	PointsHigh float64 `json:"points_high,omitempty"`
	Published  float64 `json:"published,omitempty"` // points of the leaderboard
	Elo        float64 `json:"elo"`                 // Bradley-Terry, mean 0; two seats only
	EloLow     float64 `json:"elo_low"`
	EloHigh    float64 `json:"elo_high"`
	// Superiority is the likelihood that the player is stronger than the next one, by their points; nil for the last.
	Superiority *float64 `json:"superiority,omitempty"`
}

func NewStandings(g *game.Game, rounds int, seed uint64, entrants []Entrant, st *arena.Crosstable) (*Standings, error) {
	const mostCircles = 10 // how many circles are named
	r, err := st.Ratings()
	if err != nil {
		return nil, err
	}
	out := &Standings{Game: g.Name(), Rounds: rounds, Seed: seed, Versus: st.Matrix(), Scale: g.Info().Scale(), game: g}
	for i, x := range st.Order {
		elo := r.Interval[x.Player]
		p := Place{Rank: i + 1, Entrant: entrants[x.Player], Elo: r.Elo[x.Player], EloLow: elo.Low, EloHigh: elo.High}
		p.Figure = x.Figure
		if g.Leaderboard {
			full := g.PointsOut()
			p.Points, p.PointsLow, p.PointsHigh = full*p.Mean, full*p.Low, full*p.High
			p.Published = g.PublishedPoints(p.Player)
		}
		out.Places = append(out.Places, p)
	}
	for i := range out.Places[:len(out.Places)-1] {
		out.Places[i].Superiority = new(superiority(out.Places[i].Figure, out.Places[i+1].Figure, len(out.Places)))
	}
	cycles := st.Cycles()
	out.Found = len(cycles)
	for _, c := range cycles[:min(mostCircles, len(cycles))] {
		name := func(k int) string { return entrants[k].Player }
		out.Circles = append(out.Circles, fmt.Sprintf("%s > %s > %s > %s", name(c.A), name(c.B), name(c.C), name(c.A)))
	}
	return out, nil
}

// superiority is the likelihood that one player is stronger than another; their means are correlated by -1/(players-1).
func superiority(a, b stats.Figure, players int) float64 {
	const z = 1.959964
	x, y := (a.High-a.Low)/(2*z), (b.High-b.Low)/(2*z)
	sd := math.Sqrt(float64(x*x) + float64(y*y) + float64(2*x*y)/float64(players-1))
	return Superiority(a.Mean-b.Mean, sd)
}

// Superiority is the likelihood that a normal quantity with this mean and deviation is above 0; 0.5 without one.
func Superiority(mean, sd float64) float64 {
	if sd == 0 {
		return 0.5
	}
	return 0.5 * math.Erfc(-mean/(sd*math.Sqrt2))
}

func (s *Standings) IsEntrant(name string) bool { return slices.Contains(s.Entrants, name) }

// Table has a row for each player, and a title that says what was played and in which units.
func (s *Standings) Table(wide bool) *Table {
	t := s.table(wide, false)
	t.Spare = []string{"published", "points"}
	t.Title = fmt.Sprintf("%s, %s, %d players, %s games each", s.game.Info().Title, Plural(s.Rounds, "round"), len(s.Places), Count(s.Places[0].Games))
	switch {
	case s.game.Leaderboard:
		t.Title += fmt.Sprintf("; points are wins on the contest's scale of %.0f, Elo is Bradley-Terry's", s.game.PointsOut())
	case s.Versus != nil:
		t.Title += "; Elo is Bradley-Terry's"
	}
	if s.Versus != nil && !wide {
		t.Title += ", ± half of its 95 % interval"
		t.Omitted = []string{"both ends of the intervals"}
	}
	t.Title += "; LOS is the likelihood of superiority over the next player"
	if !wide {
		t.Title = Paragraph("%s", t.Title)
	}
	return t
}

func (s *Standings) PageTable() *Table { return s.table(false, true) }

func (s *Standings) table(wide, page bool) *Table {
	scale, t := s.Scale, &Table{Rows: make([][]string, len(s.Places))}
	column := func(show bool, head string, cell func(Place) string) {
		if !show {
			return
		}
		t.Columns = append(t.Columns, head)
		for i, p := range s.Places {
			t.Rows[i] = append(t.Rows[i], cell(p))
		}
	}
	scaled, elo := !page && s.game.Leaderboard, s.Versus != nil
	rank := map[bool]string{false: ">", true: ">rank"}[page]
	column(true, rank, func(p Place) string { return strconv.Itoa(p.Rank) })
	column(true, "player", func(p Place) string { return p.Player })
	column(true, ">"+scale.Unit, func(p Place) string { return scale.Show(p.Mean) })
	column(true, ">95 % interval", func(p Place) string { return scale.Span(p.Low, p.High) })
	drawn := slices.ContainsFunc(s.Places, func(p Place) bool { return p.Draws > 0 })
	column(drawn, ">drawn %", func(p Place) string { return DrawnShare(p.Figure) })
	column(scaled, ">points", func(p Place) string { return fmt.Sprintf("%.1f", p.Points) })
	column(scaled && wide, ">95 % interval", func(p Place) string { return fmt.Sprintf("%.1f to %.1f", p.PointsLow, p.PointsHigh) })
	column(scaled, ">published", func(p Place) string { return strings.TrimPrefix(fmt.Sprintf("%.0f", p.Published), "0") })
	column(elo, ">Elo", func(p Place) string { return signed(p.Elo) })
	column(elo && wide, ">95 % interval", func(p Place) string { return signed(p.EloLow) + " to " + signed(p.EloHigh) })
	column(elo && !wide && !page, ">± 95 %", func(p Place) string { return fmt.Sprintf("%.0f", (p.EloHigh-p.EloLow)/2) })
	column(!page, ">LOS %", func(p Place) string { // never 0 or 100
		switch {
		case p.Superiority == nil:
			return ""
		case *p.Superiority > 0.995:
			return ">99"
		}
		return fmt.Sprintf("%.0f", 100**p.Superiority)
	})
	return t
}

// Matrix has each player's points against each other one, and the circles. If it isn't wide, ranks head its columns.
func (s *Standings) Matrix(wide bool) *Table {
	t := &Table{Title: s.Scale.Unit + " of the row against the column", Columns: []string{""}}
	for i, p := range s.Places {
		name := p.Player
		if wide {
			t.Columns = append(t.Columns, ">"+name[:min(len(name), 6)])
		} else {
			name = fmt.Sprintf("%d %s", p.Rank, name)
			t.Columns = append(t.Columns, fmt.Sprintf(">%d", p.Rank))
		}
		row := []string{name}
		for j := range s.Places {
			text := "-"
			if i != j {
				text = Against(s.Scale, s.Versus[i][j])
			}
			row = append(row, text)
		}
		t.Add(row...)
	}
	t.Notes = []string{fmt.Sprintf("%d circles in which each beats the next, beyond chance", s.Found)}
	t.Notes = append(t.Notes, Map(s.Circles, func(c string) string { return "  " + c })...)
	return t
}

// Against prints a cell of a matrix: shares of wins as whole percent.
func Against(s engine.Scale, x float64) string {
	if s.Percent {
		return fmt.Sprintf("%.0f", 100*x)
	}
	return s.Show(x)
}

// Lead is a player among others on the same deals, or the mean of the champions of a group of runs.
type Lead struct {
	Player string `json:"player"`
	stats.Figure
	Champions []Entrant     `json:"champions,omitempty"` // of a group
	Behind    *stats.Figure `json:"behind,omitempty"`    // the first less this one, on the same deals; nil for the first
	// Verdict says which of the first and this one is better, where one is a group.
	Verdict string `json:"verdict,omitempty"`
	// MoreSeeds is about how many seeds more of each group would decide, if the difference is as seen; 0 where it is
	// decided, and where no number of up to a thousand would.
	MoreSeeds int `json:"more_seeds,omitempty"`
}

const mostMore = 1000 // the most seeds that are said to decide

// Decide fills in the verdict of a comparison with the first; b is the first less this one.
func (l *Lead) Decide(s engine.Scale, first string, b stats.Between) {
	x, better, other := b.Figure, first, l.Player
	l.Behind = new(x)
	if x.High < 0 {
		x, better, other = x.Opposite(), other, better
	}
	if x.Low > 0 {
		l.Verdict = fmt.Sprintf("%s is better than %s by %s %s (%s)", better, other, s.Show(x.Mean), differenceUnit(s), s.Span(x.Low, x.High))
		return
	}
	l.Verdict = fmt.Sprintf("No difference between %s and %s is shown", first, l.Player)
	l.MoreSeeds = b.More(mostMore, stats.Level)
}

// Verdicts are the verdicts of the rows of groups, with how many seeds more would decide.
func Verdicts(rows []Lead) (out []string) {
	for _, l := range rows {
		switch {
		case l.Verdict == "":
		case l.Behind.Low > 0 || l.Behind.High < 0 || l.Behind.Mean == 0:
			out = append(out, l.Verdict+".")
		case l.MoreSeeds == 0:
			out = append(out, fmt.Sprintf("%s, and %s seeds more of each would not show one of this size.", l.Verdict, Count(mostMore)))
		default:
			out = append(out, fmt.Sprintf("%s; about %s more of each would decide, if the difference is as seen.", l.Verdict, Plural(l.MoreSeeds, "seed")))
		}
	}
	return out
}

func LeadTable(g *game.Game, rows []Lead) *Table {
	s := g.Info().Scale()
	t := &Table{Columns: []string{"player", ">" + s.Unit, ">95 % interval", ">first ahead by", ">95 % interval", ">runs"}}
	t.Title = fmt.Sprintf("in %s games each on the same deals", Count(rows[0].Games))
	if g.Info().Seats > 1 {
		t.Title = Paragraph("against %s, each equally often, %s", Plural(len(g.Baselines), "baseline"), t.Title)
	}
	groups := slices.ContainsFunc(rows, func(r Lead) bool { return r.Champions != nil })
	for _, r := range rows {
		ahead, interval := figureCells(s, r.Behind)
		runs := strings.TrimPrefix(Count(len(r.Champions)), "0")
		t.Add(r.Player, s.Show(r.Mean), s.Span(r.Low, r.High), ahead, interval, runs)
	}
	t.Notes = Map(Verdicts(rows), func(text string) string { return Paragraph("%s", text) })
	if t.keepIf(groups, 5, 6); groups {
		t.Note("Intervals are over deals, those of groups over their seeds, too, because other seeds breed other champions.")
	} else {
		t.Note("The intervals are over deals. Use breed --seeds for the spread over seeds.")
	}
	return t
}

// signed is a whole number with its sign; what rounds to zero is +0.
func signed(x float64) string { return fmt.Sprintf("%+.0f", rounded(x, 0)) }

// rounded rounds to some digits after the point; the result is never -0.
func rounded(x float64, digits int) float64 {
	p := math.Pow10(digits)
	return math.Round(x*p)/p + 0
}

// SPRT is the result of a sequential test of two players.
type SPRT struct {
	First   string       `json:"first"`
	Second  string       `json:"second"`
	Verdict string       `json:"verdict"`
	LLR     float64      `json:"llr"`
	Lower   float64      `json:"lower"`
	Upper   float64      `json:"upper"`
	Games   int64        `json:"games"`
	Score   stats.Figure `json:"score"`   // points of the first player
	Elo     float64      `json:"elo"`     // of its share of the points, draws as halves
	EloLow  float64      `json:"elo_low"` // 95 % interval
	EloHigh float64      `json:"elo_high"`
	Counts  []int64      `json:"counts"` // blocks by share of the first player, from none of the points to all
	Saved   *float64     `json:"variance_saved,omitempty"`

	words string // the verdict in full
	scale engine.Scale
}

// NewSPRT names the players of a test that has ended.
func NewSPRT(first, second string, ar *arena.Arena, test stats.SPRT, s *arena.Sequential) *SPRT {
	v := &SPRT{
		First: first, Second: second, Verdict: s.Decision.String(), LLR: s.LLR, Games: s.Played(), Counts: s.Counts,
		words: "undecided, the games are used up", scale: ar.Info().Scale(),
	}
	switch s.Decision {
	case stats.AcceptH1:
		v.words = fmt.Sprintf("H1, %s is stronger by %g Elo or more", first, test.Elo1)
	case stats.AcceptH0:
		v.words = fmt.Sprintf("H0, %s is stronger by %g Elo at most", first, test.Elo0)
	}
	v.Lower, v.Upper = test.Bounds()
	v.Score = ar.Figure(s.Share)
	elo, interval := s.Elo()
	if i := ar.Info(); interval.Low == interval.High && i.Shares() { // all deals ended alike
		at := func(points float64) float64 { return stats.ScoreToElo(min(max(points, 1e-6), 1-1e-6)) }
		interval = stats.Interval{Low: at(v.Score.Low), High: at(v.Score.High)}
	}
	v.Elo, v.EloLow, v.EloHigh = elo, interval.Low, interval.High
	if saved := s.VarianceSaved(); saved > 0 && saved < 1e6 {
		v.Saved = &saved
	}
	return v
}

func (v *SPRT) Table() *Table {
	t := &Table{Title: Paragraph("%s against %s: %s", v.First, v.Second, v.words), Columns: []string{"", ">"}}
	t.Add("LLR", fmt.Sprintf("%.2f (decided at %.2f and %.2f)", rounded(v.LLR, 2), v.Lower, v.Upper))
	t.Add("games", Count(v.Games))
	t.Add(v.scale.Unit, MeanInterval(v.scale, v.Score))
	t.Add("Elo", fmt.Sprintf("%+.1f (%+.1f to %+.1f)", rounded(v.Elo, 1), rounded(v.EloLow, 1), rounded(v.EloHigh, 1)))
	if len(v.Counts) == 5 {
		t.Add("deals by points 0, 1/2, 1, 3/2, 2", fmt.Sprint(v.Counts))
	} else { // where many are possible, only how many occurred
		seen := slices.DeleteFunc(slices.Clone(v.Counts), func(n int64) bool { return n == 0 })
		t.Add("different results of a deal", fmt.Sprintf("%d of %d", len(seen), len(v.Counts)))
	}
	if v.Saved != nil {
		t.Add("games that pairing saved", fmt.Sprintf("x%.2f", *v.Saved))
	}
	t.noteIf(v.EloLow == v.EloHigh, "All deals ended alike, so the interval has no width.")
	return t
}

// Entrant is a player of a match or a tournament.
type Entrant struct {
	Player string `json:"player"`
	stats.Figure
	Program *referee.Conduct `json:"program,omitempty"` // of a player that is a program
}

func Entrants(ps []*player.Player) []Entrant {
	return Map(ps, func(p *player.Player) Entrant { return Entrant{Player: p.Name} })
}

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

// ProgramTable has a row for how each program behaved within limits, and the first faults; nil without programs.
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
