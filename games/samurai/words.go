package samurai

import (
	"fmt"

	"bloodline/arena/portrait"
	"bloodline/games/samurai/seat"
)

// Words puts the portrait into a few sentences. There are none before a game was
// counted.
func (p *probe) Words() []portrait.Sentence {
	if p.games == 0 {
		return nil
	}
	return []portrait.Sentence{
		{Text: p.result(), Table: tableResults},
		{Text: p.spread(), Table: tableSpread, Row: -1},
		{Text: p.taste(), Table: tableVisits, Row: -1},
		{Text: p.nights(), Table: tableSpread, Row: -1},
		{Text: p.ends(), Table: tablePlaces, Row: int(strengths)},
	}
}

func (p *probe) result() string {
	g := p.games
	return fmt.Sprintf("It wins %s of its games, finishes last in %s, and turns %s of its half-time leads into wins.",
		percent(p.wins, g), percent(p.rank[seat.Seats-1], g), percent(p.ledWon, p.led))
}

func (p *probe) spread() string {
	var most, lords int64
	for t := 0; t < seat.Turns; t += 2 {
		most += p.biggest[t]
		lords += p.distinct[t]
	}
	days := p.games * (seat.Turns/2 + 1)
	manner := "It spreads its days"
	switch x := ratio(most, days); {
	case x >= 3.25:
		manner = "It piles up its days"
	case x >= 2.25:
		manner = "It keeps its days together in part"
	}
	return fmt.Sprintf("%s: its largest pile is %s of five visits, on %s lords a day.", manner, decimal(most, days), decimal(lords, days))
}

// taste compares strong with weak lords and contested with quiet ones, early and
// late in the halves.
func (p *probe) taste() string {
	earlyQuiet, lateQuiet := p.quietShare(2, 3, 6, 7), p.quietShare(4, 5, 8, 9)
	lean := func(x float64) string {
		switch {
		case x > 0.55:
			return "seeks the quiet lords"
		case x < 0.45:
			return "fights over the contested lords"
		}
		return "minds no crowd"
	}
	return fmt.Sprintf("A lord of strength 6 gets %.1f times the visits of one of strength 3; early in a half it %s (%.0f %% of its visits go to the quieter three), late it %s (%.0f %%).",
		p.strongOverWeak(), lean(earlyQuiet), 100*earlyQuiet, lean(lateQuiet), 100*lateQuiet)
}

func (p *probe) quietShare(turns ...int) float64 {
	var quiet, all int64
	for _, t := range turns {
		quiet += p.quiet[t-1]
		all += p.games * int64(seat.Visits(uint8(t)))
	}
	return ratio(quiet, all)
}

func (p *probe) strongOverWeak() float64 {
	var strong, weak int64
	for _, row := range p.visits {
		strong += row[strengths-1]
		weak += row[0]
	}
	x := ratio(weak, p.lords[0])
	if x == 0 {
		return 0
	}
	return ratio(strong, p.lords[strengths-1]) / x
}

func (p *probe) nights() string {
	var both, again, all int64
	for t := 1; t < seat.Turns; t += 2 {
		both += seat.NightVisits*p.games - p.distinct[t]
		again += p.repeat[t]
		all += p.games
	}
	return fmt.Sprintf("By night both visits go to one lord in %s of cases, and %s of secret visits go where it was seen the day before.",
		percent(both, all), percent(again, seat.NightVisits*all))
}

func (p *probe) ends() string {
	var lords, tops, lasts int64
	for s, n := range p.lords {
		lords += n
		tops += p.tops[1][s]
		lasts += p.lasts[1][s]
	}
	return fmt.Sprintf("At the end it is first with %s of the lords, by %s points of intimacy on average, and last with %s.",
		percent(tops, lords), decimal(p.margin[1], p.topCount[1]), percent(lasts, lords))
}
