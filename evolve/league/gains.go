package league

import (
	"cmp"
	"context"
	"math"
	"slices"

	"bloodline/arena"
	"bloodline/engine"
	"bloodline/engine/stats"
	"bloodline/genome"
	"bloodline/genome/champion"
)

// Guess is what a model of a run's games expects of its champion's changes. It orders the measurement, and names pairs.
type Guess struct {
	Gain  func(without genome.Vector) float64 // of the champion over it
	Pairs [][2]int                            // genes whose values interact, the surest first
}

// Gains measures what a champion of programs gains by each value that is not the game's default: it plays without the value,
// on the same deals as with it, by the games of [Evaluator.GainGames]. Deals are of a stage of their own.
//
// Most games go to the values that gain least, by sequential halving. Values that gain nothing go back to the defaults in
// the genome that is returned, those that were measured alone, in a pair or together: [settle].
func (e *Evaluator) Gains(ctx context.Context, v genome.Vector, guess Guess) (genome.Vector, []champion.Gain, error) {
	m := &gains{Evaluator: e, whole: v, left: e.GainGames()}
	if m.left == 0 {
		return v, nil, nil
	}
	for i, g := range e.Game.Schema.Genes {
		if g.Text(v[i]) != g.Text(g.Default) {
			m.all = append(m.all, m.change(i))
		}
	}
	single := len(m.all)
	for _, p := range guess.Pairs {
		if len(m.all) < single+mostPairs && m.alone(p[0]) != nil && m.alone(p[1]) != nil {
			m.all = append(m.all, m.change(p[0], p[1]))
		}
	}
	rest := slices.Clone(m.all)
	if guess.Gain != nil {
		slices.SortStableFunc(rest, func(a, b *change) int { return cmp.Compare(guess.Gain(a.without), guess.Gain(b.without)) })
	}
	for round := range gainRounds {
		rest = rest[:min(len(rest), m.affordable())]
		now := rest
		if set := m.worthless(); round > 0 && len(set) > 1 {
			if m.joint == nil || !slices.Equal(m.joint.genes, set) {
				m.joint = m.change(set...)
			}
			now = append(slices.Clone(rest[:min(len(rest), max(0, m.affordable()-1))]), m.joint)
		}
		if len(now) == 0 {
			break
		}
		if err := m.play(ctx, round, now); err != nil {
			return nil, nil, err
		}
		rest = slices.DeleteFunc(rest, func(c *change) bool { return m.gain(c).Low > 0 })
		slices.SortStableFunc(rest, func(a, b *change) int { return cmp.Compare(m.gain(a).Mean, m.gain(b).Mean) })
		if round == gainRounds-2 {
			rest = rest[:(len(rest)+1)/2]
		}
	}
	return m.settle()
}

const (
	mostPairs  = 2 // that are measured
	gainRounds = 3 // of sequential halving
)

// GainGames returns how many games [Evaluator.Gains] may take: Settings.Gains, or a ninth of those of the generations; none
// in a league and in games without programs, or if they buy no measurement.
func (e *Evaluator) GainGames() int64 {
	if field := fixed(e.Field); !e.Game.Slow() || e.Exploiters.Share > 0 || len(field) == 0 {
		return 0
	}
	games := e.Settings.Gains
	if games == 0 {
		games = e.GenerationGames() * int64(e.Evolve.Generations) / 9
	}
	if games < 2*e.gainPrice(1) {
		return 0
	}
	return games
}

// gainPrice is how many games a genome takes on so many deals of each opponent.
func (e *Evaluator) gainPrice(deals int) int64 {
	field := fixed(e.Field)
	return e.gamesAgainst(field, deals*len(field))
}

// gains is the measurement of a champion's changes.
type gains struct {
	*Evaluator
	whole genome.Vector
	all   []*change // single ones, then pairs
	joint *change   // all that seem worthless, together
	left  int64     // games
}

// change is what a champion has in place of defaults.
type change struct {
	genes   []int
	without genome.Vector
	sum     stats.Paired // without and with it
}

func (m *gains) change(genes ...int) *change {
	out := &change{genes: genes, without: m.whole.Clone()}
	for _, i := range genes {
		out.without[i] = m.Game.Schema.Genes[i].Default
	}
	return out
}

// alone returns the change of a single gene; nil if it has its default.
func (m *gains) alone(gene int) *change {
	for _, c := range m.all {
		if len(c.genes) == 1 && c.genes[0] == gene {
			return c
		}
	}
	return nil
}

// affordable returns how many changes the games allow to measure beside the champion itself.
func (m *gains) affordable() int { return max(0, int(m.left/m.gainPrice(1))-1) }

// play plays changes, and the champion, on new deals by the games of a round.
func (m *gains) play(ctx context.Context, round int, now []*change) error {
	field := fixed(m.Field)
	deals, genomes := 1, int64(len(now)+1)
	for genomes*m.gainPrice(deals+1) <= m.left/int64(gainRounds-round) {
		deals++
	}
	var without []engine.Player
	for _, c := range now {
		without = append(without, m.Game.Player(c.without))
	}
	e := m.against(arena.StageGains, field, deals*len(field), nil)
	got, err := e.Compare(ctx, m.Game.Player(m.whole), without, uint64(round))
	if err != nil {
		return err
	}
	m.left -= genomes * m.gainPrice(deals)
	m.games.Add(genomes * m.gainPrice(deals))
	for k, c := range now {
		c.sum.Merge(got[k].Paired)
	}
	return nil
}

// gain returns the points a game that a change gains.
func (m *gains) gain(c *change) stats.Summary {
	n := c.sum.Diff.N * int64(m.Arena.Info().Seatings())
	return m.Arena.Difference(c.sum).Summary(n).Opposite()
}

// What is expected of a change before it is measured, in shares of the range of points: a search keeps some that gain much
// and many that gain next to nothing.
const (
	expected   = 0.02
	expectedSD = 0.05
)

// pays reports whether the posterior mean of a change's gain is above 0: a normal prior and the measurement.
func (m *gains) pays(c *change) bool {
	if c == nil || c.sum.Diff.N == 0 {
		return true
	}
	x, width := m.gain(c), m.Arena.Info().Max-m.Arena.Info().Min
	se := x.Half() / 1.96 / width
	weight := expectedSD * expectedSD / (expectedSD*expectedSD + se*se)
	return expected+weight*(x.Mean/width-expected) > 0
}

// worthless returns the genes of the changes that don't pay, in order.
func (m *gains) worthless() (out []int) {
	for _, c := range m.all {
		if !m.pays(c) {
			out = append(out, c.genes...)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// settle returns the champion without the changes that don't pay, and all gains. Several go back together only if they
// were measured together and don't pay so either: each may do the work of another. Else the worst goes back.
func (m *gains) settle() (genome.Vector, []champion.Gain, error) {
	set, out := m.worthless(), m.whole
	if len(set) > 0 {
		back := slices.DeleteFunc(slices.Clone(m.all), m.pays)
		worst := slices.MinFunc(back, func(a, b *change) int { return cmp.Compare(m.gain(a).Mean, m.gain(b).Mean) })
		if len(set) > len(worst.genes) && m.joint != nil && slices.Equal(m.joint.genes, set) && !m.pays(m.joint) {
			worst = m.joint
		}
		set, out = worst.genes, worst.without
	}
	var found []champion.Gain
	width := m.Arena.Info().Max - m.Arena.Info().Min
	for _, c := range m.all {
		g := champion.Gain{Games: c.sum.Diff.N * int64(m.Arena.Info().Seatings()), Reset: true}
		for _, i := range c.genes {
			g.Genes, g.Reset = append(g.Genes, m.Game.Schema.Genes[i].Name), g.Reset && slices.Contains(set, i)
		}
		half := usual * width / math.Sqrt(float64(max(1, g.Games)))
		if g.Games > 0 {
			x := m.gain(c)
			half = x.Half()
			if half <= champion.Sharp*width || math.Abs(x.Mean) > half {
				g.Gain = &x
			}
		}
		if g.Gain == nil {
			ratio := half / (champion.Sharp * width)
			more := float64(max(1, g.Games))*ratio*ratio - float64(g.Games)
			g.More = 10 * int64(math.Ceil(more/10))
		}
		found = append(found, g)
	}
	return out, found, nil
}

// usual is half of an interval, as a share of the range of points, times the root of its games, for changes that were not
// played: twice the standard deviation of a game between even players, with and without, less what equal deals save.
const usual = 0.9
