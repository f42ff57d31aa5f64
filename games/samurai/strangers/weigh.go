package strangers

import (
	"math"

	"bloodline/games/samurai/seat"
)

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

func (p *Player) places(row *[seat.Seats]float64, j int, scale float64) (top, last float64) {
	top, last = 1, 1
	for i := 1; i < seat.Seats; i++ {
		c := p.ahead((row[j] - row[(j+i)&3]) * scale)
		top *= c
		last *= 1 - c
	}
	return top, last
}

// ahead is the chance that a lead, in units of the spread, lasts: only a rash player takes a lead of 1 for certain.
func (p *Player) ahead(d float64) float64 {
	if p.rash {
		return ramp(d)
	}
	return 0.5 + 0.5*d/(1+math.Abs(d))
}

// ramp goes from 0 at -1 to 1 at 1.
func ramp(d float64) float64 { return min(max(0.5+float64(0.5*d), 0), 1) }

// board holds intimacies by lord and column as a player guesses them.
type board [seat.Lords][seat.Seats]float64

// known fills in the known intimacies, secret visits shared among the others evenly, or by their public visits.
func (p *Player) known(v *seat.View, b *board) {
	for l := range b {
		secret := 0.0
		for i := range v.Secrets {
			secret += float64(seat.NightWorth) * float64(v.Secret[i&1][l])
		}
		b[l][0] = float64(v.Own[l])
		sum := 0.0
		for j := 1; j < seat.Seats; j++ {
			b[l][j] = 1 + float64(p.reads*float64(v.Public[l][j]))
			sum += b[l][j]
		}
		for j := 1; j < seat.Seats; j++ {
			b[l][j] = float64(v.Public[l][j]) + float64(secret*b[l][j]/sum)
		}
	}
}

// shares fills in how the others are expected to share out their visits among the lords.
func (p *Player) shares(v *seat.View, b *board, out *board) {
	strengths := float64(v.Strengths())
	for j := 1; j < seat.Seats; j++ {
		var need [seat.Lords]float64
		all, placed, fresh := 0.0, 0.0, 0.0
		for l := range b {
			need[l] = p.needs(v.Strength[l], &b[l], j)
			all += need[l]
			placed += b[l][j]
			fresh += float64(v.Fresh[l][j])
		}
		for l := range b {
			x := p.byStrength * float64(v.Strength[l]) / strengths
			x += p.byNeed * need[l] / all
			if v.Turn > 1 {
				x += p.byLast * float64(v.Fresh[l][j]) / fresh
				x += p.byHabit * b[l][j] / placed
			}
			out[l][j] = x
		}
	}
}

// needs is how much another column needs to visit a lord: the more, the closer it is to the top or to the last place.
func (p *Player) needs(strength uint8, row *[seat.Seats]float64, j int) float64 {
	x, a, b, c := row[j], row[(j+1)&3], row[(j+2)&3], row[(j+3)&3]
	top, last := (x-max(a, b, c))/p.need, (x-min(a, b, c))/p.need
	return float64(strength) * (0.1 + 1/(1+float64(top*top)) + 1/(1+float64(last*last)))
}

// expect adds the others' expected visits of this turn, and all later ones up to a scoring, own ones by strength.
func (p *Player) expect(v *seat.View, share, b *board, later float64) {
	strengths := float64(v.Strengths())
	now, later := p.trust*float64(seat.Spends(v.Turn)), p.later*later
	for l := range b {
		b[l][0] += float64(later * float64(v.Strength[l]) / strengths)
		for j := 1; j < seat.Seats; j++ {
			b[l][j] += float64((float64(now) + float64(later)) * share[l][j])
		}
	}
}
