package dashboard

import (
	"bytes"
	"encoding/json"
	"errors"
	"net/url"
	"sync"
	"time"

	"bloodline/configs/player"
	"bloodline/evolve/store"
	"bloodline/results/report"
	"bloodline/results/report/page"
	"bloodline/results/report/view"
)

// watch sends the progress of a run until it ends or the reader leaves.
func (s *Server) watch(e events, st *store.Store, name string, last int, state string) {
	if e.send("hello", last) != nil {
		return
	}
	tick, quiet := time.Tick(s.Poll), 0
	var status json.RawMessage
	for state == store.Running {
		select {
		case <-e.left:
			return
		case <-tick:
		}
		if st.Outdated() {
			_ = e.send("generation", last) // the browser asks for it, and then for these events again
			return
		}
		now, next, err := st.LastGeneration(name)
		if err != nil {
			return // the browser asks again, and gets a page with the error
		}
		state = next
		if s, err := st.Status(name); err == nil && !bytes.Equal(s, status) {
			status = s // the tiles that say how far the run is
			var tiles bytes.Buffer
			var progress report.Status
			err := errors.Join(json.Unmarshal(s, &progress), page.Templates().ExecuteTemplate(&tiles, "now", progress))
			if err != nil || e.send("status", tiles.String()) != nil {
				return
			}
		}
		quiet++
		if now != last || quiet >= 15 { // a sign of life finds readers that have left
			kind := "generation"
			if now == last {
				kind = "hello"
			}
			if e.send(kind, now) != nil {
				return
			}
			last, quiet = now, 0
		}
	}
	_ = e.send("end", last) // the reader may have left
}

// traces keeps the generations of runs, so that a live page reads only new ones.
type traces struct {
	mu   sync.Mutex
	kept map[string]runTrace
}

type runTrace struct {
	started  time.Time // differs between runs of the same name
	trace    []store.GenerationSummary
	champion string // that changes and descent are about
	changes  int
	descent  view.Descent
}

func (t *traces) readRun(st *store.Store, f *player.Finder, row store.RunRow, exploits []view.ExploitRun) (*view.RunData, error) {
	known := t.known(row)
	run, trace, err := view.ReadRun(st, f, row, known.trace, exploits)
	if known.trace = trace; err == nil {
		t.keep(row.Name, known)
	}
	return run, err
}

// addDescent reads a run's descent, a second for 16,000 ancestors, once for each champion.
func (t *traces) addDescent(st *store.Store, row store.RunRow, run *view.RunData) error {
	known := t.known(row)
	if known.champion != run.Champion || known.changes != len(run.Champions) {
		if err := run.AddDescent(st); err != nil {
			return err
		}
		known.champion, known.changes, known.descent = run.Champion, len(run.Champions), run.Descent
		t.keep(row.Name, known)
	}
	run.Descent = known.descent
	return nil
}

func (t *traces) known(row store.RunRow) runTrace {
	t.mu.Lock()
	defer t.mu.Unlock()
	known := t.kept[row.Name]
	if !known.started.Equal(row.Started) {
		return runTrace{started: row.Started}
	}
	return known
}

func (t *traces) keep(name string, k runTrace) {
	const mostTraces = 16 // how many runs are kept: one of 16,000 generations takes some 4 MB
	t.mu.Lock()
	defer t.mu.Unlock()
	if _, ok := t.kept[name]; !ok && len(t.kept) >= mostTraces {
		clear(t.kept)
	}
	t.kept[name] = k
}

func query(pairs ...string) string {
	q := url.Values{}
	for i := 0; i < len(pairs); i += 2 {
		q.Set(pairs[i], pairs[i+1])
	}
	return q.Encode()
}
