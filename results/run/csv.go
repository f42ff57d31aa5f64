package run

import (
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
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
func WriteCSV(ctx context.Context, s *lineage.Store, run, dir string, each func(generation int)) (err error) {
	row, err := s.Run(run)
	if err != nil {
		return err
	}
	part := strings.TrimRight(dir, string(filepath.Separator)) + ".part"
	if err := errors.Join(os.RemoveAll(part), os.Mkdir(part, 0o755)); err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.RemoveAll(part))
		}
	}()
	w := &tables{dir: part, seen: map[string]bool{}}
	w.open(&row.Info)
	trace, err := s.Trace(run, -1)
	if err != nil {
		return errors.Join(err, w.close())
	}
	for _, g := range trace {
		if err := ctx.Err(); err != nil {
			return errors.Join(err, w.close())
		}
		if err := w.generation(s, run, g); err != nil {
			return errors.Join(err, w.close())
		}
		each(g.Number)
	}
	if err := errors.Join(w.games(s, run), w.close()); err != nil {
		return err
	}
	return os.Rename(part, dir)
}

// tables are the files of a run that are being written.
type tables struct {
	dir                            string
	generations, individuals, gene *csv.Writer
	files                          []*os.File
	seen                           map[string]bool // individuals whose genes are written
	err                            error           // of making a file
}

func (t *tables) open(info *lineage.Info) {
	t.generations = t.create("generations.csv", "generation", "recorded", "algorithm", "follow", "champion", "champion_since", "best", "mean", "sd", "games",
		"champion_mean", "champion_stderr", "challenger", "accepted", "llr", "rounds", "challenge_games", "share")
	t.individuals = t.create("individuals.csv", "generation", "place", "individual", "born", "operator", "parents", "step",
		"mean", "stderr", "games", "pooled_mean", "pooled_stderr", "pooled_games", "belief_mean", "belief_stderr")
	genes := []string{"individual"}
	for _, g := range info.Genes {
		genes = append(genes, g.Name)
	}
	t.gene = t.create("genes.csv", genes...)
}

func (t *tables) create(name string, columns ...string) *csv.Writer {
	f, err := os.Create(filepath.Join(t.dir, name))
	if err != nil {
		t.err = errors.Join(t.err, err)
		return csv.NewWriter(&strings.Builder{})
	}
	t.files = append(t.files, f)
	w := csv.NewWriter(f)
	t.err = errors.Join(t.err, w.Write(columns))
	return w
}

func (t *tables) close() error {
	errs := []error{t.err}
	for _, w := range []*csv.Writer{t.generations, t.individuals, t.gene} {
		w.Flush()
		errs = append(errs, w.Error())
	}
	for _, f := range t.files {
		errs = append(errs, f.Close())
	}
	return errors.Join(errs...)
}

func (t *tables) generation(s *lineage.Store, run string, g lineage.Summary) error {
	verdict := make([]string, 5)
	if v := g.Verdict; v != nil {
		verdict = cells(v.Accepted, v.LLR, v.Rounds, v.Games, v.Share)
	}
	row := cells(g.Number, g.Recorded.Format(time.RFC3339), g.Algorithm, g.Follow, g.Champion, g.Since, g.Best, g.Mean, g.SD, g.Games,
		g.Pooled.Mean, g.Pooled.StdErr, g.Challenger)
	if err := t.generations.Write(append(row, verdict...)); err != nil {
		return err
	}
	whole, err := s.Generation(run, g.Number)
	if err != nil {
		return err
	}
	for place, ind := range whole.Individuals {
		if err := t.individual(g.Number, place, &ind); err != nil {
			return err
		}
	}
	return nil
}

func (t *tables) individual(generation, place int, ind *evolve.Individual) error {
	f, p, b := ind.Fitness, ind.Pooled, ind.Belief
	err := t.individuals.Write(cells(generation, place, ind.ID, ind.Born, ind.Operator, strings.Join(ind.Parents, " "), ind.Step,
		f.Mean, f.StdErr, f.Games, p.Mean, p.StdErr, p.Games, b.Mean, b.StdErr))
	if err != nil || t.seen[ind.ID] {
		return err
	}
	t.seen[ind.ID] = true
	row := make([]string, 1, 1+len(ind.Genes))
	row[0] = ind.ID
	for _, x := range ind.Genes {
		row = append(row, cell(x))
	}
	return t.gene.Write(row)
}

// games writes the games of programs, if the run has any.
func (t *tables) games(s *lineage.Store, run string) error {
	var w *csv.Writer
	err := s.Games(run, func(g lineage.Game) error {
		if w == nil {
			w = t.create("games.csv", "seed", "seats", "ranks", "errors", "ms")
		}
		return w.Write(cells(g.Seed, strings.Join(g.Seats, " | "), strings.Trim(fmt.Sprint(g.Ranks), "[]"), strings.Join(g.Errors, " | "), g.Millis))
	})
	if w != nil {
		w.Flush()
		err = errors.Join(err, w.Error())
	}
	return err
}

func cells(values ...any) []string {
	out := make([]string, len(values))
	for i, v := range values {
		out[i] = cell(v)
	}
	return out
}

// cell writes a value so that it is read as the same again.
func cell(v any) string {
	if x, ok := v.(float64); ok {
		return strconv.FormatFloat(x, 'g', -1, 64)
	}
	return fmt.Sprint(v)
}
