package stats

import "slices"

// Walk is an SPRT under way. It takes block results in schedule order, looks at the bounds after each, and stops at the
// first crossing: what comes later is ignored, so results that workers played beyond it cannot change the decision.
type Walk struct {
	progress
	test   SPRT
	scores []float64
	cells  cells // of all results; of a sparse support the ends and those seen
	at     []int // by result, its cell; -1: not seen
	n      int64
}

// progress is the state of a sequential test so far.
type progress struct {
	llr          float64
	lower, upper float64 // Wald's bounds
	decision     Decision
}

func (p *progress) decide() {
	switch {
	case p.llr >= p.upper:
		p.decision = AcceptH1
	case p.llr <= p.lower:
		p.decision = AcceptH0
	}
}

// Decision returns the decision so far: Continue until the test has ended.
func (p *progress) Decision() Decision { return p.decision }

// LLR returns the log-likelihood ratio, after a decision that of the crossing.
func (p *progress) LLR() float64 { return p.llr }

// Start begins a walk over blocks with the given support. The error is that of [SPRT.Check].
func (s SPRT) Start(on Support) (*Walk, error) {
	if err := s.Check(on); err != nil {
		return nil, err
	}
	w := &Walk{test: s, scores: slices.Clone(on.Scores), at: make([]int, len(on.Scores))}
	for k := range w.at {
		w.at[k] = -1
		if !on.Sparse || k == 0 || k == len(w.at)-1 {
			w.open(k)
		}
	}
	w.lower, w.upper = s.Bounds()
	return w, nil
}

func (w *Walk) open(k int) {
	w.at[k] = len(w.cells.scores)
	w.cells.scores, w.cells.counts = append(w.cells.scores, w.scores[k]), append(w.cells.counts, 0)
}

// Add counts the next block, which had result k of the support, and returns the decision. A result outside of the
// support panics. It allocates only for a new result of a sparse support, and costs some 50 ns a different result.
func (w *Walk) Add(k int) Decision {
	if w.decision != Continue {
		return w.decision
	}
	if w.at[k] < 0 {
		w.open(k)
	}
	w.cells.counts[w.at[k]]++
	w.n++
	w.llr = w.test.llr(w.cells)
	w.decide()
	return w.decision
}

// N returns the blocks counted, up to the crossing.
func (w *Walk) N() int64 { return w.n }

// Counts returns the blocks counted, by result.
func (w *Walk) Counts() []int64 {
	out := make([]int64, len(w.at))
	for k, cell := range w.at {
		if cell >= 0 {
			out[k] = w.cells.counts[cell]
		}
	}
	return out
}
