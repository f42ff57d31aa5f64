package view

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"path/filepath"
	"slices"

	"bloodline/arena"
	"bloodline/arena/command"
	"bloodline/arena/game"
	"bloodline/configs"
	"bloodline/configs/player"
	"bloodline/engine/stats"
	"bloodline/genome"
	"bloodline/genome/champion"
	"bloodline/internal/disk"
	"bloodline/results/report"
)

const (
	curveValues = 9      // of a number
	gridValues  = 4      // of each of two numbers
	mostCurves  = 12     // genes that are played unless they are named
	curveGames  = 10_000 // of each value: their interval is ±1 percentage point at most
)

// CurvePlan has the genomes that [report.Curves] need, before they play.
type CurvePlan struct {
	*report.Curves
	player   *player.Player
	variants []*game.Variant
	fill     []func(points, change stats.Figure) // the figures of each variant
}

// CurveGenes returns the genes whose curves are played by default: all that matter, or those furthest from defaults.
func CurveGenes(s *genome.Schema, v genome.Vector) []int {
	var all []int
	standard, own := s.Point(s.Default()), s.Point(v)
	for i := range s.Genes {
		if s.Genes[i].Matters(v) {
			all = append(all, i)
		}
	}
	shift := func(i int) float64 { return math.Abs(own[i] - standard[i]) }
	slices.SortStableFunc(all, func(i, j int) int { return cmp.Compare(shift(j), shift(i)) })
	return slices.Sorted(slices.Values(all[:min(mostCurves, len(all))]))
}

// PlanCurves plans a curve for each of some genes, or a coarse grid of two.
func PlanCurves(p *player.Player, genes []int, grid bool) (*CurvePlan, error) {
	s := p.Game.Schema
	digest, err1 := champion.Digest(s, p.Genes, p.Temperature())
	programs, err2 := p.Game.Hashes()
	if err := cmp.Or(err1, err2); err != nil {
		return nil, err
	}
	c := &CurvePlan{Curves: &report.Curves{Player: p.Name, Digest: digest, Programs: command.Digests(programs)}, player: p}
	if grid {
		one, other := c.curve(genes[0], gridValues), c.curve(genes[1], gridValues)
		value := func(x report.CurvePoint) report.GeneValue { return x.Value }
		g := &report.Grid{GeneA: one.Gene, GeneB: other.Gene, ValuesA: report.Map(one.Points, value), ValuesB: report.Map(other.Points, value)}
		for _, x := range one.Points {
			g.Points = append(g.Points, report.Map(other.Points, func(y report.CurvePoint) *stats.Figure {
				points, _, _ := c.add(map[int]report.CurvePoint{genes[0]: x, genes[1]: y})
				return points
			}))
		}
		c.Grid = g
		return c, nil
	}
	for _, i := range genes {
		x := c.curve(i, curveValues)
		all := x.Points
		x.Points = nil
		for _, point := range all {
			var kept bool
			if point.Points, point.Change, kept = c.add(map[int]report.CurvePoint{i: point}); kept {
				x.Points = append(x.Points, point)
			}
		}
		x.LeftOut = len(all) - len(x.Points)
		c.Curves.Curves = append(c.Curves.Curves, x)
	}
	return c, nil
}

// curve returns a curve without figures: about n values or each choice of a gene, its default and the player's value.
func (c *CurvePlan) curve(i, n int) report.Curve {
	g := &c.player.Game.Schema.Genes[i]
	x := report.Curve{Gene: g.Name, Categorical: report.IsChoice(g.Unit), Of: g}
	first, step := g.Min, (g.Max-g.Min)/float64(n-1)
	if x.Categorical {
		first, step, n = g.Min+0.5, 1, int(math.Round(g.Max-g.Min))
	}
	values := []float64{c.player.Genes[i], g.Default}
	for k := range n {
		values = append(values, first+float64(float64(k)*step))
	}
	for _, v := range values {
		if g.Scale != nil { // as the bot gets it
			if y, err := g.Scale.Value([]byte(g.Text(v))); err == nil {
				v = y
			}
		}
		text := g.Text(v)
		x.Points = append(x.Points, report.CurvePoint{
			Value: report.ValueOf(g, v), X: v, At: (v - g.Min) / (g.Max - g.Min),
			Champion: text == g.Text(c.player.Genes[i]), Default: text == g.Text(g.Default),
		})
	}
	slices.SortStableFunc(x.Points, func(a, b report.CurvePoint) int { return cmp.Compare(a.X, b.X) })
	x.Points = slices.CompactFunc(x.Points, func(a, b report.CurvePoint) bool { return a.Value.String() == b.Value.String() })
	return x
}

// add plans the player with other values, and returns its figures to be: none if a relation breaks, no change as it is.
func (c *CurvePlan) add(values map[int]report.CurvePoint) (points, change *stats.Figure, kept bool) {
	v, own := c.player.Genes.Clone(), true
	for i, x := range values {
		if !x.Champion {
			v[i], own = x.X, false
		}
	}
	if own {
		return &c.Unchanged, nil, true
	}
	s := c.player.Game.Schema
	if s.Settle(v); s.Broken(v) != nil {
		return nil, nil, false
	}
	points, change = new(stats.Figure), new(stats.Figure)
	c.variants = append(c.variants, &game.Variant{Genome: v})
	c.fill = append(c.fill, func(p, d stats.Figure) { *points, *change = p, d })
	return points, change, true
}

// DealGames is how many games all values play on a deal against each opponent.
func (c *CurvePlan) DealGames() int {
	return (1 + len(c.variants)) * max(1, len(c.player.Game.Baselines)) * c.player.Game.Info().Seatings()
}

// AimDeals returns how many deals against each opponent make intervals of at most one percentage point, of a user's bot
// in no more games than it was bred with.
func (c *CurvePlan) AimDeals() int {
	g := c.player.Game
	deals := curveGames / max(1, len(g.Baselines)*g.Info().Seatings()*g.Deals)
	if f := c.player.File; f != nil && g.UserBot != nil {
		if bred := configs.ParseForDisplay(f.Origin.Config).Budget.MaxGames; bred > 0 {
			deals = min(deals, bred/c.DealGames())
		}
	}
	return max(2, deals)
}

func (c *CurvePlan) Play(ctx context.Context, deals, workers int, seed uint64) error {
	g := c.player.Game
	if f := c.player.File; f != nil {
		now, err := g.Hashes()
		if _, otherMaps := command.Changed(f.Programs, now); err != nil || otherMaps != nil {
			return cmp.Or(err, otherMaps)
		}
	}
	if g.Stored != nil { // so that a referee that fails for a value loses its game, and doesn't end the command
		g = g.WithBook(new(command.Memory))
	}
	m := Measurer{Workers: workers, Seed: seed}.Measurement(g, g.BaselinePlayers(), deals)
	m.Stage = arena.StageCurves
	c.Deals, c.Seed = deals, seed
	all := c.player.Variants(m)
	if err := all.Play(ctx, c.variants); err != nil {
		return err
	}
	c.Unchanged = all.Own.Total
	for k, x := range c.variants {
		c.fill[k](x.Against.Total, m.Arena.LeadOver(x.Against, all.Own, stats.Level))
	}
	return nil
}

// AddCurves plays the curves of a player's genes; in a contest of programs it reads those that were played.
func (m Measurer) AddCurves(ctx context.Context, f *player.Finder, p *player.Player, v *report.Profile) error {
	if p.Genes == nil || len(p.Game.Baselines) == 0 {
		return nil
	}
	c, err := PlanCurves(p, CurveGenes(p.Game.Schema, p.Genes), false)
	if err != nil {
		return err
	}
	if p.Game.Slow() {
		v.Curves = KeptCurves(f, p)
		return nil
	}
	v.Curves = c.Curves
	deals := c.AimDeals()
	if !m.Adapt { // a flag says how much is played
		deals = min(deals, m.Deals)
	}
	return c.Play(ctx, deals, m.Workers, m.Seed)
}

// KeptCurves returns the whole curves of a run's champion and of today's programs in its folder; nil for none.
func KeptCurves(f *player.Finder, p *player.Player) *report.Curves {
	if champion.CheckRunName(p.Name) != nil {
		return nil
	}
	s := p.Game.Schema
	digest, unknown := champion.Digest(s, p.Genes, p.Temperature())
	c, err := ReadCurves(f, p.Name)
	if unknown != nil || err != nil || c == nil || c.Digest != digest || c.Grid != nil {
		return nil
	}
	now, err := p.Game.Hashes()
	if programs, otherMaps := command.Changed(c.Programs, now); err != nil || len(programs) > 0 || otherMaps != nil {
		return nil
	}
	return c.Bound(s)
}

// ReadCurves returns the curves in the folder of a run; nil for none. It is an error if they were edited.
func ReadCurves(f *player.Finder, run string) (c *report.Curves, err error) {
	path := filepath.Join(f.RunDir(run), player.CurvesFile)
	data, err := disk.Read(path, champion.MaxSize)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err == nil {
		err = json.Unmarshal(data, &c)
	}
	if err == nil && (c == nil || c.Checksum != "" && c.Checksum != c.Sum()) {
		err = errors.New("its checksum differs")
	}
	if err != nil {
		return nil, fmt.Errorf("%s: not as it was written: delete it, and play the curves again: %w", path, err)
	}
	return c, nil
}
