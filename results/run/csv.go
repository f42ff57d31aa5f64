package run

import (
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"bloodline/evolve"
	"bloodline/evolve/lineage"
)

// WriteCSV writes all that the store has of a run into a new folder, a table each, for
// notebooks:
//
//   - generations.csv: a row for each generation
//   - individuals.csv: a row for each individual of each generation, with its measurements
//   - genes.csv: a row for each individual, a column for each gene
//   - games.csv: a row for each game of programs; only of games of commands
//
// The folder appears when all of it is written. each is told of every generation.
func WriteCSV(ctx context.Context, s *lineage.Store, run, dir string, each func(generation int)) error {
	part := strings.TrimRight(dir, string(filepath.Separator)) + ".part"
	if err := errors.Join(os.RemoveAll(part), os.Mkdir(part, 0o755)); err != nil {
		return err
	}
	f := &csvFiles{dir: part, seen: map[string]bool{}}
	err := f.write(ctx, s, run, each)
	for _, t := range f.all {
		t.Flush()
		err = errors.Join(err, t.Error(), t.file.Close())
	}
	if err != nil {
		return errors.Join(err, os.RemoveAll(part))
	}
	return os.Rename(part, dir)
}

// csvFiles are the files of a run that are being written.
type csvFiles struct {
	dir                             string
	generations, individuals, genes *csvFile
	all                             []*csvFile
	seen                            map[string]bool // individuals whose genes are written
}

// csvFile is a table. Its first error is kept until it is closed.
type csvFile struct {
	*csv.Writer
	file *os.File
}

func (f *csvFiles) create(name string, columns ...any) (*csvFile, error) {
	file, err := os.Create(filepath.Join(f.dir, name))
	if err != nil {
		return nil, err
	}
	t := &csvFile{csv.NewWriter(file), file}
	f.all = append(f.all, t)
	return t, t.add(columns...)
}

// add writes a row, numbers so that they are read as the same again.
func (t *csvFile) add(values ...any) error {
	row := make([]string, len(values))
	for i, v := range values {
		row[i] = fmt.Sprint(v)
	}
	return t.Write(row)
}

func (f *csvFiles) write(ctx context.Context, s *lineage.Store, run string, each func(generation int)) error {
	row, err := s.Run(run)
	if err == nil {
		err = f.open(&row.Info)
	}
	trace, failed := s.Trace(run, -1)
	if err = errors.Join(err, failed); err != nil {
		return err
	}
	for _, g := range trace {
		whole, err := s.Generation(run, g.Number)
		if err = errors.Join(ctx.Err(), err); err == nil {
			err = f.generation(&g, whole)
		}
		if err != nil {
			return err
		}
		each(g.Number)
	}
	return f.games(s, run)
}

func (f *csvFiles) open(info *lineage.Info) error {
	var errs [3]error
	f.generations, errs[0] = f.create("generations.csv", "generation", "recorded", "algorithm", "follow", "champion", "champion_since", "best", "mean", "sd", "games",
		"champion_mean", "champion_stderr", "challenger", "accepted", "llr", "rounds", "challenge_games", "share")
	f.individuals, errs[1] = f.create("individuals.csv", "generation", "place", "individual", "born", "operator", "parents", "step",
		"mean", "stderr", "games", "pooled_mean", "pooled_stderr", "pooled_games", "belief_mean", "belief_stderr")
	names := []any{"individual"}
	for _, g := range info.Genes {
		names = append(names, g.Name)
	}
	f.genes, errs[2] = f.create("genes.csv", names...)
	return errors.Join(errs[:]...)
}

// generation writes a generation with its individuals, and the genes of each once.
func (f *csvFiles) generation(g *lineage.Summary, whole *evolve.Generation) error {
	verdict := []any{"", "", "", "", ""}
	if v := g.Verdict; v != nil {
		verdict = []any{v.Accepted, v.LLR, v.Rounds, v.Games, v.Share}
	}
	err := f.generations.add(append([]any{
		g.Number, g.Recorded.Format(time.RFC3339), g.Algorithm, g.Follow, g.Champion, g.Since, g.Best, g.Mean, g.SD, g.Games,
		g.Pooled.Mean, g.Pooled.StdErr, g.Challenger,
	}, verdict...)...)
	for place, ind := range whole.Individuals {
		m, p, b := ind.Fitness, ind.Pooled, ind.Belief
		err = errors.Join(err, f.individuals.add(g.Number, place, ind.ID, ind.Born, ind.Operator, strings.Join(ind.Parents, " "), ind.Step,
			m.Mean, m.StdErr, m.Games, p.Mean, p.StdErr, p.Games, b.Mean, b.StdErr))
		if !f.seen[ind.ID] {
			values := []any{ind.ID}
			for _, x := range ind.Genes {
				values = append(values, x)
			}
			f.seen[ind.ID], err = true, errors.Join(err, f.genes.add(values...))
		}
	}
	return err
}

// games writes the games of programs, if the run has any.
func (f *csvFiles) games(s *lineage.Store, run string) error {
	var t *csvFile
	return s.Games(run, func(g lineage.Game) (err error) {
		if t == nil {
			if t, err = f.create("games.csv", "seed", "seats", "ranks", "errors", "ms"); err != nil {
				return err
			}
		}
		return t.add(g.Seed, strings.Join(g.Seats, " | "), strings.Trim(fmt.Sprint(g.Ranks), "[]"), strings.Join(g.Errors, " | "), g.Millis)
	})
}
