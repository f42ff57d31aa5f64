// Package page draws what package view has gathered: it has the templates, the figures and the style of all pages.
//
// [Write] makes a report in one self-contained HTML file, [Templates] has the same sections for pages of the dashboard,
// and [Summary] is a run as a short text. Pages work without script; the one script sorts tables and keeps live pages
// up to date. Text of runs, genes and players is escaped by html/template, and figures escape their own.
package page

import (
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"math"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"sync"
	"time"

	"bloodline/arena/human"
	"bloodline/arena/portrait"
	"bloodline/engine"
	"bloodline/engine/stats"
	"bloodline/genome/champion"
	"bloodline/internal/system"
	"bloodline/results/report"
	"bloodline/results/report/figure"
	"bloodline/results/report/view"
)

//go:embed templates/*.html
var files embed.FS

//go:embed assets/page.css
var css string

// Script is the script of all pages.
//
//go:embed assets/page.js
var Script string

func Style() string { return figure.Style + css }

// Templates returns the parsed templates: report, and the sections run, descent, player and tournament with what a
// dashboard adds around them. They are parsed at the first call, which takes 4 ms.
var Templates = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("page").Funcs(functions).ParseFS(files, "templates/*.html"))
})

// Section is the data of a section about a run, and where its links lead.
type Section struct {
	Run         *view.RunData
	AncestorURL string // URL before the ID of an ancestor; empty within a file
	Curves      CurveOptions
	Steps       report.Steps
}

type document struct {
	*view.PageData
	Title  string
	Policy string
	Style  template.CSS
	Script template.JS
	Made   time.Time
	Tried  bool              // a run has a list of the settings that it has tried
	What   []*report.Profile // whose behaviour is counted
	Why    []*report.Profile // whose run's part doesn't have what its genes earn
}

// FileMark stands at the beginning of every page that [Write] writes.
const FileMark = `<meta name="generator" content="bloodline">`

// Write writes a report as one file. made is printed in it.
func Write(w io.Writer, r *view.PageData, made time.Time) error {
	d := document{
		PageData: r, Made: made.UTC(), Tried: slices.ContainsFunc(r.Runs, func(run *view.RunData) bool { return run.Trials != nil }),
		Style: template.CSS(Style()), Script: template.JS(Script),
		Policy: fmt.Sprintf("default-src 'none'; style-src '%s'; script-src '%s'; base-uri 'none'; form-action 'none'", digest(Style()), digest(Script)),
	}
	names := report.Map(r.Runs, func(run *view.RunData) string { return run.Name })
	if len(names) == 0 {
		names = report.Map(r.Players, func(p *report.Profile) string { return p.Name })
	}
	d.Title = report.List(names)
	d.What = slices.DeleteFunc(slices.Clone(r.Players), func(p *report.Profile) bool { return len(p.Habits) == 0 })
	d.Why = slices.DeleteFunc(slices.Clone(r.Players), func(p *report.Profile) bool { return p.Answered && p.Parameters != nil || p.Genes == nil })
	return Templates().ExecuteTemplate(w, "report", d)
}

// digest is the hash by which a content security policy allows a text.
func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}

// short writes a large number in three digits: "72.4 M".
func short(n int64) string {
	switch {
	case n >= 1e9:
		return fmt.Sprintf("%.3g G", float64(n)/1e9)
	case n >= 1e6:
		return fmt.Sprintf("%.3g M", float64(n)/1e6)
	case n >= 1e4:
		return fmt.Sprintf("%.3g k", float64(n)/1e3)
	}
	return report.Count(n)
}

var functions = template.FuncMap{
	// Figures, and cells of tables that are drawn.
	"runChart": func(name string, r *view.RunData) template.HTML { return chartHTML(chartOf(runCharts, name, r), full) },
	"playerChart": func(name string, ps ...*report.Profile) template.HTML {
		return chartHTML(chartOf(playerCharts, name, ps), full)
	},
	"halfChart": func(name string, p *report.Profile) template.HTML { // two stand side by side on a wide screen
		return chartHTML(chartOf(playerCharts, name, []*report.Profile{p}), half)
	},
	"ladderRanking": func(p *report.LadderPage) template.HTML { // best first
		name := func(b report.LadderBot) string { return b.Name }
		return chartHTML(eloForest("Elo of the bots of "+p.Contest, p.Bots, name), full)
	},
	"ladderVersions": func(p *report.LadderPage) template.HTML { return chartHTML(ladderVersions(p), full) },
	"small":          curvePlots,
	"overlay":        func(rs []*view.RunData) template.HTML { return chartHTML(overlay(rs), full) },
	"spark":          func(ys []float64) template.HTML { return template.HTML(figure.Spark(ys)) },
	"strip": func(p view.GenePath) template.HTML { // how a gene moved
		const most = 0.5 // the shift at which the colours end
		return template.HTML(figure.Strip(report.Map(p.Shifts, func(x float64) string { return figure.Shift(x, most) })))
	},
	"bar":   bar,
	"shade": shade,
	"versus": func(x float64, s engine.Scale) string { // the colour of points of a pair, by how far they are from equal
		return figure.Shift(x-s.Fair, max(s.High-s.Fair, s.Fair-s.Low))
	},
	"lossHeat": func(x float64, cs []report.Cut) string { return figure.Shift(x, largestLoss(cs)) },
	"arrow":    arrow,

	// Values.
	"heads": func(t *report.Table) template.HTML { // as a terminal has them
		return rowHTML(t, t.Heads(), func(int) string { return `th scope="col"` })
	},
	"head": func(column string) string { return strings.TrimPrefix(column, ">") },
	"about": func(all []portrait.Sentence, table int) []portrait.Sentence {
		return slices.DeleteFunc(slices.Clone(all), func(w portrait.Sentence) bool { return w.Table != table })
	},
	"marked": func(all []portrait.Sentence, row int) bool {
		return slices.ContainsFunc(all, func(w portrait.Sentence) bool { return w.Row == row })
	},
	"lines": trialLines,
	"best":  func(rows [][]string) [][]string { return rows[:min(len(rows), mostTrials)] },
	"cells": cells, "strangers": report.StrangerTable,
	"deals": report.CountedDeals, "edge": report.AtEdge, "leads": report.DefaultsLeadTable, "common": report.InCommon,
	"sorted": sortByLoss, "strongest": strongest,
	"sentences": func(text string) []string { // the first one, and the others
		first, others, more := strings.Cut(strings.ReplaceAll(text, " %", "\u00a0%"), ". ")
		if more {
			first += "."
		}
		return []string{first, others}
	},
	"quote": func(word string) string { return system.Line([]string{word}) },
	"ended": outcome, "shown": report.ShownText,
	"run":   func(r *view.RunData, all report.Steps) Section { return Section{Run: r, Steps: all} },
	"under": report.Steps.Under,

	// Numbers and words.
	"text": report.CellText, "chances": report.Chances, "against": report.Against, "label": report.WithErrors, "short": short, "slug": slug,
	"shared":   report.Shared,
	"ahead":    func(f *stats.Figure) string { return report.MeanInterval(engine.Scale{Percent: true}, *f) },
	"count":    count,
	"rate":     report.Rate,
	"duration": func(seconds float64) string { return report.Duration(time.Duration(seconds * float64(time.Second))) },
	"day":      func(t time.Time) string { return t.UTC().Format("2006-01-02 15:04") },
	"stamp":    func(t time.Time) int64 { return max(0, t.Unix()) },
	"shift":    report.Shift,
	"percent":  func(x float64) float64 { return 100 * x },
	"coins":    func(n int) string { return strings.Repeat("●", n) },
	"link":     func(path, name string) string { return path + "?" + url.Values{"name": {name}}.Encode() },
	"axes":     func() []string { return []string{"generations", "games", "time"} },
	"curves":   func(c CurveOptions, r *view.RunData) template.HTML { return chartHTML(c.draw(r), full) },
	"likely": func(all []human.Chance) []human.Chance { // without chances that are printed as 0
		return slices.DeleteFunc(slices.Clone(all), func(c human.Chance) bool { return c.Share < 0.0005 })
	},
	"list": func(xs ...any) []any { return xs },
	"join": report.List,
	"add":  func(a, b int) int { return a + b },
	"most": func(n int, all []report.GeneDifference) []report.GeneDifference { return all[:min(n, len(all))] },
}

// outcome is the result of a game, in words for winning, sharing the points and losing.
func outcome(s engine.Scale, x float64, won, drew, lost string) string {
	switch {
	case !s.Percent:
		return s.Show(x) + " " + s.Unit
	case x > s.Fair:
		return won
	case x == s.Fair:
		return drew
	}
	return lost
}

// cells writes a row of a table: the cell in the first column of text is the row's head.
func cells(t *report.Table, row []string) template.HTML {
	named := slices.IndexFunc(t.Columns, func(c string) bool { return !strings.HasPrefix(c, ">") })
	return rowHTML(t, row, func(i int) string {
		if i == named {
			return `th scope="row"`
		}
		return "td"
	})
}

// rowHTML writes the cells of a row as elements; those in columns of text are aligned left.
func rowHTML(t *report.Table, row []string, element func(i int) string) template.HTML {
	var b strings.Builder
	for i, text := range row {
		tag := element(i)
		class := ""
		if !t.AlignsRight(i) && tag != `th scope="row"` {
			class = ` class="l"`
		}
		fmt.Fprintf(&b, "<%s%s>%s</%s>", tag, class, template.HTMLEscapeString(text), tag[:2])
	}
	return template.HTML(b.String())
}

// strongest is the largest loss against an opponent that is above 0 with its whole interval; nil for none.
func strongest(c report.Cut) (most *champion.OpponentFigure) {
	for i, f := range c.Against {
		if f.Low > 0 && (most == nil || f.Mean > most.Mean) {
			most = &c.Against[i]
		}
	}
	return most
}

// bar draws a figure on the scale of all.
func bar(f champion.OpponentFigure, all []champion.OpponentFigure, fair float64) template.HTML {
	p := figure.Forest{Fair: fair}
	p.Rows = report.Map(all, func(x champion.OpponentFigure) figure.Row {
		return figure.Row{Intervals: []figure.Interval{{Low: x.Low, High: x.High}}}
	})
	p.Range()
	return template.HTML(figure.Bar(figure.Interval{Mean: f.Mean, Low: f.Low, High: f.High}, p.Low, p.High, fair))
}

// arrow marks a share that is clearly above or below the other player's.
func arrow(c portrait.Cell) string {
	switch {
	case shade(c) == "" || c.Other == nil || math.Abs(c.Ratio()-c.Other.Ratio()) < 0.15:
		return ""
	case c.Ratio() > c.Other.Ratio():
		return "▲"
	}
	return "▼"
}

// count is report.Count for whatever number a template has.
func count(n any) string {
	v := reflect.ValueOf(n)
	if v.CanFloat() {
		return report.Count(int64(math.Round(v.Float())))
	}
	return report.Count(v.Int())
}
