package run

import (
	"cmp"
	"context"
	"fmt"

	"bloodline/arena/command"
	"bloodline/configs"
	"bloodline/configs/player"
	"bloodline/engine/stats"
	"bloodline/evolve/measure"
	"bloodline/genome/champion"
	"bloodline/results/report"
)

// Verify plays the evidence of a champion file again and, if it repeats, another one on the deals of another seed, which
// no breeder of the file could know, with at most so many games, or as many for 0. path names the file in errors.
func Verify(ctx context.Context, f *player.Finder, path string, p *player.Player, workers int, seed uint64, games int64) (*report.Verification, error) {
	v, c, previous, err := replayEvidence(ctx, f, path, p, workers)
	if err != nil || !v.Equal {
		return v, err
	}
	c.Seed, c.Evolve.Seed = seed, seed
	e, err := NewEvaluator(f, c, nil)
	if err != nil {
		return nil, err
	}
	e.Repeats, e.Previous = p.File.Evidence, previous
	if v.Measure = games > 0; v.Measure {
		e.FitEvidence(games)
		e.RepeatShare = float64(games) / float64(max(1, e.Repeats.Games()))
	}
	if v.Fresh, err = e.Evidence(ctx, p.Genes, p.Temperature()); err != nil {
		return nil, fmt.Errorf("verify: %w", err)
	}
	if v.Measure {
		v.Conclusion = report.Conclusion(p.Game, p.Genes, v.Fresh, nil)
	}
	v.TooHigh = report.Above(v.Claimed, v.Fresh)
	return v, nil
}

// Repeats reports only whether the evidence of a champion file repeats. An error says why it can't be known.
func Repeats(ctx context.Context, f *player.Finder, path string, p *player.Player, workers int) (bool, error) {
	v, _, _, err := replayEvidence(ctx, f, path, p, workers)
	return err == nil && v.Equal, err
}

func replayEvidence(ctx context.Context, f *player.Finder, path string, p *player.Player, workers int) (*report.Verification, *configs.Config, *measure.Opponent, error) {
	claimed := p.File.Evidence
	if claimed == nil {
		return nil, nil, nil, fmt.Errorf("%s: it has no evidence to verify", path)
	}
	c, err := configs.Parse(path+": origin.config", []byte(p.File.Origin.Config), f.Games)
	if err != nil {
		return nil, nil, nil, err
	}
	if err := f.CheckTrust(c); err != nil {
		return nil, nil, nil, fmt.Errorf("%s: %w", path, err)
	}
	if c.Seed != p.File.Origin.Seed {
		return nil, nil, nil, fmt.Errorf("%s: origin.seed: must be the seed of origin.config, %d, have %d", path, c.Seed, p.File.Origin.Seed)
	}
	c.Workers, c.Start = workers, []string{configs.Defaults} // evidence does not depend on the start, which may be gone
	e, err := NewEvaluator(f, c, nil)
	if err != nil {
		return nil, nil, nil, err
	}
	files, err := e.Game.Hashes()
	changed, otherMaps := command.Changed(p.File.Programs, files)
	if err = cmp.Or(err, otherMaps); err != nil {
		return nil, nil, nil, fmt.Errorf("verify: %w", err)
	}
	if e.Arena.Info().Maps == 0 {
		e.DealsFound = claimed.Maps
	}
	if claimed.Previous != nil {
		genes, err := e.Game.Schema.Parse(p.File.Previous)
		if err != nil {
			return nil, nil, nil, fmt.Errorf("%s: previous: %w", path, err)
		}
		e.Previous = &measure.Opponent{Name: claimed.Previous.Name, Genes: genes, Player: e.Game.Player(genes)}
	}
	e.Repeats, e.Earlier = claimed, &champion.Evidence{EarlierLooks: claimed.EarlierLooks}
	got, err := e.Evidence(ctx, p.Genes, p.Temperature())
	if err != nil {
		return nil, nil, nil, fmt.Errorf("verify: %w", err)
	}
	if claimed.Nondeterministic || claimed.Firsts == 0 { // a file of v0.1.0 has none
		got.Firsts = claimed.Firsts
	}
	v := &report.Verification{
		File: path, Changed: changed, Claimed: claimed, Measured: got, Program: p.File.Program,
		Proved: []string{"figures"}, Scale: p.Game.Info().Scale(), Compare: stats.Figure.Repeats,
		// Other genes may have the same figures, so the genes are not proved either.
		NotVerified: append([]string{"run", "individual", "generation", "end of the run", "program"}, claimed.Claims()...),
	}
	for i, there := range []bool{p.File.Gains != nil, p.File.Step != nil, p.File.Pruned != nil} {
		if there {
			v.NotVerified = append(v.NotVerified, [...]string{"gains", "step", "pruned genes"}[i])
		}
	}
	if e.DealsFound > 0 {
		v.NotVerified = append(v.NotVerified, "number of maps")
	}
	switch got.Nondeterministic = claimed.Nondeterministic; {
	case claimed.Nondeterministic:
		// With this probability all honest figures of a file are found equal, though its games don't repeat: hundreds of
		// rows at 95 % each would refuse most files.
		level := stats.BonferroniLevel(0.9999, len(claimed.Leaves()))
		v.Compare = func(claimed, measured stats.Figure) bool { return measured.Meets(claimed, level) }
		v.NotVerified = append(v.NotVerified, "errors", "draws", "first places")
	case p.File.OtherIntervals():
		v.Compare = stats.Figure.EqualPoints
		v.NotVerified = append(v.NotVerified, "intervals")
	}
	v.Equal = claimed.Repeats(got, v.Compare)
	return v, c, e.Previous, nil
}
