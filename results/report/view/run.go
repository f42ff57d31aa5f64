package view

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"bloodline/configs"
	"bloodline/configs/player"
	"bloodline/engine/stats"
	"bloodline/evolve"
	"bloodline/evolve/store"
	"bloodline/genome/champion"
	"bloodline/results/report"
)

// RunData is a run of the store.
type RunData struct {
	Band
	store.Tags
	Planned int           `json:"planned,omitempty"` // generations, by the settings
	Alone   bool          `json:"-"`                 // its games have one player
	Rate    float64       `json:"games_per_second"`  // games a second
	Tried   *report.Table `json:"-"`                 // in a run of programs without a generation yet: [ReadTried]

	GenerationsPerPoint int           `json:"generations_per_point"` // generations that a point of the trace stands for
	Trace               []Point       `json:"trace"`
	Champions           []NewChampion `json:"champions"`                   // after the first
	ExploitersJoined    []int         `json:"exploiters_joined,omitempty"` // generations in which exploiters joined the field
	Islands             []Island      `json:"islands,omitempty"`
	Descent

	Trials *report.Trials  `json:"trials,omitempty"` // of a run of programs
	Gains  []champion.Gain `json:"gains,omitempty"`  // of its champion's values, in a run of programs that has ended
	Player *report.Profile `json:"-"`                // the champion of a run that has ended: its page begins with it

	Failures []report.Failures `json:"failures,omitempty"` // of programs
}

// Descent is where a run's champion comes from.
type Descent struct {
	Ancestry *Ancestry `json:"ancestry,omitempty"`
	Drift    *Drift    `json:"drift,omitempty"`
}

// Source reads runs. It is a store.Store.
type Source interface {
	Summaries(run string, after int) ([]store.GenerationSummary, error)
	Line(run, id string, most int) ([]evolve.Individual, error)
	League(run string) (evolve.League, error)
	Evidence(run string) (*champion.Evidence, error)
	Status(run string) (json.RawMessage, error)
	Tags() (map[string]store.Tags, error)
	Generation(run string, number int) (*evolve.Generation, error)
	Games(run string, tell func(store.PlayedGame) error) error
}

// ReadStatus reads how far a run is that is bred; nil for others, and before it says so.
func ReadStatus(s Source, row store.RunRow) (out *report.Status, err error) {
	if row.State != store.Running {
		return nil, nil
	}
	text, err := s.Status(row.Name)
	if err == nil && text != nil {
		err = json.Unmarshal(text, &out)
	}
	return out, err
}

// ReadRun reads a run with its band, but not its descent. trace has the generations that are known already;
// the one returned has the new ones, too. f finds the run's champion.
func ReadRun(s Source, f *player.Finder, row store.RunRow, trace []store.GenerationSummary, exploits []ExploitRun) (*RunData, []store.GenerationSummary, error) {
	after := -1
	if n := len(trace); n > 0 {
		after = trace[n-1].Number
	}
	news, err1 := s.Summaries(row.Name, after)
	b, err2 := BandOfRun(s, f, row, exploits)
	tags, err3 := s.Tags()
	err := cmp.Or(err1, err2, err3)
	if err != nil {
		return nil, nil, err
	}
	trace = append(trace[:len(trace):len(trace)], news...)
	settings := configs.ParseForDisplay(row.Config)
	r := &RunData{Band: *b, Tags: tags[row.Name], Planned: settings.Evolve.Generations, Alone: settings.Alone()}
	r.Started, r.Generations = row.Started.UTC(), len(trace)
	var games []int64 // up to each generation
	bred := int64(0)
	r.Champions = []NewChampion{}
	for _, g := range trace {
		bred += g.Games
		if g.Verdict != nil {
			bred += g.Verdict.Games
		}
		games = append(games, bred)
		if r.Champion = g.Champion.ID; g.Number > 0 && g.Since == g.Number {
			r.Champions = append(r.Champions, NewChampion{g.Number, g.Champion.ID, g.Verdict != nil && g.Verdict.Accepted})
		}
	}
	times := Times(r.Started, report.Map(trace, func(g store.GenerationSummary) time.Time { return g.Recorded }))
	if n := len(times); n > 0 && times[n-1] > 0 {
		r.Seconds = times[n-1]
		r.Rate = float64(r.Games) / r.Seconds
	}
	r.Trace, r.GenerationsPerPoint = thin(trace)
	for k := range r.Trace {
		last := min((k+1)*r.GenerationsPerPoint, len(trace)) - 1
		r.Trace[k].Games, r.Trace[k].Seconds = games[last], times[last]
	}
	for _, x := range r.Exploiters {
		if at := settings.League.Joins(x.Round); at < len(trace) && !slices.Contains(r.ExploitersJoined, at) {
			r.ExploitersJoined = append(r.ExploitersJoined, at)
		}
	}
	if r.Islands, err = islands(s, row.Name, trace, r.Scale.Show); err == nil && r.game != nil {
		for k := range r.Trace { // the champions' intervals end where the game's points end
			p := &r.Trace[k]
			p.ChampionLow, p.ChampionHigh = max(p.ChampionLow, r.Scale.Low), min(p.ChampionHigh, r.Scale.High)
		}
		if err = r.addChampion(s, f); err == nil {
			r.Failures, err = ReadFailures(s, r.game, r.Name)
		}
		if err == nil && r.Generations == 0 {
			r.Tried, err = ReadTried(s, r.game, r.Name)
		}
	}
	if err == nil {
		r.Status, err = ReadStatus(s, row)
	}
	if r.Status != nil {
		r.Games = max(r.Games, r.Status.Games)
	}
	if err != nil {
		return nil, nil, err
	}
	if n := len(r.Trace); n > 0 && r.Evidence == nil {
		last := r.Trace[n-1]
		r.SoFar = &stats.Figure{Mean: last.ChampionMean, Low: last.ChampionLow, High: last.ChampionHigh}
	}
	return r, trace, nil
}

// addChampion concludes from the evidence of an ended run, with the champion and, of programs, its gains and the trials.
func (r *RunData) addChampion(s Source, f *player.Finder) error {
	e, g := r.Evidence, r.game
	if r.Generations == 0 || e == nil && g.UserBot == nil {
		return nil
	}
	r.Conclusion = report.Conclusion(g, nil, e, r.Exploiter)
	p, err := f.Find(r.Name, g)
	if err != nil && g.Stored == nil { // its page says what is wrong with it
		return nil
	} else if err != nil {
		return err
	}
	if r.Conclusion = report.Conclusion(g, p.Genes, e, r.Exploiter); e != nil && p.File != nil {
		r.Player = report.NewProfile(p)
	}
	if g.UserBot == nil {
		return nil
	}
	if r.Player != nil {
		r.Player.Genes = report.Genes(g.Schema, p.Genes) // whose words name the gains
		r.Gains, r.Player.Curves = p.File.Gains, KeptCurves(f, p)
		r.Player.Parameters = ParameterTable(g, p.Genes, r.Gains, "bloodline ablate "+p.Name)
	}
	r.Trials, err = ReadTrials(s, g, r.Name, r.Generations, p.Genes)
	return err
}

// AddDescent fills in the [Descent] of a run, which ReadRun leaves out.
func (r *RunData) AddDescent(s Source) error {
	if r.Generations == 0 || r.game == nil {
		return nil
	}
	line, err := s.Line(r.Name, r.Champion, r.Generations+1)
	if err != nil {
		return err
	}
	schema := r.game.Schema
	for _, one := range line {
		if len(one.Genes) != len(schema.Genes) {
			return errors.New("run " + r.Name + ": its genomes are not of this program's schema")
		}
	}
	slices.Reverse(line)
	r.Drift = drift(schema, line)
	r.Ancestry, err = r.ancestry(s, schema, line)
	return err
}

// Point is one generation, or several that stand together in a long run.
type Point struct {
	From         int     `json:"from"` // generations, both included
	To           int     `json:"to"`
	Games        int64   `json:"games"`   // of all generations up to To and of their challenges
	Seconds      float64 `json:"seconds"` // of breeding, without pauses, up to To
	Best         float64 `json:"best"`    // believed; mean of the generations
	Mean         float64 `json:"mean"`    // of the measured fitness
	SD           float64 `json:"sd"`      // of the measured fitness within a generation
	LowestMean   float64 `json:"lowest_mean"`
	HighestMean  float64 `json:"highest_mean"` // the lowest and highest Mean of the generations
	Champion     string  `json:"champion"`
	ChampionMean float64 `json:"champion_mean"` // all its measurements so far, as of To
	ChampionLow  float64 `json:"champion_low"`
	ChampionHigh float64 `json:"champion_high"`
}

// NewChampion is a champion since a generation.
type NewChampion struct {
	Generation int    `json:"generation"`
	Champion   string `json:"champion"`
	Tested     bool   `json:"tested"` // false where a round begins with the averaged individual as champion
}

const mostPoints = 320 // how many are drawn of a long run; Each says how many generations each stands for

// thin puts generations together so that at most mostPoints are left, and returns how many each point stands for.
func thin(trace []store.GenerationSummary) (points []Point, each int) {
	each = max(1, (len(trace)+mostPoints-1)/mostPoints)
	for part := range slices.Chunk(trace, each) {
		last := part[len(part)-1]
		p := Point{From: part[0].Number, To: last.Number, LowestMean: part[0].Mean, HighestMean: part[0].Mean, Champion: last.Champion.ID}
		n := float64(len(part))
		for _, g := range part {
			p.Best += g.Best / n
			p.Mean += g.Mean / n
			p.SD += g.SD / n
			p.LowestMean, p.HighestMean = min(p.LowestMean, g.Mean), max(p.HighestMean, g.Mean)
		}
		score := last.Champion.Pooled
		p.ChampionMean, p.ChampionLow, p.ChampionHigh = score.Mean, score.Mean-score.Half(), score.Mean+score.Half()
		points = append(points, p)
	}
	return points, each
}

// Times adds up the time between generations, by when each was recorded. A gap of more than a minute that is 20 times
// the mean gap is a pause of a run that was resumed, and does not count; nor does one in which the clock was set back.
func Times(started time.Time, recorded []time.Time) (seconds []float64) {
	gaps, mean := make([]float64, len(recorded)), 0.0
	for i, at := range recorded {
		gaps[i] = max(0, at.Sub(started).Seconds())
		mean += gaps[i] / float64(len(recorded))
		started = at
	}
	sum := 0.0
	for _, gap := range gaps {
		if gap <= max(60, 20*mean) {
			sum += gap
		}
		seconds = append(seconds, sum)
	}
	return seconds
}

// Island is one of several search distributions of a run, which are bred apart.
type Island struct {
	Number      int       `json:"number"`
	Generations []int     `json:"generations"` // in which it was bred
	Means       []float64 `json:"means"`       // of the fitness measured in each of them
	Games       int64     `json:"games"`
	End         string    `json:"end"` // what became of it
}

// islands returns the islands of a run by number, none of a run with a single distribution.
func islands(s Source, run string, trace []store.GenerationSummary, scale func(float64) string) (out []Island, err error) {
	leader := 1
	for k, g := range trace {
		switch {
		case g.Algorithm == evolve.AlgorithmCrossing:
			for i := range out {
				if out[i].End == "" && out[i].Number != leader {
					out[i].End = fmt.Sprintf("crossed in generation %d", g.Number)
				}
			}
		case g.Island > 0:
			for g.Island > len(out) {
				out = append(out, Island{Number: len(out) + 1})
			}
			x := &out[g.Island-1]
			x.Generations, x.Means, x.Games = append(x.Generations, g.Number), append(x.Means, g.Mean), x.Games+g.Games
		case k > 0 && trace[k-1].Island > 0 && len(out) > 2: // the leader, the two newest
			compared, err := s.Generation(run, g.Number)
			if err != nil {
				return nil, err
			}
			numbers, all := []int{leader, len(out) - 1, len(out)}, compared.Individuals
			best := slices.IndexFunc(all, func(ind evolve.Individual) bool { return ind.ID == g.Champion.ID })
			if len(all) < len(numbers) && k+1 < len(trace) { // prune has removed some, and the winner is bred next
				best = slices.Index(numbers, trace[k+1].Island)
			}
			if best < 0 {
				continue
			}
			for i, n := range numbers {
				switch end := fmt.Sprintf("given up in generation %d", g.Number); {
				case i == best:
				case len(all) < len(numbers):
					out[n-1].End = end
				default:
					behind := all[best].Fitness.Mean - all[i].Fitness.Mean
					out[n-1].End = fmt.Sprintf("%s, %s behind island %d in %s games", end, scale(behind), numbers[best], report.Count(all[i].Fitness.Games))
				}
			}
			leader = numbers[best]
		}
	}
	if len(out) < 2 {
		return nil, nil
	}
	for i := range out {
		if out[i].Number == leader {
			out[i].End = "leads"
		} else if out[i].End == "" {
			out[i].End = "is bred"
		}
	}
	return out, nil
}
