package strangers

import "bloodline/games/wojna/seat"

func (p *Player) weigh(v *seat.View, t *situation, x uint64) seat.Action {
	return p.Best(v, p.worth, func(value float64, a seat.Action, win float64) float64 {
		jitter := p.wobble * (float64(2*float64(x>>(12*a)&0xfff)/0x1000) - 1)
		return value - p.caution(v, t, a, win) + float64(jitter)
	})
}

// caution is by how many cards a move must be better than passing: the best of several estimates tends to be too high.
func (p *Player) caution(v *seat.View, t *situation, a seat.Action, win float64) float64 {
	cost := float64(v.Level + a.By() - v.Put[v.Me])
	out := p.perCost * cost
	switch {
	case a > seat.Check:
		out = float64(out) + p.raising - float64(p.perStep*float64(a.By())) + float64(p.perRaise*float64(v.Raises)) - float64(p.bully*(float64(2*t.short)-1))
		out += float64(p.doubt * max(0, 0.5-win))
		if v.Raises > p.wild {
			out += 3
		}
	case cost > 0:
		out = float64(out) + p.paying
	}
	if t.behind == 0 {
		out -= float64(p.late / 4)
	}
	return out
}

// worth is the value of a stack in cards: having any is worth something, further cards of a big stack are worth less.
func (p *Player) worth(stack float64) float64 {
	if stack <= 0 {
		return 0
	}
	return p.alive + stack - float64(p.sated*stack*stack)
}
