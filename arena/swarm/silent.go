package swarm

import (
	"fmt"
	"maps"
	"slices"
	"time"
)

// A worker may announce itself and send no results. It is detected by the jobs that this
// process must play in its place. Then it gets no jobs for a while, and a message says why.

// silence is how long a worker may take at least.
func silence() time.Duration { return 2 * searches.wait }

// quiet reports whether a worker answers nothing. Later it is given another chance.
func (m *member) quiet() bool { return !m.silent.IsZero() && time.Since(m.silent) < 5*silence() }

// late takes note of a search that has no result: by the worker that has begun it, or by all
// that could have.
func (b *Breeder) late(j *job) {
	busy := func(m *member) bool {
		return slices.ContainsFunc(b.tasks, func(t *task) bool { return t.search && t.jobs[0].holder == m && t.jobs[0].result == nil })
	}
	for _, m := range b.workers {
		if j.holder == m || j.holder == nil && !busy(m) && m.heard.Before(j.sent) {
			b.hush(m)
		}
	}
}

// missed takes note of a job of a measurement that no worker answered in time.
func (b *Breeder) missed() {
	for _, m := range b.workers {
		if m.missed++; m.missed >= 10 && time.Since(m.heard) > silence() {
			b.hush(m)
		}
	}
}

// hush gives a worker no more jobs for a while.
func (b *Breeder) hush(m *member) {
	if !m.present() || m.quiet() {
		return
	}
	m.silent, m.missed = time.Now(), 0
	b.notify(fmt.Sprintf("no result from worker %s for %s: its jobs are played here; it gets more in %s", m.Name, time.Since(m.heard).Round(time.Second), 5*silence()))
}

// Silent returns the names of workers that announce themselves and send no results.
func (b *Breeder) Silent() (names []string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, m := range b.workers {
		if m.present() && m.quiet() {
			names = append(names, m.Name)
		}
	}
	slices.Sort(names)
	return names
}

func (b *Breeder) refuse(m *member, why string) {
	if m.Refused == "" {
		m.Refused = why
		b.notify(fmt.Sprintf("worker %s is refused: %s", m.Name, why))
	}
}

// notify tells the owner of the task, which may ask something back.
func (b *Breeder) notify(what string) {
	if b.o.Notify != nil {
		go b.o.Notify(what)
	}
}

// malformed counts a malformed result.
func (b *Breeder) malformed(m *member, why string) {
	b.status.Malformed++
	m.Malformed++
	if m.failed++; m.failed >= 3 {
		b.refuse(m, fmt.Sprintf("three results in a row were none: %.200q", why))
	}
}

// mostLate is how many jobs of works that have ended are remembered.
const mostLate = 1 << 12

// remember keeps the names of a work's jobs, whose results may come late.
func (b *Breeder) remember(t *task) {
	b.past = slices.AppendSeq(b.past, maps.Keys(t.named))
	b.past = b.past[max(0, len(b.past)-mostLate):]
}
