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
)

// doing is a work under way.
type doing struct {
	Work
	setting []byte
	key     string
	subject string
	cut     int // units that have been cut off
	left    int // units without a result
	window  int // jobs of each slot of a worker that are out at a time
	share   float64
	least   time.Duration     // of a job that is worth a message
	pieces  []*piece          // in order
	jobs    map[string]*piece // those that were sent, by their names
	todo    []*piece          // that this process must play
	audits  []*piece          // results that are to be played again
	busy    int               // audits under way
	spilled bool              // jobs are left in the queue
	err     error
}

// piece is a job.
type piece struct {
	from, to int
	id       string    // if it was sent
	sent     time.Time // into the queue; zero for one of our own
	here     int       // slots of this process that play it
	result   any       // nil without one
	by       *member   // whose result it is; nil for ours
	rivals   []rival   // other results
}

type rival struct {
	by     *member
	result any
}

// Do does all of a work. When ctx is cancelled, its error is returned at once.
func (b *Breeder) Do(ctx context.Context, w Work) error {
	setting := w.Setting()
	d := &doing{Work: w, setting: setting, key: key(setting), left: w.Units(), jobs: map[string]*piece{}}
	b.mu.Lock()
	b.number++
	d.subject = subjectJob + "." + strconv.Itoa(b.number)
	b.doing = d
	b.plan(d, b.o.Slots+b.workerSlots())
	b.offer(d)
	b.mu.Unlock()
	defer context.AfterFunc(ctx, b.wake)()
	var all sync.WaitGroup
	for range b.o.Slots {
		all.Go(func() { b.fill(ctx, d) })
	}
	all.Wait()
	b.mu.Lock()
	b.doing = nil
	b.mu.Unlock()
	if d.spilled && ctx.Err() == nil && b.conn.IsConnected() {
		b.sweep(d)
	}
	if err := errors.Join(ctx.Err(), d.err); err != nil {
		return err
	}
	return b.fold(d)
}

// wake has all waiting goroutines look again. It takes the lock, or a goroutine that is about
// to wait would miss it.
func (b *Breeder) wake() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.changed.Broadcast()
}

// fold hands the results over in order.
func (b *Breeder) fold(d *doing) error {
	for _, p := range d.pieces {
		if err := d.Take(p.from, p.to, p.result, p.by != nil); err != nil {
			return fmt.Errorf("swarm: %w", err)
		}
	}
	return nil
}

// sweep takes jobs out of the queue that have their results.
func (b *Breeder) sweep(d *doing) {
	ctx, cancel := context.WithTimeout(context.Background(), 200*time.Millisecond)
	defer cancel()
	if s, err := b.js.Stream(ctx, streamName); err == nil {
		_ = s.Purge(ctx, jetstream.WithPurgeSubject(d.subject)) // what stays is refused as late
	}
}

const (
	message = 400 * time.Microsecond // what a job takes of the breeder's processor, to send it and to read its result
	least   = 300 * time.Microsecond // of a job that is played here
	longest = 500 * time.Millisecond // of a job, so that who is lost loses little
	brief   = 5 * time.Millisecond   // a work that takes each slot so long is sent in one piece for each
)

// plan chooses how a work is cut. Jobs cost the breeder's time and save the workers': n of
// them take n times a message, and the work divided by n, which is least where a job takes
// the root of the work times a message.
func (b *Breeder) plan(d *doing, slots int) {
	total := float64(d.Units()*d.Games()) * b.pace
	d.least = time.Duration(math.Sqrt(total * float64(message)))
	if d.window, d.share = 2, 2; total/float64(slots) < float64(brief) {
		d.window, d.share = 1, 1.1
	}
}

// units returns how many units take so long here.
func (b *Breeder) units(d *doing, t time.Duration) int {
	return max(1, int(float64(t)/(b.pace*float64(d.Games()))))
}

// slice cuts the next job off, of a share of what is left, that takes so long at least and
// at most.
func (b *Breeder) slice(d *doing, share float64, least, most time.Duration) *piece {
	n := int(float64(d.Units()-d.cut) / share)
	if b.pace > 0 {
		n = min(max(n, b.units(d, least)), b.units(d, most))
	}
	n = max(1, min(n, d.Units()-d.cut))
	p := &piece{from: d.cut, to: d.cut + n}
	d.cut += n
	d.pieces = append(d.pieces, p)
	return p
}

// offer puts as many jobs into the queue as workers can do with.
func (b *Breeder) offer(d *doing) {
	slots := b.workerSlots()
	if slots == 0 || b.pace == 0 || d.err != nil {
		return
	}
	if most := int(b.conn.MaxPayload()) - overhead; len(d.setting) > most {
		d.err = fmt.Errorf("swarm: a message of %d bytes is too long for the server, which takes %d: raise its max_payload", len(d.setting), most)
		return
	}
	out := 0
	for _, p := range d.jobs {
		if p.result == nil && !p.sent.IsZero() {
			out++
		}
	}
	all := float64(b.o.Slots + slots)
	for ; out < slots*d.window && d.Units()-d.cut > b.units(d, d.least); out++ {
		p := b.slice(d, all*d.share, d.least, longest)
		body := d.Job(p.from, p.to)
		for most := int(min(b.conn.MaxPayload(), longMessage)) - overhead; len(body) > most && p.to-p.from > 1; {
			p.to -= (p.to - p.from) / 2
			d.cut, body = p.to, d.Job(p.from, p.to)
		}
		p.id, p.sent = key(d.setting, body), time.Now()
		d.jobs[p.id] = p
		m := &nats.Msg{Subject: d.subject, Data: body, Header: nats.Header{headerJob: {p.id}, headerSetting: {d.key}}}
		if _, err := b.js.PublishMsgAsync(m); err != nil {
			b.recall(d, p)
			return
		}
	}
}

// fill plays jobs of a work in a slot of this process until it is done.
func (b *Breeder) fill(ctx context.Context, d *doing) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for ctx.Err() == nil && d.err == nil && !d.done() {
		p, audit := b.next(d)
		if p == nil {
			b.changed.Wait()
			continue
		}
		p.here++
		b.mu.Unlock()
		begin := time.Now()
		result, err := d.Play(ctx, p.from, p.to)
		took := time.Since(begin)
		b.mu.Lock()
		p.here--
		switch {
		case ctx.Err() != nil:
		case err != nil:
			d.err = err
		case audit:
			d.busy--
			b.audited(d, p, result)
		default:
			b.paced(float64(took) / float64((p.to-p.from)*d.Games()))
			b.own(d, p, result)
		}
		b.offer(d)
		b.changed.Broadcast()
	}
	b.changed.Broadcast()
}

// paced learns how long a game takes.
func (b *Breeder) paced(ns float64) {
	if b.pace == 0 {
		b.pace = ns
	}
	b.pace += 0.1 * (ns - b.pace)
}

func (d *doing) done() bool { return d.left == 0 && len(d.audits) == 0 && d.busy == 0 }

// next returns what a slot of this process plays now: nil if it can but wait. A job that
// a worker has had for too long is played here as well.
func (b *Breeder) next(d *doing) (p *piece, audit bool) {
	for len(d.todo) > 0 {
		p, d.todo = d.todo[0], d.todo[1:]
		if p.result == nil {
			return p, false
		}
	}
	if d.cut < d.Units() {
		if b.pace == 0 { // one unit tells it
			return b.slice(d, float64(d.Units()), 0, 0), false
		}
		return b.slice(d, 4*float64(b.o.Slots+b.workerSlots()), least, longest/5), false
	}
	if len(d.audits) > 0 {
		p, d.audits = d.audits[0], d.audits[1:]
		d.busy++
		return p, true
	}
	var oldest *piece
	for _, p := range d.jobs {
		if p.result == nil && p.here == 0 && !p.sent.IsZero() && (oldest == nil || p.sent.Before(oldest.sent)) {
			oldest = p
		}
	}
	if oldest != nil {
		expected := time.Duration(float64((oldest.to-oldest.from)*d.Games()) * b.pace)
		if time.Since(oldest.sent) > 3*expected+patience {
			b.status.Again++
			d.spilled = true
			return oldest, false
		}
	}
	return nil, false
}

// patience is how much longer than expected a job may take before it is played here.
const patience = 20 * time.Millisecond

// own takes a result of this process.
func (b *Breeder) own(d *doing, p *piece, result any) {
	switch {
	case p.result == nil:
		p.result, p.by = result, nil
		d.left -= p.to - p.from
		b.status.Own++
	case p.by != nil:
		b.audited(d, p, result)
	}
}

// audited holds what workers have sent against our own result.
func (b *Breeder) audited(d *doing, p *piece, own any) {
	if p.by != nil && p.result != nil { // else of a worker that was found out meanwhile
		b.status.Audits++
		p.by.Audits++
		if !d.Same(p.result, own) {
			b.caught(d, p.by)
		}
	}
	if p.result == nil {
		d.left -= p.to - p.from
	}
	p.result, p.by = own, nil
	for _, r := range p.rivals {
		if !d.Same(r.result, own) {
			b.caught(d, r.by)
		}
	}
}

// caught refuses a worker that has sent a wrong result, and forgets what it has sent.
func (b *Breeder) caught(d *doing, m *member) {
	b.refuse(m, "a result of it was wrong")
	m.Wrong++
	if m.first >= 0 && m.since != b.number {
		d.err = &Lie{Worker: m.Name, Round: m.first}
	}
	for _, q := range d.pieces {
		if q.by == m && q.result != nil {
			q.result, q.by = nil, nil
			d.left += q.to - q.from
			d.todo = append(d.todo, q)
		}
	}
}

func (b *Breeder) refuse(m *member, why string) {
	if m.refused == "" {
		m.refused, m.Refused = why, why
		if b.o.Told != nil {
			go b.o.Told(fmt.Sprintf("worker %s is refused: %s", m.Name, why)) // it may ask us something
		}
	}
}

// chosen reports whether a worker's result is to be played again: nobody else can tell
// beforehand. The first twenty are, and the nth with a chance of 20/n at least: after 90
// audits, some 660 results, a worker that is wrong once in 20 has been found with 99 %
// (1-0.95^90), and a machine that is no good while little has to be played again.
func (b *Breeder) chosen(m *member, id string) bool {
	return b.draw(id) < max(b.o.Audit, 20/float64(m.Jobs))
}

// draw is a number in [0, 1) for a job, a secret of this breeder.
func (b *Breeder) draw(id string) float64 {
	sum := sha256.Sum256(append(b.secret, id...))
	return float64(binary.LittleEndian.Uint64(sum[:])>>11) * 0x1p-53
}

// malformed counts a malformed result.
func (b *Breeder) malformed(m *member, why string) {
	b.status.Malformed++
	m.Malformed++
	if m.failed++; m.failed >= 3 {
		b.refuse(m, fmt.Sprintf("three results in a row were none: %.200q", why))
	}
}

// recall has a job played here.
func (b *Breeder) recall(d *doing, p *piece) {
	p.sent = time.Time{}
	if p.here == 0 && !slices.Contains(d.todo, p) {
		d.todo = append(d.todo, p)
	}
	d.spilled = true
}

// unsent is told of a job that did not reach the queue.
func (b *Breeder) unsent(_ jetstream.JetStream, m *nats.Msg, _ error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if d := b.doing; d != nil {
		if p := d.jobs[m.Header.Get(headerJob)]; p != nil && p.result == nil {
			b.recall(d, p)
		}
	}
	for _, p := range b.wholes {
		if p.id == m.Header.Get(headerJob) {
			p.sent, p.alone = false, true
		}
	}
	b.changed.Broadcast()
}

// take takes the result of a job that is under way. A late result is dropped.
func (b *Breeder) take(m *member, msg *nats.Msg) {
	if msg.Header.Get(headerWhole) != "" {
		b.takeAny(m, msg)
		return
	}
	d := b.doing
	if d == nil {
		return
	}
	p := d.jobs[msg.Header.Get(headerJob)]
	if p == nil {
		return
	}
	why := msg.Header.Get(headerFailed)
	if why == "" && len(msg.Data) > maxResult {
		why = "a result that is too long"
	}
	var result any
	if why == "" {
		var err error
		if result, err = d.Read(p.from, p.to, msg.Data); err != nil {
			why = err.Error()
		}
	}
	switch {
	case why != "":
		b.malformed(m, why)
		if p.result == nil {
			b.recall(d, p)
		}
	case p.result == nil:
		m.failed = 0
		p.result, p.by = result, m
		d.left -= p.to - p.from
		if m.first < 0 {
			m.first, m.since = d.Round(), b.number
		}
		if m.Jobs++; d.Repeats() && b.chosen(m, p.id) {
			d.audits = append(d.audits, p)
		}
		m.Games += int64((p.to - p.from) * d.Games())
		d.Played(p.to - p.from)
		b.offer(d)
	case d.Same(p.result, result):
	case p.by == nil:
		b.caught(d, m)
	default: // one of the two is wrong
		p.rivals = append(p.rivals, rival{m, result})
		d.audits = append(d.audits, p)
	}
}
