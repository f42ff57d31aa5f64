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
// their own: who reads one draws at most the given number of generations of ancestors.
const wholeEvery = 12

// drawable reports whether an individual may be kept without genes.
func drawable(g *evolve.Generation, ind *evolve.Individual) bool {
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

// reader is a transaction that reads a run and draws genes again.
type reader struct {
	querier
	run    int64
	schema *genome.Schema
	seed   uint64
	draws  map[int]*evolve.Distribution // by generation, at most [mostKnown]
	known  map[int64]genome.Vector      // by individual, at most [mostKnown]
}

const mostKnown = 1000

// newReader reads a run of a transaction.
func newReader(q querier, run int64) (*reader, error) {
	var genes []byte
	var seed int64
	var info Info
	err := q.QueryRow(`SELECT genes, seed FROM runs WHERE key = ?`, run).Scan(&genes, &seed)
	if err == nil {
		err = json.Unmarshal(genes, &info.Genes)
	}
	if err != nil {
		return nil, fmt.Errorf("its genes: %w: %w", ErrDamaged, err)
	}
	return &reader{q, run, info.schema(), uint64(seed), map[int]*evolve.Distribution{}, map[int64]genome.Vector{}}, nil
}

// genes returns those of an individual, in whatever form they are kept.
func (r *reader) genes(individual int64) (genome.Vector, error) {
	v, err := r.genesWithin(individual, wholeEvery)
	if err != nil {
		return nil, fmt.Errorf("genes of individual %s: %w", idOf(individual), err)
	}
	return v, nil
}

// genesWithin returns the genes of an individual, for which ancestors of at most the given number of
// generations may be drawn again.
func (r *reader) genesWithin(individual int64, depth int) (genome.Vector, error) {
	if v, ok := r.known[individual]; ok {
		return v, nil
	}
	if depth < 0 {
		return nil, fmt.Errorf("its ancestors go back more than %d generations", wholeEvery)
	}
	var operator, parents string
	var blob []byte
	err := r.QueryRow(`SELECT operator, parents, genes FROM individuals WHERE key = ?`, individual).Scan(&operator, &parents, &blob)
	var v genome.Vector
	switch {
	case err != nil:
	case len(blob) > 0:
		v, err = unpackGenes(r.schema, blob)
	default:
		v, err = r.redraw(individual, operator, parents, depth)
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

// redraw draws a child of parents, a JSON list of their keys.
func (r *reader) redraw(individual int64, operator, parents string, depth int) (genome.Vector, error) {
	b := evolve.Birth{Seed: r.seed, Operator: operator}
	b.Generation, b.Place = birthOf(individual)
	var keys []int64
	if operator == evolve.OpRecombined {
		if err := json.Unmarshal([]byte(parents), &keys); err != nil {
			return nil, err
		}
		if len(keys) != 1 && len(keys) != 2 {
			return nil, fmt.Errorf("it has %d parents", len(keys))
		}
	}
	for _, key := range keys {
		v, err := r.genesWithin(key, depth-1)
		if err != nil {
			return nil, err
		}
		b.Parents = append(b.Parents, v)
	}
	d, err := r.drawnFrom(b.Generation)
	if err != nil {
		return nil, err
	}
	if v := d.Draw(r.schema, b); v != nil {
		return v, nil
	}
	return nil, fmt.Errorf("operator %s draws none", operator)
}

// drawnFrom returns what the children of a generation of the run were drawn from.
func (r *reader) drawnFrom(generation int) (*evolve.Distribution, error) {
	if d, ok := r.draws[generation]; ok {
		return d, nil
	}
	var mean, sd, kept []byte
	err := r.QueryRow(`SELECT mean, sd, checksum FROM draws WHERE run = ? AND generation = ?`, r.run, generation).Scan(&mean, &sd, &kept)
	if err == nil {
		err = compareSum(fmt.Sprintf("draw of generation %d", generation), kept, sumDraw(generation, mean, sd))
	}
	if err != nil {
		return nil, err
	}
	n := len(r.schema.Genes)
	means, failed := unpacked[float32](mean)
	if len(mean) == 2*n {
		var halves []uint16
		halves, failed = unpacked[uint16](mean)
		means = fromUpperHalves(halves)
	}
	sds, err := unpacked[float32](sd)
	if len(sds) == 1 {
		sds = slices.Repeat(sds, len(means))
	}
	if errors.Join(failed, err) != nil || len(means) != n || len(sds) != n {
		return nil, fmt.Errorf("draw of generation %d: it does not fit %d genes", generation, n)
	}
	d := &evolve.Distribution{Mean: doubles(means), SD: doubles(sds)}
	d.Moves = d.Mean
	if len(r.draws) >= mostKnown {
		clear(r.draws)
	}
	r.draws[generation] = d
	return d, nil
}
