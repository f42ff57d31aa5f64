package referee

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"sync"
	"time"

	"bloodline/arena"
	"bloodline/arena/program"
)

type Report struct {
	Schedule arena.Schedule      // what was played: all but the void blocks
	Results  []arena.BlockResult // in the order of the schedule
	Stats    []PlayerStats       // by player
	Void     []Void              // blocks that could not be played
}

type Void struct {
	Block  int    `json:"block"`
	Reason string `json:"reason"`
}

// Kind is a kind of fault; None is no fault.
type Kind = program.Kind

// The kinds. Which of them a contest knows, and whether one costs the play or only the move, is the contest's own rule.
const (
	None           = program.None
	NoStart   Kind = "start"   // the program cannot be started
	Broken    Kind = "sandbox" // its sandbox failed while it was at move
	NotReady  Kind = "ready"   // no READY in time
	Exit           = program.Exit
	Timeout        = program.Timeout
	Late      Kind = "late" // an answer after its time
	Flood          = program.Flood
	Garbage   Kind = "garbage"    // output that is not an answer
	Refused   Kind = "refused"    // an answer that says no
	Illegal   Kind = "illegal"    // a move against the rules
	Modified  Kind = "modified"   // the history file was changed
	Exchange  Kind = "exchange"   // the program keeps cards that it was not offered
	Arbiter   Kind = "arbiter"    // a move on which the contest's own arbiter fails
	BadOutput Kind = "bad_output" // a malformed answer of which a legal move was made
)

// Fault is one thing that a program did wrong.
type Fault struct {
	Kind    Kind   `json:"kind"`
	Play    string `json:"play"`
	Move    int    `json:"move"` // moves of this program before, in this play
	Detail  string `json:"detail"`
	Stderr  string `json:"stderr,omitempty"` // the last lines of its standard error
	Forfeit bool   `json:"forfeit"`          // whether it cost the rest of the play
}

const samples = 5 // faults that a record keeps in full

// PlayerStats counts a player's plays, moves and faults. For players of bloodline only Plays is counted.
type PlayerStats struct {
	Plays    int
	Forfeits int           // plays lost by a fault
	Moves    int           // moves asked of the program
	Total    time.Duration // wall clock over all moves, from the question to the answer
	Slowest  time.Duration // of one move
	Times    Times         // of all moves
	CPU      time.Duration // processor time of the program and of the children that it waited for
	Faults   map[Kind]int
	Samples  []Fault // the first few faults
}

// Conduct is the [PlayerStats] of a program for reports and JSON. Times are in milliseconds.
type Conduct struct {
	Command  []string     `json:"command"`
	Moves    int          `json:"moves"`
	Mean     float64      `json:"mean_ms"`
	Median   float64      `json:"median_ms"`
	P95      float64      `json:"p95_ms"`
	P99      float64      `json:"p99_ms"`
	Slowest  float64      `json:"slowest_ms"`
	CPU      float64      `json:"cpu_ms"` // a move, starting the program included
	Forfeits int          `json:"forfeits"`
	Faults   map[Kind]int `json:"faults"`
	Samples  []Fault      `json:"samples,omitempty"`
}

// Conduct returns how the program of a seat behaved; nil for a player of this module without a fault.
func (r *PlayerStats) Conduct(s Seat) *Conduct {
	if s.Command == nil && len(r.Faults) == 0 {
		return nil
	}
	ms := func(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
	mean := func(all time.Duration) float64 { return ms(all / time.Duration(max(r.Moves, 1))) }
	at := func(share float64) float64 { return ms(min(r.Times.Quantile(share), r.Slowest)) }
	out := &Conduct{s.Command, r.Moves, mean(r.Total), at(0.5), at(0.95), at(0.99), ms(r.Slowest), mean(r.CPU), r.Forfeits, r.Faults, r.Samples}
	if out.Faults == nil {
		out.Faults = map[Kind]int{}
	}
	return out
}

func (r *PlayerStats) Add(o *PlayerStats) {
	r.Plays += o.Plays
	r.Forfeits += o.Forfeits
	r.Moves += o.Moves
	r.Total += o.Total
	r.Slowest = max(r.Slowest, o.Slowest)
	r.CPU += o.CPU
	r.Times.merge(o.Times)
	for k, n := range o.Faults {
		r.count(k, n)
	}
	r.Samples = append(r.Samples, o.Samples[:min(len(o.Samples), samples-len(r.Samples))]...)
}

func (r *PlayerStats) count(k Kind, n int) {
	if r.Faults == nil {
		r.Faults = map[Kind]int{}
	}
	r.Faults[k] += n
}

func (r *PlayerStats) addMove(took time.Duration) {
	r.Moves++
	r.Total += took
	r.Slowest = max(r.Slowest, took)
	r.Times.merge(Times{int(math.Ceil(math.Log(float64(max(took, 1))) / math.Log(classWidth))): 1})
}

// Times counts durations by classes, each 5 % wider than the one before. The keys are classes.
type Times map[int]int

const classWidth = 1.05

func (t *Times) merge(o Times) {
	if *t == nil && len(o) > 0 {
		*t = Times{}
	}
	for class, n := range o {
		(*t)[class] += n
	}
}

// Quantile returns the time that a share of all does not exceed, at most 5 % too long; 0 without any.
func (t Times) Quantile(share float64) time.Duration {
	all, below := 0, 0
	for _, n := range t {
		all += n
	}
	for _, class := range slices.Sorted(maps.Keys(t)) {
		if below += t[class]; float64(below) >= share*float64(all) {
			return time.Duration(math.Pow(classWidth, float64(class)))
		}
	}
	return 0
}

// Log adds up the behaviour of programs at the tables of an arena; [Play] reports its own.
type Log struct {
	mu   sync.Mutex
	seen []logged
}

type logged struct {
	seat  Seat
	stats PlayerStats
}

func (l *Log) add(seat Seat, r *PlayerStats) {
	l.mu.Lock()
	defer l.mu.Unlock()
	same := func(x logged) bool { return x.seat.Name == seat.Name && slices.Equal(x.seat.Command, seat.Command) }
	i := slices.IndexFunc(l.seen, same)
	if i < 0 {
		i, l.seen = len(l.seen), append(l.seen, logged{seat: seat})
	}
	l.seen[i].stats.Add(r)
}

// Each calls do for each program in the order of names.
func (l *Log) Each(do func(name string, r *PlayerStats)) {
	l.mu.Lock()
	defer l.mu.Unlock()
	slices.SortFunc(l.seen, func(x, y logged) int { return cmp.Compare(x.seat.Name, y.seat.Name) })
	for i := range l.seen {
		do(l.seen[i].seat.Name, &l.seen[i].stats)
	}
}
