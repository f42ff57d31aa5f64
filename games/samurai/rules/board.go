package rules

import "bloodline/games/samurai/seat"

// width is how many values of intimacy count, from the smallest public one of the others; larger count as the last.
const width = 32

// chances is the distribution of one rival's intimacy with a lord at a scoring.
type chances struct {
	at      [width]float32     // probability of each intimacy
	below   [width + 1]float32 // probability of less than each
	low, up int                // the smallest and the largest that are possible
}

type board struct {
	base  int // intimacy that counts as 0
	other [seat.Others]chances
}

// fill adds up the public intimacies, the secret nights and the expected visits of this turn.
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

// secret has, by the others' visits to a lord in a secret night, the chances that a given one made 0, 1 or 2 of them.
var secret = func() (t [8][seat.NightVisits + 1]float32) {
	for n := range t {
		s := seat.Secret{uint8(n)}
		for k := range t[n] {
			t[n][k] = float32(s.Chance(0, k)) / 15
		}
	}
	return t
}()

// addLater adds the intimacy that each of the others places after this turn.
func (b *board) addLater(r *Rules, s *estimate, l int, foreign float32) {
	for j := range b.other {
		c := &b.other[j]
		if foreign > 0 {
			p, reach := r.laterIntimacy(foreign * s.later[l][j+1])
			c.add(p[:reach], 1)
		}
		c.sum()
	}
}

// add adds an independent random number of steps, with probabilities p.
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

// visits is Pólya's distribution of how many of n visits go to a lord: binomial, but visits attract, by gene cluster.
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

// laterIntimacy is the distribution of the intimacy that is placed in later turns: logistic, in whole numbers, with a
// variance in proportion to the mean. reach is how many are possible.
func (r *Rules) laterIntimacy(mean float32) (p [width]float32, reach int) {
	const leastVariance = 0.1
	const deviation = 1.8138 // of the standard logistic distribution: pi / sqrt(3)
	scale := deviation / sqrt(float32(r.variance*mean)+leastVariance)
	reach = min(int(mean+4/scale)+2, width)
	sum := float32(0)
	for k := range reach - 1 {
		below := logistic((float32(k) + 0.5 - mean) * scale)
		p[k] = below - sum
		sum = below
	}
	p[reach-1] = 1 - sum
	return p, reach
}

// versus returns the chances that an own intimacy is above, equal to and below the rival's.
func (c *chances) versus(own int) (above, equal, below float32) {
	switch {
	case own < 0:
		return 0, 0, 1
	case own >= width:
		return 1, 0, 0
	}
	return c.below[own], c.at[own], max(1-c.below[own]-c.at[own], 0)
}

// placing is what the own seat gets of a lord of strength 1 on average.
type placing struct {
	first, last float32 // share of the top, and of the last place
	square      float32 // mean of the square of the points, for the variance
}

func (b *board) placing(own int) placing {
	a0, e0, b0 := b.other[0].versus(own)
	a1, e1, b1 := b.other[1].versus(own)
	a2, e2, b2 := b.other[2].versus(own)
	// top1 is the chance of the top alone, top2 that of sharing it by two, and so on.
	top1, top2, top3 := float32(a0*a1*a2), float32(e0*a1*a2)+float32(a0*e1*a2)+float32(a0*a1*e2), float32(e0*e1*a2)+float32(e0*a1*e2)+float32(a0*e1*e2)
	low1, low2, low3 := float32(b0*b1*b2), float32(e0*b1*b2)+float32(b0*e1*b2)+float32(b0*b1*e2), float32(e0*e1*b2)+float32(e0*b1*e2)+float32(b0*e1*e2)
	all := float32(e0 * e1 * e2 / 4)
	return placing{
		first:  top1 + float32(top2/2) + float32(top3/3) + all,
		last:   low1 + float32(low2/2) + float32(low3/3) + all,
		square: top1 + low1 + float32((top2+low2)/4) + float32((top3+low3)/9),
	}
}

// rivalry is what one of the others gets of a lord of strength 1 on average, as a function of the own intimacy.
type rivalry struct {
	first [width + 1]float32 // share of the top with an intimacy of the index or more, if the own one is below
	last  [width + 1]float32 // share of the last place with less than the index, if the own intimacy is above
	equal [width]float32     // points with an intimacy equal to the own one, the index
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

func (y *rivalry) points(own int) float32 {
	switch {
	case own < 0:
		return y.first[0]
	case own >= width:
		return -y.last[width]
	}
	return y.first[own+1] + y.equal[own] - y.last[own]
}
