package swarm

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// slot plays one job of a queue after another, and takes none ahead. An error is for good.
func (w *worker) slot(ctx context.Context, q *queue) error {
	for ctx.Err() == nil {
		if err := w.jobs(ctx, q); !errors.Is(err, errAgain) {
			return err
		}
		wait(ctx, pause)
	}
	return nil
}

// jobs plays jobs until the queue is gone.
func (w *worker) jobs(ctx context.Context, q *queue) error {
	limit, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	consumer, err := w.js.Consumer(limit, streamName, q.consumer)
	if err != nil {
		return errAgain
	}
	jobs, err := consumer.Messages(jetstream.PullMaxMessages(1), jetstream.PullExpiry(10*time.Second), jetstream.PullHeartbeat(heartbeat))
	if err != nil {
		return errAgain
	}
	defer jobs.Stop()
	for {
		m, err := jobs.Next(jetstream.NextContext(ctx))
		if err != nil {
			return errAgain
		}
		if err := w.job(ctx, q, m); err != nil {
			return err
		}
	}
}

// job plays a job, tells the queue all the while that it is being played, and sends the
// result until a breeder has it.
func (w *worker) job(ctx context.Context, q *queue, m jetstream.Msg) error {
	playing, stop := context.WithCancel(ctx)
	var beats sync.WaitGroup
	defer beats.Wait()
	defer stop()
	beats.Go(func() {
		for wait(playing, q.wait/3); playing.Err() == nil; wait(playing, q.wait/3) {
			_ = m.InProgress() // or another worker does it, too
		}
	})
	result := w.result(ctx, q, m)
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

// remembered is how many settings a worker keeps, and how many results of searches for each
// slot: a breeder that was killed and resumed asks for them again.
const remembered = 4

// recent are values by name, the latest first.
type recent[T any] struct {
	mu  sync.Mutex
	all []named[T]
}

type named[T any] struct {
	name  string
	value T
}

// find returns the value of a name, or the zero value.
func (r *recent[T]) find(name string) (value T) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if i := slices.IndexFunc(r.all, func(n named[T]) bool { return n.name == name }); i >= 0 {
		value = r.all[i].value
	}
	return value
}

// keep keeps a value, and forgets the oldest of more than a number.
func (r *recent[T]) keep(name string, value T, most int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.all = append([]named[T]{{name, value}}, r.all[:min(len(r.all), most-1)]...)
}

// result returns the result of a job, which this worker may have or be about to have. It is
// nil if the job is not wanted any more.
func (w *worker) result(ctx context.Context, q *queue, m jetstream.Msg) *nats.Msg {
	name := m.Headers().Get(headerJob)
	out, _, _ := w.playing.Do(name, func() (any, error) {
		if have := w.done.find(name); have != nil {
			return have, nil
		}
		got := w.play(ctx, q, m)
		if got != nil && q == &searches {
			w.done.keep(name, got, remembered*w.Slots)
		}
		return got, nil
	})
	return out.(*nats.Msg)
}

func (w *worker) play(ctx context.Context, q *queue, m jetstream.Msg) *nats.Msg {
	setting := w.setting(ctx, m.Headers().Get(headerSetting))
	if setting == nil {
		return nil
	}
	out := w.message(subjectResult, nil)
	out.Header[headerJob] = m.Headers()[headerJob]
	if q == &searches {
		out.Header[headerSearch] = []string{"1"}
	}
	var err error
	if out.Data, err = w.Play(ctx, setting, m.Data()); err != nil {
		out.Header[headerFailed] = []string{fmt.Sprintf("%.500q", err.Error())}
	}
	if ctx.Err() != nil {
		return nil
	}
	return out
}

// setting returns what jobs share: nil for a work that is done.
func (w *worker) setting(ctx context.Context, name string) []byte {
	for ; ctx.Err() == nil; wait(ctx, pause) {
		if have := w.settings.find(name); have != nil {
			return have
		}
		limit, cancel := context.WithTimeout(ctx, 2*time.Second)
		m, err := w.conn.RequestMsgWithContext(limit, w.message(subjectSetting, []byte(name)))
		cancel()
		if err != nil {
			continue
		}
		if len(m.Data) == 0 {
			return nil
		}
		w.settings.keep(name, m.Data, remembered)
		return m.Data
	}
	return nil
}
