package swarm

import (
	"bytes"
	"context"
	"slices"

	"github.com/nats-io/nats.go"
)

// Whole is a job that one slot does alone, in seconds or minutes.
type Whole struct {
	Setting []byte // what jobs share; sent to a machine once
	Job     []byte
	Turn    int // those with a smaller one begin first
	Round   int // what part of the run it is
	// Play does it here. Check says how many games a worker's result is, and what is wrong
	// with its form.
	Play  func(context.Context) ([]byte, error)
	Check func(result []byte) (games int64, err error)
}

// whole is one under way.
type whole struct {
	Whole
	id     string
	sent   bool   // a worker has it, or will take it
	stop   func() // of playing it here; nil unless it is played here
	alone  bool   // no worker gets it: the queue did not take it, or a result of it was malformed
	result []byte
	by     *member // whose result it is; nil for ours
}

// Whole does a job, here or elsewhere, whichever is free first. A job that a worker has is done here, too, when no worker is
// left. It may be called from many goroutines. When ctx is cancelled, its error is returned.
func (b *Breeder) Whole(ctx context.Context, w Whole) ([]byte, error) {
	p := &whole{Whole: w, id: key(w.Setting, w.Job)}
	defer context.AfterFunc(ctx, b.wake)()
	b.mu.Lock()
	defer b.mu.Unlock()
	b.wholes = append(b.wholes, p)
	defer b.forget(p)
	if early := b.stash[p.id]; early != nil {
		delete(b.stash, p.id)
		b.takeWhole(early.m, p, early.msg)
	}
	for p.result == nil {
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case p.sent && b.workerSlots() == 0:
			p.sent = false
		case !b.turn(p):
			b.changed.Wait()
		case !p.alone && b.out() < b.workerSlots():
			b.send(p)
		case b.playing < b.o.Slots:
			own, err := b.playHere(ctx, p)
			if p.result != nil { // a worker came first
				continue
			}
			if err != nil {
				return nil, err
			}
			p.result = own
			b.status.Own++
		default:
			b.changed.Wait()
		}
	}
	if p.by == nil || !b.chosenWhole(p.by, p.id) {
		return p.result, nil
	}
	return b.auditWhole(ctx, p)
}

// turn reports whether a job waits and is the next that begins.
func (b *Breeder) turn(p *whole) bool {
	waits := func(q *whole) bool { return q.result == nil && !q.sent && q.stop == nil }
	return waits(p) && !slices.ContainsFunc(b.wholes, func(q *whole) bool { return waits(q) && q.Turn < p.Turn })
}

// out returns how many jobs workers have, or wait for them in the queue.
func (b *Breeder) out() (n int) {
	for _, p := range b.wholes {
		if p.sent && p.result == nil {
			n++
		}
	}
	return n
}

// send puts a job into the queue.
func (b *Breeder) send(p *whole) {
	m := &nats.Msg{Subject: subjectSearch, Data: p.Job, Header: nats.Header{headerJob: {p.id}}}
	if _, err := b.js.PublishMsgAsync(m); err != nil {
		p.alone = true
		return
	}
	p.sent = true
}

// playHere does a job in a slot of this process, until a worker has done it.
func (b *Breeder) playHere(ctx context.Context, p *whole) ([]byte, error) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	p.stop = stop
	b.playing++
	b.changed.Broadcast()
	b.mu.Unlock()
	result, err := p.Play(ctx)
	b.mu.Lock()
	b.playing--
	p.stop = nil
	b.changed.Broadcast()
	return result, err
}

// chosenWhole reports whether a worker's result is to be played again: its nth with a chance
// of 1/4n at least. It takes the breeder as long as the worker, and the league waits for it:
// with 1/n, the first searches of 16 workers would be played one after the other.
func (b *Breeder) chosenWhole(m *member, id string) bool {
	return b.draw(id) < max(b.o.Audit, 0.25/float64(m.Jobs))
}

// auditWhole plays a job of a worker again. What is audited is not used before.
func (b *Breeder) auditWhole(ctx context.Context, p *whole) ([]byte, error) {
	for b.playing >= b.o.Slots {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		b.changed.Wait()
	}
	theirs, by := p.result, p.by
	own, err := b.playHere(ctx, p)
	if err != nil {
		return nil, err
	}
	b.status.Audits++
	by.Audits++
	if bytes.Equal(theirs, own) {
		return own, nil
	}
	by.Wrong++
	b.refuse(by, "a result of it was wrong")
	if by.Jobs > 1 {
		return nil, &Lie{Worker: by.Name, Round: by.first}
	}
	return own, nil
}

// takeAny takes the result of a job, or keeps it for when it is asked for.
func (b *Breeder) takeAny(m *member, msg *nats.Msg) {
	id := msg.Header.Get(headerJob)
	if i := slices.IndexFunc(b.wholes, func(p *whole) bool { return p.id == id }); i >= 0 {
		b.takeWhole(m, b.wholes[i], msg)
	} else if len(b.stash) < mostEarly && len(msg.Data) < longEarly {
		b.stash[id] = &early{m, msg}
	}
}

// takeWhole takes the result of a job.
func (b *Breeder) takeWhole(m *member, p *whole, msg *nats.Msg) {
	why := msg.Header.Get(headerFailed)
	var games int64
	if why == "" && len(msg.Data) > maxResult {
		why = "a result that is too long"
	}
	if why == "" {
		var err error
		if games, err = p.Check(msg.Data); err != nil {
			why = err.Error()
		}
	}
	switch {
	case p.result != nil: // it was done twice
	case why != "":
		b.malformed(m, why)
		p.sent, p.alone = false, true
	default:
		m.failed = 0
		p.result, p.by = msg.Data, m
		if m.first < 0 {
			m.first, m.since = p.Round, b.number
		}
		m.Jobs++
		m.Games += games
		if p.stop != nil {
			p.stop()
		}
	}
}

// early is a result of a job that this process has not yet asked for: of the run that it
// goes on with.
type early struct {
	m   *member
	msg *nats.Msg
}

const (
	mostEarly = 64
	longEarly = 256 << 10
)

// forget removes a finished or cancelled job from the list. A copy may still be in the queue; the
// worker that takes it asks whether it is still needed.
func (b *Breeder) forget(p *whole) {
	b.wholes = slices.DeleteFunc(b.wholes, func(q *whole) bool { return q == p })
	b.changed.Broadcast()
}
