package command

import (
	"slices"
	"sync"
	"time"

	"bloodline/arena/program"
)

// process is a simulator that runs.
type process struct {
	boxes program.Sandboxes
	pipe  *program.Pipe
	name  string // that it calls itself
	timer *time.Timer
	each  time.Duration // recent time per answer
}

const grace = 100 * time.Millisecond // how long a program may run on after the end of its input

// rest ends the input and returns what the program still prints.
func (p *process) rest() string {
	p.pipe.CloseInput(program.EndWait)
	if line, k := p.pipe.Line(grace); k == program.None {
		return line
	}
	return string(p.pipe.Unread()) // without the end of a line
}

// end ends the program, by the end of its input if it listens, and returns the most memory that it had.
func (p *process) end() int64 {
	if p == nil {
		return 0
	}
	p.pipe.CloseInput(grace)
	p.pipe.Close()
	p.boxes.Close()
	return p.pipe.Memory()
}

// Pool keeps the processes of simulators that wait for games, ten seconds at most. The zero value is ready; many
// goroutines may use it.
type Pool struct {
	mu   sync.Mutex
	idle map[string][]*process // by what was started
}

// take returns a process that waits; nil without one.
func (l *Pool) take(key string) *process {
	l.mu.Lock()
	defer l.mu.Unlock()
	all := l.idle[key]
	if len(all) == 0 {
		return nil
	}
	p := all[len(all)-1]
	p.timer.Stop()
	l.idle[key] = all[:len(all)-1]
	return p
}

// give returns a process to the pool.
func (l *Pool) give(key string, p *process) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.idle == nil {
		l.idle = map[string][]*process{}
	}
	l.idle[key] = append(l.idle[key], p)
	p.timer = time.AfterFunc(10*time.Second, func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		if at := slices.Index(l.idle[key], p); at >= 0 {
			l.idle[key] = slices.Delete(l.idle[key], at, at+1)
			p.end()
		}
	})
}

// Close ends the processes that wait.
func (l *Pool) Close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, all := range l.idle {
		for _, p := range all {
			p.timer.Stop()
			p.end()
		}
	}
	l.idle = nil
}
