package lineage

import (
	"fmt"

	"bloodline/evolve"
)

// parts are the vectors of a cloud in the order of its blob. Those after the third
// are there when the run learns.
func parts(c *evolve.Cloud) []*[]float64 {
	return []*[]float64{&c.Centre, &c.Spread, &c.Trail, &c.Lesson, &c.Momentum, &c.Scale}
}

// partsOf tells how many parts a cloud of so many numbers has.
func partsOf(numbers, genes int) (int, error) {
	for _, n := range []int{3, 6} {
		if genes > 0 && numbers == n*genes {
			return n, nil
		}
	}
	return 0, fmt.Errorf("cloud: %d numbers are neither three nor six for each of %d genes", numbers, genes)
}

// packCloud refuses what unpackCloud would: better now than when the run is resumed.
func packCloud(c *evolve.Cloud, genes int) ([]byte, error) {
	var all []float64
	for i, part := range parts(c) {
		if n := len(*part); n != genes && (i < 3 || n > 0) {
			return nil, fmt.Errorf("cloud: part %d has %d numbers for %d genes", i, n, genes)
		}
		all = append(all, *part...)
	}
	_, err := partsOf(len(all), genes)
	return pack(all), err
}

func unpackCloud(blob []byte, genes int) (*evolve.Cloud, error) {
	v, err := unpack(blob)
	if err != nil {
		return nil, err
	}
	n, err := partsOf(len(v), genes)
	if err != nil {
		return nil, err
	}
	c := &evolve.Cloud{}
	for i, part := range parts(c)[:n] {
		*part = v[i*genes : (i+1)*genes : (i+1)*genes]
	}
	return c, nil
}
