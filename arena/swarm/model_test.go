package swarm

import (
	"container/heap"
	"fmt"
	"testing"
	"time"
)

// model is a swarm in numbers: what a generation costs, and what stands beside its games.
type model struct {
	name    string
	serial  time.Duration // breeding and recording, here
	games   int
	game    time.Duration
	message time.Duration // of the breeder's processor for a job and its result
	lag     time.Duration // from the queue to a worker, and back
}

// The messages' costs are those of coup's and wojna's genomes, measured on one processor:
// see docs/performance.md. The lag is that of a local network.
var models = []model{
	{"coup, an exploiter: 20 x 80 deals", 600 * time.Microsecond, 3_200, 1_400 * time.Nanosecond, 450 * time.Microsecond, time.Millisecond},
	{"coup, a generation: 20 x 260 deals", 2 * time.Millisecond, 10_400, 1_400 * time.Nanosecond, 450 * time.Microsecond, time.Millisecond},
	{"wojna: 10 x 16 deals", 2 * time.Millisecond, 640, 8 * time.Millisecond, 120 * time.Microsecond, time.Millisecond},
	{"coup, 200 x 5,000 deals", 20 * time.Millisecond, 2_000_000, 1_400 * time.Nanosecond, 450 * time.Microsecond, time.Millisecond},
	{"coup, 1,000 x 50,000 deals", 100 * time.Millisecond, 100_000_000, 1_400 * time.Nanosecond, 450 * time.Microsecond, time.Millisecond},
}

// results are the times at which workers have results.
type results []time.Duration

func (r results) Len() int           { return len(r) }
func (r results) Less(i, j int) bool { return r[i] < r[j] }
func (r results) Swap(i, j int)      { r[i], r[j] = r[j], r[i] }
func (r *results) Push(x any)        { *r = append(*r, x.(time.Duration)) }
func (r *results) Pop() any {
	last := (*r)[len(*r)-1]
	*r = (*r)[:len(*r)-1]
	return last
}

// generation returns how long one takes with workers of one slot: jobs are cut as a
// breeder cuts them, whose processor sends and receives one after the other, and plays
// only what is left over of its time.
func (m *model) generation(workers int) time.Duration {
	b := &Breeder{o: Options{Slots: 1}, pace: float64(m.game)}
	d := &task{units: m.games}
	b.plan(d, 1+workers)
	var now time.Duration // of the breeder's processor
	free := make([]time.Duration, workers)
	var out results
	cut := func(share float64, least, most time.Duration) time.Duration {
		p := b.cutOff(d, share, least, most)
		return time.Duration(p.to-p.from) * m.game
	}
	offer := func() {
		for len(out) < workers*d.window && d.units-d.cut > b.unitsIn(d.least) {
			work := cut(float64(1+workers)*d.share, d.least, longest)
			now += m.message
			first := 0
			for w := range free {
				if free[w] < free[first] {
					first = w
				}
			}
			free[first] = max(free[first], now+m.lag/2) + work
			heap.Push(&out, free[first]+m.lag/2)
		}
	}
	offer()
	for len(out) > 0 || d.cut < d.units {
		switch {
		case len(out) > 0 && out[0] <= now:
			heap.Pop(&out)
			offer()
		case d.cut < d.units:
			now += cut(4*float64(1+workers), least, longest/5)
		default:
			now = max(now, heap.Pop(&out).(time.Duration))
		}
	}
	return now + m.serial
}

// The number of workers at which a swarm stops scaling: `go test ./arena/swarm -run TestModel -v` prints the table
// of docs/performance.md.
func TestModel(t *testing.T) {
	for _, m := range models {
		line := fmt.Sprintf("| %s ", m.name)
		alone := m.generation(0)
		last, best := 0.0, 0.0
		for _, workers := range []int{1, 4, 16, 50, 200, 1000} {
			last = float64(alone) / float64(m.generation(workers))
			line += fmt.Sprintf("| %.1f ", last)
			if best = max(best, last); last > float64(workers+1)*1.01 {
				t.Errorf("%s: %d workers are %.2f times as fast", m.name, workers, last)
			}
		}
		if last < 0.5 || best < 1.2 {
			t.Errorf("%s: the best is %.2f times as fast, and 1,000 workers %.2f", m.name, best, last)
		}
		t.Log(line + "|")
	}
}
