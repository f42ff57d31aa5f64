package swarm

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
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

// task is a work under way.
type task struct {
	work.Work
	search  bool
	queue   *queue
	subject string // of its jobs
	name    string // of the setting; of a search its job's, so that workers ask before they begin whether it is still wanted
	cut     int    // units that are in jobs
	left    int    // units without a result
	window  int    // jobs of each slot of a worker that are out at a time
	share   float64
	least   time.Duration   // of a job that is worth a message
	jobs    []*job          // in order
	named   map[string]*job // those that were sent, by name
	todo    []*job          // that this process must play
	audits  []*job          // results that are to be played again
	busy    int             // audits under way
	local   bool            // a search that no worker gets any more
	spilled bool            // jobs are left in the queue
	err     error
}

type job struct {
	from, to int
	name     string    // if it was sent
	sent     time.Time // into the queue; zero for a job of this process
	here     int       // slots of this process that play it
	stop     func()    // ends the play of a search here
	holder   *member   // that has begun a search; nil for none
	result   any       // nil without one
	by       *member   // whose result it is; nil for this process
	rivals   []rival   // other results
}

type rival struct {
	by     *member
	result any
}

// Do does all of a work, here and on the machines of workers. Works may be done at the
// same time. When ctx is cancelled, its error is returned at once.
func (b *Breeder) Do(ctx context.Context, w work.Work) error {
	t := b.begin(w)
	defer context.AfterFunc(ctx, b.wake)()
	var all sync.WaitGroup
	for range min(b.o.Slots, t.Units) {
		all.Go(func() { b.fill(ctx, t) })
	}
	all.Wait()
	b.mu.Lock()
	b.tasks = slices.DeleteFunc(b.tasks, func(o *task) bool { return o == t })
	b.remember(t)
	b.changed.Broadcast()
	b.mu.Unlock()
	if t.spilled && ctx.Err() == nil && b.conn.IsConnected() {
		b.sweep(t)
	}
	if err := errors.Join(ctx.Err(), t.err); err != nil {
		return err
	}
	for _, j := range t.jobs {
		if err := t.Take(j.from, j.to, j.result, j.by != nil); err != nil {
			return fmt.Errorf("swarm: %w", err)
		}
	}
	return nil
}

func (b *Breeder) begin(w work.Work) *task {
	t := &task{Work: w, queue: &measurements, search: w.Turn > 0, named: map[string]*job{}}
	t.left, t.name = t.Units, nameOf(t.Setting)
	b.mu.Lock()
	defer b.mu.Unlock()
	b.number++
	if t.search {
		t.queue = &searches
		b.beginSearch(t)
	} else {
		b.plan(t, b.o.Slots+b.workerSlots())
	}
	t.subject = t.queue.subject + "." + strconv.Itoa(b.number)
	b.tasks = append(b.tasks, t)
	for _, j := range t.jobs {
		if early := b.early[j.name]; early != nil && early.by.Refused == "" {
			delete(b.early, j.name)
			b.take(early.by, early.msg)
		}
	}
	return t
}

// wake has all waiting goroutines look again. It takes the lock, or a goroutine that is about
// to wait would miss it.
func (b *Breeder) wake() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.changed.Broadcast()
}

// sweep takes jobs out of the queue that have their results.
func (b *Breeder) sweep(t *task) {
	ctx, cancel := context.WithTimeout(context.Background(), 200*time.Millisecond)
	defer cancel()
	if s, err := b.js.Stream(ctx, streamName); err == nil {
		_ = s.Purge(ctx, jetstream.WithPurgeSubject(t.subject)) // what stays is refused as late
	}
}

const (
	message = 400 * time.Microsecond // what a job takes of the breeder's processor, to send it and to read its result
	least   = 300 * time.Microsecond // of a job that is played here
	longest = 500 * time.Millisecond // of a job, so that a lost worker loses little
	brief   = 5 * time.Millisecond   // a work that takes each slot so long is sent in one job for each
)

// plan chooses how a work is cut. Jobs cost the breeder's time and save the workers': n of
// them take n times a message, and the work divided by n, which is least where a job takes
// the root of the work times a message.
func (b *Breeder) plan(t *task, slots int) {
	total := float64(t.Units) * b.pace
	t.least = time.Duration(math.Sqrt(total * float64(message)))
	if t.window, t.share = 2, 2; total/float64(slots) < float64(brief) {
		t.window, t.share = 1, 1.1
	}
}

// unitsIn returns how many units take so long here.
func (b *Breeder) unitsIn(d time.Duration) int { return max(1, int(float64(d)/b.pace)) }

// cutOff cuts the next job off, of a share of the units that are left, that takes so long
// at least and at most.
func (b *Breeder) cutOff(t *task, share float64, least, most time.Duration) *job {
	n := int(float64(t.Units-t.cut) / share)
	if b.pace > 0 {
		n = min(max(n, b.unitsIn(least)), b.unitsIn(most), mostUnits)
	}
	n = max(1, min(n, t.Units-t.cut))
	j := &job{from: t.cut, to: t.cut + n}
	t.cut += n
	t.jobs = append(t.jobs, j)
	return j
}

// offer puts as many jobs into the queue as workers can do with.
func (b *Breeder) offer(t *task) {
	slots := b.workerSlots()
	if slots == 0 || t.err != nil {
		return
	}
	if most := int(b.conn.MaxPayload()) - overhead; len(t.Setting) > most {
		t.err = fmt.Errorf("swarm: a message of %d bytes is too long for the server, which takes %d: raise its max_payload", len(t.Setting), most)
		return
	}
	if t.search {
		b.offerSearch(t, slots)
		return
	}
	if b.pace == 0 {
		return
	}
	out := 0
	for _, j := range t.named {
		if j.result == nil && !j.sent.IsZero() {
			out++
		}
	}
	all := float64(b.o.Slots + slots)
	for ; out < slots*t.window && t.Units-t.cut > b.unitsIn(t.least); out++ {
		j := b.cutOff(t, all*t.share, t.least, longest)
		body := t.Job(j.from, j.to)
		for most := int(min(b.conn.MaxPayload(), longMessage)) - overhead; len(body) > most && j.to-j.from > 1; {
			j.to -= (j.to - j.from) / 2
			t.cut, body = j.to, t.Job(j.from, j.to)
		}
		j.name = nameOf(t.Setting, body)
		t.named[j.name] = j
		if !b.send(t, j, body) {
			b.recall(t, j)
			return
		}
	}
}

// send puts a job into the queue.
func (b *Breeder) send(t *task, j *job, body []byte) bool {
	j.sent = time.Now()
	b.credit.lost += message
	b.sent++
	_, err := b.js.PublishMsgAsync(&nats.Msg{Subject: t.subject, Data: body, Header: nats.Header{headerJob: {j.name}, headerSetting: {t.name}}})
	return err == nil
}

// fill plays jobs of a task in a slot of this process until it is done.
func (b *Breeder) fill(ctx context.Context, t *task) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for ctx.Err() == nil && t.err == nil && !t.done() {
		b.offer(t)
		j, audit := b.next(t)
		if j == nil {
			b.changed.Wait()
			continue
		}
		begin := time.Now()
		result, err := b.play(ctx, t, j)
		took := time.Since(begin)
		switch {
		case ctx.Err() != nil:
		case err != nil && j.result != nil && !audit: // a worker came first
		case err != nil:
			t.err = err
		case audit:
			t.busy--
			b.audited(t, j, result)
		default:
			if t.search {
				b.slowest = max(b.slowest, took)
				b.credit.search = took
			} else {
				b.learnPace(float64(took) / float64(j.to-j.from))
			}
			b.own(t, j, result)
		}
		b.changed.Broadcast()
	}
	b.changed.Broadcast()
}

// play plays a job here, without the lock.
func (b *Breeder) play(ctx context.Context, t *task, j *job) (any, error) {
	if t.search {
		b.searching++
		defer func() { b.searching-- }()
		ctx, j.stop = context.WithCancel(ctx)
		defer j.stop()
	}
	b.book(b.out())
	j.here++
	b.credit.playing++
	b.changed.Broadcast() // another search may have its turn
	b.mu.Unlock()
	result, err := t.Play(ctx, j.from, j.to)
	b.mu.Lock()
	b.book(b.out())
	j.here--
	b.credit.playing--
	return result, err
}

// learnPace learns how long a unit takes.
func (b *Breeder) learnPace(ns float64) {
	if b.pace == 0 {
		b.pace = ns
	}
	b.pace += 0.1 * (ns - b.pace)
}

func (t *task) done() bool { return t.left == 0 && len(t.audits) == 0 && t.busy == 0 }

// next returns the job that a slot of this process plays now, nil if it must wait. A job that
// a worker has had for too long is played here as well.
func (b *Breeder) next(t *task) (j *job, audit bool) {
	if t.search && b.searching >= b.o.Slots {
		return nil, false
	}
	for len(t.todo) > 0 {
		j, t.todo = t.todo[0], t.todo[1:]
		if j.result == nil {
			return j, false
		}
	}
	if t.cut < t.Units {
		if b.pace == 0 { // one unit tells it
			return b.cutOff(t, float64(t.Units), 0, 0), false
		}
		return b.cutOff(t, 4*float64(b.o.Slots+b.workerSlots()), least, longest/5), false
	}
	if len(t.audits) > 0 {
		j, t.audits = t.audits[0], t.audits[1:]
		t.busy++
		return j, true
	}
	if t.search {
		return b.nextSearch(t), false
	}
	var oldest *job
	for _, j := range t.named {
		if j.result == nil && j.here == 0 && !j.sent.IsZero() && (oldest == nil || j.sent.Before(oldest.sent)) {
			oldest = j
		}
	}
	if oldest != nil {
		expected := time.Duration(float64(oldest.to-oldest.from) * b.pace)
		if time.Since(oldest.sent) > 3*expected+patience || b.overdrawn() {
			b.status.Again++
			t.spilled = true
			b.missed()
			return oldest, false
		}
	}
	return nil, false
}

// patience is how much longer than expected a job may take before it is played here.
const patience = 20 * time.Millisecond

// own takes a result of this process.
func (b *Breeder) own(t *task, j *job, result any) {
	switch {
	case j.result == nil:
		j.result, j.by = result, nil
		t.left -= j.to - j.from
		b.status.Own++
	case j.by != nil:
		b.audited(t, j, result)
	}
}

// audited holds what workers have sent against our own result.
func (b *Breeder) audited(t *task, j *job, own any) {
	if j.by != nil && j.result != nil { // else of a worker that was found out meanwhile
		b.status.Audits++
		j.by.Audits++
		if !t.Same(j.result, own) {
			b.caught(t, j.by)
		}
	}
	if j.result == nil {
		t.left -= j.to - j.from
	}
	j.result, j.by = own, nil
	for _, r := range j.rivals {
		if !t.Same(r.result, own) {
			b.caught(t, r.by)
		}
	}
}

// caught refuses a worker that has sent a wrong result, and drops its other results.
func (b *Breeder) caught(t *task, m *member) {
	b.refuse(m, "a result of it was wrong")
	m.Wrong++
	if m.first >= 0 && m.only != t {
		t.err = &Lie{Worker: m.Name, Round: m.first}
	}
	for _, j := range t.jobs {
		if j.by == m && j.result != nil {
			j.result, j.by = nil, nil
			t.left += j.to - j.from
			t.todo = append(t.todo, j)
		}
	}
}

// chosen reports whether a worker's result is to be played again: no worker can tell
// beforehand. The first twenty are, and the nth with a chance of 20/n at least: after 90
// audits, some 660 results, a worker that is wrong once in 20 has been found with 99 %
// (1-0.95^90), and a machine that is no good while little has to be played again.
//
// The nth search is with a chance of 1/4n. It takes the breeder as long as the worker, and
// the league waits for it: with 1/n, the first searches of 16 workers would be played one
// after the other.
func (b *Breeder) chosen(t *task, m *member, j *job) bool {
	sure := 20.0
	if t.search {
		sure = 0.25
	}
	return t.Repeats && b.draw(j.name) < max(b.o.Audit, sure/float64(m.Jobs))
}

// draw is a number in [0, 1) for a job, a secret of this breeder.
func (b *Breeder) draw(job string) float64 {
	sum := sha256.Sum256(append(b.secret, job...))
	return float64(binary.LittleEndian.Uint64(sum[:])>>11) * 0x1p-53
}

// recall has a job played here that was sent.
func (b *Breeder) recall(t *task, j *job) {
	j.sent, t.local, t.spilled = time.Time{}, true, true
	if !t.search && j.here == 0 && !slices.Contains(t.todo, j) {
		t.todo = append(t.todo, j)
	}
}

// unsent is called for a job that did not reach the queue.
func (b *Breeder) unsent(_ jetstream.JetStream, m *nats.Msg, _ error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if t, j := b.find(m); j != nil && j.result == nil {
		b.recall(t, j)
	}
	b.changed.Broadcast()
}

// find returns the job of a message; nil if no work that is under way has it.
func (b *Breeder) find(m *nats.Msg) (*task, *job) {
	for _, t := range b.tasks {
		if j := t.named[m.Header.Get(headerJob)]; j != nil {
			return t, j
		}
	}
	return nil, nil
}

// take takes the result of a job that is under way. A late result is dropped.
func (b *Breeder) take(m *member, msg *nats.Msg) {
	t, j := b.find(msg)
	if j == nil {
		if !slices.Contains(b.past, msg.Header.Get(headerJob)) {
			b.keepEarly(m, msg)
		}
		return
	}
	why := msg.Header.Get(headerFailed)
	if why == "" && len(msg.Data) > maxResult {
		why = "a result that is too long"
	}
	var result any
	if why == "" {
		var err error
		if result, err = t.Read(j.from, j.to, msg.Data); err != nil {
			why = err.Error()
		}
	}
	switch {
	case why != "":
		b.malformed(m, why)
		if j.result == nil {
			b.recall(t, j)
		}
	case j.result == nil:
		b.accept(t, j, m, result)
		b.offer(t)
	case t.Same(j.result, result):
	case j.by == nil:
		b.caught(t, m)
	default: // one of the two is wrong
		j.rivals = append(j.rivals, rival{m, result})
		t.audits = append(t.audits, j)
	}
}

// accept takes the first result of a job.
func (b *Breeder) accept(t *task, j *job, m *member, result any) {
	j.result, j.by, m.failed, m.stray = result, m, 0, 0
	m.heard, m.missed, m.silent = time.Now(), 0, time.Time{}
	if t.search {
		b.slowest = max(b.slowest, time.Since(j.sent))
	}
	b.credit.saved += b.worth(t, j)
	t.left -= j.to - j.from
	if m.first < 0 {
		m.first, m.only = t.Generation, t
	}
	if m.only != t {
		m.only = nil
	}
	if m.Jobs++; b.chosen(t, m, j) {
		t.audits = append(t.audits, j)
	}
	m.Games += t.Played(j.from, j.to, result)
	if j.stop != nil {
		j.stop()
	}
}
