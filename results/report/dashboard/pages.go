package dashboard

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"

	"bloodline/evolve/store"
	"bloodline/genome"
	"bloodline/internal/setting"
	"bloodline/results/report/page"
	"bloodline/results/report/view"
)

type site struct {
	Title, Program string
	Body           any
}

// show writes a page in one go: a template that fails halfway would leave half a page.
func (s *Server) show(w http.ResponseWriter, status int, name, title string, body any) error {
	var b bytes.Buffer
	if err := page.Templates().ExecuteTemplate(&b, name, site{title, s.Program, body}); err != nil {
		return refusal{http.StatusInternalServerError, fmt.Errorf("the page could not be made: %w", err)}
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	_, _ = w.Write(b.Bytes()) // the reader may have left
	return nil
}

// stream writes a page whose last part comes bit by bit.
func (s *Server) stream(w http.ResponseWriter, r *http.Request, name string, all site, parts func(send func(name string, body any) error) error) error {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	send := func(name string, body any) error {
		var b bytes.Buffer
		if err := page.Templates().ExecuteTemplate(&b, name, body); err != nil {
			return err
		}
		if _, err := w.Write(b.Bytes()); err != nil {
			return err
		}
		_ = http.NewResponseController(w).Flush() // what can not be flushed comes later
		return nil
	}
	if err := send(name, all); err != nil {
		return refusal{http.StatusInternalServerError, err}
	}
	if err := parts(send); err != nil && r.Context().Err() == nil {
		_ = send("trouble", s.explain(err)) // the reader may have left
	}
	_ = send(name+"end", all)
	return nil
}

// refusal is an error with a status of its own.
type refusal struct {
	status int
	error
}

func (s *Server) withErrorPage(show func(http.ResponseWriter, *http.Request) error) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		err := show(w, r)
		if err == nil || r.Context().Err() != nil { // or the reader has left
			return
		}
		own, known := refusal{}, setting.Usage{}
		switch {
		case errors.As(err, &own):
		case errors.Is(err, store.ErrNotFound), errors.As(err, &known):
			own.status = http.StatusNotFound
		case errors.Is(err, genome.ErrChanged):
			own.status = http.StatusConflict
		default:
			own.status = http.StatusServiceUnavailable
		}
		s.refuse(w, own.status, err)
	}
}

func (s *Server) refuse(w http.ResponseWriter, status int, err error) {
	if s.show(w, status, "error", http.StatusText(status), s.explain(err)) != nil {
		http.Error(w, err.Error(), status)
	}
}

type trouble struct{ What, Next, Command string }

func (s *Server) explain(err error) (t trouble) {
	path := s.Finder.Store
	if errors.Is(err, store.ErrMissing) || errors.Is(err, store.ErrOlder) {
		t.Command = s.Call.Line("breed " + s.Finder.Games[0].Quick())
	}
	next := map[error]string{
		store.ErrMissing:  "There is no store " + path + " yet: breed makes one. This page works as soon as it is there.",
		store.ErrOlder:    "Serve another store, or move this one away: breed makes a new one, and this page works as soon as it is there.",
		store.ErrNewer:    "A newer version of this program wrote the store: serve it with that one.",
		store.ErrForeign:  "The file is damaged, or is not a store of runs. A copy from before may help; nothing here has changed it.",
		store.ErrNotFound: "The list of runs has what there is.",
	}
	for known, text := range next {
		if errors.Is(err, known) {
			t.Next = text
		}
	}
	t.What = err.Error()
	return t
}

func asset(kind, text string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", kind+"; charset=utf-8")
		_, _ = io.WriteString(w, text)
	}
}

// openRun opens the store at a run, for a request that may be given up.
func (s *Server) openRun(ctx context.Context, run string) (*store.Store, store.RunRow, error) {
	st, row, err := s.Finder.OpenRun(run)
	if err == nil {
		st.Bind(ctx)
	}
	return st, row, err
}

// part is what changes of a page while a run breeds: its band and its section.
func (s *Server) part(w http.ResponseWriter, r *http.Request) error {
	st, row, err := s.openRun(r.Context(), r.URL.Query().Get("name"))
	if err != nil {
		return err
	}
	defer st.Close()
	exploits, err1 := view.ExploitRuns(st, s.Finder)
	run, err2 := s.traces.readRun(st, s.Finder, row, exploits)
	if err := cmp.Or(err1, err2); err != nil {
		return err
	}
	return s.show(w, http.StatusOK, "part", row.Name, story{Band: &run.Band, Section: s.section(r, run), Tab: r.URL.Query().Get("tab")})
}

// events sends new generations, once a second how far the run is, and when it ends.
func (s *Server) events(w http.ResponseWriter, r *http.Request) error {
	select {
	case s.watchers <- struct{}{}:
		defer func() { <-s.watchers }()
	default:
		return errors.New("too many live pages")
	}
	name := r.URL.Query().Get("name")
	st, err := s.Finder.OpenStore()
	if err != nil {
		return err
	}
	defer st.Close()
	last, state, err := st.LastGeneration(name)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "text/event-stream")
	s.watch(events{w, r.Context().Done()}, st, name, last, state)
	return nil
}

type events struct {
	http.ResponseWriter
	left <-chan struct{} // closed when the reader leaves
}

func (e events) send(kind string, data any) error {
	if _, err := fmt.Fprintf(e, "event: %s\ndata: %v\n\n", kind, data); err != nil {
		return err
	}
	return http.NewResponseController(e.ResponseWriter).Flush()
}
