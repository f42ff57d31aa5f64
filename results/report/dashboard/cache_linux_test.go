package dashboard_test

import (
	"context"
	"errors"
	"fmt"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"bloodline/arena/command"
	"bloodline/configs"
	"bloodline/configs/player"
	"bloodline/evolve"
	"bloodline/internal/guard"
	"bloodline/results/report"
	"bloodline/results/report/dashboard"
	"bloodline/results/run"
)

// A folder .cache that came with a store, as earlier versions kept it, is not read: its figures may be false. A pipe in
// the place of a kept file keeps no page waiting.
func TestHandler_cache(t *testing.T) {
	store, cache, none := bred(t), t.TempDir(), ""
	served := func(cache string) string {
		_, body := ask(t, dashboard.New(dashboard.Options{Finder: finder(t, store), Measurer: quick, Cache: cache}).Handler(), "GET", "/player?name=small&tab=what", nil)
		return body[strings.LastIndex(body, `<div class="level">`):]
	}
	want := served(cache)
	kept, err := filepath.Glob(filepath.Join(cache, "*.json"))
	if err != nil || len(kept) != 1 {
		t.Fatalf("kept %q, %v", kept, err)
	}
	beside := filepath.Join(filepath.Dir(store), ".cache")
	text, err := os.ReadFile(kept[0])
	err = errors.Join(err, os.Mkdir(beside, 0o700), os.WriteFile(filepath.Join(beside, filepath.Base(kept[0])), regexp.MustCompile(`[0-9]`).ReplaceAll(text, []byte("7")), 0o600))
	if err != nil {
		t.Fatal(err)
	}
	if served(beside) == want {
		t.Error("false figures in the folder of the cache do not show: this test tells nothing")
	}
	if have := served(none); have != want {
		t.Error("figures of the folder beside the store are shown")
	}
	if err := errors.Join(os.Remove(kept[0]), syscall.Mkfifo(kept[0], 0o600)); err != nil {
		t.Fatal(err)
	}
	if have := served(cache); have != want {
		t.Error("with a pipe in the cache: other figures")
	}
}

// duel begins a run of a contest of programs, whose referee waits as long as there is a file held in its folder.
func duel(t *testing.T, evolution string) (f *player.Finder, r *run.Run, dir string) {
	t.Helper()
	dir = t.TempDir()
	f = finder(t, filepath.Join(dir, "results", "lineage.db"))
	for name, text := range map[string]string{
		"bot.sh": "", "r.sh": `while [ -e "$(dirname "$0")/held" ]; do sleep 0.02; done
if [ ${2##* } -ge ${3##* } ]; then echo '{"ranks":[0,1]}'; else echo '{"ranks":[1,0]}'; fi
`, "duel.yaml": `game: command
command:
  referee: sh r.sh {seed} {p1} {p2}
  bot: sh bot.sh {level}
  genes: {level: {distribution: int, low: 0, high: 9, default: 0}}
field: [defaults, rival: sh bot.sh 5]
evolve: {population: 4, ` + evolution + `}
fitness: {deals: 3}
evidence: {deals: 4}
`,
	} {
		guard.Must(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
	}
	c, err := configs.Load(filepath.Join(dir, "duel.yaml"), configs.Overrides{}, f.Games)
	guard.Must(t, err)
	r, err = run.Start(f, "duel", "duel", c)
	guard.Must(t, err)
	return f, r, dir
}

// While a run breeds, the list of what was tried grows, and what a reader types and has chosen stays.
func TestPages_liveTrials(t *testing.T) {
	guard.Slow(t)
	b := open(t)
	f, r, _ := duel(t, "generations: 40")
	ctx, stop := context.WithCancel(t.Context())
	begun, done := make(chan bool, 1), make(chan error, 1)
	go func() {
		_, _, err := r.Breed(ctx, func(g evolve.Generation) error {
			if g.Number == 1 {
				begun <- true
			}
			time.Sleep(100 * time.Millisecond)
			return nil
		})
		done <- errors.Join(err, r.Close())
	}()
	t.Cleanup(func() { stop(); <-done })
	<-begun
	s := httptest.NewServer(dashboard.New(dashboard.Options{Finder: f, Measurer: quick, Program: "bloodline 1", Poll: 50 * time.Millisecond}).Handler())
	t.Cleanup(s.CloseClientConnections)
	b.do(chromedp.Navigate(s.URL + "/run?name=duel&tab=tried"))
	const caption = "document.querySelector('.trials caption').textContent"
	eval[chromedp.Void](b, "document.querySelector('[name=filter]').focus(), document.querySelector('.trials th button').click(), document.querySelector('[name=filter]').focus()")
	b.do(chromedp.KeyEvent("level>=0"))
	before := eval[string](b, caption)
	b.until("generations arrive", fmt.Sprintf("%s !== %q", caption, before))
	if got := eval[string](b, "[document.activeElement.name, document.activeElement.value, document.querySelector('.trials th').ariaSort].join()"); got != "filter,level>=0,descending" {
		t.Errorf("after a generation the reader finds %q", got)
	}
	b.audit("live trials")
}

// While a referee is slow, each page that plays shows its head, what is known before and what it plays; once the referee
// answers, the rest comes. Pages that would need too many of its games play none and show the command.
func TestPages_slowReferee(t *testing.T) {
	guard.Slow(t)
	b := open(t)
	f, r, dir := duel(t, "generations: 2")
	_, _, err := r.Breed(t.Context(), func(evolve.Generation) error { return nil })
	guard.Must(t, errors.Join(err, r.Finish(), r.Close()))
	held := filepath.Join(dir, "held")
	s := httptest.NewServer(dashboard.New(dashboard.Options{Finder: f, Measurer: quick, Program: "bloodline 1"}).Handler())
	t.Cleanup(s.Close)
	t.Cleanup(func() { _ = os.Remove(held) })
	b.do(chromedp.Navigate(s.URL + "/"))
	seen := func(text string) string {
		return fmt.Sprintf("(document.querySelector('main')?.innerText ?? '').includes(%q)", text) // what is visible
	}
	for path, tt := range map[string]struct{ held, then string }{
		"/player?name=duel&tab=whom":               {"The evidence of its run. Games are being played for the rest.", "Who beats whom"},
		"/player?name=duel&tab=why":                {"bloodline ablate duel --deals 100", "bloodline ablate duel --deals 100"},
		"/player?name=duel&tab=what":               {"The evidence of its run.", "Who beats whom"}, // nothing is counted of programs
		"/player?name=duel/g000-001":               {"Playing the first games", "Who beats whom"},
		"/individual?run=duel&id=g000-001":         {"Measurements", "Measurements"},
		"/compare?of=duel&of=duel%2Fg000-001":      {"bloodline compare duel duel/g000-001", "bloodline compare"},
		"/run?name=duel&tab=tried":                 {"bloodline breed --resume=duel --max-games", "breed --resume"},
		"/game?of=duel&of=duel%2Fg000-001&seed=77": {"only their referee knows the moves", "only their referee"},
	} {
		guard.Must(t, os.WriteFile(held, nil, 0o600))
		eval[chromedp.Void](b, fmt.Sprintf("void (location.href = %q)", s.URL+path))
		b.until(path+" shows "+tt.held, fmt.Sprintf("location.href === %q && %s", s.URL+path, seen(tt.held)))
		guard.Must(t, os.Remove(held))
		b.until(path+" shows "+tt.then, "document.readyState === 'complete' && "+seen(tt.then))
		b.errors = dropStatus(b.errors, "missing")
		b.audit(path)
	}
}

// With the token a button does what the command under an answer says; on a phone the command breaks at blanks alone.
func TestPages_next(t *testing.T) {
	guard.Slow(t)
	b := open(t)
	f, r, _ := duel(t, "generations: 2")
	_, _, err := r.Breed(t.Context(), func(evolve.Generation) error { return nil })
	guard.Must(t, errors.Join(err, r.Finish(), r.Close()))
	c := &told{}
	s := httptest.NewServer(dashboard.New(dashboard.Options{
		Finder: f, Measurer: quick, Program: "bloodline 1", Control: c, Token: word, Call: report.Call{Program: "./bloodline", Store: " --store a-folder/with-a-long-name/lineage.db"},
	}).Handler())
	t.Cleanup(s.Close)
	b.opensWithAnswer(s.URL+"/run?name=duel", "to rival: ")
	b.look(360, "light")
	b.do(chromedp.Navigate(s.URL + "/run?name=duel&tab=tried"))
	if eval[bool](b, "document.querySelector('.next form') !== null") {
		t.Error("there is a button without the token")
	}
	b.do(chromedp.Navigate(s.URL + "/run?name=duel&tab=tried&token=" + word))
	b.until("there is a button", "document.querySelector('.next [name=do][value=resume]') !== null")
	const words = "[...document.querySelectorAll('.next .command span')].filter((e) => e.getClientRects().length !== 1).length + ' of ' + document.querySelectorAll('.next .command span').length"
	if got := eval[string](b, words); got != "0 of 7" {
		t.Errorf("broken words: %s", got)
	}
	command := eval[string](b, "document.querySelector('.next code').textContent")
	parts := regexp.MustCompile(`^\./bloodline breed --resume=duel --max-games (\d+) --store a-folder/with-a-long-name/lineage\.db$`).FindStringSubmatch(command)
	if parts == nil {
		t.Fatalf("the command is %s", command)
	}
	b.audit("next")
	b.picture("next-360")
	eval[chromedp.Void](b, "document.querySelector('.next [name=do][value=resume]').click()")
	b.until("the reason stands there", "document.querySelector('.next .notice')?.textContent.includes('is being bred')")
	if want := []string{"resume duel " + parts[1]}; !slices.Equal(c.all, want) {
		t.Errorf("want %q, have %q", want, c.all)
	}
	guard.Must(t, c.Curves("duel", 0))
	b.do(chromedp.Navigate(s.URL + "/run?name=duel"))
	b.until("the curves are said to be played", "document.querySelector('[data-playing]')?.getClientRects().length > 0")
}

// A page with games of a program is made anew when the program has changed.
func TestHandler_changedProgram(t *testing.T) {
	dir, cache := t.TempDir(), t.TempDir()
	f := finder(t, filepath.Join(dir, "results", "lineage.db"))
	f.Simulators = new(command.Pool)
	t.Cleanup(func() { f.Simulators.Close() })
	write := func(name, text string) { guard.Must(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600)) }
	write("sim.sh", "read hello\necho ok draws\nwhile read game; do echo 0 0; done\n")
	write("draws.yaml", `game: command
command: {style: simulator, referee: sh sim.sh, genes: {a: {distribution: int, low: 0, high: 9, default: 5}}}
field: [defaults]
budget: {max_games: 300}
`)
	c, err := configs.Load(filepath.Join(dir, "draws.yaml"), configs.Overrides{}, f.Games)
	guard.Must(t, err)
	r, err := run.Start(f, "draws", "draws", c)
	guard.Must(t, err)
	_, _, err = r.Breed(t.Context(), func(evolve.Generation) error { return nil })
	guard.Must(t, errors.Join(err, r.Finish(), r.Close()))
	h := dashboard.New(dashboard.Options{Finder: f, Measurer: quick, Cache: cache}).Handler()
	for k, answer := range []string{"0 0", "0 0", "1 0"} {
		write("sim.sh", "read hello\necho ok draws\nwhile read game; do echo "+answer+"; done\n")
		f.Simulators.Close() // as if this server had begun after the change
		f.Simulators = new(command.Pool)
		_, body := ask(t, h, "GET", "/player?name=draws&tab=whom", nil)
		kept, err := filepath.Glob(filepath.Join(cache, "*.json"))
		if want := []int{1, 1, 2}[k]; err != nil || len(kept) != want {
			t.Fatalf("after page %d: kept %d, %v, want %d:\n%s", k, len(kept), err, want, body)
		}
	}
}
