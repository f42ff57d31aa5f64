// Package swarm spreads works over machines and takes their results in order. NATS
// JetStream carries them: a server inside of this program, or a server elsewhere.
//
//  1. A [Breeder] cuts a [work.Work] into jobs, one per available
//     worker, keeps each until it has a result, and plays jobs itself, among them jobs
//     that got no result in time.
//  2. [Join] is a worker: it takes jobs from the queue, plays them and sends the results.
//     A job without an answer goes to another worker after five seconds.
//     A search takes one machine minutes; a worker that is cut off continues it, and after
//     30 seconds another one begins it, too.
//     A worker that announces itself and sends no results is named, and its jobs are played here.
//  3. Jobs and results are idempotent. A job's name is the hash of all that determines
//     its result; the first result counts, and another must be equal.
//  4. The breeder plays some results again, chosen by a secret. A worker whose result
//     differs gets no more jobs. Its earlier results are played again, or the breeder's
//     work ends with a [Lie], which names the first generation that may be wrong.
//
// A job costs some tenths of a millisecond in addition to its play. The queue is in
// memory; lost jobs are played again. The package knows jobs, not games. It reads the
// clock and has a network.
package swarm

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// Play does a job and returns its result.
type Play func(ctx context.Context, setting, job []byte) ([]byte, error)

// Program identifies a build: breeder and workers must have the same.
type Program struct {
	Version string
	Games   map[string]string // hashes of their schemas, by name
}

// differs names the part of a worker's program that differs from ours, "" if there is none.
func (p Program) differs(worker Program) string {
	if worker.Version != p.Version {
		return fmt.Sprintf("it is %.100q, the breeder is %q", worker.Version, p.Version)
	}
	for _, name := range slices.Sorted(maps.Keys(p.Games)) {
		switch hash, ok := worker.Games[name]; {
		case !ok:
			return "it has no game " + name
		case hash != p.Games[name]:
			return fmt.Sprintf("its genes of %s are other ones: schema %.40q, the breeder has %q", name, hash, p.Games[name])
		}
	}
	return ""
}

// Lie is a result that was found wrong when others of that worker had been folded
// already: all that was bred since must be bred again.
type Lie struct {
	Worker string
	Round  int // of which its first result was
}

func (l *Lie) Error() string {
	return fmt.Sprintf("worker %s has sent a wrong result, and results since generation %d", l.Worker, l.Round)
}

// Subjects of messages, and the names in JetStream.
const (
	subjectHello   = "bloodline.hello"
	subjectPing    = "bloodline.ping"
	subjectSetting = "bloodline.setting"
	subjectResult  = "bloodline.result"
	subjectStatus  = "bloodline.status"

	streamName = "BLOODLINE"
)

// queue is one of the two queues of jobs.
type queue struct {
	consumer string
	subject  string        // of its jobs, with the number of a work behind it
	wait     time.Duration // without a heartbeat, before another worker gets the job
	deliver  int           // so often at most; -1 always
}

var (
	measurements = queue{"workers", "bloodline.job", 5 * time.Second, 3}
	// A search is dear: it survives a short cut of the network.
	searches = queue{"searches", "bloodline.search", 30 * time.Second, -1}
)

// Headers of messages.
const (
	headerJob     = "Job"
	headerSetting = "Setting"
	headerWorker  = "Worker"
	headerFailed  = "Failed"
	headerSearch  = "Search" // of a result of a search
)

// A breeder's answers to a result or a ping; any other answer is the reason why it refuses the worker.
const (
	sayOK      = "ok"
	sayUnknown = "unknown" // say hello first
)

const (
	pings = time.Second
	lost  = 5 * time.Second // without a ping, a worker counts no more
	// maxPayload bounds a message: of a job, with its genomes, and of a setting.
	maxPayload = 8 << 20
	// longMessage is the most bytes of a job, so that its result, which may be as long again,
	// fits too; overhead is a message's beside it.
	longMessage = 1 << 20
	overhead    = 4 << 10
	// maxResult bounds the bytes of a worker's result.
	maxResult = 4 << 20
	// mostUnits is the most units of a job: its result may have a number for each.
	mostUnits = 1 << 19
)

// hello is a worker's description of itself.
type hello struct {
	Name     string // that people read
	Key      string // which it alone knows
	Slots    int
	Platform string
	Program  Program
}

// nameOf names bytes by their hash.
func nameOf(parts ...[]byte) string {
	h := sha256.New()
	for _, p := range parts {
		fmt.Fprintf(h, "%d\n", len(p))
		h.Write(p)
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// streamConfig numbers messages by the clock: a worker that acknowledges a job of a server
// which was restarted since must not take a new job out of the queue.
func streamConfig() jetstream.StreamConfig {
	return jetstream.StreamConfig{
		Name: streamName, Subjects: []string{measurements.subject + ".>", searches.subject + ".>"}, Retention: jetstream.WorkQueuePolicy,
		Storage: jetstream.MemoryStorage, MaxMsgSize: maxPayload, MaxBytes: 256 << 20, Discard: jetstream.DiscardNew,
		FirstSeq: uint64(time.Now().UnixMicro()),
	}
}

func (q *queue) config() jetstream.ConsumerConfig {
	return jetstream.ConsumerConfig{
		Durable: q.consumer, FilterSubject: q.subject + ".>", AckPolicy: jetstream.AckExplicitPolicy, AckWait: q.wait, MaxDeliver: q.deliver,
		MaxAckPending: 1 << 14, MemoryStorage: true,
	}
}
