// Package parttest has the conformance suites of the parts of a game, as testing/fstest is for file systems. A part's
// own tests call them with its types of views and actions; package gametest checks a game as a whole. It is a separate package because
// a test that imports gametest links most of bloodline: 1.3 CPU seconds where parttest takes 0.3.
//
//   - [Table] checks what engine.Game and engine.Table promise.
//   - [Golden] compares one whole game with a file; -update rewrites it.
//   - [Parity] checks that an exported bot moves like the table's player.
//   - [Questions] collects decisions from games, and [Pure] checks the answers.
//   - [Genes], [Baselines] and [Portrait] check genes with their rules, hand-written opponents, and counts of players.
//
// It knows no game. Each game tests its own rules and secrets, and that the rolls of its seats are independent.
package parttest

import (
	"flag"
	"math"
	"slices"
	"testing"

	"bloodline/engine"
)

// Update is the flag -update of all tests that import the package: write golden files instead of comparing them.
var Update = flag.Bool("update", false, "write golden files instead of comparing them")

const plays = 300

// Table checks a game's table. players returns fresh players of varied character, at least two; each call must return
// equal ones in the same order. It costs about 2,000 plays for each pair of players.
func Table(t *testing.T, g engine.Game, players func() []engine.Player) {
	t.Helper()
	if len(players()) < 2 {
		t.Fatal("conformance needs at least two players")
	}
	s := tableSuite{game: g, info: g.Info(), players: players}
	t.Run("info", s.metadata)
	if t.Failed() {
		return // the rest relies on it
	}
	t.Run("determinism", s.determinism)
	t.Run("allocations", s.allocations)
	t.Run("scores", s.scores)
	t.Run("seats", s.seats)
	t.Run("wrong player", s.wrongPlayer)
	t.Run("trace", s.trace)
}

type tableSuite struct {
	game    engine.Game
	info    engine.Info
	players func() []engine.Player
}

// tables returns the tables to play: each player against itself, and the players in turn beginning with each.
func (s *tableSuite) tables() (out [][]engine.Player) {
	all := s.players()
	for first := range all {
		from := slices.Concat(all[first:], all[:first])
		out = append(out, slices.Repeat(from[:1], s.info.Seats), slices.Repeat(from, s.info.Seats)[:s.info.Seats])
	}
	return out
}

func (s *tableSuite) metadata(t *testing.T) {
	i := s.info
	if i != s.game.Info() {
		t.Error("Info changes between calls")
	}
	if err := i.Validate(); err != nil {
		t.Error(err)
	}
	seats := float64(i.Seats)
	if i.ZeroSum && i.Max+(seats-1)*i.Min > seats*i.Mean+1e-9 {
		t.Errorf("Max: want at most what the others' Min leaves of %g, have %g", seats*i.Mean, i.Max)
	}
}

// determinism checks that a used table and equal players give the same outcome as a new table.
func (s *tableSuite) determinism(t *testing.T) {
	used := s.game.NewTable()
	other := s.tables()
	for k, seats := range s.tables() {
		for seed := range uint64(plays / 10) {
			want := s.game.NewTable().Play(seed, seats)
			if got := used.Play(seed, seats); got != want {
				t.Fatalf("table %d seed %d: a used table gives %+v, a fresh one %+v", k, seed, got, want)
			}
			if got := used.Play(seed, other[k]); got != want {
				t.Fatalf("table %d seed %d: equal players give %+v and %+v", k, seed, got, want)
			}
		}
	}
}

func (s *tableSuite) allocations(t *testing.T) {
	for k, seats := range s.tables() {
		table := s.game.NewTable()
		seed := uint64(0)
		table.Play(seed, seats)
		n := testing.AllocsPerRun(plays, func() {
			seed++
			table.Play(seed, seats)
		})
		if n != 0 {
			t.Errorf("table %d: Play allocates %g times", k, n)
		}
	}
}

// scores checks the range of scores; that those of a zero-sum game add up to Seats*Mean points, unless all are equal;
// that equal players get Info.Mean each, apart from draws, within five standard errors; and that seeds, neighbouring
// ones too, give different games. All rotations of equal players are one game, so a play stands for a block.
func (s *tableSuite) scores(t *testing.T) {
	least, most := s.info.Range()
	units := s.info.ScoreUnit * float64(s.info.Seats) // of a point of every seat
	table, decided := s.game.NewTable(), false
	for k, seats := range s.tables() {
		var n, sum, squares float64
		outcomes := map[engine.Outcome]bool{}
		for seed := range uint64(plays) {
			out := table.Play(seed, seats)
			outcomes[out] = true
			total := int64(0)
			for i, n := range out.Score {
				if i >= s.info.Seats && n == 0 {
					continue
				}
				if i >= s.info.Seats || n < least || n > most {
					t.Fatalf("table %d seed %d: seat %d of %d scores %d, want %d to %d", k, seed, i, s.info.Seats, n, least, most)
				}
				total += n
			}
			if out.Length < 1 || out.Choices < 0 {
				t.Fatalf("table %d seed %d: length %d, choices %d", k, seed, out.Length, out.Choices)
			}
			if len(slices.Compact(slices.Clone(out.Score[:s.info.Seats]))) == 1 {
				continue // drawn
			}
			if want := s.info.Mean * units; s.info.ZeroSum && math.Abs(float64(total)-want) > 0.5 {
				t.Fatalf("table %d seed %d: scores %v add up to %d, want %g", k, seed, out.Score, total, want)
			}
			x := float64(total) / units
			n, sum, squares = n+1, sum+x, squares+x*x
		}
		if k == 1 && len(outcomes) < 2 { // a game of constant length with wins and losses only has no more than two
			t.Errorf("%d seeds give %d outcomes", plays, len(outcomes))
		}
		if k%2 == 1 || n < 2 {
			continue // mixed players are not equal
		}
		decided = true
		mean := sum / n
		err := math.Sqrt(max(squares/n-mean*mean, 0) / n)
		if math.Abs(mean-s.info.Mean) > 5*err+1e-9 {
			t.Errorf("player %d: equal players get %.4f ± %.4f, Info.Mean is %g", k/2, mean, err, s.info.Mean)
		}
	}
	if !decided {
		t.Error("every game of equal players was drawn: nothing to judge by")
	}
}

// seats checks that each seat gets more than Min at times, and that another player in it changes the outcome.
func (s *tableSuite) seats(t *testing.T) {
	table := s.game.NewTable()
	least, _ := s.info.Range()
	scored, matters := make([]int, s.info.Seats), make([]bool, s.info.Seats)
	all := s.players()
	for seed := uint64(0); seed < plays && (slices.Contains(matters, false) || slices.Contains(scored, 0)); seed++ {
		for _, seats := range s.tables() {
			out := table.Play(seed, seats)
			for i, n := range out.Score[:s.info.Seats] {
				if n > least {
					scored[i]++
				}
			}
		}
		seats := slices.Repeat(all[:1], s.info.Seats)
		base := table.Play(seed, seats)
		for i := range seats {
			for _, p := range all[1:] {
				seats[i] = p
				matters[i] = matters[i] || table.Play(seed, seats) != base
			}
			seats[i] = all[0]
		}
	}
	for i := range matters {
		if scored[i] == 0 {
			t.Errorf("seat %d never gets more than Min", i)
		}
		if !matters[i] {
			t.Errorf("another player on seat %d changes nothing", i)
		}
	}
}

// wrongPlayer checks that a table panics on a player of another game.
func (s *tableSuite) wrongPlayer(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("Play accepts a player that is a string")
		}
	}()
	seats := slices.Clone(s.tables()[0])
	seats[s.info.Seats-1] = "not a player"
	s.game.NewTable().Play(1, seats)
}

// trace checks that a trace gets the same lines every time and changes no outcome.
func (s *tableSuite) trace(t *testing.T) {
	plain, traced := s.game.NewTable(), s.game.NewTable()
	tracer, ok := traced.(engine.Tracer)
	if !ok {
		t.Skip("the table is not an engine.Tracer")
	}
	for k, seats := range s.tables() {
		for seed := range uint64(plays / 10) {
			want := plain.Play(seed, seats)
			var lines [2][]string
			for i := range lines {
				tracer.Trace(func(line string) { lines[i] = append(lines[i], line) })
				if got := traced.Play(seed, seats); got != want {
					t.Fatalf("table %d seed %d: traced %+v, else %+v", k, seed, got, want)
				}
			}
			if !slices.Equal(lines[0], lines[1]) {
				t.Fatalf("table %d seed %d: a second play has another trace", k, seed)
			}
			if len(lines[0]) == 0 || slices.Contains(lines[0], "") {
				t.Fatalf("table %d seed %d: lines are missing or empty: %q", k, seed, lines[0])
			}
		}
		tracer.Trace(nil)
		if n := testing.AllocsPerRun(20, func() { traced.Play(1, seats) }); n != 0 {
			t.Errorf("table %d: Play allocates %g times after the trace was removed", k, n)
		}
	}
}
