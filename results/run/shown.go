package run

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"bloodline/arena"
	"bloodline/arena/command"
	"bloodline/engine"
	"bloodline/engine/roll"
	"bloodline/evolve"
	"bloodline/evolve/league"
	"bloodline/evolve/lineage"
	"bloodline/genome"
	"bloodline/results/report"
)

// mostTold is how many parameters of a bot are told.
const mostTold = 8

// show plays the first game of the first individual that was drawn, with its seats swapped, too, and tells of it before
// thousands are played. They are games of generation 0, which finds them in the store, so they cost nothing.
func (r *Run) show(ctx context.Context) error {
	if r.faults == nil || r.From != nil || r.Rows.Noisy != nil {
		return nil // there are no programs, or it was told before
	}
	var first drawn
	e := r.Evaluator
	_, _ = evolve.Run(ctx, e.Schema, r.Config.Evolve, &first, nil, nil, nil) // which the drawn ones end
	drawn := slices.IndexFunc(first.all, func(v genome.Vector) bool { return r.lineOf(v) != r.lineOf(first.all[0]) })
	if drawn < 0 {
		return nil
	}
	players, names := []engine.Player{e.Game.Player(first.all[drawn])}, []string{"the bot"}
	for _, o := range e.Field {
		p := o.Player
		if o.Name == league.Champion {
			p = e.Game.Player(first.all[0])
		}
		for range max(1, o.Weight) {
			players, names = append(players, p), append(names, o.Name)
		}
	}
	deal, ok := r.firstDeal(players)
	if !ok {
		return nil
	}
	r.doing("playing one game to look at")
	defer r.doing("")
	r.faults.keep(true)
	_, err := e.Arena.Play(ctx, players, deal)
	games := r.faults.keep(false)
	if err != nil {
		return arena.Named(err, func(player int) string { return names[player] })
	}
	var shown []report.Shown
	for k, g := range games[:min(len(games), 2)] { // an earlier attempt may have played them
		shown = append(shown, r.shownOf(g, first.all[drawn], k > 0))
	}
	if len(shown) == 0 {
		return nil
	}
	r.pace.mutex.Lock()
	r.pace.shown = shown
	r.pace.mutex.Unlock()
	if r.Tell != nil {
		r.Tell(report.ShownText(shown))
	}
	return nil
}

// drawn is an evaluator that measures nothing and keeps the first generation.
type drawn struct{ all []genome.Vector }

func (d *drawn) Evaluate(_ context.Context, _ evolve.Round, all []genome.Vector) ([]evolve.Fitness, error) {
	d.all = all
	return nil, context.Canceled
}

// deals is a schedule of one deal.
type deals []arena.Block

func (d deals) Len() int                { return len(d) }
func (d deals) Block(k int) arena.Block { return d[k] }

// firstDeal returns the first deal of generation 0 on which the first of the players, the others being the field, meets
// the defaults, or else known players only: a varied genome is nil.
func (r *Run) firstDeal(players []engine.Player) (out deals, ok bool) {
	i, e := r.Evaluator.Arena.Info(), r.Evaluator
	g := arena.Gauntlet{Candidates: 1, Field: len(players) - 1, Seats: i.Seats, Blocks: max(2, e.Fitness.Deals), Seed: roll.Mix(e.Seed, arena.StageFitness, 0)}
	if i.Seats == 2 { // each opponent is met
		g.Blocks = g.Field
	}
	for k := range g.Blocks {
		b := g.Block(k)
		met := report.Map(b.Lineup[1:i.Seats], func(p int32) engine.Player { return players[p] })
		if slices.Contains(met, nil) {
			continue
		}
		if !slices.ContainsFunc(met, func(p engine.Player) bool { return p.(*command.Bot).CommandLine() != r.lineOf(e.Game.Schema.Default()) }) {
			return deals{b}, true
		}
		if out == nil {
			out = deals{b}
		}
	}
	return out, out != nil
}

func (r *Run) lineOf(v genome.Vector) string {
	return r.Evaluator.Game.Player(v).(*command.Bot).CommandLine()
}

// shownOf tells of a game of the genome. Its parameters are told once.
func (r *Run) shownOf(g lineage.PlayedGame, genes genome.Vector, again bool) report.Shown {
	schema, with := r.Evaluator.Game.Schema, "with the same parameters"
	if !again {
		var told []string
		own, plain := report.NewTrial(schema, genes).Values, report.NewTrial(schema, schema.Default()).Values
		for i, v := range own {
			if v.String() != plain[i].String() {
				told = append(told, schema.Genes[i].Name+"="+v.Brief())
			}
		}
		if rest := len(told) - mostTold; rest > 0 {
			told = append(told[:mostTold], fmt.Sprintf("and %d more", rest))
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
			return which + r.faults.All[r.faults.Number(line)].Program
		}
	}
	places := map[int][]string{}
	var rest []string
	won, first := 0, ""
	for i, rank := range g.Ranks {
		places[rank] = append(places[rank], fmt.Sprintf("p%d", i+1))
		if rank == 0 {
			won = i
		}
	}
	if first = report.List(places[0]) + " tied for the first place"; len(places[0]) == 1 {
		first = fmt.Sprintf("p%d won, %s", won+1, role(won, "which is ", ""))
	}
	for i, rank := range g.Ranks {
		text := ""
		if rank > 0 || len(places[0]) > 1 {
			text = fmt.Sprintf("p%d %s", i+1, role(i, "is ", "played "))
		}
		if rank > 0 && len(g.Ranks) > 2 {
			text += fmt.Sprintf(" (place %d)", rank+1)
		}
		if wrong := g.Errors[i]; wrong != "" {
			text = cmp.Or(text, fmt.Sprintf("p%d", i+1)) + ", went wrong: " + wrong
		}
		if text != "" {
			rest = append(rest, text)
		}
	}
	return report.Shown{Seed: g.Seed, Seats: g.Seats, Answer: g.Answer, Result: "so " + strings.Join(append([]string{first}, rest...), "; ")}
}
