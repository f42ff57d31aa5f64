package ablation

import (
	"cmp"
	"context"
	"slices"

	"bloodline/arena/stats"
	"bloodline/engine"
	"bloodline/genome"
)

// Edge is what an individual gained on the one before it in a line of descent.
type Edge struct {
	Child  int           // place in the line; the parent's is one less
	Gain   stats.Summary // points a game
	Groups []GroupMove   // those that moved most, at most three
}

// GroupMove is a group of genes that moved along an edge.
type GroupMove struct {
	genome.Move
	Gain stats.Summary `json:"gain"` // points a game that are lost where the child has the parent's genes in it
}

// movedGroups is how many groups an edge names.
const movedGroups = 3

// Line returns the n edges of a line that gained most, the best first. The line has the
// oldest first. All of it play the evaluator's deals. The 2n edges that seem to gain most play full
// times as many fresh ones, which order them and are reported: the largest of many noisy
// gains is none.
func (a Ablator) Line(ctx context.Context, line []genome.Vector, n, full int) ([]Edge, error) {
	promising, err := a.screen(ctx, line, 2*n)
	if err != nil {
		return nil, err
	}
	fresh := *a.Evaluator
	fresh.Blocks *= full
	var out []Edge
	for _, child := range promising {
		edge := Edge{Child: child}
		parent, genes := line[child-1], line[child]
		variants := []engine.Player{a.Compile(parent)}
		for _, m := range a.Schema.Moves(parent, genes) {
			if len(edge.Groups) == movedGroups {
				break
			}
			edge.Groups = append(edge.Groups, GroupMove{Move: m})
			v := genes.Clone()
			for i, g := range a.Schema.Genes {
				if g.Group == m.Group {
					v[i] = parent[i]
				}
			}
			variants = append(variants, a.Compile(v))
		}
		got, err := fresh.Compare(ctx, a.Compile(genes), variants, 1)
		if err != nil {
			return nil, err
		}
		edge.Gain = loss(a.Arena, got[0])
		for k := range edge.Groups {
			edge.Groups[k].Gain = loss(a.Arena, got[1+k])
		}
		out = append(out, edge)
	}
	slices.SortStableFunc(out, func(x, y Edge) int { return cmp.Compare(y.Gain.Mean, x.Gain.Mean) })
	return out[:min(n, len(out))], nil
}

// screen returns the children of a line that seem to gain most on their parents.
func (a Ablator) screen(ctx context.Context, line []genome.Vector, n int) ([]int, error) {
	var means []float64
	for begin := 0; begin < len(line); begin += batch {
		var players []engine.Player
		for _, v := range line[begin:min(begin+batch, len(line))] {
			players = append(players, a.Compile(v))
		}
		got, err := a.Evaluator.Measure(ctx, players, 0)
		if err != nil {
			return nil, err
		}
		for _, m := range got {
			means = append(means, m.Total.Mean)
		}
	}
	var children []int
	for i := 1; i < len(line); i++ {
		children = append(children, i)
	}
	gain := func(child int) float64 { return means[child] - means[child-1] }
	slices.SortStableFunc(children, func(x, y int) int { return cmp.Compare(gain(y), gain(x)) })
	return children[:min(n, len(children))], nil
}
