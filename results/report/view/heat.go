package view

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"bloodline/arena/portrait"
)

// Table is a table of behaviour whose shares can be coloured.
type Table struct {
	Title   string   `json:"title"`
	Columns []string `json:"columns"`
	Rows    [][]Cell `json:"rows"`
	Words   []string `json:"words,omitempty"` // sentences that quote the table
}

// Cell is a cell of a table. The other player's text and share stand beside it, where
// there is one and it has the same row.
type Cell struct {
	Text   string   `json:"text"`
	Share  *float64 `json:"share,omitempty"` // in [0, 1]; nil for what is no share
	Level  *float64 `json:"level,omitempty"` // in a table of means: of the largest one
	Beside string   `json:"beside,omitempty"`
	Other  *float64 `json:"other,omitempty"`
}

// share is how portraits print a share, with the chances behind it or without.
var share = regexp.MustCompile(`^([<>]?)(\d+(?:\.\d+)?) %(?: of (\d+))?$`)

func shareOf(text string) *float64 {
	m := share.FindStringSubmatch(text)
	if m == nil {
		return nil
	}
	x, err := strconv.ParseFloat(m[2], 64)
	if err != nil || x > 100 {
		return nil
	}
	x /= 100
	return &x
}

func tables(from []portrait.Table) (out []Table) {
	for _, t := range from {
		v := Table{Title: t.Title}
		for _, c := range t.Columns {
			v.Columns = append(v.Columns, strings.TrimPrefix(c, ">"))
		}
		for _, row := range t.Rows {
			var cells []Cell
			for _, text := range row {
				cells = append(cells, Cell{Text: text, Share: shareOf(text)})
			}
			v.Rows = append(v.Rows, cells)
		}
		v.level()
		out = append(out, v)
	}
	return out
}

// level fills in the levels of a table that has no shares but numbers with decimals.
func (t Table) level() {
	most := 0.0
	numbers := map[*Cell]float64{}
	for _, row := range t.Rows {
		for c := range row {
			if row[c].Share != nil {
				return
			}
			if x, err := strconv.ParseFloat(row[c].Text, 64); err == nil && x >= 0 && strings.Contains(row[c].Text, ".") {
				numbers[&row[c]], most = x, max(most, x)
			}
		}
	}
	for cell, x := range numbers {
		if most > 0 {
			level := x / most
			cell.Level = &level
		}
	}
}

// compareTables puts the cells of another player's tables beside those of the same
// place, as far as both begin with the same words.
func compareTables(own, other []Table) {
	for i := range own {
		if i >= len(other) || other[i].Title != own[i].Title {
			continue
		}
		for r, row := range own[i].Rows {
			if r >= len(other[i].Rows) || len(other[i].Rows[r]) != len(row) || !sameLabel(row, other[i].Rows[r]) {
				continue
			}
			for c := range row {
				if x := other[i].Rows[r][c]; row[c].Share != nil || x.Share != nil {
					row[c].Beside, row[c].Other = x.Text, x.Share
				}
			}
		}
	}
}

// mean returns the tables of one player, or of several tables with the mean of their
// shares, all players alike. A cell of which fewer than half of them have a share has
// none.
func mean(all [][]Table) []Table {
	out := all[0]
	if len(all) == 1 {
		return out
	}
	for t := range out {
		for r := range out[t].Rows {
			for c := range out[t].Rows[r] {
				cell := &out[t].Rows[r][c]
				sum, n := 0.0, 0
				for _, one := range all {
					if x := at(one, t, r, c); x != nil {
						sum += *x
						n++
					}
				}
				if 2*n < len(all) {
					*cell = Cell{Text: cell.Text}
					if n > 0 {
						cell.Text = "-"
					}
					continue
				}
				x := sum / float64(n)
				*cell = Cell{Text: fmt.Sprintf("%.0f %%", 100*x), Share: &x}
			}
		}
	}
	return out
}

// at returns a share of a table, nil where there is none.
func at(ts []Table, t, r, c int) *float64 {
	if t >= len(ts) || r >= len(ts[t].Rows) || c >= len(ts[t].Rows[r]) {
		return nil
	}
	return ts[t].Rows[r][c].Share
}

// sameLabel tells whether two rows are of the same thing: their first cells are equal,
// unless those are figures themselves.
func sameLabel(a, b []Cell) bool {
	return a[0].Text == b[0].Text || a[0].Share != nil || b[0].Share != nil || strings.Trim(a[0].Text, "0123456789") == ""
}

// quote finds the figures of a sentence: "3 of 1234" and "52 %".
var quote = regexp.MustCompile(`of (\d+)|([<>]?\d+(?:\.\d+)? %)`)

// assign gives every sentence to the table whose figures it quotes, and returns those
// that quote none.
func assign(words []string, ts []Table) (rest []string) {
	for _, w := range words {
		best, most := -1, 0
		for i, t := range ts {
			if n := quoted(w, t); n > most {
				best, most = i, n
			}
		}
		if best < 0 {
			rest = append(rest, w)
			continue
		}
		ts[best].Words = append(ts[best].Words, w)
	}
	return rest
}

// quoted tells how well a table shows what a sentence says. A share with its chances
// names its cell; a number of chances may stand in two tables; a percentage may stand
// anywhere, and counts only in sentences that quote no numbers of chances.
func quoted(sentence string, t Table) (n int) {
	shares := map[string]bool{}
	for _, m := range quote.FindAllStringSubmatch(sentence, -1) {
		shares[m[2]] = true
	}
	chances := strings.Contains(sentence, " of ")
	for _, m := range quote.FindAllStringSubmatch(sentence, -1) {
		switch {
		case m[1] != "" && t.has(func(text string) bool {
			share, of, ok := strings.Cut(text, " of ")
			return ok && of == m[1] && shares[share]
		}):
			n += 100
		case m[1] != "" && t.has(func(text string) bool { return strings.HasSuffix(text, " of "+m[1]) }):
			n += 10
		case m[2] != "" && !chances && t.has(func(text string) bool { return text == m[2] }):
			n++
		}
	}
	return n
}

func (t Table) has(want func(text string) bool) bool {
	for _, row := range t.Rows {
		for _, c := range row {
			if want(c.Text) {
				return true
			}
		}
	}
	return false
}

// Labels returns how many columns come before the first that has a share.
func (t Table) Labels() int {
	for c := range t.Columns {
		for _, row := range t.Rows {
			if c < len(row) && (row[c].Share != nil || row[c].Level != nil) {
				return c
			}
		}
	}
	return len(t.Columns)
}
