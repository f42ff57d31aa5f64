package dashboard_test

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"database/sql"
	"errors"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"bloodline/engine/stats"
	"bloodline/evolve"
	"bloodline/evolve/store"
	"bloodline/internal/guard"
	"bloodline/results/report"
	"bloodline/results/report/dashboard"
)

// ask sends a request past the network and returns the answer.
func ask(t *testing.T, h http.Handler, method, target string, change func(*http.Request)) (*http.Response, string) {
	t.Helper()
	r := httptest.NewRequest(method, target, nil)
	r.Host = "localhost:8080"
	r.Header.Set("Sec-Fetch-Site", "same-origin")
	if change != nil {
		change(r)
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w.Result(), w.Body.String()
}

func handler(t *testing.T, store, token string) http.Handler {
	t.Helper()
	return dashboard.New(dashboard.Options{Finder: finder(t, store), Measurer: quick, Token: token, Remote: token != "", Poll: time.Millisecond}).Handler()
}

// paths is every page.
var paths = []string{"/", "/run?name=x", "/part?name=x", "/events?name=x", "/individual?run=x&id=y", "/player?name=x", "/compare?of=x&of=y", "/game?of=x", "/record?of=x", "/play", "/game", "/page.css", "/page.js", "/nothing"}

// Who asks under a name that is not this machine's, or from a page of another site, gets nothing, whatever the page.
func TestHandler_strangers(t *testing.T) {
	h := handler(t, filepath.Join(t.TempDir(), "none.db"), "")
	for _, path := range paths {
		for name, change := range map[string]func(*http.Request){
			"another host":         func(r *http.Request) { r.Host = "evil.example" },
			"a host like ours":     func(r *http.Request) { r.Host = "localhost.evil.example:8080" },
			"an address":           func(r *http.Request) { r.Host = "192.168.1.5:8080" },
			"another origin":       func(r *http.Request) { r.Header.Set("Origin", "http://evil.example") },
			"another port":         func(r *http.Request) { r.Header.Set("Origin", "http://localhost:9999") },
			"an origin of nothing": func(r *http.Request) { r.Header.Set("Origin", "null") },
			"an image elsewhere":   func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", "cross-site") },
			"another local port":   func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", "same-site") },
		} {
			if got, _ := ask(t, h, "GET", path, change); got.StatusCode != http.StatusForbidden {
				t.Errorf("GET %s from %s: %d", path, name, got.StatusCode)
			}
		}
	}
	// A page that plays games asks where the request comes from.
	for path, want := range map[string]int{"/player?name=Taxman": http.StatusForbidden, "/individual?run=x&id=y": http.StatusForbidden, "/play": http.StatusOK} {
		if got, _ := ask(t, h, "GET", path, func(r *http.Request) { r.Header.Del("Sec-Fetch-Site") }); got.StatusCode != want {
			t.Errorf("GET %s without a header: %d", path, got.StatusCode)
		}
	}
	for name, change := range map[string]func(*http.Request){
		"another origin": func(r *http.Request) { r.Header.Set("Origin", "http://evil.example") },
		"another site":   func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", "cross-site") },
	} {
		for _, path := range []string{"/play", "/game"} {
			if got, _ := ask(t, h, "POST", path, change); got.StatusCode != http.StatusForbidden {
				t.Errorf("POST %s from %s: %d", path, name, got.StatusCode)
			}
		}
	}
	for _, host := range []string{"localhost", "localhost:1", "127.0.0.1:8080", "[::1]:8080", "LOCALHOST:80"} {
		got, _ := ask(t, h, "GET", "/play", func(r *http.Request) { r.Host = host; r.Header.Set("Origin", "http://"+host) })
		if got.StatusCode != http.StatusOK {
			t.Errorf("%s: %d", host, got.StatusCode)
		}
	}
	for _, method := range []string{"PUT", "DELETE", "PATCH"} {
		if got, _ := ask(t, h, method, "/play", nil); got.StatusCode < 400 {
			t.Errorf("%s: %d", method, got.StatusCode)
		}
	}
}

// At another address than this machine's, a request without the token gets nothing.
func TestHandler_token(t *testing.T) {
	h := handler(t, filepath.Join(t.TempDir(), "none.db"), "secret")
	for _, path := range paths {
		for name, change := range map[string]func(*http.Request){
			"none":    nil,
			"another": func(r *http.Request) { r.AddCookie(&http.Cookie{Name: "bloodline-token8080", Value: "secre"}) },
			"empty":   func(r *http.Request) { r.AddCookie(&http.Cookie{Name: "bloodline-token8080"}) },
		} {
			if got, _ := ask(t, h, "GET", path, change); got.StatusCode != http.StatusUnauthorized {
				t.Errorf("%s with token %s: %d", path, name, got.StatusCode)
			}
		}
	}
	if got, _ := ask(t, h, "GET", "/?token=wrong", nil); got.StatusCode != http.StatusUnauthorized {
		t.Errorf("wrong token: %d", got.StatusCode)
	}
	got, _ := ask(t, h, "GET", "//evil.example/run?name=a+b&token=secret", func(r *http.Request) { r.Host = "192.168.1.5:8080" })
	if got.StatusCode != http.StatusSeeOther || got.Header.Get("Location") != "/evil.example/run?name=a+b" {
		t.Fatalf("%d to %q", got.StatusCode, got.Header.Get("Location"))
	}
	cookie := got.Cookies()[0]
	if !cookie.HttpOnly || cookie.SameSite != http.SameSiteStrictMode {
		t.Errorf("cookie %v", cookie)
	}
	if got, _ := ask(t, h, "GET", "/play", func(r *http.Request) { r.AddCookie(cookie) }); got.StatusCode != http.StatusOK {
		t.Errorf("with the cookie: %d", got.StatusCode)
	}
}

// Every answer forbids scripts but the server's own.
func TestHandler_policy(t *testing.T) {
	h := handler(t, filepath.Join(t.TempDir(), "none.db"), "")
	for _, path := range paths {
		got, body := ask(t, h, "GET", path, nil)
		csp := got.Header.Get("Content-Security-Policy")
		if !strings.HasPrefix(csp, "default-src 'none'; style-src 'self'; script-src 'self';") || strings.Contains(csp, "unsafe") || got.Header.Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("%s: %v", path, got.Header)
		}
		for _, inline := range []string{"<style", " style=", " onclick=", "javascript:", "<script>", "http://", "https://"} {
			body := strings.ReplaceAll(body, `xmlns="http://www.w3.org/2000/svg"`, "")
			if strings.HasPrefix(path, "/page") {
				continue
			}
			if strings.Contains(body, inline) {
				t.Errorf("%s has %q", path, inline)
			}
		}
	}
}

// hostile is a name that would be markup, if anybody let it.
const hostile = `"><script>alert(1)</script><img src=x onerror=alert(2)>'&{{.}}`

// written returns a store with a run of hostile names that is still running.
func written(t *testing.T) (path string, close func()) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "lineage.db")
	s, err := store.Open(context.Background(), path)
	guard.Must(t, err)
	g := finder(t, path).Games[0]
	info := store.NewInfo("plain", g.Schema)
	info.Program, info.Config = hostile, hostile
	r, err := s.Begin(info)
	guard.Must(t, err)
	for n := range 3 {
		one := evolve.Individual{ID: evolve.Identity(n, 0), Born: n, Operator: hostile, Genes: g.Schema.Default(), Fitness: stats.Fitness{Mean: 0.5, Games: 1}, Pooled: stats.Fitness{Mean: 0.5, SE: 0.1, Games: 1}}
		if n > 0 {
			one.Parents = []string{evolve.Identity(n-1, 0)}
		}
		guard.Must(t, r.Record(evolve.Generation{Number: n, Individuals: []evolve.Individual{one}, Champion: one, Since: n}))
	}
	db, err := sql.Open("sqlite3", path)
	if err == nil {
		_, err = db.Exec(`UPDATE runs SET name = ?`, hostile)
	}
	guard.Must(t, errors.Join(err, db.Close()))
	return path, func() { _ = s.Close() }
}

// A name in the store can not become markup.
func TestHandler_hostileNames(t *testing.T) {
	store, stop := written(t)
	defer stop()
	h := handler(t, store, "")
	run, id := url.QueryEscape(hostile), url.QueryEscape(evolve.Identity(2, 0))
	for _, path := range []string{"/", "/run?name=" + run, "/part?name=" + run, "/individual?run=" + run + "&id=" + id, "/individual?run=" + run + "&id=" + run, "/play?name=" + run, "/player?name=" + run, "/run?name=" + run + "x"} {
		got, body := ask(t, h, "GET", path, nil)
		if !strings.Contains(body, "alert(1)") && got.StatusCode == http.StatusOK {
			t.Errorf("%s does not show the name", path)
		}
		for _, bad := range []string{"<script>alert", "<img"} {
			if strings.Contains(body, bad) {
				t.Errorf("%s has %q:\n%s", path, bad, body)
			}
		}
	}
}

// Words of an address read no files and start no programs.
func TestHandler_words(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "secret.json")
	guard.Must(t, os.WriteFile(file, []byte(`{"format":"top secret"}`), 0o600))
	store, stop := written(t)
	defer stop()
	h := handler(t, store, "")
	for _, word := range []string{file, "../secret.json", "exec:true", "a/../../b", `..\x`, "/etc/passwd", ""} {
		for _, target := range []string{"/player?name=", "/player?name=coup&beside="} {
			got, body := ask(t, h, "GET", target+url.QueryEscape(word), nil)
			if word == "" && strings.Contains(target, "beside") {
				continue // nobody is asked for
			}
			if got.StatusCode != http.StatusNotFound || strings.Contains(body, "top secret") {
				t.Errorf("%s%q: %d\n%s", target, word, got.StatusCode, body)
			}
		}
		got, body := ask(t, h, "POST", "/play", func(r *http.Request) {
			r.Body, r.ContentLength = io.NopCloser(strings.NewReader("name="+url.QueryEscape(word))), -1
			r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		})
		if got.StatusCode != http.StatusNotFound || strings.Contains(body, "top secret") {
			t.Errorf("POST %q: %d\n%s", word, got.StatusCode, body)
		}
	}
}

// The page of a champion file says of its evidence, in the band and beside the figures, that nothing has verified it.
func TestHandler_said(t *testing.T) {
	store, stop := written(t)
	defer stop()
	_, body := ask(t, handler(t, store, ""), "GET", "/player?name=coup", nil)
	if n := strings.Count(body, report.NotVerified); n < 2 {
		t.Errorf("%d times in\n%s", n, body)
	}
}

// A store that can not be read gives a page that says why, and what to do.
func TestHandler_stores(t *testing.T) {
	good, stop := written(t)
	stop()
	data, err := os.ReadFile(good)
	guard.Must(t, err)
	version := func(v byte) []byte {
		out := bytes.Clone(data)
		copy(out[60:64], []byte{0, 0, 0, v}) // PRAGMA user_version
		return out
	}
	former := bytes.Clone(data)
	copy(former[68:72], "blng") // PRAGMA application_id
	broken := bytes.Clone(data)
	for i := 4096; i < len(broken); i++ {
		broken[i] ^= 0x5a
	}
	for name, c := range map[string]struct {
		data []byte
		says string
	}{
		"missing":   {nil, "breed makes one"},
		"no store":  {[]byte("hello, this is no database"), "damaged, or is not a store"},
		"truncated": {data[:3000], ""},
		"broken":    {broken, ""},
		"newer":     {version(99), "newer version"},
		"older":     {former, "before v0.1"},
	} {
		path := filepath.Join(t.TempDir(), "lineage.db")
		if c.data != nil {
			guard.Must(t, os.WriteFile(path, c.data, 0o644))
		}
		h := handler(t, path, "")
		for _, page := range []string{"/", "/run?name=x", "/individual?run=x&id=y", "/events?name=x"} {
			got, body := ask(t, h, "GET", page, nil)
			if got.StatusCode != http.StatusServiceUnavailable || !strings.Contains(body, "class=\"notice\"") || !strings.Contains(body, c.says) {
				t.Errorf("%s %s: %d\n%s", name, page, got.StatusCode, body)
			}
		}
	}
}

// Looking changes nothing: the store stays the same to the byte, and so does its folder.
func TestHandler_readOnly(t *testing.T) {
	store := bred(t)
	h := handler(t, store, "")
	before := folder(t, filepath.Dir(store))
	for _, path := range []string{"/", "/run?name=small", "/part?name=small", "/player?name=small", "/play?name=small", "/individual?run=small&id=g000-000"} {
		if got, body := ask(t, h, "GET", path, nil); got.StatusCode != http.StatusOK {
			t.Errorf("%s: %d\n%s", path, got.StatusCode, body)
		}
	}
	after := folder(t, filepath.Dir(store))
	for name, sum := range before {
		if after[name] != sum {
			t.Errorf("%s has changed", name)
		}
	}
	for name := range after {
		if _, ok := before[name]; !ok {
			t.Errorf("%s is new", name)
		}
	}
}

func folder(t *testing.T, dir string) map[string][32]byte {
	t.Helper()
	out := map[string][32]byte{}
	err := fs.WalkDir(os.DirFS(dir), ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(filepath.Join(dir, path))
		out[path] = sha256.Sum256(data)
		return err
	})
	guard.Must(t, err)
	return out
}

// Events name each new generation once, in order, and say when the run is over.
func TestHandler_events(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lineage.db")
	s, err := store.Open(context.Background(), path)
	guard.Must(t, err)
	defer s.Close()
	g := finder(t, path).Games[0]
	r, err := s.Begin(store.NewInfo("live", g.Schema))
	guard.Must(t, err)
	server := serve(t, path)
	got, err := http.Get(server.URL + "/events?name=live")
	guard.Must(t, err)
	defer got.Body.Close()
	lines := bufio.NewScanner(got.Body)
	next := func() string {
		var out []string
		for lines.Scan() && lines.Text() != "" {
			out = append(out, lines.Text())
		}
		return strings.Join(out, " ")
	}
	if e := next(); e != "event: hello data: -1" {
		t.Fatalf("first %q", e)
	}
	guard.Must(t, r.PutStatus(report.Status{}))
	if e := next(); !strings.HasPrefix(e, "event: status data: ") {
		t.Fatalf("the progress is %q", e)
	}
	for n, want := range []string{"event: generation data: 0", "event: generation data: 1"} {
		one := evolve.Individual{ID: evolve.Identity(n, 0), Born: n, Genes: g.Schema.Default(), Fitness: stats.Fitness{Games: 1}}
		guard.Must(t, r.Record(evolve.Generation{Number: n, Individuals: []evolve.Individual{one}, Champion: one}))
		if e := next(); e != want {
			t.Errorf("have %q, want %q", e, want)
		}
	}
	guard.Must(t, r.Finish(store.Finished))
	if e := next(); e != "event: end data: 1" {
		t.Errorf("last %q", e)
	}
	if lines.Scan() {
		t.Errorf("after the end: %q", lines.Text())
	}
}

// A run whose genes this program does not know shows its generations, and says why nothing else is there.
func TestHandler_otherGenes(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lineage.db")
	s, err := store.Open(context.Background(), path)
	guard.Must(t, err)
	defer s.Close()
	for _, game := range []string{"chess", "coup"} {
		r, err := s.Begin(store.Info{Name: "old-" + game, Game: game, SchemaVersion: 1, SchemaHash: "0123", Genes: []store.StoredGene{{Name: "courage"}}})
		guard.Must(t, err)
		one := evolve.Individual{ID: "g000-000", Genes: []float64{1}, Fitness: stats.Fitness{Mean: 0.25, Games: 1}, Pooled: stats.Fitness{Mean: 0.25, Games: 1}}
		guard.Must(t, r.Record(evolve.Generation{Individuals: []evolve.Individual{one}, Champion: one, Mean: 0.25}))
	}
	h := handler(t, path, "")
	for name, says := range map[string]string{"old-chess": "unknown game", "old-coup": "the genes have changed since: use that version, or breed again"} {
		got, body := ask(t, h, "GET", "/run?name="+name, nil)
		if got.StatusCode != http.StatusOK || !strings.Contains(body, says) || !strings.Contains(body, "0.25") {
			t.Errorf("%s: %d\n%s", name, got.StatusCode, body)
		}
		for _, page := range []string{"/player?name=" + name + "/g000-000", "/individual?id=g000-000&run=" + name} {
			if got, body := ask(t, h, "GET", page, nil); got.StatusCode < 400 || name == "old-coup" && got.StatusCode != http.StatusConflict || !strings.Contains(body, says) {
				t.Errorf("%s: %d\n%s", page, got.StatusCode, body)
			}
		}
		if _, body := ask(t, h, "GET", "/play?name="+name, nil); strings.Contains(body, `value="`+name+`"`) || !strings.Contains(body, says) {
			t.Errorf("%s can be played against:\n%s", name, body)
		}
	}
}

// The workers of a swarm have a page, which comes anew by itself, behind the same guard.
func TestHandler_swarm(t *testing.T) {
	table := &report.Table{Title: "7 jobs by workers", Columns: []string{"worker", ">jobs"}}
	table.Add("<b>host-1</b>", "7")
	h := dashboard.New(dashboard.Options{
		Finder: finder(t, filepath.Join(t.TempDir(), "none.db")), Measurer: quick,
		Swarm: func() *report.Table { return table },
	}).Handler()
	got, text := ask(t, h, "GET", "/swarm", nil)
	if got.StatusCode != http.StatusOK || got.Header.Get("Refresh") != "2" || !strings.Contains(text, "7 jobs by workers") ||
		!strings.Contains(text, "&lt;b&gt;host-1&lt;/b&gt;") || !strings.Contains(text, ">7</td>") {
		t.Errorf("%d, %v:\n%s", got.StatusCode, got.Header, text)
	}
	if got, _ := ask(t, h, "GET", "/swarm", func(r *http.Request) { r.Host = "evil.example" }); got.StatusCode != http.StatusForbidden {
		t.Errorf("a stranger gets %d", got.StatusCode)
	}
	if _, text := ask(t, h, "GET", "/", nil); !strings.Contains(text, `href="/swarm"`) {
		t.Error("the first page has no link to it")
	}
	if got, _ := ask(t, handler(t, "none.db", ""), "GET", "/swarm", nil); got.StatusCode != http.StatusNotFound {
		t.Errorf("without a swarm: %d", got.StatusCode)
	}
}
