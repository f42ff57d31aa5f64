package configs

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"bloodline/evolve"
)

// Config is a whole run. The shapes, units and ranges of its fields stand in the
// settings beside each section, which is also where the JSON schema has them from.
type Config struct {
	Game     string        `yaml:"game"`
	Seed     uint64        `yaml:"seed"`
	Workers  int           `yaml:"workers"`
	Field    []string      `yaml:"field"`
	Holdout  []string      `yaml:"holdout"` // nil for none
	Start    string        `yaml:"start"`   // champion that breeding starts from, or StartDefaults
	Fitness  Fitness       `yaml:"fitness"`
	Verdict  Verdict       `yaml:"verdict"`
	Guard    Guard         `yaml:"guard"`
	Evidence Evidence      `yaml:"evidence"`
	Evolve   evolve.Config `yaml:"evolve"` // its Seed is the run's, its Round is Guard's
}

// Default returns the values of all keys that a run file may leave out. The game
// is the one that it may not.
func Default() Config {
	c := Config{
		Seed:     1,
		Field:    []string{All},
		Start:    StartDefaults,
		Fitness:  Fitness{Blocks: 520},
		Verdict:  Verdict{Margin: 0.01, Alpha: 0.05, Beta: 0.05, MinRounds: 48, MaxRounds: 2000},
		Guard:    Guard{Share: 0, Generations: 12, Starts: []string{StartDefaults}, Temper: 16, Veterans: Nobody},
		Evidence: Evidence{Blocks: 20_000},
		Evolve:   evolve.DefaultConfig(),
	}
	c.Evolve.Seed = c.Seed
	return c
}

// Validate reports every value that breaks a rule, as joined [Error]s without
// path and line.
func (c *Config) Validate(n Names) error { return c.check(n).err() }

func (c *Config) check(n Names) faults {
	f := outside(c.own())
	f = append(f, c.checkNames(n)...)
	f = append(f, c.Fitness.check().under("fitness")...)
	f = append(f, c.Verdict.check().under("verdict")...)
	f = append(f, c.Guard.check(c.Evolve).under("guard")...)
	f = append(f, c.Evidence.check().under("evidence")...)
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
		{"fitness", "How genomes are measured within a generation.", c.Fitness.settings()},
		{"verdict", "The sequential test that a challenger must pass to be the champion.", c.Verdict.settings()},
		{"guard", "Adversaries of earlier champions that are folded back into the field.", c.Guard.settings()},
		{"evidence", "How the champion's reported figures are measured.", c.Evidence.settings()},
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

// Fitness says how genomes are measured within a generation.
type Fitness struct {
	Blocks int `yaml:"blocks"` // deals, each played in all seatings; 1 to 10,000,000
}

func (s *Fitness) settings() []setting {
	return []setting{
		{
			key: "blocks", at: &s.Blocks, in: closed(1, 1e7),
			doc: "Deals per genome and generation, each played in every seating; rounded up to give all opponents equally many.",
		},
	}
}

// Validate reports values out of range, as joined [Error]s with keys of the section.
func (s Fitness) Validate() error { return s.check().err() }

func (s Fitness) check() faults { return outside(s.settings()) }

// Verdict is the sequential test that a challenger must pass to be the champion.
type Verdict struct {
	Margin    float64 `yaml:"margin"`     // points a game, in (0, 0.5]
	Alpha     float64 `yaml:"alpha"`      // in (0, 0.5)
	Beta      float64 `yaml:"beta"`       // in (0, 0.5)
	MinRounds int     `yaml:"min_rounds"` // of the whole field, 2 to max_rounds
	MaxRounds int     `yaml:"max_rounds"` // 1 to 10,000,000
}

func (v *Verdict) settings() []setting {
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

// Validate reports values out of range and a reversed pair of rounds, as joined
// [Error]s with keys of the section.
func (v Verdict) Validate() error { return v.check().err() }

func (v Verdict) check() faults {
	f := outside(v.settings())
	if v.MinRounds > v.MaxRounds && !f.has("min_rounds") && !f.has("max_rounds") {
		f.add("min_rounds", fmt.Sprintf("must be at most max_rounds (%d)", v.MaxRounds), fmt.Sprint(v.MinRounds))
	}
	return f
}

// Guard folds adversaries back into the field: at the start of each round but the
// first, one is bred against the reigning champion. Past champions
// may join too.
type Guard struct {
	Share       float64  `yaml:"share"`       // of the fitness that adversaries make up, in [0, 0.9]; 0 breeds none
	Round       int      `yaml:"round"`       // generations after which the next adversary is bred and measurements begin anew, 0 to 100,000; 0 never
	Generations int      `yaml:"generations"` // of an adversary's own breeding, 1 to 100,000
	Growth      int      `yaml:"growth"`      // rounds after which an adversary is bred twice as long as at first, 0 to 100,000; 0 never
	Deep        int      `yaml:"deep"`        // rounds of which the last breeds its adversary five times as long, 0 to 100,000; 0 never
	Starts      []string `yaml:"starts"`      // where adversaries begin, in turn: StartDefaults, StartChampion, StartStrongest or StartLatest
	Temper      float64  `yaml:"temper"`      // how sharply their places go to those who win, by exp(temper*share), 0 to 500; 0 has all alike
	Blocks      int      `yaml:"blocks"`      // deals per adversary in a generation, 0 to 10,000,000; 0 is as many as fitness.blocks
	Learning    float64  `yaml:"learning"`    // as evolve.gradient.learning_rate, of the adversaries, in [0, 1]; 0 breeds them by ranks
	Cooling     int      `yaml:"cooling"`     // as evolve.gradient.half_life, of a line of adversaries: one that began elsewhere and those that went on from there, 0 to 99,999
	Veterans    string   `yaml:"veterans"`    // run whose adversaries are in the field from the first generation on, or Nobody
	League      int      `yaml:"league"`      // seats of past champions beside the adversaries, 0 to 1,000
}

func (g *Guard) settings() []setting {
	return []setting{
		{
			key: "share", at: &g.Share, in: closed(0, 0.9),
			doc: "Share of the fitness that adversaries of earlier champions make up; 0 breeds none.",
		},
		{
			key: "round", at: &g.Round, in: closed(0, evolve.MaxGenerations),
			doc: "Generations after which the next adversary is bred and measurements begin anew; 0 never.",
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
			key: "deep", at: &g.Deep, in: closed(0, 1e5),
			doc: "Rounds of which the last breeds its adversary five times as long, so that it finds what a quick search does not; 0 never.",
		},
		{
			key: "starts", at: &g.Starts, of: starts,
			doc: "Where the adversaries of the rounds begin, in turn: at the defaults, at the champion itself, halfway from the defaults to the strongest adversary so far, or at the latest one, where the search of the round before ended.",
		},
		{
			key: "temper", at: &g.Temper, in: closed(0, 500),
			doc: "How much more often the stronger adversaries are met: an adversary that wins a share x of the champion has the weight exp(temper*x); 0 has all alike.",
		},
		{
			key: "blocks", at: &g.Blocks, in: closed(0, 1e7),
			doc: "Deals per adversary in a generation, each played in all seatings; 0 is as many as fitness.blocks.",
		},
		{
			key: "learning", at: &g.Learning, in: closed(0, 1),
			doc: "Usual move of an adversary's gene in a generation, as evolve.gradient.learning_rate; 0 breeds adversaries by their ranks.",
		},
		{
			key: "cooling", at: &g.Cooling, in: closed(0, evolve.MaxGenerations-1),
			doc: "Generations after which an adversary's learning has halved, counted from where its line began: those that start at the latest one go on cooling; 0 never cools.",
		},
		{
			key: "veterans", at: &g.Veterans,
			doc: "A run of the store whose adversaries are in the field from the first generation on, as if this run had bred them, or nobody. It takes them over, with their rounds.",
		},
		{
			key: "league", at: &g.League, in: closed(0, 1000),
			doc: "Past champions, drawn anew each round, that join the field beside the adversaries.",
		},
	}
}

// Where breeding starts, and an adversary's.
const (
	StartDefaults  = "defaults"  // of the game's genes
	StartChampion  = "champion"  // that an adversary is bred against
	StartStrongest = "strongest" // halfway from the defaults to the adversary that wins most of the champion
	StartLatest    = "latest"    // the adversary of the round before
)

var starts = []string{StartDefaults, StartChampion, StartStrongest, StartLatest}

// Nobody stands for no run in [Guard].
const Nobody = "nobody"

// Validate reports values out of range, as joined [Error]s with keys of the
// section; e says how they are bred.
func (g Guard) Validate(e evolve.Config) error { return g.check(e).err() }

func (g Guard) check(e evolve.Config) faults {
	f := outside(g.settings())
	if len(g.Starts) == 0 {
		f.add("starts", "must name at least one start", "none")
	}
	for i, word := range g.Starts {
		if !slices.Contains(starts, word) {
			f.add(fmt.Sprintf("starts[%d]", i), "must be one of "+strings.Join(starts, ", "), quoted(word))
		}
	}
	if g.Learning > 0 && e.Algorithm == evolve.AlgorithmGenetic && !f.has("learning") {
		f.add("learning", "must be 0 unless evolve.algorithm is distribution or gradient", fmt.Sprint(g.Learning))
	}
	if g.Share > 0 && g.Round == 0 && !f.has("share") {
		f.add("share", "must be 0 unless guard.round says when adversaries are bred", fmt.Sprint(g.Share))
	}
	if g.Veterans != Nobody && g.Share == 0 {
		f.add("veterans", "must be nobody unless guard.share seats adversaries", quoted(g.Veterans))
	}
	if g.League > 0 && g.Share == 0 && !f.has("league") {
		f.add("league", "must be 0 unless guard.share breeds adversaries", fmt.Sprint(g.League))
	}
	return f
}

// Evidence says how the champion's reported figures are measured.
type Evidence struct {
	Blocks int `yaml:"blocks"` // deals that no selection has seen; 2 to 10,000,000
}

func (e *Evidence) settings() []setting {
	return []setting{{
		key: "blocks", at: &e.Blocks, in: closed(2, 1e7), // one deal has no interval
		doc: "Deals for the champion's reported figures, none of which any selection has seen.",
	}}
}

// Validate reports values out of range, as joined [Error]s with keys of the section.
func (e Evidence) Validate() error { return e.check().err() }

func (e Evidence) check() faults { return outside(e.settings()) }

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
