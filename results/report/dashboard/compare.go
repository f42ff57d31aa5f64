package dashboard

import (
	"errors"
	"net/http"
	"slices"

	"bloodline/configs/player"
	"bloodline/genome/champion"
	"bloodline/internal/system"
	"bloodline/results/report"
	"bloodline/results/report/view"
)

// comparison is the page of several runs and champions, or groups of runs.
type comparison struct {
	Sides         []report.Side
	Groups, Bands []*view.Band
	Runs          []*view.RunData
	Settings      []view.Setting // by side
	Genes         []report.GeneDifference
	Compare       string // the command that plays what this page doesn't
	Play          bool

	// What is played, after the rest.
	Match *champion.OpponentFigure
	Says  []string
	Table *report.Table
}

const mostCompared = 6 // how many are compared at once

// compare shows several side by side: the settings and genes that differ, the curves over each other, and of two a
// match. Groups of runs are compared on the same deals; one alone shows its runs.
func (s *Server) compare(w http.ResponseWriter, r *http.Request) error {
	words := r.URL.Query()["of"]
	sides, err := view.Sides(s.Finder, words)
	if err != nil {
		return err
	}
	c := comparison{Sides: sides}
	grouped := slices.ContainsFunc(c.Sides, func(s report.Side) bool { return s.Group })
	if n := len(c.Sides); n < 2 && !grouped || n > mostCompared {
		return refusal{http.StatusBadRequest, errors.New("tick two to six of the list to compare them")}
	}
	ps, err := s.readSides(&c, grouped)
	if err != nil {
		return err
	}
	a, alike := ps[0], !slices.ContainsFunc(ps, func(p *player.Player) bool { return p.Game.Name() != ps[0].Game.Name() })
	if len(ps) == 2 && alike && a.Genes != nil && ps[1].Genes != nil {
		c.Genes = report.Differences(a.Game.Schema, a.Genes, ps[1].Genes)
	}
	if alike && len(c.Sides) > 1 && (grouped || len(ps) == 2) {
		if c.Play = !a.Game.Slow(); !c.Play {
			c.Compare = s.Call.Line("compare " + system.Line(words))
		}
	}
	title := "Side by side"
	if len(c.Sides) == 1 {
		title = c.Sides[0].Name
	}
	return s.stream(w, r, "compare", site{title, s.Program, c}, func(send func(name string, body any) error) (err error) {
		switch {
		case !c.Play:
			return nil
		case !grouped:
			c.Match, err = s.Measurer.HeadToHead(r.Context(), a, ps[1], matchGames)
		default:
			var rows []report.Lead
			if rows, err = s.Measurer.CompareSides(r.Context(), c.Sides, ps); err == nil {
				c.Table, c.Says = report.LeadTable(a.Game, rows), report.Verdicts(rows)
				c.Table.Notes = c.Table.Notes[len(c.Says):]
			}
		}
		if err != nil {
			return err
		}
		return send("played", c)
	})
}

// readSides fills in what is known of the sides before a game is played, and returns their players.
func (s *Server) readSides(c *comparison, grouped bool) (ps []*player.Player, err error) {
	var configs []string
	for _, side := range c.Sides {
		before := len(c.Bands)
		for i, word := range side.Words {
			p, err := s.find(word)
			if err != nil {
				return nil, err
			}
			run, band := s.findBand(word, p)
			ps, c.Bands = append(ps, p), append(c.Bands, band)
			if p.File != nil && i == 0 {
				configs = append(configs, p.File.Origin.Config)
			}
			if run != nil {
				c.Runs = append(c.Runs, run)
			}
		}
		own := c.Bands[before:]
		if side.Group && !slices.ContainsFunc(own, func(b *view.Band) bool { return b.Evidence == nil }) {
			c.Groups = append(c.Groups, view.BandOfGroup(side.Name, own))
		}
	}
	if len(c.Runs) > mostCompared {
		c.Runs = nil // too many curves
	}
	if len(configs) == len(c.Sides) {
		c.Settings = view.DifferingSettings(configs)
		if grouped {
			c.Settings = slices.DeleteFunc(c.Settings, func(s view.Setting) bool { return s.Key == "seed" })
		}
	}
	return ps, nil
}

const matchGames = 20_000 // how many two play against each other
