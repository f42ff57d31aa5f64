package report

import (
	"fmt"

	"bloodline/evolve/lineage"
)

// StoreSize is how large a store is, and of what.
type StoreSize struct {
	Store string    `json:"store"`
	Bytes int64     `json:"bytes"`
	Runs  []RunSize `json:"runs"`
}

// RunSize is what a run takes up.
type RunSize struct {
	Run         string `json:"run"`
	Individuals int64  `json:"individuals"`
	GeneBytes   int64  `json:"gene_bytes"` // of their genomes; the rest of the store is measurements, parents, draws and indexes
}

// Removal is what runs rm did.
type Removal struct {
	Removed []string `json:"removed"`
	Left    []string `json:"left,omitempty"` // folders with files that are not the run's
}

// Renaming is what runs rename did.
type Renaming struct {
	From string `json:"from"`
	To   string `json:"to"`
}

// Tables is what runs --csv wrote.
type Tables struct {
	Run         string `json:"run"`
	Dir         string `json:"dir"`
	Generations int    `json:"generations"`
}

// Version names the program.
type Version struct {
	Program string `json:"program"`
	Version string `json:"version"`
	Go      string `json:"go"` // that it was built with
}

// NewStoreSize returns the size of a store of this path.
func NewStoreSize(path string, bytes int64, runs []lineage.Size) *StoreSize {
	out := &StoreSize{Store: path, Bytes: bytes, Runs: []RunSize{}}
	for _, r := range runs {
		out.Runs = append(out.Runs, RunSize(r))
	}
	return out
}

// Table has a row for each run, and the rest of the store.
func (s *StoreSize) Table() *Table {
	t := &Table{Columns: []string{"run", ">individuals", ">genes of them"}}
	rest := s.Bytes
	for _, r := range s.Runs {
		t.Add(r.Run, Count(r.Individuals), Bytes(r.GeneBytes))
		rest -= r.GeneBytes
	}
	t.Add("measurements, draws, indexes", "", Bytes(max(rest, 0)))
	return t
}

// Bytes writes a size in three digits at most: "48.1 MB".
func Bytes(n int64) string {
	x, unit := float64(n), "B"
	for _, next := range []string{"kB", "MB", "GB", "TB"} {
		if x < 1000 {
			break
		}
		x, unit = x/1000, next
	}
	if unit == "B" || x >= 100 {
		return fmt.Sprintf("%.0f %s", x, unit)
	}
	return fmt.Sprintf("%.1f %s", x, unit)
}
