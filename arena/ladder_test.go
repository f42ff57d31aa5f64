package arena_test

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"testing"

	"bloodline/arena"
	"bloodline/engine"
	"bloodline/engine/roll"
	"bloodline/engine/stats"
	"bloodline/internal/guard"
)

// rated is a game of two in which players win by their Elo, and draw the more often the nearer they are.
var rated = fake{engine.Info{Name: "rated", Seats: 2, Draws: true, ZeroSum: true, ScoreUnit: 2, Unit: "game", Points: "win", Mean: 0.5, Max: 1}, func(seed uint64, seats []engine.Player) (out engine.Outcome) {
	out.Score = [engine.MaxSeats]int64{1, 1}
	a, b := seats[0].(contender), seats[1].(contender)
	p := stats.EloToScore(a.elo - b.elo)
	half := 0.2 * min(p, 1-p) // of the draws
	switch u := roll.Unit(roll.Mix(seed, uint64(a.number), uint64(b.number))); {
	case u < p-half:
		out.Score = [engine.MaxSeats]int64{2, 0}
	case u > p+half:
		out.Score = [engine.MaxSeats]int64{0, 2}
	}
	return out
}}

type contender struct {
	number int
	elo    float64
}

// strengths are those of ten bots, the first four 20 Elo apart.
var strengths = []float64{0, -20, -40, -60, -160, -200, -260, -300, -350, -420}

// own gives each pair deals of its own.
func own(p arena.Pair) func(players [2]int) arena.Pair {
	return func(players [2]int) arena.Pair {
		of := p
		of.Seed = roll.Mix(p.Seed, uint64(players[0]), uint64(players[1]))
		return of
	}
}

// simulate plays a ladder of the strengths, in rounds that are chosen while the one before is under way. after gets it
// after each round, until it returns false.
func simulate(t *testing.T, seed uint64, choose func(l *arena.Ladder, underWay []arena.Meeting) []arena.Meeting, after func(l *arena.Ladder) bool) {
	t.Helper()
	a := arena.New(rated, 1)
	l := &arena.Ladder{Arena: a, Deals: own(arena.Pair{Blocks: math.MaxInt32, Seed: seed}), Active: slices.Repeat([]bool{true}, len(strengths))}
	play := func(met []arena.Meeting) {
		for _, m := range met {
			b := l.Deals(m.Players).Block(m.Deal)
			var games []engine.Outcome
			for turn := range 2 {
				seats := []engine.Player{contender{m.Players[turn], strengths[m.Players[turn]]}, contender{m.Players[1-turn], strengths[m.Players[1-turn]]}}
				games = append(games, rated.Play(b.Seed, seats))
			}
			guard.Must(t, l.Add(m, games))
		}
	}
	var before []arena.Meeting
	for {
		next := choose(l, before)
		play(before)
		if before = next; !after(l) {
			return
		}
	}
}

// Of ten bots with known strengths, the order of the first four is right in nine of ten ladders after at most a third of
// the games that equal shares need; and the intervals hold, though pairs are chosen by results.
func TestLadder_simulated(t *testing.T) {
	guard.Slow(t)
	const ladders = 200
	right, holds := map[string]int{}, map[string]float64{} // ladders, share of the intervals
	for name, choose := range map[string]func(*arena.Ladder, []arena.Meeting) []arena.Meeting{
		"chosen": func(l *arena.Ladder, underWay []arena.Meeting) []arena.Meeting { return l.Next(underWay, 24, -1) },
		"equal shares": func(l *arena.Ladder, underWay []arena.Meeting) (out []arena.Meeting) {
			for i := range strengths {
				for j := range i {
					out = append(out, arena.Meeting{Players: [2]int{j, i}, Deal: (l.Len() + len(underWay)) / 45})
				}
			}
			return out
		},
	} {
		for seed := range uint64(ladders) {
			marks := []int{2700, 3300, 10000}
			simulate(t, seed, choose, func(l *arena.Ladder) bool {
				if 2*l.Len() < marks[0] {
					return true
				}
				r, _, err := l.Ratings()
				guard.Must(t, err)
				if slices.IsSortedFunc(r.Elo[:4], func(a, b float64) int { return cmp.Compare(b, a) }) && slices.Max(r.Elo[4:]) < r.Elo[3] {
					right[fmt.Sprint(name, marks[0])]++
				}
				for i, x := range r.Interval {
					if x.Low <= strengths[i]-mean(strengths) && strengths[i]-mean(strengths) <= x.High {
						holds[fmt.Sprint(name, marks[0])] += 1. / float64(ladders*len(strengths))
					}
				}
				marks = marks[1:]
				return len(marks) > 1 || len(marks) > 0 && name == "equal shares"
			})
		}
	}
	t.Logf("the first four of ten are in order, in so many of 200 ladders, by games: %v; share of the intervals that hold: %v", right, holds)
	if n := right["chosen3300"]; n < ladders*9/10 {
		t.Errorf("after 3,300 games %d of %d ladders are in order", n, ladders)
	}
	for name, share := range holds {
		if share < 0.93 || share > 0.97 {
			t.Errorf("%s: %.3f of the intervals hold", name, share)
		}
	}
}

// A bot that joins a ladder of 2,000 games is placed by 250 games of its own: its rating is within 40 Elo of the true one
// in nine of ten ladders.
func TestLadder_joins(t *testing.T) {
	guard.Slow(t)
	const ladders, joins = 100, 4
	near := 0
	for seed := range uint64(ladders) {
		own := 0
		simulate(t, seed, func(l *arena.Ladder, underWay []arena.Meeting) []arena.Meeting {
			if l.Active[joins] = 2*l.Len() >= 2000; !l.Active[joins] {
				return l.Next(underWay, 24, -1)
			}
			return l.Next(underWay, 24, joins)
		}, func(l *arena.Ladder) bool {
			own = 0
			for i := range l.Len() {
				if b := l.Block(i); slices.Contains(b.Lineup[:2], int32(joins)) {
					own += 2
				}
			}
			if own < 200 { // 48 are under way
				return true
			}
			r, _, err := l.Ratings()
			guard.Must(t, err)
			if error := r.Elo[joins] - (strengths[joins] - mean(strengths)); math.Abs(error) <= 40 {
				near++
			}
			return false
		})
	}
	t.Logf("within 40 Elo in %d of %d ladders", near, ladders)
	if near < ladders*9/10 {
		t.Errorf("within 40 Elo in %d of %d ladders", near, ladders)
	}
}

func mean(xs []float64) (sum float64) {
	for _, x := range xs {
		sum += x / float64(len(xs))
	}
	return sum
}

// What is played next: two deals of each pair first, then neighbours; with a player in focus those that narrow its
// interval, and nothing of players that are not active. A pair ends with its deals.
func TestLadder_Next(t *testing.T) {
	a := arena.New(rated, 1)
	l := &arena.Ladder{Arena: a, Deals: own(arena.Pair{Blocks: 6, Seed: 1}), Active: []bool{true, true, false, true}}
	first := l.Next(nil, 4, -1)
	want := map[arena.Meeting]bool{}
	for _, pair := range [][2]int{{0, 1}, {0, 3}, {1, 3}} {
		want[arena.Meeting{Players: pair}], want[arena.Meeting{Players: pair, Deal: 1}] = true, true
	}
	for _, m := range first {
		delete(want, m)
	}
	if len(first) != 6 || len(want) > 0 {
		t.Errorf("first come %v", first)
	}
	if next := l.Next(first, 4, -1); next != nil {
		t.Errorf("while the first are under way: %v", next)
	}
	win, loss := engine.Outcome{Score: [engine.MaxSeats]int64{2, 0}}, engine.Outcome{Score: [engine.MaxSeats]int64{0, 2}}
	even := []engine.Outcome{win, win}  // in both seatings the first seat wins
	lead := []engine.Outcome{win, loss} // the first player does
	add := func(m arena.Meeting, games []engine.Outcome) { t.Helper(); guard.Must(t, l.Add(m, games)) }
	add(arena.Meeting{Players: [2]int{1, 2}}, even) // of player 2, which has retired
	for _, m := range first {
		switch {
		case m.Players == [2]int{0, 1} && m.Deal == 0, m.Players == [2]int{1, 3} && m.Deal == 0:
			add(m, even)
		default:
			add(m, lead)
		}
	}
	for _, m := range l.Next(nil, 4, -1) { // 0 leads 1, which leads 3
		if m.Players == [2]int{0, 3} || m.Deal < 2 {
			t.Errorf("%v are no neighbours, or have played this", m)
		}
	}
	for _, m := range l.Next(nil, 3, 3) {
		if m.Players[1] != 3 {
			t.Errorf("with 3 in focus: %v", m)
		}
	}
	var all []arena.Meeting
	for {
		next := l.Next(all, 5, -1)
		if next == nil {
			break
		}
		all = append(all, next...)
	}
	if len(all) != 3*6-6 {
		t.Errorf("three pairs of six deals, of which each has played two, have %d left: %v", len(all), all)
	}
}

// A pair of which one always wins gets few games, though the error of its difference grows with these.
func TestLadder_decided(t *testing.T) {
	l := &arena.Ladder{Arena: arena.New(rated, 1), Deals: own(arena.Pair{Blocks: 1000, Seed: 1}), Active: []bool{true, true, true}}
	win, loss := engine.Outcome{Score: [engine.MaxSeats]int64{2, 0}}, engine.Outcome{Score: [engine.MaxSeats]int64{0, 2}}
	of := map[[2]int]int{}
	for range 100 {
		for _, m := range l.Next(nil, 2, -1) {
			games := []engine.Outcome{win, loss}
			if of[m.Players]++; m.Players == [2]int{1, 2} && m.Deal%3 == 0 {
				games = []engine.Outcome{loss, win}
			}
			guard.Must(t, l.Add(m, games))
		}
	}
	if decided, open := of[[2]int{0, 1}], of[[2]int{1, 2}]; decided > open/2 {
		t.Errorf("%d deals of a decided pair, %d of an open pair", decided, open)
	}
}
