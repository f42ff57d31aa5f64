package command

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"bloodline/arena/program"
	"bloodline/engine"
	"bloodline/internal/system"
)

type answered struct {
	engine.Seating
	line   string
	second int64 // of the clock, by which it had been played
}

// replays has a hundredth of the games that a simulator plays, and more of the first, to be played again in batches,
// each in a process of its own; the first in a later second, since programs like to take the time for a seed.
type replays struct {
	every   atomic.Uint64 // of so many games one is drawn; 0: all
	mu      sync.Mutex
	played  int // games, of which the sample is drawn
	waiting []answered
	next    time.Time // the earliest next batch
	again   int       // games that were played again
	err     error     // of a game that has two answers
}

const (
	sampleOf    = 100     // games, of which one is played again
	denseFirst  = 32      // games, of which all are; then one of two, of three and so on, up to sampleOf
	mostWaiting = 1 << 17 // games of the sample, some hundred bytes each
	enoughAgain = 100     // games that show whether answers depend on the time
)

// keep counts games, takes their sample and plays the next batch again. It returns the error of any batch so far.
func (s *Simulator) keep(ctx context.Context, played int, sample []answered) error {
	r, now := &s.replays, time.Now()
	r.mu.Lock()
	defer r.mu.Unlock()
	r.played += played
	r.every.Store(uint64(1 + min(r.played/denseFirst, sampleOf-1)))
	for _, g := range sample[:min(len(sample), mostWaiting-len(r.waiting))] {
		g.second, g.Seats = now.Unix(), slices.Clone(g.Seats)
		r.waiting = append(r.waiting, g)
	}
	few := r.few()
	later := few == 0 || r.waiting[few-1].second < now.Unix()
	if r.err == nil && len(r.waiting) > 0 && later && now.After(r.next) {
		r.next = now.Add(math.MaxInt64) // one batch at a time
		s.replay(ctx)
	}
	return r.err
}

// few returns how many of the games that wait must be played again in a later second.
func (r *replays) few() int { return min(max(0, enoughAgain-r.again), len(r.waiting)) }

// setNext has the next batch wait so long that starts take a hundredth of the time.
func (r *replays) setNext(p *process) { r.next = time.Now().Add(max(time.Second, sampleOf*p.startup)) }

// Replay plays the waiting games again. It returns an error if any game, now or before, has had two answers.
func (s *Simulator) Replay(ctx context.Context) error {
	r := &s.replays
	r.mu.Lock()
	defer r.mu.Unlock()
	if few := r.few(); few > 0 {
		wait := time.Until(time.Unix(r.waiting[few-1].second+1, 0)) // much if the clock was set back
		select {
		case <-ctx.Done():
		case <-time.After(min(wait, 2*time.Second)):
		}
	}
	if r.err == nil && len(r.waiting) > 0 {
		s.replay(ctx)
	}
	return cmp.Or(ctx.Err(), r.err)
}

// replay plays what waits again, without the lock. A process that fails is replaced once, as in [Simulator.PlayAll].
func (s *Simulator) replay(ctx context.Context) {
	r := &s.replays
	batch := r.waiting
	r.waiting = nil
	r.mu.Unlock()
	p, err := s.again(ctx, batch)
	if p == nil && ctx.Err() == nil {
		s.Retries.add(err.Error())
		p, err = s.again(ctx, batch)
	}
	if r.mu.Lock(); ctx.Err() != nil {
		r.waiting, r.next = slices.Concat(batch, r.waiting), time.Time{}
	} else if r.err = err; err == nil {
		r.again += len(batch)
		r.setNext(p)
	}
}

// Check plays games in one process, as many as it can in a while, and again in another one in the opposite order. It
// returns an error if an answer differs, else the name of the simulator, its first answer and how many there are.
func (s *Simulator) Check(ctx context.Context, games []engine.Seating, while time.Duration) (name, first string, n int, err error) {
	p, all, err := s.playApart(ctx, games, while)
	if err == nil {
		p, err = s.again(ctx, all)
	}
	if err != nil {
		return "", "", 0, err
	}
	s.memoryAfterCheck = p.pipe.State.Memory
	s.replays.setNext(p)
	return p.name, all[0].line, len(all), nil
}

// again plays games again in a new process, in reverse, and returns it, which has ended; nil if it failed.
func (s *Simulator) again(ctx context.Context, games []answered) (*process, error) {
	order := make([]engine.Seating, len(games))
	for k, g := range games {
		order[len(games)-1-k] = g.Seating
	}
	p, now, err := s.playApart(ctx, order, math.MaxInt64)
	if err != nil {
		return nil, err
	}
	for k, g := range games {
		if again := now[len(games)-1-k].line; again != g.line {
			return p, fmt.Errorf("simulator %s: the same game has two results: to %q it answers %q, and in another process, after other games, %q: its random numbers must come from the seed in the line alone, and nothing may be kept from one game to the next",
				system.Line(s.referee), s.Line(g.Seating), clipped(g.line), clipped(again))
		}
	}
	return p, nil
}

// playApart plays games in a new process, as many as it can in a while, and returns it, which has ended.
func (s *Simulator) playApart(ctx context.Context, games []engine.Seating, while time.Duration) (p *process, answers []answered, err error) {
	if p, err = s.start(ctx); err != nil {
		return nil, nil, err
	}
	defer p.end()
	for begin, few := time.Now(), 32; len(answers) < len(games) && (len(answers) == 0 || time.Since(begin) < while); few *= 2 {
		part := games[len(answers):min(len(answers)+few, len(games))]
		if _, err = s.ask(ctx, p, part, func(k int, line string) error {
			answers = append(answers, answered{Seating: part[k], line: line})
			_, _, err := s.result(part[k], line)
			return err
		}); err != nil {
			return nil, nil, cmp.Or(ctx.Err(), err)
		}
	}
	p.pipe.CloseInput(program.EndWait)
	rest, k := p.pipe.Line(grace)
	if k != program.None {
		rest = string(p.pipe.Unread()) // without the end of a line
	}
	if rest != "" {
		err = s.failed(p, games[0], fmt.Errorf("it answers more lines than games were asked for; after the last of %d games: %q", len(answers), clipped(rest)))
	}
	return p, answers, cmp.Or(ctx.Err(), err)
}
