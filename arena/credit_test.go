package arena_test

import (
	"context"
	"fmt"
	"math"
	"reflect"
	"sync"
	"sync/atomic"
	"testing"

	"bloodline/arena"
	"bloodline/arena/stats"
	"bloodline/engine"
	"bloodline/engine/roll"
)

// dare is a game of two or four whose expected score and its derivatives are known.
// Each seat may dare; who does may push on. Whoever does not dare has 1/2 a point.
// Who dares has 1, who pushes on 0 or 3 by a coin. In the first seat who dares has
// 1/2 more if the seat behind does not.
type dare int

func (d dare) Info() engine.Info {
	return engine.Info{Name: "dare", Seats: int(d), ScoreUnit: 4, Mean: 0.75, Max: 3.5}
}
func (d dare) NewTable() engine.Table { return d }

func (d dare) Play(seed uint64, seats []engine.Player) engine.Outcome {
	var out engine.Outcome
	var dares [engine.MaxSeats]bool
	for s, p := range seats {
		p := p.(darer)
		out.Score[s] = 2
		if dares[s] = p.does(0, roll.Mix(seed, uint64(s), 0)); !dares[s] {
			continue
		}
		out.Score[s] = 4
		if p.does(1, roll.Mix(seed, uint64(s), 1)) {
			out.Score[s] = 12 * int32(roll.Mix(seed, uint64(s), 2)%2)
		}
	}
	if dares[0] && !dares[1] {
		out.Score[0] += 2
	}
	return out
}

// darer does each thing with the chance logistic(its gene).
type darer interface {
	does(gene int, r uint64) bool
}

type dull [2]float64

func (d dull) does(gene int, r uint64) bool { return roll.Unit(r) < logistic(d[gene]) }

func logistic(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

// slope is what dull gains on average by each of its genes, against a neighbour
// who dares with chance q, in a game of this many seats: the derivative of
//
//	1/2 + p(1/2 + (1-q)/2/seats) + p·s/2, p and s the logistics of its genes.
func (d dull) slope(q float64, seats int) [2]float64 {
	p, s := logistic(d[0]), logistic(d[1])
	return [2]float64{
		p * (1 - p) * (0.5 + (1-q)/2/float64(seats) + s/2),
		p * s * (1 - s) / 2,
	}
}

// bright is dull and a scholar. Its lesson has a third number, the surplus itself.
type bright struct {
	dull
	attended *atomic.Int64
}

func scholar(a, b float64) bright { return bright{dull{a, b}, new(atomic.Int64)} }

func (b bright) Genes() int { return 3 }

func (b bright) Attend() arena.Student {
	b.attended.Add(1)
	return &pupil{dull: b.dull}
}

type pupil struct {
	dull
	log [2]float64 // derivative of the log-probability of what it did
}

func (p *pupil) does(gene int, r uint64) bool {
	does := p.dull.does(gene, r)
	p.log[gene] -= logistic(p.dull[gene])
	if does {
		p.log[gene]++
	}
	return does
}

func (p *pupil) Learn(surplus float64, into []int64) {
	for i, d := range [...]float64{p.log[0], p.log[1], 1} {
		into[i] += int64(math.RoundToEven(surplus * d * (1 << arena.CreditBits)))
	}
	p.log = [2]float64{}
}

// dullards are the same players without a wish to learn.
func dullards(ps []engine.Player) []engine.Player {
	out := make([]engine.Player, len(ps))
	for i, p := range ps {
		out[i] = p
		if b, ok := p.(bright); ok {
			out[i] = b.dull
		}
	}
	return out
}

// class is a population of scholars, one of which is none.
func class(n int) []engine.Player {
	out := make([]engine.Player, n)
	for i := range out {
		out[i] = scholar(float64(i%5)/2-1, float64(i%3)-0.5)
	}
	out[n/2] = dull{0.3, 0.1}
	return out
}

func dares(seats, workers, blocks int) arena.Evaluator {
	return arena.Evaluator{
		Arena: arena.New(dare(seats), workers), Blocks: blocks, Seed: 3, Stage: arena.StageFitness,
		Field: []engine.Player{dull{0.4, 0}, dull{-0.7, 1}, dull{1, -1}},
	}
}

// Credit is the derivative of the expected points, which is known.
func TestEvaluator_Race_credit(t *testing.T) {
	for _, seats := range []int{2, 4} {
		e := dares(seats, 2, 120)
		q := (logistic(0.4) + logistic(-0.7) + logistic(1)) / 3
		candidates := []engine.Player{scholar(0.2, 0.6), scholar(-1, 1.5)}
		const seeds = 400
		credit := make([][2][]float64, len(candidates)) // by candidate, gene and seed
		for seed := range uint64(seeds) {
			e.Seed = seed
			for c, x := range race(t, e, arena.Race{Share: 1}, candidates) {
				for gene := range credit[c] {
					credit[c][gene] = append(credit[c][gene], x.Credit[gene])
				}
			}
		}
		for c, p := range candidates {
			for gene, want := range p.(bright).slope(q, seats) {
				mean, se := moments(credit[c][gene])
				if math.Abs(mean-want) > 4*se || want < 20*se {
					t.Errorf("%d seats, candidate %d, gene %d: want %.5f, have %.5f ± %.5f", seats, c, gene, want, mean, se)
				}
			}
		}
	}
}

// A lesson comes after each game, with the score of the student's own seat: what a
// student is told sums to what the figure says.
func TestEvaluator_Race_surplus(t *testing.T) {
	for _, seats := range []int{2, 4} {
		e := dares(seats, 3, 99)
		for c, x := range race(t, e, arena.Race{Share: 0.4, Keep: 1}, class(9)) {
			// Quarter points are exact in fixed point.
			if want := x.Mean - e.Arena.Info().Mean; x.Credit != nil && !near(x.Credit[2], want) {
				t.Errorf("%d seats, candidate %d: want %v, have %v", seats, c, want, x.Credit[2])
			}
		}
	}
}

func TestEvaluator_Race_credit_workers(t *testing.T) {
	for _, seats := range []int{2, 4} {
		for _, share := range []float64{0.4, 1} {
			var want string
			for _, workers := range []int{1, 2, 7} {
				e := dares(seats, workers, 99)
				for range 2 { // the second time on used tables
					got := fmt.Sprint(race(t, e, arena.Race{Share: share}, class(9), 7))
					if want == "" {
						want = got
					}
					if got != want {
						t.Errorf("%d seats, share %v: %d workers: %s, 1 worker: %s", seats, share, workers, got, want)
					}
				}
			}
		}
	}
}

// To learn changes nothing but the credit.
func TestEvaluator_Race_credit_figures(t *testing.T) {
	for _, seats := range []int{2, 4} {
		for _, share := range []float64{0.4, 1} {
			e := dares(seats, 2, 99)
			candidates := class(9)
			got := race(t, e, arena.Race{Share: share}, candidates)
			for c := range got {
				if _, ok := candidates[c].(bright); ok != (len(got[c].Credit) == 3) || ok != (got[c].Credit != nil) {
					t.Errorf("candidate %d: scholar: %v, credit: %v", c, ok, got[c].Credit)
				}
				got[c].Credit = nil
			}
			if want := race(t, e, arena.Race{Share: share}, dullards(candidates)); !reflect.DeepEqual(got, want) {
				t.Errorf("%d seats, share %v: with credit %v, without %v", seats, share, got, want)
			}
		}
	}
}

// Credit rests on the games that the rest of the figure rests on: of who goes on on
// all, of the others on the first look.
func TestEvaluator_Race_credit_share(t *testing.T) {
	for _, seats := range []int{2, 4} {
		e := dares(seats, 2, 99)
		candidates := class(9)
		got := race(t, e, arena.Race{Share: 0.4}, candidates)
		full := race(t, e, arena.Race{Share: 1}, candidates)
		e.Blocks = 33
		part := race(t, e, arena.Race{Share: 1}, candidates)
		on := 0
		for c, x := range got {
			want := part[c]
			if x.Games == full[c].Games {
				want = full[c]
				on++
			}
			if !reflect.DeepEqual(x, want) {
				t.Errorf("%d seats, candidate %d: want %v, have %v", seats, c, want, x)
			}
		}
		if on != 4 {
			t.Errorf("%d seats: want 4 that go on, have %d", seats, on)
		}
	}
}

// Students are made for candidates of a race alone, one for each worker at most.
// Everybody else who is a scholar plays in person.
func TestScholar_Attend(t *testing.T) {
	candidates := []engine.Player{scholar(0.2, 0.6), scholar(0, 0), scholar(-1, 1.5)}
	attended := func(ps []engine.Player) (n int64) {
		for _, p := range ps {
			n += p.(bright).attended.Load()
		}
		return n
	}
	for _, workers := range []int{1, 4} {
		e := dares(2, workers, 99)
		e.Field = []engine.Player{scholar(0.4, 0), candidates[0]}
		before := attended(candidates)
		if _, err := e.Measure(t.Context(), candidates); err != nil {
			t.Error(err)
		}
		if _, err := e.Compare(t.Context(), candidates[0], candidates[1:]); err != nil {
			t.Error(err)
		}
		duel := stats.Duel{Diff1: 0.1, Alpha: 0.05, Beta: 0.05, Min: 10, Max: 20}
		if _, err := e.Challenge(t.Context(), duel, candidates[0], candidates[1]); err != nil {
			t.Error(err)
		}
		if _, err := e.Arena.Play(t.Context(), candidates, arena.Pair{Blocks: 10}); err != nil {
			t.Error(err)
		}
		race(t, e, arena.Race{Share: 0.5}, dullards(candidates))
		if n := attended(candidates) - before; n != 0 {
			t.Errorf("%d workers: %d students where nobody asked for credit", workers, n)
		}
		race(t, e, arena.Race{Share: 1}, candidates)
		if n := attended(candidates) - before; n < 3 || n > int64(3*workers) {
			t.Errorf("%d workers: three candidates sent %d students", workers, n)
		}
		if n := attended(e.Field[:1]); n != 0 {
			t.Errorf("%d workers: the field sent %d students", workers, n)
		}
	}
}

// A student is its worker's own: nobody else plays it or teaches it.
func TestScholar_Attend_alone(t *testing.T) {
	watch := &watched{by: map[arena.Student]engine.Table{}}
	e := arena.Evaluator{Arena: arena.New(watch, 7), Field: numbers(3), Blocks: 300}
	race(t, e, arena.Race{Share: 1}, []engine.Player{quiet{}, quiet{}, quiet{}})
	if len(watch.by) < 3 || watch.shared {
		t.Errorf("%d students, at more than one table: %v", len(watch.by), watch.shared)
	}
}

// watched is a game of two that notes at which table each student plays.
type watched struct {
	mu     sync.Mutex
	by     map[arena.Student]engine.Table
	shared bool
}

func (*watched) Info() engine.Info {
	return engine.Info{Name: "watched", Seats: 2, ScoreUnit: 1, Mean: 0.5, Max: 1}
}
func (w *watched) NewTable() engine.Table { return &desk{w} }

type desk struct{ *watched }

func (d *desk) Play(_ uint64, seats []engine.Player) engine.Outcome {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, p := range seats {
		if s, ok := p.(arena.Student); ok {
			at, known := d.by[s]
			d.shared = d.shared || known && at != engine.Table(d)
			d.by[s] = d
		}
	}
	return engine.Outcome{}
}

// quiet is a scholar who learns only how often it was taught.
type quiet struct{}

func (quiet) Genes() int            { return 1 }
func (quiet) Attend() arena.Student { return &listener{} }

type listener struct{ lessons int64 }

func (l *listener) Learn(_ float64, into []int64) {
	l.lessons++
	into[0] += 1 << arena.CreditBits
}

// There is one lesson for each game, whatever the score.
func TestStudent_Learn_games(t *testing.T) {
	e := arena.Evaluator{Arena: arena.New(hook{func(uint64) {}}, 2), Field: numbers(3), Blocks: 300}
	for c, x := range race(t, e, arena.Race{Share: 0.5}, []engine.Player{quiet{}, quiet{}, quiet{}}) {
		if want := []float64{1}; !reflect.DeepEqual(x.Credit, want) {
			t.Errorf("candidate %d: want %v lessons a game, have %v", c, want, x.Credit)
		}
	}
}

func TestStudent_Learn_panic(t *testing.T) {
	for _, workers := range []int{1, 4} {
		e := arena.Evaluator{Arena: arena.New(hook{func(uint64) {}}, workers), Field: numbers(3), Blocks: 300}
		func() {
			defer func() {
				if p := recover(); p != "no lesson" {
					t.Errorf("%d workers: want the student's panic, have %v", workers, p)
				}
			}()
			race(t, e, arena.Race{Share: 1}, []engine.Player{quiet{}, sulky{}})
		}()
	}
}

type sulky struct{ quiet }

func (sulky) Attend() arena.Student { return sulky{} }

func (sulky) Learn(float64, []int64) { panic("no lesson") }

// Games allocate nothing, with or without students: a hundred times as many are
// played for as many allocations.
func TestEvaluator_Race_allocations(t *testing.T) {
	for _, c := range []struct {
		name       string
		candidates []engine.Player
	}{{"dull", dullards(class(5))}, {"bright", class(5)}} {
		var counts []float64
		for _, blocks := range []int{60, 6000} {
			e := dares(2, 1, blocks)
			counts = append(counts, testing.AllocsPerRun(5, func() {
				if _, err := e.Race(context.Background(), arena.Race{Share: 1}, c.candidates); err != nil {
					t.Fatal(err)
				}
			}))
		}
		if math.Abs(counts[1]-counts[0]) > 5 {
			t.Errorf("%s: %v allocations for 600 games, %v for 60,000", c.name, counts[0], counts[1])
		}
	}
}

// BenchmarkRace_credit is BenchmarkRace where all learn as little as can be.
func BenchmarkRace_credit(b *testing.B) {
	e := arena.Evaluator{Arena: arena.New(hook{func(uint64) {}}, 1), Field: numbers(13), Blocks: 500}
	candidates := make([]engine.Player, 200)
	for i := range candidates {
		candidates[i] = quiet{}
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := e.Race(context.Background(), arena.Race{Share: 1}, candidates); err != nil {
			b.Fatal(err)
		}
	}
}
