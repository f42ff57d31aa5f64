package view

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"bloodline/arena/game"
	"bloodline/configs"
	"bloodline/configs/player"
	"bloodline/engine"
	"bloodline/engine/stats"
	"bloodline/evolve"
	"bloodline/evolve/store"
	"bloodline/genome/champion"
	"bloodline/internal/setting"
	"bloodline/results/report"
)

// Band is a run or a champion in one line: what stands at the head of its page, and in the list of all.
type Band struct {
	store.RunRow                // for a champion without a run, only Name, Game and Seed are set
	Title        string         `json:"title"` // of the game
	Scale        engine.Scale   `json:"scale"`
	Seconds      float64        `json:"seconds"`              // seconds of breeding, without pauses
	Status       *report.Status `json:"status,omitempty"`     // of a run that is running
	Conclusion   string         `json:"conclusion,omitempty"` // of a champion's evidence: [report.Conclusion]

	Exploiters []evolve.Exploiter `json:"exploiters,omitempty"` // of a league, by their numbers

	Run       bool               `json:"-"` // it is a run of the store
	Algorithm string             `json:"-"`
	Evidence  *champion.Evidence `json:"-"` // on deals that no selection has seen
	Standing  string             `json:"-"` // whether the evidence was verified here: [report.NotVerified] and so on
	SoFar     *stats.Figure      `json:"-"` // of a run without evidence: what selection saw
	Exploiter *report.Exploited  `json:"-"` // the strongest that is known; nil for none
	Target    string             `json:"-"` // of an exploiter, the champion that it is bred against

	game *game.Game // of a run; nil where this program has no game of its schema
}

// ExploitRun is a run of the command exploit: a search for an opponent that beats one champion.
type ExploitRun struct {
	Run    string
	Target *player.Player
	Found  *champion.Evidence // of the exploiter; nil before the search has ended
}

// ExploitRuns finds the runs of exploit beside the store, but none whose target this program can't play.
func ExploitRuns(s Source, f *player.Finder) (out []ExploitRun, err error) {
	files, _ := filepath.Glob(filepath.Join(f.RunDir("*"), player.TargetFile)) // the pattern is valid
	for _, path := range files {
		run := filepath.Base(filepath.Dir(path))
		target, unknown := f.FindInFile(path)
		if unknown != nil {
			continue
		}
		found, failed := s.Evidence(run)
		out, err = append(out, ExploitRun{run, target, found}), errors.Join(err, failed)
	}
	return out, err
}

// setExploiter takes the strongest exploiter that was bred against this player.
func (b *Band) setExploiter(p *player.Player, exploits []ExploitRun) {
	for _, x := range exploits {
		same := x.Target.Game.Name() == p.Game.Name() && x.Target.Temperature() == p.Temperature() && slices.Equal(x.Target.Genes, p.Genes)
		if same && x.Found != nil && (b.Exploiter == nil || b.Exploiter.Run == "" || x.Found.Field.Mean > b.Exploiter.Share) {
			b.Exploiter = &report.Exploited{Share: x.Found.Field.Mean, Run: x.Run}
		}
	}
}

func BandOfRun(s Source, f *player.Finder, row store.RunRow, exploits []ExploitRun) (*Band, error) {
	b := &Band{RunRow: row, Title: row.Game, Run: true, Algorithm: algorithm(row.Config)}
	if g, err := f.GameOf(row); err == nil {
		b.game, b.Title, b.Scale = g, g.Info().Title, g.Info().Scale()
	}
	evidence, err1 := s.Evidence(row.Name)
	league, err2 := s.League(row.Name)
	if err := cmp.Or(err1, err2); err != nil {
		return nil, err
	}
	if row.State == store.Finished { // else its champion file may not be written yet
		b.Evidence = evidence
	}
	b.Exploiters, b.Exploiter = league.ExploitersByNumber(), report.StrongestOf(league)
	for _, x := range exploits {
		if x.Run == row.Name {
			b.Target = x.Target.Name
		}
	}
	if len(exploits) == 0 { // finding a champion reads its file, which takes longer than all else
		return b, nil
	}
	if p, err := f.Find(row.Name, nil); err == nil { // without a champion that can play, none is bred against it
		b.setExploiter(p, exploits)
	}
	return b, nil
}

// SetSpent fills in the time of a run whose generations are not read.
func (b *Band) SetSpent(st *store.Store) error {
	recorded, err := st.RecordTimes(b.Name)
	if times := Times(b.Started, recorded); len(times) > 0 {
		b.Seconds = times[len(times)-1]
	}
	return err
}

// BandOf returns the band of a player that is not a run.
func BandOf(p *player.Player, exploits []ExploitRun) *Band {
	v := report.NewProfile(p)
	b := &Band{Title: v.Title, Scale: v.Scale, Evidence: v.Evidence, Standing: v.Standing}
	b.Name, b.Game = v.Name, v.Game
	if p.File != nil {
		b.Algorithm, b.Seed = algorithm(p.File.Origin.Config), p.File.Origin.Seed
	}
	b.setExploiter(p, exploits)
	b.Conclusion = report.Conclusion(p.Game, p.Genes, v.Evidence, b.Exploiter)
	return b
}

// BandOfGroup is the band of a group of runs that have evidence: the means of their figures with Student's intervals
// over their seeds, the strongest exploiter, and the games and the time of all.
func BandOfGroup(name string, runs []*Band) *Band {
	b, e := *runs[0], champion.Evidence{}
	b.Name, b.Games, b.Seconds = name, 0, 0
	mean := func(of func(*champion.Evidence) *stats.Figure) *stats.Figure {
		var all []float64
		games := int64(0)
		for _, r := range runs {
			x := of(r.Evidence)
			if x == nil {
				return nil
			}
			all, games = append(all, x.Mean), games+x.Games
		}
		f := stats.SampleOf(all)
		if b.Scale.High > b.Scale.Low { // else the game is not known
			f = f.Within(b.Scale.Low, b.Scale.High)
		}
		f.Games = games
		return &f
	}
	e.Field = *mean(func(e *champion.Evidence) *stats.Figure { return &e.Field })
	e.HoldoutMean = mean(func(e *champion.Evidence) *stats.Figure { return e.HoldoutMean })
	strangers := mean(func(e *champion.Evidence) *stats.Figure {
		if e.Strangers == nil {
			return nil
		}
		return &e.Strangers.Figure
	})
	if strangers != nil {
		e.Strangers = &champion.Strangers{Figure: *strangers}
	}
	b.Evidence = &e
	for _, r := range runs {
		if b.Exploiter == nil || r.Exploiter != nil && r.Exploiter.Share > b.Exploiter.Share {
			b.Exploiter = r.Exploiter
		}
		b.Games, b.Seconds = b.Games+r.Games, b.Seconds+r.Seconds
	}
	return &b
}

// algorithm names the algorithm of a run's settings, and what it follows.
func algorithm(config string) string {
	c := configs.ParseForDisplay(config).Evolve
	return c.Algorithm + ", " + c.Follow
}

// Setting is a setting of which runs have different values.
type Setting struct {
	Key    string
	Values []string // in the order of the runs
}

// DifferingSettings lists the settings that have different values in run files, by their keys.
func DifferingSettings(files []string) (out []Setting) {
	var first configs.Config
	out = report.Map(setting.Of(&first), func(k setting.Key) Setting { return Setting{Key: k.Name} })
	for _, text := range files {
		for i, k := range setting.Of(configs.ParseForDisplay(text)) {
			out[i].Values = append(out[i].Values, strings.Trim(fmt.Sprint(k.Value()), "[]"))
		}
	}
	return slices.DeleteFunc(out, func(s Setting) bool { return len(slices.Compact(slices.Clone(s.Values))) < 2 })
}
