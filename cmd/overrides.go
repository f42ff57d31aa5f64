package cmd

import (
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"bloodline/arena/command"
	"bloodline/configs"
	"bloodline/configs/player"
)

// bindOverrides adds the flags that override keys of a run file.
func bindOverrides(f *pflag.FlagSet) {
	f.Uint64("seed", 1, "seed of the whole run")
	f.StringArray("set", nil, "set `KEY=VALUE`, such as evolve.population=50; repeatable")
}

// bindBudget adds the short forms of keys of the budget.
func bindBudget(f *pflag.FlagSet) {
	f.Int64("max-games", 0, "stop after this many games (budget.max_games)")
	f.Duration("max-time", 0, "stop after this time, such as 90s, 30m or 2h (budget.max_time)")
	f.String("until", "", "stop when the champion's estimated points a game reach this, such as 0.8 or 80% (budget.until)")
}

// keyFlags are the flags that stand for a key.
var keyFlags = []struct{ flag, key string }{
	{"seed", "seed"}, {"workers", "workers"}, {"max-games", "budget.max_games"}, {"max-time", "budget.max_time"}, {"until", "budget.until"},
}

// overrides returns the values of --set and of the keyFlags that the user gave.
func overrides(f *pflag.FlagSet) (out configs.Overrides) {
	out.Set, _ = f.GetStringArray("set") // there is one
	for _, s := range keyFlags {
		if given := f.Lookup(s.flag); given != nil && given.Changed {
			out.Flags = append(out.Flags, configs.Flag{Given: "--" + s.flag, Key: s.key, Text: textOf(given)})
		}
	}
	return out
}

// textOf returns the value of a flag; that of --until may be a percentage, as points are shown.
func textOf(f *pflag.Flag) string {
	number, ok := strings.CutSuffix(f.Value.String(), "%")
	if x, err := strconv.ParseFloat(strings.TrimSpace(number), 64); ok && err == nil && f.Name == "until" {
		return strconv.FormatFloat(x/100, 'g', -1, 64)
	}
	return f.Value.String()
}

// load reads a run file, and prints a note for keys that have no effect.
func (a *app) load(path string, o configs.Overrides) (*configs.Config, error) {
	o.Note = func(line string) { fmt.Fprintln(a.stderr, line) }
	cfg, err := configs.Load(path, o, a.Games)
	if err != nil && slices.Contains(a.Runs(), path) {
		return nil, fmt.Errorf("%s is a run: %s breed --resume=%[1]s continues it, its settings are in %[3]s", path, a.invocation, filepath.Join(a.RunDir(path), "run.yaml"))
	}
	if err != nil {
		return nil, err
	}
	programs := cfg.Game != command.Name && slices.ContainsFunc(slices.Concat(cfg.Field, cfg.Holdout), player.IsProgram)
	return cfg, a.refuseProgramFlagsUnless(programs, cfg.Game == command.Name)
}
