package stats

import "slices"

// Walk is an SPRT under way. It takes block results in schedule order, looks at
// the bounds after each, and stops at the first crossing: what comes later is
// ignored, so results that workers played beyond it cannot change the verdict.
type Walk struct {
	test         SPRT
	on           Support
	counts       []int64
	n            int64
	llr          float64
	lower, upper float64
	verdict      Verdict
}

// Start begins a walk over blocks with the given support. The error is that of
// [SPRT.Check].
func (s SPRT) Start(on Support) (*Walk, error) {
	if err := s.Check(on); err != nil {
		return nil, err
	}
	on.Scores = slices.Clone(on.Scores)
	w := &Walk{test: s, on: on, counts: make([]int64, len(on.Scores))}
	w.lower, w.upper = s.Bounds()
	return w, nil
}

// Add counts the next block, which had result k of the support, and returns the
// verdict. It allocates nothing. A result outside of the support panics.
func (w *Walk) Add(k int) Verdict {
	if w.verdict != Continue {
		return w.verdict
	}
	w.counts[k]++
	w.n++
	w.llr = w.test.LLR(w.on, w.counts)
	w.verdict = judge(w.llr, w.lower, w.upper)
	return w.verdict
}

// Verdict returns what the test says so far.
func (w *Walk) Verdict() Verdict { return w.verdict }

// LLR returns the log-likelihood ratio, after a verdict that of the crossing.
func (w *Walk) LLR() float64 { return w.llr }

// N returns the blocks counted, up to the crossing.
func (w *Walk) N() int64 { return w.n }

// Counts returns a copy of the blocks counted, by result.
func (w *Walk) Counts() []int64 { return slices.Clone(w.counts) }
