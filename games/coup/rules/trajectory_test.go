package rules_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"bloodline/engine"
	"bloodline/engine/roll"
	"bloodline/games/coup/rules"
	"bloodline/games/coup/seat"
	"bloodline/games/coup/table"
)

// moderate returns a genome near indifference, so that all options are chosen.
func moderate(seed uint64) []float64 {
	rng := rand.New(rand.NewPCG(seed, 1))
	out := make([]float64, len(rules.Genes))
	for i, g := range rules.Genes {
		out[i] = g.Min + (0.4+0.2*rng.Float64())*(g.Max-g.Min)
	}
	return out
}

// witness compares a trajectory with the rules at every question, and its gradient
// with a derivative of the reference's sums.
type witness struct {
	t     *testing.T
	genes []float64
	rules *rules.Rules
	path  *rules.Trajectory
	twin  reference
	every uint64
	seen  map[seat.Ask]int
}

func (w *witness) Act(v *seat.View, x uint64) seat.Action {
	want := w.rules.Act(v, x)
	got := w.path.Act(v, x)
	if got != want {
		w.t.Fatalf("the trajectory chose %v, the rules %v", got, want)
	}
	if roll.Next(x)%w.every == 0 {
		w.seen[v.Ask]++
		w.check(v, got)
		q, past := *v, *v.PublicState
		scramble(&past, x)
		q.PublicState = &past
		w.check(&q, w.rules.Act(&q, x))
	}
	return got
}

// log returns the logarithm of the probability of an answer, by the reference.
func (w *witness) log(v *seat.View, a seat.Action) float64 {
	return math.Log(chances(w.twin.sums(v))[a])
}

func (w *witness) check(v *seat.View, a seat.Action) {
	const step, advantage = 1e-5, 0.5
	sums := make([]int64, len(w.genes))
	alone := rules.NewTrajectory(w.rules, w.genes)
	alone.Add(1, nil) // nothing recorded yet
	for range 2 {
		alone.Act(v, roll.Mix(1)) // forgotten below
	}
	alone.Add(0, nil)
	alone.Flush(sums)
	for i, x := range sums {
		if x != 0 {
			w.t.Fatalf("%s: gradient %d for games that went as expected", rules.Genes[i].Name, x)
		}
	}
	x := uint64(0)
	for ; w.rules.Act(v, roll.Mix(x)) != a; x++ {
	}
	alone.Act(v, roll.Mix(x))
	alone.Add(advantage, nil)
	alone.Flush(sums)
	clear(w.twin.read)
	w.log(v, a)
	for i, g := range rules.Genes {
		if !w.twin.read[g.Name] && sums[i] == 0 {
			continue
		}
		w.twin.value[g.Name] = w.genes[i] + step
		up := w.log(v, a)
		w.twin.value[g.Name] = w.genes[i] - step
		down := w.log(v, a)
		w.twin.value[g.Name] = w.genes[i]
		want, have := advantage*(up-down)/(2*step), engine.FixedMean(sums[i], 1)
		if math.Abs(want-have) > 4e-4 { // sums are rounded to 1/4096, doubts are in short numbers
			w.t.Fatalf("%v: gradient of %s is %v, the derivative %v", a, g.Name, have, want)
		}
	}
	w.observe(v, a, alone)
}

// observe tells a trajectory the answer as another player's: what it adds is what the own one added, and the
// probability is that of the rules.
func (w *witness) observe(v *seat.View, a seat.Action, alone *rules.Trajectory) {
	own, observed := make([]int64, len(w.genes)), make([]int64, len(w.genes))
	x := uint64(0)
	for ; w.rules.Act(v, roll.Mix(x)) != a; x++ {
	}
	alone.Act(v, roll.Mix(x))
	alone.Add(1, nil)
	alone.Flush(own)
	log, ok := alone.Observe(v, a)
	alone.Flush(observed)
	if want := w.log(v, a); !ok || math.Abs(log-want) > 2e-3 {
		w.t.Fatalf("%v: the log-probability of another player's answer is %v, want %v", a, log, want)
	}
	for i, g := range rules.Genes {
		if math.Abs(engine.FixedMean(own[i]-observed[i], 1)) > 1e-3 {
			w.t.Fatalf("%v: observed, the derivative of %s is %v, its own %v", a, g.Name, engine.FixedMean(observed[i], 1), engine.FixedMean(own[i], 1))
		}
	}
}

// A trajectory plays as the rules do, and its gradient is the derivative of the log-probability of what it did.
func TestTrajectory(t *testing.T) {
	play := table.NewTable()
	seen := map[seat.Ask]int{}
	for seed := range uint64(40) {
		v := moderate(seed)
		w := &witness{t: t, genes: v, twin: newReference(t, v), rules: rules.New(v), path: rules.NewTrajectory(rules.New(v), v), every: 3, seen: seen}
		seats := []engine.Player{w, rules.New(moderate(seed + 100))}
		if seed%2 == 1 {
			seats[0], seats[1] = seats[1], seats[0]
		}
		play.Play(roll.Mix(seed), seats)
	}
	for ask, n := range map[seat.Ask]int{seat.AskTurn: 20, seat.AskReply: 20, seat.AskBlock: 5, seat.AskGive: 2, seat.AskKeep: 2} {
		if seen[ask] < n {
			t.Errorf("question %d: %d looked at, too few to judge", ask, seen[ask])
		}
	}
}
