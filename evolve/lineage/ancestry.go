package lineage

import (
	"fmt"

	"bloodline/evolve"
)

// Measurement is what one generation found out about an individual.
type Measurement struct {
	Generation int
	Place      int // in the population
	Fitness    evolve.Fitness
}

// Life is an individual with all its measurements. The fitness in Individual is
// the latest.
type Life struct {
	evolve.Individual
	Measurements []Measurement
}

// Individual returns one individual of a run.
func (s *Store) Individual(run, id string) (Life, error) {
	var out Life
	err := s.within(run, func(tx *reader, key int64) error {
		found, err := readIndividuals(tx, lastMeasured+`WHERE i.run = ? AND i.id = ?`, key, id)
		if err != nil {
			return err
		}
		if len(found) == 0 {
			return ErrNotFound
		}
		out.Individual = found[0]
		return each(tx, func(scan func(...any) error) error {
			var m Measurement
			err := scan(&m.Generation, &m.Place, &m.Fitness.Mean, &m.Fitness.StdErr, &m.Fitness.Games)
			out.Measurements = append(out.Measurements, m)
			return err
		}, `SELECT generation, place, mean, stderr, games FROM measurements JOIN individuals ON key = individual
			WHERE individuals.run = ? AND id = ? ORDER BY generation`, key, id)
	})
	return out, s.failed(fmt.Sprintf("read individual %s of run %s", id, run), err)
}

const lastMeasured = `JOIN measurements m ON m.individual = i.key
	AND m.generation = (SELECT max(generation) FROM measurements WHERE individual = i.key) `

// Ancestors returns an individual and its ancestors up to depth steps back, each
// once, latest born first. Their Parents are the edges of the graph; a parent
// beyond the depth is not among the individuals. With eight parents a child, a
// depth of three or four reaches most of a population: 1.3 kB for each of 150
// genes.
func (s *Store) Ancestors(run, id string, depth int) ([]evolve.Individual, error) {
	var out []evolve.Individual
	err := s.within(run, func(tx *reader, key int64) (err error) {
		out, err = readIndividuals(tx, lastMeasured+`WHERE i.key IN (
			WITH RECURSIVE line (key, depth) AS (
				SELECT key, 0 FROM individuals WHERE run = ? AND id = ?
				UNION
				SELECT parent, depth + 1 FROM parents JOIN line ON child = line.key WHERE depth < ?)
			SELECT key FROM line) ORDER BY born DESC, i.key`, key, id, depth)
		if err == nil && len(out) == 0 {
			err = ErrNotFound
		}
		return err
	})
	return out, s.failed(fmt.Sprintf("read ancestors of %s of run %s", id, run), err)
}
