package evolve

import (
	"math"
	"math/rand/v2"

	"bloodline/engine/roll"
	"bloodline/genome"
)

// pointDomain keeps the generators of points apart from those of places.
const pointDomain = 1 << 31

func generator(seed uint64, generation, place int) *rand.PCG {
	at := func(word uint64) uint64 {
		return roll.Mix(seed, breedDomain, uint64(generation), uint64(place), word)
	}
	return rand.NewPCG(at(0), at(1))
}

// Birth is how a child came about: in a run, at a place of a generation.
type Birth struct {
	Seed              uint64 // of the run
	Generation, Place int
	Operator          string
	Parents           []genome.Vector
}

// Draw returns the genes of a child: of
// [OpSampled] by Mean and SD, of [OpRecombined] by the genes of its parents, Moves and SD:
// Moves as [Brief] says, the others as float32. It returns nil for the other operators. Of the schema it reads
// groups and ranges. It costs about 20 ns a gene.
//
// A store draws such children again where it would keep a thousand numbers for each. So
// what Draw returns stays what it is: who breeds otherwise gives the operator another
// name.
func (d *Distribution) Draw(s *genome.Schema, b Birth) genome.Vector {
	switch b.Operator {
	case OpSampled:
		return s.Express(d.point(b.Seed, b.Generation, b.Place))
	case OpRecombined:
		x, rng := d.between(s, b)
		genome.Mutate(x, d.SD, rng)
		return s.Express(x)
	}
	return nil
}

// point is the draw of a place. It can be drawn again when its fitness is known,
// so that no generation has to remember points beside genomes.
func (d *Distribution) point(seed uint64, generation, place int) []float64 {
	out := make([]float64, len(d.Mean))
	for i, x := range d.Mean {
		out[i] = genome.Single(x)
	}
	genome.Mutate(out, d.SD, rand.New(generator(seed, generation, pointDomain+place)))
	return out
}

// between returns where the child of one or two parents stands before it mutates, and the
// generator that continues from there: between its parents, moved as all children do.
func (d *Distribution) between(s *genome.Schema, b Birth) ([]float64, *rand.Rand) {
	rng := rand.New(generator(b.Seed, b.Generation, pointDomain+b.Place))
	x := s.Between(b.Parents[0], b.Parents[len(b.Parents)-1], rng)
	for i := range x {
		x[i] = max(0, min(1, x[i]+Brief(d.Moves[i])))
	}
	return x, rng
}

// Brief rounds to the upper 16 bits of a float32, which say a number to 0.4 percent.
func Brief(x float64) float64 {
	return float64(math.Float32frombits((math.Float32bits(float32(x)) + 1<<15) &^ (1<<16 - 1)))
}
