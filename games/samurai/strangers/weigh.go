package strangers

import (
	"math"

	"bloodline/games/samurai/seat"
)

// weigh values visits by the scorings to come.
func (p *Player) weigh(v *seat.View, w *seat.Values) {
	var b, share board
	p.known(v, &b)
	p.shares(v, &b, &share)
	f := p.aims(v)
	near := before(v.Turn)
	p.scoring(v, &b, &share, &f, near, 1, w)
	if v.Turn <= seat.HalfTurn && p.final > 0 {
		p.scoring(v, &b, &share, &f, near+seat.Turns-seat.HalfTurn, p.final, w)
	}
}

// aims has the weights of a choice: of the top, of the last place and of a rival's points.
type aims struct {
	top, last, threat float64
	rival             int
}

// aims returns the weights, which depend on the lead at half-time in the second half.
func (p *Player) aims(v *seat.View) aims {
	f := aims{p.top, p.last, p.threat, leader(v)}
	if v.Turn > seat.HalfTurn {
		best := max(v.Half[1], v.Half[2], v.Half[3])
		lead := float64(v.Half[0]-best) / (10 * seat.Unit)
		lead = p.mood * min(max(lead, -1), 1)
		f.top *= 1 - float64(lead)
		f.last *= 1 + float64(lead)
	}
	return f
}

// scoring adds what visits are worth at a scoring some turns away.
func (p *Player) scoring(v *seat.View, b, share *board, f *aims, turns int, weight float64, w *seat.Values) {
	later := 0.0
	for t := 1; t <= turns; t++ {
		later += float64(seat.Spends(v.Turn + uint8(t)))
	}
	then := *b
	p.expect(v, share, &then, later)
	scale := 1 / (p.spread * (1 + float64(p.widens*float64(turns))))
	worth := float64(seat.Worth(v.Turn))
	for l := range w {
		s := weight * p.price[v.Strength[l]-seat.MinStrength]
		row := &then[l]
		mine := row[0]
		for k := range seat.Visits(v.Turn) + 1 {
			row[0] = mine + float64(worth*float64(k))
			w[l][k] += float32(s * p.worth(row, f, scale))
		}
	}
}

// worth returns the value of a row of intimacies for column 0, the own one.
func (p *Player) worth(row *[seat.Seats]float64, f *aims, scale float64) float64 {
	if p.way == margins {
		hi, lo := max(row[1], row[2], row[3]), min(row[1], row[2], row[3])
		return float64(f.top*ramp((row[0]-hi)*scale)) + float64(f.last*ramp((row[0]-lo)*scale))
	}
	top, last := p.places(row, 0, scale)
	out := float64(f.top*top) - float64(f.last*last)
	if f.threat > 0 {
		top, last = p.places(row, f.rival, scale)
		out -= float64(f.threat * (top - last))
	}
	return out
}

// places returns the chances that a column ends first and last at a lord.
func (p *Player) places(row *[seat.Seats]float64, j int, scale float64) (top, last float64) {
	top, last = 1, 1
	for i := 1; i < seat.Seats; i++ {
		c := p.ahead((row[j] - row[(j+i)&3]) * scale)
		top *= c
		last *= 1 - c
	}
	return top, last
}

// ahead is the chance that a lead, in units of the spread, lasts: a rash player takes a lead of 1 for certain, others
// never are.
func (p *Player) ahead(d float64) float64 {
	if p.rash {
		return ramp(d)
	}
	return 0.5 + 0.5*d/(1+math.Abs(d))
}

// ramp goes from 0 at -1 to 1 at 1.
func ramp(d float64) float64 { return min(max(0.5+float64(0.5*d), 0), 1) }
