package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"bloodline/engine"
	"bloodline/evolve/store"
)

// Ladder has the bots of a contest by their games against each other.
type Ladder struct {
	Contest string      `json:"contest"` // path of the run file
	Digest  string      `json:"digest"`  // of what decides a game beside the bots: referee, maps, points
	Games   int         `json:"games"`
	Void    int         `json:"void,omitempty"`    // games in which the referee failed, whichever bots played
	Changed string      `json:"changed,omitempty"` // why another ladder begins
	Bots    []LadderBot `json:"bots"`              // the active ones first, best first
}

// LadderBot is a bot of a ladder.
type LadderBot struct {
	Rank int `json:"rank,omitempty"` // among the active bots
	store.Bot
	Rating *Rating `json:"rating,omitempty"` // nil before it has played a deal in all seatings
	// Superiority is the likelihood that the bot is stronger than the next one; nil for the last.
	Superiority *float64 `json:"superiority,omitempty"`
	Games       int      `json:"games"`
	Faults      int      `json:"faults"` // games that it lost by an error
}

// Rating is a Bradley-Terry rating above the mean of the active bots, with its 95 % interval.
type Rating struct {
	Elo  float64 `json:"elo"`
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

// Table has a row for each bot.
func (l *Ladder) Table() *Table {
	const about = "%s, %s; Elo is Bradley-Terry's, ± half of its 95 %% interval"
	t := &Table{Title: Paragraph(about, l.Contest, Plural(l.Games, "game"))}
	t.Columns = []string{">", "bot", ">Elo", ">±", ">LOS %", ">games", ">faults", "added", "commit", "note"}
	for _, b := range l.Bots {
		rank, elo, half, los := strings.TrimPrefix(fmt.Sprint(b.Rank), "0"), "", "", ""
		added, commit := b.Added.Local().Format("2006-01-02"), fmt.Sprintf("%.7s", b.Revision)
		if x := b.Rating; x != nil {
			elo, half = signed(x.Elo), fmt.Sprintf("%.0f", (x.High-x.Low)/2)
		}
		if b.Superiority != nil {
			los = fmt.Sprintf("%.0f", 100**b.Superiority)
		}
		if b.Clean != nil && !*b.Clean {
			commit += "+"
		}
		note := b.Note
		if b.State != store.Active {
			note = strings.TrimSuffix(b.State+"; "+b.Note, "; ")
		}
		t.Add(rank, b.Name, elo, half, los, Count(b.Games), Count(b.Faults), added, commit, note)
		if b.State == store.Suspended {
			t.Notes = append(t.Notes, SuspendedText(b.Bot))
		}
	}
	if len(l.Bots) > 0 {
		noted := func(b LadderBot) bool { return b.Note != "" || b.State != store.Active }
		t.keepIf(slices.ContainsFunc(l.Bots, noted), 9, 10)
		t.keepIf(slices.ContainsFunc(l.Bots, func(b LadderBot) bool { return b.Revision != "" }), 8, 9)
	}
	t.noteIf(l.Changed != "", "%s", l.Changed)
	t.noteIf(l.Void > 0, "In %s the referee failed, whichever bots played: they count for none.", Plural(l.Void, "game"))
	return t
}

// SuspendedText says why a bot was suspended, and how such a game is played again.
func SuspendedText(b store.Bot) string {
	text := Paragraph("%s is suspended: %s", b.Name, b.Reason)
	if b.Again != "" {
		text += "\nPlay this game again:\n  " + b.Again
	}
	return text
}

// LadderPair is what two bots of a ladder have played against each other.
type LadderPair struct {
	First  string       `json:"first"`
	Second string       `json:"second"`
	Scale  engine.Scale `json:"scale"`
	Rows   []LadderCell `json:"rows"` // in all, by the seat of the first, and by map
}

// LadderCell is the games of a pair on a map or with a seat, for the first bot.
type LadderCell struct {
	Map         string  `json:"map,omitempty"`
	Seat        int     `json:"seat,omitempty"` // of the first bot, from 1; 0: both
	Games       int     `json:"games"`
	Wins        int     `json:"wins"`
	Draws       int     `json:"draws"`
	Losses      int     `json:"losses"`
	Points      float64 `json:"points"` // a game
	Faults      int     `json:"faults"`
	OtherFaults int     `json:"other_faults"` // of the second bot
}

// Table has a row for all games, for each seat and for each map.
func (p *LadderPair) Table() *Table {
	t := &Table{Title: fmt.Sprintf("%s against %s", p.First, p.Second)}
	t.Columns = []string{"games", ">number", ">won", ">drawn", ">lost", ">" + p.Scale.Unit, ">faults", ">its faults"}
	for _, c := range p.Rows {
		name := cmp.Or(c.Map, "all")
		if c.Seat > 0 {
			name = fmt.Sprintf("as p%d", c.Seat)
		}
		t.Add(name, Count(c.Games), Count(c.Wins), Count(c.Draws), Count(c.Losses), p.Scale.Show(c.Points),
			Count(c.Faults), Count(c.OtherFaults))
	}
	t.noteIf(len(p.Rows) == 0, "They have played no game.")
	return t
}

// LadderLog lists games of a ladder.
type LadderLog struct {
	Games []LoggedGame `json:"games"`
}

// LoggedGame is a game of a ladder.
type LoggedGame struct {
	Played time.Time `json:"played"`
	Map    string    `json:"map,omitempty"`
	Seed   uint64    `json:"seed"`
	Bots   []string  `json:"bots"`   // by seat
	Result string    `json:"result"` // the winner, draw, or void where the referee failed whichever bots played
	Points []float64 `json:"points"` // by seat; none of a void game
	engine.Ranking

	Number  uint64 `json:"-"` // of the deal: seed and map
	Command string `json:"-"` // that plays it again; empty if no line of a shell does
}

// LadderPage is what a page shows of a ladder.
type LadderPage struct {
	*Ladder
	Problem string // why there is nothing to show
	Scale   engine.Scale
	Maps    []string // that were played
	Map     string   // on which alone games count; empty for all
	Seat    int      // of the row in Versus, from 1; 0 for any

	Versus [][]*LadderCell // games of each bot against each other; nil where they have played none
	Last   []LoggedGame    // the latest first
}

// AddGames fills in the pairs and the last games.
func (p *LadderPage) AddGames(log *LadderLog) {
	const mostLast = 20
	for _, a := range p.Bots {
		p.Versus = append(p.Versus, Map(p.Bots, func(b LadderBot) *LadderCell {
			all := log.Pair(a.Name, b.Name, p.Scale).Rows
			i := slices.IndexFunc(all, func(c LadderCell) bool { return c.Map == "" && c.Seat == p.Seat })
			if i < 0 || a.Name == b.Name {
				return nil
			}
			return &all[i]
		}))
	}
	p.Last = slices.Clone(log.Games[max(0, len(log.Games)-mostLast):])
	slices.Reverse(p.Last)
}

// Pair sums up the games of two bots.
func (l *LadderLog) Pair(first, second string, s engine.Scale) *LadderPair {
	all, rows := &LadderPair{First: first, Second: second, Scale: s, Rows: []LadderCell{}}, map[LadderCell]*LadderCell{}
	for _, g := range l.Games {
		own := slices.Index(g.Bots, first)
		if own < 0 || g.Bots[1-own] != second || g.Points == nil {
			continue
		}
		keys := []LadderCell{{}, {Seat: own + 1}, {Map: g.Map}}
		if g.Map == "" {
			keys = keys[:2]
		}
		for _, key := range keys {
			if rows[key] == nil {
				rows[key] = new(key)
			}
			rows[key].add(&g, own)
		}
	}
	for _, c := range rows {
		c.Points /= float64(c.Games)
		all.Rows = append(all.Rows, *c)
	}
	slices.SortFunc(all.Rows, func(x, y LadderCell) int {
		return cmp.Or(cmp.Compare(x.Map, y.Map), cmp.Compare(x.Seat, y.Seat))
	})
	return all
}

func (c *LadderCell) add(g *LoggedGame, own int) {
	c.Games++
	c.Points += g.Points[own]
	count := func(n *int, is bool) {
		if is {
			*n++
		}
	}
	count(&c.Wins, g.Result == g.Bots[own])
	count(&c.Losses, g.Result == g.Bots[1-own])
	count(&c.Draws, g.Points[0] == g.Points[1])
	count(&c.Faults, g.Errors[own] != "")
	count(&c.OtherFaults, g.Errors[1-own] != "")
}

// Table has a row for each game.
func (l *LadderLog) Table() *Table {
	t := &Table{Columns: []string{"played", "map", ">seed", "p1", "p2", "result", ">ms", "faults"}}
	for _, g := range l.Games {
		var faults []string
		for seat, wrong := range g.Errors {
			if wrong != "" {
				faults = append(faults, g.Bots[seat]+": "+wrong)
			}
		}
		t.Add(g.Played.Local().Format("2006-01-02 15:04:05"), g.Map, fmt.Sprint(g.Seed), g.Bots[0], g.Bots[1], g.Result,
			fmt.Sprintf("%.0f", g.Millis), List(faults))
	}
	if len(l.Games) > 0 {
		t.keepIf(slices.ContainsFunc(l.Games, func(g LoggedGame) bool { return g.Map != "" }), 1, 2)
	}
	t.noteIf(len(l.Games) == 0, "No game was played.")
	return t
}
