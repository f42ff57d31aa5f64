package main

const (
	screening   = 0.5    // share of the budget for measuring each genome once
	finalsShare = 1. / 8 // share of the genomes that the play-off measures again
)

// searchRandom draws genomes evenly from the ranges. Half of the budget goes into measuring as many as possible, all on
// the same deals, the other half into a play-off of the best.
func searchRandom(m *meter) ([]*candidate, error) {
	rng := source(m.seed)
	var all []*candidate
	for n := m.affords(screening); n > 0; n = m.affords(screening) {
		var batch []*candidate
		for range min(n, m.batch) {
			batch = append(batch, &candidate{Genes: m.schema.Random(rng)})
		}
		if !m.measure(0, batch) {
			break
		}
		all = append(all, batch...)
	}
	sortBest(all)
	return all[:min(len(all), max(2, int(finalsShare*float64(len(all)))))], nil
}
