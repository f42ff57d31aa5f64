package report

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"

	"bloodline/engine"
	"bloodline/engine/stats"
	"bloodline/genome"
	"bloodline/genome/gene"
)

// Curves are what a genome scores with other values of one or two genes: all play the same deals.
type Curves struct {
	Player string `json:"player"`
	Digest string `json:"digest"` // of the genome
	// Programs are hashes of the files that played, by their paths; none without programs.
	Programs  map[string]string `json:"programs,omitempty"`
	Deals     int               `json:"deals"`     // against each opponent, of each value
	Seed      uint64            `json:"seed"`      // of the deals
	Unchanged stats.Figure      `json:"unchanged"` // of the genome as it is
	Curves    []Curve           `json:"curves,omitempty"`
	Grid      *Grid             `json:"grid,omitempty"`     // of two genes
	Checksum  string            `json:"checksum,omitempty"` // of the rest, in the folder of a run; v0.1.0 wrote none
}

func (c Curves) Sum() string {
	c.Checksum = ""
	data, _ := json.Marshal(c)
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:16])
}

// Curve is what a genome scores over the range of a gene.
type Curve struct {
	Gene        string       `json:"gene"`
	Categorical bool         `json:"categorical,omitempty"` // the values are words
	Points      []CurvePoint `json:"points"`                // by value
	LeftOut     int          `json:"left_out,omitzero"`     // values that break a relation with the genome's others

	Of *gene.Gene `json:"-"`
}

// CurvePoint is what a genome scores with another value of a gene.
type CurvePoint struct {
	Value    GeneValue     `json:"value"`
	Points   *stats.Figure `json:"points"`           // of a game
	Change   *stats.Figure `json:"change,omitempty"` // against the genome as it is; nil for its own value
	Champion bool          `json:"champion,omitempty"`
	Default  bool          `json:"default,omitempty"`

	At float64 `json:"position"` // place of the value in the range, from 0 to 1
	X  float64 `json:"-"`        // value of the gene
}

// Grid is what a genome scores with values of two genes.
type Grid struct {
	GeneA   string            `json:"gene_a"`
	GeneB   string            `json:"gene_b"`
	ValuesA []GeneValue       `json:"values_a"`
	ValuesB []GeneValue       `json:"values_b"`
	Points  [][]*stats.Figure `json:"points"` // a row for each of ones; null for values that break a relation
}

// Bound returns curves that were read from JSON with their genes; nil if a schema has other ones, or one lacks points.
func (c Curves) Bound(s *genome.Schema) *Curves {
	c.Curves = slices.Clone(c.Curves)
	for k := range c.Curves {
		i, ok := s.Index(c.Curves[k].Gene)
		if points := c.Curves[k].Points; !ok || len(points) == 0 || slices.ContainsFunc(points, func(p CurvePoint) bool { return p.Points == nil }) {
			return nil
		}
		c.Curves[k].Of = &s.Genes[i]
	}
	return &c
}

func (c *Curves) Table(s engine.Scale) *Table {
	if c.Grid != nil {
		g := c.Grid
		t := &Table{Columns: append([]string{">" + g.GeneA}, Map(g.ValuesB, func(v GeneValue) string { return ">" + g.GeneB + " " + v.Brief() })...)}
		t.Title = Paragraph("%s of %s with other values of %s (rows) and %s (columns), in %s games each on the same deals; as it is: %s",
			s.Unit, c.Player, g.GeneA, g.GeneB, Count(c.Unchanged.Games), MeanInterval(s, c.Unchanged))
		for k, row := range g.Points {
			t.Add(append([]string{g.ValuesA[k].Brief()}, Map(row, func(f *stats.Figure) string {
				if f == nil {
					return "-"
				}
				return s.Show(f.Mean) + " ±" + s.Show(f.Half())
			})...)...)
		}
		t.Note("±: half of the 95 %% interval; -: values that break a relation")
		return t
	}
	t, broken := &Table{Columns: []string{"gene", ">value", ">" + s.Unit, ">95 % interval", ">change", ">95 % interval", ""}}, 0
	t.Title = Paragraph("%s with other values of one gene, in %s games each on the same deals; as it is: %s %s",
		c.Player, Count(c.Unchanged.Games), s.Unit, MeanInterval(s, c.Unchanged))
	for _, x := range c.Curves {
		for _, p := range x.Points {
			change, interval := figureCells(s, p.Change)
			var marks []string
			if p.Champion {
				marks = append(marks, "champion")
			}
			if p.Default {
				marks = append(marks, "default")
			}
			t.Add(x.Gene, p.Value.Brief(), s.Show(p.Points.Mean), s.Span(p.Points.Low, p.Points.High), change, interval, List(marks))
		}
		broken += x.LeftOut
	}
	t.Note("change: against %s as it is, on the same deals", c.Player)
	t.noteIf(broken > 0, "left out: %s that would break a relation with others of %s", Plural(broken, "value"), c.Player)
	return t
}
