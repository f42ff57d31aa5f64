package lineage

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"bloodline/evolve"
	"bloodline/genome"
)

// wholeEvery is how many generations apart the children of parents are kept with genes of
// their own: who reads one draws at most so many generations of ancestors.
const wholeEvery = 12

// redrawn reports whether an individual is kept without genes.
func redrawn(g *evolve.Generation, ind *evolve.Individual) bool {
	switch {
	case ind.Born != g.Number || g.Distribution == nil:
		return false
	case g.Distribution.Moves == nil:
		return ind.Operator == evolve.OpSampled
	}
	return ind.Operator == evolve.OpRecombined && g.Number%wholeEvery != 0
}

func sumDraw(generation int, mean, sd []byte) []byte {
	return checksum(generation, string(mean), string(sd))
}

// reader is a transaction that draws genes again.
type reader struct {
	querier
	run    int64 // to which the next three belong; 0 before the first
	schema *genome.Schema
	seed   uint64
	draws  map[int]*evolve.Distribution // by generation

	known map[int64]genome.Vector // by individual, at most [mostKnown]
}

const mostKnown = 1000

func newReader(q querier) *reader { return &reader{querier: q, known: map[int64]genome.Vector{}} }

// genes returns those of an individual, in whatever form they are kept.
func (r *reader) genes(individual int64) (genome.Vector, error) {
	v, err := r.drawn(individual, wholeEvery)
	if err != nil {
		return nil, fmt.Errorf("genes of individual %d: %w", individual, err)
	}
	return v, nil
}

// drawn draws an individual and its ancestors, of at most so many generations.
func (r *reader) drawn(individual int64, depth int) (genome.Vector, error) {
	if v, ok := r.known[individual]; ok {
		return v, nil
	}
	if depth < 0 {
		return nil, fmt.Errorf("its ancestors go back more than %d generations", wholeEvery)
	}
	var run int64
	var born, place int
	var operator, parents string
	var blob []byte
	err := r.QueryRow(`SELECT i.run, born, operator, place, genes,
			(SELECT json_group_array(parent) FROM (SELECT parent FROM parents WHERE child = i.key ORDER BY nth))
		FROM individuals i JOIN measurements m ON m.individual = i.key AND m.generation = born
		WHERE i.key = ?`, individual).Scan(&run, &born, &operator, &place, &blob, &parents)
	if err == nil {
		err = r.look(run)
	}
	var v genome.Vector
	switch {
	case err != nil:
	case len(blob) > 0:
		v, err = unpackGenes(r.schema, blob)
	default:
		v, err = r.again(born, operator, place, parents, depth)
	}
	if err != nil {
		return nil, err
	}
	if len(r.known) >= mostKnown {
		clear(r.known)
	}
	r.known[individual] = v
	return v, nil
}

// again draws a child of parents, a JSON list of their keys.
func (r *reader) again(born int, operator string, place int, parents string, depth int) (genome.Vector, error) {
	var keys []int64
	var vectors []genome.Vector
	if operator == evolve.OpRecombined {
		if err := json.Unmarshal([]byte(parents), &keys); err != nil {
			return nil, err
		}
		if len(keys) != 1 && len(keys) != 2 {
			return nil, fmt.Errorf("it has %d parents", len(keys))
		}
	}
	for _, key := range keys {
		v, err := r.drawn(key, depth-1)
		if err != nil {
			return nil, err
		}
		vectors = append(vectors, v)
	}
	d, err := r.from(born)
	if err != nil {
		return nil, err
	}
	if v := d.Draw(r.schema, evolve.Birth{Seed: r.seed, Generation: born, Place: place, Operator: operator, Parents: vectors}); v != nil {
		return v, nil
	}
	return nil, fmt.Errorf("operator %s draws none", operator)
}

// look has at hand what a run draws by.
func (r *reader) look(run int64) error {
	if r.run == run {
		return nil
	}
	var ranges []byte
	var seed int64
	err := r.QueryRow(`SELECT ranges, seed FROM runs WHERE key = ?`, run).Scan(&ranges, &seed)
	info := Info{Seed: uint64(seed)}
	if err == nil {
		err = json.Unmarshal(ranges, &info.Ranges)
	}
	if err != nil {
		return err
	}
	r.run, r.schema, r.seed, r.draws = run, info.schema(), info.Seed, map[int]*evolve.Distribution{}
	return nil
}

// from returns what the children of a generation of the run were drawn from.
func (r *reader) from(generation int) (*evolve.Distribution, error) {
	if d, ok := r.draws[generation]; ok {
		return d, nil
	}
	var mean, sd, kept []byte
	err := r.QueryRow(`SELECT mean, sd, checksum FROM draws WHERE run = ? AND generation = ?`, r.run, generation).Scan(&mean, &sd, &kept)
	if err == nil {
		err = check(fmt.Sprintf("draw of generation %d", generation), kept, sumDraw(generation, mean, sd))
	}
	if err != nil {
		return nil, err
	}
	d := &evolve.Distribution{}
	var errs [2]error
	n := len(r.schema.Genes)
	if len(mean) == 2*n {
		mean = prolong(mean)
	}
	d.Mean, errs[0] = singles(mean)
	d.SD, errs[1] = singles(sd)
	if len(d.SD) == 1 {
		d.SD = slices.Repeat(d.SD, len(d.Mean))
	}
	d.Moves = d.Mean
	if errors.Join(errs[:]...) != nil || len(d.Mean) != n || len(d.SD) != n {
		return nil, fmt.Errorf("draw of generation %d: it does not fit %d genes", generation, n)
	}
	if len(r.draws) >= mostKnown {
		clear(r.draws)
	}
	r.draws[generation] = d
	return d, nil
}
