package swarm

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// done is a whole job that this worker does or has done.
type done struct {
	id     string
	ended  chan struct{} // closed when the rest is there
	result *nats.Msg
}

// remembered is how many whole jobs a slot's results are kept of: a breeder that was killed
// and resumed asks for them again.
const remembered = 4

// welcomed lets whole jobs begin.
func (w *worker) welcomed() {
	select {
	case <-w.welcome:
	default:
		close(w.welcome)
	}
}

// searches does one whole job after another. It goes on with a job while the swarm is gone.
func (w *worker) searches(ctx context.Context) error {
	select {
	case <-w.welcome:
	case <-ctx.Done():
		return nil
	}
	for ctx.Err() == nil {
		m, err := w.next(ctx)
		if err != nil {
			wait(ctx, pause)
			continue
		}
		if m == nil {
			continue
		}
		if err := w.search(ctx, m); err != nil {
			return err
		}
	}
	return nil
}

// next takes a job out of the queue: nil if the queue is empty. No job is taken ahead, since it
// would wait for minutes.
func (w *worker) next(ctx context.Context) (jetstream.Msg, error) {
	find, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	c, err := w.js.Consumer(find, streamName, searchesName)
	if err != nil {
		return nil, err
	}
	limit, done := context.WithTimeout(ctx, 5*time.Second)
	defer done()
	m, err := c.Next(jetstream.FetchContext(limit))
	if errors.Is(err, nats.ErrTimeout) || errors.Is(err, jetstream.ErrNoMessages) || errors.Is(err, context.DeadlineExceeded) {
		return nil, nil
	}
	return m, err
}

// search does a job, tells the queue all the while that it is being done, and sends the
// result until a breeder has it. An error is for good.
func (w *worker) search(ctx context.Context, m jetstream.Msg) error {
	doing, stop := context.WithCancel(ctx)
	var beats sync.WaitGroup
	defer beats.Wait()
	defer stop()
	beats.Go(func() {
		for doing.Err() == nil {
			_ = m.InProgress() // or another worker does it, too
			wait(doing, searchWait/3)
		}
	})
	d, err := w.do(ctx, m)
	if err != nil || d == nil {
		return err
	}
	for ctx.Err() == nil {
		switch err := w.ask(ctx, d.result); {
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

// do returns the job of a message with its result, which it may have from before. The job
// is nil if the breeder no longer needs it.
func (w *worker) do(ctx context.Context, m jetstream.Msg) (*done, error) {
	d, first := w.known(m.Headers().Get(headerJob))
	if !first {
		select {
		case <-d.ended:
		case <-ctx.Done():
			return nil, nil
		}
		if d.result == nil {
			return nil, nil
		}
		return d, nil
	}
	out := w.message(subjectResult, nil)
	out.Header[headerJob], out.Header[headerWhole] = []string{d.id}, []string{"1"}
	setting, err := w.wanted(ctx, d.id)
	if err == nil && setting == nil {
		err = errors.New("no longer needed")
		_ = m.Ack()
	} else if err == nil {
		var failed error
		if out.Data, failed = w.Play(ctx, setting, m.Data()); failed != nil {
			out.Header[headerFailed] = []string{fmt.Sprintf("%.500q", failed.Error())}
		}
		err = ctx.Err()
	}
	if err == nil {
		d.result = out
	} else { // it begins again where it is asked for again
		w.unknown(d)
	}
	close(d.ended)
	if err != nil {
		return nil, nil
	}
	return d, nil
}

// wanted returns the setting of a job: nil for a finished job.
func (w *worker) wanted(ctx context.Context, id string) ([]byte, error) {
	for {
		limit, cancel := context.WithTimeout(ctx, 2*time.Second)
		m, err := w.conn.RequestWithContext(limit, subjectSetting, []byte(id))
		cancel()
		switch {
		case err == nil && len(m.Data) > 0:
			return m.Data, nil
		case err == nil || ctx.Err() != nil:
			return nil, ctx.Err()
		}
		wait(ctx, pause)
	}
}

// known returns a job by its name; first is true for a new job.
func (w *worker) known(id string) (d *done, first bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, d := range w.whole {
		if d.id == id {
			return d, false
		}
	}
	d = &done{id: id, ended: make(chan struct{})}
	w.whole = append([]*done{d}, w.whole[:min(len(w.whole), remembered*w.Slots)]...)
	return d, true
}

// unknown forgets a job.
func (w *worker) unknown(d *done) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for i, x := range w.whole {
		if x == d {
			w.whole = append(w.whole[:i:i], w.whole[i+1:]...)
			return
		}
	}
}
