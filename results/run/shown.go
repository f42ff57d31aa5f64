package run

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"bloodline/arena"
	"bloodline/arena/command"
	"bloodline/arena/health"
	"bloodline/engine"
	"bloodline/engine/roll"
	"bloodline/evolve"
	"bloodline/evolve/measure"
	"bloodline/genome"
	"bloodline/results/report"
)

// showFirstGame plays one game of the first drawn individual in both seatings and prints it before the run starts.
// Generation 0 finds these games in the store, so they cost nothing.
func (r *Run) showFirstGame(ctx context.Context) error {
	if r.Evaluator.Game.Stored == nil || r.From != nil || r.Rows.Nondeterministic != nil {
		return nil // there are no programs, or it was told before
	}
	e := r.Evaluator
	first := evolve.FirstGenomes(e.Schema, r.Config.Evolve)
	standard := r.lineOf(e.Game.Schema.Default()) // of which a game with itself shows nothing
	drawn := slices.IndexFunc(first, func(v genome.Vector) bool { return r.lineOf(v) != r.lineOf(first[0]) && r.lineOf(v) != standard })
	if drawn < 0 {
		return nil
	}
	players, names := []engine.Player{e.Game.Player(first[drawn])}, []string{"the bot"}
	for _, o := range e.Field {
		p := o.Player
		if o.Name == measure.NameChampion {
			p = e.Game.Player(first[0])
		}
		for range max(1, o.Weight) {
			players, names = append(players, p), append(names, o.Name)
		}
	}
	deal := r.firstDeal(players)
	if deal == nil {
		return nil
	}
	defer r.during("playing one game to look at")()
	var games []health.Game
	r.book.onGame = func(g health.Game) { games = append(games, g) }
	_, err := e.Arena.Play(ctx, players, deal)
	r.book.onGame = nil
	if err != nil {
		return arena.NamePlayers(err, func(player int) string { return names[player] })
	}
	var shown []report.SampleGame
	for k, g := range games[:min(len(games), 2)] { // an earlier attempt may have played them
		shown = append(shown, r.describeGame(g, first[drawn], k > 0))
	}
	if len(shown) == 0 {
		return nil
	}
	r.progress.mutex.Lock()
	r.progress.shown = shown
	r.progress.mutex.Unlock()
	r.Tell(report.ShownText(shown))
	return nil
}

// firstDeal returns the first deal of generation 0 in which players[0] meets only the defaults or, if there is none,
// only players that exist by then. The other players are the field, with nil for a varied genome.
func (r *Run) firstDeal(players []engine.Player) (out arena.Schedule) {
	i, e := r.Evaluator.Arena.Info(), r.Evaluator
	g := arena.Gauntlet{Candidates: 1, Field: len(players) - 1, Seats: i.Seats, Blocks: max(2, e.Fitness.Deals), Seed: roll.Mix(e.Seed, arena.StageFitness, 0), Maps: arena.MapsOf(i, false)}
	if i.Seats == 2 { // each opponent is met
		g.Blocks = g.Field
	}
	for k := range g.Blocks {
		b := g.Block(k)
		met := report.Map(b.Lineup[1:i.Players(b.Seed)], func(p int32) engine.Player { return players[p] })
		if slices.Contains(met, nil) {
			continue
		}
		deal := &arena.BlockSubset{Schedule: g, Blocks: []int{k}}
		if !slices.ContainsFunc(met, func(p engine.Player) bool { return command.Line(p) != r.lineOf(e.Game.Schema.Default()) }) {
			return deal
		}
		if out == nil {
			out = deal
		}
	}
	return out
}

func (r *Run) lineOf(v genome.Vector) string {
	return command.Line(r.Evaluator.Game.Player(v))
}

// describeGame describes a game of the genome; parameters are listed only the first time.
func (r *Run) describeGame(g health.Game, genes genome.Vector, again bool) report.SampleGame {
	const mostParameters = 24 // how many parameters of a bot are printed
	schema, with := r.Evaluator.Game.Schema, "with the same parameters"
	if !again {
		var told []string
		own, plain := report.NewTrial(schema, genes).Values, report.NewTrial(schema, schema.Default()).Values
		for i, v := range own {
			if v.String() != plain[i].String() {
				told = append(told, schema.Genes[i].Name+"="+v.Brief())
			}
		}
		if rest := len(told) - mostParameters; rest > 0 {
			told = append(told[:mostParameters], fmt.Sprintf("and %d more", rest))
		}
		with = "with " + report.List(told)
	}
	role := func(seat int, which, played string) string {
		switch line := g.Seats[seat]; line {
		case r.lineOf(genes):
			return played + with
		case r.lineOf(schema.Default()):
			return played + "with the defaults"
		default:
			return which + r.book.All[r.book.Number[line]].Program
		}
	}
	var first, rest []string
	for i, rank := range g.Ranks {
		if rank == 0 {
			first = append(first, fmt.Sprintf("p%d", i+1))
		}
	}
	seed, name := r.Evaluator.Game.Stored.SeedAndMap(g.Seed)
	out := report.SampleGame{Seed: seed, Map: name, Seats: g.Seats, Output: g.Answer}
	if len(g.Seats) == 1 {
		out.Result = fmt.Sprintf("so p1 scored %v, %s", g.Scores[0], with)
		return out
	}
	won := report.List(first) + " tied for the first place"
	for i, rank := range g.Ranks {
		name := fmt.Sprintf("p%d", i+1)
		text := name + " " + role(i, "is ", "played ")
		switch {
		case rank == 0 && len(first) == 1:
			won, text = name+" won, "+role(i, "which is ", ""), name
		case rank > 0 && len(g.Ranks) > 2:
			text += fmt.Sprintf(" (place %d)", rank+1)
		}
		if wrong := g.Errors[i]; wrong != "" {
			text += ", failed: " + wrong
		}
		if text != name {
			rest = append(rest, text)
		}
	}
	out.Result = "so " + strings.Join(append([]string{won}, rest...), "; ")
	return out
}
