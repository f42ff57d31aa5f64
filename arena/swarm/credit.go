package swarm

import "time"

// Workers may be slow, silent or hostile, and come back under other names. Two rules bound what any set of them costs.
//
// A worker has as many slots as it has delivered results, at most the number that it claims: one at first, so that they
// double while all of them deliver. All workers without a result have together as many as the others and this
// process: a thousand names are no thousand slots.
//
// The time that slots of this process wait for jobs of workers is a loss, the time that workers save a gain. Jobs are
// sent while the loss is less than the gain plus half of the time played here, and then again when it is less than half
// of that.
// So a run takes at most 1.5 times as long as it would without workers, and a grace.

// grace is a loss that any swarm may have, for each slot.
var grace = 5 * time.Second

// credit is the account of a swarm. All times are those of slots of this process.
type credit struct {
	played, lost, saved time.Duration
	search              time.Duration // last search that was played here; 0 is not known
	at                  time.Time     // to which it is booked
	playing             int           // slots that play now
	closed              bool          // jobs are played here alone
}

// worth returns the time that a worker's result saves here. As long as no search was played here, half of the time that
// the worker took is the guess.
func (b *Breeder) worth(t *task, j *job) time.Duration {
	switch took := time.Since(j.sent); {
	case !t.search:
		return time.Duration(float64(j.to-j.from) * b.pace)
	case b.credit.search == 0 || j.sent.IsZero():
		return min(took, time.Minute) / 2
	default:
		return b.credit.search
	}
}

// book adds the time since it was called last, in which some slots waited for jobs that are out.
func (b *Breeder) book(out bool) {
	now := time.Now()
	if c := &b.credit; !c.at.IsZero() {
		took := now.Sub(c.at)
		c.played += took * time.Duration(c.playing)
		if out && c.playing < b.o.Slots {
			c.lost += took * time.Duration(b.o.Slots-c.playing)
		}
	}
	b.credit.at = now
}

// tick books the time in which the breeder waits.
func (b *Breeder) tick() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.book(b.out())
	b.changed.Broadcast() // waiting goroutines look at the clock
}

// out reports whether a worker may have a job.
func (b *Breeder) out() bool {
	for _, t := range b.tasks {
		for _, j := range t.named {
			if j.result == nil && j.here == 0 && !j.sent.IsZero() {
				return true
			}
		}
	}
	return false
}

// overdrawn reports whether workers have cost more than they may: their jobs are played here. They get some again when
// the loss is less than half of that.
func (b *Breeder) overdrawn() bool {
	c := &b.credit
	limit := c.played/2 + c.saved + grace*time.Duration(b.o.Slots)
	if c.closed {
		limit /= 2
	}
	c.closed = c.lost > limit
	return c.closed
}

// workerSlots returns how many jobs workers get at a time.
func (b *Breeder) workerSlots() int {
	if !b.conn.IsConnected() || b.overdrawn() {
		return 0
	}
	proven, others := 0, 0
	for _, m := range b.workers {
		switch {
		case !m.present() || m.quiet():
		case m.Jobs == 0:
			others++
		default:
			proven += int(min(int64(m.Slots), m.Jobs+1))
		}
	}
	return proven + min(others, proven+b.o.Slots)
}
