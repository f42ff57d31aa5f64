package dashboard_test

import (
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bloodline/results/report/dashboard"
)

// A page of figures begins with its head and a look at a few games, ends with the figures
// of all, and keeps these: the next time they come alone.
func TestHandler_story(t *testing.T) {
	store := bred(t, "small")
	for _, name := range []string{"whom", "what", "why"} {
		target := "/player?name=small&tab=" + name
		_, first := ask(t, handler(t, store, ""), "GET", target, nil)
		looks := strings.Split(first, `<div class="level">`)
		if len(looks) < 3 || !strings.Contains(looks[0], `class="band"`) || !strings.Contains(looks[1], `class="progress"`) {
			t.Fatalf("%s has %d looks:\n%s", name, len(looks), looks[0])
		}
		kept, err := filepath.Glob(filepath.Join(filepath.Dir(store), dashboard.CacheFolder, "*.json"))
		if err != nil || len(kept) == 0 {
			t.Fatalf("%s: nothing was kept (%v)", name, err)
		}
		last := looks[len(looks)-1]
		if strings.Contains(last, `class="progress"`) {
			t.Errorf("%s: the last look is not the last:\n%s", name, last)
		}
		_, again := ask(t, handler(t, store, ""), "GET", target, nil) // another server: from the folder
		if two := strings.Split(again, `<div class="level">`); len(two) != 2 || two[1] != last {
			t.Errorf("%s: kept figures differ from the played figures", name)
		}
		for _, path := range kept {
			if err := os.WriteFile(path, []byte("{"), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if _, mended := ask(t, handler(t, store, ""), "GET", target, nil); !strings.HasSuffix(mended, last) {
			t.Errorf("%s: a damaged file is not played again", name)
		}
	}
}

// The leaderboard lists runs beside champions, one game of them if asked, and says what to
// type where there is no run.
func TestHandler_leaderboard(t *testing.T) {
	_, body := ask(t, handler(t, bred(t, "small"), ""), "GET", "/?game=coup", nil)
	for _, want := range []string{`href="/run?name=small"`, `href="/player?name=coup-guarded"`, `value="small"`, "genetic, gradient"} {
		if !strings.Contains(body, want) {
			t.Errorf("no %q in\n%s", want, body)
		}
	}
	if strings.Contains(body, `href="/player?name=samurai"`) {
		t.Error("another game is listed")
	}
	if _, body := ask(t, handler(t, filepath.Join(t.TempDir(), "none.db"), ""), "GET", "/", nil); !strings.Contains(body, "breed coup-quick</code>") {
		t.Errorf("no command in\n%s", body)
	}
}

// Two that are compared differ in genes and settings, and play a match.
func TestHandler_compare(t *testing.T) {
	h := handler(t, bred(t, "small"), "")
	_, body := ask(t, h, "GET", "/compare?of=small&of=coup", nil)
	for _, want := range []string{"Head to head", "20,000 games", "Settings that differ", "fitness.deals", "Genes that differ most"} {
		if !strings.Contains(body, want) {
			t.Errorf("no %q in\n%s", want, body)
		}
	}
	for _, query := range []string{"", "?of=small", "?of=small&of=nobody", "?of=a&of=a&of=a&of=a&of=a&of=a&of=a"} {
		if got, _ := ask(t, h, "GET", "/compare"+query, nil); got.StatusCode < 400 {
			t.Errorf("%s: %d", query, got.StatusCode)
		}
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

// Who asks for a seat at a table without one is told so, and runs of the store have one.
func TestHandler_seats(t *testing.T) {
	h := handler(t, bred(t, "small"), "")
	if _, body := ask(t, h, "GET", "/play?name=samurai", nil); !strings.Contains(body, "Nobody can sit down") || strings.Contains(body, `value="samurai"`) {
		t.Errorf("samurai:\n%s", body)
	}
	if _, body := ask(t, h, "GET", "/play", nil); !strings.Contains(body, `value="small"`) {
		t.Errorf("no seat against the run:\n%s", body)
	}
}
