package run

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"bloodline/arena"
	"bloodline/arena/command"
	"bloodline/arena/game"
	"bloodline/configs"
	"bloodline/configs/player"
	"bloodline/engine"
	"bloodline/engine/stats"
	"bloodline/evolve/measure"
	"bloodline/genome"
	"bloodline/internal/setting"
	"bloodline/results/report"
)

// Transfer plays a champion in its own contest and in that of another run file, such as a simulator and the contest's
// referee, against the opponents that both have, and compares its points. Genes are carried over by their names, those
// of the champion and those of opponents; an opponent without genes is the one of the same name in the other run file.
// games is how many are played where programs are started for each, and simulated how many in a simulator, or somewhat
// more, so that all opponents are met equally often. The contest that has played more deals plays those of the other,
// too, to count the deals that end alike. watch is called before each measurement and returns what is called after it,
// since a game of one contest may take a thousand times as long as a game of the other. path is that of the run file.
func Transfer(ctx context.Context, f *player.Finder, p *player.Player, path string, config *configs.Config, games, simulated int, seed uint64, watch func(games int) (stop func())) (*report.Transfer, error) {
	from, to, err := transferEvaluators(f, p, path, config)
	if err != nil {
		return nil, err
	}
	genes, missing, err := transferGenes(from.Game, to.Game, p.Genes)
	if err != nil {
		return nil, err
	}
	standard := to.Game.Schema.Default()
	out := &report.Transfer{Player: p.Name, Scale: from.Game.Info().Scale(), MissingGenes: missing}
	sameMaps, err := compareMaps(out, from, to)
	if err != nil {
		return nil, err
	}
	here := &transferSide{Evaluator: from, candidates: []engine.Player{p.Seat()}}
	there, names := &transferSide{Evaluator: to, candidates: []engine.Player{to.Game.Player(genes)}}, []string{p.Name}
	if !slices.Equal(standard, genes) {
		there.candidates, names = append(there.candidates, to.Game.Player(standard)), append(names, "the defaults")
	}
	var opponents []string
	for _, o := range slices.Concat(from.Field, from.Holdout) {
		other, err := counterpart(from.Game, to, o)
		if err != nil {
			return nil, err
		}
		if _, drawn := o.Player.(arena.Drawn); drawn || other == nil {
			out.MissingOpponents = append(out.MissingOpponents, o.Name)
			continue
		}
		here.field, there.field, opponents = append(here.field, o.Player), append(there.field, other), append(opponents, o.Name)
	}
	if len(here.field) == 0 {
		return nil, setting.Usagef("%s: field: must have an opponent that %s has, such as {%s: COMMAND}; it has none of %s",
			path, p.Name, out.MissingOpponents[len(out.MissingOpponents)-1], report.List(out.MissingOpponents))
	}
	play := func(s *transferSide, blocks, candidates int) ([]arena.Against, error) {
		if blocks == 0 {
			games := games
			if s.Game.Simulator != nil {
				games = simulated
			}
			blocks = max(2, games/s.Arena.Info().Seatings())
		}
		m := arena.Measurement{Arena: s.Arena, Field: s.field, Blocks: blocks, Seed: seed, Stage: arena.StageShow}
		defer watch(int(m.Games()) * candidates)()
		got, err := m.MeasureBlocks(ctx, s.candidates[:candidates])
		return got, arena.NamePlayers(err, func(i int) string { return slices.Concat(names[:candidates], opponents)[i] })
	}
	first, err := play(here, 0, 1)
	if err != nil {
		return nil, err
	}
	second, err := play(there, 0, len(there.candidates))
	if err != nil {
		return nil, err
	}
	if len(second) > 1 {
		out.Lead = new(to.Arena.LeadOver(second[0], second[1], stats.Level))
	}
	a, b := first[0], second[0]
	for i, name := range opponents {
		if x, y := a.ByOpponent[i], b.ByOpponent[i]; x.N > 0 && y.N > 0 {
			out.Against = append(out.Against, report.NewTransferred(name, x, y))
		}
	}
	out.Total = report.NewTransferred("all of them", a.Total, b.Total)
	if !sameMaps || from.Arena.Info().Symmetric != to.Arena.Info().Symmetric {
		return out, nil
	}
	switch { // the same deals
	case len(a.Blocks) > len(b.Blocks):
		first, err = play(here, len(b.Blocks), 1)
	case len(a.Blocks) < len(b.Blocks):
		second, err = play(there, len(a.Blocks), 1)
	}
	if err != nil {
		return nil, err
	}
	out.Deals = len(first[0].Blocks)
	for k, score := range first[0].Blocks {
		if score == second[0].Blocks[k] {
			out.Equal++
		}
	}
	return out, nil
}

// compareMaps says whether two contests have the same maps. If the first has none of the other's, all of these are played.
func compareMaps(out *report.Transfer, from, to *measure.Evaluator) (same bool, _ error) {
	a, err1 := from.Game.Hashes()
	b, err2 := to.Game.Hashes()
	if err := cmp.Or(err1, err2); err != nil {
		return false, err
	}
	shared, same := command.SharedMaps(a, b)
	if b[command.MapsKey] != "" && !same {
		out.Maps, out.SharedMaps = to.Game.Info().Maps, shared
		if shared == 0 {
			to.Arena.ShowAllMaps()
		}
	}
	return same, nil
}

// transferEvaluators returns the evaluators of two contests, which must have as many players and one scale of points.
func transferEvaluators(f *player.Finder, p *player.Player, path string, config *configs.Config) (from, to *measure.Evaluator, err error) {
	if p.File == nil || p.Game.UserBot == nil {
		return nil, nil, setting.Usagef("%s must be a champion of a contest, with the run file that it was bred with", p.Name)
	}
	own, err := configs.Parse(p.Name+": origin.config", []byte(p.File.Origin.Config), f.Games)
	if err == nil {
		err = f.CheckTrust(own)
	}
	if err != nil {
		return nil, nil, err
	}
	own.Workers, own.Start = config.Workers, []string{configs.Defaults}
	if from, err = NewEvaluator(f, own, nil); err != nil {
		return nil, nil, err
	}
	if to, err = NewEvaluator(f, config, nil); err != nil {
		err = fmt.Errorf("%s: %w", path, err)
		e, ok := errors.AsType[*setting.Error](err)
		if ok && from.Game.Simulator != nil && !config.Simulator() && strings.Contains(e.Key, "[") {
			err = fmt.Errorf("%w; the referee knows no words of the simulator, whose players with values are carried over: leave these out", err)
		}
		return nil, nil, err
	}
	players := func(g *game.Game) string {
		i := g.Info()
		return strings.TrimPrefix(fmt.Sprintf("%d to %d", cmp.Or(i.Least, i.Seats), i.Seats), fmt.Sprintf("%d to ", i.Seats))
	}
	if to.Game.UserBot == nil || players(to.Game) != players(from.Game) {
		return nil, nil, setting.Usagef("%s must be a contest of %s players, as that of %s", config.Game, players(from.Game), p.Name)
	}
	if to.Game.Info().Role != from.Game.Info().Role {
		return nil, nil, setting.Usagef("%s must have command.seat: %d, as %s", to.Game.Info().Title, from.Game.Info().Role, p.Name)
	}
	if to.Game.Info().Scale() != from.Game.Info().Scale() {
		return nil, nil, setting.Usagef("%s must have command.points, command.score_low and command.score_high as %s", to.Game.Info().Title, p.Name)
	}
	return from, to, nil
}

// transferSide is a champion in one of two contests, with the opponents that both have.
type transferSide struct {
	*measure.Evaluator
	candidates []engine.Player // the champion; in the other contest the defaults, too
	field      []engine.Player
}

// counterpart returns the player of another contest that stands for an opponent; nil if there is none.
func counterpart(from *game.Game, to *measure.Evaluator, o measure.Opponent) (engine.Player, error) {
	if o.Genes != nil {
		genes, _, err := transferGenes(from, to.Game, o.Genes)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", o.Name, err)
		}
		return to.Game.Player(genes), nil
	}
	for _, other := range slices.Concat(to.Field, to.Holdout) {
		if strings.EqualFold(other.Name, o.Name) && other.Player != nil {
			return other.Player, nil
		}
	}
	return nil, nil
}

// transferGenes returns a genome in another contest, and the genes that only this one has, which are at their defaults.
func transferGenes(from, to *game.Game, v genome.Vector) (genome.Vector, []string, error) {
	out, missing, problems := to.UserBot.Config().Carry(string(from.UserBot.Parameters(v)))
	if len(problems) > 0 {
		return nil, nil, setting.Usagef("the other contest: %w", problems[0])
	}
	return out, missing, nil
}
