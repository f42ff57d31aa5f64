package swarm_test

import (
	"encoding/json"
	"errors"
	"fmt"
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
	inbox := "_INBOX." + swarm.Secret()
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
// the breeder's owner is told.
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
	refused := 0
	for i := range 3000 {
		switch answer, err := greet(c, "many", fmt.Sprint("key", i)); {
		case err != nil:
			t.Fatal(err)
		case answer != "ok":
			refused++
		}
	}
	if n := len(b.Status().Workers); n > 1024 || refused < 1000 {
		t.Errorf("%d are remembered, %d were sent away", n, refused)
	}
	do(t, b, "setting", 50, 0)
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
