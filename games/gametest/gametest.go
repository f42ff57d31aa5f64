// Package gametest is the conformance suite of a whole game: one call checks what its parts promise to each other.
//
//	func TestGame(t *testing.T) { gametest.Run(t, mygame.Game()) }
//
// A Game is a value: if a play takes long, the test may set shorter ones in Table, Contest and Deals first.
package gametest

import (
	"io/fs"
	"math/rand/v2"
	"slices"
	"testing"

	"bloodline"
	"bloodline/arena/clone"
	"bloodline/arena/game"
	"bloodline/configs"
	"bloodline/engine"
	"bloodline/engine/roll"
	"bloodline/engine/stats"
	"bloodline/games/parttest"
	"bloodline/genome"
	"bloodline/genome/champion"
	"bloodline/internal/guard"
	"bloodline/small"
)

// Run checks a game:
//
//   - bloodline.Resolve takes it; parttest.Table, BaselineNames and Portrait pass.
//   - Rules of any genes in range play legal games, and gradient players play as the rules do.
//   - The default genome beats Random, because the first generation is made of it.
//   - Strangers are legal and pure; some beat the middle baseline and some lose to Random.
//   - Games on record, played again, have the same decisions.
//   - Run files parse; champion files fit the genes.
//   - Programs that end, answer nonsense or write without end forfeit, without other consequences.
//   - The default genome and the first baseline, exported, build without cgo and without a network, and play a
//     tournament through the contest without a fault, with the scores that they have in process. -short leaves this
//     out, because it runs the compiler.
//
// Also call parttest.Genes and parttest.Baselines with the types of views and actions; [Small] does for a small game.
// What a Game leaves out is not checked. A run costs some 10,000 plays, and up to a minute for the compiler.
func Run(t *testing.T, g bloodline.Game) {
	t.Helper()
	s := check(t, g)
	t.Run("strangers in place", s.inPlace)
}

// check is the part of Run that small games pass, too. Their strangers, compiled like genomes, may allocate.
func check(t *testing.T, g bloodline.Game) *suite {
	t.Helper()
	set, err := bloodline.Resolve(g)
	guard.Must(t, err)
	s := &suite{Game: set[0], set: set}
	t.Run("table", func(t *testing.T) { parttest.Table(t, s.Table, s.crowd) })
	t.Run("rules", s.rules)
	t.Run("baselines", s.baselines)
	t.Run("strangers", s.strangers)
	t.Run("defaults", s.defaults)
	t.Run("portrait", s.portrait)
	t.Run("records", s.records)
	t.Run("run files", s.runFiles)
	t.Run("champions", s.champions)
	t.Run("hostile", s.hostile)
	t.Run("exported", s.exported)
	return s
}

type suite struct {
	*game.Game
	set   game.Set
	deals uint64 // deals that each stranger plays
}

func (s *suite) def() engine.Player { return s.Player(s.Schema.Default()) }

// crowd has the default genome, a random one, and the last three baselines, which tend to be simple and to differ most.
func (s *suite) crowd() []engine.Player {
	out := []engine.Player{s.def(), s.Player(s.Schema.Random(rand.New(rand.NewPCG(1, 2))))}
	field := s.BaselinePlayers()
	return append(out, field[max(0, len(field)-3):]...)
}

func (s *suite) rules(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	table := s.NewTable()
	for seed := range uint64(100) {
		var seats []engine.Player
		var vectors []genome.Vector
		for i := range s.Info().Seats {
			v := s.Schema.Random(rng)
			if (seed+uint64(i))%2 == 0 {
				v = parttest.Corner(s.Schema, rng)
			}
			seats, vectors = append(seats, s.Rules(v)), append(vectors, v)
		}
		want := table.Play(roll.Mix(seed), seats)
		if s.Gradient != nil {
			s.gradient(t, roll.Mix(seed), vectors, want)
		}
	}
}

// gradient plays a game of the rules again with gradient players of the same genes, and with their trajectories.
func (s *suite) gradient(t *testing.T, seed uint64, vectors []genome.Vector, want engine.Outcome) {
	table := s.NewTable()
	var players, trajectories []engine.Player
	for _, v := range vectors {
		p, ok := s.Gradient(v).(engine.GradientPlayer)
		if !ok || p.Genes() != len(v) {
			t.Fatalf("%T: must be an engine.GradientPlayer of %d genes", p, len(v))
		}
		players, trajectories = append(players, p), append(trajectories, p.NewTrajectory())
	}
	for _, seats := range [][]engine.Player{players, trajectories} {
		if have := table.Play(seed, seats); have != want {
			t.Fatalf("%T: a game ends in %+v, with the rules of the same genes in %+v", seats[0], have, want)
		}
	}
	for _, p := range trajectories {
		into := make([]int64, len(vectors[0]))
		p.(engine.Trajectory).Add(1, into)
		clear(into)
		p.(engine.Trajectory).Add(1, into)
		if slices.ContainsFunc(into, func(x int64) bool { return x != 0 }) {
			t.Fatalf("%T: without a game the gradient is %v", p, into)
		}
	}
}

func (s *suite) baselines(t *testing.T) {
	if len(s.Baselines) == 0 {
		t.Skip("the game has none")
	}
	parttest.BaselineNames(t, s.Baselines)
}

// defaults checks that the default genome among random players beats a random one in its place, on the same deals.
func (s *suite) defaults(t *testing.T) {
	b, ok := engine.FindBaseline(s.Baselines, "random")
	if !ok {
		t.Skip("no baseline is called random")
	}
	table := s.NewTable()
	seats := slices.Repeat([]engine.Player{b.Player}, s.Info().Seats)
	var tally stats.Tally
	for k := range uint64(200) {
		seed, gain := roll.Mix(k, 5), int64(0)
		usual := table.Play(seed, seats)
		for i := range seats {
			seats[i] = s.def()
			gain += int64(table.Play(seed, seats).Score[i] - usual.Score[i])
			seats[i] = b.Player
		}
		tally.Add(gain)
	}
	if f := tally.Figure(s.Info().ScoreUnit*float64(len(seats)), 0); f.Mean <= 2*f.SE {
		t.Errorf("the defaults get %.3f ± %.3f points a play more than Random in their place, want clearly more than 0", f.Mean, f.SE)
	}
}

func (s *suite) portrait(t *testing.T) {
	if s.Portrait == nil {
		t.Skip("the game has none")
	}
	parttest.Portrait(t, s.Table, s.Portrait, s.crowd()...)
}

func (s *suite) runFiles(t *testing.T) {
	for _, f := range s.Shipped.RunFiles {
		c, err := configs.Parse(f.Name, f.Data, s.set)
		if err != nil {
			t.Error(err)
		} else if c.Game != s.Name() {
			t.Errorf("%s: it is of %s", f.Name, c.Game)
		}
	}
}

func (s *suite) champions(t *testing.T) {
	for _, f := range s.Shipped.Champions {
		c, err := champion.Decode(f.Data)
		if err == nil {
			_, err = c.Vector(s.Schema)
		}
		if err != nil {
			t.Errorf("%s: %v", f.Name, err)
		}
	}
}

// Small checks the game that bloodline.Small makes of a state, as [Run] does, and its genes and opponents.
func Small[V small.View[A], A comparable](t *testing.T, g small.Game[V, A], files fs.FS) {
	t.Helper()
	check(t, bloodline.Small(g, files))
	random := small.Player[V, A](small.Random[V, A])
	t.Run("genes", func(t *testing.T) {
		parttest.Genes[small.Question[V, A], A](t, g.Tables(), g.AllGenes(), g.Player, parttest.GeneOptions{Others: []engine.Player{random}})
	})
	t.Run("opponents", func(t *testing.T) {
		parttest.Baselines[small.Question[V, A], A](t, g.Tables(), func() (out []engine.Baseline) {
			for _, b := range g.Opponents() {
				out = append(out, engine.Baseline{Name: b.Name, Doc: b.Doc, Player: b.Play})
			}
			return out
		})
	})
}

// records plays games and their records again: each seat must have been asked and have answered the same.
func (s *suite) records(t *testing.T) {
	if s.Replay == nil || s.Clone == nil {
		t.Skip("the game has no records")
	}
	crowd := s.crowd()
	genes := s.Schema.Default()
	decisions := 0 // all seats together, because a game may never ask one of them
	for seed := range uint64(20) {
		names := make([]string, s.Info().Seats)
		live, again := make([]clone.Decisions, len(names)), make([]clone.Decisions, len(names))
		seats := make([]engine.Player, len(names))
		for i := range seats {
			names[i] = string(rune('a' + i))
			live[i], again[i] = s.Clone(), s.Clone()
			seats[i] = live[i].Watch(crowd[(seed+uint64(i))%uint64(len(crowd))])
		}
		r, err := s.Trace(names, seats, roll.Mix(seed, 7), 0)
		guard.Must(t, err)
		watch := func(seat int, scripted engine.Player) engine.Player { return again[seat].Watch(scripted) }
		if unknown, err := s.Replay(r.Trace, watch); err != nil || unknown > 0 {
			t.Fatalf("game %d: %v, %d decisions left out", seed, err, unknown)
		}
		for i := range seats {
			live[i].End(true)
			again[i].End(true)
			if have, want := figures(again[i], genes), figures(live[i], genes); !slices.Equal(have, want) {
				t.Fatalf("game %d, seat %d: %d decisions when it was played again, %d when it was played, or others", seed, i, again[i].Seen(), live[i].Seen())
			}
			decisions += live[i].Seen()
		}
	}
	if decisions == 0 {
		t.Error("the records of 20 games have no decision")
	}
}

// figures returns the kinds of decisions, and how well the rules of these genes agree with them.
func figures(d clone.Decisions, genes []float64) (out []any) {
	agrees := d.Agreement(genes)
	observe, _ := d.Observer(genes)
	for i := range d.Len() {
		out = append(out, d.Kind(i), agrees(i))
		if observe != nil {
			out = append(out, observe(i))
		}
	}
	return out
}
