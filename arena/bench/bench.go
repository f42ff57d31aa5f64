// Package bench measures how fast a game is played: games a second of CPU time,
// nanoseconds a choice, allocations a game.
//
//  1. A [Matchup] names the players and how they sit down.
//  2. [Run] plays all match-ups in turn, round after round, so that a machine
//     whose speed drifts treats them alike, and takes medians over the rounds.
//
// Time is the processor time of the whole process, all threads and the garbage
// collector included, so a busy machine does not lie about it. Each game's outcome
// enters a checksum that does not depend on the number of workers: equal sums
// before and after a change of the code mean equal play.
package bench

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"slices"
	"sync"
	"syscall"
	"time"

	"bloodline/engine"
	"bloodline/engine/roll"
)

// Matchup is what is played: game i seats Lineups[i mod len], rotated by one seat
// each time around.
type Matchup struct {
	Name    string
	Lineups [][]engine.Player // each as long as the game has seats
}

// Seatings lists who sits where, game by game, until it begins anew. The list is
// made ahead: a few divisions a game would cost a tenth of a game of Coup.
func (m Matchup) Seatings() [][]engine.Player {
	var out [][]engine.Player
	for rotation := range m.Lineups[0] {
		for _, lineup := range m.Lineups {
			out = append(out, slices.Concat(lineup[rotation:], lineup[:rotation]))
		}
	}
	return out
}

// Options say how much to play.
type Options struct {
	Games   int // of each match-up in each round; 0 is the power of ten that takes about a second
	Deals   int // of which a game consists
	Rounds  int
	Workers []int // each number of workers is measured for itself
	Seed    uint64
}

// Figure is the measurement of one match-up with one number of workers.
type Figure struct {
	Game           string  `json:"game"`
	Matchup        string  `json:"matchup"`
	Workers        int     `json:"workers"`
	Games          int64   `json:"games"`                // of all rounds
	CPUSeconds     float64 `json:"seconds_cpu"`          // of all rounds
	GamesPerCPU    float64 `json:"games_per_second_cpu"` // median of the rounds
	WallPerSecond  float64 `json:"games_per_second_wall"`
	DealsPerGame   int     `json:"deals_per_game"`
	DealsPerCPU    float64 `json:"deals_per_second_cpu"` // GamesPerCPU in deals
	NsPerChoice    float64 `json:"ns_per_choice"`
	ChoicesPerGame float64 `json:"choices_per_game"`
	AllocsPerGame  float64 `json:"allocs_per_game"`
	Checksum       string  `json:"checksum"` // of one round's games, or genes bred, in hexadecimal

	BytesPerIndividual float64 `json:"bytes_per_individual,omitempty"` // in the store, with all that belongs to it
}

// Timing is what something took.
type Timing struct {
	CPU, Wall time.Duration // CPU of the whole process
	Allocs    uint64
}

// Timer measures from [Start] on.
type Timer struct {
	cpu    time.Duration
	begun  time.Time
	allocs uint64
}

// Start starts a timer. It stops the world for some microseconds.
func Start() Timer {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return Timer{cpu: CPUTime(), begun: time.Now(), allocs: m.Mallocs}
}

// Stop returns what happened since the start.
func (t Timer) Stop() Timing {
	out := Timing{CPU: CPUTime() - t.cpu, Wall: time.Since(t.begun)}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	out.Allocs = m.Mallocs - t.allocs
	return out
}

// sample is one round of one figure.
type sample struct {
	Timing
	choices  int64
	checksum uint64
}

// Run measures every match-up with every number of workers. progress, which may
// be nil, hears of each round. A cancelled context ends it within
// a few games.
func Run(ctx context.Context, g engine.Game, matchups []Matchup, o Options, progress func(round int)) ([]Figure, error) {
	games := make([]int, len(matchups))
	for m := range games {
		if games[m] = o.Games; o.Games == 0 {
			games[m] = enough(ctx, g, matchups[m], o.Seed)
		}
	}
	samples := make([][]sample, len(matchups)*len(o.Workers))
	for round := range o.Rounds {
		for m := range matchups {
			for w, workers := range o.Workers {
				if err := ctx.Err(); err != nil {
					return nil, fmt.Errorf("bench: %w", err)
				}
				i := m*len(o.Workers) + w
				samples[i] = append(samples[i], measure(ctx, g, matchups[m], o.Seed, games[m], workers))
			}
		}
		if progress != nil {
			progress(round + 1)
		}
	}
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("bench: %w", err)
	}
	var out []Figure
	for m := range matchups {
		for w, workers := range o.Workers {
			f := figure(games[m], samples[m*len(o.Workers)+w])
			f.Game, f.Matchup, f.Workers = g.Info().Name, matchups[m].Name, workers
			f.DealsPerGame, f.DealsPerCPU = o.Deals, f.GamesPerCPU*float64(o.Deals)
			out = append(out, f)
		}
	}
	return out, nil
}

func figure(games int, ss []sample) Figure {
	var timings []Timing
	for _, s := range ss {
		timings = append(timings, s.Timing)
	}
	f := Summary(int64(games), timings)
	f.ChoicesPerGame = float64(ss[0].choices) / float64(games)
	f.NsPerChoice = 1e9 / f.GamesPerCPU / f.ChoicesPerGame
	f.Checksum = fmt.Sprintf("%016x", ss[0].checksum)
	return f
}

// Summary is the figure of rounds that have played so many games each: rates are those of
// the median round.
func Summary(games int64, rounds []Timing) Figure {
	f := Figure{Games: games * int64(len(rounds))}
	var cpu, wall, allocs []float64
	for _, t := range rounds {
		f.CPUSeconds += t.CPU.Seconds()
		cpu = append(cpu, t.CPU.Seconds())
		wall = append(wall, t.Wall.Seconds())
		allocs = append(allocs, float64(t.Allocs)/float64(games))
	}
	f.GamesPerCPU = float64(games) / median(cpu)
	f.WallPerSecond = float64(games) / median(wall)
	f.AllocsPerGame = float64(int64(median(allocs)*1000)) / 1000 // the harness's own few allocations are not a game's
	return f
}

func median(x []float64) float64 {
	slices.Sort(x)
	n := len(x)
	return (x[(n-1)/2] + x[n/2]) / 2
}

// measure plays one round of a match-up.
func measure(ctx context.Context, g engine.Game, m Matchup, seed uint64, games, workers int) sample {
	parts := make([]part, workers)
	for i := range parts {
		parts[i] = part{table: g.NewTable(), seatings: m.Seatings()}
		parts[i].play(ctx, seed, 0, min(games, warmup))
		parts[i].choices, parts[i].checksum = 0, 0
	}
	timer := Start()
	if workers == 1 {
		parts[0].play(ctx, seed, 0, games)
	} else {
		var wait sync.WaitGroup
		for i := range parts {
			wait.Go(func() { parts[i].play(ctx, seed, games*i/workers, games*(i+1)/workers) })
		}
		wait.Wait()
	}
	s := sample{Timing: timer.Stop()}
	for _, p := range parts {
		s.choices += p.choices
		s.checksum += p.checksum
	}
	return s
}

// enough is the power of ten of games that takes between about a third of a second
// and three.
func enough(ctx context.Context, g engine.Game, m Matchup, seed uint64) int {
	const probe = 20 * time.Millisecond
	var spent time.Duration
	played := 0
	for n := 1; spent < probe && ctx.Err() == nil; n *= 2 {
		spent += measure(ctx, g, m, seed, n, 1).CPU
		played += n
	}
	rate := float64(played) / spent.Seconds()
	return int(math.Pow(10, math.Round(math.Log10(rate))))
}

// warmup is how many games fill the caches before the clock runs.
const warmup = 1000

// part is one worker's share.
type part struct {
	table    engine.Table
	seatings [][]engine.Player
	choices  int64
	checksum uint64
	_        engine.CacheLinePad // workers write here all the time
}

func (p *part) play(ctx context.Context, seed uint64, begin, end int) {
	at := begin % len(p.seatings)
	first := roll.Mix(seed)
	for i := begin; i < end; i++ {
		if i%64 == 0 && ctx.Err() != nil {
			return
		}
		o := p.table.Play(roll.Next(first+uint64(i)), p.seatings[at])
		p.choices += int64(o.Choices)
		p.checksum += digest(uint64(i), &o)
		if at++; at == len(p.seatings) {
			at = 0
		}
	}
}

// digest is a game's share of the checksum. Scores are folded by multiplying, so
// that the harness costs a game two rounds of mixing and not one for each seat.
func digest(i uint64, o *engine.Outcome) uint64 {
	const odd = 0x9e3779b97f4a7c15
	h := i<<32 ^ uint64(uint32(o.Choices))<<16 ^ uint64(uint32(o.Length))
	scores := uint64(0)
	for _, s := range o.Score {
		scores = scores*odd + uint64(uint32(s)) + 1
	}
	return roll.Next(roll.Next(h) ^ scores)
}

// CPUTime is the processor time that the process has used, all threads.
func CPUTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
