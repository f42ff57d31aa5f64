package run

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"bloodline/arena/game"
	"bloodline/arena/job"
	"bloodline/configs"
	"bloodline/configs/player"
	"bloodline/engine/stats"
	"bloodline/evolve/key"
	"bloodline/evolve/league"
	"bloodline/evolve/lineage"
	"bloodline/genome"
	"bloodline/genome/champion"
	"bloodline/internal/version"
)

// ComparisonFile is the name of the file with a comparison's results so far, in its folder.
const ComparisonFile = "comparison.json"

// Comparing is a comparison under way. Its folder has a champion file for every arm and seed
// that has ended, so an interrupted comparison continues with the next.
type Comparing struct {
	Name       string   `json:"name"`
	Program    string   `json:"program"`
	Config     string   `json:"config"` // the run file's name
	Settings   string   `json:"settings"`
	Arms       []string `json:"arms"`
	Population int      `json:"population"`
	Ended      []Ended  `json:"ended"`

	Watch Watch `json:"-"`
	// Sender returns the sender of measurements to other machines; nil if all is played here.
	Sender func(*game.Game, *configs.Config) (*job.Sender, error) `json:"-"`

	dir string
}

// Ended is the result of one arm with one seed.
type Ended struct {
	Arm      string        `json:"arm"`
	Seed     uint64        `json:"seed"`
	Games    int64         `json:"games"` // bred with
	CPU      float64       `json:"cpu_seconds"`
	Champion string        `json:"champion"` // file
	Measured stats.Summary `json:"measured"`

	genes genome.Vector
}

// Start begins a comparison in a folder that no run has: compare-NAME, or the first
// free of compare-NAME-2, compare-NAME-3, ...
func (k *Comparing) Start(f *player.Finder, c *configs.Config, name string) error {
	k.Program, k.Settings = version.String(), string(c.YAML())
	name = lineage.PlainName("compare-" + name)
	if err := os.MkdirAll(filepath.Dir(f.Store), 0o755); err != nil {
		return fmt.Errorf("make results folder: %w", err)
	}
	if err := f.AddTrust(c); err != nil {
		return err
	}
	k.Name = name
	for n := 2; ; n++ {
		k.dir = f.RunDir(k.Name)
		err := os.Mkdir(k.dir, 0o755)
		if err == nil {
			return k.write()
		}
		if !errors.Is(err, os.ErrExist) {
			return fmt.Errorf("make the comparison's folder: %w", err)
		}
		k.Name = fmt.Sprintf("%s-%d", name, n)
	}
}

// ResumeComparing continues a comparison that was interrupted.
func ResumeComparing(f *player.Finder, name string) (*Comparing, *configs.Config, error) {
	dir := f.RunDir(name)
	data, err := os.ReadFile(filepath.Join(dir, ComparisonFile))
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil, key.Usagef("--resume: %s has no comparison %s", filepath.Dir(f.Store), name)
	} else if err != nil {
		return nil, nil, err
	}
	k := &Comparing{dir: dir}
	err = json.Unmarshal(data, k)
	if err == nil {
		err = lineage.CheckName(k.Name)
	}
	for _, e := range k.Ended {
		if err == nil && filepath.Base(e.Champion) != e.Champion {
			err = fmt.Errorf("a champion file %q", e.Champion)
		}
	}
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", filepath.Join(dir, ComparisonFile), err)
	}
	if k.Program != version.String() {
		return nil, nil, key.Usagef("--resume: %s was begun by version %s, and this is %s: arms would not be comparable", name, k.Program, version.String())
	}
	c, _, err := configs.Resumed(name+"/"+ComparisonFile, []byte(k.Settings), configs.Overrides{}, f.Games)
	if err != nil {
		return nil, nil, key.Usagef("%w", err)
	}
	if err := f.CheckTrust(c); err != nil {
		return nil, nil, fmt.Errorf("%s/%s: %w", name, ComparisonFile, err)
	}
	g, err := player.ConfigGame(f.Games, c)
	if err != nil {
		return nil, nil, err
	}
	for i, e := range k.Ended {
		data, err := os.ReadFile(filepath.Join(dir, e.Champion))
		if err != nil {
			return nil, nil, err
		}
		file, err := champion.Decode(data)
		if err == nil {
			k.Ended[i].genes, err = file.Vector(g.Schema)
		}
		if err != nil {
			return nil, nil, fmt.Errorf("%s: %w", e.Champion, err)
		}
	}
	return k, c, nil
}

// find returns what an arm reached with a seed, if it has ended.
func (k *Comparing) find(arm string, seed uint64) (Ended, bool) {
	i := slices.IndexFunc(k.Ended, func(e Ended) bool { return e.Arm == arm && e.Seed == seed })
	if i < 0 {
		return Ended{}, false
	}
	return k.Ended[i], true
}

// enter keeps the champion of an arm with its evidence.
func (k *Comparing) enter(e *league.Evaluator, c *configs.Config, x *Ended, evidence *champion.Evidence) error {
	x.Champion = fmt.Sprintf("%s-%d.json", x.Arm, x.Seed)
	name := fmt.Sprintf("%s-%s-%d", k.Name, x.Arm, x.Seed)
	f, err := champion.New(e.Game.Schema, name, k.Program, x.genes, champion.Origin{Run: k.Name, Seed: x.Seed, Config: string(c.YAML())})
	if err != nil {
		return err
	}
	f.Evidence = evidence
	data, err := player.Encode(f, k.dir)
	if err == nil {
		err = champion.WriteFile(filepath.Join(k.dir, x.Champion), data)
	}
	if err != nil {
		return err
	}
	k.Ended = append(k.Ended, *x)
	return k.write()
}

func (k *Comparing) write() error {
	data, err := json.MarshalIndent(k, "", "  ")
	if err == nil {
		err = champion.WriteFile(filepath.Join(k.dir, ComparisonFile), append(data, '\n'))
	}
	return err
}

// Dir is the folder of the champions.
func (k *Comparing) Dir() string { return filepath.ToSlash(k.dir) }
