package dashboard

import (
	"net/http"
	"net/url"
	"sync"
	"time"

	"bloodline/arena/game"
	"bloodline/evolve/lineage"
	"bloodline/results/report/view"
)

// follow looks at a run until it ends or the reader leaves.
func (s *Server) follow(r *http.Request, e events, st *lineage.Store, name string, last int, state string) {
	if e.send("hello", last) != nil {
		return
	}
	tick := time.NewTicker(s.Poll)
	defer tick.Stop()
	quiet := 0
	for state == lineage.Running {
		select {
		case <-r.Context().Done():
			return
		case <-tick.C:
		}
		now, next, err := st.Last(name)
		if err != nil {
			return // the browser asks again, and is told what is wrong
		}
		state = next
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
	_ = e.send("end", last) // nobody is left to tell
}

// traces keeps what is known of runs, so that a live page reads only what is new.
type traces struct {
	mu   sync.Mutex
	kept map[string]kept
}

type kept struct {
	started time.Time // tells runs of the same name apart
	trace   []lineage.Traced
}

// mostTraces is how many runs are kept: one of 16,000 generations takes some 4 MB.
const mostTraces = 16

func (t *traces) progress(st *lineage.Store, g *game.Game, row lineage.RunRow) (*view.Run, []lineage.Traced, error) {
	t.mu.Lock()
	known := t.kept[row.Name]
	t.mu.Unlock()
	if !known.started.Equal(row.Started) {
		known.trace = nil
	}
	run, trace, err := view.Progress(st, g, row.Name, known.trace)
	if err != nil {
		return nil, nil, err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if _, ok := t.kept[row.Name]; !ok && len(t.kept) >= mostTraces {
		clear(t.kept)
	}
	t.kept[row.Name] = kept{row.Started, trace}
	return run, trace, nil
}

func query(pairs ...string) string {
	q := url.Values{}
	for i := 0; i < len(pairs); i += 2 {
		q.Set(pairs[i], pairs[i+1])
	}
	return q.Encode()
}
