package run

import (
	"context"
	"path/filepath"

	"bloodline/configs"
	"bloodline/configs/player"
	"bloodline/evolve"
	"bloodline/evolve/league"
	"bloodline/genome/champion"
	"bloodline/internal/disk"
)

// UnprovenFile is the name of the file of a champion that was not shown to be better than the defaults; the run's champion file has
// these then.
const UnprovenFile = "unproven.json"

// Finished is how a run's search has ended.
type Finished struct {
	Name    string
	Program string // that bred it
	Result  evolve.Result
	Ended   string // the key that ended the search; empty for the last generation

	guess league.Guess // of what the champion's values gain
}

// Champion measures the champion of a run and returns its file.
func Champion(ctx context.Context, c *configs.Config, e *league.Evaluator, b Finished) (*champion.File, error) {
	result := b.Result
	settings := *c
	settings.Workers = 0 // the number of workers does not change a champion
	t, err := e.Temperature(ctx, result.Champion.Genes)
	if err != nil {
		return nil, err
	}
	genes, step, err := e.Step(ctx, result.Champion.Genes, t)
	if err != nil {
		return nil, err
	}
	genes, pruned, err := e.Prune(ctx, genes, t)
	if err != nil {
		return nil, err
	}
	genes, gains, err := e.Gains(ctx, genes, b.guess)
	if err != nil {
		return nil, err
	}
	origin := champion.Origin{
		Run: b.Name, ID: result.Champion.ID, Seed: c.Seed, Generation: result.Last.Since, Ended: b.Ended, Config: string(settings.YAML()),
	}
	f, err := champion.New(e.Game.Schema, b.Name, b.Program, genes, origin)
	if err != nil {
		return nil, err
	}
	if t != 1 {
		f.Temperature = t
	}
	if step != nil && step.At != 1 {
		f.Step = step
	}
	f.Pruned, f.Gains = pruned, gains
	f.Evidence, err = e.Evidence(ctx, genes, f.Temperature)
	if err != nil || f.Evidence.Defaults == nil || f.Evidence.Defaults.Lead.Low > 0 {
		return f, err
	}
	origin.ID, origin.Generation = configs.Defaults, 0
	out, err := champion.New(e.Game.Schema, b.Name, b.Program, e.Game.Schema.Default(), origin)
	if err != nil {
		return nil, err
	}
	out.Unproven = f
	if out.Evidence, err = e.Evidence(ctx, e.Game.Schema.Default(), 1); err == nil {
		out.Evidence.Unproven = &champion.Unproven{Field: f.Evidence.Field, Lead: *f.Evidence.Defaults.Lead}
	}
	return out, err
}

// writeChampion stores the final champion's evidence and writes its file.
func (r *Run) writeChampion(f *champion.File) error {
	if err := r.Rows.PutEvidence(f.Evidence); err != nil {
		return err
	}
	if err := disk.Remove(filepath.Join(r.Dir(), UnprovenFile)); err != nil { // from before the run was resumed
		return err
	}
	files := map[string]*champion.File{player.ChampionFile: f}
	if f.Unproven != nil {
		files[UnprovenFile] = f.Unproven
	}
	for name, f := range files {
		data, err := player.Encode(f, r.Dir())
		if err != nil {
			return err
		}
		if err := r.WriteFile(name, data); err != nil {
			return err
		}
	}
	return nil
}
