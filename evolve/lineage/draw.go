package lineage

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"

	"bloodline/evolve"
	"bloodline/genome"
	"bloodline/genome/gene"
)

// The genes of an individual are kept in one of three forms: none where they can be drawn
// again, float32 shares of their ranges where these say the same, and else as float64.

// wholeEvery is how many generations apart the children of parents are kept with genes of
// their own: who reads one draws at most so many generations of ancestors.
const wholeEvery = 12

// formSingles is the first byte of genes that are kept as float32.
const formSingles = 4

// Range is what the drawing of a gene depends on.
type Range struct {
	Group    string
	Min, Max float64
}

func (i *Info) schema() *genome.Schema {
	s := &genome.Schema{Game: i.Game}
	for _, r := range i.Ranges {
		s.Genes = append(s.Genes, gene.Gene{Group: r.Group, Min: r.Min, Max: r.Max})
	}
	return s
}

// genes are those of one who was born in g, in the shortest form; again says that its
// children can be drawn again.
func (w *writer) genes(g *evolve.Generation, ind *evolve.Individual, again bool) []byte {
	if again && redrawn(g, ind) {
		return []byte{}
	}
	if out := packed(w.schema, ind.Genes); out != nil {
		return out
	}
	return pack(ind.Genes)
}

// packed are the genes as float32 shares of their ranges, nil where these would be other
// genes.
func packed(s *genome.Schema, genes genome.Vector) []byte {
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

func appendSingles(out []byte, x []float64) []byte {
	out = slices.Grow(out, 4*len(x))
	for _, x := range x {
		out = binary.LittleEndian.AppendUint32(out, math.Float32bits(float32(x)))
	}
	return out
}

func singles(blob []byte) ([]float64, error) {
	if len(blob)%4 != 0 {
		return nil, fmt.Errorf("%d bytes are no whole number of float32", len(blob))
	}
	out := make([]float64, len(blob)/4)
	for i := range out {
		out[i] = float64(math.Float32frombits(binary.LittleEndian.Uint32(blob[4*i:])))
	}
	return out, nil
}

// brief are the upper halves of numbers that are rounded to them.
func brief(x []float64) (out []byte) {
	for _, x := range x {
		out = binary.LittleEndian.AppendUint16(out, uint16(math.Float32bits(float32(evolve.Brief(x)))>>16))
	}
	return out
}

// prolong makes float32 of upper halves.
func prolong(blob []byte) (out []byte) {
	for half := range slices.Chunk(blob, 2) {
		out = append(out, 0, 0, half[0], half[1])
	}
	return out
}

func unpackGenes(s *genome.Schema, blob []byte) (genome.Vector, error) {
	if len(blob) == 0 || blob[0] != formSingles || len(blob)%4 != 1 {
		return unpack(blob)
	}
	x, err := singles(blob[1:])
	if err == nil && len(x) != len(s.Genes) {
		err = fmt.Errorf("genes: %d for %d ranges", len(x), len(s.Genes))
	}
	if err != nil {
		return nil, err
	}
	return s.Express(x), nil
}

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

// drawable reports whether the children of a generation can be drawn again: the first of
// them is, to see.
func (w *writer) drawable(g *evolve.Generation) bool {
	place := slices.IndexFunc(g.Individuals, func(ind evolve.Individual) bool { return redrawn(g, &ind) })
	if place < 0 {
		return false
	}
	d, child := g.Distribution, g.Individuals[place]
	var parents []genome.Vector
	for _, id := range child.Parents {
		parents = append(parents, w.alive[id])
	}
	n := len(w.schema.Genes)
	fits := func(v genome.Vector) bool { return len(v) == n }
	return fits(child.Genes) && whole(d, n) == nil && !slices.ContainsFunc(parents, func(v genome.Vector) bool { return !fits(v) }) &&
		slices.Equal(child.Genes, d.Draw(w.schema, w.seed, child.Operator, g.Number, place, parents))
}

// draw keeps what the children of a generation are drawn from.
func (w *writer) draw(g *evolve.Generation) {
	d := g.Distribution
	sd := d.SD
	if !slices.ContainsFunc(sd, func(x float64) bool { return x != sd[0] }) {
		sd = sd[:1]
	}
	a, b := appendSingles(nil, d.Mean), appendSingles(nil, sd)
	if d.Moves != nil {
		a = brief(d.Moves)
	}
	w.exec(putDraw, w.run, g.Number, a, b, sumDraw(g.Number, a, b))
}

func sumDraw(generation int, mean, sd []byte) []byte {
	return checksum(generation, string(mean), string(sd))
}

const putDraw = `INSERT INTO draws (run, generation, mean, sd, checksum) VALUES (?, ?, ?, ?, ?)`

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
	if v := d.Draw(r.schema, r.seed, operator, born, place, vectors); v != nil {
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
