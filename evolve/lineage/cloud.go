package lineage

import (
	"fmt"

	"bloodline/evolve"
)

// parts are the vectors of a cloud in the order of its blob, which has three of them,
// three more when the run learns, and one more when it has a tail.
func parts(c *evolve.Cloud, learns, tail bool) []*[]float64 {
	all := []*[]float64{&c.Centre, &c.Spread, &c.Trail}
	if learns {
		all = append(all, &c.Lesson, &c.Momentum, &c.Scale)
	}
	if tail {
		all = append(all, &c.Tail)
	}
	return all
}

// partsOf tells what a cloud of so many numbers has.
func partsOf(numbers, genes int) (learns, tail bool, err error) {
	switch {
	case genes <= 0 || numbers%genes != 0:
	case numbers == 3*genes:
		return false, false, nil
	case numbers == 4*genes:
		return false, true, nil
	case numbers == 6*genes:
		return true, false, nil
	case numbers == 7*genes:
		return true, true, nil
	}
	return false, false, fmt.Errorf("cloud: %d numbers are not three, four, six or seven for each of %d genes", numbers, genes)
}

// packCloud refuses what unpackCloud would: better now than when the run is resumed.
func packCloud(c *evolve.Cloud, genes int) ([]byte, error) {
	var all []float64
	for i, part := range parts(c, c.Lesson != nil || c.Momentum != nil || c.Scale != nil, c.Tail != nil) {
		if n := len(*part); n != genes {
			return nil, fmt.Errorf("cloud: part %d has %d numbers for %d genes", i, n, genes)
		}
		all = append(all, *part...)
	}
	_, _, err := partsOf(len(all), genes)
	return pack(all), err
}

func unpackCloud(blob []byte, genes int) (*evolve.Cloud, error) {
	v, err := unpack(blob)
	if err != nil {
		return nil, err
	}
	learns, tail, err := partsOf(len(v), genes)
	if err != nil {
		return nil, err
	}
	c := &evolve.Cloud{}
	for i, part := range parts(c, learns, tail) {
		*part = v[i*genes : (i+1)*genes : (i+1)*genes]
	}
	return c, nil
}
