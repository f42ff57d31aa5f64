package run

import (
	"cmp"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"bloodline/arena/command"
	"bloodline/arena/game"
	"bloodline/evolve"
	"bloodline/evolve/store"
	"bloodline/results/export"
	"bloodline/results/report"
)

// WriteCSV writes all that the store has of a run into a new folder, a table each, for notebooks:
//
//   - generations.csv: a row for each generation
//   - individuals.csv: a row for each individual of each generation, with its measurements
//   - genes.csv: a row for each individual, a column for each gene
//   - games.csv: a row for each game of programs; only of games of commands
//
// The folder appears when all of it is written. each is called after every generation. Of a run whose game g can't be played
// here, games.csv has the number of a map in place of its name.
func WriteCSV(ctx context.Context, s *store.Store, g *game.Game, run, dir string, each func(generation int)) error {
	return export.Fill(dir, func(stage string) error {
		f := &csvFiles{game: g, dir: stage, tables: map[string]*csvTable{}, seen: map[string]bool{}}
		err := f.write(ctx, s, run, each)
		err = cmp.Or(err, f.err)
		for _, t := range f.tables {
			t.Flush()
			err = cmp.Or(err, t.Error(), t.file.Close())
		}
		return err
	})
}

type csvFiles struct {
	game   *game.Game // nil if it can't be played here
	dir    string
	tables map[string]*csvTable
	seen   map[string]bool // individuals whose genes are written
	err    error           // the first one
}

type csvTable struct {
	*csv.Writer
	file *os.File
}

// add adds a row to a table, numbers so that they are read as the same again. The first row makes the file.
func (f *csvFiles) add(table string, values ...any) {
	t := f.tables[table]
	if t == nil && f.err == nil {
		var file *os.File
		if file, f.err = os.Create(filepath.Join(f.dir, table+".csv")); f.err == nil {
			t = &csvTable{csv.NewWriter(file), file}
			f.tables[table] = t
		}
	}
	if f.err != nil {
		return
	}
	f.err = t.Write(report.Map(values, func(v any) string { return fmt.Sprint(v) }))
}

func (f *csvFiles) write(ctx context.Context, s *store.Store, run string, each func(generation int)) error {
	row, err := s.Run(run)
	trace, failed := s.Summaries(run, -1)
	if err = errors.Join(err, failed); err != nil {
		return err
	}
	f.add("generations", "generation", "recorded", "algorithm", "follow", "champion", "champion_since", "best", "mean", "sd", "games",
		"champion_mean", "champion_stderr", "challenger", "accepted", "llr", "rounds", "challenge_games", "share")
	f.add("individuals", "generation", "place", "individual", "born", "operator", "parents", "step",
		"mean", "stderr", "games", "pooled_mean", "pooled_stderr", "pooled_games", "posterior_mean", "posterior_stderr")
	f.add("genes", append([]any{"individual"}, report.Map(row.Genes, func(g store.StoredGene) any { return g.Name })...)...)
	for _, g := range trace {
		whole, err := s.Generation(run, g.Number)
		if err = cmp.Or(ctx.Err(), err, f.err); err != nil {
			return err
		}
		f.generation(&g, whole)
		each(g.Number)
	}
	return s.Games(run, func(g store.PlayedGame) error {
		if f.tables["games"] == nil {
			f.add("games", "seed", "map", "seats", "ranks", "errors", "ms")
		}
		seed, at := command.SeedAndPlace(g.Seed)
		name := fmt.Sprint(at)
		if f.game != nil {
			_, name = f.game.Stored.SeedAndMap(g.Seed)
		}
		f.add("games", seed, name, strings.Join(g.Seats, " | "), strings.Trim(fmt.Sprint(g.Ranks), "[]"), strings.Join(g.Errors, " | "), g.Millis)
		return f.err
	})
}

func (f *csvFiles) generation(g *store.GenerationSummary, whole *evolve.Generation) {
	verdict := []any{"", "", "", "", ""}
	if v := g.Verdict; v != nil {
		verdict = []any{v.Accepted, v.LLR, v.Rounds, v.Games, v.Share}
	}
	f.add("generations", append([]any{
		g.Number, g.Recorded.Format(time.RFC3339), g.Algorithm, g.Follow, g.Champion.ID, g.Since, g.Best, g.Mean, g.SD, g.Games,
		g.Champion.Pooled.Mean, g.Champion.Pooled.SE, g.Challenger,
	}, verdict...)...)
	for place, ind := range whole.Individuals {
		m, p, b := ind.Fitness, ind.Pooled, ind.Belief
		f.add("individuals", g.Number, place, ind.ID, ind.Born, ind.Operator, strings.Join(ind.Parents, " "), ind.Step,
			m.Mean, m.SE, m.Games, p.Mean, p.SE, p.Games, b.Mean, b.SE)
		if !f.seen[ind.ID] {
			f.add("genes", append([]any{ind.ID}, report.Map(ind.Genes, func(x float64) any { return x })...)...)
			f.seen[ind.ID] = true
		}
	}
}
