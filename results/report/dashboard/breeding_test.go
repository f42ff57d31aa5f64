package dashboard_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http/httptest"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"bloodline"
	"bloodline/configs"
	"bloodline/configs/player"
	"bloodline/configs/trust"
	"bloodline/evolve"
	"bloodline/evolve/lineage"
	"bloodline/games/coup"
	"bloodline/games/gametest/sticks"
	"bloodline/internal/guard"
	"bloodline/results/report"
	"bloodline/results/report/dashboard"
	"bloodline/results/report/view"
	"bloodline/results/run"
)

// breeding are the run files of runs that go on until they are stopped: of Coup, of a league of a
// game of one's own, of programs, and of programs in its first generation.
var breeding = map[string]string{
	"quick": "game: coup\nevolve: {algorithm: distribution, follow: gradient, population: 20, generations: 9999}\nfitness: {deals: 100}\n",
	"league": `game: sticks
league: {share: 0.5, round: 5, generations: 3, deals: 20}
evolve: {algorithm: distribution, population: 10, generations: 9999}
fitness: {deals: 50}
`,
	"duel": `game: command
command:
  referee: sh referee.sh {seed} {p1} {p2}
  bot: sh bot.sh {level} {style}
  genes:
    level: {distribution: int, low: 0, high: 9, default: 2}
    style: {distribution: categorical, choices: [calm, wild], default: calm}
field: [defaults, strong: sh bot.sh 5 wild]
evolve: {generations: 9999}
`,
}

// early is the run of programs that stays in its first generation.
const early = "early"

func init() {
	breeding[early] = strings.NewReplacer(
		"sh referee.sh", "sh slow.sh", "{style}", "{style} {aim}", "  genes:\n", "  genes:\n    aim: {distribution: float, low: 0, high: 1, default: 0.5}\n", // so that no two games are equal
		"generations: 9999", "algorithm: distribution, population: 500, generations: 9999").Replace(breeding["duel"])
}

// duelReferee lets the bot of the higher level win, and sometimes the other.
const duelReferee = `a=${2#*bot.sh }; b=${3#*bot.sh }
if [ $((${a%% *} * 10 + $1 % 17)) -ge $((${b%% *} * 10 + $1 % 13)) ]; then echo '{"ranks":[0,1]}'; else echo '{"ranks":[1,0]}'; fi
`

// held is a run that waits between two generations while the test holds it.
type held struct {
	*run.Run
	sync.Mutex
	waiting atomic.Bool
	last    evolve.Generation
}

// hold returns when the run waits.
func (h *held) hold() {
	for h.Lock(); !h.waiting.Load(); {
		time.Sleep(time.Millisecond)
	}
}

// breed breeds the runs of a store until the test ends, and returns when all have begun.
func breed(t *testing.T) (*player.Finder, map[string]*held) {
	t.Helper()
	set, err := bloodline.Resolve(coup.Game(), bloodline.Small(sticks.Pairs, nil))
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	f := &player.Finder{Games: set, Store: filepath.Join(folder, "results", "lineage.db"), Trust: trust.List{Path: filepath.Join(folder, "trusted")}}
	for name, text := range map[string]string{"referee.sh": duelReferee, "slow.sh": "sleep 0.2\n" + duelReferee, "bot.sh": "exit 1\n"} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	var ended, begun sync.WaitGroup
	t.Cleanup(func() { cancel(); ended.Wait() })
	runs := map[string]*held{}
	for name, text := range breeding {
		path := filepath.Join(folder, name+".yaml")
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		f := &player.Finder{Games: set.Counted(new(atomic.Int64)), Store: f.Store, Trust: f.Trust}
		c, err := configs.Load(path, configs.Overrides{}, f.Games)
		if err == nil {
			err = f.AddTrust(c)
		}
		if err != nil {
			t.Fatal(err)
		}
		r, err := run.Start(f, name, name, c)
		if err != nil {
			t.Fatal(err)
		}
		h := &held{Run: r}
		runs[name] = h
		if name != early {
			begun.Add(1)
		}
		ended.Go(func() {
			defer r.Close()
			_, _, err := r.Breed(ctx, func(g evolve.Generation) error {
				if g.Number == 6 {
					begun.Done()
				}
				time.Sleep(50 * time.Millisecond) // for the other runs
				h.last = g
				h.waiting.Store(true)
				h.Lock()
				h.waiting.Store(false)
				h.Unlock()
				return ctx.Err()
			})
			if ctx.Err() == nil {
				t.Errorf("run %s ended: %v", name, err)
			}
		})
	}
	begun.Wait()
	return f, runs
}

// While runs of all kinds breed, every page has a figure and fits, and its figures are those that the command line has
// at the same moment.
func TestPages_breeding(t *testing.T) {
	guard.Slow(t)
	b := open(t)
	f, runs := breed(t)
	s := httptest.NewServer(dashboard.New(dashboard.Options{Finder: f, Measurer: quick, Program: "test", Poll: 50 * time.Millisecond}).Handler())
	t.Cleanup(s.Close)
	b.do(chromedp.Navigate(s.URL + "/"))
	first(b, s.URL)
	for name, h := range runs {
		if name == early {
			continue
		}
		pages := map[string]string{ // what each must show
			"/run?name=" + name: ".drawn svg .data > polyline", "/run?name=" + name + "&tab=where": ".level article",
			"/player?name=" + name: ".level article td", "/player?name=" + name + "&tab=why": ".level article td",
			"/": "tr[data-row=" + name + "] td",
		}
		if name == "duel" {
			pages["/run?name=duel&tab=tried"] = ".slices svg"
		} else {
			pages["/player?name="+name+"&tab=what"] = ".level article td"
		}
		for url, figure := range pages {
			for _, width := range []int64{1280, 390} {
				b.look(width, "light")
				asked := time.Now()
				// A page is read while it still comes: that of a player for as long as it plays.
				eval[chromedp.Void](b, fmt.Sprintf("void (location.href = %q)", s.URL+url))
				b.until(url+" has a figure", fmt.Sprintf("location.href === %q && document.querySelector(%q) !== null", s.URL+url, figure))
				t.Logf("%4d %s: %v", width, url, time.Since(asked).Round(10*time.Millisecond))
				b.until(url+" is whole", "document.readyState === 'complete'")
				if n := eval[int](b, "document.querySelectorAll('.tabs a[href*=tab]').length"); url != "/" && n != 5 {
					t.Errorf("%s has %d tabs, want 5", url, n)
				}
				b.audit(fmt.Sprint(url, " ", width))
				b.picture(fmt.Sprintf("breeding-%s-%d", strings.Trim(strings.NewReplacer("/", "", "?", "-", "&", "-", "=", "-").Replace(url), "-"), width))
			}
		}
		h.hold()
		compare(b, s.URL, f, h)
		h.Unlock()
	}
}

// first looks at a run of programs that has no generation yet.
func first(b *tab, url string) {
	b.Helper()
	for _, width := range []int64{1280, 390} {
		b.look(width, "light")
		b.do(chromedp.Navigate(url + "/run?name=" + early))
		b.until("the first games are shown", "document.querySelectorAll('table.first td').length > 0 && /Games a second/.test(document.querySelector('.now').textContent)")
		games := eval[int](b, "parseInt(document.querySelectorAll('.now dd')[1].textContent)")
		b.until("more games are shown", fmt.Sprintf("parseInt(document.querySelectorAll('.now dd')[1].textContent) > %d", games))
		b.audit(fmt.Sprint("first generation ", width))
		b.picture(fmt.Sprint("breeding-first-", width))
	}
}

// compare compares the page of a run that waits with what the command line shows of it: the line of breed, and inspect
// effects.
func compare(b *tab, url string, f *player.Finder, h *held) {
	b.Helper()
	name := h.Name()
	r := stored(b.T, f, name)
	b.do(chromedp.Navigate(url + "/run?name=" + name + "&tab=where"))
	b.until("the ancestors are read", "document.readyState === 'complete'")
	st, err := f.OpenStore()
	if err != nil {
		b.Fatal(err)
	}
	defer st.Close()
	var have, want map[string]string
	for range 200 { // the page is a second behind
		s := h.Status() // of which the command line makes its line: time goes on, and nothing is played
		text, err := st.Status(name)
		var kept report.Status // a copy of s would share its exploiter with the run, and what is read would change it
		if err = errors.Join(err, json.Unmarshal(text, &kept)); err != nil {
			b.Fatal(err)
		}
		want = map[string]string{"Generations": s.Bred(), "Games": report.Count(s.Games), "Games a second": kept.PerSecond(), "Time left, about": kept.Remains()}
		if x := s.Exploiter; x != nil {
			want["Strongest exploiter"] = r.Scale.Show(x.Share)
		}
		if r.Trials == nil { // else the page has the model's figure
			want[r.Scale.Unit+" so far"] = r.Scale.Show(h.last.Champion.Pooled.Mean)
		}
		have = eval[map[string]string](b, "Object.fromEntries([...document.querySelectorAll('.now div, .band div')].map(d => [d.querySelector('dt').textContent, d.querySelector('dd').firstChild.textContent.trim()]))")
		maps.DeleteFunc(have, func(title, _ string) bool { return want[title] == "" })
		if maps.Equal(have, want) {
			break
		}
		time.Sleep(50 * time.Millisecond)
	}
	if !maps.Equal(have, want) || name == "league" && have["Strongest exploiter"] == "" {
		b.Errorf("%s: the page has %v, the command line %v", name, have, want)
	}
	champion, err := f.Find(name, nil)
	if err != nil {
		b.Fatal(err)
	}
	e, err := view.ReadEffects(st, champion.Game, name, r.Generations, champion.Genes)
	if err != nil {
		b.Fatal(err)
	}
	rows := [][]string{}
	if e != nil {
		rows = report.EffectsTable(r.Scale, name, r.Champion, e).Rows
	} else if name != "quick" {
		b.Errorf("%s has no effects", name)
	}
	shown := eval[[][]string](b, "[...(document.querySelector('[aria-label=\"Which genes matter\"] tbody')?.rows ?? [])].map(r => [...r.cells].map(c => c.textContent))")
	if !reflect.DeepEqual(shown, rows) {
		b.Errorf("%s: effects: the page has %q, inspect %q", name, shown, rows)
	}
}

// stored is a run as the store has it now.
func stored(t *testing.T, f *player.Finder, name string) (r *view.Run) {
	t.Helper()
	s, err := lineage.OpenReadOnly(f.Store)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	row, err := s.Run(name)
	if err != nil {
		t.Fatal(err)
	}
	g, err := f.GameOf(row)
	if err == nil {
		r, _, err = view.Progress(s, f, g, name, nil)
	}
	if err != nil {
		t.Fatal(err)
	}
	return r
}
