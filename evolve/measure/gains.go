package measure

import (
	"cmp"
	"context"
	"math"
	"slices"

	"bloodline/arena"
	"bloodline/engine"
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
func (e *Evaluator) Gains(ctx context.Context, v genome.Vector) (genome.Vector, []champion.Gain, error) {
	m := &gains{Evaluator: e, champion: v, gamesLeft: e.figures().Gains}
	if m.gamesLeft == 0 {
		return v, nil, nil
	}
	for i, g := range e.Game.Schema.Genes {
		x := m.value(i) // the same as one before if a relation resets both
		if g.Text(v[i]) != g.Text(g.Default) && !slices.ContainsFunc(m.all, func(o *value) bool { return slices.Equal(o.genes, x.genes) }) {
			m.all = append(m.all, x)
		}
	}
	m.addWords()
	rest := slices.Clone(m.all)
	slices.SortStableFunc(rest, func(a, b *value) int { return cmp.Compare(m.distance(b), m.distance(a)) })
	rest = append(rest, m.words...)
	for round := range m.rounds() {
		affordable := max(0, int(m.gamesLeft/e.gainPrice(1))-1) // beside the champion
		if n := len(rest); round == gainRounds-1 && n > 1 {
			rest = append(rest[n-1:], rest[:n/2]...)
		}
		if set := m.worthless(); round > 0 && len(set) > 1 && affordable > 0 {
			if m.together == nil || !slices.Equal(m.together.genes, set) {
				m.together = m.value(set...)
			}
			rest = append([]*value{m.together}, rest...)
		}
		rest = rest[:min(len(rest), affordable)]
		if len(rest) == 0 {
			break
		}
		if err := m.play(ctx, round, rest); err != nil {
			return nil, nil, err
		}
		rest = slices.DeleteFunc(rest, func(x *value) bool { return x == m.together || m.gain(x).Low > 0 })
		slices.SortStableFunc(rest, func(a, b *value) int { return cmp.Compare(m.gain(a).Mean, m.gain(b).Mean) })
	}
	if x := m.better(); x != nil {
		return x.without, m.report(nil, x), nil
	}
	out, back := m.resetWorthless()
	return out, m.report(back, nil), nil
}

// gainPrice returns how many games a genome plays on this many deals against each opponent.
func (e *Evaluator) gainPrice(deals int) int64 {
	field := fixed(e.Field)
	return e.gamesAgainst(field, deals*len(field), arena.StageGains)
}

// gains is a measurement of a champion's values.
type gains struct {
	*Evaluator
	champion  genome.Vector
	all       []*value // that are not the defaults
	words     []*value // other words than the champion's and the default, which is among all
	together  *value   // all that don't pay
	gamesLeft int64
}

// value is a gene of a champion that is not at its default. Genes that a relation resets together are one value.
type value struct {
	genes   []int
	without genome.Vector // with the default, or another word
	sum     stats.Paired  // without and with it
}

// distance is how far a value is from the default, in shares of its range.
func (m *gains) distance(x *value) (sum float64) {
	at, without := m.Game.Schema.Point(m.champion), m.Game.Schema.Point(x.without)
	for i := range at {
		sum += math.Abs(at[i] - without[i])
	}
	return sum
}

func (m *gains) value(genes ...int) *value {
	out := &value{}
	out.without, out.genes = m.Game.Schema.AtDefaults(m.champion, genes...)
	return out
}

// addWords has other words measured: in turn one of each gene, so that all genes have some.
func (m *gains) addWords() {
	for k, more := 1, true; more; k++ {
		more = false
		for i, g := range m.Game.Schema.Genes {
			if more = more || k < g.Words; k >= g.Words || len(m.words) == gainWords {
				continue
			}
			v := m.champion.Clone()
			if v[i] = math.Mod(g.Nearest(v[i])+float64(k), float64(g.Words)); v[i] != g.Default && g.Matters(m.champion) {
				m.words = append(m.words, &value{genes: []int{i}, without: m.Game.Schema.Repair(v)})
			}
		}
	}
}

// better returns the word with which the champion is best, of those that are certainly better than its own; nil for none.
func (m *gains) better() (best *value) {
	for _, x := range m.words {
		if x.sum.Diff.N == 0 {
			continue
		}
		g := m.gain(x)
		if certain := -g.Mean > float64(fiveTogether/1.96*g.Half()); certain && (best == nil || g.Mean < m.gain(best).Mean) {
			best = x
		}
	}
	return best
}

// play plays the champion with and without values on new deals, by the games of a round.
func (m *gains) play(ctx context.Context, round int, values []*value) error {
	field, each := fixed(m.Field), m.gamesLeft/int64(m.rounds()-round)/int64(len(values)+1)
	deals := max(1, mostDeals(int(each), func(deals int) bool { return m.gainPrice(deals) <= each }))
	vectors, without := []genome.Vector{m.champion}, []engine.Player(nil)
	for _, x := range values {
		vectors, without = append(vectors, x.without), append(without, m.Game.Player(x.without))
	}
	e := m.measurement(arena.StageGains, field, deals*len(field), vectors)
	got, err := e.Compare(ctx, m.Game.Player(m.champion), without, uint64(round))
	if err != nil {
		return err
	}
	games := int64(len(vectors)) * m.gainPrice(deals)
	m.gamesLeft -= games
	m.games.Add(games)
	for k, x := range values {
		x.sum.Merge(got[k].Paired)
	}
	return nil
}

func (m *gains) rounds() int {
	if m.Arena.Info().Maps > 0 {
		return 1
	}
	return gainRounds
}

func (m *gains) gain(x *value) stats.Figure {
	return m.Arena.Lead([]stats.Tally{x.sum.Diff}, stats.Level).Opposite()
}

func (m *gains) pointRange() float64 { return m.Arena.Info().Max - m.Arena.Info().Min }

// gainPrior is the prior of the gain of a value, in the unit of [gains.worth]: a search finds some values that gain
// much, and many that gain next to nothing.
var gainPrior = evolve.Belief{Mean: 0.02, SE: 0.05}

// minGain is the least gain for which a value is kept, in the unit of [gains.worth]: of wins a tenth of a percentage
// point.
const minGain = 0.001

// worth is the unit in which gains are judged: of shares of wins their range. The range of scores may have a far end, such
// as that of a race that isn't finished, so their unit is twice the standard deviation of what the value changes in a game,
// which wins have at most.
func (m *gains) worth(g stats.Figure) float64 {
	if m.Arena.Info().Scale().Percent {
		return m.pointRange()
	}
	return min(m.pointRange(), 2*g.SE*math.Sqrt(float64(g.Games)))
}

// pays reports whether a value certainly gains, or the posterior mean of its gain is above [minGain].
func (m *gains) pays(x *value) bool {
	if x.sum.Diff.N == 0 {
		return true
	}
	g := m.gain(x)
	unit := m.worth(g) // 0 if no game changed, or all by the same
	return g.Low > 0 || gainPrior.Posterior(stats.Fitness{Mean: g.Mean / unit, SE: g.Half() / 1.96 / unit}).Mean > minGain
}

// worthless returns the genes of the values that don't pay, in order.
func (m *gains) worthless() (out []int) {
	for _, x := range m.all {
		if !m.pays(x) {
			out = append(out, x.genes...)
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
		return m.champion, nil
	}
	poor := slices.DeleteFunc(slices.Clone(m.all), m.pays)
	worst := slices.MinFunc(poor, func(a, b *value) int { return cmp.Compare(m.gain(a).Mean, m.gain(b).Mean) })
	if x := m.together; x != nil && slices.Equal(x.genes, set) && !m.pays(x) {
		worst = x
	}
	return worst.without, worst.genes
}

// unmeasuredHalf is the expected half width of the interval of a gain after one game, as a share of the range of
// points. It stands for values that were not played.
const unmeasuredHalf = 0.9

// report returns the gains, some of whose genes went back to their defaults, or took a word.
func (m *gains) report(back []int, taken *value) (out []champion.Gain) {
	sharp := champion.Sharp * m.pointRange()
	for k, x := range slices.Concat(m.all, m.words) {
		g, half := champion.Gain{Reset: true}, unmeasuredHalf*m.pointRange()
		for _, i := range x.genes {
			g.Genes, g.Reset = append(g.Genes, m.Game.Schema.Genes[i].Name), g.Reset && slices.Contains(back, i)
		}
		if k >= len(m.all) {
			i := x.genes[0]
			g.Word, g.Reset = m.Game.Schema.Genes[i].Text(x.without[i]), x == taken
		}
		if x.sum.Diff.N > 0 {
			s := m.gain(x)
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
