package run

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"bloodline/arena"
	"bloodline/arena/command"
	"bloodline/engine"
	"bloodline/results/report"
)

// checkSimulator has a simulator play some games twice, in another order and in another process, before it plays all
// others once: they must end alike. At the beginning of a run it prints the first of them.
func (r *Run) checkSimulator(ctx context.Context) error {
	s := r.Evaluator.Game.Simulator
	if s == nil {
		return nil
	}
	const drawn, deals, while = 3, 500, 200 * time.Millisecond // random bots, deals with each opponent, time
	defer r.during("playing some games twice, in two processes, to see whether they repeat")()
	e := r.Evaluator
	players, rng := []engine.Player{e.Game.Player(e.Schema.Default())}, rand.New(rand.NewPCG(e.Seed, 0))
	for range drawn {
		players = append(players, e.Game.Player(e.Schema.Random(rng)))
	}
	candidates := len(players)
	for _, o := range slices.Concat(e.Field, e.Holdout) {
		if _, drawn := o.Player.(arena.Drawn); o.Player != nil && !drawn {
			players = append(players, o.Player)
		}
	}
	if len(players) == candidates { // which meet players drawn for a game
		players = append(players, e.Game.Player(e.Game.Schema.Default()))
	}
	info := e.Arena.Info()
	g := arena.Gauntlet{Candidates: candidates, Field: len(players) - candidates, Seats: info.Seats, Blocks: deals * (len(players) - candidates), Seed: e.Seed}
	var games []engine.Seating
	for k := range g.Len() {
		b := g.Block(k%candidates*g.Blocks + k/candidates) // each in turn, since not all may be played
		for seed, seats := range b.Seatings(info) {
			games = append(games, engine.Seating{Seed: seed, Seats: report.Map(seats, func(k int) engine.Player { return players[k] })})
		}
	}
	split, err := e.Split()
	if err != nil {
		return err
	}
	games = games[:min(len(games), int(split.Repeats/2))]
	name, answer, n, err := s.Check(ctx, games, while)
	if err != nil {
		return err
	}
	if r.From == nil {
		r.Tell(report.Paragraph("the simulator calls itself %q; it answers %q to %q; %s games played twice, in two processes, have equal answers",
			strings.TrimSpace(name), answer, s.Line(games[0]), report.Count(n)))
	}
	return nil
}

// warnOfFaults warns of games that bots lost by errors, and of a simulator that takes more and more memory.
func (r *Run) warnOfFaults(s *command.Simulator) {
	// grownBy is by how many bytes a simulator's memory must grow, and to twice its first size, for a warning.
	const grownBy = 200 << 20
	if most, few := s.EndIdle(); few > 0 && most > max(few+grownBy, 2*few) {
		r.Warn(fmt.Sprintf("a process of the simulator took %d MB of memory at first and %d MB at the end: it keeps something from game to game", few>>20, most>>20))
	}
	if n, first := s.Retries.Read(); n > 0 {
		r.Warn(fmt.Sprintf("the simulator failed in %s, which went well in a new process; the first failure: %s", report.Plural(n, "game"), first))
	}
	if n, first := s.Faults.Read(); n > 0 {
		r.Warn(fmt.Sprintf("%s ended by an error of a bot, which lost: the first is %s", report.Plural(n, "game"), first))
	}
}
