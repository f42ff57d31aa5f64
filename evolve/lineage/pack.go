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

// packed appends fixed-size numbers to bytes, little-endian.
func packed(out []byte, numbers any) []byte {
	out, err := binary.Append(out, binary.LittleEndian, numbers)
	if err != nil {
		panic(fmt.Sprintf("lineage: pack a %T: %v", numbers, err))
	}
	return out
}

// unpacked reads all bytes as numbers of one type.
func unpacked[T float32 | float64 | uint16](blob []byte) ([]T, error) {
	var one T
	out := make([]T, len(blob)/binary.Size(one))
	if n, err := binary.Decode(blob, binary.LittleEndian, out); err != nil || n != len(blob) {
		return nil, fmt.Errorf("%d bytes are no whole number of %T", len(blob), one)
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
	x := singles(s.Point(genes))
	if !slices.Equal(s.Express(doubles(x)), genes) {
		return nil
	}
	return packed([]byte{formSingles}, x)
}

func unpackGenes(s *genome.Schema, blob []byte) (genome.Vector, error) {
	if len(blob) == 0 || blob[0] != formSingles || len(blob)%4 != 1 {
		return unpacked[float64](blob)
	}
	x, err := unpacked[float32](blob[1:])
	if err == nil && len(x) != len(s.Genes) {
		err = fmt.Errorf("genes: %d for %d ranges", len(x), len(s.Genes))
	}
	if err != nil {
		return nil, err
	}
	return s.Express(doubles(x)), nil
}

func singles(x []float64) []float32 { return rounded[float32](x) }
func doubles(x []float32) []float64 { return rounded[float64](x) }

func rounded[To, From float32 | float64](x []From) []To {
	out := make([]To, len(x))
	for i := range x {
		out[i] = To(x[i])
	}
	return out
}

// upperHalves returns the upper halves of numbers as float32.
func upperHalves(x []float64) (out []uint16) {
	for _, x := range x {
		out = append(out, uint16(math.Float32bits(float32(evolve.Brief(x)))>>16))
	}
	return out
}

func fromUpperHalves(halves []uint16) (out []float32) {
	for _, half := range halves {
		out = append(out, math.Float32frombits(uint32(half)<<16))
	}
	return out
}
