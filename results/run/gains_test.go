package run

import (
	"context"
	"fmt"
	"math"
	"slices"
	"testing"

	"bloodline/arena/command"
	"bloodline/arena/game"
	"bloodline/configs"
	"bloodline/engine"
	"bloodline/engine/roll"
	"bloodline/evolve"
	"bloodline/evolve/measure"
	"bloodline/genome"
	"bloodline/genome/champion"
	"bloodline/genome/gene"
	"bloodline/internal/guard"
)

// formula is a contest of programs in which a bot wins a game against a rival with a probability that is known: logit less
// what the rival is better by. The luck of a deal is the same for all bots, but for a share of deals in which each has its own.
type formula struct {
	logit   func(v []float64) float64
	ownLuck float64
}

type bot struct {
	genome.Vector
	strength float64 // of a rival
}

func (bot) CommandLine() string { return "bot" }

func (f formula) Info() engine.Info {
	return engine.Info{Name: command.Name, Seats: 2, Dynamics: engine.Simultaneous, ZeroSum: true, Unit: "game", ScoreUnit: 2, Points: "win", Mean: 0.5, Max: 1}
}
func (formula) NewTable() engine.Table           { return nil }
func (f formula) NewSlowTable() engine.SlowTable { return formulaTable{f} }

type formulaTable struct{ formula }

func (formulaTable) Close() error { return nil }

func (t formulaTable) PlaySlow(_ context.Context, d engine.Deal, seats []engine.Player) (out engine.Outcome, err error) {
	own := 0
	if seats[0].(bot).Vector == nil {
		own = 1
	}
	out.Score[1-own] = 2
	luck := []uint64{d.Seed, uint64(own)}
	apart := roll.Unit(roll.Mix(d.Seed, uint64(own), 1)) < t.ownLuck
	for _, x := range seats[own].(bot).Vector {
		if apart {
			luck = append(luck, math.Float64bits(x))
		}
	}
	if roll.Unit(roll.Mix(luck...)) < t.wins(seats[own].(bot).Vector, seats[1-own].(bot).strength) {
		out.Score[own], out.Score[1-own] = 2, 0
	}
	return out, nil
}

func (f formula) wins(v []float64, strength float64) float64 {
	return 1 / (1 + math.Exp(strength-f.logit(v)))
}

// rivals are by how much they are better.
var rivals = []float64{-0.6, 0, 0.6}

// share is what a genome wins of the rivals.
func (f formula) share(v []float64) (mean float64) {
	for _, s := range rivals {
		mean += f.wins(v, s) / float64(len(rivals))
	}
	return mean
}

// run returns settings and evaluator of a run with so many games; genes are number, low, high and default.
func (f formula) run(seed uint64, games int, genes ...gene.Gene) (*configs.Config, *measure.Evaluator) {
	return begin(f, seed, games, genes...)
}

func begin(f engine.Game, seed uint64, games int, genes ...gene.Gene) (*configs.Config, *measure.Evaluator) {
	s := &genome.Schema{Game: command.Name, Version: 1}
	for _, g := range genes {
		g.Group, g.Unit, g.Doc = "bot", "u", "d"
		s.Genes = append(s.Genes, g)
	}
	c := configs.Default()
	c.Game, c.Field, c.Command.Players, c.Temperature = command.Name, []string{"a", "b", "c"}, 2, 1
	x := &c.Evolve
	x.Algorithm, x.Champion, x.Population, x.Generations, x.Sigma, x.Seed = evolve.AlgorithmPlus, evolve.ChampionAveraged, 15, 1000, 0.18, seed
	c.Fitness.Deals, c.Budget.MaxGames, c.Seed = 6, games, seed
	g := &game.Game{Definition: game.Definition{Table: f, Rules: func(v []float64) engine.Player { return bot{Vector: v} }}, Schema: s, Abilities: game.Abilities{UserBot: struct{ command.UserBot }{}}}
	var field []measure.Opponent
	for i, x := range rivals {
		field = append(field, measure.Opponent{Name: c.Field[i], Player: bot{strength: x}})
	}
	return &c, measure.New(g, c.Settings(), 1, field, nil)
}

func number(name string, low, high, standard float64) gene.Gene {
	return gene.Gene{Name: name, Min: low, Max: high, Default: standard}
}

// without is a genome with the defaults of some genes.
func without(s *genome.Schema, v genome.Vector, names []string) genome.Vector {
	out := v.Clone()
	for i, g := range s.Genes {
		if slices.Contains(names, g.Name) {
			out[i] = g.Default
		}
	}
	return out
}

// A helpful value stays and a harmful one goes back; of two values that do the same work at most one goes back.
func TestGains(t *testing.T) {
	f := formula{logit: func(v []float64) float64 { return v[0] - v[1] + max(v[2], v[3]) + 0*v[4] }}
	whole, reset, printed, held := genome.Vector{1.5, 0.8, 1.2, 1.2, 1}, 0, 0, 0
	for seed := range uint64(10) {
		_, e := f.run(seed, 4000, number("good", 0, 2, 0), number("bad", 0, 2, 0), number("twin", 0, 2, 0), number("other", 0, 2, 0), number("idle", 0, 2, 0))
		v, gains, err := e.Gains(t.Context(), whole)
		guard.Must(t, err)
		if v[0] != 1.5 || v[1] != 0 || max(v[2], v[3]) != 1.2 {
			t.Errorf("seed %d: handed in %v", seed, v)
		}
		if len(gains) != 5 || e.Games() > gainGames(t, e) || e.Games() < gainGames(t, e)*8/10 {
			t.Errorf("seed %d: %d gains, %d games of %d", seed, len(gains), e.Games(), gainGames(t, e))
		}
		for _, g := range gains {
			truth := f.share(whole) - f.share(without(e.Schema, whole, g.Genes))
			if g.Gain == nil {
				if g.MoreGames <= 0 || g.MoreGames > 2000 || truth > 0.2 {
					t.Errorf("seed %d: %v gains %.3f, and %d games more would say so", seed, g.Genes, truth, g.MoreGames)
				}
				continue
			}
			if printed++; g.Gain.Low <= truth && truth <= g.Gain.High {
				held++
			}
		}
		if k := slices.IndexFunc(gains, func(g champion.Gain) bool { return g.Reset }); k >= 0 && v[1] == 0 {
			reset++
		}
	}
	if reset != 10 || held < printed*9/10 {
		t.Errorf("%d of 10 runs say what went back; of %d intervals %d hold", reset, printed, held)
	}
}

// race is a contest for scores: minus a time, to which each value of a bot adds, or -3600 for one deal in 20.
type race struct{ formula }

func (race) Info() engine.Info {
	return engine.Info{Name: command.Name, Seats: 2, ScoreUnit: 1e6, Points: "points a game", Min: -3600, Mean: -1800}
}
func (r race) NewSlowTable() engine.SlowTable { return r }
func (race) Close() error                     { return nil }

func (r race) PlaySlow(_ context.Context, d engine.Deal, seats []engine.Player) (out engine.Outcome, err error) {
	for s, p := range seats {
		score, v := -3600., p.(bot).Vector
		if roll.Unit(roll.Mix(d.Seed, 1)) > 0.05 && v != nil {
			score = -93 - roll.Unit(roll.Mix(d.Seed, 2)) + r.logit(v) + v[2]*(roll.Unit(roll.Mix(d.Seed, 3))-0.3)
		}
		out.Score[s] = r.Info().Score(score)
	}
	return out, nil
}

// Of scores whose range has a far end a small gain stays where it is certain, and where it is likely.
func TestGains_scores(t *testing.T) {
	r := race{formula{logit: func(v []float64) float64 { return 0.15*v[0] - 0.15*v[1] }}}
	genes := []gene.Gene{number("good", 0, 1, 0), number("bad", 0, 1, 0), number("likely", 0, 1, 0)}
	for seed := range uint64(5) {
		_, e := begin(r, seed, 4000, genes...)
		v, gains, err := e.Gains(t.Context(), genome.Vector{1, 1, 1})
		if err != nil || !slices.Equal(v, genome.Vector{1, 0, 1}) {
			t.Fatalf("seed %d: handed in %v (%v)", seed, v, err)
		}
		if g := gains[0].Gain; math.Abs(g.Mean-0.15*0.95) > 0.03 || g.High-g.Low > 0.06 {
			t.Errorf("seed %d: gain of the good value: %+v", seed, g)
		}
	}
}

// Where games are too few for all values, those furthest from their defaults are measured, in shares of their ranges.
func TestGains_order(t *testing.T) {
	f := formula{logit: func(v []float64) float64 { return 0 }}
	var genes []gene.Gene
	whole := genome.Vector{}
	for k := range 40 { // every second one is twice as far, in a range that is ten times as wide
		genes = append(genes, number(fmt.Sprint(k), 0, 1+9*float64(k%2), 0))
		whole = append(whole, float64(1+k)/80*(1+9*float64(k%2))/float64(2-k%2))
	}
	_, e := f.run(1, 2000, genes...)
	_, gains, err := e.Gains(t.Context(), whole)
	guard.Must(t, err)
	share := func(k int) float64 { return whole[k] / (genes[k].Max - genes[k].Min) }
	least, most, played := 1.0, 0.0, 0
	for k, g := range gains {
		if g.Games > 0 {
			played++
			least = min(least, share(k))
		} else {
			most = max(most, share(k))
		}
	}
	if played == 0 || played == len(gains) || least < most {
		t.Errorf("%d of %d values were played: the nearest at %.3f of its range, of the others the furthest at %.3f", played, len(gains), least, most)
	}
}

// ordered says that the first of two genes is below the second one.
type ordered struct{}

func (ordered) Repair(genome.Vector) {}
func (ordered) Broken(v genome.Vector) (genes []int) {
	if v[0] >= v[1] {
		return []int{0, 1}
	}
	return nil
}

// The value that gains most has a number, and one that is certain, where those that gain nothing have numbers.
func TestGains_most(t *testing.T) {
	f := formula{logit: func(v []float64) float64 { return 2*v[0] + 0.6*v[1] }}
	genes := []gene.Gene{number("most", 0, 1, 0)}
	for _, name := range []string{"some", "a", "b", "c", "d", "e", "f"} {
		genes = append(genes, number(name, 0, 1, 0))
	}
	missing, runs := 0, 0
	for _, games := range []int{2000, 2500, 3000} {
		for seed := range uint64(20) {
			_, e := f.run(seed, games, slices.Clone(genes)...)
			_, gains, err := e.Gains(t.Context(), genome.Vector{1, 1, 1, 1, 1, 1, 1, 1})
			guard.Must(t, err)
			none := slices.ContainsFunc(gains[2:], func(g champion.Gain) bool { return g.Gain != nil })
			if runs++; none && (gains[0].Gain == nil || gains[0].Gain.Low <= 0) {
				missing++
			}
		}
	}
	t.Logf("%d of %d runs", missing, runs)
	if missing > runs/10 {
		t.Errorf("in %d of %d runs the value that gains most has no number, and others have", missing, runs)
	}
}

// Two values of which one would break a relation without the other are one value, which goes back together.
func TestGains_relation(t *testing.T) {
	f := formula{logit: func(v []float64) float64 { return -v[0] - v[1] }}
	for want, whole := range map[string]genome.Vector{"[[low] [low high]]": {0.6, 0.8}, "[[low high] [high]]": {0.01, 0.05}, "[[low] [high]]": {0.2, 0.8}} {
		_, e := f.run(1, 4000, number("low", 0, 1, 0.1), number("high", 0, 1, 0.5))
		e.Game.Schema.Relations = ordered{}
		v, gains, err := e.Gains(t.Context(), whole)
		guard.Must(t, err)
		var names [][]string
		for _, g := range gains {
			names = append(names, g.Genes)
		}
		if fmt.Sprint(names) != want || v[0] >= v[1] {
			t.Errorf("%v: the gains of %v, handed in %v", whole, names, v)
		}
	}
}

// A champion with a wrong word gets the right one, also if that is neither the default nor beside its own; one with the
// right word keeps it, and of words that are all alike none is taken in most runs.
func TestGains_words(t *testing.T) {
	right, kept, alike := 0, 0, 0
	for seed := range uint64(20) {
		style := gene.Gene{Name: "style", Min: -0.5, Max: 3.5, Words: 4}
		hand := func(worth []float64, word float64) (genome.Vector, []champion.Gain) {
			f := formula{logit: func(v []float64) float64 { return v[0] + worth[int(v[1])] }}
			_, e := f.run(seed, 8000, number("good", 0, 2, 0), style)
			v, gains, err := e.Gains(t.Context(), genome.Vector{1, word})
			if err != nil || e.Games() > gainGames(t, e) {
				t.Fatalf("seed %d: %v, %d games of %d", seed, err, e.Games(), gainGames(t, e))
			}
			return v, gains
		}
		v, gains := hand([]float64{-1, -2, 0, -1}, 0)
		if v[0] == 1 && v[1] == 2 {
			right++
		}
		if k := slices.IndexFunc(gains, func(g champion.Gain) bool { return g.Word == "2" }); k < 0 || gains[k].Reset != (v[1] == 2) {
			t.Errorf("seed %d: handed in %v, with %+v", seed, v, gains)
		}
		if v, _ = hand([]float64{-1, -2, 0, -1}, 2); v[1] == 2 {
			kept++
		}
		if v, _ = hand([]float64{0, 0, 0, 0}, 0); v[1] == 0 {
			alike++
		}
	}
	t.Logf("of 20 champions %d get the right word, %d keep it, %d keep one of equals", right, kept, alike)
	if right < 14 || kept < 20 || alike < 17 {
		t.Errorf("of 20 champions %d get the right word, %d keep it, %d keep one of equals", right, kept, alike)
	}
}

// bred returns a run that has ended, and the file of its champion.
func bred(t *testing.T, c *configs.Config, e *measure.Evaluator) (Finished, *champion.File) {
	t.Helper()
	found, err := Evolve(t.Context(), c, e, evolve.Recorders{}, Past{})
	guard.Must(t, err)
	file, err := MeasureChampion(t.Context(), c, e, found)
	guard.Must(t, err)
	return found, file
}

// In a contest where two parameters help only together, and a corner crashes, the gains that a run prints hold the true
// ones.
func TestChampion_gains(t *testing.T) {
	f := formula{logit: func(v []float64) float64 {
		near, share, power, block := min(v[0]/4, 1), min(v[1]/2, 1), v[2]/10, v[3]
		if block < 0 {
			return -4
		}
		return -0.8 + 3.2*near*share - 1.2*near*(1-share) - 1.2*share*(1-near) + power
	}}
	held, printed := 0, 0
	for seed := range uint64(8) {
		c, e := f.run(seed, 3000, number("near", 0, 10, 0), number("share", 0, 3, 0.2), number("power", 0, 10, 5), number("block", -1, 1, 0.5), number("idle", 0, 1, 0.5))
		found, file := bred(t, c, e)
		v := found.Last.Champion.Genes
		for _, g := range file.Gains {
			truth := f.share(v) - f.share(without(e.Schema, v, g.Genes))
			if g.Gain != nil {
				if printed++; g.Gain.Low <= truth && truth <= g.Gain.High {
					held++
				} else {
					t.Logf("seed %d: %v gains %.3f, have %+v", seed, g.Genes, truth, *g.Gain)
				}
			}
		}
		handed, err := file.Vector(e.Schema)
		guard.Must(t, err)
		if f.share(handed) < f.share(v)-0.03 || e.Games() > 3000 {
			t.Errorf("seed %d: handed in %.3f of a champion of %.3f, with %d games", seed, f.share(handed), f.share(v), e.Games())
		}
	}
	if printed < 16 || held < printed*9/10 {
		t.Errorf("%d of %d hold", held, printed)
	}
}

// Of parameters without an effect, and where the defaults are the best there is, the defaults are handed in, and the champion stands
// beside them; of a parameter with a large effect the champion is, also with few games.
func TestChampion_unproven(t *testing.T) {
	none := func([]float64) float64 { return 0 }
	for name, c := range map[string]struct {
		logit       func(v []float64) float64
		own         bool // the defaults are the field
		least, most int
	}{
		"no effect":              {none, false, 0, 3},
		"no effect, own field":   {none, true, 0, 3},
		"the defaults are best":  {func(v []float64) float64 { return -9 * math.Abs(v[0]-0.5) }, false, 0, 1},
		"larger values are best": {func(v []float64) float64 { return 9*v[0] - 4.5 }, false, 20, 40},
	} {
		f, proven := formula{logit: c.logit}, 0
		for seed := range uint64(40) {
			settings, e := f.run(seed, 400, number("a", 0, 1, 0.5), number("b", 0, 1, 0.5))
			if v := e.Schema.Default(); c.own {
				e.Field = []measure.Opponent{{Name: "defaults", Player: bot{Vector: v}, Genes: v}}
			}
			_, file := bred(t, settings, e)
			v, err := file.Vector(e.Schema)
			guard.Must(t, err)
			d, u := file.Evidence.Defaults, file.Evidence.Unproven
			switch standard := slices.Equal(v, e.Schema.Default()); {
			case !standard && (d == nil || d.Lead.Low <= 0) || (u != nil) != (file.Unproven != nil) || u != nil && (!standard || u.Lead.Low > 0 || file.Unproven.Evidence.Field != u.Field):
				t.Errorf("seed %d: handed in %v with %+v, %+v", seed, v, d, u)
			case !standard:
				proven++
			}
		}
		if proven < c.least || proven > c.most {
			t.Errorf("%s: %d of 40 are shown to be better, want %d to %d", name, proven, c.least, c.most)
		}
	}
}

func gainGames(t *testing.T, e *measure.Evaluator) int64 {
	t.Helper()
	s, err := e.Split()
	guard.Must(t, err)
	return s.Gains
}

// A second round begins with the champion of the first, which is ahead of the defaults by seven points or more, and has a new
// gene. What is submitted has the worth of that champion at least, and the intervals of its lead over the defaults hold. Before, the
// champion was compared with the defaults alone, and these were kept where it seemed to be no better.
func TestChampion_previous(t *testing.T) {
	for name, c := range map[string]struct {
		logit       func(v []float64) float64
		least, most int // of 20 that have another champion
	}{
		"nothing is better":      {func(v []float64) float64 { return 0.5 - 4*math.Abs(v[0]-0.6) }, 0, 1},
		"larger values are best": {func(v []float64) float64 { return 5*v[0] - 3 + 2*v[1] }, 15, 20},
	} {
		f, changed, held := formula{logit: c.logit}, 0, 0
		for seed := range uint64(20) {
			settings, e := f.run(seed, 1200, number("a", 0, 1, 0.4), number("new", 0, 1, 0.5))
			before := genome.Vector{0.6, 0.5}
			e.Previous = &measure.Opponent{Name: "pw1", Genes: before, Player: e.Game.Player(before)}
			e.StartAt(before)
			_, file := bred(t, settings, e)
			v, err := file.Vector(e.Game.Schema)
			guard.Must(t, err)
			if f.share(v) < f.share(before)-0.01 {
				t.Errorf("%s, seed %d: %v with a share of %.3f, where the run began with %.3f", name, seed, v, f.share(v), f.share(before))
			}
			lead := file.Evidence.Defaults.Lead
			if truth := f.share(v) - f.share(e.Game.Schema.Default()); lead.Low <= truth && truth <= lead.High {
				held++
			}
			switch kept, u, p := slices.Equal(v, before), file.Evidence.Unproven, file.Evidence.Previous; {
			case kept && (u == nil) == (p == nil), kept && u != nil && u.Than != "pw1", !kept && (p == nil || p.Lead.Low <= 0 || p.Name != "pw1"):
				t.Errorf("%s, seed %d: %v with %+v, %+v", name, seed, v, u, p)
			case !kept:
				changed++
			}
			if e.Games() > 1200 {
				t.Errorf("%s, seed %d: %d games of 1,200", name, seed, e.Games())
			}
		}
		if changed < c.least || changed > c.most || held < 18 {
			t.Errorf("%s: %d of 20 changed, want %d to %d; %d intervals hold", name, changed, c.least, c.most, held)
		}
	}
}
