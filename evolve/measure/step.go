package measure

import (
	"context"
	"math"
	"slices"

	"bloodline/arena"
	"bloodline/arena/game"
	"bloodline/engine/stats"
	"bloodline/genome"
	"bloodline/genome/champion"
)

// steps are points on the line from the game's defaults, at 0, to the bred champion, at 1; one of them is submitted.
var steps = []float64{0, 0.25, 0.5, 0.75, 1, 1.25}

// fiveTogether is the half width, in standard errors, of five intervals that hold together with 95 % (Bonferroni).
const fiveTogether = 2.576

// searchedSteps are the points for a simulator: the mean of its search lags behind, so that points beyond it win more.
var searchedSteps = []float64{1, 1.25, 1.5}

// Step returns the genome that is handed in of a bred champion: the point on the line to it from the game's defaults
// that is furthest ahead of the defaults at its worst kind of table, if it is certainly better than the champion at the
// champion's worst one. Else that is the champion itself.
//
// A champion can go too far for opponents that it was not bred against, so the tables are of players that breeding does
// not meet: fresh strangers and the game's families of such players, else the held-out opponents, else the field. All
// points play the same deals, of a stage of their own, at a temperature of play.
//
// For a simulator the choice takes a number of games of the search, and the point that wins most replaces the champion:
// a guess, as those of the search are. With too few games none is played.
//
// The second result is nil if nothing was measured: with programs, which have a play-off, and in a league.
func (e *figures) Step(ctx context.Context, v genome.Vector, temperature float64, games int64) (genome.Vector, *champion.Step, error) {
	v = v.Clone()
	for i, g := range e.Schema.Genes {
		if g.Optional && e.optionalFrozen { // exactly where they started
			v[i] = g.Default
		}
	}
	tables := e.stepTables()
	if len(tables) == 0 {
		return v, nil, nil
	}
	steps, certain, deals := steps, fiveTogether, e.stepDeals()
	if e.Game.Simulator != nil {
		steps, certain = searchedSteps, 0
		each := games / int64(len(steps)*len(tables))
		deals = mostDeals(int(each), func(deals int) bool { return e.gamesAgainst(tables[0], deals, arena.StageStep) <= each })
	}
	if deals == 0 {
		return v, nil, nil
	}
	e.Begins(games + e.FigureGames())
	points, all := make([]genome.Vector, len(steps)), slices.Index(steps, 1)
	for k, at := range steps {
		points[k] = e.point(v, at)
	}
	least := make([]float64, len(steps)) // lead over the defaults at the worst table
	worst := math.Inf(1)
	var leads []stats.Figure // over all of the way, at its worst table
	for i, field := range tables {
		variants := e.variantsAt(v, temperature, arena.StageStep, field, deals)
		var others []*game.Variant // but all of the way
		for k, p := range points {
			if k != all {
				others = append(others, &game.Variant{Genome: p})
			}
		}
		if err := e.playVariants(ctx, &variants, others, uint64(i)); err != nil {
			return nil, nil, err
		}
		var here []stats.Figure
		for _, x := range others {
			here = append(here, e.Arena.Difference(x.Paired))
		}
		here = slices.Insert(here, all, stats.Figure{})
		for k, x := range here {
			if lead := x.Mean - here[0].Mean; i == 0 || lead < least[k] {
				least[k] = lead
			}
		}
		if lead := -here[0].Mean; lead < worst {
			worst, leads = lead, here
		}
	}
	best := all
	for k, x := range leads {
		if least[k] > least[best] && x.Mean-float64(certain*x.SE) > 0 {
			best = k
		}
	}
	return points[best], &champion.Step{At: steps[best], Gain: leads[best]}, nil
}

// ChoosesStep reports whether the search of a run ends with the games of [Evaluator.Step].
func (e *figures) ChoosesStep() bool { return e.Game.Simulator != nil && len(e.stepTables()) > 0 }

// stepDeals is a quarter of the evidence's deals for each point at a table: six points play instead of two players.
func (e *figures) stepDeals() int { return max(2, e.Settings.Evidence.Deals/4) }

// point returns the genome at a part of the way from the defaults to another, as far as ranges allow.
func (e *figures) point(v genome.Vector, at float64) genome.Vector {
	if at == 1 {
		return v
	}
	s := e.Game.Schema
	from, to := s.Point(s.Default()), s.Point(v)
	for i := range from {
		from[i] = max(0, min(1, s.Genes[i].Between(from[i], to[i], at)))
	}
	return s.AtPoint(from)
}

// stepTables returns the fields of [Evaluator.Step], in runs against one player that player; none to measure nothing.
func (e *figures) stepTables() (out [][]Opponent) {
	field := fixed(e.Field)
	switch {
	case e.Exploiters.Share > 0 || e.slow(slices.Concat(e.Field, e.Holdout)):
		return nil
	case len(e.Field) == 1 && len(field) == 1:
		return [][]Opponent{field}
	}
	if e.Game.Strangers != nil && e.Game.UserBot == nil {
		out = append(out, e.strangerField())
	}
	for _, f := range e.Game.Unmet {
		out = append(out, []Opponent{{Name: f.Name, Player: f.Draw}})
	}
	switch {
	case len(out) > 0:
		return out
	case len(e.Holdout) > 0:
		return [][]Opponent{e.Holdout}
	case len(field) > 0:
		return [][]Opponent{field}
	}
	return nil
}
