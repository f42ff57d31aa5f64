package samurai

import (
	"fmt"

	"bloodline/arena/portrait"
	"bloodline/engine"
	"bloodline/games/samurai/seat"
)

const strengths = seat.MaxStrength - seat.MinStrength + 1

// probe counts what a player does: its decisions over games, in the game's words. One goroutine
// uses it. Counting costs some 100 ns a choice, allocates nothing, and changes no choice.
type probe struct {
	inner seat.Policy
	counts
	view seat.View // as of the last choice
	act  seat.Action
}

// counts are sums over games.
type counts struct {
	games, wins, draws int64
	led, ledWon        int64                        // games led alone at half-time, and won of these
	points             [2]int64                     // own points in twelfths, at half-time and of the final scoring
	lords              [strengths]int64             // lords met
	visits             [seat.Turns][strengths]int64 // by turn and strength
	biggest, distinct  [seat.Turns]int64            // largest pile, lords visited
	quiet              [seat.Turns]int64            // visits of the three lords that the others court least
	tops, lasts        [2][strengths]int64          // sole or shared, at half-time and at the end
	margin             [2]int64                     // own intimacy above the best other where it is top, summed
	topCount           [2]int64                     // and how often that was
	repeat             [seat.Turns]int64            // visits of lords that were visited the day before
	rank               [seat.Seats]int64            // final place, ties shared upwards
}

var (
	_ seat.Policy   = (*probe)(nil)
	_ seat.Observer = (*probe)(nil)
)

func newProbe(inner engine.Player) *probe { return &probe{inner: inner.(seat.Policy)} }

// Act asks the policy and counts its choice.
func (p *probe) Act(v *seat.View, roll uint64) seat.Action {
	a := p.inner.Act(v, roll)
	p.choice(v, a)
	p.view, p.act = *v, a
	return a
}

func (p *probe) choice(v *seat.View, a seat.Action) {
	t := (v.Turn - 1) % seat.Turns
	quiet := quietest(v)
	most, distinct := 0, int64(0)
	for l := range seat.Lords {
		n := a.Count(l)
		if n == 0 {
			continue
		}
		most, distinct = max(most, n), distinct+1
		p.visits[t][index(v, l)] += int64(n)
		if quiet>>l&1 != 0 {
			p.quiet[t] += int64(n)
		}
		if v.Turn > 1 && p.act.Count(l) > 0 {
			p.repeat[t] += int64(n)
		}
	}
	p.biggest[t] += int64(most)
	p.distinct[t] += distinct
	if v.Turn == seat.HalfTurn+1 {
		p.halfTime(v)
	}
}

func index(v *seat.View, lord int) uint8 { return (v.Strength[lord] - seat.MinStrength) % strengths }

// quietest returns as a bit set the three lords with the least intimacy to the
// three others; of equals the first.
func quietest(v *seat.View) (set uint8) {
	var m [seat.Lords][seat.Seats]float32
	v.Estimate(&m)
	for range seat.Lords / 2 {
		best, least := 0, float32(1e9)
		for l := range m {
			if sum := m[l][1] + m[l][2] + m[l][3]; set>>l&1 == 0 && sum < least {
				best, least = l, sum
			}
		}
		set |= 1 << best
	}
	return set
}

func (p *probe) halfTime(v *seat.View) {
	p.scoring(0, v, &v.Public)
	p.points[0] += int64(v.Half[0])
	if v.Half[0] > max(v.Half[1], v.Half[2], v.Half[3]) {
		p.led++
	}
}

// scoring counts the own tops and last places of a scoring.
func (p *probe) scoring(i int, v *seat.View, m *seat.Matrix) {
	for l, row := range m {
		hi, lo := max(row[1], row[2], row[3]), min(row[1], row[2], row[3])
		if row[0] >= hi && row[0] > lo {
			p.tops[i][index(v, l)]++
			p.margin[i] += int64(row[0] - hi)
			p.topCount[i]++
		}
		if row[0] <= lo && row[0] < hi {
			p.lasts[i][index(v, l)]++
		}
	}
}

// Over counts how a game ended.
func (p *probe) Over(truth *seat.Matrix, totals *[seat.Seats]int32) {
	v := &p.view
	p.games++
	p.scoring(1, v, truth)
	p.points[1] += int64(totals[0] - v.Half[0])
	for l := range seat.Lords {
		p.lords[index(v, l)]++
	}
	place := 0
	for _, x := range totals[1:] {
		if x > totals[0] {
			place++
		}
	}
	p.rank[place]++
	switch seat.Winner(totals) {
	case 0:
		p.wins++
		if v.Half[0] > max(v.Half[1], v.Half[2], v.Half[3]) {
			p.ledWon++
		}
	case -1:
		p.draws++
	}
}

// Tables returns the portrait: results, visits, concentration, tops and last
// places.
func (p *probe) Tables() []portrait.Table {
	return []portrait.Table{p.results(), p.visitTable(), p.concentration(), p.places()}
}

func ratio[N, M int | int64](n N, of M) float64 {
	if of == 0 {
		return 0
	}
	return float64(n) / float64(of)
}

func percent(n, of int64) string { return portrait.Share(n, of).Percent() }

func decimal[N, M int | int64](n N, of M) string { return fmt.Sprintf("%.2f", ratio(n, of)) }

// The tables, in their order.
const (
	tableResults = iota
	tableVisits
	tableSpread
	tablePlaces
)

func (p *probe) results() portrait.Table {
	g := p.games
	t := portrait.Table{
		Title:   "Results",
		Columns: []string{"games", "won", "drawn", "led at half-time", "won of these", "points at half-time", "points of the final scoring"},
	}
	t.Add(nil, portrait.Count(g), portrait.Share(p.wins, g), portrait.Share(p.draws, g), portrait.Share(p.led, g), portrait.Share(p.ledWon, p.led),
		portrait.Mean(p.points[0], g*seat.Unit), portrait.Mean(p.points[1], g*seat.Unit))
	return t
}

func (p *probe) visitTable() portrait.Table {
	t := portrait.Table{Title: "Share of a turn's visits that one lord gets, by its strength", Columns: []string{"turn"}}
	for s := range strengths {
		t.Columns = append(t.Columns, fmt.Sprintf("strength %d", seat.MinStrength+s))
	}
	for i, row := range p.visits {
		var cells []portrait.Cell
		for s, n := range row {
			cells = append(cells, portrait.Share(n, p.lords[s]*int64(seat.Visits(uint8(i+1)))).
				As("visits a lord of strength %d on turn %s", seat.MinStrength+s, turnName(i)))
		}
		t.Add([]string{turnName(i)}, cells...)
	}
	return t
}

func turnName(i int) string {
	if seat.IsNight(uint8(i + 1)) {
		return fmt.Sprintf("%d night", i+1)
	}
	return fmt.Sprintf("%d day", i+1)
}

func (p *probe) concentration() portrait.Table {
	t := portrait.Table{
		Title:   "How visits are spread",
		Columns: []string{"turn", "largest pile", "lords visited", "further visits to the favourite", "to the three quiet lords", "to lords of the turn before"},
	}
	for i := range p.biggest {
		g, turn := p.games, turnName(i)
		all := g * int64(seat.Visits(uint8(i+1)))
		t.Add([]string{turn}, portrait.Mean(p.biggest[i], g), portrait.Mean(p.distinct[i], g),
			portrait.Share(p.biggest[i]-g, all-g).As("piles further visits on its favourite on turn %s", turn),
			portrait.Share(p.quiet[i], all).As("sends visits to the three quiet lords on turn %s", turn),
			portrait.Share(p.repeat[i], all).As("sends visits to lords of the turn before on turn %s", turn))
	}
	return t
}

func (p *probe) places() portrait.Table {
	t := portrait.Table{
		Title:   "Tops and last places, alone or shared, of each lord",
		Columns: []string{"strength", "top at half-time", "last at half-time", "top at the end", "last at the end"},
	}
	habits := [4]string{"is first with a lord of strength %d at half-time", "is last with a lord of strength %d at half-time", "is first with a lord of strength %d at the end", "is last with a lord of strength %d at the end"}
	all := [4]portrait.Cell{}
	for s, n := range p.lords {
		var cells []portrait.Cell
		for i, did := range [4]int64{p.tops[0][s], p.lasts[0][s], p.tops[1][s], p.lasts[1][s]} {
			cells = append(cells, portrait.Share(did, n).As(habits[i], seat.MinStrength+s))
			all[i] = portrait.Share(all[i].Did+did, all[i].Could+n)
		}
		t.Add([]string{fmt.Sprint(seat.MinStrength + s)}, cells...)
	}
	t.Add([]string{"all"}, all[:]...)
	return t
}
