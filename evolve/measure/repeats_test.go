package measure

import (
	"context"
	"fmt"
	"math"
	"reflect"
	"slices"
	"testing"

	"bloodline/arena"
	"bloodline/arena/command"
	"bloodline/arena/game"
	"bloodline/engine"
	"bloodline/engine/roll"
	"bloodline/evolve"
	"bloodline/genome"
	"bloodline/genome/gene"
	"bloodline/internal/guard"
)

// programmed is an opponent that counts as a program.
type programmed struct{ engine.Program }

// The programs whose games with themselves differ are named, and the referee with them as long as it may have been it: of 33
// deals, two of one program differ by chance with 55 of 528, four with 330 of 40,920. Where all differ, it is the referee.
func TestEvaluator_NameUnrepeatable(t *testing.T) {
	e := New(coup(t), tiny(), 1, []Opponent{{Name: "calm", Player: programmed{}}, {Name: "wild", Player: programmed{}}}, nil)
	first := make([]arena.BlockResult, 3*aloneDeals) // of the bot, calm and wild
	for _, c := range []struct {
		changed []int
		want    string
	}{
		{nil, "the referee or a bot"},
		{[]int{2*aloneDeals + 7}, "the referee or wild"},
		{[]int{0, aloneDeals - 1}, "the referee or the bot"},
		{[]int{0, 1, 2, aloneDeals - 1}, "the bot"},
		{[]int{0, 1, aloneDeals, aloneDeals + 1, aloneDeals + 2}, "the referee or the bot or calm"},
		{[]int{5, aloneDeals, 3*aloneDeals - 1}, "the referee"},
	} {
		again := slices.Clone(first)
		for _, k := range c.changed {
			again[k].Score[0]++
		}
		if got := e.NameUnrepeatable(first, again); got != c.want {
			t.Errorf("changed %v: %q, want %q", c.changed, got, c.want)
		}
	}
}

// ravine is a game for one: the score falls with Rosenbrock's function of four genes and, with luck, by the deal.
type ravine struct{ luck int }

func (r ravine) Info() engine.Info {
	return engine.Info{Name: "ravine", Title: "Ravine", Seats: 1, Unit: "game", ScoreUnit: 1000, Points: "points", Min: -20, Mean: -10, Max: 0}
}

func (r ravine) NewTable() engine.Table { return r }

func (r ravine) Play(seed uint64, seats []engine.Player) (out engine.Outcome) {
	out.Score[0] -= int64(2000 * math.Log10(1+100*depth(seats[0].(genome.Vector))))
	if r.luck > 0 {
		rng := roll.New(seed)
		out.Score[0] -= int64(rng.N(r.luck))
	}
	return out
}

func depth(x genome.Vector) (sum float64) {
	for i := range len(x) - 1 {
		sum += 100*(x[i+1]-x[i]*x[i])*(x[i+1]-x[i]*x[i]) + (1-x[i])*(1-x[i])
	}
	return sum
}

// Where a simulator ignores its seeds a setting plays one game: with as many games a search comes much nearer to the
// bottom, 3.5 above which it ended when settings played all deals. The games of a generation are those that were
// announced, and a run that was stopped goes on as it would have. A game with luck is played as ever.
func TestEvaluator_CountDeals_noLuck(t *testing.T) {
	schema := &genome.Schema{Game: "ravine", Version: 1}
	for i := range 4 {
		schema.Genes = append(schema.Genes, gene.Gene{Name: fmt.Sprint("x", i), Min: -2, Max: 2, Default: -1.5, Group: "x", Unit: "m", Doc: "d"})
	}
	begin := func(luck int) *Evaluator {
		s := tiny()
		s.Fitness = FitnessSettings{Deals: 3, Growth: 5}
		c := &s.Evolve
		c.Algorithm, c.Champion, c.Averaging = evolve.AlgorithmDistribution, evolve.ChampionAveraged, 0.2
		c.Population, c.Islands, c.Sigma, c.Generations = 20, 12, 0.3, 76
		program := &command.Simulator{}
		g := &game.Game{Definition: game.Definition{
			Table: ravine{luck}, Rules: func(v []float64) engine.Player { return genome.Vector(v) }, Deals: 1,
		}, Schema: schema}
		g.UserBot, g.Simulator = program, program
		e := New(g, s, 2, []Opponent{{Name: "defaults", Player: schema.Default()}}, nil)
		var err error
		if e.DealsFound, err = e.CountDeals(context.Background()); err != nil || e.NoLuck != (luck == 0) {
			t.Fatalf("luck of %d: %v, %d deals found, no luck %v", luck, err, e.DealsFound, e.NoLuck)
		}
		return e
	}
	var all []*evolve.Generation
	run := func(e *evolve.Generation, on *Evaluator) *evolve.Generation {
		last, err := evolve.Run(context.Background(), on.Schema, on.Breeding(), on, on, evolve.RecorderFunc(func(g evolve.Generation) error {
			all = append(all, &g)
			return nil
		}), e)
		guard.Must(t, err)
		return last
	}
	e := begin(0)
	last := run(nil, e)
	if d := depth(last.Champion.Genes); d > 0.5 || e.Games() != 20+75*40 {
		t.Errorf("after %d games of one deal each the champion lies %.3f above the bottom", e.Games(), d)
	}
	first := slices.Clone(all)
	for k, g := range first[:5] {
		if next := e.NextGames(g); next != first[k+1].Games {
			t.Errorf("generation %d: %d games, announced %d", k+1, first[k+1].Games, next)
		}
	}
	if resumed := run(first[40], begin(0)); !reflect.DeepEqual(resumed.Champion, last.Champion) {
		t.Errorf("resumed it ends with %v, want %v", resumed.Champion, last.Champion)
	}
	if e.SeatWins != 0 {
		t.Errorf("seat %d of a game for one wins", e.SeatWins)
	}
	if e := begin(100); e.FirstGames() != 20*3 || e.Breeding().Correlated {
		t.Errorf("a game with luck: %d games of generation 0", e.FirstGames())
	}
}
