package lineage

import (
	"time"

	"bloodline/genome"
	"bloodline/genome/gene"
)

// Info says what a run is.
type Info struct {
	Name          string   `json:"name"` // unique in its store
	Game          string   `json:"game"`
	SchemaVersion int      `json:"-"`
	SchemaHash    string   `json:"-"`
	Genes         []string `json:"-"` // names, in the order of a genome
	Ranges        []Range  `json:"-"` // of the genes; without them, all genes are kept whole
	Config        string   `json:"-"` // the resolved settings as text
	Seed          uint64   `json:"seed"`
	Program       string   `json:"program"` // version of the program
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
