package dashboard_test

import (
	"context"
	"fmt"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
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
	"bloodline/internal/tier"
	"bloodline/results/report/dashboard"
	"bloodline/results/report/view"
	"bloodline/results/run"
)

// breeding are the run files of runs that go on until they are stopped: of Coup, of a league of a
// game of one's own, and of programs.
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

// duelReferee lets the bot of the higher level win, and sometimes the other.
const duelReferee = `a=${2#*bot.sh }; b=${3#*bot.sh }
if [ $((${a%% *} * 10 + $1 % 17)) -ge $((${b%% *} * 10 + $1 % 13)) ]; then echo '{"ranks":[0,1]}'; else echo '{"ranks":[1,0]}'; fi
`

// breed breeds the runs of a store until the test ends, and returns when all have begun.
func breed(t *testing.T) *player.Finder {
	t.Helper()
	set, err := bloodline.Resolve(coup.Game(), bloodline.Small(sticks.Pairs, nil))
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	f := &player.Finder{Games: set, Store: filepath.Join(folder, "results", "lineage.db"), Trust: trust.List{Path: filepath.Join(folder, "trusted")}}
	for name, text := range map[string]string{"referee.sh": duelReferee, "bot.sh": "exit 1\n"} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	var ended, begun sync.WaitGroup
	t.Cleanup(func() { cancel(); ended.Wait() })
	for name, text := range breeding {
		path := filepath.Join(folder, name+".yaml")
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		c, err := configs.Load(path, configs.Overrides{}, set)
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
		begun.Add(1)
		ended.Go(func() {
			defer r.Close()
			_, _, err := r.Breed(ctx, func(g evolve.Generation) error {
				if g.Number == 6 {
					begun.Done()
				}
				time.Sleep(200 * time.Millisecond) // so that a page has time to be compared with it
				return ctx.Err()
			})
			if ctx.Err() == nil {
				t.Errorf("run %s ended: %v", name, err)
			}
		})
	}
	begun.Wait()
	return f
}

// While runs of all kinds breed, every page has a figure and fits, and the headline is what the
// store has.
func TestPages_breeding(t *testing.T) {
	tier.Slow(t)
	b := open(t)
	f := breed(t)
	s := httptest.NewServer(dashboard.New(dashboard.Options{Finder: f, Measurer: quick, Program: "test", Poll: 50 * time.Millisecond}).Handler())
	t.Cleanup(s.Close)
	b.do(chromedp.Navigate(s.URL + "/"))
	for name := range breeding {
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
		b.do(chromedp.Navigate(s.URL + "/run?name=" + name))
		for range 5 {
			headline(b, f, name)
		}
	}
}

// headline waits until a run's page has caught up with the store, and compares its head with the
// generation of the same number of games.
func headline(b *tab, f *player.Finder, name string) {
	b.Helper()
	const games = "(d => parseInt((d.querySelector('small') ?? d.querySelector('dd')).textContent.replace(/,/g, '')))([...document.querySelectorAll('.band div')].find(d => d.querySelector('dt').textContent === 'Games'))"
	b.until("the headline catches up with the store", fmt.Sprintf("%s >= %d", games, stored(b.T, f, name).Games))
	type head struct {
		Games  int64
		Figure string
	}
	have := eval[head](b, "({Games: "+games+", Figure: document.querySelector('.band .lead dd').firstChild.textContent.trim()})")
	r := stored(b.T, f, name)
	if have.Games > r.Games {
		b.Errorf("%s: the headline says %d games, the store %d", name, have.Games, r.Games)
	}
	if r.Trials != nil { // the model is fitted to what was there then
		return
	}
	for _, p := range r.Trace {
		if p.Games == have.Games && r.Scale.Show(p.ChampionMean) == have.Figure {
			return
		}
	}
	b.Errorf("%s: the headline has %+v, which is that of none of %d generations", name, have, r.Generations)
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
