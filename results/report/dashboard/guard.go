package dashboard

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"errors"
	"html"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// tokenHeader has the token in requests that change something. The script of the pages sends it, from a storage that is
// of this port alone: browsers send cookies to the servers at all ports of a host.
const tokenHeader = "Bloodline-Token"

// tokenCookie names the cookie, a hash of the token, of a browser opened with the token, which shows pages and forms.
func tokenCookie(r *http.Request) string {
	_, port, _ := net.SplitHostPort(r.Host)
	return "bloodline-token" + port
}

// guard refuses requests of other sites and machines. A page of another site can make a browser ask here under this
// site's name (seen in Sec-Fetch-Site or Origin) or, with a name pointed to this machine, under its own (seen in Host).
func (s *Server) guard(next http.Handler) http.Handler {
	const mostBody = 1 << 12 // the most that a request may send: a few form fields
	// Own style, own script, own events, and nothing else.
	const policy = "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "same-origin") // with no-referrer, forms would send Origin: null
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Cache-Control", "no-store")
		r.Body = http.MaxBytesReader(w, r.Body, mostBody)
		switch {
		case !s.Remote && !isLocal(r.Host):
			s.refuse(w, http.StatusForbidden, errors.New("this server answers to local names only, such as localhost"))
		case s.Token != "" && r.URL.Query().Get("token") != "":
			s.admit(w, r)
		case isForeign(r):
			s.refuse(w, http.StatusForbidden, errors.New("the request comes from a page of another site"))
		case s.Remote && !s.hasToken(r):
			s.refuse(w, http.StatusUnauthorized, errors.New("open the address that the server printed, with its token"))
		default:
			next.ServeHTTP(w, r)
		}
	})
}

func isLocal(host string) bool {
	name, _, err := net.SplitHostPort(host)
	if err != nil {
		name = host
	}
	name = strings.Trim(name, "[]")
	return strings.EqualFold(name, "localhost") || net.ParseIP(name).IsLoopback()
}

// The values of Sec-Fetch-Site for addresses typed or found on these pages; browsers send it here with every request.
var ownSites = []string{"same-origin", "none"}

// isForeign reports whether a request says that it comes from another site.
func isForeign(r *http.Request) bool {
	if site := r.Header.Get("Sec-Fetch-Site"); site != "" && !slices.Contains(ownSites, site) {
		return true
	}
	origin := r.Header.Get("Origin")
	u, err := url.Parse(origin)
	return origin != "" && (err != nil || !strings.EqualFold(u.Host, r.Host))
}

// requirePerson guards a page that plays games: a request must say that a person wants it, by the token at another
// address than this machine's, else by its header.
func (s *Server) requirePerson(show func(http.ResponseWriter, *http.Request) error) func(http.ResponseWriter, *http.Request) error {
	return func(w http.ResponseWriter, r *http.Request) error {
		if !s.Remote && !slices.Contains(ownSites, r.Header.Get("Sec-Fetch-Site")) {
			return refusal{http.StatusForbidden, errors.New("this page plays games: open it in a browser, or send the header Sec-Fetch-Site: none")}
		}
		return show(w, r)
	}
}

// admit takes the token of an address into a cookie, so that it stands in no history but the first.
func (s *Server) admit(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	if !s.isToken(q.Get("token")) {
		s.refuse(w, http.StatusUnauthorized, errors.New("this is not the token that the server printed"))
		return
	}
	http.SetCookie(w, &http.Cookie{Name: tokenCookie(r), Value: tokenHash(s.Token), Path: "/", HttpOnly: true, SameSite: http.SameSiteStrictMode})
	q.Del("token")
	at := &url.URL{Path: "/" + strings.TrimLeft(r.URL.Path, "/\\"), RawQuery: q.Encode()}
	if s.Control != nil {
		at.Fragment = "token=" + s.Token // for the script of the page: no server gets it
	}
	to := at.String()
	if !isForeign(r) {
		http.Redirect(w, r, to, http.StatusSeeOther)
		return
	}
	// From a file, as breed --serve opens one, a redirect would bring no strict cookie; a page of this server does.
	asset("text/html", RedirectPage(to))(w, r)
}

func RedirectPage(to string) string {
	return `<!doctype html><meta http-equiv="refresh" content="0; url=` + html.EscapeString(to) + `">`
}

func (s *Server) hasToken(r *http.Request) bool {
	c, err := r.Cookie(tokenCookie(r))
	return err == nil && s.Token != "" && subtle.ConstantTimeCompare([]byte(c.Value), []byte(tokenHash(s.Token))) == 1
}

func tokenHash(token string) string {
	sum := sha256.Sum256([]byte("cookie " + token))
	return hex.EncodeToString(sum[:])
}

func (s *Server) isToken(token string) bool {
	return s.Token != "" && subtle.ConstantTimeCompare([]byte(token), []byte(s.Token)) == 1
}
