package view

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"bloodline/arena/command"
	"bloodline/arena/game"
	"bloodline/evolve"
	"bloodline/genome"
)

// source is a run of a contest of programs whose wins are known.
type source struct {
	Source
	gens []*evolve.Generation
}

func (s source) Generation(_ string, n int) (*evolve.Generation, error) {
	if n >= len(s.gens) {
		return nil, errors.New("there is no such generation")
	}
	return s.gens[n], nil
}

// Settings that a bot is told alike are one trial, with all their games; the estimates put them into
// their true order, a choice has a point for each word, and the progress ends with all games.
func TestReadTrials(t *testing.T) {
	contest, err := command.New(command.Settings{
		Referee: "sh {p1} {p2}", Bot: "sh {level} {style}", Players: 2, Style: command.StyleJSON,
		Genes: []command.Gene{
			{Name: "level", Distribution: command.Int, Low: 0, High: 9, Default: "4"},
			{Name: "style", Distribution: command.Categorical, Choices: []string{"calm", "wild", "mad"}, Default: "calm"},
		},
	}, "")
	if err != nil {
		t.Fatal(err)
	}
	g := &game.Game{Definition: game.Definition{Table: contest, Genes: contest.Schema.Genes}, Schema: contest.Schema}
	rng := rand.New(rand.NewPCG(1, 2))
	share := func(v genome.Vector) float64 { return 0.1 + 0.08*math.Round(v[0]) } // the style does nothing
	var s source
	for n := range 40 {
		gen := &evolve.Generation{Number: n}
		for range 8 {
			ind := evolve.Individual{ID: "x", Genes: contest.Schema.Random(rng)}
			ind.Fitness = evolve.Fitness{Mean: share(ind.Genes), Games: 10}
			gen.Individuals = append(gen.Individuals, ind)
		}
		if n%2 == 0 { // a champion of another generation is not repeated
			gen.Champion.Genes = genome.Vector{float64(n) / 4, 0}
		}
		s.gens = append(s.gens, gen)
	}
	champion := genome.Vector{9.2, 1}
	got, err := ReadTrials(s, g, "mine", len(s.gens), champion)
	if err != nil {
		t.Fatal(err)
	}
	if len(got.Trials) != 30 || got.Games != 3200 {
		t.Errorf("want 30 settings in 3200 games, have %d in %d", len(got.Trials), got.Games)
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
}
