package rules

import "bloodline/games/samurai/seat"

// width is how many intimacies of a lord are told apart, from the smallest public one
// of the others on. A larger lead counts no more.
const width = 32

// chances is the distribution of another's intimacy with a lord at a scoring.
type chances struct {
	at      [width]float32
	below   [width + 1]float32
	low, up int // what may be
}

// board holds the distributions of the others at a lord.
type board struct {
	base  int // intimacy that counts as 0
	other [seat.Others]chances
}

// fill adds up what is public, the secret nights and this turn.
func (b *board) fill(r *Rules, v *seat.View, s *estimate, l int) {
	public := &v.Public[l]
	b.base = int(min(public[1], public[2], public[3]))
	n, worth := seat.Visits(v.Turn), int(seat.Worth(v.Turn))
	for j := range b.other {
		c := &b.other[j]
		c.low = min(int(public[j+1])-b.base, width-1)
		c.up = c.low
		c.at[c.low] = 1
		for i := range v.Secrets {
			c.add(secret[v.Secret[i&1][l]&7][:], seat.NightWorth)
		}
		visits := r.visits(n, s.share[l][j+1])
		c.add(visits[:n+1], worth)
	}
}

// secret holds, by the foreign visits of a lord in a secret night, the chances that one of
// the others paid 0, 1 or 2 of them, if any way to deal them out is as likely as any other.
var secret = func() (t [8][seat.NightVisits + 1]float32) {
	for n := range t {
		s := seat.Secret{uint8(n)}
		for k := range t[n] {
			t[n][k] = float32(s.Chance(0, k)) / 15
		}
	}
	return t
}()

// later adds what each of the others places after this turn.
func (b *board) later(r *Rules, s *estimate, l int, foreign float32) {
	for j := range b.other {
		c := &b.other[j]
		if foreign > 0 {
			p, reach := r.coming(foreign * s.later[l][j+1])
			c.add(p[:reach], 1)
		}
		c.sum()
	}
}

// add adds an independent number of steps.
func (c *chances) add(p []float32, step int) {
	var sum [width]float32
	for g := c.low; g <= c.up; g++ {
		for k, q := range p {
			sum[min(g+k*step, width-1)&(width-1)] += float32(c.at[g] * q)
		}
	}
	c.at, c.up = sum, min(c.up+(len(p)-1)*step, width-1)
}

func (c *chances) sum() {
	sum := float32(0)
	for g, p := range c.at {
		c.below[g] = sum
		sum += p
	}
	c.below[width] = sum
}

// visits is the distribution of one lord's part of n visits: Pólya's, a binomial
// distribution whose visits attract each other by the gene cluster.
func (r *Rules) visits(n int, share float32) (p [seat.DayVisits + 1]float32) {
	total := float32(1)
	for i := range n {
		total *= 1 + float32(r.cluster*float32(i))
	}
	for k := 0; k <= n; k++ {
		x := binomial[n][k]
		for i := range k {
			x *= share + float32(r.cluster*float32(i))
		}
		for i := range n - k {
			x *= 1 - share + float32(r.cluster*float32(i))
		}
		p[k] = x / total
	}
	return p
}

var binomial = [seat.DayVisits + 1][seat.DayVisits + 1]float32{
	seat.NightVisits: {1, 2, 1},
	seat.DayVisits:   {1, 5, 10, 10, 5, 1},
}

// coming is the distribution of intimacy of later turns: a logistic one in whole numbers,
// whose variance goes with the mean. It returns how many numbers are possible, too.
func (r *Rules) coming(mean float32) (p [width]float32, reach int) {
	const deviation = 1.8138 // of the standard logistic distribution: pi / sqrt(3)
	scale := deviation / sqrt(float32(r.variance*mean)+leastVariance)
	reach = min(int(mean+4/scale)+2, width)
	sum := float32(0)
	for k := range reach - 1 {
		below := beat((float32(k) + 0.5 - mean) * scale)
		p[k] = below - sum
		sum = below
	}
	p[reach-1] = 1 - sum
	return p, reach
}

const leastVariance = 0.1

// versus returns the chances that an own intimacy is above, equal and below.
func (c *chances) versus(own int) (above, equal, below float32) {
	switch {
	case own < 0:
		return 0, 0, 1
	case own >= width:
		return 1, 0, 0
	}
	return c.below[own], c.at[own], max(1-c.below[own]-c.at[own], 0)
}

// share is what the own seat may expect of a lord of strength 1.
type share struct {
	first, last float32 // of the top and of the last place, shared among equals
	square      float32 // mean square of the two
}

// own returns what an own intimacy may expect.
func (b *board) own(own int) share {
	a0, e0, b0 := b.other[0].versus(own)
	a1, e1, b1 := b.other[1].versus(own)
	a2, e2, b2 := b.other[2].versus(own)
	// By the number of equals: above all others, or below all others.
	top1, top2, top3 := float32(a0*a1*a2), float32(e0*a1*a2)+float32(a0*e1*a2)+float32(a0*a1*e2), float32(e0*e1*a2)+float32(e0*a1*e2)+float32(a0*e1*e2)
	low1, low2, low3 := float32(b0*b1*b2), float32(e0*b1*b2)+float32(b0*e1*b2)+float32(b0*b1*e2), float32(e0*e1*b2)+float32(e0*b1*e2)+float32(b0*e1*e2)
	all := float32(e0 * e1 * e2 / 4)
	return share{
		first:  top1 + float32(top2/2) + float32(top3/3) + all,
		last:   low1 + float32(low2/2) + float32(low3/3) + all,
		square: top1 + low1 + float32((top2+low2)/4) + float32((top3+low3)/9),
	}
}

// rivalry is what one of the others may expect of a lord of strength 1, as a function of
// the own intimacy.
type rivalry struct {
	first [width + 1]float32 // with an intimacy of at least ...: shares of the top, if the bot is below
	last  [width + 1]float32 // with one below ...: shares of the last place, if the bot is above
	equal [width]float32     // with the same intimacy as the bot
}

func (y *rivalry) fill(b *board, j int) {
	c, p, q := &b.other[j], &b.other[(j+1)%seat.Others], &b.other[(j+2)%seat.Others]
	sum := float32(0)
	for g := c.low; g <= c.up; g++ {
		above, equal, below := p.versus(g)
		above2, equal2, below2 := q.versus(g)
		top1, top2, all := float32(above*above2), float32(above*equal2)+float32(equal*above2), float32(equal*equal2)
		low1, low2 := float32(below*below2), float32(below*equal2)+float32(equal*below2)
		sum += float32(c.at[g] * (low1 + float32(low2/2) + float32(all/3)))
		y.first[g] = c.at[g] * (top1 + float32(top2/2) + float32(all/3))
		y.last[g+1] = sum
		y.equal[g] = c.at[g] * (float32(top1/2) + float32(top2/3) - float32(low1/2) - float32(low2/3))
	}
	for g := c.up + 1; g < width; g++ {
		y.last[g+1] = sum
	}
	for g := c.up; g >= 0; g-- {
		y.first[g] += y.first[g+1]
	}
}

// points returns what it may expect if the bot has an intimacy.
func (y *rivalry) points(own int) float32 {
	switch {
	case own < 0:
		return y.first[0]
	case own >= width:
		return -y.last[width]
	}
	return y.first[own+1] + y.equal[own] - y.last[own]
}
