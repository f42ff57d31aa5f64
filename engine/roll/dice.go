package roll

// Dice draws the numbers of a style at random, each between bounds of its own.
type Dice struct {
	Rand
	Skill float64 // how close numbers are to sensible ones
}

// Between returns a number between low and high.
func (d *Dice) Between(low, high float64) float64 { return low + float64((high-low)*d.Float()) }

// Near returns a number between low and high, by skill closer to a sensible one.
func (d *Dice) Near(sensible, low, high float64) float64 {
	return sensible + float64((1-d.Skill)*(d.Between(low, high)-sensible))
}

// Happens returns true in a share of draws.
func (d *Dice) Happens(share float64) bool { return d.Float() < share }

// Rare returns a number up to most in a share of draws, 0 in the others.
func (d *Dice) Rare(share, most float64) float64 {
	if !d.Happens(share) {
		return 0
	}
	return d.Between(0, most)
}
