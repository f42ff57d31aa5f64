package arena

import (
	"math"
	"sync"

	"bloodline/engine"
)

// CreditBits are the binary places of a lesson: an int64 of it stands for itself
// times 2^-CreditBits. So it holds plus and minus 2^39, 5.5e11, in steps of 6e-8. No
// race reaches the ends: it would take a thousand in each of half a billion games of
// one candidate.
const CreditBits = 24

// Scholar is a candidate that can tell what its games teach about its genes:
// which of them earned the score (policy gradient by REINFORCE, Williams 1992).
//
// It is a player of its game like any other, and it is the scholar itself that
// plays wherever nobody asks for credit. Only [Evaluator.Race] does, and only of
// candidates; in a field a scholar is just a player. Beside what the student does, a
// lesson costs about ten nanoseconds.
type Scholar interface {
	// Attend returns a student for the use of one goroutine, who plays exactly as
	// the scholar does: equal views and rolls give equal actions. It must be safe
	// for concurrent use; a race calls it at most twice for each worker, before the
	// candidate's first game there and before its first after the first look.
	// Students of different workers play at the same time: see [engine.CacheLinePad].
	Attend() Student
	// Genes returns the length of a lesson. It never changes.
	Genes() int
}

// Student is a player of its game that remembers what it decided since the last
// lesson. Unlike other players it changes as it plays.
type Student interface {
	// Learn takes a lesson of all decisions since the last one and forgets them. To
	// each into[i] it adds
	//
	//	math.RoundToEven(x * (1 << CreditBits))
	//
	// where x is surplus times the derivative, by gene i, of the log-probability of
	// those decisions; it must be finite. No remainder is kept for the next lesson,
	// so sums do not depend on who learns what, and when.
	//
	// There is a lesson after each game. surplus is the score of the student's own
	// seat in points, less [engine.Info].Mean: a baseline that lowers the variance of
	// the sum and leaves its expectation alone, which is the derivative of the
	// expected points. It may be 0. into has the scholar's Genes and is the
	// goroutine's own; Learn should not allocate.
	Learn(surplus float64, into []int64)
}

// ledger adds up what all workers' students of each candidate learn. A nil ledger
// is one of candidates among whom nobody is a scholar.
type ledger struct {
	scholars   []Scholar // by candidate; nil for who is none
	unit, fair float64   // score units of a point, and points of equal players
	mu         sync.Mutex
	sums       [][]int64 // by candidate
}

func (a *Arena) ledger(candidates []engine.Player) *ledger {
	var l *ledger
	for c, p := range candidates {
		s, ok := p.(Scholar)
		if !ok {
			continue
		}
		if l == nil {
			info := a.Info()
			l = &ledger{
				scholars: make([]Scholar, len(candidates)), sums: make([][]int64, len(candidates)),
				unit: float64(info.ScoreUnit), fair: info.Mean,
			}
		}
		l.scholars[c], l.sums[c] = s, make([]int64, s.Genes())
	}
	return l
}

// credit returns the mean of a candidate's lessons, or nil for one that is no
// scholar.
func (l *ledger) credit(candidate int, games int64) []float64 {
	if l == nil || l.scholars[candidate] == nil {
		return nil
	}
	out := make([]float64, len(l.sums[candidate]))
	for i, sum := range l.sums[candidate] {
		out[i] = math.Ldexp(float64(sum)/float64(games), -CreditBits)
	}
	return out
}

// desk is where one worker's student sits, of one candidate after the other. A lap
// goes through its candidates in order, so each has one student at most there.
type desk struct {
	*ledger
	candidate int32 // of the student; -1 before the first
	student   Student
	learnt    []int64 // by the student; not yet in the ledger
}

func (l *ledger) desk() *desk {
	if l == nil {
		return nil
	}
	return &desk{ledger: l, candidate: -1}
}

// call puts the student of a candidate into the first place of a block's line and
// returns the desk, or nil for a candidate that is no scholar.
func (d *desk) call(candidate int32, line []engine.Player) *desk {
	if d.scholars[candidate] == nil {
		return nil
	}
	if d.candidate != candidate {
		d.dismiss()
		s := d.scholars[candidate]
		n := s.Genes()
		d.candidate, d.student = candidate, s.Attend()
		d.learnt = make([]int64, n, n+apart)
	}
	line[0], line[len(line)/2] = d.student, d.student
	return d
}

// apart is engine.CacheLinePad in numbers of a lesson.
const apart = len(engine.CacheLinePad{}) / 8

func (d *desk) learn(score int32) {
	d.student.Learn(float64(score)/d.unit-d.fair, d.learnt)
}

// dismiss writes the student's lessons into the ledger.
func (d *desk) dismiss() {
	if d == nil || d.candidate < 0 {
		return
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	for i, x := range d.learnt {
		d.sums[d.candidate][i] += x
	}
}
