package dashboard_test

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"testing"

	"bloodline/results/report/dashboard"
)

// The game of an address is shown, or the address is said to be wrong.
func FuzzHandler_game(f *testing.F) {
	h := dashboard.New(dashboard.Options{Finder: finder(f, filepath.Join(f.TempDir(), "none.db")), Measurer: quick}).Handler()
	for _, game := range []string{`{"deal":7,"seat":1,"answers":[0,1,2]}`, `{"seat":-1}`, `{"seat":99}`, `{"answers":[-1]}`, `{"answers":[9223372036854775807]}`, "null", "[", ""} {
		f.Add("coup:Lawyer", game)
		f.Add("wojna", game)
	}
	f.Fuzz(func(t *testing.T, of, game string) {
		for _, path := range []string{"/game", "/record"} {
			r := httptest.NewRequest("GET", path+"?"+url.Values{"of": {of}, "game": {game}}.Encode(), nil)
			r.Host = "localhost:8080"
			r.Header.Set("Sec-Fetch-Site", "same-origin")
			w := httptest.NewRecorder()
			if h.ServeHTTP(w, r); w.Code >= http.StatusInternalServerError || w.Code == 0 {
				t.Errorf("%s of %q, game %q: status %d", path, of, game, w.Code)
			}
		}
	})
}
