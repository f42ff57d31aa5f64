package lineage

import (
	"database/sql"
	"errors"
	"fmt"
	"math"

	"bloodline/evolve"
)

// vectorsOf returns the vectors of a distribution in the order of their columns.
func vectorsOf(d *evolve.Distribution) []*[]float64 {
	return []*[]float64{&d.Mean, &d.SD, &d.Average, &d.TailAverage, &d.Gradient, &d.M, &d.V}
}

// distribution returns nil for a generation that was not drawn from one, or that has
// one after it.
func (r *reader) distribution(number, genes int) (*evolve.Distribution, error) {
	blobs := make([][]byte, 7)
	var into []any
	for i := range blobs {
		into = append(into, &blobs[i])
	}
	var kept []byte
	err := r.QueryRow(`SELECT mean, sd, average, tail_average, gradient, m, v, checksum FROM distributions WHERE run = ? AND generation = ?`, r.run, number).Scan(append(into, &kept)...)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return nil, nil
	case err != nil:
		return nil, err
	}
	d := &evolve.Distribution{}
	for i, v := range vectorsOf(d) {
		if blobs[i] == nil {
			continue
		}
		if *v, err = unpacked(blobs[i]); err != nil {
			return nil, err
		}
	}
	if err := checkDistribution(d, genes); err != nil {
		return nil, err
	}
	return d, compareSum("distribution", kept, sumDistribution(number, d))
}

// checkDistribution refuses a distribution that no run could go on from: better when it is written
// than when the run is resumed.
func checkDistribution(d *evolve.Distribution, genes int) error {
	for i, v := range vectorsOf(d) {
		if n := len(*v); n != genes && (*v != nil || i < 3) {
			return fmt.Errorf("distribution: vector %d has %d numbers for %d genes", i, n, genes)
		}
		for _, x := range *v {
			if math.IsNaN(x) || math.IsInf(x, 0) || x <= 0 && v == &d.SD {
				return fmt.Errorf("distribution: vector %d holds %v", i, x)
			}
		}
	}
	if (d.M == nil) != (d.V == nil) || (d.M == nil) != (d.Gradient == nil) {
		return errors.New("distribution: it has only some of gradient, m and v")
	}
	return nil
}

func sumDistribution(generation int, d *evolve.Distribution) []byte {
	values := []any{generation}
	for _, v := range vectorsOf(d) {
		values = append(values, *v)
	}
	return checksum(values...)
}
