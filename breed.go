package bloodline

import (
	"context"

	"bloodline/arena/game"
	"bloodline/configs"
	"bloodline/configs/player"
	"bloodline/evolve"
	"bloodline/genome/champion"
	"bloodline/internal/version"
	"bloodline/results/run"
)

// Options say how [Breed] breeds. The zero value keeps nothing.
type Options struct {
	Store    string          // path of a store of runs, made if it is not there; its folder gets the run's files. Empty: nothing is kept
	Name     string          // of the run, which no run in the store may have; empty: NAME of the game and seed, as in "coup-1"
	Set      []string        // settings over those of the run file: "evolve.population=50"
	Recorder evolve.Recorder // gets every generation, in order; its error ends the run. May be nil
}

// Breed breeds a champion without a command line. config is the text of a run file (docs/run-files.md lists its keys);
// nil takes the game's quick one. Breed plays on all processors, unless the setting workers says how many, until the last
// generation: seconds or hours, by evolve.generations, evolve.population and fitness.deals. Then it measures the
// champion's Evidence, in points a game, on deals that no selection has seen.
//
// The errors of the game, or else those of the run file, are reported together, with the field or the line. When ctx is
// cancelled, Breed returns its error; the command `breed --resume` continues a run that was kept.
func Breed(ctx context.Context, g Game, config []byte, o Options) (*champion.File, error) {
	set, err := Resolve(g)
	if err != nil {
		return nil, err
	}
	path := set[0].Quick()
	if config != nil {
		set[0].Shipped.RunFiles, path = []game.File{{Name: "config", Data: config}}, "config"
	}
	cfg, err := configs.Load(path, configs.Overrides{Set: o.Set}, set)
	if err != nil {
		return nil, err
	}
	finder := &player.Finder{Games: set, Store: o.Store}
	each := func(g evolve.Generation) error {
		if o.Recorder == nil {
			return nil
		}
		return o.Recorder.Record(g)
	}
	if o.Store == "" {
		e, err := run.NewEvaluator(finder, cfg, nil)
		if err != nil {
			return nil, err
		}
		finished, err := run.Evolve(ctx, cfg, e, evolve.RecorderFunc(each), run.Past{})
		if err != nil {
			return nil, err
		}
		finished.Name, finished.Program = o.Name, version.String()
		return run.MeasureChampion(ctx, cfg, e, finished)
	}
	r, err := run.Start(finder, o.Name, run.DefaultName(set[0].Name(), cfg.Seed, configs.Overrides{}), cfg)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	f, _, err := r.Breed(ctx, each)
	if err == nil {
		err = r.Finish()
	}
	return f, err
}
