package swarm_test

import (
	"context"
	"crypto/sha256"
	"crypto/x509"
	"encoding/binary"
	"encoding/pem"
	"errors"
	"fmt"
	"net"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"go.uber.org/goleak"

	"bloodline/arena/swarm"
	"bloodline/arena/work"
	"bloodline/internal/guard"
)

// sums is a work whose result is a number: the sum of hashes of its units.
type sums struct {
	setting string
	units   int
	next    int
	total   uint64
	remote  int // units
}

// work returns the work that the swarm does.
func (w *sums) work() work.Work {
	return work.Work{
		Setting: []byte(w.setting), Units: w.units, Repeats: true,
		Job: w.Job, Play: w.Play, Read: w.Read, CountGames: w.Played, Take: w.Take,
		Same: func(a, b any) bool { return a == b },
	}
}

func (w *sums) Job(from, to int) []byte {
	return binary.AppendUvarint(binary.AppendUvarint(nil, uint64(from)), uint64(to))
}

func (w *sums) Play(ctx context.Context, from, to int) (any, error) {
	out, err := play(ctx, []byte(w.setting), w.Job(from, to))
	if err != nil {
		return nil, err
	}
	return w.Read(from, to, out)
}

func (w *sums) Read(_, _ int, result []byte) (any, error) {
	if len(result) != 8 {
		return nil, fmt.Errorf("%d bytes", len(result))
	}
	return binary.LittleEndian.Uint64(result), nil
}

func (w *sums) Played(from, to int, _ any) int64 { return int64(2 * (to - from)) }

func (w *sums) Take(from, to int, result any, remote bool) error {
	if from != w.next {
		return fmt.Errorf("unit %d comes after %d", from, w.next)
	}
	w.next, w.total = to, w.total+result.(uint64)
	if remote {
		w.remote += to - from
	}
	return nil
}

// each is how long a unit takes.
const each = 100 * time.Microsecond

// play adds up a job's units.
func play(ctx context.Context, setting, job []byte) ([]byte, error) {
	from, n := binary.Uvarint(job)
	to, _ := binary.Uvarint(job[n:])
	var total uint64
	for u := from; u < to; u++ {
		total += hash(string(setting), u)
	}
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-time.After(time.Duration(to-from) * each):
	}
	return binary.LittleEndian.AppendUint64(nil, total), nil
}

func hash(setting string, unit uint64) uint64 {
	sum := sha256.Sum256(binary.LittleEndian.AppendUint64([]byte(setting), unit))
	return binary.LittleEndian.Uint64(sum[:])
}

func want(setting string, units int) (total uint64) {
	for u := range uint64(units) {
		total += hash(setting, u)
	}
	return total
}

// opens has a worker play by a function of setting and job.
func opens(play func(ctx context.Context, setting, job []byte) ([]byte, error)) func([]byte) (swarm.Play, error) {
	return func(setting []byte) (swarm.Play, error) {
		return func(ctx context.Context, job []byte) ([]byte, error) { return play(ctx, setting, job) }, nil
	}
}

// open starts a breeder with one slot.
func open(t *testing.T, change func(*swarm.Options)) *swarm.Breeder {
	t.Helper()
	o := swarm.Options{Listen: "127.0.0.1:0", Token: "abcdefgh", Version: "v1", Slots: 1, Audit: 0.01}
	if change != nil {
		change(&o)
	}
	b := guard.Value(swarm.Start(o))(t)
	t.Cleanup(func() {
		if err := b.Close(); err != nil {
			t.Error(err)
		}
	})
	return b
}

// join starts a worker, and returns how to stop it and what it says in the end.
func join(t *testing.T, url, name string, change func(*swarm.WorkerOptions)) (stop func() error) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	m := swarm.WorkerOptions{URL: url, Name: name, Slots: 1, Version: "v1", Open: opens(play)}
	if change != nil {
		change(&m)
	}
	done := make(chan error, 1)
	go func() { done <- swarm.Join(ctx, m) }()
	stop = sync.OnceValue(func() error {
		cancel()
		return <-done
	})
	t.Cleanup(func() { _ = stop() }) // the test asks if it matters
	return stop
}

// settle waits until n workers have joined.
func settle(t *testing.T, b *swarm.Breeder, workers int) {
	t.Helper()
	until(t, func() bool { return b.Workers() == workers })
}

func until(t *testing.T, ok func() bool) {
	t.Helper()
	for end := time.Now().Add(time.Minute); !ok(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("it did not come to that within a minute")
		}
	}
}

// do does a work and holds its sum against the right one.
func do(t *testing.T, b *swarm.Breeder, setting string, units int) *sums {
	t.Helper()
	w := &sums{setting: setting, units: units}
	guard.Must(t, b.Do(t.Context(), w.work()))
	if w.total != want(setting, units) {
		t.Errorf("%s: want the sum %x, have %x", setting, want(setting, units), w.total)
	}
	return w
}

func TestMain(m *testing.M) {
	goleak.VerifyTestMain(guard.Tests(m))
}

// The sum is the same for any number of workers, and workers do their part.
func TestBreeder_Do(t *testing.T) {
	for _, workers := range []int{0, 1, 3} {
		t.Run(fmt.Sprint(workers), func(t *testing.T) {
			b := open(t, func(o *swarm.Options) { o.Audit = 0.5 })
			for i := range workers {
				join(t, b.URL(), fmt.Sprint("w", i), nil)
			}
			settle(t, b, workers)
			remote := 0
			// On a busy machine the first rounds may all be played here.
			for round := 0; round < 6 || workers > 0 && (remote == 0 || b.Status().Audits == 0) && round < 500; round++ {
				remote += do(t, b, fmt.Sprint("setting ", round), 400+100*min(round, 6)).remote
			}
			s := b.Status()
			if (remote > 0) != (workers > 0) || (s.Audits > 0) != (workers > 0) || s.Games != int64(2*remote) {
				t.Errorf("%d workers did %d units: %+v", workers, remote, s)
			}
		})
	}
}

// The jobs of a worker that hangs, or stops in the middle of a job, are played here; a worker that comes late takes
// part.
func TestBreeder_Do_leaves(t *testing.T) {
	t.Parallel()
	b := open(t, nil)
	hanging := make(chan struct{}, 100)
	hangs := func(m *swarm.WorkerOptions) {
		m.Open = opens(func(ctx context.Context, _, _ []byte) ([]byte, error) {
			hanging <- struct{}{}
			<-ctx.Done()
			return nil, ctx.Err()
		})
	}
	join(t, b.URL(), "hangs", hangs)
	stop := join(t, b.URL(), "stops", hangs)
	settle(t, b, 2)
	for len(hanging) < 2 {
		do(t, b, fmt.Sprint("both hang ", len(hanging)), 500)
	}
	if err := stop(); !errors.Is(err, context.Canceled) {
		t.Errorf("the worker ends with %v", err)
	}
	join(t, b.URL(), "late", nil)
	until(t, func() bool { return do(t, b, "another", 2000).remote > 0 })
}

// A worker whose results are wrong is named by the error that ends the work: each result is played again here.
func TestBreeder_Do_wrong(t *testing.T) {
	t.Parallel()
	b := open(t, func(o *swarm.Options) { o.Audit = 1 })
	join(t, b.URL(), "broken", func(m *swarm.WorkerOptions) {
		m.Open = opens(func(ctx context.Context, setting, job []byte) ([]byte, error) {
			return play(ctx, []byte("another"), job)
		})
	})
	settle(t, b, 1)
	var err error
	until(t, func() bool { // on a busy machine all of a work may be played here
		err = b.Do(t.Context(), (&sums{setting: "setting", units: 1000}).work())
		return err != nil
	})
	if !strings.Contains(err.Error(), "worker broken has sent a wrong result") {
		t.Errorf("have %v", err)
	}
}

// A worker that sends a malformed result, or cannot play, is refused, and harmless.
func TestBreeder_Do_malformed(t *testing.T) {
	t.Parallel()
	for want, bad := range map[string]func(ctx context.Context, setting, job []byte) ([]byte, error){
		"a malformed result: 1 bytes":                func(context.Context, []byte, []byte) ([]byte, error) { return []byte("x"), nil },
		`it cannot play a job: "no such\r\nprogram"`: func(context.Context, []byte, []byte) ([]byte, error) { return nil, errors.New("no such\r\nprogram") },
	} {
		told := make(chan string, 10)
		b := open(t, func(o *swarm.Options) { o.Notify = func(text string) { told <- text } })
		stop := join(t, b.URL(), "bad", func(m *swarm.WorkerOptions) { m.Open = opens(bad) })
		settle(t, b, 1)
		until(t, func() bool { // on a busy machine all of a work may be played here
			do(t, b, "setting", 600)
			return b.Workers() == 0
		})
		if err := stop(); err == nil || err.Error() != "the breeder refuses this worker: "+want || <-told != "worker bad is refused: "+want {
			t.Errorf("the worker ends with %v, the status is %+v", err, b.Status())
		}
		// A process of the same name may be a better one.
		join(t, b.URL(), "bad", nil)
		settle(t, b, 1)
	}
}

func TestJoin_refused(t *testing.T) {
	t.Parallel()
	b := open(t, nil)
	for _, c := range []struct {
		name, want string
		change     func(*swarm.WorkerOptions)
	}{
		{"version", `the breeder refuses this worker: it is "v2", the breeder is "v1"`, func(m *swarm.WorkerOptions) { m.Version = "v2" }},
		{"token", "the token is not the one of this swarm", func(m *swarm.WorkerOptions) { m.URL = strings.Replace(m.URL, "abcdefgh", "abcdefgx", 1) }},
		{"no token", "the token is not the one of this swarm", func(m *swarm.WorkerOptions) { m.URL = strings.Replace(m.URL, "worker:abcdefgh@", "", 1) }},
		{"url", "parse", func(m *swarm.WorkerOptions) { m.URL = "nats://a b:1" }},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := swarm.WorkerOptions{URL: b.URL(), Name: c.name, Slots: 1, Version: "v1", Open: opens(play)}
			c.change(&m)
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			if err := swarm.Join(ctx, m); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("want %q, have %v", c.want, err)
			}
		})
	}
	do(t, b, "setting", 50)
}

// A work that is cancelled ends at once.
func TestBreeder_Do_cancelled(t *testing.T) {
	t.Parallel()
	b := open(t, nil)
	join(t, b.URL(), "w", nil)
	settle(t, b, 1)
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if err := b.Do(ctx, (&sums{setting: "long", units: 1 << 20}).work()); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("have %v", err)
	}
	do(t, b, "another", 500)
}

// broker starts a NATS server, which stop ends like a kill: its memory is lost.
func broker(t *testing.T, port int) (s *server.Server, stop func()) {
	t.Helper()
	s = guard.Value(server.NewServer(&server.Options{Host: "127.0.0.1", Port: port, NoLog: true, NoSigs: true, JetStream: true, StoreDir: t.TempDir()}))(t)
	s.Start()
	if !s.ReadyForConnections(time.Minute) {
		t.Fatal("no server within a minute")
	}
	stop = sync.OnceFunc(func() {
		s.Shutdown()
		s.WaitForShutdown()
	})
	t.Cleanup(stop)
	return s, stop
}

// A server elsewhere is gone in the middle of works and searches, and comes back without its queue: the results are
// right, and the workers come back.
func TestBreeder_Do_broker(t *testing.T) {
	t.Parallel()
	s, stop := broker(t, server.RANDOM_PORT)
	url, port := s.ClientURL(), s.Addr().(*net.TCPAddr).Port
	b := open(t, func(o *swarm.Options) { o.URL = url })
	for i := range 2 {
		join(t, url, fmt.Sprint("w", i), nil)
	}
	settle(t, b, 2)
	if _, err := swarm.Start(swarm.Options{URL: url, Version: "v1", Slots: 1}); err == nil || !strings.Contains(err.Error(), "another run uses this server") {
		t.Errorf("a second breeder: %v", err)
	}
	ended := make(chan error, 1)
	go func() { ended <- searches(t, b, 50) }()
	until(t, func() bool { return b.Status().Jobs > 0 })
	stop()
	do(t, b, "while it is gone", 1000)
	broker(t, port)
	until(t, func() bool { return b.Slots() == 3 })
	until(t, func() bool { return do(t, b, "after", 2000).remote > 0 })
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// searches have searches done at once, and return their errors.
func searches(t *testing.T, b *swarm.Breeder, n int) error {
	errs := make([]error, n)
	var all sync.WaitGroup
	for i := range n {
		all.Go(func() {
			s := &sums{setting: fmt.Sprint("search ", i), units: 1}
			w := s.work()
			w.Turn = 1 + i
			if errs[i] = b.Do(t.Context(), w); errs[i] == nil && s.total != want(s.setting, 1) {
				errs[i] = fmt.Errorf("%s has another result", s.setting)
			}
		})
	}
	all.Wait()
	return errors.Join(errs...)
}

// With a certificate, workers connect over TLS; a worker without the certificate doesn't connect.
func TestJoin_tls(t *testing.T) {
	t.Parallel()
	cert, key := certificate(t)
	b := open(t, func(o *swarm.Options) { o.Cert, o.Key = cert, key })
	if !strings.HasPrefix(b.URL(), "tls://") {
		t.Errorf("a worker is to connect to %s", b.URL())
	}
	join(t, b.URL(), "w", func(m *swarm.WorkerOptions) { m.CA = cert })
	settle(t, b, 1)
	until(t, func() bool { return do(t, b, "setting", 2000).remote > 0 }) // on a busy machine all may be played here
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	err := swarm.Join(ctx, swarm.WorkerOptions{URL: b.URL(), Name: "stranger", Slots: 1, Version: "v1", Open: opens(play)})
	if err == nil || !strings.Contains(err.Error(), "certificate") {
		t.Errorf("without the certificate: %v", err)
	}
}

// certificate writes one for this machine, and its key.
func certificate(t *testing.T) (cert, key string) {
	t.Helper()
	s := httptest.NewTLSServer(nil)
	defer s.Close()
	pair := s.TLS.Certificates[0]
	secret := guard.Value(x509.MarshalPKCS8PrivateKey(pair.PrivateKey))(t)
	dir := t.TempDir()
	file := func(name, kind string, data []byte) string {
		path := filepath.Join(dir, name)
		guard.Must(t, os.WriteFile(path, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: data}), 0o600))
		return path
	}
	return file("cert.pem", "CERTIFICATE", pair.Certificate[0]), file("key.pem", "PRIVATE KEY", secret)
}
