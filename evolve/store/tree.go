package store

import (
	"fmt"
	"io"
	"strings"

	"bloodline/engine/stats"
	"bloodline/evolve"
	"bloodline/genome"
)

// Ancestor is one individual of a family tree.
type Ancestor struct {
	ID            string   `json:"id"`
	Born          int      `json:"born"`
	Operator      string   `json:"operator"`
	Parents       []string `json:"parents"`
	stats.Fitness          // pooled

	// Moved are the groups of genes that differ most from the mean of the parents; none with a parent beyond the depth.
	Moved []genome.Move `json:"moved,omitzero"`
}

// NewAncestor returns an individual with its pooled fitness, without the list of moved genes.
func NewAncestor(i evolve.Individual) Ancestor {
	return Ancestor{ID: i.ID, Born: i.Born, Operator: i.Operator, Parents: append([]string{}, i.Parents...), Fitness: i.Pooled}
}

// Tree is an individual and its ancestors, latest born first.
type Tree []Ancestor

// Tree returns the family tree of an individual of a run, of the last champion if id is empty, up to depth steps back;
// 0 is all of them. See [Store.Ancestors]. Moved is empty under a nil schema.
func (s *Store) Tree(run, id string, depth int, schema *genome.Schema) (Tree, error) {
	row, err := s.Run(run)
	if err != nil {
		return nil, err
	}
	if id == "" {
		if id, err = s.LastChampion(run); err != nil {
			return nil, err
		}
	}
	if depth == 0 {
		depth = row.Generations // none is older
	}
	all, err := s.Ancestors(run, id, depth)
	if err != nil {
		return nil, err
	}
	known := map[string]evolve.Individual{}
	for _, i := range all {
		known[i.ID] = i
	}
	out := make(Tree, 0, len(all))
	for _, i := range all {
		x := NewAncestor(i)
		var parents []genome.Vector
		for _, p := range i.Parents {
			if parent, ok := known[p]; ok {
				parents = append(parents, parent.Genes)
			}
		}
		if x.Moved = []genome.Move{}; schema != nil && len(parents) > 0 && len(parents) == len(i.Parents) {
			const most = 3 // how many groups an ancestor names
			all := schema.Moves(genome.Mean(schema, parents), i.Genes)
			x.Moved = all[:min(len(all), most)]
		}
		out = append(out, x)
	}
	return out, nil
}

// WriteDot draws the tree for Graphviz; show writes points.
func (t Tree) WriteDot(w io.Writer, show func(float64) string) error {
	var b strings.Builder
	b.WriteString("digraph lineage {\n\trankdir=BT;\n\tnode [shape=box, fontname=\"sans-serif\"];\n")
	for _, x := range t {
		fmt.Fprintf(&b, "\t%q [label=\"%s\\n%s, born %d\\n%s ±%s\"];\n", x.ID, x.ID, x.Operator, x.Born, show(x.Mean), show(x.Half()))
	}
	for _, x := range t {
		for _, p := range x.Parents {
			fmt.Fprintf(&b, "\t%q -> %q;\n", x.ID, p)
		}
	}
	b.WriteString("}\n")
	_, err := io.WriteString(w, b.String())
	return err
}
