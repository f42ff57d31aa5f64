// Package clone learns a player from its games: it plays them or reads them from records, fits genes to the player's
// decisions, measures how well they predict it, and writes the file of a clone.
//
//  1. [Play] plays a player against others and returns the games on record.
//  2. [Study] collects the player's decisions from records.
//  3. [Study.Learn] fits genes: by maximum likelihood, or, in a game whose rules have no gradient,
//     by a search for agreement, which plays no games.
package clone

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"bloodline/arena/clone"
	"bloodline/arena/game"
	"bloodline/arena/record"
	"bloodline/engine"
	"bloodline/engine/roll"
	"bloodline/engine/stats"
	"bloodline/evolve"
	"bloodline/genome"
	"bloodline/genome/champion"
)

// Study collects the decisions of one player.
type Study struct {
	Game   *game.Game
	Player string // the name that it has in records

	New      []*record.Record // games that were taken in
	Repeated int              // games that were left out, since they were taken in before

	decisions clone.Decisions
	seen      record.Set
	deals     map[uint64]bool // that these games had
	unknown   int             // decisions left out, since the player's own cards are not known
}

// NewStudy returns a study without decisions. The game must have a Clone and a Replay.
func NewStudy(g *game.Game, player string) *Study {
	return &Study{Game: g, Player: player, decisions: g.Clone(), seen: record.Set{}, deals: map[uint64]bool{}}
}

// Add takes in a game. A record of another game, without the player, or with an impossible move is an error, and adds
// nothing. A game that was taken in before is only counted: the same game twice would pass for two independent ones.
func (s *Study) Add(r *record.Record) error {
	if r.Game != s.Game.Name() {
		return fmt.Errorf("is of %s, want %s", r.Game, s.Game.Name())
	}
	if n := s.Game.Info().Seats; len(r.Players) != n {
		return fmt.Errorf("players: must be %d, have %d", n, len(r.Players))
	}
	if !slices.Contains(r.Players, s.Player) {
		return fmt.Errorf("players: have %.80q, %s is not among them", r.Players, s.Player)
	}
	unknown, err := s.Game.Replay(r.Played(), func(seat int, scripted engine.Player) engine.Player {
		if r.Players[seat] != s.Player {
			return nil
		}
		return s.decisions.Watch(scripted)
	})
	isNew := err == nil && s.seen.Add(r)
	if s.decisions.End(isNew); isNew {
		s.New, s.unknown, s.deals[r.Seed] = append(s.New, r), s.unknown+unknown, true
	} else if err == nil {
		s.Repeated++
	}
	return err
}

// Seed returns the first seed, from 1, with which [Play] plays so many games on deals of which none is on record.
func (s *Study) Seed(games int) uint64 {
	for seed := uint64(1); ; seed++ {
		deals, k := gauntlet(s.Game.Info(), 1, games, seed), 0
		for k < deals.Len() && !s.deals[deals.Block(k).Seed] {
			k++
		}
		if k == deals.Len() {
			return seed
		}
	}
}

func (s *Study) Decisions() int { return s.decisions.Seen() }

// ErrNoDecision is the error of a player without decisions.
var ErrNoDecision = errors.New("made no decision in these games, so there is nothing to learn from")

// Learn fits genes to all decisions, and says how well a fit to four fifths of the games predicts the rest.
func (s *Study) Learn(ctx context.Context) (genome.Vector, *champion.Clone, error) {
	const heldOutEvery = 5 // of so many games one is held out, to measure the fit
	d := s.decisions
	if d.Len() == 0 {
		return nil, nil, fmt.Errorf("%s %w", s.Player, ErrNoDecision)
	}
	c := &champion.Clone{Of: s.Player, Games: len(s.seen), Decisions: d.Len(), Seen: d.Seen(), Unknown: s.unknown}
	if last := d.Game(d.Len() - 1); last > 0 {
		every := min(heldOutEvery, last+1)
		held := func(i int) bool { return d.Game(i)%every == every-1 }
		genes, err := s.fit(ctx, func(i int) bool { return !held(i) })
		if err != nil {
			return nil, nil, err
		}
		c.HeldOut, c.Defaults = clone.Judge(d, genes, held), clone.Judge(d, s.Game.Schema.Default(), held)
	}
	genes, err := s.fit(ctx, func(int) bool { return true })
	return genes, c, err
}

func (s *Study) fit(ctx context.Context, use func(i int) bool) (genome.Vector, error) {
	if s.Game.Gradient != nil {
		return clone.Fit(ctx, s.Game.Schema, s.decisions, use)
	}
	// Separable CMA-ES searches the genes whose rules' answers agree most with the decisions.
	e := agreement{s.decisions, nil}
	for i := range s.decisions.Len() {
		if use(i) {
			e.places = append(e.places, i)
		}
	}
	c := evolve.DefaultConfig()
	c.Algorithm, c.Follow, c.Champion = evolve.AlgorithmDistribution, evolve.FollowRanks, evolve.ChampionAveraged
	c.Population, c.Generations, c.Sigma = 24, 60, 0.15
	got, err := evolve.Run(ctx, s.Game.Schema, c, e, nil, nil, nil)
	if err != nil {
		return nil, err
	}
	return got.Champion.Genes, nil
}

// agreement measures genomes by how far they answer as a player did. A game is a decision.
type agreement struct {
	of     clone.Decisions
	places []int // of the decisions to agree with
}

func (e agreement) Evaluate(ctx context.Context, r evolve.GenerationInfo, population []genome.Vector) ([]stats.Fitness, error) {
	const fitDecisions = 300       // that measure a generation, drawn anew for it
	const fitDomain = 0x636c696d62 // keeps the draws of decisions apart from all others
	places := e.places
	if len(places) > fitDecisions {
		rng := rand.New(rand.NewPCG(roll.Mix(fitDomain, uint64(r.Number)), 0))
		places = make([]int, fitDecisions)
		for i := range places {
			places[i] = e.places[rng.IntN(len(e.places))]
		}
	}
	out := make([]stats.Fitness, len(population))
	for k, v := range population {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		agrees, sum := e.of.Agreement(v), 0.0
		for _, i := range places {
			sum += agrees(i)
		}
		out[k] = stats.Fitness{Mean: sum / float64(len(places)), Games: int64(len(places))}
	}
	return out, nil
}
