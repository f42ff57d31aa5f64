package swarm

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"bloodline/arena/work"
)

type task struct { // a work under way
	work.Work
	search    bool
	subject   string // of its jobs
	name      string // of the setting; of a search its job's, so that workers ask before they begin whether it is still wanted
	unitsCut  int    // units that are in jobs
	unitsLeft int    // units without a result
	window    int    // jobs of each slot of a worker that are out at a time
	share     float64
	least     time.Duration // of a job that is worth a message
	jobs      []*job        // in order
	stale     bool          // the queue may hold jobs that have their results
	err       error
}

type job struct {
	from, to int
	name     string    // if it was sent
	sent     time.Time // into the queue; zero for a job that is not there
	stop     func()    // ends the play of it here; nil if it is not played here
	worker   *member   // that sent the result; nil for this process
	claim    any       // the worker's result, which an audit may yet refute
	result   any       // nil without one
}

// Do does all of a work, here and on workers, beside other works. When ctx is cancelled, it returns at once.
func (b *Breeder) Do(ctx context.Context, w work.Work) error {
	t := &task{Work: w, search: w.Turn > 0, unitsLeft: w.Units}
	b.mu.Lock()
	b.number++
	t.subject = subjectJob + "." + strconv.Itoa(b.number)
	if t.search {
		t.name = nameOf(t.Setting, t.Job(0, 1))
		t.unitsCut, t.jobs = 1, []*job{{to: 1, name: t.name}}
	} else {
		// n jobs cost n messages and the work over n, least where a job takes the root of the work times a message.
		t.name = nameOf(t.Setting)
		total := float64(t.Units) * b.pace
		t.least = time.Duration(math.Sqrt(total * float64(messageCost)))
		if t.window, t.share = 2, 2; total/float64(b.options.Slots+b.workerSlots()) < float64(briefWork) {
			t.window, t.share = 1, 1.1
		}
	}
	b.tasks = append(b.tasks, t)
	b.mu.Unlock()
	defer context.AfterFunc(ctx, b.wake)()
	var all sync.WaitGroup
	for range min(b.options.Slots, t.Units) {
		all.Go(func() { b.fill(ctx, t) })
	}
	all.Wait()
	b.mu.Lock()
	b.tasks = slices.DeleteFunc(b.tasks, func(o *task) bool { return o == t })
	b.changed.Broadcast()
	b.mu.Unlock()
	if err := cmp.Or(ctx.Err(), t.err); err != nil {
		return err
	}
	if t.stale && b.conn.IsConnected() {
		limit, cancel := context.WithTimeout(ctx, 200*time.Millisecond)
		if s, err := b.js.Stream(limit, streamName); err == nil {
			_ = s.Purge(limit, jetstream.WithPurgeSubject(t.subject)) // what stays is played in vain
		}
		cancel()
	}
	for _, j := range t.jobs {
		if err := t.Take(j.from, j.to, j.result, j.worker != nil); err != nil {
			return fmt.Errorf("swarm: %w", err)
		}
	}
	return nil
}

const (
	messageCost = 400 * time.Microsecond // processor time of the breeder for sending a job and reading its result
	least       = 300 * time.Microsecond // least duration of a job that is played here
	longest     = 500 * time.Millisecond // longest duration of a job, so that a lost worker loses little
	briefWork   = 5 * time.Millisecond   // a work that takes each slot less than this is sent as one job for each slot
	lateSearch  = time.Minute            // how long a worker's search may take before it begins here, too
)

func (b *Breeder) unitsIn(d time.Duration) int { return max(1, int(float64(d)/b.pace)) }

// cutOff cuts off the next job: the units that are left divided by share, from the least to the most time of a job.
func (b *Breeder) cutOff(t *task, share float64, least, most time.Duration) *job {
	n := int(float64(t.Units-t.unitsCut) / share)
	if b.pace > 0 {
		n = min(max(n, b.unitsIn(least)), b.unitsIn(most), mostUnits)
	}
	n = max(1, min(n, t.Units-t.unitsCut))
	j := &job{from: t.unitsCut, to: t.unitsCut + n}
	t.unitsCut += n
	t.jobs = append(t.jobs, j)
	return j
}

// enqueue puts as many jobs into the queue as keep the workers busy.
func (b *Breeder) enqueue(t *task) {
	slots := b.workerSlots()
	if slots == 0 || t.err != nil {
		return
	}
	if most := int(b.conn.MaxPayload()) - overhead; len(t.Setting) > most {
		t.err = fmt.Errorf("swarm: a message of %d bytes is too long for the server, which takes %d: raise its max_payload", len(t.Setting), most)
		return
	}
	out := 0
	for _, o := range b.tasks {
		for _, j := range o.jobs {
			if j.out() {
				out++
			}
		}
	}
	if t.search && out < slots && b.itsTurn(t) {
		b.send(t, t.jobs[0], t.Job(0, 1))
	}
	if t.search || b.pace == 0 {
		return
	}
	all := float64(b.options.Slots + slots)
	for ; out < slots*t.window && t.Units-t.unitsCut > b.unitsIn(t.least); out++ {
		j := b.cutOff(t, all*t.share, t.least, longest)
		body := t.Job(j.from, j.to)
		for most := int(min(b.conn.MaxPayload(), longMessage)) - overhead; len(body) > most && j.to-j.from > 1; {
			j.to -= (j.to - j.from) / 2
			t.unitsCut, body = j.to, t.Job(j.from, j.to)
		}
		j.name = nameOf(t.Setting, body)
		b.send(t, j, body)
	}
}

// out reports whether a job is in the queue or at a worker.
func (j *job) out() bool { return j.result == nil && j.claim == nil && !j.sent.IsZero() }

func (b *Breeder) send(t *task, j *job, body []byte) {
	m := &nats.Msg{Subject: t.subject, Data: body, Header: nats.Header{headerJob: {j.name}, headerSetting: {t.name}}}
	if _, err := b.js.PublishMsgAsync(m); err == nil {
		j.sent = time.Now()
	}
}

func (b *Breeder) unsent(_ jetstream.JetStream, m *nats.Msg, _ error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if _, j := b.find(m); j != nil {
		j.sent = time.Time{}
	}
	b.changed.Broadcast()
}

// find returns the job of a message; nil if no work that is under way has it.
func (b *Breeder) find(m *nats.Msg) (*task, *job) {
	name := m.Header.Get(headerJob)
	for _, t := range b.tasks {
		for _, j := range t.jobs {
			if j.name == name && name != "" {
				return t, j
			}
		}
	}
	return nil, nil
}

// fill plays jobs of a task in a slot of this process until it is done.
func (b *Breeder) fill(ctx context.Context, t *task) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for ctx.Err() == nil && t.err == nil && t.unitsLeft > 0 {
		b.enqueue(t)
		if j := b.next(t); j != nil {
			b.playHere(ctx, t, j)
			b.changed.Broadcast()
		} else {
			b.changed.Wait()
		}
	}
	b.changed.Broadcast()
}

// next returns the job that a slot of this process plays now, nil if it must wait. Once all units are cut off it plays
// those that are out or in an audit, the newest first, which no worker may have begun.
func (b *Breeder) next(t *task) *job {
	switch {
	case t.search: // at its turn, as an audit, when the workers have left, or when a worker takes far too long
		j := t.jobs[0]
		if b.searching >= b.options.Slots || j.result != nil || j.stop != nil {
			return nil
		}
		if b.itsTurn(t) || j.claim != nil || b.workerSlots() == 0 || j.out() && time.Since(j.sent) > max(lateSearch, 3*b.slowest) {
			return j
		}
		return nil
	case t.unitsCut < t.Units && b.pace == 0: // the first unit measures it
		return b.cutOff(t, float64(t.Units), 0, 0)
	case t.unitsCut < t.Units:
		return b.cutOff(t, 4*float64(b.options.Slots+b.workerSlots()), least, longest/5)
	}
	for _, j := range slices.Backward(t.jobs) {
		if j.result == nil && j.stop == nil {
			return j
		}
	}
	return nil
}

// A search is one job of one unit. It waits for its turn, then for the first free slot, here or of a worker.

// itsTurn reports whether a search is done nowhere yet and is the next that begins.
func (b *Breeder) itsTurn(t *task) bool {
	waits := func(o *task) bool {
		if !o.search {
			return false // its jobs may not be cut yet
		}
		j := o.jobs[0]
		return j.result == nil && j.claim == nil && j.stop == nil && j.sent.IsZero()
	}
	return waits(t) && !slices.ContainsFunc(b.tasks, func(o *task) bool { return waits(o) && o.Turn < t.Turn })
}

// playHere plays a job here, unless a worker's result comes first.
func (b *Breeder) playHere(ctx context.Context, t *task, j *job) {
	begin := time.Now()
	ctx, j.stop = context.WithCancel(ctx)
	defer func() { j.stop = nil }()
	defer j.stop()
	if t.search {
		b.searching++
		defer func() { b.searching-- }()
		b.changed.Broadcast() // another search may have its turn
	}
	b.mu.Unlock()
	result, err := t.Play(ctx, j.from, j.to)
	b.mu.Lock()
	took := time.Since(begin)
	switch {
	case j.result != nil: // a worker came first
	case err != nil:
		t.err = err
	case j.claim != nil:
		j.worker.Audits++
		if !t.Same(j.claim, result) {
			t.err = wrongResultError(j.worker.Name)
		}
		t.finish(j, j.claim)
	default:
		t.stale = t.stale || j.out()
		t.finish(j, result)
		b.status.BreederJobs++
		if t.search {
			b.slowest = max(b.slowest, took)
		} else if ns := float64(took) / float64(j.to-j.from); b.pace == 0 {
			b.pace = ns
		} else {
			b.pace += 0.1 * (ns - b.pace)
		}
	}
}

func (t *task) finish(j *job, result any) {
	j.result = result
	t.unitsLeft -= j.to - j.from
}

// take takes the result of a job that is under way. A late result is dropped.
func (b *Breeder) take(m *member, msg *nats.Msg) {
	t, j := b.find(msg)
	if j == nil {
		return
	}
	if why := msg.Header.Get(headerFailed); why != "" {
		j.sent = time.Time{}
		b.refuse(m, "it cannot play a job: "+why)
		return
	}
	result, err := t.Read(j.from, j.to, msg.Data)
	switch {
	case err != nil:
		j.sent = time.Time{}
		b.refuse(m, fmt.Sprintf("a malformed result: %v", err))
	case j.claim != nil && !t.Same(j.claim, result):
		t.err = wrongResultError(j.worker.Name + " or " + m.Name)
	case j.claim != nil:
	case j.result != nil && !t.Same(j.result, result):
		t.err = wrongResultError(m.Name)
	case j.result == nil:
		j.claim, j.worker = result, m
		m.Jobs++
		m.Games += t.CountGames(j.from, j.to, result)
		if t.search && !j.sent.IsZero() {
			b.slowest = max(b.slowest, time.Since(j.sent))
		}
		draw, err := strconv.ParseUint(j.name[:8], 16, 32)                        // of the hash that it is
		if !t.Repeats || err != nil || float64(draw) >= b.options.Audit*(1<<32) { // else it is played here, too
			if t.finish(j, result); j.stop != nil {
				j.stop()
			}
		}
		b.enqueue(t)
	}
}

func wrongResultError(worker string) error {
	return fmt.Errorf("swarm: worker %s has sent a wrong result, and earlier ones may be wrong, too: breed anew without it", worker)
}
