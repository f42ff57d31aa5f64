package seat

// Sum returns the value of an action.
func (w *Values) Sum(a Action) float32 {
	sum := float32(0)
	for l := range w {
		sum += w[l][a.Count(l)]
	}
	return sum
}
