package league

import (
	"context"
	"slices"

	"bloodline/arena"
	"bloodline/engine"
	"bloodline/genome"
	"bloodline/genome/champion"
)

// steps are the points on the line from the game's defaults, at 0, to the bred champion, at 1, of which
// one is handed in.
var steps = []float64{0, 0.25, 0.5, 0.75, 1, 1.25}

// together95 is the half width, in standard errors, of five intervals that hold together with 95 %.
const together95 = 2.576

// Step returns the genome that is handed in of a bred champion: the point on the line to it from
// the game's defaults whose lead over it has the highest lower bound, and the champion
// itself where no lower bound is above 0. The bounds are of 95 % for all points together (Bonferroni). A mean over the opponents of breeding can go too far for others, so
// the opponents are players that breeding does not meet: the game's families of such players, else fresh
// strangers, else the held-out opponents, else the field. All points play the same deals, which are those of a
// stage of their own, at a temperature of play.
//
// The second result is nil where nothing was measured: for programs, whose run ends with a play-off, and
// with a league, where exploiters answer the champion alone.
func (e *Evaluator) Step(ctx context.Context, v genome.Vector, temperature float64) (genome.Vector, *champion.Step, error) {
	field := e.stepField()
	if len(field) == 0 {
		return v, nil, nil
	}
	var points []genome.Vector
	var candidates []engine.Player
	for _, at := range steps {
		points = append(points, e.point(v, at))
		candidates = append(candidates, e.Game.PlayerAt(points[len(points)-1], temperature))
	}
	m := e.against(arena.StageStep, field, e.Settings.Evidence.Deals, nil)
	all := slices.Index(steps, 1)
	got, err := m.Compare(ctx, candidates[all], candidates, 0)
	if err != nil {
		return nil, nil, err
	}
	best, games := all, got[all].A.N*int64(e.Arena.Info().Seatings())
	e.games.Add(games * int64(len(steps)))
	out, bound := &champion.Step{At: 1}, 0.0
	for i := range steps {
		d := e.Arena.Difference(got[i])
		if low := d.Mean - together95*d.SE; low > bound {
			best, bound, out = i, low, &champion.Step{At: steps[i], Gain: d.Summary(games)}
		}
	}
	return points[best], out, nil
}

// point returns the genome at a part of the way from the defaults to another, as far as ranges allow.
func (e *Evaluator) point(v genome.Vector, at float64) genome.Vector {
	if at == 1 {
		return v
	}
	s := e.Game.Schema
	from, to := s.Point(s.Default()), s.Point(v)
	for i := range from {
		from[i] += at * (to[i] - from[i])
	}
	return s.Express(from)
}

// stepField returns the opponents of [Evaluator.Step], which breeding does not meet; none where nothing is
// measured. A run against a single player is measured against that player.
func (e *Evaluator) stepField() (out []Opponent) {
	field := fixed(e.Field)
	switch {
	case e.Game.Slow() || e.Exploiters.Share > 0 || arena.Programs(players(e.Field)) || arena.Programs(players(e.Holdout)):
		return nil
	case len(e.Field) == 1 && len(field) == 1:
		return field
	case len(e.Game.Unmet) > 0:
		for _, f := range e.Game.Unmet {
			out = append(out, Opponent{Name: f.Name, Player: f.Draw})
		}
		return out
	case e.Game.Strangers != nil:
		return e.family()
	case len(e.Holdout) > 0:
		return e.Holdout
	}
	return field
}
