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
	if err != nil {
		t.Fatal(err)
	}
	return &game.Game{Definition: game.Definition{Table: contest, Genes: contest.Schema.Genes}, Schema: contest.Schema, Abilities: game.Abilities{UserBot: contest, Stored: contest}}
}

// A game in which the bot itself fails is left out, a game that its opponent spoils is not; of settings that play as an
// opponent, too, all games count.
func TestObserver(t *testing.T) {
	g := leveled(t, "")
	contest := g.Stored
	line := func(v genome.Vector) string { return contest.Bot(v).CommandLine() }
	v, rival := genome.Vector{7, 2}, genome.Vector{4, 0}
	g.Baselines = []engine.Baseline{{Name: "rival", Player: contest.Bot(rival)}}
	var s source
	for k := range 10 { // wins the 4 of 6 sound ones, 2 of them by the rival's crash
		r := engine.Ranking{Ranks: []int{0, 1}, Errors: []string{"", ""}}
		switch {
		case k < 4:
			r.Ranks, r.Errors[0] = []int{1, 0}, "crash"
		case k < 6:
			r.Errors[1] = "crash"
		case k < 8:
			r.Ranks = []int{1, 0}
		}
		s.games = append(s.games, store.PlayedGame{Seed: uint64(k), Seats: []string{line(v), line(rival)}, Ranking: r})
	}
	observe, err := Observer(s, g, "mine")
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		v     genome.Vector
		share float64
		games int64
	}{{v, 4.0 / 6, 6}, {rival, 0.4, 10}, {genome.Vector{1, 1}, 0.4, 10}} {
		o := observe(evolve.Individual{Genes: tt.v, Fitness: stats.Fitness{Mean: 0.4, Games: 10}})
		if math.Abs(o.Share-tt.share) > 1e-9 || o.Games != tt.games {
			t.Errorf("%v: have %v of %d games, want %v of %d", tt.v, o.Share, o.Games, tt.share, tt.games)
		}
	}
}

// With points score the mean score of the sound games counts, on the range of scores.
func TestObserver_scores(t *testing.T) {
	g := leveled(t, command.PointsScore)
	v := genome.Vector{7, 2}
	line := g.Stored.Bot(v).CommandLine()
	s := source{games: []store.PlayedGame{
		{Seed: 1, Seats: []string{line, "rival"}, Ranking: engine.Ranking{Ranks: []int{0, 1}, Scores: []float64{10, 0}, Errors: []string{"", ""}}},
		{Seed: 2, Seats: []string{line, "rival"}, Ranking: engine.Ranking{Ranks: []int{1, 0}, Scores: []float64{-20, 0}, Errors: []string{"crash", ""}}},
	}}
	observe, err := Observer(s, g, "mine")
	if err != nil {
		t.Fatal(err)
	}
	if o := observe(evolve.Individual{Genes: v, Fitness: stats.Fitness{Mean: -5, Games: 2}}); math.Abs(o.Share-0.75) > 1e-9 || o.Games != 1 {
		t.Errorf("have %v of %d games, want 0.75 of 1: 10 of -20 to 20", o.Share, o.Games)
	}
}

// Settings that a bot is told alike are one trial, with all their games; the guesses put them into
// their true order, a choice has a point for each word, and the progress ends with all games.
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
	if err != nil {
		t.Fatal(err)
	}
	if len(got.Trials) != 30 || got.Games != counted {
		t.Errorf("want 30 settings in %d games, have %d in %d", counted, len(got.Trials), got.Games)
	}
	games, champions := int64(0), 0
	for i, x := range got.Trials {
		games += x.Games
		if want := share(x.Vector); math.Abs(x.Points-want) > 1e-9 || math.Abs(x.Guess-want) > 0.15 {
			t.Errorf("%v: want %.2f, have %.2f and a guess of %.2f", x.Values, want, x.Points, x.Guess)
		}
		if i > 0 && x.Guess > got.Trials[i-1].Guess {
			t.Errorf("%v is not in its place", x.Values)
		}
		if x.Champion {
			champions++
		}
	}
	if games != got.Games || champions != 1 {
		t.Errorf("trials have %d of %d games, and %d champions", games, got.Games, champions)
	}
	if level := got.Slices[0]; level.Choices || level.Guesses[0] > 0.3 || level.Guesses[len(level.Guesses)-1] < 0.6 {
		t.Errorf("the slice of level is %+v", level.Guesses)
	}
	if style := got.Slices[1]; !style.Choices || len(style.Values) != 3 || style.Values[2] != "mad" || style.Spread() > 0.1 {
		t.Errorf("the slice of style is %+v", style)
	}
	for i, x := range got.Progress[1:] { // by one model, so that a better setting is higher
		if x.Guess < got.Progress[i].Guess {
			t.Errorf("the progress falls after %d games: %+v", x.Games, got.Progress)
		}
	}
	if d := got.Defaults; math.Abs(d-0.42) > 0.1 {
		t.Errorf("the defaults are guessed at %v, want 0.42", d)
	}
	if last := got.Progress[len(got.Progress)-1]; last.Games != got.Games || last.Guess < 0.6 {
		t.Errorf("the progress ends with %+v", last)
	}
	s.gens[0].Individuals = s.gens[0].Individuals[:1]
	if got, err = ReadTrials(s, g, "mine", 1, champion); err != nil { // as if values had been put back
		t.Fatal(err)
	}
	k := slices.IndexFunc(got.Trials, func(x report.Trial) bool { return x.Champion })
	if row := got.Table(engine.Scale{Unit: "win %", Percent: true}, true).Rows[k]; len(got.Trials) != 2 || !slices.Equal(row[:3], []string{"won *", "0", "-"}) {
		t.Errorf("a champion that the search has no games of: %q of %d", row, len(got.Trials))
	}
}

// A page plays nothing for the gains of programs: it has those of the champion file, or says how they are measured.
func TestMeasurer_Cut_programs(t *testing.T) {
	g := leveled(t, "")
	g.Baselines = []engine.Baseline{{Name: "rival", Player: g.Stored.Bot(genome.Vector{4, 0})}}
	p := &player.Player{Name: "mine", Game: g, Genes: genome.Vector{7, 2}, File: &champion.File{Gains: []champion.Gain{
		{Genes: []string{"level"}, Games: 60, Gain: &stats.Figure{Games: 60, Mean: 0.123, Low: 0.05, High: 0.196}}, {Genes: []string{"style"}, Games: 20, More: 100},
	}}}
	for _, want := range []string{"12.3 (5.0 to 19.6)", "bloodline ablate mine --deals N"} {
		v := DefaultMeasurer().NewProfile(p)
		if err := DefaultMeasurer().AddCuts(t.Context(), p, v); err != nil || len(v.Cuts) > 0 || v.Parameters == nil {
			t.Fatalf("%+v, %v", v.Cuts, err)
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
