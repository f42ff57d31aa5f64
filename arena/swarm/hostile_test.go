package swarm_test

import (
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"bloodline/arena/swarm"
)

// raw is a connection with a worker's token, and an inbox as a worker's.
func raw(t *testing.T, b *swarm.Breeder) *nats.Conn {
	t.Helper()
	inbox := "_INBOX." + rand.Text()
	c, err := nats.Connect(b.URL(), nats.Name("hostile "+inbox), nats.CustomInboxPrefix(inbox), nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {}))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

const consumer = "$JS.API.CONSUMER.INFO.BLOODLINE.workers"

// queued fails if the queue is gone.
func queued(t *testing.T, c *nats.Conn) {
	t.Helper()
	m, err := c.Request(consumer, nil, 10*time.Second)
	if err != nil || strings.Contains(string(m.Data), `"error"`) {
		t.Fatalf("the queue is gone: %v, %s", err, m.Data)
	}
}

// A request whose answer is to go where a worker may not speak is not answered.
func TestBreeder_replies(t *testing.T) {
	t.Parallel()
	b := open(t, nil)
	c := raw(t, b)
	queued(t, c)
	for _, to := range []string{"$JS.API.STREAM.DELETE.BLOODLINE", "$JS.API.STREAM.PURGE.BLOODLINE", "$JS.API.CONSUMER.DELETE.BLOODLINE.workers", "bloodline.hello"} {
		for _, subject := range []string{"bloodline.hello", "bloodline.ping", "bloodline.setting", "bloodline.result", "bloodline.status"} {
			if err := c.PublishRequest(subject, to, []byte("x")); err != nil {
				t.Fatal(err)
			}
		}
		// And a job that is to be delivered there.
		if err := c.PublishRequest("$JS.API.CONSUMER.MSG.NEXT.BLOODLINE.workers", to, []byte("1")); err != nil {
			t.Fatal(err)
		}
	}
	join(t, b.URL(), "honest", nil)
	settle(t, b, 1)
	// The first jobs are not delivered.
	until(t, func() bool { return do(t, b, "setting", 2000, 1).remote > 0 })
	queued(t, c)
	if s := b.Status(); s.Restarts > 0 {
		t.Errorf("the queue was made anew: %+v", s)
	}
}

// A pull that has the server itself answer where a worker may not publish deletes no queue
// and adds no job.
func TestBreeder_pulls(t *testing.T) {
	t.Parallel()
	b := open(t, nil)
	c := raw(t, b)
	for _, to := range []string{
		"$JS.API.STREAM.DELETE.BLOODLINE", "$JS.API.STREAM.PURGE.BLOODLINE", "$JS.API.CONSUMER.DELETE.BLOODLINE.workers",
		"bloodline.job.1", "bloodline.search.1", "$JS.API.CONSUMER.MSG.NEXT.BLOODLINE.workers", "bloodline.result",
	} {
		for _, q := range []string{"workers", "searches"} {
			for range 10 {
				if err := c.PublishRequest("$JS.API.CONSUMER.MSG.NEXT.BLOODLINE."+q, to, []byte(`{"batch":10,"no_wait":true}`)); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	for range 3 {
		queued(t, c)
	}
	m, err := c.Request(consumer, nil, 10*time.Second)
	if err != nil {
		t.Fatal(err)
	}
	var info struct {
		Pending   int `json:"num_pending"`
		Delivered struct {
			Consumer int `json:"consumer_seq"`
		} `json:"delivered"`
	}
	if err := json.Unmarshal(m.Data, &info); err != nil || info.Pending+info.Delivered.Consumer > 0 {
		t.Errorf("the queue has jobs that the breeder has not sent: %v, %s", err, m.Data)
	}
	join(t, b.URL(), "honest", nil)
	settle(t, b, 1)
	until(t, func() bool { return do(t, b, "setting", 2000, 1).remote > 0 })
	if s := b.Status(); s.Restarts > 0 {
		t.Errorf("the queue was made anew: %+v", s)
	}
}

// A queue that was deleted or filled, at a server that allows it, is made anew, and
// the breeder's owner is notified.
func TestBreeder_queue(t *testing.T) {
	swarm.LookEvery(10 * time.Millisecond)
	t.Cleanup(func() { swarm.LookEvery(time.Second) })
	url, stop := brokerAt(t, "-1")
	t.Cleanup(stop)
	told := make(chan string, 100)
	b := open(t, func(o *swarm.Options) { o.URL, o.Notify = url, func(text string) { told <- text } })
	join(t, url, "honest", nil)
	settle(t, b, 1)
	c, err := nats.Connect(url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	for i, attack := range []struct{ subject, say string }{
		{"$JS.API.STREAM.DELETE.BLOODLINE", "the queue of jobs was gone; it is made anew"},
		{"$JS.API.CONSUMER.DELETE.BLOODLINE.searches", "the queue of jobs was gone; it is made anew"},
		{"bloodline.job.7", "the queue had 1 jobs that this breeder has not sent"},
	} {
		if _, err := c.Request(attack.subject, nil, 10*time.Second); err != nil {
			t.Fatal(err)
		}
		select {
		case text := <-told:
			if !strings.HasPrefix(text, attack.say) {
				t.Errorf("%s: have %q", attack.subject, text)
			}
		case <-time.After(time.Minute):
			t.Fatalf("%s: no message to the breeder's user", attack.subject)
		}
		until(t, func() bool { return b.Status().Restarts == int64(i+1) })
		until(t, func() bool { return do(t, b, "setting", 2000, 1).remote > 0 })
	}
	select {
	case text := <-told:
		t.Errorf("have %q", text)
	default:
	}
}

// A worker that announces itself and takes no jobs stops neither searches nor
// measurements: the breeder plays them, and names the worker.
func TestBreeder_silent(t *testing.T) {
	swarm.SearchWait(20 * time.Millisecond)
	t.Cleanup(func() { swarm.SearchWait(30 * time.Second) })
	for name, play := range map[string]func(*swarm.Breeder){
		"searches": func(b *swarm.Breeder) {
			var own atomic.Int64
			if err := searches(t.Context(), b, 5, &own); err != nil || own.Load() != 5 {
				t.Errorf("%d searches were done here: %v", own.Load(), err)
			}
		},
		"measurements": func(b *swarm.Breeder) { do(t, b, "setting", 300, 1) },
	} {
		t.Run(name, func(t *testing.T) {
			told := make(chan string, 100)
			b := open(t, func(o *swarm.Options) { o.Notify = func(text string) { told <- text } })
			if answer, err := greet(raw(t, b), "idle", "key"); answer != "ok" {
				t.Fatal(answer, err)
			}
			named := false
			until(t, func() bool {
				play(b)
				named = named || strings.Join(b.Silent(), "") == "idle"
				return named
			})
			if text := <-told; !strings.HasPrefix(text, "no result from worker idle for ") {
				t.Errorf("have %q", text)
			}
		})
	}
}

// A client with the token gets nothing that is for another worker.
func TestBreeder_inboxes(t *testing.T) {
	t.Parallel()
	b := open(t, nil)
	var heard atomic.Int64
	c := raw(t, b)
	for _, subject := range []string{"_INBOX.>", "_INBOX.*.*.*", "_INBOX.*.>", ">", "bloodline.>", "$JS.>"} {
		if _, err := c.Subscribe(subject, func(*nats.Msg) { heard.Add(1) }); err != nil {
			t.Fatal(err)
		}
	}
	loose, err := nats.Connect(b.URL(), nats.Name("x _INBOX.*"), nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {}))
	if err != nil {
		t.Fatal(err)
	}
	defer loose.Close()
	if _, err := loose.Subscribe("_INBOX.>", func(*nats.Msg) { heard.Add(1) }); err != nil {
		t.Fatal(err)
	}
	for _, c := range []*nats.Conn{c, loose} {
		if err := c.Flush(); err != nil {
			t.Fatal(err)
		}
	}
	join(t, b.URL(), "honest", nil)
	settle(t, b, 1)
	do(t, b, "warm", 400, 0)
	until(t, func() bool { return do(t, b, "setting", 4000, 1).remote > 0 }) // on a busy machine all may be played here
	queued(t, c)                                                             // what was sent before has come
	if n := heard.Load(); n > 0 {
		t.Errorf("it has heard %d messages", n)
	}
}

// greet says hello under a name and returns the answer.
func greet(c *nats.Conn, name, key string) (string, error) {
	text, _ := json.Marshal(map[string]any{"Name": name, "Key": key, "Slots": 1, "Platform": "linux/amd64", "Program": ours})
	m, err := c.Request("bloodline.hello", text, 10*time.Second)
	if err != nil {
		return "", err
	}
	return string(m.Data), nil
}

// Hellos without a worker behind them are bounded, and their names are short and can be
// printed.
func TestBreeder_hellos(t *testing.T) {
	t.Parallel()
	b := open(t, nil)
	c := raw(t, b)
	for _, name := range []string{"\x1b]0;mine\x07", "a\nb", "\u202egnp", strings.Repeat("x", 101), ""} {
		if answer, err := greet(c, name, "key"); err != nil || !strings.HasPrefix(answer, "a hello that cannot be read") {
			t.Errorf("%q: %q, %v", name, answer, err)
		}
	}
	for i := range 3000 {
		if answer, err := greet(c, "many", fmt.Sprint("key", i)); err != nil || answer != "ok" {
			t.Fatal(answer, err)
		}
	}
	if n := len(b.Status().Workers); n > 1024 {
		t.Errorf("%d are remembered", n)
	}
	// An honest worker is not kept out, also while there are more of them.
	join(t, b.URL(), "honest", nil)
	for i, joined := 0, false; !joined; i++ {
		if i == 3000 {
			t.Fatal("the honest worker is kept out")
		}
		if answer, err := greet(c, "many", fmt.Sprint("more", i)); err != nil || answer != "ok" {
			t.Fatal(answer, err)
		}
		joined = slices.ContainsFunc(b.Status().Workers, func(w swarm.WorkerStatus) bool { return w.Name == "honest" })
	}
	until(t, func() bool {
		_, err := greet(c, "many", rand.Text())
		return err != nil || do(t, b, "setting", 2000, 0).remote > 0
	})
	for range 2000 {
		if _, err := greet(c, "many", rand.Text()); err != nil {
			t.Fatal(err)
		}
	}
	if !slices.ContainsFunc(b.Status().Workers, func(w swarm.WorkerStatus) bool { return w.Name == "honest" && w.Present }) {
		t.Error("a worker with a result was forgotten")
	}
}

// claims says hello with a number of slots.
func claims(t *testing.T, c *nats.Conn, name string, slots int) (key string) {
	t.Helper()
	key = rand.Text()
	text, _ := json.Marshal(map[string]any{"Name": name, "Key": key, "Slots": slots, "Platform": "linux/amd64", "Program": ours})
	if m, err := c.Request("bloodline.hello", text, 10*time.Second); err != nil || string(m.Data) != "ok" {
		t.Fatal(err)
	}
	return key
}

// A worker that sends results of jobs that do not exist is refused: they are malformed, and no sign of life.
func TestBreeder_strays(t *testing.T) {
	t.Parallel()
	for _, header := range []string{"Job", "Search"} { // those of searches are kept for a while
		b := open(t, nil)
		c := raw(t, b)
		key := claims(t, c, "liar", 1)
		for i := 0; ; i++ {
			m := &nats.Msg{Subject: "bloodline.result", Data: []byte("result"), Header: nats.Header{"Worker": {key}, "Job": {fmt.Sprint("job ", i)}}}
			m.Header.Set(header, fmt.Sprint("job ", i))
			answer, err := c.RequestMsg(m, 10*time.Second)
			if err != nil {
				t.Fatal(err)
			}
			if string(answer.Data) != "ok" {
				if !strings.Contains(string(answer.Data), "jobs that it did not get") || i < 4 || b.Status().Malformed != int64(i+1) {
					t.Errorf("after %d: %s, %+v", i, answer.Data, b.Status())
				}
				break
			}
			if i > 20 {
				t.Fatal("it is not refused")
			}
		}
	}
}

// Slots follow results: workers that claim thousands and deliver nothing, and thousands that claim one, get as many
// jobs as this process has slots, and cost a bounded time.
func TestBreeder_claims(t *testing.T) {
	t.Parallel()
	for name, workers := range map[string][]int{"one of 4096": {4096}, "a hundred": slices.Repeat([]int{1}, 100)} {
		t.Run(name, func(t *testing.T) {
			b := open(t, nil)
			c := raw(t, b)
			for _, slots := range workers {
				claims(t, c, "idle", slots)
			}
			if n := b.Slots(); n != 2 {
				t.Errorf("%d slots", n)
			}
			for i := range 8 {
				do(t, b, fmt.Sprint("setting ", i), 300, 0)
			}
			// Each work has two jobs out, if it is long, and what is not answered is not sent again.
			if s := b.Status(); s.Again > 16 || s.Jobs > 0 {
				t.Errorf("have %+v", s)
			}
		})
	}
	b := open(t, nil)
	join(t, b.URL(), "honest", func(m *swarm.Member) { m.Slots = 8 })
	settle(t, b, 1)
	until(t, func() bool { do(t, b, "setting", 2000, 1); return b.Slots() == 9 })
}

// A worker that delivers nothing is sent nothing while it has cost more than half of what was played here: without this
// rule each of these works waits for it.
func TestBreeder_credit(t *testing.T) {
	swarm.Grace(time.Millisecond)
	t.Cleanup(func() { swarm.Grace(5 * time.Second) })
	b := open(t, nil)
	claims(t, raw(t, b), "idle", 1)
	const works = 40
	waited := 0
	for i := range works {
		before := b.Status().Again
		do(t, b, fmt.Sprint("setting ", i), 300, 0)
		if b.Status().Again > before {
			waited++
		}
	}
	if waited == 0 || waited > works/2 {
		t.Errorf("%d of %d works waited for it", waited, works)
	}
}

// A worker's description of itself is quoted in the breeder's output.
func TestBreeder_quotes(t *testing.T) {
	t.Parallel()
	told := make(chan string, 10)
	b := open(t, func(o *swarm.Options) { o.Notify = func(text string) { told <- text } })
	m := swarm.Member{URL: b.URL(), Name: "hostile", Slots: 1, Program: swarm.Program{Version: "v1\x1b[2J"}, Play: play}
	var refused *swarm.Refused
	if err := swarm.Join(t.Context(), m); !errors.As(err, &refused) {
		t.Errorf("have %v", err)
	}
	if text := <-told; !strings.Contains(text, `v1\x1b[2J`) || strings.Contains(text, "\x1b") {
		t.Errorf("have %q", text)
	}
}
