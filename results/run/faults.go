package run

import (
	"errors"
	"fmt"
	"slices"
	"sync"

	"bloodline/arena/command"
	"bloodline/engine"
	"bloodline/evolve/lineage"
	"bloodline/results/report"
)

// Fault is a program that went wrong in games of a run.
type Fault struct {
	Name          string // of the opponent, or "the bot" for all genomes
	Games, Faulty int64
	Last          string // the error of one of the last faulty games
}

// first is in how many games a program may go wrong, from its first game on, before the run
// stops: games of a program that never works tell nothing.
const first = 8

// Broken is a program that went wrong in each of its first games.
type Broken struct {
	Fault
	Line   string // its command line
	Seed   uint64 // of the last game
	Remedy string
}

func (b *Broken) Error() string {
	return fmt.Sprintf("%s went wrong in each of its first %d games, the last time with seed %d: %s; it was started by: %s; %s", b.Name, b.Games, b.Seed, b.Last, b.Line, b.Remedy)
}

// faults counts what went wrong in the games of programs on their way into the store.
type faults struct {
	rows   *lineage.Run
	game   *command.Game
	anew   bool           // games are played again, and do not go into the store
	number map[string]int // of a program's fault by its command line; those of the bot are 0

	mu    sync.Mutex
	all   []Fault
	sound map[int]bool                 // programs that were without fault in a game
	games map[int][]lineage.PlayedGame // of the others, in the store

	broken error // what has stopped the run

	warn    func(string) // of what can't be right; nil once it was said, or where nobody hears it
	keeping bool
	kept    []lineage.PlayedGame // while keeping, with the referee's answers
}

// newFaults returns the count of a run, without games; nil where no programs play.
func (r *Run) newFaults() *faults {
	g, ok := r.Evaluator.Game.Table.(*command.Game)
	if !ok {
		return nil
	}
	f := &faults{rows: r.Rows, game: g, warn: r.Warn, number: map[string]int{}, all: []Fault{{Name: "the bot"}}, sound: map[int]bool{}, games: map[int][]lineage.PlayedGame{}}
	for i, b := range r.Evaluator.Game.Baselines[1:] {
		f.number[b.Player.(*command.Bot).CommandLine()] = i + 1
		f.all = append(f.all, Fault{Name: b.Name})
	}
	return f
}

// Find finds a game that the store has.
func (f *faults) Find(seed uint64, seats []string) (engine.Ranking, bool, error) {
	if f.anew {
		return engine.Ranking{}, false, nil
	}
	return f.rows.Find(seed, seats)
}

// Enter counts a game and enters it into the store. It is an error, a [Broken], if a program
// has only gone wrong so far; its games are no longer in the store then.
func (f *faults) Enter(seed uint64, seats []string, r engine.Ranking) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.broken != nil {
		return f.broken // a game that was being played
	}
	if !f.anew {
		if err := f.rows.Enter(seed, seats, r); err != nil {
			return err
		}
	}
	if f.keeping {
		f.kept = append(f.kept, lineage.PlayedGame{Seed: seed, Seats: seats, Ranking: r})
	}
	f.suspect(seed, seats, r)
	for i, sound := range f.count(seats, r.Errors) {
		b := &f.all[i]
		if f.sound[i] = f.sound[i] || sound; f.sound[i] {
			delete(f.games, i)
			continue
		}
		if f.games[i] = append(f.games[i], lineage.PlayedGame{Seed: seed, Seats: seats}); b.Games < first {
			continue
		}
		line := seats[slices.IndexFunc(seats, func(line string) bool { return f.number[line] == i })]
		f.broken = &Broken{*b, line, seed, f.game.Remedy(line, seed, seats)}
		for _, g := range f.games[i] {
			if err := f.rows.Withdraw(g.Seed, g.Seats); err != nil {
				return err
			}
		}
		return f.broken
	}
	return nil
}

// keep begins or ends the keeping of games, and returns those that were kept.
func (f *faults) keep(on bool) []lineage.PlayedGame {
	f.mu.Lock()
	defer f.mu.Unlock()
	out := f.kept
	f.keeping, f.kept = on, nil
	return out
}

// suspect warns once of a program that went wrong and still ranks first, before another one without fault.
func (f *faults) suspect(seed uint64, seats []string, r engine.Ranking) {
	first, behind := -1, false
	for i, rank := range r.Ranks {
		switch wrong := r.Errors[i] != ""; {
		case wrong && rank == 0:
			first = i
		case !wrong && rank > 0:
			behind = true
		}
	}
	if f.warn == nil || first < 0 || !behind {
		return
	}
	again := f.game.Again(seed, seats)
	if again == "" {
		again = fmt.Sprintf("a game of seed %d of %s", seed, report.List(seats))
	}
	f.warn(fmt.Sprintf("in the game of seed %d p%d went wrong (%s), and still the referee ranks it first: are its ranks or scores reversed? Play it again: %s", seed, first+1, r.Errors[first], again))
	f.warn = nil
}

// count counts a game, and returns of each of its programs whether a seat of it was without fault.
func (f *faults) count(seats, wrong []string) map[int]bool {
	sound := map[int]bool{}
	faulty := map[int]bool{}
	for seat, line := range seats {
		i := f.number[line]
		b := &f.all[i]
		if _, again := sound[i]; !again {
			b.Games++
		}
		sound[i] = sound[i] || wrong[seat] == ""
		if wrong[seat] == "" {
			continue
		}
		if b.Last = wrong[seat]; !faulty[i] {
			faulty[i], b.Faulty = true, b.Faulty+1
		}
	}
	return sound
}

// Faulty returns the programs that go wrong in a tenth of the games that this process has
// played, or more.
func (r *Run) Faulty() []Fault {
	if r.faults == nil {
		return nil
	}
	r.faults.mu.Lock()
	defer r.faults.mu.Unlock()
	return slices.DeleteFunc(slices.Clone(r.faults.all), func(f Fault) bool { return f.Games < first || 10*f.Faulty < f.Games })
}

// Faults returns the programs that went wrong in games of the store, the bot first.
func (r *Run) Faults() ([]Fault, error) {
	f := r.newFaults()
	if f == nil {
		return nil, nil
	}
	err := r.store.Games(r.Name(), func(g lineage.PlayedGame) error {
		f.count(g.Seats, g.Errors)
		return nil
	})
	return slices.DeleteFunc(f.all, func(f Fault) bool { return f.Faulty == 0 }), err
}

// dropEmpty removes a run that a program has stopped before its first generation, if it has no
// games that another attempt could use.
func (r *Run) dropEmpty(cause error) error {
	row, err := r.store.Run(r.Name())
	if err != nil || row.Generations > 0 {
		return err
	}
	if _, broken := errors.AsType[*Broken](cause); !broken {
		games := 0
		if err := r.store.Games(r.Name(), func(lineage.PlayedGame) error { games++; return nil }); err != nil || games > 0 {
			return err
		}
	}
	r.Dropped = true
	if err = r.store.Remove(r.Name()); err == nil {
		_, err = removeFolder(r.store, r.Name())
	}
	return err
}
