package swarm

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

type Options struct {
	Listen    string  // address of the server inside of this program; unless there is a URL
	URL       string  // of a server elsewhere
	Token     string  // that workers must know
	Cert, Key string  // files for TLS; empty for none
	Version   string  // of this program, which workers must have
	Slots     int     // jobs that this process plays at a time
	Audit     float64 // share of results that are played again
	// Notify is called with a line for the user when a worker is refused, from another goroutine; may be nil.
	Notify func(string)
}

type Breeder struct {
	options Options
	server  *server.Server // nil with one elsewhere
	folder  string
	conn    *nats.Conn
	js      jetstream.JetStream
	url     string
	ctx     context.Context // ends when the swarm is closed
	stop    context.CancelFunc
	began   time.Time

	mu        sync.Mutex
	changed   *sync.Cond
	workers   map[string]*member // by their names
	tasks     []*task
	number    int           // of works so far
	searching int           // searches that this process plays
	slowest   time.Duration // search so far
	pace      float64       // nanoseconds of a unit of a measurement here; 0 is not known
	status    Status        // without the counts that [Breeder.Status] adds
}

type member struct {
	WorkerStatus
	seen time.Time
}

func (m *member) present() bool { return m.Refused == "" && time.Since(m.seen) < helloTimeout }

func Start(o Options) (*Breeder, error) {
	b := &Breeder{options: o, workers: map[string]*member{}, began: time.Now()}
	b.ctx, b.stop = context.WithCancel(context.Background())
	b.changed = sync.NewCond(&b.mu)
	if err := b.open(); err != nil {
		return nil, errors.Join(fmt.Errorf("swarm: %w", err), b.Close())
	}
	go func() { // a worker may be gone, or a search late
		for ; b.ctx.Err() == nil; wait(b.ctx, 100*time.Millisecond) {
			b.wake()
		}
	}()
	return b, nil
}

func (b *Breeder) open() (err error) {
	options := connectOptions("bloodline breeder", nats.ReconnectHandler(func(*nats.Conn) { go b.refillQueue() }))
	b.url = b.options.URL
	if b.options.URL == "" {
		if b.server, b.folder, err = serve(&b.options); err != nil {
			return err
		}
		scheme := "nats"
		if b.options.Cert != "" {
			scheme = "tls"
		}
		b.url = fmt.Sprintf("%s://%s:%s@%s", scheme, User, b.options.Token, b.server.Addr())
		options = append(options, nats.InProcessServer(b.server), nats.UserInfo(User, b.options.Token))
	}
	if b.conn, err = nats.Connect(b.options.URL, options...); err != nil {
		return reason(err)
	}
	if _, err := b.conn.Request(subjectStatus, nil, time.Second); err == nil {
		return errors.New("another run uses this server")
	}
	if b.js, err = jetstream.New(b.conn, jetstream.WithPublishAsyncErrHandler(b.unsent), jetstream.WithPublishAsyncTimeout(ackWait)); err != nil {
		return err
	}
	if err := b.makeQueue(); err != nil {
		return err
	}
	status := func(msg *nats.Msg) {
		if text, err := json.Marshal(b.Status()); err == nil {
			_ = msg.Respond(text)
		}
	}
	// A worker repeats a request whose answer is lost.
	for subject, answer := range map[string]nats.MsgHandler{
		subjectHello: b.hello, subjectSetting: b.setting, subjectResult: b.result, subjectStatus: status,
	} {
		if _, err := b.conn.Subscribe(subject, answer); err != nil {
			return err
		}
	}
	return b.conn.Flush()
}

func (b *Breeder) makeQueue() error {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	stream, err := b.js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{
		Name: streamName, Subjects: []string{subjectJob + ".>"}, Retention: jetstream.WorkQueuePolicy,
		Storage: jetstream.MemoryStorage, MaxMsgSize: maxPayload, MaxBytes: 256 << 20, Discard: jetstream.DiscardNew,
		// The clock numbers messages: acknowledging a job from before a restart must not remove a new one.
		FirstSeq: uint64(time.Now().UnixMicro()),
	})
	if err != nil {
		return err
	}
	_, err = stream.CreateOrUpdateConsumer(ctx, jetstream.ConsumerConfig{ // that all workers share
		Durable: consumerName, AckPolicy: jetstream.AckExplicitPolicy, AckWait: ackWait, MaxDeliver: maxDeliveries,
		MaxAckPending: 1 << 14, MemoryStorage: true,
	})
	return cmp.Or(stream.Purge(ctx), err)
}

// refillQueue makes the queue anew after the server was gone, and marks the jobs that were in it as unsent.
func (b *Breeder) refillQueue() {
	for b.makeQueue() != nil {
		if wait(b.ctx, pause); b.ctx.Err() != nil {
			return
		}
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, t := range b.tasks {
		for _, j := range t.jobs {
			j.sent = time.Time{}
		}
	}
	b.changed.Broadcast()
}

// wake makes all waiting goroutines look again. Without the lock a goroutine that is about to wait would miss it.
func (b *Breeder) wake() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.changed.Broadcast()
}

// URL returns the argument for starting a worker: nats://worker:TOKEN@HOST:PORT.
func (b *Breeder) URL() string { return b.url }

// Close ends the swarm; its workers wait for the next.
func (b *Breeder) Close() error {
	if b.ctx.Err() != nil {
		return nil
	}
	b.stop()
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

func (b *Breeder) Workers() (n int) {
	for _, w := range b.Status().Workers {
		if w.Present {
			n++
		}
	}
	return n
}

// Slots returns how many jobs are played at a time, here and elsewhere.
func (b *Breeder) Slots() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.options.Slots + b.workerSlots()
}

func (b *Breeder) workerSlots() (n int) {
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

// hello answers the hello of a worker. A refused worker ends, so a later hello of the same name is another process.
func (b *Breeder) hello(msg *nats.Msg) {
	var h hello
	if json.Unmarshal(msg.Data, &h) != nil || h.Name == "" || h.Slots < 1 {
		_ = msg.Respond([]byte("a hello that cannot be read"))
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	m := b.workers[h.Name]
	if m == nil {
		m = &member{WorkerStatus: WorkerStatus{Name: h.Name}}
		b.workers[h.Name] = m
	}
	m.Slots, m.Platform, m.Lag, m.Refused, m.seen = h.Slots, h.Platform, h.Lag, "", time.Now()
	if h.Version != b.options.Version {
		b.refuse(m, fmt.Sprintf("it is %q, the breeder is %q", h.Version, b.options.Version))
	}
	_ = msg.Respond([]byte(cmp.Or(m.Refused, sayOK)))
	b.changed.Broadcast()
}

func (b *Breeder) refuse(m *member, why string) {
	m.Refused = why
	if b.options.Notify != nil {
		go b.options.Notify(fmt.Sprintf("worker %s is refused: %s", m.Name, why)) // not in this goroutine, which holds the lock
	}
}

// setting answers with what a work's jobs share, or with nothing if all are done. Workers ask before a search.
func (b *Breeder) setting(msg *nats.Msg) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, t := range b.tasks {
		if t.name == string(msg.Data) && t.unitsLeft > 0 {
			_ = msg.Respond(t.Setting)
			return
		}
	}
	_ = msg.Respond(nil)
}

// result takes a worker's result. The breeder of a resumed run doesn't know its workers yet.
func (b *Breeder) result(msg *nats.Msg) {
	b.mu.Lock()
	defer b.mu.Unlock()
	m := b.workers[msg.Header.Get(headerWorker)]
	if m == nil {
		_ = msg.Respond([]byte(sayUnknown))
		return
	}
	m.seen = time.Now()
	if m.Refused == "" {
		b.take(m, msg)
	}
	_ = msg.Respond([]byte(cmp.Or(m.Refused, sayOK)))
	b.changed.Broadcast()
}

// Status is the state of a swarm.
type Status struct {
	Seconds     float64        `json:"seconds"`      // since it was opened
	BreederJobs int64          `json:"breeder_jobs"` // jobs whose result is the breeder's
	Jobs        int64          `json:"jobs"`         // whose result is a worker's
	Games       int64          `json:"games"`        // played in Jobs, by workers
	Audits      int64          `json:"audits"`
	Workers     []WorkerStatus `json:"workers"`
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

// User is the name of all connections to the server inside of the program, beside the token.
const User = "worker"

// serve starts a server with all streams in memory. The caller removes the folder in the end.
func serve(o *Options) (s *server.Server, folder string, err error) {
	l, err := net.Listen("tcp", o.Listen)
	if err != nil { // the server would end the program
		return nil, "", err
	}
	l.Close()
	host, _, err := net.SplitHostPort(o.Listen)
	if err != nil {
		return nil, "", err
	}
	if folder, err = os.MkdirTemp("", "bloodline-swarm-"); err != nil {
		return nil, "", err
	}
	options := &server.Options{
		ServerName: "bloodline", Host: host, Port: l.Addr().(*net.TCPAddr).Port, Username: User, Password: o.Token, NoLog: true, NoSigs: true,
		MaxPayload: maxPayload, JetStream: true, StoreDir: folder, JetStreamMaxMemory: 512 << 20, DisableShortFirstPing: true,
	}
	if o.Cert != "" {
		options.TLS, options.TLSTimeout = true, 5
		if options.TLSConfig, err = server.GenTLSConfig(&server.TLSConfigOpts{CertFile: o.Cert, KeyFile: o.Key}); err != nil {
			return nil, folder, err
		}
	}
	if s, err = server.NewServer(options); err != nil {
		return nil, folder, err
	}
	s.Start()
	if !s.ReadyForConnections(5 * time.Second) {
		s.Shutdown()
		return nil, folder, errors.New("the server inside of the program did not start within 5 seconds")
	}
	return s, folder, nil
}

// connectOptions returns the options of every connection, which reconnects by itself.
func connectOptions(name string, more ...nats.Option) []nats.Option {
	return append([]nats.Option{
		nats.Name(name), nats.MaxReconnects(-1), nats.ReconnectWait(250 * time.Millisecond), nats.ReconnectJitter(100*time.Millisecond, time.Second),
		nats.Timeout(2 * time.Second), nats.PingInterval(2 * time.Second), nats.MaxPingsOutstanding(2),
	}, more...)
}

func reason(err error) error {
	switch {
	case errors.Is(err, nats.ErrAuthorization), errors.Is(err, nats.ErrAuthExpired):
		return errors.New("the token is not the one of this swarm")
	case errors.Is(err, nats.ErrNoServers):
		return errors.New("no breeder answers")
	case errors.Is(err, nats.ErrNoResponders):
		return errors.New("no breeder is connected to this server now")
	}
	return err
}
