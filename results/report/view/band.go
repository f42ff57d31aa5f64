package view

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"

	"go.yaml.in/yaml/v3"

	"bloodline/arena/stats"
	"bloodline/configs/player"
	"bloodline/engine"
	"bloodline/evolve/lineage"
	"bloodline/genome/champion"
)

// Band is a run or a champion in one line: what stands at the head of its page, and in
// the list of all.
type Band struct {
	Name      string       `json:"name"`
	Game      string       `json:"game"`
	Title     string       `json:"title"` // of the game
	Scale     engine.Scale `json:"scale"`
	Run       bool         `json:"run"` // it is a run of the store
	State     string       `json:"state,omitempty"`
	Algorithm string       `json:"algorithm,omitempty"`
	Seed      uint64       `json:"seed"`
	Field     *Figure      `json:"field,omitempty"`     // on deals that no selection has seen
	Strangers *Figure      `json:"strangers,omitempty"` // players drawn from the game's family
	Holdout   *Figure      `json:"holdout,omitempty"`   // mean of the held out opponents
	SoFar     *Figure      `json:"so_far,omitempty"`    // of a run without evidence: what selection saw
	Exploiter float64      `json:"exploiter,omitempty"` // the most that one bred against it has won of it
	Games     int64        `json:"games,omitempty"`
	Seconds   float64      `json:"seconds,omitempty"` // from begin to end
}

// BandOfRun reads the band of a run.
func BandOfRun(s Source, f *player.Finder, row lineage.RunRow) (*Band, error) {
	b := &Band{Name: row.Name, Game: row.Game, Title: row.Game, Run: true, State: row.State, Seed: row.Seed, Games: row.Games}
	if g := GameOf(f, row); g != nil {
		b.Title, b.Scale = g.Info().Title, g.Info().Scale()
	}
	if !row.Finished.IsZero() {
		b.Seconds = row.Finished.Sub(row.Started).Seconds()
	}
	b.Algorithm = algorithm(row.Config)
	kept, err := s.Evidence(row.Name)
	if err != nil {
		return nil, err
	}
	var e *champion.Evidence
	if json.Unmarshal(kept["champion"], &e) == nil {
		b.measured(e)
	}
	b.exploited(exploiters(kept))
	return b, nil
}

// Follow fills in what the generations tell: the time spent, and of a run without evidence
// what selection saw of its champion.
func (b *Band) Follow(r *Run) {
	b.exploited(r.Exploiters)
	b.Seconds = r.Spent
	if n := len(r.Trace); n > 0 && b.Field == nil {
		last := r.Trace[n-1]
		b.SoFar = &Figure{Player: last.Champion, Summary: stats.Summary{Mean: last.ChampionMean, Low: last.ChampionLow, High: last.ChampionHigh}}
	}
}

// BandOf returns the band of a player that is no run.
func BandOf(p *player.Player) *Band {
	b := &Band{Name: p.Name, Game: p.Game.Name(), Title: p.Game.Info().Title, Scale: p.Game.Info().Scale()}
	if p.File != nil {
		b.Algorithm, b.Seed = algorithm(p.File.Origin.Config), p.File.Origin.Seed
		b.measured(p.File.Evidence)
	}
	return b
}

func (b *Band) measured(from *champion.Evidence) {
	e := evidence(from)
	if e == nil {
		return
	}
	b.Field = &e.Field
	for i, f := range e.Holdout {
		switch f.Player {
		case meanHeldOut:
			b.Holdout = &e.Holdout[i]
		case strangers:
			b.Strangers = &e.Holdout[i]
		}
	}
}

func (b *Band) exploited(xs []Exploiter) {
	for _, x := range xs {
		b.Exploiter = max(b.Exploiter, x.Share)
	}
}

// algorithm reads from settings what breeds.
func algorithm(config string) string {
	var c struct {
		Evolve struct{ Algorithm, Follow string }
	}
	if yaml.Unmarshal([]byte(config), &c) != nil || c.Evolve.Algorithm == "" {
		return ""
	}
	if c.Evolve.Follow == "" {
		return c.Evolve.Algorithm
	}
	return c.Evolve.Algorithm + ", " + c.Evolve.Follow
}

// Setting is a setting of which runs have different values.
type Setting struct {
	Key    string
	Values []string // in the order of the runs
}

// Differing lists the settings that are not alike in all of some run files.
func Differing(configs []string) (out []Setting) {
	flat := make([]map[string]string, len(configs))
	var keys []string
	for i, text := range configs {
		var tree any
		_ = yaml.Unmarshal([]byte(text), &tree) // what can not be read has no settings
		flat[i] = map[string]string{}
		flatten(flat[i], "", tree)
		for k := range flat[i] {
			keys = append(keys, k)
		}
	}
	slices.Sort(keys)
	for _, k := range slices.Compact(keys) {
		s := Setting{Key: k}
		for _, f := range flat {
			s.Values = append(s.Values, f[k])
		}
		if len(slices.Compact(slices.Clone(s.Values))) > 1 {
			out = append(out, s)
		}
	}
	return out
}

func flatten(into map[string]string, key string, x any) {
	tree, ok := x.(map[string]any)
	if !ok {
		into[key] = fmt.Sprint(x)
		return
	}
	for k, v := range tree {
		if key != "" {
			k = key + "." + k
		}
		flatten(into, k, v)
	}
}

// SeedText writes the seed, nothing for none.
func (b *Band) SeedText() string {
	if b.Seed == 0 {
		return ""
	}
	return strconv.FormatUint(b.Seed, 10)
}
