package arena

import (
	"sync"

	"bloodline/engine"
)

// accumulator adds up the gradients of the candidates of a measurement; nil for candidates that have none.
type accumulator struct {
	players        []engine.GradientPlayer // by candidate; nil for one without a gradient
	unit, baseline float64                 // score units of a point, and points that are taken off a score
	mu             sync.Mutex
	sums           [][]int64 // by candidate, in fixed point
}

func (a *Arena) accumulator(candidates []engine.Player, baseline float64) *accumulator {
	var acc *accumulator
	for c, p := range candidates {
		g, ok := p.(engine.GradientPlayer)
		if !ok {
			continue
		}
		if acc == nil {
			info := a.Info()
			acc = &accumulator{
				players: make([]engine.GradientPlayer, len(candidates)), sums: make([][]int64, len(candidates)),
				unit: info.ScoreUnit, baseline: info.Mean + baseline - info.Zero,
			}
		}
		acc.players[c], acc.sums[c] = g, make([]int64, g.Genes())
	}
	return acc
}

// buffer is one worker's part of a candidate's sums. Candidates come in order, so it has one trajectory of each.
type buffer struct {
	*accumulator
	candidate  int32 // -1 before the first
	trajectory engine.Trajectory
	sums       []int64 // not yet in the accumulator
}

func (acc *accumulator) buffer() *buffer {
	if acc == nil {
		return nil
	}
	return &buffer{accumulator: acc, candidate: -1}
}

// seat puts a candidate's trajectory into the first place of a line, and returns the buffer; nil without a gradient.
func (b *buffer) seat(candidate int32, line []engine.Player) *buffer {
	if b == nil || b.players[candidate] == nil {
		return nil
	}
	if b.candidate != candidate {
		b.flush()
		p := b.players[candidate]
		b.candidate, b.trajectory = candidate, p.NewTrajectory()
		const linePad = len(engine.CacheLinePad{}) / 8 // in sums
		b.sums = make([]int64, p.Genes(), p.Genes()+linePad)
	}
	line[0], line[len(line)/2] = b.trajectory, b.trajectory
	return b
}

func (b *buffer) flush() {
	if b == nil || b.candidate < 0 {
		return
	}
	if d, ok := b.trajectory.(engine.Deferred); ok {
		d.Flush(b.sums)
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	for i, x := range b.sums {
		b.accumulator.sums[b.candidate][i] += x
	}
}
