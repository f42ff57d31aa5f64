package lineage

import (
	"database/sql"
	"errors"
	"fmt"
	"math"

	"github.com/fxamacker/cbor/v2"

	"bloodline/evolve"
)

// distribution returns nil for a generation that was not drawn from one, or that has
// one after it.
func (r *reader) distribution(number, genes int) (*evolve.Distribution, error) {
	var value, kept []byte
	err := r.QueryRow(`SELECT value, checksum FROM distributions WHERE run = ? AND generation = ?`, r.run, number).Scan(&value, &kept)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	if err == nil {
		err = compareSum("distribution", kept, checksum(r.run, number, string(value)))
	}
	d := &evolve.Distribution{}
	if err == nil {
		err = cbor.Unmarshal(value, d)
	}
	if err != nil {
		return nil, err
	}
	return d, checkDistribution(d, genes)
}

// checkDistribution refuses a distribution that no run could go on from: better when it is written
// than when the run is resumed.
func checkDistribution(d *evolve.Distribution, genes int) error {
	for i, v := range [][]float64{d.Mean, d.SD, d.Average, d.TailAverage, d.Gradient, d.M, d.V} {
		if n := len(v); n != genes && (v != nil || i < 3) {
			return fmt.Errorf("distribution: vector %d has %d numbers for %d genes", i, n, genes)
		}
		for _, x := range v {
			if math.IsNaN(x) || math.IsInf(x, 0) || x <= 0 && i == 1 {
				return fmt.Errorf("distribution: vector %d holds %v", i, x)
			}
		}
	}
	if (d.M == nil) != (d.V == nil) || (d.M == nil) != (d.Gradient == nil) {
		return errors.New("distribution: it has only some of gradient, m and v")
	}
	return nil
}
