package dashboard_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"bloodline/engine"
	"bloodline/engine/stats"
	"bloodline/genome"
	"bloodline/genome/gene"
	"bloodline/internal/guard"
	"bloodline/results/report"
	"bloodline/results/report/page"
	"bloodline/results/report/view"
)

// writeTrials writes a page of a run that has tried so many settings of so many parameters: of setting k the first
// parameter, speed, is k, the second is a word, and it won k of every 1,000 games.
func writeTrials(t *testing.T, settings, parameters int) (url string) {
	t.Helper()
	s := &genome.Schema{Game: "g"}
	for i := range parameters {
		s.Genes = append(s.Genes, gene.Gene{Name: fmt.Sprint("p", i), Max: 10_000})
	}
	s.Genes[0].Name = "speed"
	s.Genes[1] = gene.Gene{Name: "style", Max: 2, Unit: "wild, steady", Scale: words{}}
	trials := &report.Trials{Run: "many-1", Genes: report.GeneDocs(s)}
	for k := range settings {
		v := make(genome.Vector, parameters)
		v[0], v[1] = float64(k), float64(k%2)+0.5
		x := report.NewTrial(s, v)
		x.ID, x.Fitness = fmt.Sprintf("g%04d", k), stats.Fitness{Mean: float64(k%1000) / 1000, SE: 0.01, Games: int64(100 + k)}
		x.Champion, x.Default = k == settings-1, k == 0
		trials.Games += x.Fitness.Games
		trials.Trials = append(trials.Trials, x)
	}
	scale := engine.Scale{Unit: "win %", Percent: true, Fair: 0.5, High: 1}
	report.EstimateTrials(scale, trials.Trials)
	r := &view.RunData{Trials: trials}
	r.Name, r.Scale, r.Trials.Run = "many-1", scale, "many-1"
	path := filepath.Join(t.TempDir(), "trials.html")
	var out strings.Builder
	guard.Must(t, page.Write(&out, &view.PageData{Runs: []*view.RunData{r}}, time.Unix(0, 0)))
	guard.Must(t, os.WriteFile(path, []byte(out.String()), 0o600))
	return "file://" + path
}

// words is the scale of a choice of two words.
type words struct{}

func (words) Text(x float64) string { return []string{"wild", "steady"}[min(int(x), 1)] }

func (words) Value(text []byte) (float64, error) {
	return float64(slices.Index([]string{"wild", "steady"}, strings.Trim(string(text), `"`))) + 0.5, nil
}

// A reader filters what was tried by words and ranges, sorts it and draws a parameter: the table has the best of what is
// left, and the picture all of it. What can't be understood is named. Here with 3,000 settings of 40 parameters.
func TestPages_trials(t *testing.T) {
	guard.Slow(t)
	b := open(t)
	b.look(1440, "light")
	url := writeTrials(t, 3000, 40)
	b.do(chromedp.Navigate(url))
	const rows, dots = "document.querySelector('.trials table').tBodies[0].rows", "document.querySelectorAll('.scatter .data circle')"
	filter := func(text string) {
		eval[chromedp.Void](b, fmt.Sprintf("document.querySelector('[name=filter]').value = %q, document.querySelector('[name=filter]').dispatchEvent(new Event('input'))", text))
	}
	says := func() string { return eval[string](b, "document.querySelector('.trials [role=status]').textContent") }
	for _, tt := range []struct {
		filter      string
		rows, drawn int
		says        string
	}{
		{"", 200, 3000, "The table has the first 200, the picture all."},
		{"speed<10", 10, 10, "10 of 3,000 settings."},
		{"games>1099 speed<=1010", 11, 11, "11 of 3,000 settings."}, // speed 1000 to 1010
		{"speed=20..29 steady", 5, 5, "5 of 3,000 settings."},
		{"style=WILD speed<10", 5, 5, "5 of 3,000 settings."},
		{"win%>=99.9", 3, 3, "3 of 3,000 settings."}, // 999, 1999 and 2999
		{"speed<10 gmaes>3", 10, 10, "There is no column gmaes."},
		{"speed<10 games>many", 10, 10, "games>many: many is not a number."},
		{"speed<10 games>", 10, 10, "games> needs a value."},
		{"nothing-like-it", 0, 0, "0 of 3,000 settings."},
	} {
		filter(tt.filter)
		if n, drawn := eval[int](b, rows+".length"), eval[int](b, dots+".length"); n != tt.rows || drawn != tt.drawn || !strings.Contains(says(), tt.says) {
			t.Errorf("%q leaves %d rows and draws %d, want %d and %d; it says %q, want %q", tt.filter, n, drawn, tt.rows, tt.drawn, says(), tt.says)
		}
	}
	filter("")
	const head = "[...document.querySelector('.trials table').tHead.rows[0].cells].find((c) => c.textContent === 'speed')"
	for _, want := range []string{"2,999", "0"} { // of all, not of those that the table had before
		eval[chromedp.Void](b, head+".querySelector('button').click()")
		if got := eval[string](b, rows+"[0].cells[4].textContent"); got != strings.ReplaceAll(want, ",", "") && got != want {
			t.Errorf("the first row has speed %s, want %s", got, want)
		}
	}
	// Marks stand above the others, and a point says its setting, its games and its interval of ±1.96.
	if marks := eval[string](b, "[...document.querySelectorAll('.scatter .halo')].map((e) => e.textContent).sort().join()"); marks != "champion,defaults" {
		t.Errorf("marked are %q", marks)
	}
	filter("speed=500..502")
	eval[chromedp.Void](b, "document.querySelector('.scatter svg').focus()")
	b.do(chromedp.KeyEvent("\u0305"), chromedp.KeyEvent("\u0302")) // End, and one to the left
	read := eval[string](b, "document.querySelector('.scatter .read:not([hidden])')?.textContent ?? ''")
	for _, want := range []string{"g0501", "601 games", "win % 50.1", "speed 501", "style steady", "p39 0"} {
		if !strings.Contains(read, want) {
			t.Errorf("the point says %q, which has no %q", read, want)
		}
	}
	var low, high float64
	if _, err := fmt.Sscanf(read[strings.Index(read, "("):], "(%f to %f)", &low, &high); err != nil || low < 46 || low > 49 || high < 51 || high > 54.5 {
		t.Errorf("the interval of 50.1 %% of 601 games, whose standard error is 1, is %g to %g (%v)", low, high, err)
	}
	eval[chromedp.Void](b, "document.querySelector('[name=gene]').value = 'style', document.querySelector('[name=gene]').dispatchEvent(new Event('change'))")
	if got := eval[string](b, "document.querySelector('.scatter title').textContent"); got != "win % by style" {
		t.Errorf("drawn is %q", got)
	}
	b.picture("trials")
	filter("")
	b.audit("trials")
	b.look(390, "dark")
	b.do(chromedp.Navigate(url))
	b.audit("trials on a phone")
	b.picture("trials-390")
}
