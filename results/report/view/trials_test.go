package view

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"bloodline/arena/command"
	"bloodline/arena/game"
	"bloodline/configs/player"
	"bloodline/engine"
	"bloodline/engine/stats"
	"bloodline/evolve"
	"bloodline/evolve/store"
	"bloodline/genome"
	"bloodline/genome/champion"
	"bloodline/internal/guard"
	"bloodline/results/report"
)

// source is a run of a contest of programs whose wins are known.
type source struct {
	Source
	gens  []*evolve.Generation
	games []store.PlayedGame
}

func (s source) Games(_ string, tell func(store.PlayedGame) error) (err error) {
	for _, g := range s.games {
		err = errors.Join(err, tell(g))
	}
	return err
}

func (s source) Generation(_ string, n int) (*evolve.Generation, error) {
	if n >= len(s.gens) {
		return nil, errors.New("there is no such generation")
	}
	return s.gens[n], nil
}

// leveled is a contest with a bot of two parameters.
func leveled(t *testing.T, points string) *game.Game {
	contest, err := command.New(command.Settings{
		Points: points, ScoreLow: -20, ScoreHigh: 20,
		Referee: "sh {p1} {p2}", Bot: "sh {level} {style}", Players: 2, Style: command.StyleJSON,
		Genes: []command.Gene{
			{Name: "level", Distribution: command.Int, Low: 0, High: 9, Default: "4"},
			{Name: "style", Distribution: command.Categorical, Choices: []string{"calm", "wild", "mad"}, Default: "calm"},
		},
	}, "", nil)
	guard.Must(t, err)
	return &game.Game{Definition: game.Definition{Table: contest, Genes: contest.Schema.Genes}, Schema: contest.Schema, Abilities: game.Abilities{UserBot: contest, Stored: contest}}
}

// A setting that wins 76 % of the games that it plays to the end, but crashes in half of its games and so loses them,
// stands behind one that wins 60 % of all; one with two won games doesn't lead another with 65 of 100. The estimates
// are those of a win probability by the setting's own games and six others, of which three are won.
func TestReadTrials_lost(t *testing.T) {
	g := leveled(t, "")
	var s source
	gen := &evolve.Generation{}
	for _, x := range []struct {
		level      float64
		won, games int64
	}{{9, 38, 100}, {2, 60, 100}, {3, 65, 100}, {4, 2, 2}} {
		gen.Individuals = append(gen.Individuals, evolve.Individual{
			ID: "x", Genes: genome.Vector{x.level, 0},
			Fitness: stats.Fitness{Mean: float64(x.won) / float64(x.games), Games: x.games},
		})
	}
	line := g.Stored.Bot(genome.Vector{9, 0}).CommandLine()
	for k := range 100 { // 38 of 50 won to the end, and 50 crashes
		r := engine.Ranking{Ranks: []int{1, 0}, Errors: []string{"", ""}}
		if k < 50 {
			r.Errors[0] = "crash"
		} else if k < 88 {
			r.Ranks = []int{0, 1}
		}
		s.games = append(s.games, store.PlayedGame{Seed: uint64(k), Seats: []string{line, "rival"}, Ranking: r})
	}
	s.gens = []*evolve.Generation{gen}
	got := guard.Value(ReadTrials(s, g, "mine", 1, genome.Vector{2, 0}))(t)
	for i, want := range []struct {
		level    string
		estimate float64
	}{{"3", 68.0 / 106}, {"4", 5.0 / 8}, {"2", 63.0 / 106}, {"9", 41.0 / 106}} {
		if x := got.Trials[i]; x.Values[0].String() != want.level || math.Abs(x.Estimate-want.estimate) > 1e-9 {
			t.Errorf("place %d: level %s with %.4f, want level %s with %.4f", i, x.Values[0], x.Estimate, want.level, want.estimate)
		}
	}
}

// With points score the estimate is on the range of scores: few games count little against six like all.
func TestReadTrials_scores(t *testing.T) {
	g := leveled(t, command.PointsScore)
	gen := &evolve.Generation{Individuals: []evolve.Individual{
		{ID: "a", Genes: genome.Vector{1, 0}, Fitness: stats.Fitness{Mean: -10, SE: 1, Games: 94}},
		{ID: "b", Genes: genome.Vector{2, 0}, Fitness: stats.Fitness{Mean: 20, SE: 1, Games: 6}},
	}}
	got := guard.Value(ReadTrials(source{gens: []*evolve.Generation{gen}}, g, "mine", 1, genome.Vector{1, 0}))(t)
	const mean = -8.2 // of all 100 games
	for i, want := range []float64{(6*mean + 6*20) / 12, (6*mean - 94*10) / 100} {
		if x := got.Trials[i]; math.Abs(x.Estimate-want) > 1e-9 {
			t.Errorf("place %d: %v is estimated at %v, want %v", i, x.Values, x.Estimate, want)
		}
	}
}

// Settings that a bot is told alike are one trial, with all their games, which put them into their order.
func TestReadTrials(t *testing.T) {
	g := leveled(t, "")
	contest := g.Stored
	rng := rand.New(rand.NewPCG(1, 2))
	share := func(v genome.Vector) float64 { return 0.1 + 0.08*math.Round(v[0]) } // the style does nothing
	var s source
	counted := int64(0) // equal settings of a generation have the same games
	for n := range 40 {
		gen, settings := &evolve.Generation{Number: n}, map[string]bool{}
		for range 8 {
			ind := evolve.Individual{ID: "x", Genes: contest.Schema.Random(rng)}
			ind.Fitness = stats.Fitness{Mean: share(ind.Genes), Games: 10}
			gen.Individuals = append(gen.Individuals, ind)
			settings[contest.Bot(ind.Genes).CommandLine()] = true
		}
		counted += 10 * int64(len(settings))
		if n%2 == 0 { // a champion of another generation is not repeated
			gen.Champion.ID, gen.Champion.Genes = "won", genome.Vector{float64(n) / 4, 0}
		}
		s.gens = append(s.gens, gen)
	}
	champion := genome.Vector{9.2, 1}
	got, err := ReadTrials(s, g, "mine", len(s.gens), champion)
	guard.Must(t, err)
	if len(got.Trials) != 30 || got.Games != counted {
		t.Errorf("want 30 settings in %d games, have %d in %d", counted, len(got.Trials), got.Games)
	}
	games, champions := int64(0), 0
	for i, x := range got.Trials {
		games += x.Games
		if want := share(x.Vector); math.Abs(x.Points-want) > 1e-9 || math.Abs(x.Estimate-(want*float64(x.Games)+3)/float64(x.Games+6)) > 1e-9 {
			t.Errorf("%v: want %.2f, have %.2f and an estimate of %.2f", x.Values, want, x.Points, x.Estimate)
		}
		if i > 0 && x.Estimate > got.Trials[i-1].Estimate {
			t.Errorf("%v is not in its place", x.Values)
		}
		if x.Champion {
			champions++
		}
	}
	if games != got.Games || champions != 1 {
		t.Errorf("trials have %d of %d games, and %d champions", games, got.Games, champions)
	}
	s.gens[0].Individuals = s.gens[0].Individuals[:1]
	if got, err = ReadTrials(s, g, "mine", 1, champion); err != nil { // as if values had been put back
		t.Fatal(err)
	}
	row := got.Table(engine.Scale{Unit: "win %", Percent: true}, true).Rows[0]
	if len(got.Trials) != 2 || !slices.Equal(row[:4], []string{"won *", "0", "-", "-"}) {
		t.Errorf("a champion that the search has no games of: %q of %d", row, len(got.Trials))
	}
}

// A page plays nothing for the gains of programs: it has those of the champion file, or says how they are measured.
func TestMeasurer_Cut_programs(t *testing.T) {
	g := leveled(t, "")
	g.Baselines = []engine.Baseline{{Name: "rival", Player: g.Stored.Bot(genome.Vector{4, 0})}}
	p := &player.Player{Name: "mine", Game: g, Genes: genome.Vector{7, 2}, File: &champion.File{Gains: []champion.Gain{
		{Genes: []string{"level"}, Games: 60, Gain: &stats.Figure{Games: 60, Mean: 0.123, Low: 0.05, High: 0.196}}, {Genes: []string{"style"}, Games: 20, MoreGames: 100},
	}}}
	for _, want := range []string{"12.3 (5.0 to 19.6)", "bloodline ablate mine measures it"} {
		v := DefaultMeasurer().NewProfile(p)
		if err := DefaultMeasurer().AddCuts(t.Context(), p, v); err != nil || len(v.GroupAblation) > 0 || v.Parameters == nil {
			t.Fatalf("%+v, %v", v.GroupAblation, err)
		}
		if csv := (&PageData{Players: []*report.Profile{v}}).CSV(); len(p.File.Gains) > 0 && !slices.Equal(csv[1], []string{"mine", "gain", "level", "0.123", "0.05", "0.196"}) {
			t.Errorf("csv %q", csv)
		}
		row := v.Parameters.Rows[0]
		text := strings.Join(append(v.Parameters.Notes, row[len(row)-3]+" ("+row[len(row)-2]+")"), "\n")
		if !strings.Contains(strings.ReplaceAll(text, "\n", " "), want) || len(v.Gains) != len(p.File.Gains) {
			t.Errorf("want %s in %s", want, text)
		}
		p.File = &champion.File{}
	}
}

// What is tried is shown by its parameters.
func TestSetting(t *testing.T) {
	for _, c := range [][3]string{
		{"env W_BASE={W_BASE} W_KICK={W_KICK} ./bot", "env W_BASE=0.658632 W_KICK=12 /home/me/bot", "W_BASE=0.659 W_KICK=12"},
		{"sh bot.py --share {share} --last {last}", "sh /home/me/bot.py --share 1.5 --last all", "--share 1.5 --last all"},
		{"sh bot.sh {parameters}", `sh /home/me/bot.sh '{"share":1.23456}'`, `'{"share":1.23}'`},
		{"sh bot.sh {cash}", "sh bot.sh 12345.678", "12346"},
		{"{level} quiet", "7 quiet", "7"},
		{"sh bot.sh {level}", "sh /opt/other.sh --level 3", "sh other.sh --level 3"},
	} {
		if have := parameterWords(c[0], c[1]); have != c[2] {
			t.Errorf("%s: have %s, want %s", c[1], have, c[2])
		}
	}
}
