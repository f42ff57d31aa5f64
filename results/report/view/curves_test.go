package view

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"bloodline/arena/command"
	"bloodline/arena/game"
	"bloodline/configs/player"
	"bloodline/engine"
	"bloodline/engine/roll"
	"bloodline/engine/stats"
	"bloodline/genome"
	"bloodline/genome/champion"
	"bloodline/genome/gene"
	"bloodline/internal/guard"
	"bloodline/results/report"
)

// knobs is a game of two that a genome wins with a probability which is known exactly; the luck of a deal is the same
// for all genomes.
type knobs struct{}

func (knobs) Info() engine.Info {
	return engine.Info{Name: "knobs", Seats: 2, ZeroSum: true, Unit: "game", ScoreUnit: 1, Points: "win", Mean: 0.5, Max: 1}
}

func (knobs) NewTable() engine.Table { return knobs{} }

func (knobs) Play(seed uint64, seats []engine.Player) (out engine.Outcome) {
	own := slices.IndexFunc(seats, func(p engine.Player) bool { return len(p.(genome.Vector)) > 1 })
	out.Score[1-own] = 1
	if roll.Unit(roll.Mix(seed, uint64(own))) < wins(seats[own].(genome.Vector), seats[1-own].(genome.Vector)[0]) {
		out.Score[own], out.Score[1-own] = 1, 0
	}
	return out
}

// wins is the probability of a win: hill is best at 0.7, risk falls off a cliff behind 0.6, left and right help only
// together, of three words the last is the best, and nothing reads dud.
func wins(v genome.Vector, strength float64) float64 {
	logit := 1 - 4*(v[0]-0.7)*(v[0]-0.7) + 0.5*v[1] + 2*v[2]*v[3] - 0.3*(v[2]+v[3]) + []float64{0, -0.4, 0.5}[int(v[4])]
	if v[1] > 0.6 {
		logit -= 2
	}
	return 1 / (1 + math.Exp(strength-logit))
}

var strengths = []float64{0, 1, 2}

// wonShare is what a genome wins of all rivals.
func wonShare(v genome.Vector) (mean float64) {
	for _, s := range strengths {
		mean += wins(v, s) / float64(len(strengths))
	}
	return mean
}

func knobsPlayer() *player.Player {
	s := &genome.Schema{Game: "knobs", Version: 1}
	for _, name := range []string{"hill", "risk", "left", "right", "word", "dud"} {
		s.Genes = append(s.Genes, gene.Gene{Name: name, Group: "g", Unit: "u", Doc: "d", Max: 1, Default: 0.1})
	}
	w := &s.Genes[4]
	w.Unit, w.Words, w.Min, w.Max, w.Default = "categorical", 3, -0.5, 2.5, 0
	g := &game.Game{Definition: game.Definition{
		Table: knobs{}, Deals: 1, Rules: func(v []float64) engine.Player { return genome.Vector(v) },
	}, Schema: s}
	for _, x := range strengths {
		g.Baselines = append(g.Baselines, engine.Baseline{Name: fmt.Sprint(x), Player: genome.Vector{x}})
	}
	return &player.Player{Name: "mine", Game: g, Genes: genome.Vector{0.65, 0.55, 0.9, 0.95, 2, 0.3}}
}

// Of the intervals of the curves of a game whose truth is known, some 95 % hold the true share, and so do those of the
// changes; the cliff is seen, and a gene that nothing reads changes nothing.
func TestCurves(t *testing.T) {
	p := knobsPlayer()
	held, changes, all, allChanges := 0, 0, 0, 0
	for seed := range uint64(60) {
		c, err := PlanCurves(p, CurveGenes(p.Game.Schema, p.Genes), false)
		if err == nil {
			err = c.Play(t.Context(), 100, 1, seed)
		}
		guard.Must(t, err)
		for i, x := range c.Curves.Curves {
			for _, point := range x.Points {
				v := p.Genes.Clone()
				if v[i] = point.X; point.Champion && point.X != p.Genes[i] {
					t.Fatalf("%s: the champion's own value is %v, want %v", x.Gene, point.X, p.Genes[i])
				}
				truth := wonShare(v)
				if all++; point.Points.Low <= truth && truth <= point.Points.High {
					held++
				}
				if point.Points.Games != 600 {
					t.Fatalf("%d games, want 600", point.Points.Games)
				}
				if point.Change == nil {
					continue
				}
				truth -= wonShare(p.Genes)
				if allChanges++; point.Change.Low <= truth && truth <= point.Change.High {
					changes++
				}
				if x.Gene == "dud" && point.Change.Mean != 0 {
					t.Errorf("dud at %v changes %v", point.X, point.Change.Mean)
				}
			}
		}
		risk := c.Curves.Curves[1].Points
		for k, point := range risk {
			if point.X > 0.6 != (point.Points.High < risk[0].Points.Low) {
				t.Errorf("seed %d: risk %v (place %d) has %+v, where %+v is on top of the cliff at 0.6", seed, point.X, k, *point.Points, *risk[0].Points)
			}
		}
	}
	if share := float64(held) / float64(all); share < 0.93 || share > 0.98 {
		t.Errorf("%d of %d intervals hold the true share", held, all)
	}
	if share := float64(changes) / float64(allChanges); share < 0.93 {
		t.Errorf("%d of %d intervals hold the true change", changes, allChanges)
	}
}

// A grid of two genes shows that they help only together: its cells are the true shares within their intervals.
func TestCurves_grid(t *testing.T) {
	p := knobsPlayer()
	c, err := PlanCurves(p, []int{2, 3}, true)
	if err == nil {
		err = c.Play(t.Context(), 2000, 0, 1)
	}
	guard.Must(t, err)
	held, all := 0, 0
	for i, row := range c.Grid.Points {
		for k, f := range row {
			v := p.Genes.Clone()
			fmt.Sscan(c.Grid.ValuesA[i].String(), &v[2])
			fmt.Sscan(c.Grid.ValuesB[k].String(), &v[3])
			if all++; f.Low <= wonShare(v) && wonShare(v) <= f.High {
				held++
			}
		}
	}
	last := len(c.Grid.Points) - 1
	if all != 36 || held < 31 {
		t.Errorf("%d of %d cells hold, want 31 of 36 or more", held, all)
	}
	if none, one, both := c.Grid.Points[0][0], c.Grid.Points[last][0], c.Grid.Points[last][len(c.Grid.ValuesB)-1]; one.High > none.Low || both.Low < none.High {
		t.Errorf("none %+v, one alone %+v, both %+v", none, one, both)
	}
}

// Values that break a relation are left out and counted; those of a step, a logarithm and words are values of the bot.
func TestPlanCurves_values(t *testing.T) {
	contest, err := command.New(command.Settings{
		Referee: "sh {p1} {p2}", Bot: "sh {low} {high} {nodes} {style}", Players: 2, Style: command.StyleJSON, Relations: []string{"low < high"},
		Genes: []command.Gene{
			{Name: "low", Distribution: command.Int, Low: 0, High: 80, Step: 10, Default: "20"},
			{Name: "high", Distribution: command.Int, Low: 0, High: 80, Step: 10, Default: "50"},
			{Name: "nodes", Distribution: command.Float, Low: 1, High: 256, Log: true, Default: "16"},
			{Name: "style", Distribution: command.Categorical, Choices: []string{"calm", "wild", "mad"}, Default: "calm"},
		},
	}, "", nil)
	guard.Must(t, err)
	g := &game.Game{Definition: game.Definition{Table: contest, Genes: contest.Schema.Genes}, Schema: contest.Schema, Abilities: game.Abilities{UserBot: contest, Stored: contest}}
	p := &player.Player{Name: "mine", Game: g, Genes: genome.Vector{30, 60, math.Log(20), 1}}
	c := guard.Value(PlanCurves(p, []int{0, 1, 2, 3}, false))(t)
	for i, want := range []struct {
		values  string
		leftOut int
	}{
		{"[0 10 20 default 30 champion 40 50]", 3},
		{"[40 50 default 60 champion 70 80]", 4},
		{"[1 2 4 8 16 default 20 champion 32 64 128 256]", 0},
		{"[calm default wild champion mad]", 0},
	} {
		x := c.Curves.Curves[i]
		text := fmt.Sprint(report.Map(x.Points, func(p report.CurvePoint) string {
			text := p.Value.String()
			if p.Default {
				text += " default"
			}
			if p.Champion {
				text += " champion"
			}
			return text
		}))
		if text != want.values || x.LeftOut != want.leftOut {
			t.Errorf("%s: %s and %d left out, want %s and %d", x.Gene, text, x.LeftOut, want.values, want.leftOut)
		}
	}
	c.Unchanged = stats.Figure{Games: 100, Mean: 0.5}
	if table := c.Table(engine.Scale{Unit: "win %", Percent: true}); !slices.Contains(table.Notes, "left out: 7 values that would break a relation with others of mine") {
		t.Errorf("the notes are %q", table.Notes)
	}
}

// A file of curves that was edited is left out, or can be printed.
func FuzzKeptCurves(f *testing.F) {
	p := knobsPlayer()
	digest, err := champion.Digest(p.Game.Schema, p.Genes, p.Temperature())
	guard.Must(f, err)
	for _, text := range []string{
		"null", `{"digest": "D"}`, `{"digest": "D", "curves": [{"gene": "hill", "points": []}]}`, `{"digest": "D", "curves": [{"gene": "hill", "points": [{"value": 1}]}]}`,
		`{"digest": "D", "player": "kept", "curves": [{"gene": "hill", "points": [{"value": 1, "points": {"mean": 0.5}}]}]}`,
		`{"digest": "D", "curves": [{"gene": "hill", "points": [{"value": "x", "points": {"mean": 0.5}}]}], "grid": {"points": [[null]]}}`,
	} {
		f.Add(text)
	}
	at := &player.Finder{Store: filepath.Join(f.TempDir(), "lineage.db")}
	guard.Must(f, os.Mkdir(at.RunDir("mine"), 0o700))
	p.Name = "mine"
	f.Fuzz(func(t *testing.T, text string) {
		text = strings.ReplaceAll(text, `"D"`, `"`+digest+`"`)
		guard.Must(t, os.WriteFile(filepath.Join(at.RunDir("mine"), player.CurvesFile), []byte(text), 0o600))
		c := KeptCurves(at, p)
		if c == nil && strings.Contains(text, `"player": "kept", "curves": [{"gene": "hill", "points": [{"value": 1, "points": {"mean": 0.5}}]}]}`) {
			t.Error("whole curves are left out")
		}
		if c != nil {
			c.Table(p.Game.Info().Scale())
			for _, x := range c.Curves {
				report.Map(x.Points, func(p report.CurvePoint) float64 { return p.Points.Mean })
				_ = x.Of.Name
			}
		}
	})
}
