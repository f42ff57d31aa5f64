// Package swarm spreads works over machines and takes their results in order, over NATS JetStream, here or elsewhere.
//
//  1. A [Breeder] cuts a [work.Work] into jobs and plays jobs itself. Once it has cut off all units it also plays those
//     that are still out, so a worker that is slow or dead costs little.
//  2. [Join] is a worker: it takes jobs from the queue, plays them and sends the results. Heartbeats keep a job;
//     without one for five seconds the queue gives it to another worker.
//  3. Jobs and results are idempotent. A job's name is the hash of all that determines its result; the first result
//     counts, and another must be equal.
//  4. The breeder plays a share of the results again. A difference ends the work with an error that names the worker.
//
// Workers may be slow, dead, cut off or of another version, and are trusted otherwise. A job costs some tenths of a
// millisecond in addition to its play. The package reads the clock and has a network.
package swarm

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"time"
)

type Play func(ctx context.Context, job []byte) ([]byte, error)

// Subjects of messages, and the names in JetStream.
const (
	subjectHello   = "bloodline.hello"
	subjectJob     = "bloodline.job" // with the number of a work behind it
	subjectSetting = "bloodline.setting"
	subjectResult  = "bloodline.result"
	subjectStatus  = "bloodline.status"

	streamName   = "BLOODLINE"
	consumerName = "workers"
)

const ( // headers of messages
	headerJob     = "Job"
	headerSetting = "Setting"
	headerWorker  = "Worker"
	headerFailed  = "Failed"
)

// A breeder's answers to a hello or a result; any other answer is the reason why it refuses the worker.
const (
	sayOK      = "ok"
	sayUnknown = "unknown" // say hello first
)

const (
	helloInterval = time.Second     // between two hellos of a worker
	helloTimeout  = 5 * time.Second // after which a worker without a hello does not count any more
	ackWait       = 5 * time.Second // without a heartbeat, before another worker gets the job
	maxDeliveries = 3               // times that a job is given to a worker; then only the breeder plays it
	maxPayload    = 8 << 20         // bytes of a message: of a job, with its genomes, or of a setting
	longMessage   = 1 << 20         // most bytes of a job, so that its result, which may be as long, fits too
	overhead      = 4 << 10         // bytes of a message beside its job
	mostUnits     = 1 << 19         // of a job: its result may have a number for each
)

type hello struct {
	Name     string
	Slots    int
	Platform string
	Lag      float64 // milliseconds that the hello before took
	Version  string
}

func nameOf(parts ...[]byte) string {
	h := sha256.New()
	for _, p := range parts {
		fmt.Fprintf(h, "%d\n", len(p))
		h.Write(p)
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}
