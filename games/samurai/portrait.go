package samurai

import (
	"fmt"

	"bloodline/arena/portrait"
	"bloodline/engine"
	"bloodline/games/samurai/seat"
)

const strengths = seat.MaxStrength - seat.MinStrength + 1

const (
	games = iota
	won
	drawn
	led    // games with the most points at half-time
	ledWon // games won after such a lead
	pointsHalf
	pointsEnd
)

// The columns of how visits are spread.
const (
	largest = iota
	lordsVisited
	further // visits to the favourite after the first
	toQuiet // visits to the three lords that the others visit least
	again   // visits to lords of the turn before
)

// The columns of places: the top and the last place at half-time, and from atEnd on at the end.
const (
	top = iota
	last
	atEnd
)

// probe plays as another player and counts visits and results, in some 100 ns a choice, for one goroutine.
type probe struct {
	portrait.Album
	inner seat.Policy

	results, visits, spread, places *portrait.Counts

	lastPlace, margin portrait.Cell // games finished last; lead in intimacy at lords where it is first at the end

	view seat.View // view of the last choice
	act  seat.Action
}

var _ seat.Observer = (*probe)(nil)

func newProbe(inner engine.Player) *probe {
	share := func(head, habit string) portrait.Column {
		return portrait.Column{Head: head, Kind: portrait.IsShare, Habit: habit}
	}
	mean := func(head string) portrait.Column { return portrait.Column{Head: head, Kind: portrait.IsMean} }
	var byStrength []portrait.Column
	for s := seat.MinStrength; s <= seat.MaxStrength; s++ {
		byStrength = append(byStrength, share(fmt.Sprintf("strength %d", s), fmt.Sprintf("visits a lord of strength %d on turn %%s", s)))
	}
	p := &probe{
		inner: inner.(seat.Policy),
		results: portrait.NewCounts("Results", nil, portrait.Column{Head: "games", Kind: portrait.IsCount},
			share("won", ""), share("drawn", ""), share("led at half-time", ""), share("won of these", ""), mean("points at half-time"), mean("points of the final scoring")),
		visits: portrait.NewCounts("Share of a turn's visits that one lord gets, by its strength", []string{"turn"}, byStrength...),
		spread: portrait.NewCounts("How visits are spread", []string{"turn"}, mean("largest pile"), mean("lords visited"),
			share("further visits to the favourite", "piles further visits on its favourite on turn %s"),
			share("to the three quiet lords", "sends visits to the three quiet lords on turn %s"),
			share("to lords of the turn before", "sends visits to lords of the turn before on turn %s")),
		places: portrait.NewCounts("Tops and last places, alone or shared, of each lord", []string{"strength"},
			share("top at half-time", "is first with a lord of strength %d at half-time"), share("last at half-time", "is last with a lord of strength %d at half-time"),
			share("top at the end", "is first with a lord of strength %d at the end"), share("last at the end", "is last with a lord of strength %d at the end")),
	}
	p.Album = portrait.Album{p.results, p.visits, p.spread, p.places}
	p.results.Row(nil)
	for turn := uint8(1); turn <= seat.Turns; turn++ {
		name := when(&seat.View{Report: seat.Report{Turn: turn}})
		p.visits.Row([]string{name}, name)
		p.spread.Row([]string{name}, name)
	}
	for s := seat.MinStrength; s <= seat.MaxStrength; s++ {
		p.places.Row([]string{fmt.Sprint(s)}, s)
	}
	p.places.Row([]string{"all"})
	return p
}

func (p *probe) Act(v *seat.View, roll uint64) seat.Action {
	a := p.inner.Act(v, roll)
	p.choice(v, a)
	p.view, p.act = *v, a
	return a
}

func (p *probe) choice(v *seat.View, a seat.Action) {
	turn, visits := int(v.Turn-1)%seat.Turns, seat.Visits(v.Turn)
	var quiet uint8 // a set: the half of the lords with the least intimacy to the three others; of equals the first
	var m [seat.Lords][seat.Seats]float32
	v.Estimate(&m)
	for range seat.Lords / 2 {
		best, least := 0, float32(1e9)
		for l := range m {
			if sum := m[l][1] + m[l][2] + m[l][3]; quiet>>l&1 == 0 && sum < least {
				best, least = l, sum
			}
		}
		quiet |= 1 << best
	}
	most, distinct, calm, repeated := 0, 0, 0, 0
	for l := range seat.Lords {
		n := a.Count(l)
		most, distinct = max(most, n), distinct+min(n, 1)
		p.visits.At(turn, index(v, l)).Shares(n, visits)
		if quiet>>l&1 != 0 {
			calm += n
		}
		if v.Turn > 1 && p.act.Count(l) > 0 {
			repeated += n
		}
	}
	spread := p.spread
	spread.At(turn, largest).Add(most)
	spread.At(turn, lordsVisited).Add(distinct)
	spread.At(turn, further).Shares(most-1, visits-1)
	spread.At(turn, toQuiet).Shares(calm, visits)
	spread.At(turn, again).Shares(repeated, visits)
	if v.Turn == seat.HalfTurn+1 {
		p.scoring(0, v, &v.Public)
		p.results.At(0, pointsHalf).Shares(int(v.Half[0]), seat.Unit)
		p.results.At(0, led).Count(leads(v))
	}
}

func leads(v *seat.View) bool { return v.Half[0] > max(v.Half[1], v.Half[2], v.Half[3]) }

func index(v *seat.View, lord int) int { return int(v.Strength[lord]-seat.MinStrength) % strengths }

// scoring counts the own tops and last places of a scoring; from is their first column.
func (p *probe) scoring(from int, v *seat.View, m *seat.Matrix) {
	for l, row := range m {
		hi, lo := max(row[1], row[2], row[3]), min(row[1], row[2], row[3])
		first := row[0] >= hi && row[0] > lo
		for _, at := range []int{index(v, l), strengths} {
			p.places.At(at, from+top).Count(first)
			p.places.At(at, from+last).Count(row[0] <= lo && row[0] < hi)
		}
		if first && from == atEnd {
			p.margin.Add(int(row[0] - hi))
		}
	}
}

func (p *probe) Over(truth *seat.Matrix, totals *[seat.Seats]int32) {
	v, results := &p.view, p.results
	p.scoring(atEnd, v, truth)
	results.At(0, games).Did++
	results.At(0, pointsEnd).Shares(int(totals[0]-v.Half[0]), seat.Unit)
	winner := seat.Winner(totals)
	results.At(0, won).Count(winner == 0)
	results.At(0, drawn).Count(winner == -1)
	if leads(v) {
		results.At(0, ledWon).Count(winner == 0)
	}
	p.lastPlace.Count(totals[0] < min(totals[1], totals[2], totals[3]))
}

// Words puts the portrait into a few sentences. There are none before a game was counted.
func (p *probe) Words() (out []portrait.Sentence) {
	results, spread, places := p.results, p.spread, p.places
	if results.At(0, games).Did == 0 {
		return nil
	}
	say := func(of *portrait.Counts, row int, format string, args ...any) {
		out = append(out, p.Sentence(of, row, format, args...))
	}
	say(results, 0, "It wins %s of its games, finishes last in %s, and turns %s of its half-time leads into wins.",
		results.At(0, won).Percent(), p.lastPlace.Percent(), results.At(0, ledWon).Percent())
	days, nights := []int{0, 2, 4, 6, 8}, []int{1, 3, 5, 7}
	pile, manner := spread.Sum(largest, days...).Ratio(), "It spreads its days"
	switch {
	case pile >= 3.25:
		manner = "It piles up its days"
	case pile >= 2.25:
		manner = "It keeps its days together in part"
	}
	say(spread, -1, "%s: its largest pile is %.2f of five visits, on %.2f lords a day.", manner, pile, spread.Sum(lordsVisited, days...).Ratio())

	// Preferences for strong lords, and for quiet ones early and late in the halves.
	early, late := spread.Sum(toQuiet, 1, 2, 5, 6).Ratio(), spread.Sum(toQuiet, 3, 4, 7, 8).Ratio()
	say(p.visits, -1, "A lord of strength 6 gets %.1f times the visits of one of strength 3; early in a half it %s (%.0f %% of its visits go to the quieter three), late it %s (%.0f %%).",
		p.strongOverWeak(), lean(early), 100*early, lean(late), 100*late)
	lords := spread.Sum(lordsVisited, nights...) // two, or one that gets both visits
	say(spread, -1, "By night both visits go to one lord in %s of cases, and %s of secret visits go where it was seen the day before.",
		portrait.Share(seat.NightVisits*lords.Could-lords.Did, lords.Could).Percent(), spread.Sum(again, nights...).Percent())
	say(places, strengths, "At the end it is first with %s of the lords, by %.2f points of intimacy on average, and last with %s.",
		places.At(strengths, atEnd+top).Percent(), p.margin.Ratio(), places.At(strengths, atEnd+last).Percent())
	return out
}

func lean(quiet float64) string {
	switch {
	case quiet > 0.55:
		return "seeks the quiet lords"
	case quiet < 0.45:
		return "fights over the contested lords"
	}
	return "minds no crowd"
}

func (p *probe) strongOverWeak() float64 {
	weak := p.visits.Sum(0).Ratio()
	if weak == 0 {
		return 0
	}
	return p.visits.Sum(strengths-1).Ratio() / weak
}
