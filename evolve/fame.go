package evolve

import "slices"

// induct returns the hall of fame after a generation: the size best beliefs among
// the old members and the living, each genome once. A member that lives on is
// there with its latest belief, so nobody rests on one lucky sample.
func induct(hall, living []Individual, size int) []Individual {
	alive := make(map[string]bool, len(living))
	for _, one := range living {
		alive[one.ID] = true
	}
	var all []Individual
	for _, one := range hall {
		if !alive[one.ID] {
			all = append(all, one)
		}
	}
	var out []Individual
	for _, one := range byBelief(append(all, living...)) {
		twin := func(other Individual) bool { return slices.Equal(other.Genes, one.Genes) }
		if len(out) < size && !slices.ContainsFunc(out, twin) {
			out = append(out, one)
		}
	}
	return out
}
