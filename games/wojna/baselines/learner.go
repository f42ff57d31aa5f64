package baselines

import "bloodline/games/wojna/seat"

// learner weighs every move by what each rival did in the run: its folds by price, and its cards shown by line.
type learner struct {
	seat.Thinker
	places bool // whether it plays for places in points instead of for cards
}

func newLearner(counts, places bool) *learner {
	return &learner{seat.Thinker{
		Memory: 12, Counts: counts, Keen: [seat.Lines]float64{1, 1, 2, 2.5, 2.5, 2.5, 2.5, 2.5, 3.5, 3.5},
		FoldFirst: 0.35, FoldPrice: 0.08, FoldMost: 0.8, FoldPut: 0.5, Again: 0.1, Credit: 0.6, Greed: 0.7,
	}, places}
}

func (l *learner) Act(v *seat.View, _ uint64) seat.Action {
	return l.Best(v, l.worth, func(value float64, a seat.Action, win float64) float64 { return value - margin(v, a, win) })
}

// margin is how many cards a move must be better than passing: more for costly moves, after raises and with low cards,
// since the best of several estimates is too high, and most for a small raise, which makes nobody fold.
func margin(v *seat.View, a seat.Action, win float64) float64 {
	cost := float64(v.Level + a.By() - v.Put[v.Me])
	switch {
	case a > seat.Check:
		return 1.8 - float64(0.6*float64(a.By())) + float64(0.05*cost) + float64(0.5*float64(v.Raises)) + float64(4*max(0, 0.5-win))
	case cost > 0:
		return 0.4 + float64(0.05*cost)
	}
	return 0
}

// worth is the value of a stack in cards. For places, having any counts, and each further card of a big stack less.
func (l *learner) worth(stack float64) float64 {
	switch {
	case stack <= 0:
		return 0
	case l.places:
		return 5 + stack - stack*stack/800
	}
	return stack
}
