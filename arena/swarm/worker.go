package swarm

import (
	"cmp"
	"context"
	"crypto/rand"
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
	"golang.org/x/sync/singleflight"
)

// Member are the options of a worker.
type Member struct {
	URL     string
	Name    string // that people read
	Slots   int    // jobs at a time
	CA      string // file with the certificate that the server must have; empty for those of the system
	Program Program
	Play    Play
	// Notify is called with a line for the user when the worker joins or loses the breeder; may be nil.
	Notify func(string)
}

// Refused is the error of a worker that the breeder gives no jobs.
type Refused struct{ Why string }

func (r *Refused) Error() string { return "the breeder refuses this worker: " + r.Why }

// reason explains a failed connection to the user.
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

// worker is the state of a worker that has joined.
type worker struct {
	Member
	key  string
	conn *nats.Conn
	js   jetstream.JetStream

	settings recent[[]byte]
	done     recent[*nats.Msg]  // results of searches, by job
	playing  singleflight.Group // jobs, by name
	lag      atomic.Int64
}

// Join works for the swarm at a URL until ctx is cancelled, whose error it returns then,
// or it is refused. Without a breeder it waits.
func Join(ctx context.Context, m Member) error {
	outside := ctx
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	w := &worker{Member: m, key: rand.Text()}
	if w.Notify == nil {
		w.Notify = func(string) {}
	}
	closed := func(c *nats.Conn) {
		if err := c.LastError(); err != nil {
			cancel(reason(err))
		}
	}
	options := connect("bloodline worker "+m.Name, nats.ClosedHandler(closed), nats.DisconnectErrHandler(func(*nats.Conn, error) { w.Notify("the swarm is gone; waiting") }))
	if m.CA != "" {
		options = append(options, nats.RootCAs(m.CA))
	}
	if err := w.connect(ctx, options); err != nil {
		return err
	}
	defer w.conn.Close()
	err := w.work(ctx, cancel)
	return cmp.Or(err, outside.Err(), context.Cause(ctx))
}

// work says hello whenever the breeder does not know this worker, and plays jobs. A
// worker that has joined once continues its jobs while the swarm is gone. An error is
// for good.
func (w *worker) work(ctx context.Context, cancel context.CancelCauseFunc) error {
	var slots sync.WaitGroup
	defer slots.Wait()
	defer cancel(nil)
	for joined := false; ctx.Err() == nil; {
		err := w.hello(ctx)
		if err == nil {
			w.Notify("joined")
			for _, q := range []*queue{&measurements, &searches} {
				for range w.Slots {
					if !joined {
						slots.Go(func() { cancel(w.slot(ctx, q)) })
					}
				}
			}
			joined = true
			err = w.alive(ctx)
		}
		if err != nil && !errors.Is(err, errAgain) {
			return err
		}
		wait(ctx, pause)
	}
	return nil
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
			w.Notify("no breeder answers yet; waiting")
		}
		wait(ctx, pause)
	}
}

// errAgain is a failure that may not recur.
var errAgain = errors.New("again")

// errUnknown is the answer of a breeder that must get a hello first.
var errUnknown = fmt.Errorf("unknown: %w", errAgain)

// ask sends a request and returns the error that the breeder's answer stands for.
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
		return errUnknown
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

// alive tells the breeder now and then that this worker is alive.
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
		case err == errUnknown, !errors.Is(err, errAgain):
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

// Host is the name of this process in a swarm.
func Host() string {
	name, err := os.Hostname()
	if err != nil {
		name = "worker"
	}
	return fmt.Sprintf("%s-%d", name, os.Getpid())
}
