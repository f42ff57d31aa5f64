package view

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"time"

	"bloodline/arena/game"
	"bloodline/configs"
	"bloodline/configs/player"
	"bloodline/engine"
	"bloodline/evolve"
	"bloodline/evolve/store"
	"bloodline/evolve/surrogate"
	"bloodline/genome/champion"
	"bloodline/results/report"
)

// RunData is a run of the store.
type RunData struct {
	store.RunRow
	store.Tags
	Title   string       `json:"title"` // of the game
	Scale   engine.Scale `json:"scale"`
	Planned int          `json:"planned,omitempty"` // generations, by the settings
	Spent   float64      `json:"spent"`             // seconds, without pauses
	Rate    float64      `json:"rate"`              // games a second

	Status *report.Status `json:"status,omitempty"` // of a run that is running
	Tried  *report.Table  `json:"-"`                // in a run of programs without a generation yet: [ReadTried]

	Each       int                `json:"each"` // generations that a point of the trace stands for
	Trace      []Point            `json:"trace"`
	Champions  []Champion         `json:"champions"` // after the first
	Exploiters []evolve.Exploiter `json:"exploiters,omitempty"`
	Joins      []int              `json:"joins,omitempty"` // generations in which exploiters joined the field
	Descent
	Effects *surrogate.Effects `json:"effects,omitempty"` // of its genes: [ReadEffects]

	Trials     *report.Trials  `json:"trials,omitempty"` // of a run of programs
	Gains      []champion.Gain `json:"gains,omitempty"`  // of its champion's values, in a run of programs that has ended
	Parameters *report.Table   `json:"-"`                // with the gains, nil without any
	Answer     string          `json:"answer,omitempty"` // of a run that has ended: [report.DefaultsComparison], [report.UnimprovedText]

	Failures []report.Failures `json:"failures,omitempty"` // of programs
}

// Descent is where a run's champion comes from.
type Descent struct {
	Ancestry *Ancestry `json:"ancestry,omitempty"`
	Drift    *Drift    `json:"drift,omitempty"`
}

// Source reads runs. It is a store.Store.
type Source interface {
	Run(name string) (store.RunRow, error)
	Summaries(run string, after int) ([]store.GenerationSummary, error)
	Line(run, id string, most int) ([]evolve.Individual, error)
	League(run string) (evolve.League, error)
	Evidence(run string) (*champion.Evidence, error)
	Status(run string) (json.RawMessage, error)
	Tags() (map[string]store.Tags, error)
	Generation(run string, number int) (*evolve.Generation, error)
	Games(run string, tell func(store.PlayedGame) error) error
}

// ReadRun reads a run, but not its descent and effects. trace has the generations that are
// known already; the one returned has the new ones, too. f finds the champion
// that was handed in; g is nil where this program has no game of the run's schema.
func ReadRun(s Source, f *player.Finder, g *game.Game, name string, trace []store.GenerationSummary) (*RunData, []store.GenerationSummary, error) {
	row, err := s.Run(name)
	if err != nil {
		return nil, nil, err
	}
	after := -1
	if n := len(trace); n > 0 {
		after = trace[n-1].Number
	}
	news, err := s.Summaries(name, after)
	if err != nil {
		return nil, nil, err
	}
	league, err := s.League(name)
	if err != nil {
		return nil, nil, err
	}
	trace = append(trace[:len(trace):len(trace)], news...)
	r := &RunData{RunRow: row, Title: row.Game}
	r.Started, r.Generations, r.Games = row.Started.UTC(), len(trace), league.Games()
	settings := configs.ParseForDisplay(row.Config)
	r.Planned = settings.Evolve.Generations
	r.addGenerations(trace)
	if g != nil {
		r.Title, r.Scale = g.Info().Title, g.Info().Scale()
		for k := range r.Trace { // the champions' intervals end where the game's points end
			p := &r.Trace[k]
			p.ChampionLow, p.ChampionHigh = max(p.ChampionLow, g.Info().Min), min(p.ChampionHigh, g.Info().Max)
		}
		if err := addChampion(s, f, g, r); err != nil {
			return nil, nil, err
		}
		if r.Failures, err = ReadFailures(s, g, name); err != nil {
			return nil, nil, err
		}
		if len(trace) == 0 {
			if r.Tried, err = ReadTried(s, g, name); err != nil {
				return nil, nil, err
			}
		}
	}
	if r.State == store.Running {
		text, err := s.Status(name)
		if err == nil && text != nil {
			err = json.Unmarshal(text, &r.Status)
		}
		if err != nil {
			return nil, nil, err
		}
		if r.Status != nil {
			r.Games = max(r.Games, r.Status.Games)
		}
	}
	tags, err := s.Tags()
	if err != nil {
		return nil, nil, err
	}
	r.Tags, r.Exploiters = tags[name], league.ExploitersByNumber()
	for _, x := range r.Exploiters {
		if at := settings.League.Joins(x.Round); at < len(trace) && !slices.Contains(r.Joins, at) {
			r.Joins = append(r.Joins, at)
		}
	}
	return r, trace, nil
}

// addChampion says whether the champion of a run that has ended is better than the defaults, and what its values gain. Of a
// run of programs it fills in the trials, and what the champion won on unseen games.
func addChampion(s Source, f *player.Finder, g *game.Game, r *RunData) error {
	var e *champion.Evidence
	var err error
	if r.State != store.Running { // while it ends, its champion file may not be written yet
		e, err = s.Evidence(r.Name)
	}
	if err != nil || r.Generations == 0 || e == nil && g.UserBot == nil {
		return err
	}
	r.Answer = report.DefaultsComparison(r.Scale, e)
	p, err := f.Find(r.Name, g)
	switch {
	case err != nil && g.Stored != nil:
		return err
	case err != nil: // its page says what is wrong with it
		return nil
	case e != nil:
		r.Answer = strings.TrimSpace(r.Answer + " " + report.UnimprovedText(g, p.Genes, e))
	}
	if g.UserBot == nil {
		return nil
	}
	if e != nil && p.File != nil && p.File.Gains != nil {
		r.Gains, r.Parameters = gainsOf(p)
	}
	if r.Trials, err = ReadTrials(s, g, r.Name, r.Generations, p.Genes); err != nil || r.Trials == nil || e == nil {
		return err
	}
	r.Trials.Unseen = &e.Field
	if u := e.Unproven; u != nil {
		r.Trials.Unseen, r.Trials.UnseenDefaults = &u.Field, &e.Field
	}
	if d := e.Defaults; d != nil && d.Field != nil {
		r.Trials.UnseenDefaults = d.Field
	}
	return nil
}

func (r *RunData) addGenerations(trace []store.GenerationSummary) {
	var recorded []time.Time
	var games []int64 // up to each generation
	bred := int64(0)
	for _, g := range trace {
		recorded = append(recorded, g.Recorded)
		bred += g.Games
		if g.Verdict != nil {
			bred += g.Verdict.Games
		}
		games = append(games, bred)
	}
	r.Games += bred
	times := Times(r.Started, recorded)
	if n := len(times); n > 0 && times[n-1] > 0 {
		r.Spent = times[n-1]
		r.Rate = float64(r.Games) / r.Spent
	}
	if n := len(trace); n > 0 {
		r.Champion = trace[n-1].Champion
	}
	r.Trace, r.Each = thin(trace)
	for k := range r.Trace {
		last := min((k+1)*r.Each, len(trace)) - 1
		r.Trace[k].Games, r.Trace[k].Seconds = games[last], times[last]
	}
	r.Champions = []Champion{}
	for _, g := range trace {
		if g.Number > 0 && g.Since == g.Number {
			r.Champions = append(r.Champions, Champion{g.Number, g.Champion, g.Verdict != nil && g.Verdict.Accepted})
		}
	}
}

// AddDescent fills in the [Descent] of a run, which ReadRun leaves out.
func AddDescent(s Source, g *game.Game, r *RunData) error {
	if r.Generations == 0 {
		return nil
	}
	line, err := s.Line(r.Name, r.Champion, r.Generations+1)
	if err != nil {
		return err
	}
	for _, one := range line {
		if len(one.Genes) != len(g.Schema.Genes) {
			return errors.New("run " + r.Name + ": its genomes are not of this program's schema")
		}
	}
	slices.Reverse(line)
	r.Drift = drift(g.Schema, line)
	r.Ancestry, err = r.ancestry(s, g.Schema, line)
	return err
}
