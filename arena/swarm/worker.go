package swarm

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

type WorkerOptions struct {
	URL     string
	Name    string // for people; no other worker of the swarm has it
	Slots   int    // jobs at a time
	CA      string // file with the certificate that the server must have; empty for those of the system
	Version string // of this program
	// Open reads what the jobs of a work share, and returns what plays them.
	Open func(setting []byte) (Play, error)
	// Notify is called with a line for the user when the worker joins or loses the breeder; may be nil.
	Notify func(string)
}

type worker struct {
	WorkerOptions
	conn *nats.Conn
	js   jetstream.JetStream

	mu       sync.Mutex
	settings []setting // the latest first
}

type setting struct {
	name string
	play Play
}

// Join works for the swarm at a URL, until ctx is cancelled or the worker is refused, and returns why.
func Join(ctx context.Context, m WorkerOptions) error {
	outside := ctx
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	w := &worker{WorkerOptions: m}
	if w.Notify == nil {
		w.Notify = func(string) {}
	}
	closed := func(c *nats.Conn) {
		if err := c.LastError(); err != nil {
			cancel(reason(err))
		}
	}
	options := connectOptions("bloodline worker "+m.Name, nats.ClosedHandler(closed), nats.DisconnectErrHandler(func(*nats.Conn, error) { w.Notify("the swarm is gone; waiting") }))
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

// work says hello for as long as the worker is there, and plays jobs, also while the swarm is gone. Errors are final.
func (w *worker) work(ctx context.Context, cancel context.CancelCauseFunc) error {
	var slots sync.WaitGroup
	defer slots.Wait()
	defer cancel(nil)
	lag, started := time.Duration(0), false
	for missed := 2; ctx.Err() == nil; {
		begin := time.Now()
		text, err := json.Marshal(hello{w.Name, w.Slots, runtime.GOOS + "/" + runtime.GOARCH, float64(lag.Microseconds()) / 1e3, w.Version})
		if err == nil {
			err = w.ask(ctx, &nats.Msg{Subject: subjectHello, Data: text})
		}
		lag = time.Since(begin)
		switch {
		case errors.Is(err, errAgain):
			missed++
			wait(ctx, pause)
			continue
		case err != nil:
			return err
		}
		if missed > 1 {
			w.Notify("joined")
		}
		missed = 0
		for range w.Slots {
			if !started {
				slots.Go(func() { cancel(w.slot(ctx)) })
			}
		}
		started = true
		wait(ctx, helloInterval)
	}
	return nil
}

const pause = 250 * time.Millisecond // between two attempts

func wait(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

func (w *worker) connect(ctx context.Context, options []nats.Option) (err error) {
	for said := false; ; said = true {
		if w.conn, err = nats.Connect(w.URL, options...); err == nil {
			w.js, err = jetstream.New(w.conn)
			return err
		}
		var network net.Error
		var address *url.Error // is a network error, too
		if !errors.Is(err, nats.ErrNoServers) && (!errors.As(err, &network) || errors.As(err, &address)) || ctx.Err() != nil {
			return errors.Join(context.Cause(ctx), reason(err))
		}
		if !said {
			w.Notify("no breeder answers yet; waiting")
		}
		wait(ctx, pause)
	}
}

var errAgain = errors.New("again") // a failure that may not recur

// ask sends a request and returns the error that the breeder's answer stands for.
func (w *worker) ask(ctx context.Context, m *nats.Msg) error {
	limit, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	answer, err := w.conn.RequestMsgWithContext(limit, m)
	switch {
	case err != nil || string(answer.Data) == sayUnknown:
		return errAgain
	case string(answer.Data) == sayOK:
		return nil
	}
	return fmt.Errorf("the breeder refuses this worker: %s", answer.Data)
}

// slot plays one job of the queue after another, and takes none in advance. An error is for good.
func (w *worker) slot(ctx context.Context) error {
	for ; ctx.Err() == nil; wait(ctx, pause) {
		limit, cancel := context.WithTimeout(ctx, 2*time.Second)
		consumer, err := w.js.Consumer(limit, streamName, consumerName)
		if cancel(); err != nil {
			continue
		}
		jobs, err := consumer.Messages(jetstream.PullMaxMessages(1), jetstream.PullExpiry(10*time.Second), jetstream.PullHeartbeat(2*time.Second))
		if err != nil {
			continue
		}
		for { // until the queue is gone
			m, err := jobs.Next(jetstream.NextContext(ctx))
			if err != nil {
				break
			}
			if err := w.job(ctx, m); err != nil {
				jobs.Stop()
				return err
			}
		}
		jobs.Stop()
	}
	return nil
}

// job plays a job, with heartbeats to the queue, and sends the result until a breeder has it.
func (w *worker) job(ctx context.Context, m jetstream.Msg) error {
	playing, stop := context.WithCancel(ctx)
	var beats sync.WaitGroup
	defer beats.Wait()
	defer stop()
	beats.Go(func() {
		for wait(playing, ackWait/3); playing.Err() == nil; wait(playing, ackWait/3) {
			_ = m.InProgress() // or another worker does it, too
		}
	})
	result := w.play(ctx, m)
	for ctx.Err() == nil {
		var err error
		if result != nil {
			err = w.ask(ctx, result)
		}
		switch {
		case err == nil:
			_ = m.Ack()
			return nil
		case !errors.Is(err, errAgain):
			return err
		}
		wait(ctx, pause)
	}
	_ = m.Nak()
	return nil
}

// play returns the message with the result of a job; nil for a job that is done elsewhere.
func (w *worker) play(ctx context.Context, m jetstream.Msg) *nats.Msg {
	out := &nats.Msg{Subject: subjectResult, Header: nats.Header{headerWorker: {w.Name}, headerJob: m.Headers()[headerJob]}}
	play, err := w.setting(ctx, m.Headers().Get(headerSetting))
	switch {
	case err != nil:
	case play == nil:
		return nil
	default:
		out.Data, err = play(ctx, m.Data())
	}
	if err != nil {
		out.Header[headerFailed] = []string{fmt.Sprintf("%.500q", err.Error())}
	}
	if ctx.Err() != nil {
		return nil
	}
	return out
}

// setting returns what plays the jobs of a setting: nil for a work that is done.
func (w *worker) setting(ctx context.Context, name string) (Play, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if i := slices.IndexFunc(w.settings, func(s setting) bool { return s.name == name }); i >= 0 {
		return w.settings[i].play, nil
	}
	for ; ctx.Err() == nil; wait(ctx, pause) {
		limit, cancel := context.WithTimeout(ctx, 2*time.Second)
		m, err := w.conn.RequestWithContext(limit, subjectSetting, []byte(name))
		cancel()
		switch {
		case err != nil:
			continue
		case len(m.Data) == 0:
			return nil, nil
		}
		play, err := w.Open(m.Data)
		if err == nil {
			const most = 4
			w.settings = append([]setting{{name, play}}, w.settings[:min(len(w.settings), most-1)]...)
		}
		return play, err
	}
	return nil, nil
}

func ProcessName() string {
	name, err := os.Hostname()
	if err != nil {
		name = "worker"
	}
	return fmt.Sprintf("%s-%d", name, os.Getpid())
}
