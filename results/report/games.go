package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"bloodline/arena/game"
	"bloodline/arena/human"
	"bloodline/engine"
	"bloodline/internal/setting"
)

// GameRow is one game of the list.
type GameRow struct {
	Name      string   `json:"name"`
	Title     string   `json:"title"`
	Seats     int      `json:"seats"`
	Dynamics  string   `json:"dynamics"`
	Points    string   `json:"points"`
	Genes     int      `json:"gene_count"`
	Schema    string   `json:"schema"`
	Baselines []string `json:"baselines"`
	Champions []string `json:"champions"`
}

func NewGameRow(g *game.Game) GameRow {
	i := g.Info()
	return GameRow{
		Name: i.Name, Title: i.Title, Seats: i.Seats, Dynamics: i.Dynamics.String(), Points: i.Points,
		Genes: len(g.Schema.Genes), Schema: g.Schema.Hash(), Baselines: g.BaselineNames(),
		Champions: append([]string{}, Map(g.Shipped.Champions, func(f game.File) string { return f.Name })...),
	}
}

func GameTable(games []GameRow) *Table {
	t := &Table{Columns: []string{"game", "what it is", ">seats", "moves", ">genes", ">baselines", "shipped champions"}}
	for _, g := range games {
		t.Add(g.Name, g.Title, fmt.Sprint(g.Seats), g.Dynamics, fmt.Sprint(g.Genes), fmt.Sprint(len(g.Baselines)), List(g.Champions))
	}
	return t
}

// GameDetail is one game with its genes.
type GameDetail struct {
	GameRow
	GeneDocs []GeneDoc `json:"genes"`
}

// AllGroups stands for every group of genes.
const AllGroups = "all"

// Table has a row for each group of genes, or describes each gene of one group. command lists the genes of a group.
func (d *GameDetail) Table(g *game.Game, group, command string) *Table {
	title := Paragraph("%s: %s, %d seats, %s moves, %s genes", d.Name, d.Title, d.Seats, d.Dynamics, Count(d.Genes))
	if group != "" {
		t := &Table{Title: title}
		for _, x := range d.GeneDocs {
			if group == AllGroups || x.Group == group {
				t.Notes = append(t.Notes, fmt.Sprintf("%s  %s, default %v, %s\n%s", x.Name, x.Span(), x.Default, x.Unit, setting.Wrap(x.Doc, "    ", Columns)))
			}
		}
		return t
	}
	t := &Table{Columns: []string{"group", ">genes", "what they decide"}}
	t.Title = title + "\n\n" + Bullet("baselines: "+cmp.Or(List(d.Baselines), "none")) + "\n" +
		Bullet("shipped champions: "+cmp.Or(List(d.Champions), "none"))
	for _, group := range g.Schema.Groups() {
		genes := slices.DeleteFunc(slices.Clone(d.GeneDocs), func(x GeneDoc) bool { return x.Group != group })
		t.Add(group, Count(len(genes)), g.GroupDoc(group))
	}
	t.Note("%s GROUP lists the genes of a group.", command)
	return t
}

// BaselineTable describes each baseline, with the points of the contest's leaderboard.
func BaselineTable(rows []engine.Baseline) *Table {
	t := &Table{}
	for _, b := range rows {
		head := b.Name
		if b.Points != 0 {
			head = fmt.Sprintf("%s (%.0f points published)", b.Name, b.Points)
		}
		t.Notes = append(t.Notes, fmt.Sprintf("%s\n%s\n", head, setting.Wrap(b.Doc, "    ", Columns)))
	}
	return t
}

// ThoughtTable has a row for each decision of a bot in a game.
func ThoughtTable(all []human.Thought) *Table {
	t := &Table{Columns: []string{"held", "did", ">how often it does", ""}}
	for _, x := range all {
		share, bluff := "", ""
		for _, o := range x.Options {
			if o.Option == x.Did {
				share = fmt.Sprintf("%.0f %%", 100*o.Share)
			}
		}
		if x.Bluff {
			bluff = "a bluff"
		}
		t.Add(strings.TrimSpace(x.Who+" "+x.Held), x.Did, share, bluff)
	}
	return t
}
