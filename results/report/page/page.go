// Package page renders the data of package view as HTML: [Write] makes a report in one
// self-contained file, [Set] the same sections within pages of the dashboard. Pages work without script; the one script sorts tables and keeps live
// pages up to date. Text of runs, genes and players is escaped by html/template, and
// figures escape their own.
package page

import (
	"cmp"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"math"
	"net/url"
	"reflect"
	"strings"
	"time"

	"bloodline/engine"
	"bloodline/results/report"
	"bloodline/results/report/figure"
	"bloodline/results/report/view"
)

//go:embed templates/*.html
var files embed.FS

//go:embed assets/page.css
var css string

//go:embed assets/page.js
var script string

// Style returns the style sheet of all pages.
func Style() string { return figure.Style() + css }

// Script returns the script of all pages.
func Script() string { return script }

// Set is the parsed templates: report, and the sections run, descent, player and
// tournament with what a dashboard adds around them.
var Set = template.Must(template.New("page").Funcs(functions).ParseFS(files, "templates/*.html"))

// Section is what a section is made of, and where links of it lead.
type Section struct {
	Run     *view.Run
	Players []*view.Player
	Tour    *view.Tournament
	Person  string // URL before the ID of an ancestor; empty within a file
}

// document is the data of the template report.
type document struct {
	*view.Report
	Title    string
	Policy   string
	Style    template.CSS
	Script   template.JS
	Made     time.Time
	Sections []Section
}

// Write writes a report as one file. made is printed in it.
func Write(w io.Writer, r *view.Report, made time.Time) error {
	d := document{
		Report: r, Title: title(r), Made: made.UTC(),
		Style: template.CSS(Style()), Script: template.JS(script),
		Policy: fmt.Sprintf("default-src 'none'; style-src '%s'; script-src '%s'; base-uri 'none'; form-action 'none'", digest(Style()), digest(script)),
	}
	return Set.ExecuteTemplate(w, "report", d)
}

func title(r *view.Report) string {
	var names []string
	for _, run := range r.Runs {
		names = append(names, run.Name)
	}
	for _, p := range r.Players {
		if len(r.Runs) == 0 {
			names = append(names, p.Name)
		}
	}
	return strings.Join(names, ", ")
}

// digest is how a content security policy allows one text.
func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}

// both draws a figure for a wide screen, for a small one and for a phone; the style sheet
// shows one of them. series is what the script reads its values from; empty for none.
func both(svg func(width float64) string, series string) template.HTML {
	return template.HTML(`<div class="drawn"` + series + `><div class="full">` + svg(full) + `</div><div class="wide">` + svg(wide) + `</div><div class="narrow">` + svg(narrow) + `</div></div>`)
}

// drawn draws a plot with the numbers behind it.
func drawn(p figure.Plot) template.HTML {
	return both(p.SVG, ` data-plot="`+template.HTMLEscapeString(p.Series())+`"`)
}

// ended is what a game came to.
type ended struct {
	Scale  engine.Scale
	Points float64
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
	"fitness":    func(r *view.Run) template.HTML { return drawn(fitnessPlot(r)) },
	"challenges": func(r *view.Run) template.HTML { return drawn(challengePlot(r)) },
	"exploiters": func(r *view.Run) template.HTML { return drawn(exploiterPlot(r)) },
	"family": func(r *view.Run) template.HTML {
		return template.HTML(`<div class="drawn">` + family(r).SVG(narrow) + `</div>`)
	},
	"contour":   func(r *view.Run) template.HTML { return both(contour(r).SVG, "") },
	"opponents": func(ps []*view.Player) template.HTML { return both(opponents(ps).SVG, "") },
	"groups":    groups,
	"single":    single,
	"losses":    func(s cutSet) template.HTML { return both(losses(s).SVG, "") },
	"sorted":    sorted,
	"evidence":  func(p *view.Player) forestData { f, a, h := figures(p); return forestData{p, f, a, h} },
	"strip": func(s view.GenePath) template.HTML {
		var classes []string
		for _, x := range s.Shifts {
			classes = append(classes, figure.Shift(x, shiftMost))
		}
		return template.HTML(figure.Strip(classes))
	},
	"bar": func(f view.Figure, all []view.Figure, fair float64) template.HTML {
		p := figure.Forest{Fair: fair}
		for _, x := range all {
			p.Rows = append(p.Rows, figure.Row{Intervals: []figure.Interval{{Low: x.Low, High: x.High}}})
		}
		p.Range()
		return template.HTML(figure.Bar(figure.Interval{Mean: f.Mean, Low: f.Low, High: f.High}, p.Low, p.High, fair))
	},
	"shade":     shade,
	"points":    func(s engine.Scale, x float64) ended { return ended{s, x} },
	"coins":     func(n int) string { return strings.Repeat("●", n) },
	"text":      report.CellText,
	"chances":   report.Chances,
	"lossHeat":  func(x float64, cs []view.Cut) string { return figure.Shift(x, greatest(cs)) },
	"versus":    versus,
	"beats":     beats,
	"whole":     func(x float64) string { return fmt.Sprintf("%.0f", 100*x) },
	"sure":      func(f view.Figure) bool { return f.Low > 0 || f.High < 0 },
	"count":     count,
	"duration":  func(seconds float64) string { return report.Duration(time.Duration(seconds * float64(time.Second))) },
	"rate":      func(x float64) string { return count(int64(x)) },
	"day":       func(t time.Time) string { return t.UTC().Format("2006-01-02 15:04 UTC") },
	"num":       func(x float64) string { return fmt.Sprintf("%.2f", x) },
	"gene":      report.GeneValue.Short,
	"percent":   func(x float64) string { return fmt.Sprintf("%+.0f %%", 100*x) },
	"plain":     func(x float64) string { return fmt.Sprintf("%.1f %%", 100*x) },
	"elo":       func(x float64) string { return fmt.Sprintf("%+.0f", x) },
	"svg":       func(s string) template.HTML { return template.HTML(s) },
	"link":      func(path, name string) string { return path + "?" + url.Values{"name": {name}}.Encode() },
	"join":      func(s []string) string { return strings.Join(s, ", ") },
	"arrow":     arrow,
	"add":       func(a, b int) int { return a + b },
	"list":      func(ps ...*view.Player) []*view.Player { return ps },
	"run":       func(r *view.Run, person string) Section { return Section{Run: r, Person: person} },
	"players":   func(ps []*view.Player) Section { return Section{Players: ps} },
	"slug":      slug,
	"first":     func(s string) string { word, _, _ := strings.Cut(s, " "); return cmp.Or(word, "bloodline") },
	"half":      func(s engine.Scale, f *view.Figure) string { return s.Show((f.High - f.Low) / 2) },
	"stamp":     func(t time.Time) int64 { return max(0, t.Unix()) },
	"short":     short,
	"overlay":   func(rs []*view.Run) template.HTML { return drawn(overlayPlot(rs)) },
	"strongest": strongest,
}

// forestData is what the table behind a forest plot shows.
type forestData struct {
	*view.Player
	All     view.Figure
	Against []view.Figure
	Holdout []view.Figure
}

// Every lists all figures, so that their bars share a scale.
func (f forestData) Every() []view.Figure {
	return append(append([]view.Figure{f.All}, f.Against...), f.Holdout...)
}

// earned is what a group earns against the opponent where it earns most.
type earned struct {
	Scale engine.Scale
	Most  view.Figure
}

// strongest is nil where no opponent's interval leaves out 0.
func strongest(p *view.Player, c view.Cut) *earned {
	var most *view.Figure
	for i, f := range c.Against {
		if f.Low > 0 && (most == nil || f.Mean > most.Mean) {
			most = &c.Against[i]
		}
	}
	if most == nil {
		return nil
	}
	return &earned{p.Scale, *most}
}

// arrow tells whether a share is clearly above or below the other player's.
func arrow(c view.Cell) string {
	x, ok := c.Shade()
	switch {
	case !ok || c.Beside == nil || math.Abs(x-c.Beside.Ratio()) < 0.15:
		return ""
	case x > c.Beside.Ratio():
		return "▲"
	}
	return "▼"
}

// count is report.Count for whatever whole number a template has.
func count(n any) string {
	return report.Count(reflect.ValueOf(n).Int())
}
