package page_test

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"bloodline/engine"
	"bloodline/engine/stats"
	"bloodline/genome/champion"
	"bloodline/genome/gene"
	"bloodline/internal/guard"
	"bloodline/results/report"
	"bloodline/results/report/page"
	"bloodline/results/report/view"
)

// The page of a contest's run begins with the sentence, then gains, opponents and curves, and has the parameters once;
// it has no question whose answer is empty.
func TestWrite_contest(t *testing.T) {
	figureOf := func(mean float64) stats.Figure {
		return stats.Figure{Games: 100, Mean: mean, Low: mean - 0.1, High: mean + 0.1}
	}
	gain, own, other := figureOf(0.2), figureOf(0.7), figureOf(0.3)
	aim := &gene.Gene{Name: "aim", Max: 1, Unit: "u"}
	p := &report.Profile{
		Name: "duel-1", Scale: engine.Scale{Unit: "win %", Percent: true, Fair: 0.5, High: 1}, Answered: true,
		Evidence:   &champion.Evidence{Blocks: 50, Field: own, Against: []champion.OpponentFigure{{Opponent: "rival", Figure: own}}},
		Gains:      []champion.Gain{{Genes: []string{"aim"}, Games: 100, Gain: &gain}, {Genes: []string{"few"}, Games: 10, MoreGames: 90}},
		Genes:      []report.Gene{{GeneDoc: report.GeneDoc{Name: "aim"}}},
		Parameters: &report.Table{Columns: []string{"parameter", ">champion"}, Rows: [][]string{{"aim", "0.75"}}},
		Curves: &report.Curves{Player: "duel-1", Unchanged: own, Curves: []report.Curve{{Gene: "aim", Of: aim, Points: []report.CurvePoint{
			{Value: report.ValueOf(aim, 0), Points: &other, Change: &other, Default: true}, {Value: report.ValueOf(aim, 0.75), At: 0.75, Points: &own, Champion: true},
		}}}},
	}
	run := &view.RunData{Player: p, Trace: []view.Point{{Champion: "g000-001"}}}
	run.Name, run.Scale, run.Generations, run.Conclusion = p.Name, p.Scale, 1, "The champion wins."
	var out strings.Builder
	guard.Must(t, page.Write(&out, &view.PageData{Runs: []*view.RunData{run}, Players: []*report.Profile{p}}, time.Unix(0, 0)))
	body := out.String()
	last := 0
	for _, want := range []string{
		">What came out?</h2>", "The champion wins.", "What each value of duel-1 gains", "Points against each opponent: duel-1",
		"What duel-1 scores with other values of aim", "Its parameters</h4>", "Fitness by generation of duel-1",
	} {
		at := strings.Index(body, want)
		if at < last {
			t.Errorf("%q stands at %d, in front of what must precede it (%d)", want, at, last)
		}
		last = at
	}
	if n := strings.Count(body, "<td>0.75</td>"); n != 1 {
		t.Errorf("the parameters stand there %d times", n)
	}
	if n := strings.Count(body, "Points against each opponent: duel-1</title>"); n != 3 { // for three widths
		t.Errorf("the opponents are drawn %d times, want 3", n)
	}
	for _, empty := range []string{"What does it do?", "The game counts no behaviour", "Why does it win?"} {
		if strings.Contains(body, empty) {
			t.Errorf("the page has %q, which has no answer", empty)
		}
	}
}

// No column of a table hides on a narrow screen: tables scroll, and a shade at the edge says so.
func TestStyle_columns(t *testing.T) {
	style, column := page.Style(), regexp.MustCompile(`\bt[dh]\b|\.picture`)
	for _, rule := range regexp.MustCompile(`([^{}]+)\{\s*display:\s*none;?\s*\}`).FindAllStringSubmatch(style, -1) {
		if column.MatchString(rule[1]) {
			t.Errorf("%s hides", rule[1])
		}
	}
	if !regexp.MustCompile(`\.scroll \{\s*overflow-x: auto;[^}]*local,[^}]*scroll;\s*\}`).MatchString(style) {
		t.Error("nothing says that a table is wider than the screen")
	}
}

// Each island's line has its number and what became of it in the legend. A champion with a single ancestor has a sentence
// instead of a tree.
func TestWrite_islandsAndAncestry(t *testing.T) {
	run := &view.RunData{
		Trace: []view.Point{{}}, Islands: []view.Island{
			{Number: 1, Generations: []int{0, 1}, Means: []float64{1, 2}, End: "leads"},
			{Number: 2, Generations: []int{2, 3}, Means: []float64{1, 2}, End: "given up in generation 4, 3.2 behind island 1 in 40 games"},
		},
	}
	born := func(id string, generation int) view.Ancestor {
		a := view.Ancestor{OnLine: true}
		a.ID, a.Born, a.Operator = id, generation, "mutation"
		return a
	}
	run.Name, run.Generations = "r", 5
	run.Ancestry = &view.Ancestry{Ancestors: []view.Ancestor{born("g000-003", 0), born("g002-001", 2)}, LineLength: 2}
	var out strings.Builder
	guard.Must(t, page.Write(&out, &view.PageData{Runs: []*view.RunData{run}}, time.Unix(0, 0)))
	body := strings.ReplaceAll(out.String(), "\n", " ")
	for _, want := range []string{">island 1: leads</text>", ">island 2: given up in generation 4</text>", "g002-001, of generation 2, comes from g000-003, of generation 0, by mutation."} {
		if !strings.Contains(body, want) {
			t.Errorf("the page has no %q", want)
		}
	}
	if strings.Contains(body, "Ancestry of") {
		t.Error("a tree of two dots is drawn")
	}
	run.Ancestry.Ancestors = append(run.Ancestry.Ancestors, born("g004-000", 4))
	out.Reset()
	guard.Must(t, page.Write(&out, &view.PageData{Runs: []*view.RunData{run}}, time.Unix(0, 0)))
	if !strings.Contains(out.String(), "Ancestry of") {
		t.Error("a tree of three is not drawn")
	}
}
