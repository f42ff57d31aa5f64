package arena

import (
	"cmp"
	"math"
	"slices"

	"bloodline/engine/stats"
)

type Total struct {
	Player int // index
	stats.Figure
}

// Crosstable has the results of a round robin: of each player, and of each pair.
type Crosstable struct {
	Order  []Total         // best first; equal shares keep the order of the players
	Versus [][]stats.Tally // block scores of each ordered pair; nil for games of more than two seats
	differ [][]stats.Tally // of each ordered pair: block scores of the first less those of the second
	arena  *Arena
}

func (a *Arena) Crosstable(players int, s Schedule, results []BlockResult) *Crosstable {
	own, versus, st := make([]unitTally, players), make([][]unitPairs, players), &Crosstable{arena: a}
	for i := range versus {
		versus[i] = make([]unitPairs, players)
	}
	for i, r := range results {
		b := s.Block(i)
		for place, player := range a.lineup(&b) {
			own[player].add(&a.info, &b, r.Score[place])
			own[player].Draws += a.draws(&r)
		}
		if x, y := b.Lineup[0], b.Lineup[1]; a.info.Seats == 2 {
			versus[x][y].add(&a.info, &b, r.Score[0], r.Score[1])
			versus[y][x].add(&a.info, &b, r.Score[1], r.Score[0])
		}
	}
	for p := range own {
		var row, differ []stats.Tally
		for o := range versus[p] {
			pair := versus[p][o].units()
			row, differ = append(row, pair.A), append(differ, pair.Diff)
		}
		f := a.Figure(own[p].units())
		if a.info.Seats == 2 {
			st.Versus, st.differ = append(st.Versus, row), append(st.differ, differ)
			if a.info.Maps == 0 {
				draws := f.Draws
				f = a.figure(stats.Stratified(slices.Concat(row[:p], row[p+1:]), a.Unit(), 0, stats.Level), stats.Level)
				f.Draws = draws
			}
		}
		st.Order = append(st.Order, Total{Player: p, Figure: f})
	}
	slices.SortStableFunc(st.Order, func(x, y Total) int { return cmp.Compare(y.Mean, x.Mean) })
	return st
}

// PlaceSummaries returns what each place of the lineup got in the results of a [Pair].
func (a *Arena) PlaceSummaries(s Schedule, results []BlockResult) []stats.Figure {
	out := make([]stats.Figure, a.info.Seats)
	for place := range out {
		var t unitTally
		for i, r := range results {
			b := s.Block(i)
			t.add(&a.info, &b, r.Score[place])
			t.Draws += a.draws(&r)
		}
		out[place] = a.Figure(t.units())
	}
	return out
}

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
	Firsts     int64          // games that it ends first, alone or with others; 0 for two seats
	Blocks     []int64        // score of each; of [Measurement.MeasureBlocks] alone
	deals      []Block        // of these scores
	candidates int            // players before the field in these deals
}

// aheadUnit makes the mean of a player's places at a table a whole number, of which there are up to eight.
const aheadUnit = 840

// sum adds up the results of one of a number of candidates, of the first of these deals.
func (a *Arena) sum(deals []Block, results []BlockResult, candidates, field int) Sum {
	s := Sum{By: make([]stats.Tally, field)}
	if a.info.Seats > 2 {
		s.Ahead = make([]stats.Tally, field)
	}
	games := int64(a.games)
	for k := range results {
		r, opponents := &results[k], a.lineup(&deals[k])[1:]
		s.All.Add(r.Score[0])
		s.Firsts += int64(r.Firsts)
		for i, opponent := range opponents {
			if slices.Contains(opponents[:i], opponent) {
				continue // one with several seats is met once
			}
			var places, ahead, failed, drawn int64
			for k, other := range opponents[i:] {
				if other == opponent {
					at := 1 + i + k
					places, ahead = places+1, ahead+int64(r.Ahead[at])
					failed, drawn = failed+int64(r.Failed[at]), drawn+int64(r.Drawn[at])
				}
			}
			o := int(opponent) - candidates
			by := &s.By[o]
			by.Add(r.Score[0])
			by.Errors += min(failed, games)
			by.Draws += min(drawn, games)
			if s.Ahead != nil {
				s.Ahead[o].Add(aheadUnit*games + aheadUnit*ahead/places)
			}
		}
	}
	return s
}

func (a *Arena) total(s Sum, level float64) stats.Figure {
	var f stats.Figure
	if a.info.Seats == 2 && a.info.Maps == 0 {
		f = stats.Stratified(s.By, a.Unit(), 0, level)
	} else { // games with different opponents are a unit
		f = a.mean(s.All, level)
	}
	if f = a.figure(f, level); a.info.Seats == 2 {
		for _, t := range s.By {
			f.Draws += t.Draws
		}
	}
	return f
}

// mean returns the mean of a tally of block scores in points, or of their differences, with the games behind it.
func (a *Arena) mean(t stats.Tally, level float64) stats.Figure {
	f := t.Figure(a.Unit(), level)
	f.Games = t.BlockCount() * int64(a.games)
	return f
}

// Figure returns the points a game behind a tally of block scores, within Info.Min and Info.Max; without a block the
// mean is Info.Mean. Its standard error is infinite below two blocks.
func (a *Arena) Figure(t stats.Tally) stats.Figure {
	return a.figure(a.mean(t, stats.Level), stats.Level)
}

// figure returns the points a game of a mean of scores, with its games and its interval within the range of points.
// Shares of wins have the interval of [stats.Figure.Share]. Differences of scores have no [engine.Info].Zero.
func (a *Arena) figure(f stats.Figure, level float64) stats.Figure {
	info := &a.info
	if info.Zero != 0 {
		f = f.Plus(info.Zero)
	}
	f.Games = cmp.Or(f.Games, f.N*int64(a.games))
	if info.Shares() && f.N > 0 {
		f = f.Share(float64(f.Games)/float64(f.N), level)
	}
	if math.IsNaN(f.Mean) {
		f.Mean, f.Low, f.High = info.Mean, info.Min, info.Max
	}
	f.Low, f.High = max(f.Low, info.Min), min(f.High, info.Max)
	return a.widened(f, info.Min, info.Max)
}

// Difference returns how many points a game the first of two players has more, by deals that
// both have played. Its interval has a width though all those deals went alike.
func (a *Arena) Difference(p stats.Paired) stats.Figure {
	f := a.mean(p.Diff, stats.Level)
	if a.info.Shares() && f.N > 0 {
		f = f.ShareDifference(float64(f.Games)/float64(f.N), stats.Level)
	}
	return a.widened(f, a.info.Min-a.info.Max, a.info.Max-a.info.Min)
}

// Lead returns by how many points a game a player leads, with an interval for few deals: see [stats.Stratified].
func (a *Arena) Lead(differences []stats.Tally, level float64) stats.Figure {
	games, most := 0, a.info.Max-a.info.Min
	if a.info.Shares() {
		games = a.games
	}
	f := stats.Stratified(differences, a.Unit(), games, level)
	for _, t := range differences {
		f.Games += t.BlockCount() * int64(a.games)
	}
	if f.N == 0 {
		f.Low, f.High = -most, most
		return f
	}
	f.Low, f.High = min(f.Mean, max(-most, f.Low)), max(f.Mean, min(most, f.High))
	return a.widened(f, -most, most)
}

// Proof returns a lead with an interval that rare results don't belie. Points that are no shares may have a far end, so
// as long as one deal in fifty may not have been seen, the interval is the one for any values of their range.
func (a *Arena) Proof(lead stats.Figure, level float64) stats.Figure {
	if most := a.info.Max - a.info.Min; !a.info.Shares() && lead.N < stats.LeastSeen && a.FewDeals == ManyDeals {
		lead = lead.Bounded(2*most, level).Within(-most, most)
	}
	return lead
}

// widened returns a figure that lies in a range with the interval of what is known of its deals, where they are few.
func (a *Arena) widened(f stats.Figure, low, high float64) stats.Figure {
	switch a.FewDeals {
	case AllDeals:
		f.Low, f.High = f.Mean, f.Mean
	case CopiedDeals:
		f.Low, f.High = low, high
	}
	return f
}

// Ratings fits Bradley-Terry strengths to a round robin of two seats, in Elo with mean 0; with more seats all are 0. A
// block, whose games share a deal, counts as one game with a share in [0, 1] ([Arena.Support]). Where points are no
// shares of wins, the one game more of [stats.BradleyTerry] has the mean variance of blocks, which may be small.
func (s *Crosstable) Ratings() (*stats.Ratings, error) {
	if n := len(s.Order); s.Versus == nil {
		return &stats.Ratings{Elo: make([]float64, n), Interval: make([]stats.Interval, n)}, nil
	}
	scores, squares := s.shares()
	more, seen, blocks := -1.0, 0.0, int64(0)
	for i, row := range s.Versus {
		for j, t := range row {
			seen, blocks = seen+squares[i][j], blocks+max(0, t.N-1)
		}
	}
	if !s.arena.info.Scale().Percent && blocks > 0 {
		more = seen / float64(blocks)
	}
	return rate(scores, squares, more, float64(s.Order[0].Games)/float64(100*s.arena.games))
}

// shares returns the sum of the shares of each player against each other, by blocks or maps, and the sum of the squares
// of how far they are from their mean.
func (s *Crosstable) shares() (scores, squares [][]float64) {
	width, wins := float64(s.arena.maxDifference()), s.arena.info.Scale().Percent
	for i, row := range s.Versus {
		scores, squares = append(scores, make([]float64, len(row))), append(squares, make([]float64, len(row)))
		for j, t := range row {
			o := s.Versus[j][i]
			if t.N > 0 {
				scores[i][j] = (float64(width*float64(t.N)) + float64(t.Sum-o.Sum)) / (2 * width)
			}
			if t.N > 1 { // where points don't have a sum, two scores differ by as much as they can
				sd := (math.Sqrt(t.Var()) + math.Sqrt(o.Var())) / (2 * width)
				if !wins {
					sd = math.Sqrt(s.differ[i][j].Var()) / (2 * width)
				}
				squares[i][j] = float64(t.N-1) * float64(sd*sd)
			}
		}
	}
	return scores, squares
}

// rate fits ratings. Where a player has lost or won every game, some deals against an average phantom keep them finite:
// a hundredth of a player's own are little.
func rate(scores, squares [][]float64, more, phantom float64) (*stats.Ratings, error) {
	if r, err := stats.BradleyTerry(scores, squares, more, 0); err == nil {
		return r, nil
	}
	return stats.BradleyTerry(scores, squares, more, phantom)
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
				points[i][j] = s.arena.figure(t.Figure(s.arena.Unit(), level), level).Interval()
			}
		}
	}
	out := stats.Cycles(points, s.arena.Info().Mean)
	slices.SortStableFunc(out, func(a, b stats.Cycle) int { return cmp.Compare(b.Margin, a.Margin) })
	return out
}

// Matrix returns each player's points a game against each other one, in the order of Order, 0 on the diagonal; or nil.
func (s *Crosstable) Matrix() [][]float64 {
	if s.Versus == nil {
		return nil
	}
	out := make([][]float64, len(s.Order))
	for i, x := range s.Order {
		out[i] = make([]float64, len(s.Order))
		for j, y := range s.Order {
			if i != j {
				out[i][j] = s.Versus[x.Player][y.Player].Mean()/s.arena.Unit() + s.arena.info.Zero
			}
		}
	}
	return out
}
