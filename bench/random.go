package main

// firstRung is the share of the budget for measuring all individuals once, finalists the
// share of the individuals that are measured again.
const (
	firstRung = 0.5
	finalists = 1. / 8
)

// searchRandom draws genomes evenly from the ranges. It spends half of its games on measuring as
// many as that buys, all on the same deals, and the other half on the best of these.
func searchRandom(m *meter) ([]*candidate, error) {
	rng := source(m.seed)
	var all []*candidate
	for n := m.affords(firstRung); n > 0; n = m.affords(firstRung) {
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
	return all[:min(len(all), max(2, int(finalists*float64(len(all)))))], nil
}
