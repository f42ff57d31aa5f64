package view

import (
	"cmp"
	"math"
	"slices"

	"bloodline/evolve"
	"bloodline/evolve/lineage"
	"bloodline/genome"
	"bloodline/results/report"
)

// Ancestry is the champion's family tree without what only passed the genes on: on the
// line of first parents it keeps the ends, the champions, where the operator changes,
// and the largest steps; champions off the line hang on the ancestor that they join.
type Ancestry struct {
	Kept      []Ancestor `json:"kept"` // oldest first
	Line      int        `json:"line"` // ancestors of the line in all
	Champions int        `json:"champions"`
	Shown     int        `json:"champions_shown"`
}

// Ancestor is one individual that was kept.
type Ancestor struct {
	lineage.Ancestor
	Why     []string `json:"why"`
	OnLine  bool     `json:"on_line"`
	Joins   string   `json:"joins,omitempty"` // off the line: its nearest ancestor on it
	Skipped int      `json:"skipped"`         // generations of parents between it and the one kept before
	Step    float64  `json:"step"`            // root mean square of the changes from its first parent, in shares of the ranges
	Changes []Change `json:"changes,omitempty"`
}

// Change is a gene that differs from the first parent's.
type Change struct {
	Gene  string           `json:"gene"`
	From  report.GeneValue `json:"from"`
	To    report.GeneValue `json:"to"`
	Shift float64          `json:"shift"` // as a share of the range
}

// Why an ancestor is kept.
const (
	IsFirst     = "the first"
	IsChampion  = "the champion"
	WasChampion = "a champion"
	NewOperator = "another operator than its parent's"
	LargeStep   = "a large step"
)

const (
	mostChampions = 12
	mostSteps     = 8
	mostChanges   = 8
	mostJoin      = 64 // parents that are looked at to find where a champion joins the line
)

// ancestry takes the champion's line, oldest first.
func (r *Run) ancestry(s Source, schema *genome.Schema, line []evolve.Individual) (*Ancestry, error) {
	place := map[string]int{}
	why := make([][]string, len(line))
	steps := make([]float64, len(line))
	for i, one := range line {
		place[one.ID] = i
		if i > 0 {
			steps[i] = distance(schema, line[i-1].Genes, one.Genes)
			if one.Operator != line[i-1].Operator && i > 1 {
				why[i] = append(why[i], NewOperator)
			}
		}
	}
	why[0] = append(why[0], IsFirst)
	why[len(line)-1] = append([]string{IsChampion}, why[len(line)-1]...)
	for _, i := range largest(steps, mostSteps) {
		why[i] = append(why[i], LargeStep)
	}
	a := &Ancestry{Line: len(line), Champions: len(r.Champions)}
	off, err := r.holders(s, place, why, a)
	if err != nil {
		return nil, err
	}
	before := 0
	for i, one := range line {
		if len(why[i]) == 0 {
			continue
		}
		x := ancestorOf(schema, one, nil)
		if i > 0 {
			x = ancestorOf(schema, one, line[i-1].Genes)
			x.Skipped = i - before - 1
		}
		x.Why, x.OnLine = why[i], true
		a.Kept = append(a.Kept, x)
		before = i
	}
	for _, h := range off {
		x := ancestorOf(schema, h.one, h.parent)
		x.Why, x.Joins, x.Skipped = []string{WasChampion}, h.joins, h.away-1
		a.Kept = append(a.Kept, x)
	}
	slices.SortStableFunc(a.Kept, func(x, y Ancestor) int { return cmp.Compare(x.Born, y.Born) })
	return a, nil
}

// holder is a champion off the line.
type holder struct {
	one    evolve.Individual
	parent genome.Vector
	joins  string
	away   int
}

// holders finds the champions, spread over the run where there are many. Those on the
// line get their reason; the others are returned, and where they join it is kept too.
func (r *Run) holders(s Source, place map[string]int, why [][]string, a *Ancestry) (off []holder, err error) {
	for k, t := range r.Champions {
		if n := len(r.Champions); n > mostChampions && k*mostChampions/n == (k-1)*mostChampions/n && k > 0 && k < n-1 {
			continue
		}
		a.Shown++
		if i, ok := place[t.Champion]; ok {
			if i < len(why)-1 {
				why[i] = append(why[i], WasChampion)
			}
			continue
		}
		path, err := s.Line(r.Name, t.Champion, mostJoin)
		if err != nil {
			return nil, err
		}
		h := holder{one: path[0]}
		if len(path) > 1 {
			h.parent = path[1].Genes
		}
		for d, p := range path {
			if _, ok := place[p.ID]; ok {
				h.joins, h.away = p.ID, d
				break
			}
		}
		off = append(off, h)
	}
	return off, nil
}

func ancestorOf(s *genome.Schema, one evolve.Individual, parent genome.Vector) Ancestor {
	x := Ancestor{Ancestor: lineage.NewAncestor(one)}
	if parent != nil {
		x.Step, x.Changes = distance(s, parent, one.Genes), Changes(s, parent, one.Genes, mostChanges)
	}
	return x
}

// Changes lists the genes that differ most, as shares of their ranges; at most so many.
func Changes(s *genome.Schema, from, to genome.Vector, most int) []Change {
	var out []Change
	for _, d := range report.Differences(s, from, to) {
		out = append(out, Change{d.Name, d.A, d.B, d.Shift})
	}
	return out[:min(most, len(out))]
}

func distance(s *genome.Schema, a, b genome.Vector) float64 {
	squares := 0.0
	for i, g := range s.Genes {
		d := (b[i] - a[i]) / (g.Max - g.Min)
		squares += d * d
	}
	return math.Sqrt(squares / float64(len(s.Genes)))
}

// largest returns the places of the n largest numbers above 0.
func largest(xs []float64, n int) []int {
	var at []int
	for i, x := range xs {
		if x > 0 {
			at = append(at, i)
		}
	}
	slices.SortStableFunc(at, func(i, j int) int { return cmp.Compare(xs[j], xs[i]) })
	return at[:min(n, len(at))]
}
