package stats

// Cycle is a circle of three players: A beats B, B beats C and C beats A. A is the smallest of the three.
type Cycle struct {
	A, B, C int
	Margin  float64 // how far the lower end of the least certain of the three edges lies above even
}

// Cycles lists the circles of a group in which every edge is significant. It gets the interval of the share of points
// of each player (row) against each other (column), complete but for the diagonal, and the share of equal players, 0.5
// in most games. Each circle appears once, ordered by A, B, C; the cost is n³.
//
// Among n players there are n(n-1)/2 pairs, and 1 in 40 equal pairs looks significant in a given direction at a level
// of 0.95: take the intervals at [BonferroniLevel] levels before drawing conclusions from a single circle.
func Cycles(share [][]Interval, even float64) []Cycle {
	var out []Cycle
	edge := func(i, j int) float64 { return share[i][j].Low - even }
	for a := range share {
		for b := a + 1; b < len(share); b++ {
			for c := a + 1; c < len(share); c++ {
				if margin := min(edge(a, b), edge(b, c), edge(c, a)); b != c && margin > 0 {
					out = append(out, Cycle{a, b, c, margin})
				}
			}
		}
	}
	return out
}
