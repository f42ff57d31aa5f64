package swarm

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Options are the options of a breeder.
type Options struct {
	Listen    string  // address of the server inside of this program; unless there is a URL
	URL       string  // of a server elsewhere
	Token     string  // that workers must know
	Cert, Key string  // files for TLS; empty for none
	Program   Program // that workers must have
	Slots     int     // jobs that this process plays at a time
	Audit     float64 // share of results that are played again
	// Notify is called with a line for the user when a worker is refused, from another goroutine; may be nil.
	Notify func(string)
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

	queueing   sync.Mutex // while the queue is made or looked at
	before     uint64     // messages that the queue had when it was made
	reconnects uint64     // that the queue was made after
	strangers  bool       // the user knows that others send jobs

	mu        sync.Mutex
	sent      uint64        // messages since the queue was made
	slowest   time.Duration // search so far
	changed   *sync.Cond
	workers   map[string]*member // by their keys
	tasks     []*task
	searching int               // searches that this process plays
	early     map[string]*early // by the names of jobs
	number    int               // of works so far
	past      []string          // names of jobs of works that have ended, the oldest first
	pace      float64           // nanoseconds of a unit of a measurement here; 0 is not known
	credit    credit
	status    Status // but for what is counted when it is asked for
}

// member is a worker of the swarm.
type member struct {
	WorkerStatus
	seen   time.Time
	first  int       // generation of its first result; -1 without one
	only   *task     // whose results it sent; nil if of several
	failed int       // results in a row that were none
	stray  int       // results since the last that was taken, of jobs that this breeder has not sent
	heard  time.Time // its hello, or its last result that was taken
	missed int       // jobs since then that were played here, since no worker answered in time
	silent time.Time // when it was found to answer nothing; zero for a worker that does
}

// Start opens a swarm.
func Start(o Options) (*Breeder, error) {
	b := &Breeder{o: o, secret: []byte(rand.Text()), stop: make(chan struct{}), workers: map[string]*member{}, early: map[string]*early{}, began: time.Now()}
	b.changed = sync.NewCond(&b.mu)
	if err := b.open(); err != nil {
		return nil, errors.Join(fmt.Errorf("swarm: %w", err), b.Close())
	}
	go b.every(10*time.Millisecond, b.tick)
	go b.every(looks, b.look)
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
		return reason(err)
	}
	if _, err := b.conn.Request(subjectStatus, nil, time.Second); err == nil {
		return errors.New("another run uses this server")
	}
	if b.js, err = jetstream.New(b.conn, jetstream.WithPublishAsyncErrHandler(b.unsent), jetstream.WithPublishAsyncTimeout(measurements.wait)); err != nil {
		return err
	}
	if err := b.queue(); err != nil {
		return err
	}
	for subject, answer := range map[string]nats.MsgHandler{
		subjectHello: b.hello, subjectPing: b.ping, subjectSetting: b.settings, subjectResult: b.result, subjectStatus: b.answerStatus,
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
	b.mu.Lock()
	b.sent = 0
	b.mu.Unlock()
	if err := stream.Purge(ctx); err != nil {
		return err
	}
	for _, q := range []*queue{&measurements, &searches} {
		if _, err := b.js.CreateOrUpdateConsumer(ctx, streamName, q.config()); err != nil {
			return err
		}
	}
	info, err := stream.Info(ctx)
	if err != nil {
		return err
	}
	b.before = info.State.LastSeq
	return nil
}

// every calls f at intervals until the breeder is closed.
func (b *Breeder) every(d time.Duration, f func()) {
	t := time.NewTicker(d)
	defer t.Stop()
	for {
		select {
		case <-b.stop:
			return
		case <-t.C:
			f()
		}
	}
}

// looks is how often the breeder looks for its queue.
var looks = time.Second

// look makes the queue anew, and says so, if it is gone or has jobs of others: at a server elsewhere, others can
// delete or fill it.
func (b *Breeder) look() {
	b.queueing.Lock()
	defer b.queueing.Unlock()
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	stream, err := b.js.Stream(ctx, streamName)
	if b.conn.Stats().Reconnects != b.reconnects { // restarted does it
		return
	}
	if errors.Is(err, jetstream.ErrStreamNotFound) || err == nil && stream.CachedInfo().State.Consumers < 2 {
		if b.remake() {
			b.notify("the queue of jobs was gone; it is made anew")
		}
		return
	}
	if err != nil {
		return
	}
	b.mu.Lock()
	more := int64(stream.CachedInfo().State.LastSeq-b.before) - int64(b.sent)
	b.mu.Unlock()
	if more > 0 && b.remake() && !b.strangers {
		b.strangers = true
		b.notify(fmt.Sprintf("the queue had %d jobs that this breeder has not sent; it is made anew, now and whenever there are more", more))
	}
}

// URL returns the argument with which a worker is started: nats://worker:TOKEN@HOST:PORT.
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

// restarted makes the queue anew after the server was gone.
func (b *Breeder) restarted() {
	b.queueing.Lock()
	defer b.queueing.Unlock()
	b.reconnects = b.conn.Stats().Reconnects
	b.remake()
}

// remake makes the queue anew; this process plays the jobs that were in it.
func (b *Breeder) remake() bool {
	err := b.queue()
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, t := range b.tasks {
		for _, j := range t.named {
			if j.result == nil && !j.sent.IsZero() {
				b.resend(t, j)
			}
		}
	}
	if err == nil {
		b.status.Restarts++
	}
	b.changed.Broadcast()
	return err == nil
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

// Slots returns how many jobs are played at a time, here and elsewhere.
func (b *Breeder) Slots() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.o.Slots + b.workerSlots()
}

func (m *member) present() bool { return m.Refused == "" && time.Since(m.seen) < lost }

// hello answers a worker that wants to join.
func (b *Breeder) hello(msg *nats.Msg) {
	var h hello
	if len(msg.Data) > 1<<16 || json.Unmarshal(msg.Data, &h) != nil || !h.plausible() {
		answer(msg, "a hello that cannot be read: a worker has a name of printable characters, 100 bytes at most, and up to 4096 slots")
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	m := b.workers[h.Key]
	if m == nil {
		if !b.makeRoom() {
			answer(msg, sayUnknown) // it asks again
			return
		}
		m = &member{first: -1, heard: time.Now(), WorkerStatus: WorkerStatus{Name: h.Name, Slots: h.Slots, Platform: h.Platform}}
		b.workers[h.Key] = m
		if why := b.o.Program.differs(h.Program); why != "" {
			b.refuse(m, why)
		}
	}
	m.seen = time.Now()
	b.answerWorker(msg, m)
	b.changed.Broadcast()
}

// plausible reports whether the fields of a hello are in range and short.
func (h *hello) plausible() bool {
	for _, text := range []string{h.Name, h.Platform} {
		if text == "" || len(text) > 100 || strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) }) {
			return false
		}
	}
	return h.Key != "" && len(h.Key) <= 100 && h.Slots >= 1 && h.Slots <= 1<<12
}

// mostMembers is how many workers are remembered.
const mostMembers = 1 << 10

// makeRoom forgets a worker without a result, that which was silent for longest, if there are too many. If it is there
// it says hello again. So hellos keep no worker out that has a result, and no other for long.
func (b *Breeder) makeRoom() bool {
	if len(b.workers) < mostMembers {
		return true
	}
	oldest := ""
	for key, m := range b.workers {
		if m.first < 0 && (oldest == "" || m.seen.Before(b.workers[oldest].seen)) {
			oldest = key
		}
	}
	delete(b.workers, oldest)
	return oldest != ""
}

func (b *Breeder) answerWorker(msg *nats.Msg, m *member) {
	answer(msg, cmp.Or(m.Refused, sayOK))
}

// answer answers to a worker's inbox and to no other subject: the breeder may publish where
// workers may not. The server inside of this program has names of its own for inboxes, _R_,
// which no client can send. An answer that is lost is asked for again.
func answer[T string | []byte](msg *nats.Msg, data T) {
	if strings.HasPrefix(msg.Reply, "_R_.") || inboxRule.MatchString(msg.Reply) {
		_ = msg.Respond([]byte(data))
	}
}

// workerOf returns the worker of a message, or nil for an unknown worker, which gets an answer that says so.
func (b *Breeder) workerOf(msg *nats.Msg) *member {
	m := b.workers[msg.Header.Get(headerWorker)]
	if m == nil {
		answer(msg, sayUnknown)
		return nil
	}
	m.seen = time.Now()
	return m
}

// ping keeps a worker. It says how long the ping before took.
func (b *Breeder) ping(msg *nats.Msg) {
	b.mu.Lock()
	defer b.mu.Unlock()
	m := b.workerOf(msg)
	if m == nil {
		return
	}
	if lag, err := strconv.ParseFloat(string(msg.Data), 64); err == nil && lag >= 0 && lag < 1e6 {
		m.Lag = lag
	}
	b.answerWorker(msg, m)
}

// settings answers with the settings that a work's jobs share, or with nothing if all are done. A
// worker asks for those of a search when it begins.
func (b *Breeder) settings(msg *nats.Msg) {
	b.mu.Lock()
	defer b.mu.Unlock()
	m := b.workers[msg.Header.Get(headerWorker)]
	for _, t := range b.tasks {
		if t.name == string(msg.Data) && t.left > 0 {
			if m != nil && t.search {
				t.jobs[0].holder, m.silent = m, time.Time{}
			}
			answer(msg, t.Setting)
			return
		}
	}
	answer(msg, "")
}

func (b *Breeder) result(msg *nats.Msg) {
	b.mu.Lock()
	defer b.mu.Unlock()
	m := b.workerOf(msg)
	if m == nil {
		return
	}
	if m.Refused == "" {
		b.take(m, msg)
	}
	b.answerWorker(msg, m)
	b.changed.Broadcast()
}
