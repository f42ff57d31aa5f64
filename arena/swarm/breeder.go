package swarm

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Options are those of a breeder.
type Options struct {
	Listen    string  // address of the server inside of this program; unless there is a URL
	URL       string  // of a server elsewhere
	Token     string  // that workers must know
	Cert, Key string  // files for TLS; empty for none
	Program   Program // that workers must have
	Hands     int     // jobs that this process plays at a time
	Audit     float64 // share of results that are played again
	// Told is told of workers that are refused, from a goroutine of its own; may be nil.
	Told func(string)
}

// Breeder leads a swarm.
type Breeder struct {
	o      Options
	server *server.Server // nil with one elsewhere
	folder string
	conn   *nats.Conn
	js     jetstream.JetStream
	secret []byte
	url    string
	stop   chan struct{}
	began  time.Time

	mu      sync.Mutex
	changed *sync.Cond
	workers map[string]*member // by their keys
	doing   *doing             // nil between two works
	number  int                // of the work
	pace    float64            // nanoseconds of a game here; 0 is not known
	status  Status             // but for what is counted when it is asked for
}

// member is a worker of the swarm.
type member struct {
	WorkerStatus
	key     string
	seen    time.Time
	refused string // why it gets no more jobs; empty where it does
	first   int    // round of its first result; -1 without one
	since   int    // number of the work of its first result
	failed  int    // results in a row that were none
}

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
	id       string    // of one that was sent
	sent     time.Time // into the queue; zero for one of our own
	here     int       // hands of this process that play it
	result   any       // nil without one
	by       *member   // whose result it is; nil for ours
	rivals   []rival   // other results
}

type rival struct {
	by     *member
	result any
}

// Start opens a swarm.
func Start(o Options) (*Breeder, error) {
	b := &Breeder{o: o, secret: []byte(Secret()), stop: make(chan struct{}), workers: map[string]*member{}, began: time.Now()}
	b.changed = sync.NewCond(&b.mu)
	if err := b.open(); err != nil {
		return nil, errors.Join(fmt.Errorf("swarm: %w", err), b.Close())
	}
	go b.tick()
	return b, nil
}

func (b *Breeder) open() (err error) {
	options := connect("bloodline breeder", nats.ReconnectHandler(func(*nats.Conn) { b.restarted() }))
	url := b.o.URL
	if url == "" {
		var password string
		if b.server, password, b.folder, err = serve(&b.o); err != nil {
			return err
		}
		b.url = address(b.server, &b.o)
		options = append(options, nats.InProcessServer(b.server), nats.UserInfo(userBreeder, password))
	} else {
		b.url = url
	}
	if b.conn, err = nats.Connect(url, options...); err != nil {
		return err
	}
	if _, err := b.conn.Request(subjectStatus, nil, time.Second); err == nil {
		return errors.New("another run uses this server")
	}
	if b.js, err = jetstream.New(b.conn, jetstream.WithPublishAsyncErrHandler(b.unsent), jetstream.WithPublishAsyncTimeout(ackWait)); err != nil {
		return err
	}
	if err := b.queue(); err != nil {
		return err
	}
	for subject, answer := range map[string]nats.MsgHandler{
		subjectHello: b.hello, subjectPing: b.ping, subjectSetting: b.settings, subjectResult: b.result, subjectStatus: b.tell,
	} {
		if _, err := b.conn.Subscribe(subject, answer); err != nil {
			return err
		}
	}
	return b.conn.Flush()
}

// queue makes an empty queue.
func (b *Breeder) queue() error {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	stream, err := b.js.CreateOrUpdateStream(ctx, streamConfig())
	if err != nil {
		return err
	}
	if err := stream.Purge(ctx); err != nil {
		return err
	}
	_, err = b.js.CreateOrUpdateConsumer(ctx, streamName, consumerConfig())
	return err
}

// URL returns what a worker is started with.
func (b *Breeder) URL() string { return b.url }

// Close ends the swarm; its workers wait for the next.
func (b *Breeder) Close() error {
	select {
	case <-b.stop:
		return nil
	default:
		close(b.stop)
	}
	if b.conn != nil {
		b.conn.Close()
	}
	if b.server != nil {
		b.server.Shutdown()
		b.server.WaitForShutdown()
	}
	if b.folder == "" {
		return nil
	}
	return os.RemoveAll(b.folder)
}

// tick lets those who wait look at the clock.
func (b *Breeder) tick() {
	t := time.NewTicker(10 * time.Millisecond)
	defer t.Stop()
	for {
		select {
		case <-b.stop:
			return
		case <-t.C:
			b.changed.Broadcast()
		}
	}
}

// restarted makes the queue anew after the server was gone, and plays what was in it.
func (b *Breeder) restarted() {
	err := b.queue()
	b.mu.Lock()
	defer b.mu.Unlock()
	if d := b.doing; d != nil {
		for _, p := range d.jobs {
			if p.result == nil && !p.sent.IsZero() {
				b.recall(d, p)
			}
		}
	}
	if err == nil {
		b.status.Restarts++
	}
	b.changed.Broadcast()
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
	b.changed.Broadcast()
}

// Workers returns how many workers there are.
func (b *Breeder) Workers() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	n := 0
	for _, m := range b.workers {
		if m.present() {
			n++
		}
	}
	return n
}

// Hands returns how many jobs are played at a time, here and elsewhere.
func (b *Breeder) Hands() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.o.Hands + b.slots()
}

// slots returns how many jobs workers play at a time.
func (b *Breeder) slots() (n int) {
	if !b.conn.IsConnected() {
		return 0
	}
	for _, m := range b.workers {
		if m.present() {
			n += m.Slots
		}
	}
	return n
}

func (m *member) present() bool { return m.refused == "" && time.Since(m.seen) < lost }

// Do does all of a work. When ctx is cancelled, its error is returned at once.
func (b *Breeder) Do(ctx context.Context, w Work) error {
	setting := w.Setting()
	d := &doing{Work: w, setting: setting, key: key(setting), left: w.Units(), jobs: map[string]*piece{}}
	b.mu.Lock()
	b.number++
	d.subject = subjectJob + "." + strconv.Itoa(b.number)
	b.doing = d
	b.plan(d, b.o.Hands+b.slots())
	b.offer(d)
	b.mu.Unlock()
	defer context.AfterFunc(ctx, b.changed.Broadcast)()
	var hands sync.WaitGroup
	for range b.o.Hands {
		hands.Go(func() { b.hand(ctx, d) })
	}
	hands.Wait()
	b.mu.Lock()
	b.doing = nil
	b.mu.Unlock()
	if d.spilled {
		b.sweep(d)
	}
	if err := errors.Join(ctx.Err(), d.err); err != nil {
		return err
	}
	return b.fold(d)
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
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	if s, err := b.js.Stream(ctx, streamName); err == nil {
		_ = s.Purge(ctx, jetstream.WithPurgeSubject(d.subject)) // what stays is refused as late
	}
}

const (
	message = 400 * time.Microsecond // what a job takes of the breeder's processor, to send it and to read its result
	least   = 300 * time.Microsecond // of a job that is played here
	longest = 500 * time.Millisecond // of a job, so that who is lost loses little
	brief   = 5 * time.Millisecond   // a work that takes each hand so long is sent in one piece for each
)

// plan chooses how a work is cut. Jobs cost the breeder's time and save the workers': n of
// them take n times a message, and the work divided by n, which is least where a job takes
// the root of the work times a message.
func (b *Breeder) plan(d *doing, hands int) {
	total := float64(d.Units()*d.Games()) * b.pace
	d.least = time.Duration(math.Sqrt(total * float64(message)))
	if d.window, d.share = 2, 2; total/float64(hands) < float64(brief) {
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
	slots := b.slots()
	if slots == 0 || b.pace == 0 {
		return
	}
	out := 0
	for _, p := range d.jobs {
		if p.result == nil && !p.sent.IsZero() {
			out++
		}
	}
	hands := float64(b.o.Hands + slots)
	for ; out < slots*d.window && d.Units()-d.cut > b.units(d, d.least); out++ {
		p := b.slice(d, hands*d.share, d.least, longest)
		body := d.Job(p.from, p.to)
		if most := int(b.conn.MaxPayload()) - 1024; len(body) > most || len(d.setting) > most {
			d.err = fmt.Errorf("swarm: a message of %d bytes is too long for the server: raise its max_payload", max(len(body), len(d.setting)))
			return
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

// hand plays jobs of a work until it is done.
func (b *Breeder) hand(ctx context.Context, d *doing) {
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

// next returns what a hand of this process plays now: nil if it can but wait. A job that
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
		return b.slice(d, 4*float64(b.o.Hands+b.slots()), least, longest/5), false
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
// beforehand. The nth is with a chance of 1/n at least: a machine that is no good is found
// out while little has to be played again.
func (b *Breeder) chosen(m *member, id string) bool {
	sum := sha256.Sum256(append(b.secret, id...))
	draw := float64(binary.LittleEndian.Uint64(sum[:])>>11) * 0x1p-53
	return draw < max(b.o.Audit, 1/float64(m.Jobs))
}

// hello answers a worker that wants to join.
func (b *Breeder) hello(msg *nats.Msg) {
	var h hello
	if err := json.Unmarshal(msg.Data, &h); err != nil || h.Key == "" || h.Name == "" || h.Slots < 1 || h.Slots > 1<<12 || len(msg.Data) > 1<<16 {
		b.reply(msg, "a hello that cannot be read")
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	m := b.workers[h.Key]
	if m == nil {
		m = &member{key: h.Key, first: -1, WorkerStatus: WorkerStatus{Name: h.Name, Slots: h.Slots, Platform: h.Platform}}
		b.workers[h.Key] = m
		if why := b.o.Program.differs(h.Program); why != "" {
			b.refuse(m, why)
		}
	}
	m.seen = time.Now()
	b.say(msg, m)
	b.changed.Broadcast()
}

// say answers a worker that is known.
func (b *Breeder) say(msg *nats.Msg, m *member) {
	if m.refused != "" {
		b.reply(msg, m.refused)
	} else {
		b.reply(msg, sayOK)
	}
}

func (b *Breeder) reply(msg *nats.Msg, text string) { _ = msg.Respond([]byte(text)) } // who asks asks again

// ping keeps a worker. It says how long the ping before took.
func (b *Breeder) ping(msg *nats.Msg) {
	b.mu.Lock()
	defer b.mu.Unlock()
	m := b.workers[msg.Header.Get(headerWorker)]
	if m == nil {
		b.reply(msg, sayUnknown)
		return
	}
	m.seen = time.Now()
	if lag, err := strconv.ParseFloat(string(msg.Data), 64); err == nil && lag >= 0 && lag < 1e6 {
		m.Lag = lag
	}
	b.say(msg, m)
}

// settings answers with what the jobs of the work share.
func (b *Breeder) settings(msg *nats.Msg) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if d := b.doing; d != nil && d.key == string(msg.Data) {
		_ = msg.Respond(d.setting)
		return
	}
	_ = msg.Respond(nil)
}

// result takes a worker's result.
func (b *Breeder) result(msg *nats.Msg) {
	b.mu.Lock()
	defer b.mu.Unlock()
	m := b.workers[msg.Header.Get(headerWorker)]
	if m == nil {
		b.reply(msg, sayUnknown)
		return
	}
	m.seen = time.Now()
	if m.refused == "" {
		b.take(m, msg)
	}
	b.say(msg, m)
	b.changed.Broadcast()
}

// take takes the result of a job that is under way. One that comes late is nobody's.
func (b *Breeder) take(m *member, msg *nats.Msg) {
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
		b.status.Malformed++
		m.Malformed++
		if m.failed++; m.failed >= 3 {
			b.refuse(m, fmt.Sprintf("three results in a row were none: %.200s", why))
		}
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
		if m.Jobs++; b.chosen(m, p.id) {
			d.audits = append(d.audits, p)
		}
		m.Games += int64((p.to - p.from) * d.Games())
		b.offer(d)
	case d.Same(p.result, result):
	case p.by == nil:
		b.caught(d, m)
	default: // one of the two is wrong
		p.rivals = append(p.rivals, rival{m, result})
		d.audits = append(d.audits, p)
	}
}
