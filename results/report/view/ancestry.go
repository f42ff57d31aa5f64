package view

import (
	"cmp"
	"math"
	"slices"

	"bloodline/evolve"
	"bloodline/evolve/store"
	"bloodline/genome"
	"bloodline/results/report"
)

// Ancestry is the champion's family tree without mere copies: on the line of first parents it keeps the ends, the
// champions, changes of operator, and the largest steps; champions off the line hang on the ancestor that they join.
type Ancestry struct {
	Ancestors      []Ancestor `json:"ancestors"`   // oldest first
	LineLength     int        `json:"line_length"` // ancestors of the line, with those that are left out
	Champions      int        `json:"champions"`
	ChampionsShown int        `json:"champions_shown"`
}

// Ancestor is one individual that was kept.
type Ancestor struct {
	store.Ancestor
	Why     []string                `json:"why"`
	OnLine  bool                    `json:"on_line"`
	Joins   string                  `json:"joins,omitempty"`   // off the line: its nearest ancestor on it
	Skipped int                     `json:"skipped"`           // generations of parents between it and the one kept before
	Step    float64                 `json:"step"`              // root mean square of the changes from its first parent, in shares of the ranges
	Changes []report.GeneDifference `json:"changes,omitempty"` // from the first parent, the largest
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
	mostColumns   = 40
	mostPaths     = 40
)

// ancestry takes the champion's line, oldest first.
func (r *RunData) ancestry(s Source, schema *genome.Schema, line []evolve.Individual) (*Ancestry, error) {
	place, last := map[string]int{}, len(line)-1
	why, steps, order := make([][]string, len(line)), make([]float64, len(line)), make([]int, len(line))
	for i, one := range line {
		place[one.ID], order[i] = i, i
		if i > 0 {
			steps[i] = distance(schema, line[i-1].Genes, one.Genes)
		}
		if i > 1 && one.Operator != line[i-1].Operator {
			why[i] = append(why[i], NewOperator)
		}
	}
	why[0] = append(why[0], IsFirst)
	why[last] = append([]string{IsChampion}, why[last]...)
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(steps[j], steps[i]) })
	for _, i := range order[:min(mostSteps, len(order))] {
		if steps[i] > 0 {
			why[i] = append(why[i], LargeStep)
		}
	}
	shown := SampleEvenly(r.Champions, mostChampions)
	a, off := &Ancestry{LineLength: len(line), Champions: len(r.Champions), ChampionsShown: len(shown)}, []Ancestor{}
	for _, c := range shown {
		i, ok := place[c.Champion]
		if !ok {
			path, err := s.Line(r.Name, c.Champion, mostJoin)
			if err != nil {
				return nil, err
			}
			x := ancestorOf(schema, path[0], path[min(1, len(path)-1)])
			x.Why, x.Skipped = []string{WasChampion}, -1
			if away := slices.IndexFunc(path, func(p evolve.Individual) bool { _, ok := place[p.ID]; return ok }); away >= 0 {
				x.Joins, x.Skipped = path[away].ID, away-1
			}
			off = append(off, x)
		} else if i < last {
			why[i] = append(why[i], WasChampion)
		}
	}
	before := -1
	for i, one := range line {
		if len(why[i]) == 0 {
			continue
		}
		x := ancestorOf(schema, one, line[max(i-1, 0)])
		x.Why, x.OnLine, x.Skipped = why[i], true, max(i-before-1, 0)
		a.Ancestors, before = append(a.Ancestors, x), i
	}
	a.Ancestors = append(a.Ancestors, off...)
	slices.SortStableFunc(a.Ancestors, func(x, y Ancestor) int { return cmp.Compare(x.Born, y.Born) })
	return a, nil
}

// ancestorOf describes an individual by its first parent; the first one has itself for it.
func ancestorOf(s *genome.Schema, one, parent evolve.Individual) Ancestor {
	changes := report.Differences(s, parent.Genes, one.Genes)
	return Ancestor{Ancestor: store.NewAncestor(one), Step: distance(s, parent.Genes, one.Genes), Changes: changes[:min(mostChanges, len(changes))]}
}

// SampleEvenly returns at most so many of a list, spread evenly over it from the first to the last.
func SampleEvenly[T any](all []T, most int) []T {
	if len(all) <= most {
		return all
	}
	var out []T
	for i := range most {
		out = append(out, all[i*(len(all)-1)/(most-1)])
	}
	return out
}

func distance(s *genome.Schema, a, b genome.Vector) float64 {
	squares := 0.0
	for i, g := range s.Genes {
		d := (b[i] - a[i]) / (g.Max - g.Min)
		squares += d * d
	}
	return math.Sqrt(squares / float64(len(s.Genes)))
}

// Drift is how the genes moved along the champion's line of first parents.
type Drift struct {
	Generations     []int      `json:"generations"`      // in which the ancestors of the columns were born
	Genes           []GenePath `json:"genes"`            // those that moved most, first
	GeneCount       int        `json:"gene_count"`       // genes in all
	LargestUnlisted float64    `json:"largest_unlisted"` // the most that a gene moved which is not listed
}

// GenePath is the path of one gene, as a shift from its default in shares of its range.
type GenePath struct {
	Name   string           `json:"name"`
	Group  string           `json:"group"`
	Shifts []float64        `json:"shifts"`
	From   report.GeneValue `json:"from"` // value of the first ancestor
	To     report.GeneValue `json:"to"`   // and of the champion
	Moved  float64          `json:"moved"`
}

// drift takes a line, oldest first.
func drift(s *genome.Schema, line []evolve.Individual) *Drift {
	if len(line) < 2 {
		return nil
	}
	d := &Drift{GeneCount: len(s.Genes)}
	columns := SampleEvenly(line, mostColumns)
	d.Generations = report.Map(columns, func(c evolve.Individual) int { return c.Born })
	for i := range s.Genes {
		g := &s.Genes[i]
		first, last := line[0].Genes[i], line[len(line)-1].Genes[i]
		x := GenePath{Name: g.Name, Group: g.Group, From: report.ValueOf(g, first), To: report.ValueOf(g, last), Moved: (last - first) / (g.Max - g.Min)}
		x.Shifts = report.Map(columns, func(c evolve.Individual) float64 { return (c.Genes[i] - g.Default) / (g.Max - g.Min) })
		d.Genes = append(d.Genes, x)
	}
	slices.SortStableFunc(d.Genes, func(a, b GenePath) int { return cmp.Compare(math.Abs(b.Moved), math.Abs(a.Moved)) })
	if len(d.Genes) > mostPaths {
		d.LargestUnlisted = math.Abs(d.Genes[mostPaths].Moved)
		d.Genes = d.Genes[:mostPaths]
	}
	return d
}
