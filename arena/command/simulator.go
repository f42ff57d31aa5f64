package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"bloodline/arena/program"
	"bloodline/engine"
	"bloodline/engine/roll"
	"bloodline/genome"
	"bloodline/internal/setting"
	"bloodline/internal/system"
)

// Simulator is a contest whose program plays all games by itself and stays. It is spoken to in lines of words:
//
//	bloodline 1 2 share depth                    version of the protocol, players, genes in their order
//	ok NAME                                      or: error TEXT
//	5021 genes 0.25 3 genes 0.5 4                seed; for each seat the values of all genes,
//	5022 genes 0.25 3 rush                       or the name of a player that the program has itself
//	1 0                                          scores by seat, larger is better; or: error TEXT, error seat 2 TEXT
//
// Games are sent ahead, up to [ahead] bytes; answers come in their order. The program ends at the end of its input.
// Equal lines must have equal answers, whatever was played before: [Simulator.Check] and [Simulator.Replay] look.
//
// A game costs the program's own time and one to ten microseconds. A Simulator may be used by many goroutines.
type Simulator struct {
	contest

	pool             *Pool
	key              string // of its processes in the pool
	hello            string
	memoryAfterCheck int64 // bytes of memory that a process had after the games of Check

	replays replays

	Faults  ErrorCount // of games that bots lost by errors
	Retries ErrorCount // of games that were played once more, since they failed at first
}

const (
	protocol = 1
	genesAre = "genes" // the word before the values of a seat
	// ahead bounds the bytes of games that are sent ahead: a pipe takes 64 KB before any of it is read.
	ahead = 32 << 10
)

// NewSimulator returns the simulator of settings that have passed [Settings.Check]. Files that its command names are
// looked up from a folder. Its processes come from a pool, a new one for nil. An error is a [setting.Error].
func NewSimulator(s Settings, folder string, pool *Pool) (*Simulator, error) {
	c, err := newContest(s, folder)
	if err != nil {
		return nil, err
	}
	if pool == nil {
		pool = new(Pool)
	}
	hello := strings.Join(append([]string{"bloodline", strconv.Itoa(protocol), strconv.Itoa(s.Players)}, s.names()...), " ")
	return &Simulator{contest: c, pool: pool, key: folder + "\x00" + c.where + "\x00" + system.Line(c.referee) + "\x00" + hello, hello: hello}, nil
}

type simulated string // a player of a simulator: the words that stand for it in the line of a game

func (s *Simulator) Bot(v []float64) engine.Player {
	words := []string{genesAre}
	s.each(v, func(_, text string, _ bool) { words = append(words, genome.Word(text)) })
	return simulated(strings.Join(words, " "))
}

// Rival implements [UserBot]. An error is a [setting.Error].
func (s *Simulator) Rival(text string) (engine.Player, genome.Vector, error) {
	v, problem := s.Genome(text)
	switch {
	case problem != nil:
		return nil, nil, problem
	case v == nil:
		return simulated(text), nil, nil
	}
	return s.Bot(v), v, nil
}

// Drawn returns the player whose genes a seed draws from their ranges. It never changes a player drawn before.
func (s *Simulator) Drawn(seed uint64, _ engine.Player) engine.Player {
	return s.Bot(s.DrawnGenome(seed))
}

func (s *Simulator) DrawnGenome(seed uint64) genome.Vector {
	return s.Schema.Random(rand.New(rand.NewPCG(seed, 0)))
}

// Traits describes the player of a seed by the values, at most three, that are furthest from the defaults in their ranges.
func (s *Simulator) Traits(seed uint64) (out []string) {
	const most = 3
	v, standard := s.DrawnGenome(seed), s.Schema.Default()
	at, from := s.Schema.Point(v), s.Schema.Point(standard)
	var order []int
	for i := range at {
		order = append(order, i)
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(math.Abs(at[j]-from[j]), math.Abs(at[i]-from[i])) })
	for _, i := range order[:min(most, len(order))] {
		g := &s.Schema.Genes[i]
		if text, usual := brief(genome.Word(g.Text(v[i]))), brief(genome.Word(g.Text(standard[i]))); text != usual {
			out = append(out, fmt.Sprintf("%s %s instead of %s", g.Name, text, usual))
		}
	}
	return out
}

func brief(text string) string {
	if x, err := strconv.ParseFloat(text, 64); err == nil && x != math.Trunc(x) {
		return strconv.FormatFloat(x, 'g', 3, 64)
	}
	return text
}

// ErrorCount counts something and remembers the first of it.
type ErrorCount struct {
	n     atomic.Int64
	first atomic.Pointer[string]
}

func (t *ErrorCount) add(text string) {
	t.n.Add(1)
	t.first.CompareAndSwap(nil, &text)
}

func (t *ErrorCount) Read() (n int64, first string) {
	if text := t.first.Load(); text != nil {
		first = *text
	}
	return t.n.Load(), first
}

// NewTable returns the simulator, which is an [engine.BatchTable] for any number of goroutines.
func (s *Simulator) NewTable() engine.Table { return s }

func (t *Simulator) Play(seed uint64, seats []engine.Player) engine.Outcome {
	var out [1]engine.Outcome
	if _, err := t.PlayAll(context.Background(), []engine.Seating{{Seed: seed, Seats: seats}}, out[:]); err != nil {
		panic(err)
	}
	return out[0]
}

// PlayAll implements [engine.BatchTable]. A game that fails is played once more, in a new process.
func (t *Simulator) PlayAll(ctx context.Context, games []engine.Seating, out []engine.Outcome) (played int, err error) {
	failed, every := -1, max(1, t.replays.every.Load())
	var sample []answered
	for played < len(games) {
		p := t.pool.take(t.key)
		if p == nil || failed == played {
			p.end()
			if p, err = t.start(ctx); err != nil {
				return played, err
			}
		}
		n, err := t.ask(ctx, p, games[played:], func(k int, line string) (err error) {
			var wrong string
			g := games[played+k]
			if out[played+k], wrong, err = t.result(g, line); err == nil {
				if wrong != "" {
					t.Faults.add(fmt.Sprintf("game %q: %s", t.Line(g), wrong))
				}
				if roll.Mix(g.Seed, uint64(played+k))%every == 0 {
					sample = append(sample, answered{Seating: g, line: line})
				}
			}
			return err
		})
		played += n
		if err = cmp.Or(ctx.Err(), err); err == nil { // else the process may be about to end, because ctx did
			t.pool.give(p)
			continue
		}
		p.end()
		if ctx.Err() != nil || failed == played || errors.Is(err, errUnasked) {
			return played, err
		}
		failed = played
		t.Retries.add(err.Error())
	}
	if err = t.keep(ctx, played, sample); err != nil {
		return 0, engine.SeedTold{Err: err, Whole: true}
	}
	return played, nil
}

// errUnasked is the error of output before a question, which may have been taken for the answer to another game.
var errUnasked = errors.New("it prints before it is asked")

// ask sends games to a process and passes on its answers. It returns how many were accepted.
func (t *Simulator) ask(ctx context.Context, p *process, games []engine.Seating, accept func(k int, line string) error) (n int, err error) {
	defer context.AfterFunc(ctx, p.pipe.Process.End)()
	var text []byte
	for n < len(games) {
		end := n
		for text = text[:0]; end < len(games) && (end == n || len(text) < ahead); end++ {
			text = append(t.appendLine(text, games[end]), '\n')
		}
		k := p.pipe.Send(string(text), t.GameTime)
		if unread := p.pipe.Unread(); len(unread) > 0 {
			return n, t.failed(p, games[n], fmt.Errorf("%w: %q", errUnasked, clipped(string(unread))))
		}
		begin, first := time.Now(), n
		for ; n < end; n++ {
			if nap := min(p.each*time.Duration(end-n)/2, time.Millisecond); p.each > 3*time.Microsecond && nap > 50*time.Microsecond && p.pipe.NeedsRead() {
				system.Nap(nap) // to be woken for every answer costs a third of the speed of games of some ten microseconds
			}
			line, err := t.answer(p, k)
			if err == nil {
				err = accept(n, line)
			}
			if err != nil {
				return n, t.failed(p, games[n], err)
			}
		}
		p.each = time.Since(begin) / time.Duration(end-first)
	}
	return n, nil
}

// answer waits for the next line if the question could be sent, and says why there is none.
func (t *Simulator) answer(p *process, sent program.Kind) (line string, err error) {
	if sent == program.None {
		p.pipe.ResetLimits()
		line, sent = p.pipe.Line(t.GameTime)
	}
	switch sent {
	case program.None:
		return strings.TrimPrefix(line, bom), nil
	case program.Timeout:
		return "", fmt.Errorf("no answer within %v (is its output flushed after each line?)", t.GameTime)
	case program.Flood:
		return "", errors.New("an answer without end")
	}
	p.pipe.WaitEnd(program.EndWait)
	p.pipe.Process.End()
	return "", fmt.Errorf("it ended without an answer (%v)", p.pipe.State)
}

func (t *Simulator) failed(p *process, g engine.Seating, err error) error {
	return engine.SeedTold{Err: t.complain(p, fmt.Sprintf("game %q", t.Line(g)), err)}
}

// complain ends a process and returns its error, with what was sent to it and its last words.
func (t *Simulator) complain(p *process, about string, err error) error {
	p.pipe.Process.End()
	err = fmt.Errorf("simulator %s, %s: %w", system.Line(t.referee), about, err)
	if words := strings.TrimSpace(p.pipe.Stderr()); words != "" {
		err = lastWords(err, words, "")
	}
	return fmt.Errorf("%w%s", err, t.missingFilesHint(err.Error()))
}

func clipped(line string) string { return setting.Clip(line, 300) }

// Line returns the line of a game, clipped for people.
func (s *Simulator) Line(g engine.Seating) string { return clipped(string(s.appendLine(nil, g))) }

func (s *Simulator) appendLine(to []byte, g engine.Seating) []byte {
	to = strconv.AppendUint(to, s.DealNumber(g.Seed), 10)
	for _, p := range g.Seats {
		to = append(append(to, ' '), p.(simulated)...)
	}
	return to
}

// result reads an answer: scores, or an error of a seat, which loses by it; an error of the game has no result.
func (t *Simulator) result(g engine.Seating, line string) (o engine.Outcome, wrong string, err error) {
	scores, failed := make([]float64, len(g.Seats)), uint8(0)
	if text, isError := strings.CutPrefix(line, "error"); isError {
		var seat int
		if _, err := fmt.Sscanf(text, " seat %d", &seat); err != nil {
			return o, "", fmt.Errorf("error: %s", strings.TrimSpace(text))
		}
		if seat < 1 || seat > len(g.Seats) {
			return o, "", fmt.Errorf("it must name a seat from 1 to %d, have %q", len(g.Seats), clipped(line))
		}
		scores[seat-1] = math.Inf(-1)
		return t.contest.outcome(scores, 1<<(seat-1)), clipped(line), nil
	}
	words := strings.Fields(line)
	ok := len(words) == len(scores)
	for i := 0; ok && i < len(scores); i++ {
		x, err := strconv.ParseFloat(words[i], 64)
		scores[i], ok = x, err == nil && !math.IsNaN(x) && !math.IsInf(x, 0)
	}
	if !ok {
		return o, "", fmt.Errorf("it must answer by %d scores, or by error TEXT, have %q", len(scores), clipped(line))
	}
	for i := range scores {
		var why string
		if scores[i], why, err = t.checkScore(scores[i]); err != nil {
			return o, "", err
		}
		if why != "" {
			wrong, failed = fmt.Sprintf("seat %d: %s", i+1, why), failed|1<<i
		}
	}
	return t.contest.outcome(scores, failed), wrong, nil
}

// start starts the program, a second time if it fails to introduce itself.
func (s *Simulator) start(ctx context.Context) (*process, error) {
	p, err := s.startOnce(ctx)
	if err != nil && ctx.Err() == nil {
		p, err = s.startOnce(ctx)
	}
	return p, err
}

func (s *Simulator) startOnce(ctx context.Context) (*process, error) {
	p, begin := &process{key: s.key}, time.Now()
	boxes, err := p.boxes.Seat(program.Off, []program.SandboxSpec{{Key: "simulator", Name: "simulator"}})
	if err != nil {
		return nil, err
	}
	if p.pipe, err = boxes[0].Open(context.WithoutCancel(ctx), s.contest.start(boxes[0], s.referee)); err != nil {
		p.boxes.Close()
		return nil, fmt.Errorf("simulator %s: %w", system.Line(s.referee), program.RootCause(err))
	}
	defer context.AfterFunc(ctx, p.pipe.Process.End)()
	line, err := s.answer(p, p.pipe.Send(s.hello+"\n", s.GameTime))
	if err == nil {
		text, refused := strings.CutPrefix(line, "error")
		name, ok := strings.CutPrefix(line, "ok")
		switch p.name = program.Printable(name); {
		case refused:
			err = errors.New("it refuses: " + clipped(strings.TrimSpace(text)))
		case !ok:
			err = fmt.Errorf("it must answer by ok NAME, or by error TEXT, have %q", clipped(line))
		}
	}
	if err != nil && ctx.Err() == nil {
		err = s.complain(p, fmt.Sprintf("first line %q", clipped(s.hello)), err)
	}
	if err = cmp.Or(ctx.Err(), err); err != nil {
		p.end()
		return nil, err
	}
	p.startup = time.Since(begin)
	return p, nil
}

// EndIdle ends the idle processes. It returns the most memory of one, in bytes, and that after [Simulator.Check].
func (s *Simulator) EndIdle() (most, atFirst int64) {
	for p := s.pool.take(s.key); p != nil; p = s.pool.take(s.key) {
		most = max(most, p.end())
	}
	return most, s.memoryAfterCheck
}

type process struct {
	boxes program.Sandboxes
	pipe  *program.Pipe
	key   string // in the pool: what was started
	name  string // that it calls itself
	timer *time.Timer
	each  time.Duration // recent time per answer

	startup time.Duration // until it had introduced itself
}

const grace = 100 * time.Millisecond // how long a program may run on after the end of its input

// end ends the program, by the end of its input if it listens, and returns the most memory that it had.
func (p *process) end() int64 {
	if p == nil {
		return 0
	}
	p.pipe.CloseInput(grace)
	p.pipe.Close()
	p.boxes.Close()
	return p.pipe.State.Memory
}

// Pool keeps idle processes of simulators, ten seconds at most. The zero value is ready for many goroutines.
type Pool struct {
	mu   sync.Mutex
	idle []*process
}

func (l *Pool) take(key string) *process {
	l.mu.Lock()
	defer l.mu.Unlock()
	for i, p := range slices.Backward(l.idle) {
		if p.key == key {
			p.timer.Stop()
			l.idle = slices.Delete(l.idle, i, i+1)
			return p
		}
	}
	return nil
}

func (l *Pool) give(p *process) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.idle = append(l.idle, p)
	p.timer = time.AfterFunc(10*time.Second, func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		if at := slices.Index(l.idle, p); at >= 0 {
			l.idle = slices.Delete(l.idle, at, at+1)
			p.end()
		}
	})
}

func (l *Pool) Close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, p := range l.idle {
		p.timer.Stop()
		p.end()
	}
	l.idle = nil
}
