package evolve

import "slices"

// hallSize is how many genomes the hall of fame remembers.
const hallSize = 20

// induct returns the hall of fame after a generation: the size best beliefs among
// the old members and the living, each genome once. A member that lives on is
// there with its latest belief, so none stays by one lucky sample.
func induct(hall, living []Individual, size int) []Individual {
	alive := make(map[string]bool, len(living))
	for _, ind := range living {
		alive[ind.ID] = true
	}
	var all []Individual
	for _, ind := range hall {
		if !alive[ind.ID] {
			all = append(all, ind)
		}
	}
	var out []Individual
	for _, ind := range byBelief(append(all, living...)) {
		twin := func(other Individual) bool { return slices.Equal(other.Genes, ind.Genes) }
		if len(out) < size && !slices.ContainsFunc(out, twin) {
			out = append(out, ind)
		}
	}
	return out
}
