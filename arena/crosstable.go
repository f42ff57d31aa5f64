package arena

import (
	"cmp"
	"math"
	"slices"

	"bloodline/engine/stats"
)

// Total is what a player got in a round robin.
type Total struct {
	Player int // index
	stats.Figure
}

// Crosstable has the results of a round robin: of each player, and of each pair.
type Crosstable struct {
	Order  []Total         // best first; equal shares keep the order of the players
	Versus [][]stats.Tally // block scores of each ordered pair; nil for games of more than two seats
	arena  *Arena
}

// Crosstable sums the results of a schedule.
func (a *Arena) Crosstable(players int, s Schedule, results []BlockResult) *Crosstable {
	own, st := make([]stats.Tally, players), &Crosstable{arena: a}
	if a.info.Seats == 2 {
		st.Versus = make([][]stats.Tally, players)
		for i := range st.Versus {
			st.Versus[i] = make([]stats.Tally, players)
		}
	}
	for i, r := range results {
		b := s.Block(i)
		for place, player := range a.lineup(&b) {
			own[player].Add(int64(r.Score[place]))
			own[player].Draws += a.draws(&r)
		}
		if st.Versus != nil {
			x, y := b.Lineup[0], b.Lineup[1]
			st.Versus[x][y].Add(int64(r.Score[0]))
			st.Versus[y][x].Add(int64(r.Score[1]))
		}
	}
	for p, t := range own {
		f := a.Figure(t)
		if st.Versus != nil {
			strata := slices.Concat(st.Versus[p][:p], st.Versus[p][p+1:])
			f = a.bound(stats.Stratified(strata, a.Unit(), stats.Level), stats.Level)
			f.Draws = t.Draws
		}
		st.Order = append(st.Order, Total{Player: p, Figure: f})
	}
	slices.SortStableFunc(st.Order, func(x, y Total) int { return cmp.Compare(y.Mean, x.Mean) })
	return st
}

// PlaceSummaries returns what each place of the lineup got in the results of a [Pair].
func (a *Arena) PlaceSummaries(results []BlockResult) []stats.Figure {
	out := make([]stats.Figure, a.info.Seats)
	for place := range out {
		var t stats.Tally
		for _, r := range results {
			t.Add(int64(r.Score[place]))
			t.Draws += a.draws(&r)
		}
		out[place] = a.Figure(t)
	}
	return out
}

// draws returns how many games of a block for two were drawn.
func (a *Arena) draws(r *BlockResult) int64 {
	if a.info.Seats > 2 {
		return 0
	}
	return int64(r.Drawn[1])
}

// Against has the points of a player against a field: in all, and against each opponent. With more than two seats
// ByOpponent counts the blocks in which the opponent sat at the table.
type Against struct {
	Total      stats.Figure
	ByOpponent []stats.Figure
	Ahead      []stats.Figure // share of the games in which it has more points than the opponent, ties as halves; nil for two seats
	Blocks     []int32        // score of each; of [Measurement.MeasureBlocks] alone
	maps       []int64        // mean score of each map, in a game of few
}

// sum adds up the results of one of a number of candidates, of the first of these deals.
func (a *Arena) sum(deals []Block, results []BlockResult, candidates, field int) Sum {
	s := Sum{By: make([]stats.Tally, field)}
	if a.info.Seats > 2 {
		s.Ahead = make([]stats.Tally, field)
	}
	for k := range results {
		score := int64(results[k].Score[0])
		s.All.Add(score)
		for i, opponent := range a.lineup(&deals[k])[1:] {
			by := &s.By[int(opponent)-candidates]
			by.Add(score)
			by.Errors += int64(results[k].Failed[1+i])
			by.Draws += int64(results[k].Drawn[1+i])
			if s.Ahead != nil {
				s.Ahead[int(opponent)-candidates].Add(int64(a.games) + int64(results[k].Ahead[1+i]))
			}
		}
	}
	return s
}

func (a *Arena) total(s Sum, level float64) stats.Figure {
	if a.info.Seats == 2 {
		f := a.bound(stats.Stratified(s.By, a.Unit(), level), level)
		for _, t := range s.By {
			f.Draws += t.Draws
		}
		return f
	}
	return a.bound(s.All.Figure(a.Unit(), level), level)
}

// Figure returns the points a game behind a tally of block scores, within Info.Min and Info.Max; without a block the
// mean is Info.Mean. Its standard error is infinite below two blocks.
func (a *Arena) Figure(t stats.Tally) stats.Figure {
	return a.bound(t.Figure(a.Unit(), stats.Level), stats.Level)
}

// Difference returns how many points a game the first of two players has more, by deals that
// both have played. Its interval has a width though all those deals went alike.
func (a *Arena) Difference(p stats.Paired) stats.Figure {
	f := p.Diff.Figure(a.Unit(), stats.Level)
	if info := a.Info(); info.Min == 0 && info.Max == 1 {
		f = f.ShareDifference(a.games, stats.Level)
	}
	f.Games = f.N * int64(a.games)
	return a.widened(f)
}

// widened returns the difference with the widest interval, if nothing is known of it.
func (a *Arena) widened(f stats.Figure) stats.Figure {
	if a.NoInterval {
		f.Low, f.High = a.info.Min-a.info.Max, a.info.Max-a.info.Min
	}
	return f
}

// FewDifference is [Arena.Difference] with an interval for few deals, which ends where no difference can be larger, at
// any level.
func (a *Arena) FewDifference(p stats.Paired, level float64) stats.Figure {
	info := a.Info()
	f, most := p.Diff.Figure(a.Unit(), level), info.Max-info.Min
	if info.Min == 0 && info.Max == 1 {
		f = p.FewDifference(a.Unit(), a.games, level)
	}
	f.Games, f.Low, f.High = f.N*int64(a.games), max(-most, f.Low), min(most, f.High)
	return a.widened(f)
}

// At returns points a game with the interval of another level.
func (a *Arena) At(f stats.Figure, level float64) stats.Figure { return a.bound(f.At(level), level) }

// bound counts the games of a figure and limits its interval to the range of points. Shares of wins have the interval
// of [stats.Figure.Share].
func (a *Arena) bound(f stats.Figure, level float64) stats.Figure {
	info := a.Info()
	f.Games = f.N * int64(a.games)
	if info.Min == 0 && info.Max == 1 {
		f = f.Share(a.games, level)
	}
	if math.IsNaN(f.Mean) {
		f.Mean, f.Low, f.High = info.Mean, info.Min, info.Max
	}
	f.Low, f.High = max(f.Low, info.Min), min(f.High, info.Max)
	if a.NoInterval {
		f.Low, f.High = info.Min, info.Max
	}
	return f
}

// Ratings fits Bradley-Terry strengths to a round robin of two seats, in Elo with mean 0; with more seats all are 0. A
// block, whose games share a deal, counts as one game with a share in [0, 1] ([Arena.Support]).
func (s *Crosstable) Ratings() (*stats.Ratings, error) {
	if n := len(s.Order); s.Versus == nil {
		return &stats.Ratings{Elo: make([]float64, n), Interval: make([]stats.Interval, n)}, nil
	}
	width, scores, squares := s.arena.maxDifference(), make([][]float64, len(s.Versus)), make([][]float64, len(s.Versus))
	for i, row := range s.Versus {
		scores[i], squares[i] = make([]float64, len(row)), make([]float64, len(row))
		for j, t := range row {
			o := s.Versus[j][i]
			if t.N > 0 {
				scores[i][j] = float64(width*t.N+t.Sum-o.Sum) / float64(2*width)
			}
			if t.N > 1 { // where points don't have a sum, two scores differ by as much as they can
				sd := (math.Sqrt(t.Var()) + math.Sqrt(o.Var())) / float64(2*width)
				squares[i][j] = float64(t.N-1) * float64(sd*sd)
			}
		}
	}
	if r, err := stats.BradleyTerry(scores, squares, 0, stats.Level); err == nil {
		return r, nil
	}
	// A player lost or won every game: a hundredth of its games against an average phantom keeps its rating finite.
	return stats.BradleyTerry(scores, squares, float64(s.Order[0].Games)/float64(100*s.arena.games), stats.Level)
}

// Cycles lists the triples in which each beats the next significantly (95 % intervals, corrected for the number of
// pairs), the widest margin first; none in games where both players can get more than the mean.
func (s *Crosstable) Cycles() []stats.Cycle {
	n := len(s.Versus)
	if !s.arena.Info().ZeroSum {
		return nil
	}
	level := stats.BonferroniLevel(stats.Level, max(1, n*(n-1)/2))
	points := make([][]stats.Interval, n)
	for i, row := range s.Versus {
		points[i] = make([]stats.Interval, n)
		for j, t := range row {
			if i != j {
				points[i][j] = t.Figure(s.arena.Unit(), level).Interval()
			}
		}
	}
	out := stats.Cycles(points, s.arena.Info().Mean)
	slices.SortStableFunc(out, func(a, b stats.Cycle) int { return cmp.Compare(b.Margin, a.Margin) })
	return out
}

// Matrix returns each player's points a game against each other one, in the order of Order, with a diagonal of 0; nil
// without pairs.
func (s *Crosstable) Matrix() [][]float64 {
	if s.Versus == nil {
		return nil
	}
	out := make([][]float64, len(s.Order))
	for i, x := range s.Order {
		out[i] = make([]float64, len(s.Order))
		for j, y := range s.Order {
			if i != j {
				out[i][j] = s.Versus[x.Player][y.Player].Mean() / float64(s.arena.Unit())
			}
		}
	}
	return out
}
