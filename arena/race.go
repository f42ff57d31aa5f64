package arena

import (
	"cmp"
	"context"
	"math"
	"slices"

	"bloodline/engine"
)

// Race is how a generation spends fewer games on those who are out of the
// question. All play a first third of their blocks; only the best of it play the
// rest.
type Race struct {
	Share float64 // of the candidates that play the rest, in (0, 1]; rounded up
	Keep  int     // how many of the first candidates play the rest in any case
}

// firstLook is the part of the blocks that everybody plays.
const firstLook = 1. / 3

// Figure is what selection reads of a measurement: no interval, and no opponent by
// name, which would take longer to work out than some of the games.
type Figure struct {
	Mean  float64 // points a game
	SE    float64 // standard error of Mean
	Games int64
	// Credit estimates the derivative of Mean by each gene of a Scholar, in points a
	// game per unit of the gene; nil for who is none.
	Credit []float64
}

// Race measures candidates on the deals of [Evaluator.Measure], but stops after a
// first part of them, treating all opponents alike, for those who are not among
// the best of it; ties go to the smaller index. So the figures of who went on are
// the totals of Measure, and the figures of who did not are those of Measure with
// fewer blocks. With a share of 1 all go on. Figures depend on who else is
// measured only in how many games they rest on.
//
// Who goes on was lucky in the first part, and their figures still contain it.
// That is no bias to whoever weighs a figure, with its own standard error, against
// what was expected of the candidate before: whether the second part was played
// followed from the first alone, which is in the figure, so it tells nothing more
// about the candidate. Taken for what it is without such an expectation, the
// figure of a survivor is too high, like that of every best of many.
//
// Candidates that are a [Scholar] send students to play, and their figures have
// credit, from the same games; the rest of a figure is the same as without. The
// credit of a survivor rests on a lucky first part, as its mean does.
//
// Note: breeding for two-player Coup with 4.4 million games, half of the
// population going on, champions won 79.7 % of games on fresh deals, and 79.1 %
// when survivors were judged by the second part alone (three seeds each). Without
// a race, but with as many deals for all as the race has on average, it was the
// same as with it (79.5 % both, six seeds). So racing is off unless asked for.
func (e *Evaluator) Race(ctx context.Context, race Race, candidates []engine.Player, coordinates ...uint64) ([]Figure, error) {
	g := e.gauntlet(len(candidates), coordinates...)
	all := everybody(g.Candidates)
	look, on := e.look(g.Blocks), int(math.Ceil(race.Share*float64(g.Candidates)))
	if on >= g.Candidates {
		look = g.Blocks
	}
	lessons := e.Arena.ledger(candidates)
	first := g.lap(all, 0, look)
	own, err := e.lap(ctx, first, candidates, lessons)
	if err != nil {
		return nil, err
	}
	deals := first.deals
	if look < g.Blocks {
		for c := range own {
			own[c] = slices.Clone(own[c]) // the next lap takes the room
		}
		second := g.lap(leaders(own, on, race.Keep), look, g.Blocks)
		rest, err := e.lap(ctx, second, candidates, lessons)
		if err != nil {
			return nil, err
		}
		for i, c := range second.who {
			own[c] = append(own[c], rest[i]...)
		}
		deals = append(deals, second.deals...)
	}
	out := make([]Figure, g.Candidates)
	f := e.Arena.folder(g)
	for c := range out {
		out[c] = f.figure(deals, own[c])
		out[c].Credit = lessons.credit(c, out[c].Games)
	}
	return out, nil
}

// look returns how many of the blocks everybody plays: at least two for each
// opponent, as every opponent's figure needs.
func (e *Evaluator) look(blocks int) int {
	first := *e
	first.Blocks = int(math.Ceil(firstLook * float64(blocks)))
	return min(first.rounded(), blocks)
}

// leaders returns who goes on, in order of index: the first keep, and the best of
// the others until there are n, by points.
func leaders(own [][]Result, n, keep int) []int {
	keep = min(keep, len(own))
	points := make([]int64, len(own))
	for c, results := range own {
		for _, r := range results {
			points[c] += int64(r.Score[0])
		}
	}
	ranked := everybody(len(own))
	slices.SortStableFunc(ranked[keep:], func(a, b int) int { return cmp.Compare(points[b], points[a]) })
	who := ranked[:max(n, keep)]
	slices.Sort(who)
	return who
}
