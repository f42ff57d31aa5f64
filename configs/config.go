package configs

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"bloodline/evolve"
	"bloodline/evolve/league"
)

// Config is a whole run. The shapes, units and ranges of its fields stand in the
// settings beside each section, which is also where the JSON schema has them from.
type Config struct {
	Game     string            `yaml:"game"`
	Seed     uint64            `yaml:"seed"`
	Workers  int               `yaml:"workers"`
	Field    []string          `yaml:"field"`
	Holdout  []string          `yaml:"holdout"` // nil for none
	Start    string            `yaml:"start"`   // champion that breeding starts from, or StartDefaults
	Fitness  league.Fitness    `yaml:"fitness"`
	Verdict  league.Verdict    `yaml:"verdict"`
	Guard    league.Exploiters `yaml:"guard"`
	Evidence league.Evidence   `yaml:"evidence"`
	Evolve   evolve.Config     `yaml:"evolve"` // its Seed is the run's and has no key of its own
}

// Default returns the values of all keys that a run file may leave out. The game
// is the one that it may not.
func Default() Config {
	c := Config{
		Seed:     1,
		Field:    []string{All},
		Start:    StartDefaults,
		Fitness:  league.Fitness{Blocks: 520, Race: 1},
		Verdict:  league.Verdict{Margin: 0.01, Alpha: 0.05, Beta: 0.05, MinRounds: 48, MaxRounds: 2000},
		Guard:    league.Exploiters{Share: 0, Generations: 12, Initial: []string{league.InitialDefaults}, InverseTemperature: 16},
		Evidence: league.Evidence{Blocks: 20_000},
		Evolve:   evolve.DefaultConfig(),
	}
	c.Evolve.Seed = c.Seed
	return c
}

// Settings returns what the evaluator of the run reads.
func (c *Config) Settings() league.Settings {
	return league.Settings{
		Seed: c.Seed, Fitness: c.Fitness, Verdict: c.Verdict, Exploiters: c.Guard, Evidence: c.Evidence, Evolve: c.Evolve,
	}
}

// Validate reports every value that breaks a rule, as joined [Error]s without
// path and line.
func (c *Config) Validate(n Names) error { return c.check(n).err() }

func (c *Config) check(n Names) faults {
	f := outside(c.own())
	f = append(f, c.checkNames(n)...)
	f = append(f, outside(fitnessSettings(&c.Fitness)).under("fitness")...)
	f = append(f, checkVerdict(&c.Verdict).under("verdict")...)
	f = append(f, checkExploiters(&c.Guard, c.Evolve).under("guard")...)
	f = append(f, outside(evidenceSettings(&c.Evidence)).under("evidence")...)
	return append(f, checkEvolve(c.Evolve).under("evolve")...)
}

// own lists the settings that stand in no section.
func (c *Config) own() []setting {
	return []setting{
		{key: "game", at: &c.Game, doc: "Name of the game to breed for."},
		{key: "seed", at: &c.Seed, doc: "Seed of the whole run: equal seeds and settings give equal champions."},
		{
			key: "workers", at: &c.Workers, in: closed(0, 1024),
			doc: "Goroutines that play; 0 means one for each processor. Changes the time, never the result.",
		},
		{
			key: "field", at: &c.Field,
			doc: "Opponents to breed against: names of baselines, champion files (*.json), or all: every baseline that is not held out.",
		},
		{
			key: "holdout", at: &c.Holdout,
			doc: "Opponents that are never bred against, only reported; all means every baseline that is not in the field.",
		},
		{
			key: "start", at: &c.Start,
			doc: "Where breeding starts: a champion file, a shipped champion or a run, or the defaults of the game's genes.",
		},
	}
}

// part is a section of a run file.
type part struct {
	name, doc string
	has       []setting // with keys of the section
}

// parts lists the sections in the order in which they are written.
func (c *Config) parts() []part {
	return []part{
		{"fitness", "How genomes are measured within a generation.", fitnessSettings(&c.Fitness)},
		{"verdict", "The sequential test that a challenger must pass to be the champion.", verdictSettings(&c.Verdict)},
		{"guard", "Adversaries of earlier champions that are folded back into the field.", exploiterSettings(&c.Guard)},
		{"evidence", "How the champion's reported figures are measured.", evidenceSettings(&c.Evidence)},
		{"evolve", "How to breed.", evolveSettings(&c.Evolve)},
	}
}

// settings lists everything that a run file can say, in the order in which it is
// written, with dotted keys. The values belong to c.
func (c *Config) settings() []setting {
	all := c.own()
	for _, p := range c.parts() {
		for _, s := range p.has {
			s.key = p.name + "." + s.key
			all = append(all, s)
		}
	}
	return all
}

func fitnessSettings(s *league.Fitness) []setting {
	return []setting{
		{
			key: "blocks", at: &s.Blocks, in: closed(1, 1e7),
			doc: "Deals per genome and generation, each played in every seating; rounded up to give all opponents equally many.",
		},
		{
			key: "race", at: &s.Race, in: span{0, 1, true, false},
			doc: "Share of the population that plays on after the first third of the deals, the best by then and all elites; 1 lets all play on.",
		},
	}
}

func verdictSettings(v *league.Verdict) []setting {
	return []setting{
		{
			key: "margin", at: &v.Margin, in: span{0, 0.5, true, false},
			doc: "Points a game by which a challenger should be better than the reigning champion.",
		},
		{
			key: "alpha", at: &v.Alpha, in: span{0, 0.5, true, true},
			doc: "Accepted chance to crown a challenger that is no better.",
		},
		{
			key: "beta", at: &v.Beta, in: span{0, 0.5, true, true},
			doc: "Accepted chance to turn away a challenger that is better by the margin.",
		},
		{
			key: "min_rounds", at: &v.MinRounds, in: closed(2, 1e7), // one round has no variance
			doc: "Rounds of the whole field before the test may decide; at most max_rounds.",
		},
		{
			key: "max_rounds", at: &v.MaxRounds, in: closed(1, 1e7),
			doc: "Rounds of the whole field after which an undecided challenger is turned away.",
		},
	}
}

func checkVerdict(v *league.Verdict) faults {
	f := outside(verdictSettings(v))
	if v.MinRounds > v.MaxRounds && !f.has("min_rounds") && !f.has("max_rounds") {
		f.add("min_rounds", fmt.Sprintf("must be at most max_rounds (%d)", v.MaxRounds), fmt.Sprint(v.MinRounds))
	}
	return f
}

func exploiterSettings(g *league.Exploiters) []setting {
	return []setting{
		{
			key: "share", at: &g.Share, in: closed(0, 0.9),
			doc: "Share of the fitness that adversaries of earlier champions make up; 0 breeds none.",
		},
		{
			key: "generations", at: &g.Generations, in: closed(1, 1e5),
			doc: "Generations of an adversary's own breeding.",
		},
		{
			key: "growth", at: &g.Growth, in: closed(0, 1e5),
			doc: "Rounds after which adversaries are bred twice as long as at first, after twice as many three times, and so on, since it takes ever longer to find what beats the champion; 0 keeps the length.",
		},
		{
			key: "deep", at: &g.LongEvery, in: closed(0, 1e5),
			doc: "Rounds of which the last breeds its adversary five times as long, so that it finds what a quick search does not; 0 never.",
		},
		{
			key: "starts", at: &g.Initial, of: initials,
			doc: "Where the adversaries of the rounds begin, in turn: at the defaults, at the champion itself, halfway from the defaults to the strongest adversary so far, or at the latest one, where the search of the round before ended.",
		},
		{
			key: "temper", at: &g.InverseTemperature, in: closed(0, 500),
			doc: "How much more often the stronger adversaries are met: an adversary that wins a share x of the champion has the weight exp(temper*x); 0 has all alike.",
		},
		{
			key: "blocks", at: &g.Blocks, in: closed(0, 1e7),
			doc: "Deals per adversary in a generation, each played in all seatings; 0 is as many as fitness.blocks.",
		},
		{
			key: "learning", at: &g.LearningRate, in: closed(0, 1),
			doc: "Usual move of an adversary's gene in a generation, as evolve.learning; 0 breeds adversaries by their ranks.",
		},
		{
			key: "cooling", at: &g.HalfLife, in: closed(0, evolve.MaxGenerations-1),
			doc: "Generations after which an adversary's learning has halved, counted from where its line began: those that start at the latest one go on cooling; 0 never cools.",
		},
	}
}

// StartDefaults has breeding start at the defaults of the game's genes.
const StartDefaults = "defaults"

var initials = []string{league.InitialDefaults, league.InitialChampion, league.InitialStrongest, league.InitialLatest}

func checkExploiters(g *league.Exploiters, e evolve.Config) faults {
	f := outside(exploiterSettings(g))
	if len(g.Initial) == 0 {
		f.add("starts", "must name at least one start", "none")
	}
	for i, word := range g.Initial {
		if !slices.Contains(initials, word) {
			f.add(fmt.Sprintf("starts[%d]", i), "must be one of "+strings.Join(initials, ", "), quoted(word))
		}
	}
	if g.LearningRate > 0 && e.Crossover != evolve.OpNormal && !f.has("learning") {
		f.add("learning", "must be 0 unless evolve.crossover is normal", fmt.Sprint(g.LearningRate))
	}
	if g.Share > 0 && e.Round == 0 && !f.has("share") {
		f.add("share", "must be 0 unless evolve.round says when adversaries are bred", fmt.Sprint(g.Share))
	}
	return f
}

func evidenceSettings(e *league.Evidence) []setting {
	return []setting{{
		key: "blocks", at: &e.Blocks, in: closed(2, 1e7), // one deal has no interval
		doc: "Deals for the champion's reported figures, none of which any selection has seen.",
	}}
}

// checkEvolve turns the findings of evolve into ours.
func checkEvolve(c evolve.Config) (f faults) {
	var walk func(error)
	walk = func(err error) {
		var field *evolve.FieldError
		if joined, ok := err.(interface{ Unwrap() []error }); ok {
			for _, e := range joined.Unwrap() {
				walk(e)
			}
		} else if errors.As(err, &field) {
			f.add(field.Field, field.Rule, fmt.Sprint(field.Have))
		} else if err != nil {
			panic("configs: evolve reports no field: " + err.Error())
		}
	}
	walk(c.Validate())
	return f
}
