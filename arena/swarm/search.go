package swarm

import (
	"slices"
	"time"

	"github.com/nats-io/nats.go"
)

// A search is a work of one unit and one job. It waits for its turn, and for a slot of a
// worker or of this process, whichever is free first.

func (b *Breeder) beginSearch(t *task) {
	t.name = nameOf(t.Setting, t.Job(0, 1))
	t.cut, t.jobs = 1, []*job{{to: 1, name: t.name}}
	t.named[t.name] = t.jobs[0]
}

// waits reports whether a search is done nowhere yet.
func (t *task) waits() bool {
	j := t.jobs[0]
	return j.result == nil && j.sent.IsZero() && j.here == 0
}

// itsTurn reports whether a search waits and is the next that begins.
func (b *Breeder) itsTurn(t *task) bool {
	return t.waits() && !slices.ContainsFunc(b.tasks, func(o *task) bool { return o.search && o.waits() && o.Turn < t.Turn })
}

// offerSearch sends a search if a worker is free.
func (b *Breeder) offerSearch(t *task, slots int) {
	for _, o := range b.tasks {
		if o.search && o.jobs[0].result == nil && !o.jobs[0].sent.IsZero() {
			slots--
		}
	}
	if !t.local && slots > 0 && b.itsTurn(t) && !b.send(t, t.jobs[0], t.Job(0, 1)) {
		b.recall(t, t.jobs[0])
	}
}

// nextSearch returns the job of a search if this process is to do it: at its turn, when the
// workers have left, or when a worker takes far too long.
func (b *Breeder) nextSearch(t *task) *job {
	j := t.jobs[0]
	late := j.result == nil && j.here == 0 && !j.sent.IsZero() && time.Since(j.sent) > max(silence(), 3*b.slowest)
	if late {
		b.late(j)
	}
	if late || b.itsTurn(t) || j.result == nil && j.here == 0 && b.workerSlots() == 0 {
		t.spilled = t.spilled || !j.sent.IsZero()
		return j
	}
	return nil
}

// early is a result of a search that this process has not yet asked for: of the run that
// it continues.
type early struct {
	by  *member
	msg *nats.Msg
}

const (
	mostEarly = 64
	longEarly = 256 << 10
)

// keepEarly keeps a result of a search until it is asked for.
func (b *Breeder) keepEarly(m *member, msg *nats.Msg) {
	if msg.Header.Get(headerSearch) != "" && len(b.early) < mostEarly && len(msg.Data) < longEarly {
		b.early[msg.Header.Get(headerJob)] = &early{m, msg}
	}
	b.stray(m)
}

// stray counts a result of a job that this breeder has not sent. A worker has one in each slot of its queues when the
// breeder before was killed; with more in a row it is refused.
func (b *Breeder) stray(m *member) {
	b.status.Malformed++
	m.Malformed++
	if m.stray++; m.stray > 2*m.Slots+3 {
		b.refuse(m, "it sends results of jobs that it did not get")
	}
}

// resend has a job that was in the queue of a server that is gone played again.
func (b *Breeder) resend(t *task, j *job) {
	if t.search {
		j.sent = time.Time{} // it is sent again
	} else {
		b.recall(t, j)
	}
}
