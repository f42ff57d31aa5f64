package swarm

import (
	"encoding/json"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
)

// Status is the state of a swarm.
type Status struct {
	Seconds float64        `json:"seconds"` // since it was opened
	Own     int64          `json:"own"`     // jobs whose result is the breeder's
	Jobs    int64          `json:"jobs"`    // whose result is a worker's
	Games   int64          `json:"games"`   // played in Jobs, by workers
	Audits  int64          `json:"audits"`
	Workers []WorkerStatus `json:"workers"`
}

// WorkerStatus is the state of a worker.
type WorkerStatus struct {
	Name     string  `json:"name"`
	Platform string  `json:"platform"`
	Slots    int     `json:"slots"`
	Present  bool    `json:"present"`
	Jobs     int64   `json:"jobs"`
	Games    int64   `json:"games"`
	Lag      float64 `json:"lag_ms"` // of its last hello
	Audits   int64   `json:"audits"`
	Refused  string  `json:"refused,omitempty"` // why it gets no jobs
}

// Status returns the state of the swarm now.
func (b *Breeder) Status() Status {
	b.mu.Lock()
	defer b.mu.Unlock()
	s := b.status
	s.Seconds = time.Since(b.began).Seconds()
	for _, m := range b.workers {
		w := m.WorkerStatus
		w.Present = m.present()
		s.Workers = append(s.Workers, w)
		s.Jobs, s.Games, s.Audits = s.Jobs+w.Jobs, s.Games+w.Games, s.Audits+w.Audits
	}
	slices.SortFunc(s.Workers, func(x, y WorkerStatus) int { return strings.Compare(x.Name, y.Name) })
	return s
}

func (b *Breeder) answerStatus(msg *nats.Msg) {
	if text, err := json.Marshal(b.Status()); err == nil {
		answer(msg, text)
	}
}

// QueryStatus asks the swarm at a URL for its status. ca is as in [WorkerOptions].
func QueryStatus(url, ca string) (s Status, err error) {
	options := []nats.Option{nats.Name("bloodline swarm"), nats.Timeout(2 * time.Second)}
	if ca != "" {
		options = append(options, nats.RootCAs(ca))
	}
	c, err := nats.Connect(url, options...)
	if err != nil {
		return s, reason(err)
	}
	defer c.Close()
	m, err := c.Request(subjectStatus, nil, 2*time.Second)
	if err != nil {
		return s, reason(err)
	}
	return s, json.Unmarshal(m.Data, &s)
}
