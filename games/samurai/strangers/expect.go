package strangers

import "bloodline/games/samurai/seat"

// board holds intimacies by lord and column as a player guesses them.
type board [seat.Lords][seat.Seats]float64

// known fills in the intimacies as far as they are known. Secret visits are shared among the others evenly, or more to
// those that visited the lord in public.
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

// expect adds the expected visits of the others in this turn, and of all in later turns up to a scoring. Own later
// visits are shared by strength.
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
