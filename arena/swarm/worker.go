package swarm

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"runtime"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Member are the options of a worker.
type Member struct {
	URL     string
	Name    string // that people read
	Slots   int    // jobs at a time
	CA      string // file with the certificate that the server must have; empty for those of the system
	Program Program
	Play    Play
	// Told is told what happens: joined, lost. May be nil.
	Told func(string)
}

// Refused is why a breeder gives a worker no jobs.
type Refused struct{ Why string }

func (r *Refused) Error() string { return "the breeder refuses this worker: " + r.Why }

// reason says what a failed connection means.
func reason(err error) error {
	switch {
	case errors.Is(err, nats.ErrAuthorization), errors.Is(err, nats.ErrAuthExpired):
		return errors.New("the token is not the one of this swarm")
	case errors.Is(err, nats.ErrNoServers):
		return errors.New("nobody is there")
	case errors.Is(err, nats.ErrNoResponders):
		return errors.New("nobody breeds there now")
	}
	return err
}

// worker is the state of a worker that has joined.
type worker struct {
	Member
	key  string
	conn *nats.Conn
	js   jetstream.JetStream

	welcome chan struct{} // closed once a breeder has taken this worker

	mu       sync.Mutex
	settings []named // the latest first
	whole    []*done // jobs that are done or under way, the latest first
	lag      atomic.Int64
}

type named struct {
	key   string
	bytes []byte
}

// Join works for the swarm at a URL until ctx is cancelled, whose error it returns then,
// or it is refused. Where nobody breeds, it waits.
func Join(ctx context.Context, m Member) error {
	outside := ctx
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	w := &worker{Member: m, key: Secret(), welcome: make(chan struct{})}
	if w.Told == nil {
		w.Told = func(string) {}
	}
	closed := func(c *nats.Conn) {
		if err := c.LastError(); err != nil {
			cancel(reason(err))
		}
	}
	options := connect("bloodline worker "+m.Name, nats.ClosedHandler(closed), nats.DisconnectErrHandler(func(*nats.Conn, error) { w.Told("the swarm is gone; waiting") }))
	if m.CA != "" {
		options = append(options, nats.RootCAs(m.CA))
	}
	if err := w.connect(ctx, options); err != nil {
		return err
	}
	defer w.conn.Close()
	var searches sync.WaitGroup
	defer searches.Wait()
	defer cancel(nil)
	for range w.Slots {
		searches.Go(func() {
			if err := w.searches(ctx); err != nil {
				cancel(err)
			}
		})
	}
	for ctx.Err() == nil {
		if err := w.work(ctx); err != nil {
			return err
		}
	}
	if outside.Err() != nil {
		return outside.Err()
	}
	return context.Cause(ctx)
}

// isNet reports whether an error is one of the network, and not of the URL.
func isNet(err error) bool {
	var n net.Error
	var u *url.Error
	return errors.As(err, &n) && !errors.As(err, &u)
}

// pause is between two attempts at what cannot be had now.
const pause = 250 * time.Millisecond

func wait(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

// connect connects, and waits for a server that is not there yet.
func (w *worker) connect(ctx context.Context, options []nats.Option) (err error) {
	for said := false; ; said = true {
		if w.conn, err = nats.Connect(w.URL, options...); err == nil {
			w.js, err = jetstream.New(w.conn)
			return err
		}
		if !errors.Is(err, nats.ErrNoServers) && !isNet(err) || ctx.Err() != nil {
			return errors.Join(context.Cause(ctx), reason(err))
		}
		if !said {
			w.Told("nobody is there yet; waiting")
		}
		wait(ctx, pause)
	}
}

// work says hello and takes jobs, until something is lost. An error is for good.
func (w *worker) work(ctx context.Context) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	switch err := w.hello(ctx); {
	case errors.Is(err, errAgain):
		wait(ctx, pause)
		return nil
	case err != nil:
		return err
	}
	find, done := context.WithTimeout(ctx, 2*time.Second)
	consumer, err := w.js.Consumer(find, streamName, consumerName)
	done()
	if err != nil {
		wait(ctx, pause)
		return nil
	}
	w.Told("joined")
	w.welcomed()
	var slots sync.WaitGroup
	for range w.Slots {
		slots.Go(func() {
			if err := w.slot(ctx, consumer); err != nil {
				cancel(err)
			}
		})
	}
	slots.Go(func() { cancel(w.alive(ctx)) })
	slots.Wait()
	if err := context.Cause(ctx); !errors.Is(err, errAgain) && !errors.Is(err, context.Canceled) {
		return err
	}
	return nil
}

// errAgain is what may go well another time.
var errAgain = errors.New("again")

// ask sends a request and says what the breeder's answer means.
func (w *worker) ask(ctx context.Context, m *nats.Msg) error {
	limit, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	answer, err := w.conn.RequestMsgWithContext(limit, m)
	switch {
	case err != nil:
		return errAgain
	case string(answer.Data) == sayOK:
		return nil
	case string(answer.Data) == sayUnknown:
		return errAgain
	}
	return &Refused{string(answer.Data)}
}

func (w *worker) hello(ctx context.Context) error {
	text, err := json.Marshal(hello{w.Name, w.key, w.Slots, runtime.GOOS + "/" + runtime.GOARCH, w.Program})
	if err != nil {
		return err
	}
	return w.ask(ctx, &nats.Msg{Subject: subjectHello, Data: text})
}

// alive tells the breeder now and then that this worker is there.
func (w *worker) alive(ctx context.Context) error {
	for missed := 0; ; {
		wait(ctx, pings)
		if ctx.Err() != nil {
			return nil
		}
		begin := time.Now()
		lag := strconv.FormatFloat(float64(w.lag.Load())/1e6, 'f', 3, 64)
		err := w.ask(ctx, w.message(subjectPing, []byte(lag)))
		w.lag.Store(int64(time.Since(begin)))
		switch {
		case err == nil:
			missed = 0
		case !errors.Is(err, errAgain):
			return err
		default:
			if missed++; missed > 1 {
				return errAgain
			}
		}
	}
}

func (w *worker) message(subject string, data []byte) *nats.Msg {
	return &nats.Msg{Subject: subject, Data: data, Header: nats.Header{headerWorker: {w.key}}}
}

// slot plays one job after another; the next one waits here while one is played.
func (w *worker) slot(ctx context.Context, c jetstream.Consumer) error {
	jobs, err := c.Messages(jetstream.PullMaxMessages(1), jetstream.PullExpiry(10*time.Second), jetstream.PullHeartbeat(2*time.Second))
	if err != nil {
		return errAgain
	}
	defer jobs.Stop()
	for {
		m, err := jobs.Next(jetstream.NextContext(ctx))
		if err != nil {
			return errAgain
		}
		if err := w.job(ctx, m); err != nil {
			return err
		}
	}
}

// job plays a job, tells the queue all the while that it is being played, and sends the
// result.
func (w *worker) job(ctx context.Context, m jetstream.Msg) error {
	playing, stop := context.WithCancel(ctx)
	defer stop()
	go func() {
		for {
			if wait(playing, heartbeat); playing.Err() != nil {
				return
			}
			_ = m.InProgress() // or somebody else plays it, too
		}
	}()
	setting, err := w.setting(ctx, m.Headers().Get(headerSetting))
	if err != nil {
		return err
	}
	if setting == nil { // its work is done
		_ = m.Ack()
		return nil
	}
	out := w.message(subjectResult, nil)
	out.Header[headerJob] = m.Headers()[headerJob]
	if out.Data, err = w.Play(ctx, setting, m.Data()); err != nil {
		out.Header[headerFailed] = []string{fmt.Sprintf("%.500q", err.Error())}
	}
	if ctx.Err() != nil {
		_ = m.Nak()
		return nil
	}
	err = w.ask(ctx, out)
	if err == nil {
		_ = m.Ack()
	}
	return err
}

// setting returns what jobs share: nil for a work that is done.
func (w *worker) setting(ctx context.Context, key string) ([]byte, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, s := range w.settings {
		if s.key == key {
			return s.bytes, nil
		}
	}
	limit, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	m, err := w.conn.RequestWithContext(limit, subjectSetting, []byte(key))
	if err != nil {
		return nil, errAgain
	}
	if len(m.Data) == 0 {
		return nil, nil
	}
	w.settings = append([]named{{key, m.Data}}, w.settings[:min(len(w.settings), remembered-1)]...)
	return m.Data, nil
}

// Host is the name of this process in a swarm.
func Host() string {
	name, err := os.Hostname()
	if err != nil {
		name = "worker"
	}
	return fmt.Sprintf("%s-%d", name, os.Getpid())
}
