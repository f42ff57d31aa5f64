package lineage

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"

	"bloodline/evolve"
	"bloodline/genome"
)

// The genes of an individual are kept in one of three forms: none where they can be drawn
// again, float32 shares of their ranges where these say the same, and else as float64.

func packDoubles(v []float64) []byte { return appendDoubles(nil, v) }

func appendDoubles(out []byte, v []float64) []byte {
	out = slices.Grow(out, 8*len(v))
	end := len(out)
	out = out[:end+8*len(v)]
	for i, x := range v {
		binary.LittleEndian.PutUint64(out[end+8*i:], math.Float64bits(x))
	}
	return out
}

func unpackDoubles(blob []byte) (genome.Vector, error) {
	if len(blob)%8 != 0 {
		return nil, fmt.Errorf("genes: %d bytes are no whole number of genes", len(blob))
	}
	out := make(genome.Vector, len(blob)/8)
	for i := range out {
		out[i] = math.Float64frombits(binary.LittleEndian.Uint64(blob[8*i:]))
	}
	return out, nil
}

// formSingles is the first byte of genes that are kept as float32.
const formSingles = 4

// packGenes returns the genes as float32 shares of their ranges, nil where these would be other
// genes.
func packGenes(s *genome.Schema, genes genome.Vector) []byte {
	if len(s.Genes) != len(genes) {
		return nil
	}
	x := s.Point(genes)
	for i := range x {
		x[i] = float64(float32(x[i]))
	}
	if !slices.Equal(s.Express(x), genes) {
		return nil
	}
	return appendSingles([]byte{formSingles}, x)
}

func unpackGenes(s *genome.Schema, blob []byte) (genome.Vector, error) {
	if len(blob) == 0 || blob[0] != formSingles || len(blob)%4 != 1 {
		return unpackDoubles(blob)
	}
	x, err := unpackSingles(blob[1:])
	if err == nil && len(x) != len(s.Genes) {
		err = fmt.Errorf("genes: %d for %d ranges", len(x), len(s.Genes))
	}
	if err != nil {
		return nil, err
	}
	return s.Express(x), nil
}

func appendSingles(out []byte, x []float64) []byte {
	out = slices.Grow(out, 4*len(x))
	for _, x := range x {
		out = binary.LittleEndian.AppendUint32(out, math.Float32bits(float32(x)))
	}
	return out
}

func unpackSingles(blob []byte) ([]float64, error) {
	if len(blob)%4 != 0 {
		return nil, fmt.Errorf("%d bytes are no whole number of float32", len(blob))
	}
	out := make([]float64, len(blob)/4)
	for i := range out {
		out[i] = float64(math.Float32frombits(binary.LittleEndian.Uint32(blob[4*i:])))
	}
	return out, nil
}

// upperHalves returns the upper halves of numbers as float32.
func upperHalves(x []float64) (out []byte) {
	for _, x := range x {
		out = binary.LittleEndian.AppendUint16(out, uint16(math.Float32bits(float32(evolve.Brief(x)))>>16))
	}
	return out
}

// fromUpperHalves makes float32 of upper halves.
func fromUpperHalves(blob []byte) (out []byte) {
	for half := range slices.Chunk(blob, 2) {
		out = append(out, 0, 0, half[0], half[1])
	}
	return out
}
