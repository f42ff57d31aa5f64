package dashboard_test

import (
	"context"
	"errors"
	"fmt"
	"html"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"bloodline"
	"bloodline/arena/command"
	"bloodline/arena/game"
	"bloodline/configs"
	"bloodline/configs/player"
	"bloodline/engine"
	"bloodline/engine/stats"
	"bloodline/evolve"
	"bloodline/evolve/store"
	"bloodline/games/coup"
	"bloodline/genome"
	"bloodline/genome/champion"
	"bloodline/genome/gene"
	"bloodline/internal/guard"
	"bloodline/results/report"
	"bloodline/results/report/dashboard"
	"bloodline/results/report/view"
)

// A page of figures begins with its head and a look at a few games, ends with the figures
// of all, and keeps these: the next time they come alone.
func TestHandler_story(t *testing.T) {
	path, cache := bred(t), t.TempDir()
	served := func() http.Handler {
		return dashboard.New(dashboard.Options{Finder: finder(t, path), Measurer: quick, Cache: cache}).Handler()
	}
	for _, name := range []string{"whom", "what", "why"} {
		target := "/player?name=small&tab=" + name
		_, first := ask(t, served(), "GET", target, nil)
		looks := strings.Split(first, `<div class="level">`)
		if len(looks) < 3 || !strings.Contains(looks[0], `class="band"`) || !strings.Contains(looks[1], `class="progress"`) {
			t.Fatalf("%s has %d looks:\n%s", name, len(looks), looks[0])
		}
		if name == "whom" && !strings.Contains(looks[1], "The evidence of its run.") {
			t.Errorf("the evidence is not there before anything is played:\n%s", looks[1])
		}
		if name == "why" && !strings.Contains(first, "What the genes change is being counted.") {
			t.Errorf("no game is told for the genes:\n%s", first)
		}
		kept, err := filepath.Glob(filepath.Join(cache, "*.json"))
		if err != nil || len(kept) == 0 {
			t.Fatalf("%s: nothing was kept (%v)", name, err)
		}
		last := looks[len(looks)-1]
		if strings.Contains(last, `class="progress"`) {
			t.Errorf("%s: the last look is not the last:\n%s", name, last)
		}
		_, again := ask(t, served(), "GET", target, nil) // another server: from the folder
		if two := strings.Split(again, `<div class="level">`); len(two) != 2 || two[1] != last {
			t.Errorf("%s: kept figures differ from the played figures", name)
		}
		for _, path := range kept {
			guard.Must(t, os.WriteFile(path, []byte("{"), 0o644))
		}
		if _, mended := ask(t, served(), "GET", target, nil); !strings.HasSuffix(mended, last) {
			t.Errorf("%s: a damaged file is not played again", name)
		}
	}
}

// The leaderboard lists runs beside champions, one game of them if asked, and says what to type where there is no run.
func TestHandler_leaderboard(t *testing.T) {
	_, body := ask(t, handler(t, bred(t), ""), "GET", "/?game=coup", nil)
	shows(t, body, `href="/run?name=small"`, `href="/player?name=coup-guarded"`, `value="small"`, "genetic, gradient")
	if got, rules := ask(t, handler(t, bred(t), ""), "GET", "/rules?game=coup", nil); !strings.Contains(body, `href="/rules?game=coup"`) || got.StatusCode != http.StatusOK || !strings.Contains(rules, "Each player starts with one coin.") {
		t.Errorf("no rules: %d\n%.400s", got.StatusCode, rules)
	}
	if strings.Contains(body, `href="/player?name=samurai"`) {
		t.Error("another game is listed")
	}
	if _, body := ask(t, handler(t, filepath.Join(t.TempDir(), "none.db"), ""), "GET", "/", nil); !strings.Contains(body, "breed coup-quick</code>") {
		t.Errorf("no command in\n%s", body)
	}
}

// Runs that differ in their seeds alone are one row, with Student's interval of 80, 83 and 86: 83 ± 4.303 * 3 / √3. The same seed
// again is a row of its own, since its figures say nothing new. Exploiters have no rank, and games with
// other units have a table of their own.
func TestHandler_board(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lineage.db")
	for k, name := range []string{"tried-1", "tried-2", "tried-3", "tried-1-2"} {
		won := []float64{0.80, 0.83, 0.86, 0.80}[k]
		keep(t, path, name, &champion.Evidence{Field: stats.Figure{Mean: won, Low: won - 0.01, High: won + 0.01, Games: 10}}, evolve.League{})
	}
	keep(t, path, "spoiler", &champion.Evidence{Field: stats.Figure{Mean: 0.999, Low: 0.99, High: 1, Games: 10}}, evolve.League{})
	f := finder(t, path)
	shipped, err := f.Find("coup", nil)
	guard.Must(t, err)
	data, err := shipped.File.Encode()
	guard.Must(t, err)
	guard.Must(t, os.MkdirAll(f.RunDir("spoiler"), 0o755))
	guard.Must(t, os.WriteFile(filepath.Join(f.RunDir("spoiler"), player.TargetFile), data, 0o644))
	_, body := ask(t, handler(t, path, ""), "GET", "/", nil)
	board, exploiters, ok := strings.Cut(body, "<h3>Exploiters</h3>")
	if !ok || strings.Contains(board, ">spoiler<") || !strings.Contains(exploiters, "<b>99.9</b>") {
		t.Errorf("the exploiter is not by itself:\n%s", body)
	}
	shows(t, board, `<a href="/compare?of=tried">tried</a>`, "<b>83.0</b> <span class=\"quiet\">± 7.5</span>", `href="/run?name=tried-2"`, `<a href="/run?name=tried-1-2">tried-1-2</a>`, "<td>99.9</td>", ">win %<")
	if _, page := ask(t, handler(t, path, ""), "GET", "/run?name=tried-1", nil); !strings.Contains(page, "It is the default genome: nothing better was found.") {
		t.Errorf("a champion with the default genes is said to be more:\n%s", page)
	}
	if n := strings.Count(body, `class="sort board"`); n != 4 { // three games, and the exploiters of one
		t.Errorf("%d tables, want 4", n)
	}
	if !strings.Contains(exploiters, "<b>30.32</b>") {
		t.Errorf("no points of wojna in\n%s", exploiters)
	}
}

// shows reports what a page doesn't have.
func shows(t *testing.T, page string, wants ...string) {
	t.Helper()
	for _, want := range wants {
		if !strings.Contains(page, want) {
			t.Errorf("no %q in\n%s", want, page)
		}
	}
}

// Contests of a folder are boards of their own by wins and by scores, each with its unit, and a column that no row fills
// doesn't stand there.
func TestHandler_board_units(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lineage.db")
	f := finder(t, path)
	f.Trust.Path = filepath.Join(t.TempDir(), "trusted")
	s, err := store.Open(t.Context(), path)
	guard.Must(t, err)
	for name, points := range map[string]string{"chips-1": "  points: score\n  score_low: -100\n  score_high: 100\n", "wins-1": ""} {
		info := store.NewInfo(name, (&genome.Schema{Game: command.Name, Version: 1, Genes: []gene.Gene{{Name: "a", Min: -0.5, Max: 9.5}}}))
		info.Config = "game: command\ncommand:\n  referee: sh r.sh {p1} {p2}\n  bot: sh b.sh {a}\n" + points +
			"  genes:\n    a: {distribution: int, low: 0, high: 9, default: 2}\nfield: [{mid: sh b.sh 6}]\n"
		c, err := configs.Parse("run.yaml", []byte(info.Config), f.Games)
		guard.Must(t, err)
		guard.Must(t, f.AddTrust(c))
		r, err := s.Begin(info)
		guard.Must(t, err)
		guard.Must(t, r.PutEvidence(&champion.Evidence{Field: stats.Figure{Mean: 0.5, Low: 0.4, High: 0.6, Games: 10}}))
		guard.Must(t, r.Finish(store.Finished))
	}
	guard.Must(t, s.Close())
	_, body := ask(t, dashboard.New(dashboard.Options{Finder: f, Measurer: quick}).Handler(), "GET", "/?game=command", nil)
	boards := strings.Split(body, "<h2>")[1:]
	units := map[string]string{"chips-1": ">points a game<", "wins-1": ">win %<"}
	for name, unit := range units {
		k := slices.IndexFunc(boards, func(b string) bool { return strings.Contains(b, `data-row="`+name+`"`) })
		if len(boards) != 3 || !strings.Contains(boards[k], unit) { // the third has hand-written opponents
			t.Errorf("%s: %d boards, without %s:\n%s", name, len(boards), unit, body)
		}
		for _, empty := range []string{">strangers<", ">held out<", ">exploiter<"} {
			if strings.Contains(boards[k], empty) {
				t.Errorf("%s: the column %s is empty", name, empty)
			}
		}
	}
}

// keep puts values for a new run of a store that has ended.
func keep(t *testing.T, path, name string, evidence *champion.Evidence, league evolve.League) {
	t.Helper()
	s, err := store.Open(context.Background(), path)
	guard.Must(t, err)
	defer s.Close()
	g := finder(t, path).Games[0]
	info := store.NewInfo(name, g.Schema)
	if _, seed, ok := strings.Cut(name, "-"); ok {
		seed, _, _ = strings.Cut(seed, "-")
		if info.Seed, err = strconv.ParseUint(seed, 10, 64); err != nil {
			t.Fatal(err)
		}
	}
	r, err := s.Begin(info)
	guard.Must(t, err)
	one := evolve.Individual{ID: evolve.Identity(0, 0), Genes: g.Schema.Default(), Fitness: stats.Fitness{Games: 1}, Pooled: stats.Fitness{Mean: 0.5, Games: 1}}
	guard.Must(t, r.Record(evolve.Generation{Individuals: []evolve.Individual{one}, Champion: one}))
	guard.Must(t, r.PutLeague(league))
	if evidence != nil {
		guard.Must(t, r.PutEvidence(evidence))
	}
	guard.Must(t, r.Finish(store.Finished))
}

// The strongest exploiter is of the very champion: what exploit found of it counts, of another
// one not, and of a league the last round does.
func TestHandler_exploiters(t *testing.T) {
	path := bred(t)
	keep(t, path, "league", nil, evolve.League{
		Exploiters: []evolve.Exploiter{{Number: 1, Round: 1, Share: 0.729, Genes: genome.Vector{0}}, {Number: 2, Round: 2, Share: 0.471, Genes: genome.Vector{0}}},
		Rounds:     []evolve.LeagueRound{{Number: 1, Won: []float64{0.729}}, {Number: 2, Won: []float64{0.501, 0.471}}},
	})
	f := finder(t, path)
	own, err := f.Find("small", nil)
	guard.Must(t, err)
	for name, won := range map[string]float64{"weak": 0.613, "strong": 0.912, "other": 0.999} {
		keep(t, path, name, &champion.Evidence{Field: stats.Figure{Mean: won, Games: 10}}, evolve.League{})
		file := *own.File
		if name == "other" {
			file.Temperature = 0.7
		}
		data, err := file.Encode()
		guard.Must(t, err)
		guard.Must(t, os.MkdirAll(f.RunDir(name), 0o755))
		guard.Must(t, os.WriteFile(filepath.Join(f.RunDir(name), player.TargetFile), data, 0o644))
	}
	h := handler(t, path, "")
	for path, want := range map[string]string{
		"/run?name=small": `91.2<small>win % against the champion, <a href="/run?name=strong">`, "/player?name=small": `91.2<small>win % against the champion, <a href="/run?name=strong">`,
		"/run?name=league": "50.1<small>win % against the champion, round 2", "/run?name=weak": "Bred against</dt><dd class=\"word\">small",
	} {
		_, body := ask(t, h, "GET", path, nil)
		if !strings.Contains(body, want) {
			t.Errorf("%s: no %q in\n%s", path, want, body[:min(len(body), 4000)])
		}
	}
}

// The curves are over generations, games or time; in a league they mark where exploiters join
// and say why they fall there, and there are no challenges.
func TestHandler_curves(t *testing.T) {
	h := handler(t, bred(t), "")
	for query, want := range map[string]string{"": ">generation</text>", "&axis=games": ">games</text>", "&axis=time&smooth=1": ">seconds</text>", "&axis=nonsense": ">generation</text>"} {
		if _, body := ask(t, h, "GET", "/run?name=small"+query, nil); !strings.Contains(body, want) || strings.Contains(body, "an exploiter joins") {
			t.Errorf("%s: no %s", query, want)
		}
	}
	path := filepath.Join(t.TempDir(), "lineage.db")
	set := append(slices.Clone(small), "evolve.generations=6", "league.share=0.3", "league.round=2", "league.generations=1")
	if _, err := bloodline.Breed(t.Context(), coup.Game(), nil, bloodline.Options{Store: path, Name: "league", Set: set}); err != nil {
		t.Fatal(err)
	}
	_, body := ask(t, handler(t, path, ""), "GET", "/run?name=league", nil)
	shows(t, body, "an exploiter joins", "the games become harder", "round 2")
	_, curves, _ := strings.Cut(body, "<figcaption>Measured on")
	wide, _, _ := strings.Cut(curves, `class="wide"`)
	if n := strings.Count(wide, `<line class="title"`); n != 3 { // two rounds, and the legend's
		t.Errorf("%d lines, want 3", n)
	}
}

// A champion's page has its leads among families that breeding never meets, and what the hardest
// strangers have in common.
func TestHandler_families(t *testing.T) {
	path := bred(t)
	f := finder(t, path)
	p, err := f.Find("small", nil)
	guard.Must(t, err)
	e := p.File.Evidence
	e.Families = []champion.Family{{Name: "fixed styles", Strangers: champion.Strangers{Players: 10, Figure: stats.Figure{Mean: 0.5, High: 1, Games: 20}, Lead: stats.Figure{Mean: 0.123, High: 1, Games: 20}}}}
	e.Hardest = &champion.Hardest{Drawn: 2000, Players: 20, Figure: stats.Figure{Mean: 0.6, High: 1, Games: 20}, Common: []champion.Common{{Trait: "never bluff", Players: 15, Drawn: 400}}}
	data, err := p.File.Encode()
	guard.Must(t, err)
	guard.Must(t, os.WriteFile(filepath.Join(f.RunDir("small"), player.ChampionFile), data, 0o644))
	s, err := store.Open(t.Context(), path)
	guard.Must(t, err)
	r, _, err := s.Resume("small")
	guard.Must(t, err)
	guard.Must(t, errors.Join(r.PutEvidence(e), r.Finish(store.Finished), s.Close()))
	_, body := ask(t, handler(t, path, ""), "GET", "/player?name=small", nil)
	shows(t, body, "Opponents that breeding never meets", "fixed styles", ">12.3</td>", "strangers, as in breeding", "Traits of the 20 hardest strangers: never bluff (75 %, of all 20 %).")
}

// Two that are compared differ in genes and settings, and play a match.
func TestHandler_compare(t *testing.T) {
	h := handler(t, bred(t), "")
	_, body := ask(t, h, "GET", "/compare?of=small&of=coup", nil)
	shows(t, body, "Head to head", "20,000 games", "Settings that differ", "fitness.deals", "Genes that differ most")
	if _, body := ask(t, h, "GET", "/compare?of=coup&of=coup:Lawyer", nil); strings.Contains(body, "Genes that differ") || !strings.Contains(body, "Head to head") {
		t.Errorf("a hand-written player has genes:\n%s", body)
	}
	for _, query := range []string{"", "?of=small", "?of=small&of=nobody", "?of=a&of=a&of=a&of=a&of=a&of=a&of=a"} {
		if got, _ := ask(t, h, "GET", "/compare"+query, nil); got.StatusCode < 400 {
			t.Errorf("%s: %d", query, got.StatusCode)
		}
	}
}

// Groups are compared on the same deals, here of champions that are all the default genome; one by itself shows its runs.
func TestHandler_compareGroups(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lineage.db")
	for _, name := range []string{"one-1", "one-2", "two-3", "two-4"} {
		keep(t, path, name, &champion.Evidence{Field: stats.Figure{Mean: 0.5, High: 1, Games: 10}}, evolve.League{})
	}
	h := handler(t, path, "")
	for query, wants := range map[string][]string{
		"of=one&of=two":                       {"No difference between one and two is shown.", `href="/run?name=two-4"`, ">first ahead by</th>"},
		"of=one":                              {"<h1>one</h1>", "<b>50.0</b> win %", `href="/run?name=one-2"`},
		"of=one-1&of=two-3&of=one-2&of=two-4": {"No difference between one and two is shown."},
	} {
		_, body := ask(t, h, "GET", "/compare?"+query, nil)
		t.Run(query, func(t *testing.T) { shows(t, body, wants...) })
	}
}

// An address of a game shows the same game every time, with what players thought where the
// game can tell; it starts a game, so that it is guarded as what plays is.
func TestHandler_replay(t *testing.T) {
	h := handler(t, filepath.Join(t.TempDir(), "none.db"), "")
	for query, want := range map[string]string{"of=coup&of=coup:Lawyer": "<meter", "of=samurai&of=samurai:rebel": "<li>", "of=wojna:Checker": "<li>"} {
		_, one := ask(t, h, "GET", "/game?seed=3&"+query, nil)
		_, two := ask(t, h, "GET", "/game?seed=3&"+query, nil)
		_, other := ask(t, h, "GET", "/game?seed=4&"+query, nil)
		if one != two || one == other || !strings.Contains(one, want) {
			t.Errorf("%s: again %t, another deal differs %t", query, one == two, one != other)
		}
		if got, _ := ask(t, h, "GET", "/game?"+query, func(r *http.Request) { r.Header.Del("Sec-Fetch-Site") }); got.StatusCode != http.StatusForbidden {
			t.Errorf("%s without a header: %d", query, got.StatusCode)
		}
	}
	for _, query := range []string{"of=nobody", "of=coup&of=samurai", "of=coup&of=coup&of=coup", "of=coup&seed=x", "of=coup&seating=2", "of=" + url.QueryEscape("exec:true")} {
		if got, _ := ask(t, h, "GET", "/game?"+query, nil); got.StatusCode != http.StatusNotFound {
			t.Errorf("%s: %d", query, got.StatusCode)
		}
	}
}

// Every shipped game has a seat for a person, against champions, baselines and the runs of the
// store; a game without one says so.
func TestHandler_seats(t *testing.T) {
	h := handler(t, bred(t), "")
	_, body := ask(t, h, "GET", "/play", nil)
	for _, word := range []string{"small", "coup", "samurai", "wojna", "wojna:Checker"} {
		if !strings.Contains(body, `value="`+word+`"`) {
			t.Errorf("no seat against %s:\n%s", word, body)
		}
	}
	f := finder(t, filepath.Join(t.TempDir(), "none.db"))
	deaf := *f.Games[1]
	deaf.Human = nil
	f.Games = game.Set{&deaf}
	h = dashboard.New(dashboard.Options{Finder: f}).Handler()
	if _, body := ask(t, h, "GET", "/play?name=samurai", nil); !strings.Contains(body, "Nobody can sit down") || strings.Contains(body, `value="samurai"`) {
		t.Errorf("a game without a seat:\n%s", body)
	}
	// Four seats: the bot takes the other three.
	h = handler(t, filepath.Join(t.TempDir(), "none.db"), "")
	from := "192.0.2.1:1"
	form := func(target string, cookie *http.Cookie, fields url.Values) *http.Response {
		got, _ := ask(t, h, "POST", target, func(r *http.Request) {
			r.RemoteAddr = from
			r.Body = io.NopCloser(strings.NewReader(fields.Encode()))
			r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
			if cookie != nil {
				r.AddCookie(cookie)
			}
		})
		return got
	}
	sat := form("/play", nil, url.Values{"name": {"samurai:balanced"}}).Cookies()[0]
	for k := range 33 { // five visits on each of five days, two in each of four nights
		if _, body := ask(t, h, "GET", "/game", func(r *http.Request) { r.AddCookie(sat) }); !strings.Contains(body, "<h2 id=\"question\">Turn ") {
			t.Fatalf("question %d:\n%s", k+1, body)
		}
		form("/game", sat, url.Values{"asked": {fmt.Sprint(k + 1)}, "option": {fmt.Sprint(k % 6)}})
	}
	_, body = ask(t, h, "GET", "/game", func(r *http.Request) { r.AddCookie(sat) })
	if !strings.Contains(body, "of 1 games won") || !strings.Contains(body, "The end: you have") || !strings.Contains(body, `name="name" value="samurai:rebel"`) {
		t.Errorf("after the last visit:\n%s", body)
	}
	// The record of the game is at an address of its own, without a session.
	_, link, _ := strings.Cut(body, `<a href="/record`)
	link, _, _ = strings.Cut(html.UnescapeString(link), `"`)
	_, again := ask(t, h, "GET", "/record"+link, nil)
	_, thoughts, _ := strings.Cut(body, "<h2>What it thought</h2>")
	if !strings.HasSuffix(again, thoughts) || len(thoughts) < 1000 {
		t.Errorf("/record%s is not the game:\n%s", link, again)
	}
	for _, wrong := range []string{strings.Replace(link, "%5B0%2C1", "%5B0", 1), strings.Replace(link, "%5B0", "%5B77", 1), strings.Replace(link, "%22seat%22%3A0", "%22seat%22%3A4", 1), link[:len(link)-40], strings.Replace(link, "of=samurai", "of=nobody", 1)} {
		if got, text := ask(t, h, "GET", "/record"+wrong, nil); got.StatusCode != http.StatusNotFound {
			t.Errorf("/record%s: %d\n%s", wrong, got.StatusCode, text)
		}
	}
	// The other seat, and a seat that is not there.
	form("/play", sat, url.Values{"name": {"samurai:balanced"}, "seat": {"3"}})
	if _, body := ask(t, h, "GET", "/game", func(r *http.Request) { r.AddCookie(sat) }); !strings.Contains(body, "You sit in seat 4.") {
		t.Errorf("the seat is another one:\n%s", body)
	}
	if got := form("/play", sat, url.Values{"name": {"samurai:balanced"}, "seat": {"4"}}); got.StatusCode != http.StatusBadRequest {
		t.Errorf("seat 5 of 4: %d", got.StatusCode)
	}
	// A session that can't begin is none, and one visitor's sessions end no other's.
	if got := form("/play", nil, url.Values{"name": {"samurai:balanced"}, "seat": {"99"}}); got.StatusCode != http.StatusBadRequest || len(got.Cookies()) > 0 {
		t.Errorf("seat 100 of 4: %d, cookies %v", got.StatusCode, got.Cookies())
	}
	from = "192.0.2.7:1"
	for range 250 {
		form("/play", nil, url.Values{"name": {"samurai:balanced"}})
	}
	if _, body := ask(t, h, "GET", "/game", func(r *http.Request) { r.AddCookie(sat) }); !strings.Contains(body, "You sit in seat 4.") {
		t.Errorf("after 250 sessions of another visitor:\n%s", body)
	}
}

// A decision that is told is one of its game, as the link to the game shows it; the game with
// the genes at their defaults is the same up to there.
func TestTell_decision(t *testing.T) {
	for _, word := range []string{"coup", "samurai"} {
		t.Run(word, func(t *testing.T) {
			if word != "coup" {
				guard.Slow(t)
			}
			checkDecisions(t, word)
		})
	}
}

func checkDecisions(t *testing.T, word string) {
	f := finder(t, filepath.Join(t.TempDir(), "none.db"))
	p, err := f.Find(word, nil)
	guard.Must(t, err)
	m := view.Measurer{Deals: 4, Cuts: 8, Seed: 5}
	v := m.NewProfile(p)
	gone, leave := context.WithCancel(t.Context())
	leave()
	if err := m.AddCuts(gone, p, v); !errors.Is(err, context.Canceled) || len(v.GroupAblation)+len(v.GeneAblation) > 0 {
		t.Errorf("a reader who has left: %v, %d cuts", err, len(v.GroupAblation)+len(v.GeneAblation))
	}
	guard.Must(t, m.AddCuts(t.Context(), p, v))
	guard.Must(t, m.ExplainCuts(t.Context(), p, v))
	found := 0
	for _, c := range v.GroupAblation {
		d := c.Decision
		if d == nil {
			continue
		}
		found++
		without := slices.Clone(p.Genes)
		for k, x := range p.Game.Schema.Genes {
			if x.Group == c.Genes {
				without[k] = x.Default
			}
		}
		own, points := said(t, f, p, p.Compile(p.Genes), d)
		other, fewer := said(t, f, p, p.Compile(without), d)
		k := 0
		for own[k] == other[k] {
			k++
		}
		if own[k] != d.Did || other[k] != d.Instead || points != d.Points || fewer != d.Without || points <= fewer {
			t.Errorf("%s: told %+v, played %q for %v and %q for %v", c.Genes, d, own[k], points, other[k], fewer)
		}
	}
	if found == 0 {
		t.Error("no decision is told")
	}
}

// said plays the game of a decision.
func said(t *testing.T, f *player.Finder, p *player.Player, by engine.Player, d *report.Decision) (moves []string, points float64) {
	t.Helper()
	b, err := f.Find(p.Game.Name()+":"+d.Opponent, nil)
	guard.Must(t, err)
	seats, names := []engine.Player{by}, []string{p.Name}
	for len(seats) < p.Game.Info().Seats {
		seats, names = append(seats, b.Seat()), append(names, d.Opponent)
	}
	r, err := p.Game.Record(names, seats, d.Deal, d.Seating)
	guard.Must(t, err)
	for _, m := range r.Narrated {
		moves = append(moves, m.Caption())
	}
	return moves, r.Points[slices.Index(r.Players, p.Name)]
}
