package swarm_test

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/x509"
	"encoding/binary"
	"encoding/pem"
	"errors"
	"flag"
	"fmt"
	"math/big"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
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
	round   int
	next    int
	total   uint64
	remote  int // units
}

// work returns the work that the swarm does.
func (w *sums) work() work.Work {
	return work.Work{
		Setting: []byte(w.setting), Units: w.units, Generation: w.round, Repeats: true,
		Job: w.Job, Play: w.Play, Read: w.Read, Played: w.Played, Take: w.Take,
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

var ours = swarm.Program{Version: "v1", Games: map[string]string{"coup": "abc", "wojna": "def"}}

// open starts a breeder with one slot.
func open(t *testing.T, change func(*swarm.Options)) *swarm.Breeder {
	t.Helper()
	o := swarm.Options{Listen: "127.0.0.1:0", Token: "abcdefgh", Program: ours, Slots: 1, Audit: 0.01}
	if change != nil {
		change(&o)
	}
	b, err := swarm.Start(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := b.Close(); err != nil {
			t.Error(err)
		}
	})
	return b
}

// join starts a worker, and returns how to stop it and what it says in the end.
func join(t *testing.T, url, name string, change func(*swarm.Member)) (stop func() error) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	m := swarm.Member{URL: url, Name: name, Slots: 1, Program: ours, Play: play}
	if change != nil {
		change(&m)
	}
	done := make(chan error, 1)
	go func() { done <- swarm.Join(ctx, m) }()
	var once sync.Once
	var err error
	stop = func() error {
		once.Do(func() {
			cancel()
			err = <-done
		})
		return err
	}
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
func do(t *testing.T, b *swarm.Breeder, setting string, units, round int) *sums {
	t.Helper()
	w := &sums{setting: setting, units: units, round: round}
	if err := b.Do(t.Context(), w.work()); err != nil {
		t.Fatal(err)
	}
	if w.total != want(setting, units) {
		t.Errorf("%s: want the sum %x, have %x", setting, want(setting, units), w.total)
	}
	return w
}

func TestMain(m *testing.M) {
	if address := os.Getenv(broker); address != "" {
		if err := serve(address); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	flag.Parse()
	if err := flag.Set("test.parallel", "8"); err != nil { // they wait for each other more than they compute
		panic(err)
	}
	goleak.VerifyTestMain(guard.Tests(m))
}

// broker makes the test binary a NATS server at the address that it holds.
const broker = "BLOODLINE_TEST_BROKER"

func serve(port string) error {
	var number int
	if _, err := fmt.Sscan(port, &number); err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "broker")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	s, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: number, NoLog: true, NoSigs: true, JetStream: true, StoreDir: dir})
	if err != nil {
		return err
	}
	s.Start()
	fmt.Println(s.ClientURL())
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	<-ctx.Done()
	s.Shutdown()
	s.WaitForShutdown()
	return nil
}

// The sum is the same for any number of workers, and workers do their part.
func TestBreeder_Do(t *testing.T) {
	for _, workers := range []int{0, 1, 2, 4} {
		t.Run(fmt.Sprint(workers), func(t *testing.T) {
			b := open(t, nil)
			for i := range workers {
				join(t, b.URL(), fmt.Sprint("w", i), nil)
			}
			settle(t, b, workers)
			remote := 0
			// On a busy machine the first rounds may all be played here.
			for round := 0; round < 6 || workers > 0 && remote == 0 && round < 500; round++ {
				remote += do(t, b, fmt.Sprint("setting ", round), 400+100*min(round, 6), round).remote
			}
			if (remote > 0) != (workers > 0) {
				t.Errorf("%d workers did %d units", workers, remote)
			}
		})
	}
}

// A worker that stops in the middle of a job costs time, and nothing else; so does a
// worker that comes late.
func TestBreeder_Do_leaves(t *testing.T) {
	b := open(t, nil)
	first := join(t, b.URL(), "first", nil)
	hangs := atomic.Bool{}
	join(t, b.URL(), "hangs", func(m *swarm.Member) {
		m.Play = func(ctx context.Context, setting, job []byte) ([]byte, error) {
			if hangs.Load() {
				<-ctx.Done()
			}
			return play(ctx, setting, job)
		}
	})
	settle(t, b, 2)
	do(t, b, "both", 2000, 0)
	hangs.Store(true)
	go func() {
		time.Sleep(20 * time.Millisecond)
		_ = first() // as it is told
	}()
	do(t, b, "one of them", 2000, 1)
	join(t, b.URL(), "late", nil)
	settle(t, b, 2)
	do(t, b, "another", 2000, 2)
	if s := b.Status(); s.Again == 0 {
		t.Errorf("no job was given out again: %+v", s)
	}
}

// A worker that sends wrong results is detected, by name, and the sum is right. What was folded
// before is told.
func TestBreeder_Do_lie(t *testing.T) {
	b := open(t, func(o *swarm.Options) { o.Audit = 0.2 })
	var jobs atomic.Int64
	stop := join(t, b.URL(), "liar", func(m *swarm.Member) {
		m.Play = func(ctx context.Context, setting, job []byte) ([]byte, error) {
			out, err := play(ctx, setting, job)
			if jobs.Add(1)%20 == 0 && err == nil {
				out[0]++
			}
			return out, err
		}
	})
	join(t, b.URL(), "honest", nil)
	settle(t, b, 2)
	first := 0
	for round := 0; ; round++ {
		w := &sums{setting: fmt.Sprint("setting ", round), units: 300, round: round}
		err := b.Do(t.Context(), w.work())
		var lie *swarm.Lie
		if errors.As(err, &lie) {
			if lie.Worker != "liar" || lie.Round != first {
				t.Errorf("have %v", lie)
			}
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if round == 400 {
			t.Fatal("no worker was found out")
		}
	}
	for round := range 5 {
		do(t, b, fmt.Sprint("setting ", round), 300, round)
	}
	var refused *swarm.Refused
	if err := stop(); !errors.As(err, &refused) {
		t.Errorf("the liar ends with %v", err)
	}
	for _, w := range b.Status().Workers {
		if (w.Refused != "") != (w.Name == "liar") {
			t.Errorf("have %+v", w)
		}
	}
}

// Malformed results are counted and harmless, and so is a worker that cannot play.
func TestBreeder_Do_malformed(t *testing.T) {
	for name, bad := range map[string]swarm.Play{
		"short":   func(context.Context, []byte, []byte) ([]byte, error) { return []byte("x"), nil },
		"empty":   func(context.Context, []byte, []byte) ([]byte, error) { return nil, nil },
		"long":    func(context.Context, []byte, []byte) ([]byte, error) { return make([]byte, 5<<20), nil },
		"failing": func(context.Context, []byte, []byte) ([]byte, error) { return nil, errors.New("no such\r\nprogram") },
	} {
		t.Run(name, func(t *testing.T) {
			b := open(t, nil)
			stop := join(t, b.URL(), "bad", func(m *swarm.Member) { m.Play = bad })
			settle(t, b, 1)
			round := 0
			until(t, func() bool { // on a busy machine all of a round may be played here
				do(t, b, "setting", 600, round)
				round++
				return b.Workers() == 0
			})
			var refused *swarm.Refused
			if err := stop(); !errors.As(err, &refused) || b.Status().Malformed < 3 {
				t.Errorf("the worker ends with %v, the status is %+v", err, b.Status())
			}
		})
	}
}

func TestJoin_refused(t *testing.T) {
	t.Parallel()
	b := open(t, nil)
	for _, c := range []struct {
		name, want string
		change     func(*swarm.Member)
	}{
		{"version", `it is "v2", the breeder is "v1"`, func(m *swarm.Member) { m.Program.Version = "v2" }},
		{"games", "it has no game wojna", func(m *swarm.Member) { m.Program.Games = map[string]string{"coup": "abc"} }},
		{"genes", "its genes of coup are other ones", func(m *swarm.Member) { m.Program.Games = map[string]string{"coup": "xyz", "wojna": "def"} }},
		{"token", "the token is not the one of this swarm", func(m *swarm.Member) { m.URL = strings.Replace(m.URL, "abcdefgh", "abcdefgx", 1) }},
		{"no token", "the token is not the one of this swarm", func(m *swarm.Member) { m.URL = strings.Replace(m.URL, "worker:abcdefgh@", "", 1) }},
		{"url", "parse", func(m *swarm.Member) { m.URL = "nats://a b:1" }},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := swarm.Member{URL: b.URL(), Name: c.name, Slots: 1, Program: ours, Play: play}
			c.change(&m)
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			if err := swarm.Join(ctx, m); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("want %q, have %v", c.want, err)
			}
		})
	}
	do(t, b, "setting", 50, 0)
}

// A work that is cancelled ends at once.
func TestBreeder_Do_cancelled(t *testing.T) {
	b := open(t, nil)
	join(t, b.URL(), "w", nil)
	settle(t, b, 1)
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	err := b.Do(ctx, (&sums{setting: "long", units: 1 << 20}).work())
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("have %v", err)
	}
	do(t, b, "another", 500, 1)
}

// brokerAt starts a NATS server as a process of its own.
func brokerAt(t *testing.T, port string) (url string, stop func()) {
	t.Helper()
	c := exec.Command(os.Args[0], "-test.run=^$")
	c.Env = append(os.Environ(), broker+"="+port)
	c.Stderr = os.Stderr
	out, err := c.StdoutPipe()
	if err == nil {
		err = c.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	if _, err := fmt.Fscan(out, &url); err != nil {
		t.Fatal(err)
	}
	return url, func() {
		if err := c.Process.Kill(); err != nil {
			t.Error(err)
		}
		_ = c.Wait() // killed
	}
}

// With a server elsewhere, which is killed and started again in the middle, the sum is
// right and all workers come back.
func TestBreeder_Do_broker(t *testing.T) {
	url, stop := brokerAt(t, "-1")
	b := open(t, func(o *swarm.Options) { o.URL = url })
	for i := range 2 {
		join(t, url, fmt.Sprint("w", i), nil)
	}
	settle(t, b, 2)
	if _, err := swarm.Start(swarm.Options{URL: url, Program: ours, Slots: 1}); err == nil || !strings.Contains(err.Error(), "another run uses this server") {
		t.Errorf("a second breeder: %v", err)
	}
	do(t, b, "before", 2000, 0)
	again := make(chan func())
	go func() {
		time.Sleep(30 * time.Millisecond)
		stop()
		time.Sleep(50 * time.Millisecond)
		_, stop := brokerAt(t, url[strings.LastIndex(url, ":")+1:])
		again <- stop
	}()
	do(t, b, "while it is gone", 4000, 1)
	defer (<-again)()
	until(t, func() bool { return b.Slots() == 3 && b.Status().Restarts == 1 })
	remote := 0
	until(t, func() bool {
		remote += do(t, b, "after", 2000, 2).remote
		return remote > 2000
	})
}

// With a certificate, workers connect over TLS; a worker without the certificate doesn't connect.
func TestJoin_tls(t *testing.T) {
	t.Parallel()
	cert, key := certificate(t)
	b := open(t, func(o *swarm.Options) { o.Cert, o.Key = cert, key })
	if !strings.HasPrefix(b.URL(), "tls://") {
		t.Errorf("a worker is to connect to %s", b.URL())
	}
	join(t, b.URL(), "w", func(m *swarm.Member) { m.CA = cert })
	settle(t, b, 1)
	do(t, b, "warm", 400, 0)
	until(t, func() bool { return do(t, b, "setting", 2000, 1).remote > 0 }) // on a busy machine all may be played here
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	err := swarm.Join(ctx, swarm.Member{URL: b.URL(), Name: "stranger", Slots: 1, Program: ours, Play: play})
	if err == nil || !strings.Contains(err.Error(), "certificate") {
		t.Errorf("without the certificate: %v", err)
	}
}

// certificate writes one for this machine, and its key.
func certificate(t *testing.T) (cert, key string) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	about := &x509.Certificate{
		SerialNumber: big.NewInt(1), NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign | x509.KeyUsageDigitalSignature,
	}
	signed, err := x509.CreateCertificate(rand.Reader, about, about, &private.PublicKey, private)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalECPrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	file := func(name, kind string, data []byte) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: data}), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	return file("cert.pem", "CERTIFICATE", signed), file("key.pem", "EC PRIVATE KEY", secret)
}
