package commands

import (
	"fmt"

	"github.com/spf13/pflag"

	"bloodline/configs"
	"bloodline/results/run"
)

// overrides are the flags that stand above a run file.
type overrides struct {
	seed uint64
	set  []string
}

func (o *overrides) bind(f *pflag.FlagSet) {
	f.Uint64Var(&o.seed, "seed", 1, "seed of the whole run")
	f.StringArrayVar(&o.set, "set", nil, "any key of the run file, as evolve.population=50; may be repeated")
}

// configs returns what the user gave, by the names that were typed.
func (a *app) overrides(o overrides, f *pflag.FlagSet) configs.Overrides {
	out := configs.Overrides{Set: o.set}
	if f.Changed("seed") {
		out.Flags = append(out.Flags, configs.Flag{Name: "--seed", Key: "seed", Value: fmt.Sprint(o.seed)})
	}
	if f.Changed("workers") {
		out.Flags = append(out.Flags, configs.Flag{Name: "--workers", Key: "workers", Value: fmt.Sprint(a.workers)})
	}
	return out
}

// known tells the config reader which names exist.
func (a *app) known() configs.Names { return run.Names(a.Games) }
