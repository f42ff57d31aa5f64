package measure

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"

	"golang.org/x/sync/semaphore"

	"bloodline/arena"
	"bloodline/engine"
	"bloodline/engine/roll"
	"bloodline/evolve"
	"bloodline/genome"
)

// league breeds exploiters of the champion, which join the field.
type league struct {
	*play

	// Keep gets every exploiter and every round that has begun; a resumed run passes them to [Evaluator.Restore].
	Keep func(evolve.League) error

	// Searched is called after each generation, from 1, of an exploiter for which the champion waits; may be nil.
	Searched func(number, generation, of int)

	rounds     []*evolve.LeagueRound // that have begun, from 1
	exploiters []*exploiter          // that have joined the field, by number, from 1
	searches
}

// fieldOf returns a generation's opponents. Where a round begins it waits for exploiters and starts searches.
func (e *league) fieldOf(ctx context.Context, info evolve.GenerationInfo) ([]Opponent, error) {
	if e.Exploiters.Share == 0 {
		return e.opponents(info), nil
	}
	e.queueSearches(ctx) // of a resumed run: the searches that were under way when it was stopped
	number := info.Number / e.Exploiters.Round
	for len(e.rounds) < number {
		if err := e.beginRound(ctx, &evolve.LeagueRound{Number: len(e.rounds) + 1, Champion: info.Champion}); err != nil {
			return nil, err
		}
	}
	if err := e.collect(ctx, 0); err != nil {
		return nil, err
	}
	return e.withExploiters(number, e.opponents(info)), nil
}

func (e *league) beginRound(ctx context.Context, r *evolve.LeagueRound) (err error) {
	if e.Exploiters.lag() > 0 { // the exploiters that join have been bred beside the champion
		if err := e.collect(ctx, e.joined(r.Number)); err != nil {
			return err
		}
	}
	e.rounds = append(e.rounds, r)
	e.queueSearches(ctx)
	if err := e.collect(ctx, e.joined(r.Number)); err != nil {
		return err
	}
	if r.Won, err = e.measureWins(ctx, r); err != nil {
		return err
	}
	kept := *r
	if e.Exploiters.lag() == 0 {
		kept.Champion = nil // all exploiters have joined, and it is not needed again
	}
	return e.Keep(evolve.League{Rounds: []evolve.LeagueRound{kept}})
}

type searchResult struct {
	number    int
	exploiter *exploiter
	err       error
}

type searches struct {
	running map[int]bool       // by their numbers
	found   map[int]*exploiter // by their numbers, whether or not they have joined
	results chan searchResult
	all     sync.WaitGroup
	turn    int                 // of the search that was started last
	slots   *semaphore.Weighted // a slot for each worker of the arena, held while it plays; nil where nothing is bred beside the champion

	mu      sync.Mutex
	waiting []task // in the order in which they begin
	free    int    // searches that this process may begin
}

// Wait waits for searches under way, which end when their context is cancelled.
func (e *league) Wait() { e.all.Wait() }

// queueSearches queues the searches of the rounds so far that have not been started, and starts those whose turn it is.
func (e *league) queueSearches(ctx context.Context) {
	var starting []int
	for n := len(e.exploiters) + 1; n <= e.perRound()*len(e.rounds) && e.joinsInTime(n); n++ {
		if !e.running[n] && e.found[n] == nil {
			starting = append(starting, n)
		}
	}
	slices.SortStableFunc(starting, func(a, b int) int { // the longest of a round first, since the round waits for the last one to end
		return cmp.Or(cmp.Compare(e.roundOf(a), e.roundOf(b)), cmp.Compare(e.generations(b), e.generations(a)))
	})
	for _, n := range starting {
		e.running[n] = true
		e.turn++
		target := e.rounds[e.roundOf(n)-1].Champion
		t := task{n, e.turn, target, e.origin(n, target)}
		e.mu.Lock()
		e.waiting = append(e.waiting, t)
		e.mu.Unlock()
	}
	e.startQueued(ctx)
}

// startQueued begins queued searches: one for each worker of this process, or all if a Sender queues them itself.
func (e *league) startQueued(ctx context.Context) {
	e.mu.Lock()
	defer e.mu.Unlock()
	for len(e.waiting) > 0 && (e.free > 0 || e.Sender != nil) {
		t := e.waiting[0]
		e.waiting = e.waiting[1:]
		e.free--
		e.all.Go(func() {
			x, err := e.runSearch(ctx, t)
			e.mu.Lock()
			e.free++
			e.mu.Unlock()
			e.startQueued(ctx)
			select {
			case e.results <- searchResult{t.number, x, err}:
			case <-ctx.Done():
			}
		})
	}
}

// collect takes the exploiters that were found, and waits until so many have joined.
func (e *league) collect(ctx context.Context, joined int) error {
	for {
		for len(e.exploiters) < joined && e.found[len(e.exploiters)+1] != nil {
			e.exploiters = append(e.exploiters, e.found[len(e.exploiters)+1])
		}
		var f searchResult
		if len(e.exploiters) < joined {
			select {
			case f = <-e.results:
			case <-ctx.Done():
				return ctx.Err()
			}
		} else {
			select {
			case f = <-e.results:
			default:
				return nil
			}
		}
		if f.err != nil {
			return fmt.Errorf("exploiter %d: %w", f.number, f.err)
		}
		delete(e.running, f.number)
		e.found[f.number] = f.exploiter
		if err := e.Keep(evolve.League{Exploiters: []evolve.Exploiter{f.exploiter.Exploiter}}); err != nil {
			return err
		}
	}
}

const (
	weighingDeals = 300 // of each exploiter against the champion at the start of a round
	mostWeighed   = 200 // exploiters of earlier rounds that are weighed beside the new ones, where many are bred
)

// weighedExploiters returns which exploiters of the field, by number less one, are measured when a round begins: with
// some in a round, the new ones and the strongest so far. The others have lost their places in the field for good.
func (e *league) weighedExploiters(r *evolve.LeagueRound) []int {
	n := e.joined(r.Number)
	var before []float64
	if r.Number > 1 && e.Exploiters.lag() > 0 {
		before = e.rounds[r.Number-2].Won
	}
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	if len(before) <= mostWeighed {
		return all
	}
	old := all[:len(before)]
	slices.SortStableFunc(old, func(i, j int) int { return cmp.Compare(before[j], before[i]) })
	out := append(slices.Clone(old[:mostWeighed]), all[len(before):]...)
	slices.Sort(out)
	return out
}

// measureWins measures how much each exploiter of the field wins against the champion of the round's start.
func (e *league) measureWins(ctx context.Context, r *evolve.LeagueRound) ([]float64, error) {
	out, meet := make([]float64, e.joined(r.Number)), e.weighedExploiters(r)
	if len(meet) == 0 {
		return nil, nil
	}
	candidates, genomes := make([]engine.Player, len(meet)), make([]genome.Vector, len(meet))
	for i, n := range meet {
		candidates[i], genomes[i] = e.exploiters[n].player, e.exploiters[n].Genes
	}
	m := e.measurement(arena.StageExploiter, []Opponent{e.genomeOpponent(r.Champion)}, weighingDeals, genomes)
	back, err := e.lendWorkers(ctx, &m)
	if err != nil {
		return nil, err
	}
	defer back()
	m.Seed = roll.Mix(e.Seed, arena.StageExploiter, uint64(r.Number))
	got, err := m.Measure(ctx, candidates)
	if err != nil {
		return nil, err
	}
	for i := range out {
		out[i] = e.Arena.Info().Min // unless it is weighed
	}
	for i, m := range got {
		out[meet[i]] = m.Total.Mean
		e.games.Add(m.Total.Games)
	}
	return out, nil
}

// lendWorkers lets a measurement have as many workers as are free, until back is called.
func (e *league) lendWorkers(ctx context.Context, m *arena.Measurement) (back func(), err error) {
	if e.slots == nil {
		return func() {}, nil
	}
	if err := e.slots.Acquire(ctx, 1); err != nil {
		return nil, err
	}
	n := 1
	for n < e.Arena.Workers() && e.slots.TryAcquire(1) {
		n++
	}
	m.Arena = e.Arena.WithWorkers(n)
	return func() { e.slots.Release(int64(n)) }, nil
}
