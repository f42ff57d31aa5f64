package lineage

import (
	"database/sql"
	"errors"

	"bloodline/evolve"
)

// Traced is a generation's summary with what was measured of its champion so far.
type Traced struct {
	Summary
	Pooled evolve.Fitness
}

// Trace lists the generations of a run after one, in order; -1 is before the first.
// 16,000 generations take about 0.2 s.
func (s *Store) Trace(run string, after int) ([]Traced, error) {
	var out []Traced
	err := s.within(run, func(tx *reader, key int64) error {
		err := each(tx, func(scan func(...any) error) error {
			g, err := scanSummary(scan)
			out = append(out, Traced{Summary: g})
			return err
		}, summaryQuery+`AND number > ? ORDER BY number`, key, after)
		if err != nil {
			return err
		}
		// The champion of a generation that begins a round need not live in it: its
		// latest measurement counts.
		at := 0
		return each(tx, func(scan func(...any) error) error {
			var number int
			var p evolve.Fitness
			err := scan(&number, &p.Mean, &p.StdErr, &p.Games)
			for at < len(out) && out[at].Number < number {
				at++
			}
			if at < len(out) && out[at].Number == number {
				out[at].Pooled = p
			}
			return err
		}, `SELECT number, pooled_mean, pooled_stderr, pooled_games FROM generations g
			JOIN measurements m ON m.individual = g.champion AND m.generation =
				(SELECT max(generation) FROM measurements WHERE individual = g.champion AND generation <= g.number)
			WHERE g.run = ? AND number > ? ORDER BY number`, key, after)
	})
	return out, s.failed("trace run "+run, err)
}

// Last returns the number of a run's last generation and its state, which takes a
// tenth of a millisecond however long the run is; number is -1 before the first.
func (s *Store) Last(run string) (number int, state string, err error) {
	err = s.db.QueryRow(`SELECT coalesce((SELECT max(number) FROM generations WHERE run = runs.key), -1), state
		FROM runs WHERE name = ?`, run).Scan(&number, &state)
	if errors.Is(err, sql.ErrNoRows) {
		err = ErrNotFound
	}
	if err == nil {
		state = s.state(run, state)
	}
	return number, state, s.failed("look at run "+run, err)
}

// Line returns an individual and the first parents of first parents, latest born
// first, at most so many. For children of a distribution and of the averaged
// individual, the first parent is the averaged individual before it.
func (s *Store) Line(run, id string, most int) ([]evolve.Individual, error) {
	var out []evolve.Individual
	err := s.within(run, func(tx *reader, key int64) (err error) {
		out, err = readIndividuals(tx, lastMeasured+`WHERE i.key IN (
			WITH RECURSIVE line (key, depth) AS (
				SELECT key, 1 FROM individuals WHERE run = ? AND id = ?
				UNION ALL
				SELECT parent, depth + 1 FROM parents JOIN line ON child = line.key WHERE nth = 0 AND depth < ?)
			SELECT key FROM line) ORDER BY born DESC, i.key`, key, id, most)
		if err == nil && len(out) == 0 {
			err = ErrNotFound
		}
		return err
	})
	return out, s.failed("read the line of "+id+" of run "+run, err)
}

// Sketch returns the mean fitness of at most n generations of a run, spread evenly.
// It takes a few milliseconds for 16,000 generations.
func (s *Store) Sketch(run string, n int) ([]float64, error) {
	var out []float64
	err := s.within(run, func(tx *reader, key int64) error {
		return each(tx, func(scan func(...any) error) error {
			var x float64
			err := scan(&x)
			out = append(out, x)
			return err
		}, `SELECT mean FROM generations WHERE run = ?1 AND number % (1 + (SELECT max(number) FROM generations WHERE run = ?1) / ?2) = 0 ORDER BY number`, key, n)
	})
	return out, s.failed("sketch run "+run, err)
}
