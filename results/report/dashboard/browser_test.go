package dashboard_test

import (
	"bytes"
	"cmp"
	"context"
	_ "embed"
	"flag"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"bloodline"
	"bloodline/configs/player"
	"bloodline/evolve"
	"bloodline/games/coup"
	"bloodline/games/samurai"
	"bloodline/games/wojna"
	"bloodline/internal/guard"
	"bloodline/results/report/dashboard"
	"bloodline/results/report/page"
	"bloodline/results/report/view"
)

var pictures = flag.String("pictures", "", "folder for a picture of every page that is looked at")

// finder finds players of the shipped games in a store.
func finder(t testing.TB, store string) *player.Finder {
	t.Helper()
	set, err := bloodline.Resolve(coup.Game(), samurai.Game(), wojna.Game())
	guard.Must(t, err)
	return &player.Finder{Games: set, Store: store}
}

// small is a run of some seconds at most.
var small = []string{"evolve.generations=20", "evolve.population=16", "fitness.deals=39", "verdict.min_rounds=8", "verdict.max_rounds=300", "evidence.deals=260"}

// template is the folder of a store with the finished run small, bred once.
var template = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "small-")
	if err == nil {
		_, err = bloodline.Breed(context.Background(), coup.Game(), nil, bloodline.Options{Store: filepath.Join(dir, "lineage.db"), Name: "small", Set: small})
	}
	return dir, err
})

// bred returns a store of the test's own with the finished run small.
func bred(t testing.TB) string {
	t.Helper()
	from, err := template()
	dir := t.TempDir()
	guard.Must(t, err)
	guard.Must(t, os.CopyFS(dir, os.DirFS(from)))
	return filepath.Join(dir, "lineage.db")
}

// quick plays little.
var quick = view.Measurer{Deals: 16, Cuts: 4, Single: 4, Rounds: 2, Seed: 1}

func serve(t testing.TB, store string) *httptest.Server {
	t.Helper()
	s := httptest.NewServer(dashboard.New(dashboard.Options{Finder: finder(t, store), Measurer: quick, Program: "test", Poll: 50 * time.Millisecond}).Handler())
	t.Cleanup(s.Close)
	return s
}

// Every page can be read: wide and on a phone, light and dark.
func TestPages(t *testing.T) {
	guard.Nightly(t)
	b := open(t)
	store := bred(t)
	s := serve(t, store)
	report := filepath.Join(t.TempDir(), "report.html")
	writeReport(t, report, store, "small", "coup")
	single := filepath.Join(t.TempDir(), "single.html")
	writeReport(t, single, store, "small")
	empty := serve(t, filepath.Join(t.TempDir(), "none.db"))
	champion := lastChampion(t, store, "small")
	for name, url := range map[string]string{
		"index": s.URL + "/", "run": s.URL + "/run?name=small", "where": s.URL + "/run?name=small&tab=where", "player": s.URL + "/player?name=small",
		"what": s.URL + "/player?name=small&tab=what", "why": s.URL + "/player?name=small&tab=why", "compare": s.URL + "/compare?of=small&of=coup", "baseline": s.URL + "/player?name=coup:Taxman&beside=coup",
		"wojna": s.URL + "/player?name=wojna:Checker", "individual": s.URL + "/individual?run=small&id=" + champion, "play": s.URL + "/play", "missing": s.URL + "/run?name=nobody", "empty": empty.URL + "/",
		"report": "file://" + single, "two": "file://" + report,
	} {
		for _, width := range []int64{1000, 360} {
			for _, scheme := range []string{"light", "dark"} {
				where := fmt.Sprintf("%s-%d-%s", name, width, scheme)
				b.look(width, scheme)
				b.do(chromedp.Navigate(url))
				b.errors = dropStatus(b.errors, name)
				b.audit(where)
				if !eval[bool](b, "(document.querySelector('.tabs [aria-current]')?.getBoundingClientRect().right ?? 0) <= innerWidth") {
					t.Errorf("%s: the tab is out of sight", where)
				}
				b.picture(where)
				eval[chromedp.Void](b, "document.querySelectorAll('details').forEach(d => d.open = true)")
				b.audit(where + ", all open")
			}
		}
	}
}

// On paper a report is light, whatever the screen is, and no wider than the paper.
func TestPages_print(t *testing.T) {
	guard.Nightly(t)
	b := open(t)
	path := filepath.Join(t.TempDir(), "report.html")
	writeReport(t, path, bred(t), "small")
	b.look(720, "dark")
	b.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
			Media: "print", Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: "dark"}},
		})
		return err
	}), chromedp.Navigate("file://"+path))
	if got := eval[string](b, "getComputedStyle(document.body).backgroundColor"); got != "rgb(255, 255, 255)" {
		t.Errorf("the paper is %s", got)
	}
	b.audit("print")
	b.picture("print")
}

// dropStatus leaves out what a browser notes of a page that is an error on purpose.
func dropStatus(errors []string, page string) (out []string) {
	for _, e := range errors {
		if (page == "missing" || page == "empty") && strings.Contains(e, "the server responded with a status") || strings.Contains(e, "favicon") {
			continue
		}
		out = append(out, e)
	}
	return out
}

func lastChampion(t *testing.T, store, run string) string {
	t.Helper()
	p, err := finder(t, store).Find(run, nil)
	guard.Must(t, err)
	return p.File.Origin.ID
}

func writeReport(t *testing.T, path, store string, words ...string) {
	t.Helper()
	r, err := view.Gather(t.Context(), finder(t, store), quick, "", words...)
	guard.Must(t, err)
	var out bytes.Buffer
	guard.Must(t, page.Write(&out, r, time.Unix(0, 0)))
	guard.Must(t, os.WriteFile(path, out.Bytes(), 0o644))
}

// The page of a run follows it without being loaded again, and stops when it ends.
func TestPages_live(t *testing.T) {
	guard.Slow(t)
	b := open(t)
	store := filepath.Join(t.TempDir(), "lineage.db")
	begun, done := make(chan bool, 1), make(chan error, 1)
	go func() {
		_, err := bloodline.Breed(t.Context(), coup.Game(), nil, bloodline.Options{
			Store: store, Name: "live", Set: small,
			Recorder: evolve.RecorderFunc(func(g evolve.Generation) error {
				if g.Number == 2 {
					begun <- true
				}
				time.Sleep(100 * time.Millisecond)
				return nil
			}),
		})
		done <- err
	}()
	select {
	case <-begun:
	case err := <-done:
		t.Fatal(err)
	}
	s := serve(t, store)
	b.do(chromedp.Navigate(s.URL + "/run?name=live"))
	eval[chromedp.Void](b, "window.mark = 1")
	const rows, points = "document.querySelectorAll('[data-part] table')[0].tBodies[0].rows.length", "document.querySelector('[data-part] .data > polyline.a').getAttribute('points').length"
	first, curve := eval[int](b, rows), eval[int](b, points)
	b.until("generations arrive", fmt.Sprintf("%s > %d", rows, first+2))
	if eval[int](b, points) == curve {
		t.Error("the picture did not change")
	}
	if eval[int](b, "window.mark") != 1 {
		t.Error("the page was loaded again")
	}
	b.picture("live-run")
	guard.Must(t, <-done)
	b.until("the run is finished", "document.querySelector('.facts .finished') !== null && document.querySelector('.head .big') !== null")
	if n := eval[int](b, rows); n != 20 {
		t.Errorf("%d rows, want 20", n)
	}
	b.audit("live")
}

func press(b *tab, selector string) {
	b.Helper()
	b.do(chromedp.Click(chromedp.CSS(selector)))
}

// answers gives the first answer to every question, until the game is over.
func answers(b *tab, before func(asked int)) {
	b.Helper()
	for asked := range 200 {
		b.until("the table answers", "document.querySelector('#question, [role=status]') !== null && document.readyState === 'complete'")
		before(asked)
		if eval[bool](b, "document.querySelector('[role=status]') !== null") {
			if asked == 0 {
				b.Fatal("nothing was asked")
			}
			return
		}
		at := eval[string](b, "document.querySelector('input[name=asked]').value")
		press(b, "main form[action='/game'] button.move")
		b.until("the answer counts", fmt.Sprintf("document.readyState === 'complete' && (document.querySelector('input[name=asked]')?.value ?? '') !== %q", at))
	}
	b.Fatal("the game has no end")
}

// A whole game of Coup against the champion, with buttons, and what it thought.
func TestPages_game(t *testing.T) {
	guard.Slow(t)
	b := open(t)
	s := serve(t, bred(t))
	b.look(360, "light")
	b.do(chromedp.Navigate(s.URL + "/play?name=small"))
	for game := range 2 {
		if game == 0 {
			press(b, "main form button.move")
		} else {
			press(b, "main form[action='/play'] button.move")
		}
		b.until("the cards are dealt", "document.querySelector('#question') !== null")
		answers(b, func(asked int) {
			if asked == 2 {
				b.audit("game")
				b.picture("game-360")
			}
		})
		text := eval[string](b, "document.querySelector('main').textContent")
		for _, want := range []string{fmt.Sprintf("of %d games", game+1), "95 % confidence", "It chose", "Chances of its answers", "log-odds"} {
			if !strings.Contains(text, want) {
				t.Errorf("game %d: the end does not say %q:\n%s", game, want, text)
			}
		}
		b.audit("end of a game")
		b.picture(fmt.Sprintf("game-end-%d", game))
	}
}

// A head of a table sorts it, by mouse and by keyboard.
func TestPages_sort(t *testing.T) {
	guard.Slow(t)
	b := open(t)
	s := serve(t, bred(t))
	b.do(chromedp.Navigate(s.URL + "/player?name=small"))
	const column = "[...document.querySelectorAll('table.sort')].find(t => t.caption === null && t.tHead.textContent.includes('rank'))"
	values := func() []float64 {
		return eval[[]float64](b, "[..."+column+".tBodies[0].rows].map(r => parseFloat(r.cells[2].textContent))")
	}
	eval[chromedp.Void](b, column+".tHead.rows[0].cells[2].querySelector('button').click()")
	if down := values(); len(down) < 4 || !slices.IsSortedFunc(down, func(a, b float64) int { return cmp.Compare(b, a) }) {
		t.Errorf("descending: %v", down)
	}
	eval[chromedp.Void](b, column+".tHead.rows[0].cells[2].querySelector('button').focus()")
	b.do(chromedp.KeyEvent("\r"))
	if !slices.IsSorted(values()) {
		t.Errorf("ascending, by the Enter key: %v", values())
	}
	if got := eval[string](b, column+".tHead.rows[0].cells[2].getAttribute('aria-sort')"); got != "ascending" {
		t.Errorf("aria-sort is %q", got)
	}
	b.quiet("sort")
}

// A chart tells its values under the pointer, and a drag zooms into it.
func TestPages_chart(t *testing.T) {
	guard.Slow(t)
	b := open(t)
	s := serve(t, bred(t))
	b.look(1280, "light")
	b.do(chromedp.Navigate(s.URL + "/run?name=small"))
	const point = `(kind, share) => {
		const svg = [...document.querySelectorAll("svg[data-frame]")].find((e) => e.getBoundingClientRect().width > 0), r = svg.getBoundingClientRect();
		const e = new PointerEvent(kind, { clientX: r.left + share * r.width, clientY: r.top + r.height / 2, bubbles: true, pointerId: 1, pointerType: "mouse" });
		svg.setPointerCapture = () => {};
		svg.dispatchEvent(e);
	}`
	move := func(kind string, share float64) {
		eval[chromedp.Void](b, fmt.Sprintf("(%s)(%q, %g)", point, kind, share))
	}
	const read = "document.querySelector('.drawn .read:not([hidden])')?.textContent ?? ''"
	ticks := func() string {
		return eval[string](b, "[...[...document.querySelectorAll('svg[data-frame]')].find((e) => e.getBoundingClientRect().width > 0).querySelectorAll('text.tick')].map((e) => e.textContent).join(' ')")
	}
	move("pointermove", 0.5)
	if text := eval[string](b, read); !regexp.MustCompile(`generation ([89]|1[01])mean`).MatchString(text) || !strings.Contains(text, "champion, 95 % interval: ") {
		t.Errorf("the chart tells %q", text)
	}
	whole := ticks()
	move("pointerdown", 0.4)
	move("pointermove", 0.6)
	move("pointerup", 0.6)
	if part := ticks(); part == whole {
		t.Errorf("after a drag the axis still says %s", part)
	}
	b.picture("zoomed")
	eval[chromedp.Void](b, "[...document.querySelectorAll('.tools button')].find((e) => e.textContent === 'whole range').click()")
	if again := ticks(); again != whole {
		t.Errorf("the whole range is %s, was %s", again, whole)
	}
	b.quiet("chart")
}

// A game is stepped through by keys.
func TestPages_replay(t *testing.T) {
	guard.Slow(t)
	b := open(t)
	s := serve(t, filepath.Join(t.TempDir(), "none.db"))
	b.look(390, "dark")
	b.do(chromedp.Navigate(s.URL + "/game?of=coup&of=coup:Lawyer&seed=7"))
	const at = "[...document.querySelectorAll('.steps > li')].map((e, i) => e.hidden ? '' : i + 1).join('')"
	const top = "document.querySelector('.steps').getBoundingClientRect().top"
	place := eval[float64](b, top)
	if n := eval[string](b, at); n != "1" {
		t.Errorf("at the beginning the page shows move %s", n)
	}
	b.do(chromedp.KeyEvent("\u0303"), chromedp.KeyEvent("\u0303"))
	if n := eval[string](b, at); n != "3" || eval[float64](b, top) != place {
		t.Errorf("after two steps the page shows move %s, the board has moved by %g", n, eval[float64](b, top)-place)
	}
	eval[chromedp.Void](b, "document.querySelectorAll('.log button')[6].click()")
	if n := eval[string](b, at); n != "7" {
		t.Errorf("a click on move 7 of the log shows move %s", n)
	}
	b.audit("replay")
	b.picture("replay")
}

// held is a response that stops after a number of parts of a page until its reader leaves, as if games were slow.
type held struct {
	http.ResponseWriter
	parts int
	left  <-chan struct{}
}

func (h *held) Write(b []byte) (int, error) {
	h.parts -= len(regexp.MustCompile(`class="level[" ]`).FindAll(b, -1))
	h.Header().Del("Content-Security-Policy") // which forbids frames
	return h.ResponseWriter.Write(b)
}

func (h *held) WriteHeader(status int) {
	h.Header().Del("Content-Security-Policy")
	h.ResponseWriter.WriteHeader(status)
}

func (h *held) Flush() {
	h.ResponseWriter.(http.Flusher).Flush()
	if h.parts <= 0 {
		<-h.left
	}
}

// Each part of a page that plays games is seen as soon as it is sent, in place of the one before, while games are played.
func TestPages_parts(t *testing.T) {
	guard.Slow(t)
	b := open(t)
	store := bred(t)
	inner := dashboard.New(dashboard.Options{Finder: finder(t, store), Measurer: quick, Program: "test", Poll: 50 * time.Millisecond}).Handler()
	parts := 1
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		inner.ServeHTTP(&held{w, parts, r.Context().Done()}, r)
	}))
	t.Cleanup(s.CloseClientConnections)
	b.do(chromedp.Navigate(s.URL + "/"))
	for url, seen := range map[string][]string{
		"/player?name=wojna":                {"Playing the first games", "evidence of its run"},
		"/player?name=small&tab=what":       {"Playing the first games", "First figures"},
		"/player?name=small&tab=why":        {"Playing the first games", "First figures"},
		"/compare?of=small&of=coup:Taxman":  {"Games are being played"},
		"/individual?run=small&id=g000-000": {"Games are being played"},
	} {
		for k, want := range seen {
			parts = k + 1
			eval[chromedp.Void](b, fmt.Sprintf("(document.querySelector('iframe') ?? document.body.appendChild(document.createElement('iframe'))).src = %q", fmt.Sprint(url, "&part=", k)))
			b.until(fmt.Sprintf("%s shows part %d", url, k+1), fmt.Sprintf(`(() => {
				const d = document.querySelector("iframe").contentDocument;
				const levels = d?.readyState === "loading" ? [...d.querySelectorAll(".level")].filter((e) => e.getClientRects().length > 0) : [];
				return levels.length === 1 && levels[0].textContent.includes(%q);
			})()`, want))
		}
	}
}
