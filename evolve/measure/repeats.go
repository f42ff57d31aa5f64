package measure

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"bloodline/arena"
	"bloodline/arena/game"
	"bloodline/arena/health"
	"bloodline/engine"
	"bloodline/engine/roll"
	"bloodline/evolve"
)

// repeatCheckDeals are played twice to see whether games repeat, and if not, aloneDeals by each program with itself.
const repeatCheckDeals, aloneDeals = 2, 11

// PlayRepeatCheck plays a few deals of the defaults against each opponent. Its results are compared with those of a
// second call, to see whether games repeat. Without programs they do, and nothing is played.
func (e *play) PlayRepeatCheck(ctx context.Context) ([]arena.BlockResult, error) {
	players, names := e.repeatCheckPlayers()
	if len(players) < 2 {
		return nil, nil
	}
	s := arena.Gauntlet{
		Candidates: 1, Field: len(players) - 1, Seats: e.Arena.Info().Seats,
		Blocks: repeatCheckDeals * (len(players) - 1), Seed: e.Seed,
	}
	out, err := e.Arena.Play(ctx, players, s)
	return out, arena.NamePlayers(err, func(player int) string { return names[player] })
}

// PlayAlone plays some deals of each program with itself at all seats. The results of two calls tell programs that
// don't repeat from a referee that doesn't. Where no program can meet itself it plays nothing.
func (e *play) PlayAlone(ctx context.Context) ([]arena.BlockResult, error) {
	players, names := e.repeatCheckPlayers()
	if e.NotAlone || !e.Arena.Info().Meets() {
		return nil, nil
	}
	on := arena.New(oneSeating{e.Game}, e.Arena.Workers()) // a single seating: over all, the advantage of a seat would cancel
	out, err := on.Play(ctx, players, sameDeals{deals: aloneDeals, lineups: len(players), seed: e.Seed, player: func(k, _ int) int { return k }})
	return out, arena.NamePlayers(err, func(player int) string { return names[player] })
}

// NameUnrepeatable names what made two calls of [Evaluator.PlayAlone] differ: programs, the referee if all games do, or both
// unless the deals that differ lie in the games of these programs by chance with less than 1 % (hypergeometric).
func (e *play) NameUnrepeatable(first, again []arena.BlockResult) string {
	_, names := e.repeatCheckPlayers()
	var with []string
	differ := 0
	for i, name := range names[:len(first)/aloneDeals] {
		before := differ
		for k := range aloneDeals {
			if first[i*aloneDeals+k] != again[i*aloneDeals+k] {
				differ++
			}
		}
		if differ > before {
			with = append(with, name)
		}
	}
	chance := 1.0
	for k := range differ {
		chance *= float64(len(with)*aloneDeals-k) / float64(len(first)-k)
	}
	switch text := strings.Join(with, " or "); {
	case len(with) == len(names):
		return "the referee"
	case len(with) == 0:
		return "the referee or a bot"
	case chance > 0.01:
		return "the referee or " + text
	default:
		return text
	}
}

// sameDeals is a number of deals between each of some lineups: the same for all.
type sameDeals struct {
	deals, lineups int
	seed           uint64
	player         func(lineup, place int) int
}

func (s sameDeals) Len() int { return s.deals * s.lineups }

func (s sameDeals) Block(i int) arena.Block {
	b := arena.Block{Seed: roll.Mix(s.seed, sameDomain, uint64(i%s.deals))}
	for place := range b.Lineup {
		b.Lineup[place] = int32(s.player(i/s.deals, place))
	}
	return b
}

const sameDomain = 0x73616d65 // keeps these seeds apart from others

// A game of programs takes long. In those of simulators one side often wins 95 %, so that few pairs tell too little.
var (
	programDeals   = health.Deals{Pairs: 8, Each: 12, Telling: 5}
	simulatorDeals = health.Deals{Pairs: 24, Each: 60, Telling: 12}
)

// CountDeals finds out whether games of different seeds are copies of few: all pairs of some players play the same
// deals, once each, and deals with equal results in all pairs may be equal. It returns how many differ, or 0 where all
// may: if many are the only one of their results, as in a game of chance. For a simulator that ignores its seeds it
// sets NoLuck, and SeatWins to the seat, from 1, that wins every game whoever sits there. Of programs it takes at most
// a twentieth of the run's games, and 48 in most contests; in runs of fewer than 1,200 games none.
func (e *play) CountDeals(ctx context.Context) (found int, err error) {
	seen, won := programDeals, health.OneSeat{}
	if e.Game.Simulator != nil {
		seen = simulatorDeals
	}
	if e.Game.UserBot == nil || e.Arena.Info().Maps > 0 || e.countDealsGames(e.Settings.MaxGames) == 0 {
		return 0, nil
	}
	rng := rand.New(rand.NewPCG(e.Seed, sameDomain))
	all := players(fixed(slices.Concat(e.Field, e.Holdout)))
	rivals := len(all)
	for range seen.Pairs + 1 {
		all = append(all, e.Game.Player(e.Schema.Random(rng)))
	}
	on := arena.New(oneSeating{e.Game}, e.Arena.Workers())
	for pair := range min(seen.Pairs, int(e.countDealsGames(e.Settings.MaxGames))/seen.Each) {
		lineup := func(_, place int) int { // a genome, and by turns rivals and other genomes
			switch {
			case place == 0:
				return rivals + pair
			case (pair%2 == 0 || !e.Arena.Info().Meets()) && rivals > 0:
				return (pair/2 + place - 1) % rivals
			}
			return rivals + (pair+place)%(seen.Pairs+1)
		}
		got, err := on.Play(ctx, all, sameDeals{deals: seen.Each, lineups: 1, seed: e.Seed, player: lineup})
		if err != nil {
			return 0, err
		}
		texts := make([]string, len(got))
		for k, r := range got {
			texts[k] = fmt.Sprint(r.Score)
			won.Add(r.Score[:e.Arena.Info().Seats])
		}
		if seen.Add(texts) {
			break
		}
	}
	if e.PointsAreShares() && e.Arena.Info().Role == 0 {
		e.SeatWins = won.Seat()
	}
	found = seen.Few()
	e.NoLuck = found == 1 && seen.TellPlayers() && e.Game.Simulator != nil && e.Evolve.Algorithm != evolve.AlgorithmPlus
	return found, nil
}

// countDealsGames returns how many games of a budget [Evaluator.CountDeals] may take; none in a short run of programs.
func (e *play) countDealsGames(limit int64) int64 {
	if n := simulatorDeals; e.Game.Simulator != nil {
		return int64(n.Pairs * n.Each)
	}
	games, n := cmp.Or(limit, e.SearchGames())/20, programDeals
	if games < int64(n.Telling*n.Each) {
		return 0
	}
	return min(games, int64(n.Pairs*n.Each))
}

// oneSeating is a game whose deals are played in one seating.
type oneSeating struct{ *game.Game }

func (g oneSeating) Info() engine.Info {
	info := g.Game.Info()
	info.Symmetric = true
	return info
}

// repeatCheckPlayers returns the players of [Evaluator.PlayRepeatCheck]: none without a program.
func (e *play) repeatCheckPlayers() (players []engine.Player, names []string) {
	players, names = []engine.Player{e.Game.Player(e.Schema.Default())}, []string{"the bot"}
	for _, o := range slices.Concat(e.Field, e.Holdout) {
		if o.Player != nil {
			players, names = append(players, o.Player), append(names, o.Name)
		}
	}
	if !arena.Programs(players) {
		return nil, nil
	}
	return players, names
}

// Of the games of programs one of so many is played again at the end of a run of at least so many.
const ReplayOf, LeastReplays = 100, 1000

// repeatCheckGames returns how many games of a budget the two calls of [Evaluator.PlayRepeatCheck] take, and at most
// [Evaluator.CountDeals] and those at the end, or the check of a simulator.
func (e *play) repeatCheckGames(limit int64) int64 {
	if e.Game.Simulator != nil {
		return min(max(leastSimulated, cmp.Or(limit, e.SearchGames()))/20, mostRepeats)
	}
	players, _ := e.repeatCheckPlayers()
	if len(players) < 2 {
		return 0
	}
	first := int64(2*repeatCheckDeals*(len(players)-1)) * int64(e.Arena.Info().Seatings())
	games := first
	if e.Arena.Info().Maps == 0 {
		games += e.countDealsGames(limit)
	}
	if limit >= LeastReplays {
		games += limit / ReplayOf
	}
	if e.Nondeterministic && !e.NotAlone && e.Arena.Info().Meets() { // alone, in place of those that follow the first
		games = max(games, first+int64(2*aloneDeals*len(players)))
	}
	return games
}
