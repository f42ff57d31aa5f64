package measure

import (
	"cmp"
	"context"
	"math"
	"slices"

	"bloodline/arena"
	"bloodline/arena/game"
	"bloodline/engine/stats"
	"bloodline/evolve"
	"bloodline/genome"
	"bloodline/genome/champion"
)

const (
	gainRounds = 3 // one where maps are few: another would play the same deals
	gainWords  = 5 // at most, as many as [fiveTogether] is for
)

// Gains measures what a champion of programs gains by each value that is not the game's default: it plays without the
// value, on the same deals as with it, by the games of [Split]. The deals are of a stage of their own.
// Where games are too few for all values, those furthest from their defaults come first.
//
// A value of which two rounds are enough to see that it gains plays no third; the third is for the one of the rest that
// seems to gain most, and for those that seem to gain least. Values that don't pay go back to their defaults in the
// genome that is returned. Their gains and the others are those in the champion as it was.
//
// Of genes of words other words are tried, too, up to [gainWords]. The best one that is certainly better is taken; then
// no value goes back, since each was measured with the word before.
func (e *figures) Gains(ctx context.Context, v genome.Vector) (genome.Vector, []champion.Gain, error) {
	m := &gains{figures: e, gamesLeft: e.shares().Gains}
	m.Genome = v
	if m.gamesLeft == 0 {
		return v, nil, nil
	}
	e.Begins(e.FigureGames())
	for i, g := range e.Game.Schema.Genes {
		x := m.Reset(e.Game.Schema, i) // the same as one before if a relation resets both
		if g.Text(v[i]) != g.Text(g.Default) && !slices.ContainsFunc(m.all, func(o *game.Variant) bool { return slices.Equal(o.Genes, x.Genes) }) {
			m.all = append(m.all, x)
		}
	}
	for k, more := 1, true; more; k++ { // other words, in turn one of each gene, so that all genes have some
		more = false
		for i, g := range m.Game.Schema.Genes {
			if more = more || k < g.Words; k >= g.Words || len(m.words) == gainWords {
				continue
			}
			v := m.Genome.Clone()
			if v[i] = math.Mod(g.Nearest(v[i])+float64(k), float64(g.Words)); v[i] != g.Default && g.Matters(m.Genome) {
				m.words = append(m.words, &game.Variant{Genes: []int{i}, Genome: m.Game.Schema.Repair(v)})
			}
		}
	}
	rest := slices.Clone(m.all)
	slices.SortStableFunc(rest, func(a, b *game.Variant) int { return cmp.Compare(m.distance(b), m.distance(a)) })
	rest = append(rest, m.words...)
	for round := range m.rounds() {
		affordable := max(0, int(m.gamesLeft/e.gainPrice(1))-1) // beside the champion
		if n := len(rest); round == gainRounds-1 && n > 1 {
			rest = append(rest[n-1:], rest[:n/2]...)
		}
		if set := m.worthless(); round > 0 && len(set) > 1 && affordable > 0 {
			if m.together == nil || !slices.Equal(m.together.Genes, set) {
				m.together = m.Reset(e.Game.Schema, set...)
			}
			rest = append([]*game.Variant{m.together}, rest...)
		}
		rest = rest[:min(len(rest), affordable)]
		if len(rest) == 0 {
			break
		}
		field, each := fixed(m.Field), m.gamesLeft/int64(m.rounds()-round)/int64(len(rest)+1)
		deals := max(1, mostDeals(int(each), func(deals int) bool { return m.gainPrice(deals) <= each }))
		m.Variants = m.variantsAt(m.Genome, 1, arena.StageGains, field, deals*len(field))
		m.gamesLeft -= int64(1+len(rest)) * m.gainPrice(deals)
		if err := m.playVariants(ctx, &m.Variants, rest, uint64(round)); err != nil {
			return nil, nil, err
		}
		rest = slices.DeleteFunc(rest, func(x *game.Variant) bool { return x == m.together || m.Loss(x).Low > 0 })
		slices.SortStableFunc(rest, func(a, b *game.Variant) int { return cmp.Compare(m.Loss(a).Mean, m.Loss(b).Mean) })
	}
	if x := m.better(); x != nil {
		return x.Genome, m.report(nil, x), nil
	}
	out, back := m.resetWorthless()
	return out, m.report(back, nil), nil
}

// gainPrice returns how many games a genome plays on this many deals against each opponent.
func (e *figures) gainPrice(deals int) int64 {
	field := fixed(e.Field)
	return e.gamesAgainst(field, deals*len(field), arena.StageGains)
}

type gains struct {
	*figures
	game.Variants
	all       []*game.Variant // a value each at its default; genes that a relation resets together are one value
	words     []*game.Variant // other words than the champion's and the default, which is among all
	together  *game.Variant   // all that don't pay
	gamesLeft int64
}

// distance is how far a value is from the default, in shares of its range.
func (m *gains) distance(x *game.Variant) (sum float64) {
	at, without := m.Game.Schema.Point(m.Genome), m.Game.Schema.Point(x.Genome)
	for i := range at {
		sum += math.Abs(at[i] - without[i])
	}
	return sum
}

// better returns the word with which the champion is best, of those that are certainly better than its own; nil for none.
func (m *gains) better() (best *game.Variant) {
	for _, x := range m.words {
		if x.Diff.N == 0 {
			continue
		}
		g := m.Loss(x)
		if certain := -g.Mean > float64(fiveTogether/1.96*g.Half()); certain && (best == nil || g.Mean < m.Loss(best).Mean) {
			best = x
		}
	}
	return best
}

func (m *gains) rounds() int {
	if m.Arena.Info().Maps > 0 {
		return 1
	}
	return gainRounds
}

func (m *gains) pointRange() float64 { return m.Arena.Info().Max - m.Arena.Info().Min }

// gainPrior is the prior of a value's [gains.worth]: some values gain much, and many next to nothing.
var gainPrior = evolve.Belief{Mean: 0.02, SE: 0.05}

// worth is the unit of gains: of shares of wins their range. The range of scores may have a far end, such as a race
// that isn't finished, so their unit is twice the standard deviation of what the value changes in a game.
func (m *gains) worth(g stats.Figure) float64 {
	if m.Arena.Info().Scale().Percent {
		return m.pointRange()
	}
	return min(m.pointRange(), 2*g.SE*math.Sqrt(float64(g.Games)))
}

// pays reports whether a value certainly gains, or the posterior mean of its gain is above [minGain].
func (m *gains) pays(x *game.Variant) bool {
	const minGain = 0.001 // the least [gains.worth] that is kept: a tenth of a percentage point of wins
	if x.Diff.N == 0 {
		return true
	}
	g := m.Loss(x)
	unit := m.worth(g) // 0 if no game changed, or all by the same
	return g.Low > 0 || gainPrior.Posterior(stats.Fitness{Mean: g.Mean / unit, SE: g.Half() / 1.96 / unit}).Mean > minGain
}

// worthless returns the genes of the values that don't pay, in order.
func (m *gains) worthless() (out []int) {
	for _, x := range m.all {
		if !m.pays(x) {
			out = append(out, x.Genes...)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// resetWorthless returns the champion without the values that don't pay, and their genes. Several go back only if they
// don't pay together either, since each may do the work of another; else the worst alone.
func (m *gains) resetWorthless() (out genome.Vector, back []int) {
	set := m.worthless()
	if len(set) == 0 {
		return m.Genome, nil
	}
	poor := slices.DeleteFunc(slices.Clone(m.all), m.pays)
	worst := slices.MinFunc(poor, func(a, b *game.Variant) int { return cmp.Compare(m.Loss(a).Mean, m.Loss(b).Mean) })
	if x := m.together; x != nil && slices.Equal(x.Genes, set) && !m.pays(x) {
		worst = x
	}
	return worst.Genome, worst.Genes
}

// report returns the gains, some of whose genes went back to their defaults, or took a word.
func (m *gains) report(back []int, taken *game.Variant) (out []champion.Gain) {
	const unmeasuredHalf = 0.9 // the half width expected after one game, in ranges of points
	sharp := champion.Sharp * m.pointRange()
	for k, x := range slices.Concat(m.all, m.words) {
		g, half := champion.Gain{Reset: true}, unmeasuredHalf*m.pointRange()
		for _, i := range x.Genes {
			g.Genes, g.Reset = append(g.Genes, m.Game.Schema.Genes[i].Name), g.Reset && slices.Contains(back, i)
		}
		if k >= len(m.all) {
			i := x.Genes[0]
			g.Word, g.Reset = m.Game.Schema.Genes[i].Text(x.Genome[i]), x == taken
		}
		if x.Diff.N > 0 {
			s := m.Loss(x)
			if g.Games, half = s.Games, s.Half(); half <= sharp || math.Abs(s.Mean) > half || m.Arena.Info().MapDeals > 0 { // there are no more games
				g.Gain = &s
			}
		}
		if g.Gain == nil {
			wider := half / sharp
			g.MoreGames = 10 * int64(math.Ceil((float64(float64(max(1, g.Games))*wider*wider)-float64(g.Games))/10))
		}
		out = append(out, g)
	}
	return out
}
