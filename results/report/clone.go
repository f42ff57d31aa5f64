package report

import (
	"fmt"
	"path/filepath"
	"strings"

	"bloodline/engine"
	"bloodline/engine/stats"
	"bloodline/genome/champion"
)

// Clone is a clone with its file.
type Clone struct {
	File string `json:"file"`
	*champion.Clone
}

// CloneTable has a row for each clone: how well it predicts, and how its score differs from the player's.
func CloneTable(s engine.Scale, clones []Clone) *Table {
	t := &Table{Columns: []string{"clone", ">decisions", ">log-loss", ">defaults", ">agreement", ">defaults", ">" + s.Unit, ">difference"}}
	const leastDecisions = 100 // how many decisions a clone should have
	for _, c := range clones {
		name := strings.TrimSuffix(filepath.Base(c.File), ".json")
		row := []string{name, Count(c.Seen), "-", "-", "-", "-", "-", "-"}
		if len(c.HeldOut) > 0 && len(c.Defaults) > 0 {
			all, defaults := c.HeldOut[0], c.Defaults[0]
			row[2], row[3] = loss(all.LogLoss), loss(defaults.LogLoss)
			row[4], row[5] = share(all.Agreement), share(defaults.Agreement)
		}
		if x := c.Score; x != nil {
			unit := map[bool]float64{false: 1, true: 100}[s.Percent]
			row[6], row[7] = s.Show(x.Player.Mean), fmt.Sprintf("%+.1f ± %.1f", rounded(unit*x.Difference.Mean, 1), unit*x.Difference.Half())
		}
		t.Add(row...)
		if c.Seen < leastDecisions {
			known := ""
			if len(c.HeldOut) > 0 {
				known = fmt.Sprintf(" (log-loss %.2f to %.2f)", c.HeldOut[0].LogLoss.Low, c.HeldOut[0].LogLoss.High)
			}
			t.Note("%s: learnt from %s only%s: play more games (--games)", c.File, Plural(c.Seen, "decision"), known)
		}
		if c.Worse() {
			t.Note("%s: predicts no better than the defaults do: the game's rules cannot play like %s, "+
				"or there were too few games", c.File, c.Of)
		}
		t.noteIf(c.Unknown > 0, "%s: %s left out, since the player's own cards are not known", c.File, Plural(c.Unknown, "decision"))
	}
	return t
}

func PredictedTable(c *champion.Clone) *Table {
	t := &Table{Columns: []string{"question", ">decisions", ">log-loss", ">95 % interval", ">defaults", ">agreement", ">95 % interval", ">defaults"}}
	for i, p := range c.HeldOut[:min(len(c.HeldOut), len(c.Defaults))] {
		t.Add(p.Kind, Count(p.Decisions), loss(p.LogLoss), span(p.LogLoss, 1, "%.2f to %.2f"), loss(c.Defaults[i].LogLoss),
			share(p.Agreement), span(p.Agreement, 100, "%.0f to %.0f"), share(c.Defaults[i].Agreement))
	}
	return t
}

func loss(s stats.Figure) string {
	if s.Mean == 0 {
		return "-"
	}
	return fmt.Sprintf("%.2f", s.Mean)
}

func share(s stats.Figure) string { return fmt.Sprintf("%.0f %%", 100*s.Mean) }

func span(s stats.Figure, times float64, format string) string {
	if s.Mean == 0 {
		return ""
	}
	return fmt.Sprintf(format, times*s.Low, times*s.High)
}
