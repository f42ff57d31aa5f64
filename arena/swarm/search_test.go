package swarm_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"bloodline/arena/swarm"
	"bloodline/arena/work"
)

// answer is the result of a search.
func answer(setting, job []byte) []byte { return fmt.Appendf(nil, "%s of %s", job, setting) }

// search is a work of one unit, whose result is its answer.
type search struct {
	setting, job string
	turn         int
	own          *atomic.Int64 // plays here
	found        string
}

// work returns the work that the swarm does.
func (s *search) work() work.Work {
	return work.Work{
		Setting: []byte(s.setting), Units: 1, Turn: 1 + s.turn, Repeats: true,
		Job: func(int, int) []byte { return []byte(s.job) },
		Play: func(ctx context.Context, _, _ int) (any, error) {
			s.own.Add(1)
			select {
			case <-time.After(5 * time.Millisecond):
			case <-ctx.Done():
			}
			return s.answer(), ctx.Err()
		},
		Read: func(_, _ int, text []byte) (any, error) {
			if !strings.Contains(string(text), " of ") {
				return nil, errors.New("no result")
			}
			return string(text), nil
		},
		Same:   func(a, b any) bool { return a == b },
		Played: func(int, int, any) int64 { return 10 },
		Take:   func(_, _ int, result any, _ bool) error { s.found = result.(string); return nil },
	}
}

func (s *search) answer() string { return string(answer([]byte(s.setting), []byte(s.job))) }

// do does a search and holds its result against the right one.
func (s *search) do(ctx context.Context, b *swarm.Breeder) error {
	if err := b.Do(ctx, s.work()); err != nil {
		return err
	}
	if want := s.answer(); s.found != want {
		return fmt.Errorf("have %s, want %s", s.found, want)
	}
	return nil
}

var calls atomic.Int64

// searches have searches done at once, and return their errors. No two calls have the same.
func searches(ctx context.Context, b *swarm.Breeder, n int, own *atomic.Int64) error {
	setting := fmt.Sprint("setting ", calls.Add(1))
	errs := make([]error, n)
	var all sync.WaitGroup
	for i := range n {
		all.Go(func() { errs[i] = (&search{setting: setting, job: fmt.Sprint("job ", i), own: own}).do(ctx, b) })
	}
	all.Wait()
	return errors.Join(errs...)
}

// searcher is a worker of searches.
func searcher(_ context.Context, setting, job []byte) ([]byte, error) {
	return answer(setting, job), nil
}

// Searches are done by workers and by this process.
func TestBreeder_search(t *testing.T) {
	for _, workers := range []int{0, 1, 3} {
		t.Run(fmt.Sprint(workers), func(t *testing.T) {
			b := open(t, func(o *swarm.Options) { o.Audit = 0.5 })
			for i := range workers {
				join(t, b.URL(), fmt.Sprint("w", i), func(m *swarm.Member) { m.Play, m.Slots = searcher, 2 })
			}
			settle(t, b, workers)
			var own atomic.Int64
			if err := searches(t.Context(), b, 40, &own); err != nil {
				t.Error(err)
			}
			s := b.Status()
			if (s.Jobs > 0) != (workers > 0) || s.Own+s.Jobs < 40 || s.Games != 10*s.Jobs || workers > 0 && s.Audits == 0 {
				t.Errorf("have %+v", s)
			}
		})
	}
}

// A worker that leaves in the middle of its jobs, or sends no valid results, or cannot
// do them, costs time and nothing else. Another one begins them, or this process.
func TestBreeder_search_leaves(t *testing.T) {
	swarm.SearchWait(time.Second)
	t.Cleanup(func() { swarm.SearchWait(30 * time.Second) }) // after the workers have left
	b := open(t, nil)
	var begun atomic.Int64
	stop := join(t, b.URL(), "gone", func(m *swarm.Member) {
		m.Play = func(ctx context.Context, _, _ []byte) ([]byte, error) {
			begun.Add(1)
			<-ctx.Done()
			return nil, ctx.Err()
		}
	})
	settle(t, b, 1)
	go func() {
		until(t, func() bool { return begun.Load() > 0 })
		_ = stop() // it was told to
		join(t, b.URL(), "other", func(m *swarm.Member) { m.Play = searcher })
	}()
	var own atomic.Int64
	if err := searches(t.Context(), b, 10, &own); err != nil {
		t.Error(err)
	}
	bad := join(t, b.URL(), "bad", func(m *swarm.Member) {
		m.Play = func(context.Context, []byte, []byte) ([]byte, error) { return []byte("nonsense"), nil }
	})
	settle(t, b, 2)
	for range 20 {
		if err := searches(t.Context(), b, 10, &own); err != nil {
			t.Error(err)
		}
	}
	var refused *swarm.Refused
	until(t, func() bool { return b.Workers() == 1 })
	if err := bad(); !errors.As(err, &refused) {
		t.Errorf("the bad one ends with %v", err)
	}
}

// A worker that sends wrong results is named once one is played again.
func TestBreeder_search_lie(t *testing.T) {
	b := open(t, func(o *swarm.Options) { o.Audit = 0.3 })
	var jobs atomic.Int64
	join(t, b.URL(), "liar", func(m *swarm.Member) {
		m.Play = func(_ context.Context, setting, job []byte) ([]byte, error) {
			if jobs.Add(1) > 3 {
				job = []byte("lie")
			}
			return answer(setting, job), nil
		}
	})
	settle(t, b, 1)
	var lie *swarm.Lie
	for round := 0; ; round++ {
		var own atomic.Int64
		if err := searches(t.Context(), b, 10, &own); errors.As(err, &lie) {
			break
		}
		if round == 100 {
			t.Fatal("no worker was found out")
		}
	}
	if lie.Worker != "liar" || b.Workers() != 0 {
		t.Errorf("have %v, %d workers", lie, b.Workers())
	}
}

// door is a way to an address that can be shut.
type door struct {
	net.Listener
	shut atomic.Bool
}

func openDoor(t *testing.T, address string) *door {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	d := &door{Listener: l}
	pass := func(to, from net.Conn) {
		defer to.Close()
		text := make([]byte, 1<<16)
		for {
			n, err := from.Read(text)
			for d.shut.Load() { // as packets that are lost
				time.Sleep(5 * time.Millisecond)
			}
			if n > 0 {
				if _, err := to.Write(text[:n]); err != nil {
					return
				}
			}
			if err != nil {
				return
			}
		}
	}
	go func() {
		for {
			in, err := l.Accept()
			if err != nil {
				return
			}
			out, err := net.Dial("tcp", address)
			if err != nil {
				in.Close()
				continue
			}
			go pass(in, out)
			go pass(out, in)
		}
	}()
	return d
}

// A worker that is cut off goes on, and sends its result when it is back.
func TestBreeder_search_cut(t *testing.T) {
	t.Parallel()
	b := open(t, func(o *swarm.Options) { o.Audit = 1 })
	url := b.URL()
	at := strings.LastIndex(url, "@") + 1
	d := openDoor(t, url[at:])
	var begun, ended atomic.Int64
	join(t, url[:at]+d.Addr().String(), "far", func(m *swarm.Member) {
		m.Play = func(ctx context.Context, setting, job []byte) ([]byte, error) {
			if begun.Add(1) == 1 {
				d.shut.Store(true)
				time.AfterFunc(3*time.Second, func() { d.shut.Store(false) })
				time.Sleep(time.Second)
			}
			ended.Add(1)
			return answer(setting, job), ctx.Err()
		}
	})
	settle(t, b, 1)
	var own atomic.Int64
	if err := (&search{setting: "s", job: "j", own: &own}).do(t.Context(), b); err != nil {
		t.Error(err)
	}
	if s := b.Status(); begun.Load() != 1 || ended.Load() != 1 || s.Jobs != 1 || own.Load() != 1 { // the audit
		t.Errorf("begun %d times, here %d times; have %+v", begun.Load(), own.Load(), s)
	}
}

// A result of a job that was asked for by a breeder that was killed is used by the next one.
func TestBreeder_search_early(t *testing.T) {
	b := open(t, nil)
	first, stop := context.WithCancel(t.Context())
	slow := make(chan struct{})
	var begun atomic.Int64
	join(t, b.URL(), "w", func(m *swarm.Member) {
		m.Play = func(_ context.Context, setting, job []byte) ([]byte, error) {
			begun.Add(1)
			<-slow
			return answer(setting, job), nil
		}
	})
	settle(t, b, 1)
	one := &search{setting: "s", job: "j", own: new(atomic.Int64)}
	ended := make(chan error)
	go func() { ended <- one.do(first, b) }()
	until(t, func() bool { return begun.Load() == 1 })
	stop()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	close(slow)
	if err := one.do(t.Context(), b); err != nil || begun.Load() != 1 || b.Status().Jobs != 1 {
		t.Errorf("%v, begun %d times, %+v", err, begun.Load(), b.Status())
	}
}

// A job that a worker has done for a server which was restarted since is acknowledged, and
// takes no other job out of the queue of the new one.
func TestBreeder_search_broker(t *testing.T) {
	swarm.SearchWait(time.Second)
	t.Cleanup(func() { swarm.SearchWait(30 * time.Second) }) // after the workers have left
	url, stop := brokerAt(t, "-1")
	b := open(t, func(o *swarm.Options) { o.URL = url })
	slow := make(chan struct{})
	var begun, held, own atomic.Int64
	var holding atomic.Bool
	join(t, url, "slow", func(m *swarm.Member) {
		m.Play = func(_ context.Context, setting, job []byte) ([]byte, error) {
			if string(job) == "slow" {
				begun.Add(1)
				<-slow
			}
			return answer(setting, job), nil
		}
	})
	settle(t, b, 1)
	for range 3 { // numbers 1 to 3, at least
		if err := searches(t.Context(), b, 3, &own); err != nil {
			t.Fatal(err)
		}
	}
	all := make(chan error)
	go func() { all <- (&search{setting: "setting", job: "slow", own: &own}).do(t.Context(), b) }()
	until(t, func() bool { return begun.Load() == 1 })
	stop()
	_, stop = brokerAt(t, url[strings.LastIndex(url, ":")+1:])
	defer func() { stop() }()
	until(t, func() bool { return b.Slots() == 2 && b.Status().Restarts == 1 })
	leave := join(t, url, "holds", func(m *swarm.Member) {
		m.Slots = 20
		m.Play = func(ctx context.Context, setting, job []byte) ([]byte, error) {
			if !holding.Load() {
				return answer(setting, job), nil
			}
			held.Add(1)
			<-ctx.Done()
			return nil, ctx.Err()
		}
	})
	until(t, func() bool { // it has earned its slots
		return errors.Join(searches(t.Context(), b, 5, &own)) != nil || b.Slots() == 22
	})
	holding.Store(true)
	go func() { all <- searches(t.Context(), b, 19, &own) }()
	until(t, func() bool { return held.Load() == 19 })
	close(slow)
	if err := <-all; err != nil {
		t.Error(err)
	}
	_ = leave() // as it was told
	select {
	case err := <-all:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(time.Minute):
		t.Errorf("jobs are lost: %+v", b.Status())
	}
}
