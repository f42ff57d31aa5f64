package league

import (
	"slices"
	"testing"
	"time"
)

// clock is a league in numbers: how long its parts take one core.
type clock struct {
	Settings
	generation time.Duration // of the champion, breeding and recording included
	searching  time.Duration // a generation of a search
	weighing   time.Duration // an exploiter, at the start of a round
	message    time.Duration // to a worker and back
}

// coups is configs/coup.yaml, as it was measured in processor time on one core. Even searches
// have equal lengths, with the same mean.
func coups(each int, even bool) clock {
	c := clock{generation: 25 * time.Millisecond, searching: 6500 * time.Microsecond, weighing: 700 * time.Microsecond, message: 20 * time.Millisecond}
	c.Evolve.Generations = 1001 // a third of it
	c.Exploiters = Exploiters{Share: 0.3, Round: 20, PerRound: each, Generations: 200, LongEvery: 4}
	if even {
		c.Exploiters.Generations, c.Exploiters.LongEvery = 400, 0
	}
	return c
}

// guarded is configs/coup-guarded.yaml likewise.
func guarded() clock {
	c := coups(1, false)
	c.generation = 54 * time.Millisecond
	c.Evolve.Generations = 801 // a twentieth of it
	c.Exploiters.Share, c.Exploiters.Generations, c.Exploiters.Growth, c.Exploiters.LongEvery = 0.87, 100, 5, 0
	return c
}

// running is a search that a machine does.
type running struct {
	number int
	left   time.Duration
}

// core is a machine: it does a search, or none.
type core struct{ search *running }

// spend takes time from the search of a core, which takes the first of a queue if it has
// none, and notes the end.
func (m *core) spend(d time.Duration, queue *[]*running, ended map[int]bool) {
	if m.search == nil && len(*queue) > 0 {
		m.search, *queue = (*queue)[0], (*queue)[1:]
	}
	if m.search == nil {
		return
	}
	if m.search.left -= d; m.search.left <= 0 {
		ended[m.search.number] = true
		m.search = nil
	}
}

// run returns how long the league takes on so many machines of one core, the champion's among
// them, and how long its work is.
func (c *clock) run(machines int) (took, work time.Duration) {
	const tick = 5 * time.Millisecond
	e := &Evaluator{Settings: c.Settings}
	cores := make([]core, machines)
	var queue []*running
	round, next, joined, generation, left, ended := 0, 1, 0, 0, c.generation, map[int]bool{}
	for ; generation < c.Evolve.Generations; took += tick {
		for joined < e.joined(round) && ended[joined+1] {
			joined++
		}
		waits := joined < e.joined(round)
		for ; !waits && next <= e.perRound()*round && e.meets(next); next++ {
			d := time.Duration(e.generations(next)) * c.searching
			queue = append(queue, &running{next, d + c.message})
			work += d
		}
		slices.SortStableFunc(queue, func(a, b *running) int { return e.inOrder(a.number, b.number) })
		for i := 1; i < machines; i++ {
			cores[i].spend(tick, &queue, ended)
		}
		own := time.Duration(tick)
		switch {
		case waits:
			cores[0].spend(own, &queue, ended)
			continue
		case cores[0].search != nil || len(queue) > 0: // they take turns, a generation each
			searching := own * c.searching / (c.searching + c.generation)
			cores[0].spend(searching, &queue, ended)
			own -= searching
		}
		if left -= own; left > 0 {
			continue
		}
		generation++
		left, work = left+c.generation, work+c.generation
		if generation%c.Exploiters.Round == 0 {
			round++
			weigh := time.Duration(min(e.joined(round), mostWeighed+e.perRound())) * c.weighing
			left, work = left+weigh, work+weigh
		}
	}
	return took, work
}

// How many machines a league fills: `go test ./evolve/league -run TestModel -v` prints the
// table of docs/swarm.md.
func TestModel(t *testing.T) {
	for _, c := range []struct {
		name  string
		clock clock
		least []float64 // share of ideal of 1, 2, 4, 8 and 16 machines that it must reach
	}{
		{"coup, 1 exploiter a round", coups(1, false), []float64{0.98, 0.75, 0, 0, 0}},
		{"coup, 1, even", coups(1, true), []float64{0.98, 0.95, 0, 0, 0}},
		{"coup, 4", coups(4, false), []float64{0.98, 0.98, 0.8, 0, 0}},
		{"coup, 16", coups(16, false), []float64{0.98, 0.98, 0.98, 0.95, 0.78}},
		{"coup, 16, even", coups(16, true), []float64{0.98, 0.98, 0.98, 0.95, 0.94}},
		{"coup-guarded", guarded(), []float64{0.98, 0.9, 0, 0, 0}},
	} {
		for i, least := range c.least {
			machines := 1 << i
			took, work := c.clock.run(machines)
			share := work.Seconds() / took.Seconds() / float64(machines)
			t.Logf("%-25s %2d machines: %5.0f s for %5.0f s of work, %.2f of ideal", c.name, machines, took.Seconds(), work.Seconds(), share)
			if share > 1.01 || share < least {
				t.Errorf("%s, %d machines: have %.2f of ideal, want %.2f", c.name, machines, share, least)
			}
		}
	}
}
