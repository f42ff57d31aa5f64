package dashboard

import (
	"errors"
	"math"
	"net/http"
	"strconv"
	"strings"

	"bloodline/evolve/store"
	"bloodline/internal/setting"
)

// Control changes runs for the pages. Its errors are shown as they are.
type Control interface {
	Files() []string // run files that can begin a run
	Begin(file, name string, seed uint64) (run string, err error)
	Stop(run string) error
	Resume(run string) error
	Note(run string, tags []string, note string) error
	Remove(run string) error
}

// access says which forms a page has. Those that change runs are for browsers that were opened with the token.
type access struct {
	Forms  bool
	Locked bool // the token would show them
}

func (s *Server) access(r *http.Request) access {
	return access{s.Control != nil && s.hasToken(r), s.Control != nil && !s.hasToken(r)}
}

// changeRun changes a run, as a form of these pages asks for, and shows the run.
func (s *Server) changeRun(w http.ResponseWriter, r *http.Request) error {
	if !s.isToken(r.Header.Get(tokenHeader)) {
		return refusal{http.StatusForbidden, errors.New("to change something, open the address that this server printed, with its token, in a browser that runs its script")}
	}
	run, err := s.applyForm(r)
	switch {
	case errors.Is(err, store.ErrNotFound):
		return err
	case err != nil:
		return refusal{http.StatusConflict, err}
	case run == "":
		return redirect(w, r, "/")
	}
	return redirect(w, r, "/run?"+query("name", run))
}

func (s *Server) applyForm(r *http.Request) (run string, err error) {
	run = r.PostFormValue("name")
	switch do := r.PostFormValue("do"); do {
	case "begin":
		seed, err := strconv.ParseUint(r.PostFormValue("seed"), 10, 64)
		switch {
		case errors.Is(err, strconv.ErrRange):
			return "", setting.Usagef("seed: must be at most %d, have %q", uint64(math.MaxUint64), r.PostFormValue("seed"))
		case err != nil:
			return "", setting.Usagef("seed: must be a whole number, have %q", r.PostFormValue("seed"))
		}
		return s.Control.Begin(r.PostFormValue("file"), run, seed)
	case "stop":
		return run, s.Control.Stop(run)
	case "resume":
		return run, s.Control.Resume(run)
	case "note":
		return run, s.Control.Note(run, strings.Fields(r.PostFormValue("tags")), strings.TrimSpace(r.PostFormValue("note")))
	case "delete":
		if typed := strings.TrimSpace(r.PostFormValue("typed")); typed != run {
			return "", setting.Usagef("to delete %s, type its name, have %q", run, typed)
		}
		return "", s.Control.Remove(run)
	default:
		return "", setting.Usagef("no page asks for %q", do)
	}
}
