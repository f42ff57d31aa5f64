package run

import (
	"context"
	"path/filepath"

	"bloodline/configs"
	"bloodline/configs/player"
	"bloodline/evolve"
	"bloodline/evolve/measure"
	"bloodline/genome/champion"
	"bloodline/internal/disk"
)

// Finished is how a run's search has ended.
type Finished struct {
	Name    string
	Program string            // that bred it
	Files   map[string]string // hashes of the programs that played, and a digest of the maps
	Last    *evolve.Generation
	Ended   string // the key that ended the search; empty for the last generation

	stepGames int64 // of a simulator, to choose the point that is handed in
	figures   int64 // games for which there is time after the search; 0: any number
}

// MeasureChampion measures the champion of a run and returns its file.
func MeasureChampion(ctx context.Context, c *configs.Config, e *measure.Evaluator, finished Finished) (*champion.File, error) {
	last := finished.Last
	settings := *c
	e.FigureLimit = finished.figures
	settings.Workers = 0 // the number of workers does not change a champion
	temperature, err := e.Temperature(ctx, last.Champion.Genes)
	if err != nil {
		return nil, err
	}
	genes, step, err := e.Step(ctx, last.Champion.Genes, temperature, finished.stepGames)
	if err != nil {
		return nil, err
	}
	genes, pruned, err := e.Prune(ctx, genes, temperature)
	if err != nil {
		return nil, err
	}
	genes, gains, err := e.Gains(ctx, genes)
	if err != nil {
		return nil, err
	}
	origin := champion.Origin{
		Run: finished.Name, ID: last.Champion.ID, Seed: c.Seed, Generation: last.Since, Ended: finished.Ended, Config: string(settings.YAML()),
	}
	f, err := champion.New(e.Game.Schema, finished.Name, finished.Program, genes, origin)
	if err != nil {
		return nil, err
	}
	if temperature != 1 {
		f.Temperature = temperature
	}
	if step != nil && step.At != 1 {
		f.Step = step
	}
	f.Pruned, f.Gains, f.Programs = pruned, gains, finished.Files
	if e.Previous != nil {
		if f.Previous, err = e.Game.Schema.Format(e.Previous.Genes); err != nil {
			return nil, err
		}
	}
	f.Evidence, err = e.Evidence(ctx, genes, f.Temperature)
	if err != nil || f.Evidence.Better() {
		return f, err
	}
	kept := e.Reference()
	origin.ID, origin.Generation = kept.Name, 0
	submitted, err := champion.New(e.Game.Schema, finished.Name, finished.Program, kept.Genes, origin)
	if err != nil {
		return nil, err
	}
	f.Name += "/" + player.Unproven
	submitted.Unproven, submitted.Programs, submitted.Evidence = f, finished.Files, f.Evidence.Submitted
	return submitted, nil
}

func (r *Run) writeChampion(f *champion.File) error {
	if err := r.Rows.PutEvidence(f.Evidence); err != nil {
		return err
	}
	if err := disk.Remove(filepath.Join(r.Dir(), player.UnprovenFile)); err != nil { // from before the run was resumed
		return err
	}
	files := map[string]*champion.File{player.ChampionFile: f}
	if f.Unproven != nil {
		files[player.UnprovenFile] = f.Unproven
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
