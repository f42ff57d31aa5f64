package dashboard_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"bloodline/evolve/store"
	"bloodline/internal/guard"
	"bloodline/results/report"
	"bloodline/results/report/dashboard"
)

// told notes what pages ask for.
type told struct{ all []string }

func (c *told) Files() []string { return []string{"coup", "coup-quick"} }

func (c *told) Begin(file, name string, seed uint64) (string, error) {
	return name, c.note("begin", file, name, seed)
}

func (c *told) Stop(run string) error {
	if run == "gone" {
		return store.ErrNotFound
	}
	return c.note("stop", run)
}

func (c *told) Resume(run string, games int64) error {
	return errors.Join(c.note("resume", run, games), errors.New("run x is being bred by process 7"))
}

func (c *told) Curves(run string, games int64) error { return c.note("curves", run, games) }

func (c *told) Playing(string) (bool, error) {
	return slices.ContainsFunc(c.all, func(s string) bool { return strings.HasPrefix(s, "curves") }), nil
}

func (c *told) Ladder(words ...string) error { return c.note("ladder", strings.Join(words, " ")) }

func (c *told) Note(run string, tags []string, note string) error {
	return c.note("note", run, strings.Join(tags, "+"), note)
}

func (c *told) Remove(run string) error { return c.note("remove", run) }

func (c *told) note(words ...any) error {
	c.all = append(c.all, strings.TrimSuffix(fmt.Sprintln(words...), "\n"))
	return nil
}

// word is the token of tests.
const word = "opensesame"

// opened is a request of a browser that was opened at the printed address: its cookie, which every port of the host gets.
func opened(r *http.Request) {
	sum := sha256.Sum256([]byte("cookie " + word))
	r.AddCookie(&http.Cookie{Name: "bloodline-token8080", Value: hex.EncodeToString(sum[:])})
}

// A form changes a run where it comes from a page of this server that was opened with the token, and nowhere else.
func TestHandler_control(t *testing.T) {
	c := &told{}
	ladders := func(string, int) ([]*report.LadderPage, error) {
		return []*report.LadderPage{{Ladder: &report.Ladder{Contest: "pw.yaml"}}}, nil
	}
	h := dashboard.New(dashboard.Options{Finder: finder(t, bred(t)), Control: c, Token: word, Ladders: ladders}).Handler()
	post := func(h http.Handler, change func(*http.Request), pairs ...string) (int, string) {
		t.Helper()
		form := url.Values{}
		for i := 0; i < len(pairs); i += 2 {
			form.Set(pairs[i], pairs[i+1])
		}
		got, body := ask(t, h, "POST", "/run?"+form.Encode(), opened) // an address is no form
		if got.StatusCode == http.StatusOK || got.StatusCode == http.StatusSeeOther {
			t.Errorf("POST with an address alone: %d %s", got.StatusCode, body)
		}
		r := httptest.NewRequest("POST", "/run", strings.NewReader(form.Encode()))
		r.Host = "localhost:8080"
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.Header.Set("Sec-Fetch-Site", "same-origin")
		opened(r)
		r.Header.Set("Bloodline-Token", word)
		if change != nil {
			change(r)
		}
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		return w.Code, w.Header().Get("Location") + w.Body.String()
	}
	token := func(value string) func(*http.Request) {
		return func(r *http.Request) { r.Header.Set("Bloodline-Token", value) }
	}
	for what, change := range map[string]func(*http.Request){
		"no header":                func(r *http.Request) { r.Header.Del("Sec-Fetch-Site") },
		"another site":             func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", "cross-site") },
		"another host":             func(r *http.Request) { r.Host = "evil.example" },
		"no token but in a cookie": token(""),
		"half a token":             token(word[:4]),
		"the value of the cookie":  func(r *http.Request) { c, _ := r.Cookie("bloodline-token8080"); token(c.Value)(r) },
	} {
		if status, body := post(h, change, "do", "stop", "name", "x"); status != http.StatusForbidden {
			t.Errorf("%s: %d %s", what, status, body)
		}
	}
	// Another user of the machine reads the pages, and finds nothing there that would let him in.
	for who, change := range map[string]func(*http.Request){"a stranger": nil, "the user": opened} {
		got, body := ask(t, h, "GET", "/", change)
		forms, told := strings.Contains(body, `action="/run"`), strings.Contains(body, "This page only reads")
		if own := change != nil; forms != own || told == own || strings.Contains(body, word) || got.Header.Get("Set-Cookie") != "" {
			t.Errorf("%s: forms %t, told %t, header %v\n%s", who, forms, told, got.Header, body)
		}
	}
	for token, want := range map[string]int{word[:4]: 401, word: 303} {
		got, _ := ask(t, h, "GET", "/run?name=a&token="+token, nil)
		if cookies := got.Cookies(); got.StatusCode != want || (len(cookies) == 1) != (want == 303) || want == 303 && got.Header.Get("Location") != "/run?name=a#token="+word {
			t.Errorf("token %s: %d %v", token, got.StatusCode, got.Header)
		} else if want == 303 && (!cookies[0].HttpOnly || cookies[0].SameSite != http.SameSiteStrictMode || cookies[0].Name != "bloodline-token8080" || strings.Contains(cookies[0].Value, word)) {
			t.Errorf("cookie %v", cookies[0])
		}
	}
	reads := handler(t, filepath.Join(t.TempDir(), "none.db"), "")
	if status, body := post(reads, nil, "do", "stop", "name", "x"); status != http.StatusNotFound && status != http.StatusMethodNotAllowed {
		t.Errorf("pages that only read: %d %s", status, body)
	}
	if len(c.all) > 0 {
		t.Fatalf("refused requests came through: %q", c.all)
	}
	for _, x := range []struct {
		pairs  []string
		status int
		want   string
	}{
		{[]string{"do", "begin", "file", "coup", "name", "a b", "seed", "3"}, 303, "/run?name=a+b"},
		{[]string{"do", "begin", "file", "coup", "seed", "3"}, 303, "/"},
		{[]string{"do", "begin", "file", "coup", "seed", "-3"}, 409, "seed: must be a whole number"},
		{[]string{"do", "stop", "name", "x"}, 303, "/run?name=x"},
		{[]string{"do", "stop", "name", "gone"}, 404, store.ErrNotFound.Error()},
		{[]string{"do", "resume", "name", "x"}, 409, "run x is being bred by process 7"},
		{[]string{"do", "resume", "name", "x", "games", "5000"}, 409, "run x is being bred by process 7"},
		{[]string{"do", "resume", "name", "x", "games", "-5"}, 409, "games: must be a whole number"},
		{[]string{"do", "curves", "name", "x", "games", "700"}, 303, "/run?name=x"},
		{[]string{"do", "note", "name", "x", "tags", " a  b ", "note", " c d "}, 303, "/run?name=x"},
		{[]string{"do", "delete", "name", "x"}, 409, "to delete x, type its name"},
		{[]string{"do", "delete", "name", "x", "typed", "y"}, 409, "to delete x, type its name"},
		{[]string{"do", "delete", "name", "x", "typed", "x"}, 303, "/"},
		{[]string{"do", "burn", "name", "x"}, 409, "no page asks for"},
		{[]string{"do", "play", "contest", "pw.yaml"}, 303, "/"},
		{[]string{"do", "play", "contest", "/etc/passwd"}, 409, "there is no ladder of"},
		{[]string{"do", "retire", "contest", "pw.yaml", "name", "v4"}, 303, "/"},
		{[]string{"do", "add", "contest", "pw.yaml", "name", "small"}, 303, "/"},
		{[]string{"do", "add", "contest", "pw.yaml", "name", "rm -r ."}, 409, "no run"},
	} {
		if status, body := post(h, nil, x.pairs...); status != x.status || !strings.Contains(body, x.want) {
			t.Errorf("%q: want %d %q, have %d %q", x.pairs, x.status, x.want, status, body)
		}
	}
	if want := []string{
		"begin coup a b 3", "begin coup  3", "stop x", "resume x 0", "resume x 5000", "curves x 700", "note x a+b c d", "remove x",
		"ladder play --contest pw.yaml --max-games 500", "ladder retire --contest pw.yaml -- v4", "ladder add -- pw.yaml small small",
	}; !slices.Equal(c.all, want) {
		t.Errorf("want %q, have %q", want, c.all)
	}
}

// The forms are there for a person: on the first page, and on that of a run.
func TestPages_control(t *testing.T) {
	guard.Slow(t)
	b := open(t)
	c := &told{}
	s := httptest.NewServer(dashboard.New(dashboard.Options{Finder: finder(t, bred(t)), Measurer: quick, Program: "test", Poll: 50 * time.Millisecond, Control: c, Token: word}).Handler())
	t.Cleanup(s.Close)
	b.look(1000, "light")
	for _, path := range []string{"/", "/run?name=small"} {
		b.do(chromedp.Navigate(s.URL + path))
		b.audit("locked " + path)
		if eval[bool](b, "document.querySelector('[action=\"/run\"][method=post]') !== null || !document.body.textContent.includes('This page only reads')") {
			t.Errorf("%s without the token has forms, or doesn't say that it only reads", path)
		}
		b.picture(fmt.Sprint("control-locked-", len(path)))
	}
	file := filepath.Join(t.TempDir(), "open.html") // as breed --serve opens it
	if err := os.WriteFile(file, []byte(`<meta http-equiv="refresh" content="0; url=`+s.URL+"/?token="+word+`">`), 0o600); err != nil {
		t.Fatal(err)
	}
	b.do(chromedp.Navigate("file://" + file))
	b.until("the forms are there", "!!document.querySelector('[action=\"/run\"][method=post]')")
	if at := eval[string](b, "location.href"); at != s.URL+"/" {
		t.Errorf("the address keeps its token: %s", at)
	}
	for _, width := range []int64{1000, 360} {
		b.look(width, "light")
		b.do(chromedp.Navigate(s.URL + "/"))
		b.audit("index")
		b.picture(fmt.Sprint("control-index-", width))
		b.do(chromedp.Navigate(s.URL + "/run?name=small"))
		eval[chromedp.Void](b, "document.querySelectorAll('details').forEach(d => d.open = true)")
		b.audit("run")
		b.picture(fmt.Sprint("control-run-", width))
	}
	eval[chromedp.Void](b, "document.querySelector('[name=tags]').value = 'good', document.querySelector('[value=note]').click()")
	b.until("the note is saved", "document.readyState == 'complete' && !document.querySelector('main details[open]')")
	eval[chromedp.Void](b, "document.querySelector('[value=delete]').closest('details').open = true")
	b.picture("control-changes")
	for _, what := range []string{"[name=tags][value=archived]", "[value=delete]"} {
		if eval[bool](b, "document.querySelector('"+what+"') === null") {
			t.Errorf("no form has %s", what)
		}
	}
	b.do(chromedp.Navigate(s.URL + "/"))
	eval[chromedp.Void](b, "document.querySelector('[type=search]').value = 'wojna', document.querySelector('[type=search]').dispatchEvent(new Event('input'))")
	if n := eval[int](b, "document.querySelectorAll('tr[data-row]:not([hidden])').length"); n != 1 {
		t.Errorf("the filter leaves %d rows, want 1", n)
	}
	eval[chromedp.Void](b, "document.querySelector('form [name=name]').value = 'small', document.querySelector('[name=seed]').min = '', document.querySelector('[name=seed]').value = '-3', document.querySelector('[value=begin]').click()")
	b.until("the reason stands in the form", "!!document.querySelector('form.acts .notice')?.textContent.includes('seed: must be a whole number')")
	b.errors = dropStatus(b.errors, "missing")
	if got := eval[string](b, "document.querySelector('form.acts [name=name]').value"); got != "small" {
		t.Errorf("the form has lost its name: %q", got)
	}
	b.picture("control-refused")
	eval[chromedp.Void](b, "document.querySelector('[name=seed]').value = '1', document.querySelector('[value=begin]').click()")
	b.until("the run is shown", "location.pathname == '/run'")
	b.quiet("forms")
	if want := []string{"note small good ", "begin coup small 1"}; !slices.Equal(c.all, want) {
		t.Errorf("want %q, have %q", want, c.all)
	}
}

// The leaderboard reads a store again when it has changed, and only then: here its bytes change under the same times.
func TestHandler_unchanged(t *testing.T) {
	path := bred(t)
	h := dashboard.New(dashboard.Options{Finder: finder(t, path)}).Handler()
	status := func() int { got, _ := ask(t, h, "GET", "/", nil); return got.StatusCode }
	long := time.Now().Add(-time.Hour)
	guard.Must(t, os.Chtimes(path, long, long))
	data, err := os.ReadFile(path)
	guard.Must(t, err)
	if got := status(); got != http.StatusOK {
		t.Fatal(got)
	}
	guard.Must(t, os.WriteFile(path, make([]byte, len(data)), 0o600))
	guard.Must(t, os.Chtimes(path, long, long))
	if got := status(); got != http.StatusOK {
		t.Errorf("of an unchanged store: %d", got)
	}
	guard.Must(t, os.Chtimes(path, long, long.Add(time.Minute)))
	if got := status(); got != http.StatusServiceUnavailable {
		t.Errorf("of a changed store: %d", got)
	}
	guard.Must(t, os.WriteFile(path, data, 0o600))
	if got := status(); got != http.StatusOK {
		t.Errorf("of a store that was just written: %d", got)
	}
}

// The leaderboard leaves out archived runs until it is asked for them.
func TestHandler_archived(t *testing.T) {
	path := bred(t)
	st, err := store.Open(context.Background(), path)
	if err == nil {
		err = errors.Join(st.PutTags("small", store.Tags{Tags: []string{"archived", "good"}}), st.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
	h := dashboard.New(dashboard.Options{Finder: finder(t, path), Control: &told{}, Token: word}).Handler()
	const row, link = `data-row="small"`, `<a href="/?archived=1">1 archived</a>`
	if _, body := ask(t, h, "GET", "/", nil); strings.Contains(body, row) || !strings.Contains(body, link) {
		t.Errorf("the first page lists an archived run, or does not count it:\n%s", body)
	}
	if _, body := ask(t, h, "GET", "/?archived=1", nil); !strings.Contains(body, row) || strings.Contains(body, link) {
		t.Errorf("the page of all runs has no archived one:\n%s", body)
	}
	if _, body := ask(t, h, "GET", "/run?name=small", opened); !strings.Contains(body, `name="tags" value="good "><button name="do" value="note">Bring back`) {
		t.Errorf("the page of an archived run has no form that brings it back:\n%s", body)
	}
}
