// Package swarm spreads jobs over machines and folds their results in order. NATS
// JetStream carries them: a server inside of this program, or a server elsewhere.
//
//  1. A [Breeder] cuts a [Work] into jobs, one per available
//     worker, keeps each until it has a result, and plays jobs itself, among them jobs
//     that got no result in time.
//  2. [Join] is a worker: it takes jobs from the queue, plays them and sends the results.
//     A job without an answer goes to another worker after five seconds.
//     A [Whole] is a job of minutes, which one machine does alone; a worker that is cut off
//     goes on with it, and after 30 seconds another one begins it, too.
//  3. Jobs and results are idempotent. A job's name is the hash of all that determines
//     its result; the first result counts, and another must be equal.
//  4. The breeder plays some results again, chosen by a secret. A worker whose result
//     differs gets no more jobs, and what it has sent is played again, or the breeder
//     told how far back it reaches: a [Lie].
//
// A job costs some tenths of a millisecond in addition to its play. The queue is in
// memory; lost jobs are played again. The package knows jobs, not games. It reads the
// clock and has a network.
package swarm

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// Work is units that can be done in any pieces.
type Work interface {
	Setting() []byte         // what all jobs share; sent to a machine once
	Units() int              // how many there are
	Games() int              // of a unit, as far as known
	Round() int              // what part of the run it is, counted from 0
	Job(from, to int) []byte // of the units from one up to another, as a worker's Play takes it
	// Play does that job here. Read reads a worker's result of it, and says what is wrong
	// with its form.
	Play(ctx context.Context, from, to int) (any, error)
	Read(from, to int, result []byte) (any, error)
	Repeats() bool      // whether equal jobs have equal results, so that they can be audited
	Same(a, b any) bool // whether two results of a job are equal
	Played(units int)   // tells of units that were played elsewhere
	// Take takes a result, in order, once all are there.
	Take(from, to int, result any, remote bool) error
}

// Play does a job and returns its result.
type Play func(ctx context.Context, setting, job []byte) ([]byte, error)

// Program is what breeder and workers must have in common.
type Program struct {
	Version string
	Games   map[string]string // hashes of their schemas, by name
}

// differs says what a worker has that is not ours.
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
	subjectJob     = "bloodline.job" // with the number of the work behind it
	subjectSearch  = "bloodline.search"

	streamName   = "BLOODLINE"
	consumerName = "workers"
	searchesName = "searches"
)

// Headers of messages.
const (
	headerJob     = "Job"
	headerSetting = "Setting"
	headerWorker  = "Worker"
	headerFailed  = "Failed"
	headerWhole   = "Whole" // of a result
)

// What a breeder says to a result or a ping; anything else is why it refuses the worker.
const (
	sayOK      = "ok"
	sayUnknown = "unknown" // say hello first
)

const (
	ackWait   = 5 * time.Second
	heartbeat = ackWait / 3 // of a job that is being played
	pings     = time.Second
	lost      = 5 * time.Second // without a ping, a worker counts no more
	// maxPayload bounds a message: of a job, with its genomes, and of a setting.
	maxPayload = 8 << 20
	// longMessage is what a job has at most, so that its result, which may be as long again,
	// fits too; overhead is a message's beside it.
	longMessage = 1 << 20
	overhead    = 4 << 10
	// maxResult bounds what a breeder reads of a worker at all.
	maxResult = 4 << 20
)

// searchWait is ackWait of a whole job, which is dear: it survives a short cut of the network.
var searchWait = 30 * time.Second

// hello is what a worker says of itself.
type hello struct {
	Name     string // that people read
	Key      string // which it alone knows
	Slots    int
	Platform string
	Program  Program
}

// key names bytes by what is in them.
func key(parts ...[]byte) string {
	h := sha256.New()
	for _, p := range parts {
		fmt.Fprintf(h, "%d\n", len(p))
		h.Write(p)
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// Secret returns a word that nobody can guess.
func Secret() string { return rand.Text() }

// streamConfig numbers messages by the clock: a worker that acknowledges a job of a server
// which was restarted since must not take a new job out of the queue.
func streamConfig() jetstream.StreamConfig {
	return jetstream.StreamConfig{
		Name: streamName, Subjects: []string{subjectJob + ".>", subjectSearch}, Retention: jetstream.WorkQueuePolicy,
		Storage: jetstream.MemoryStorage, MaxMsgSize: maxPayload, MaxBytes: 256 << 20, Discard: jetstream.DiscardNew,
		FirstSeq: uint64(time.Now().UnixMicro()),
	}
}

func consumerConfig(name, subject string) jetstream.ConsumerConfig {
	c := jetstream.ConsumerConfig{
		Durable: name, FilterSubject: subject, AckPolicy: jetstream.AckExplicitPolicy, AckWait: ackWait, MaxDeliver: 3,
		MaxAckPending: 1 << 14, MemoryStorage: true,
	}
	if name == searchesName {
		c.AckWait, c.MaxDeliver = searchWait, -1
	}
	return c
}
