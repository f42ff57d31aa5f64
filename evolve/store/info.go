package store

import (
	"time"

	"bloodline/genome"
	"bloodline/genome/gene"
)

// Info describes a run: its name, game, genes and settings.
type Info struct {
	Name             string            `json:"name"` // unique in its store
	Identity         string            `json:"-"`    // random, as in the lock file of its folder; [Store.Begin] gives it
	Game             string            `json:"game"`
	SchemaVersion    int               `json:"-"`
	SchemaHash       string            `json:"-"`
	Genes            []StoredGene      `json:"-"` // in the order of a genome
	Config           string            `json:"-"` // the resolved settings as text
	Opponents        []string          `json:"-"` // [champion.Digest] of each of field and holdout, in the order of Config; empty without genes
	Seed             uint64            `json:"seed"`
	Program          string            `json:"program"` // version of the program
	Files            map[string]string `json:"-"`       // hashes of the programs that play, by path
	Nondeterministic *bool             `json:"-"`       // whether equal games of programs end differently; nil before that was tried
}

// StoredGene is the name and range of a gene of a run, to notice that the game has other genes now.
type StoredGene struct {
	Name string  `json:"name"`
	Min  float64 `json:"min"`
	Max  float64 `json:"max"`
}

// NewInfo returns the Info of a run of this name, with the game and the genes of a schema.
func NewInfo(name string, schema *genome.Schema) Info {
	info := Info{Name: name, Game: schema.Game, SchemaVersion: schema.Version, SchemaHash: schema.Hash()}
	for _, g := range schema.Genes {
		info.Genes = append(info.Genes, StoredGene{g.Name, g.Min, g.Max})
	}
	return info
}

// The states of a run.
const (
	Running  = "running"
	Stopped  = "stopped"  // interrupted, may be resumed
	Finished = "finished" // has its champion; more generations or a larger budget continue it
)

func stamp(t time.Time) string { return t.UTC().Format(time.RFC3339Nano) }

// schema returns the names and ranges of the run's genes, on which the coding of genomes depends.
func (i *Info) schema() *genome.Schema {
	s := &genome.Schema{Game: i.Game}
	for _, g := range i.Genes {
		s.Genes = append(s.Genes, gene.Gene{Name: g.Name, Min: g.Min, Max: g.Max})
	}
	return s
}

// sumRun is the checksum of the row of a run; finished is zero while it runs.
func sumRun(key int64, i *Info, state string, started, finished time.Time) []byte {
	values := []any{key, i.Name, i.Identity, i.Game, i.SchemaVersion, i.SchemaHash, i.Config, i.Opponents, i.Seed, i.Program, jsonList(i.Files), state, stamp(started), stamp(finished)}
	for _, g := range i.Genes {
		values = append(values, g.Name, g.Min, g.Max)
	}
	if i.Nondeterministic != nil {
		values = append(values, *i.Nondeterministic)
	}
	return checksum(values...)
}
