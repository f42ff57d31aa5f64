package lineage

import (
	"time"

	"bloodline/genome"
	"bloodline/genome/gene"
)

// Info says what a run is.
type Info struct {
	Name          string // unique in its store
	Game          string
	SchemaVersion int
	SchemaHash    string
	Genes         []string // names, in the order of a genome
	Ranges        []Range  // of the genes; without them, all genes are kept whole
	Config        string   // the resolved settings as text
	Seed          uint64
	Program       string // version of the program
}

// NewInfo fills in what a schema knows.
func NewInfo(name string, schema *genome.Schema) Info {
	info := Info{Name: name, Game: schema.Game, SchemaVersion: schema.Version, SchemaHash: schema.Hash()}
	for _, g := range schema.Genes {
		info.Genes = append(info.Genes, g.Name)
		info.Ranges = append(info.Ranges, Range{g.Group, g.Min, g.Max})
	}
	return info
}

// The states of a run.
const (
	Running  = "running"
	Stopped  = "stopped"  // interrupted, may be resumed
	Finished = "finished" // reached its end
)

func stamp(t time.Time) string { return t.UTC().Format(time.RFC3339Nano) }

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

// sum is the checksum of what a run is.
func (i *Info) sum() []byte {
	values := []any{i.Name, i.Game, i.SchemaVersion, i.SchemaHash, i.Genes, i.Config, i.Seed, i.Program}
	for _, r := range i.Ranges {
		values = append(values, r.Group, r.Min, r.Max)
	}
	return checksum(values...)
}
