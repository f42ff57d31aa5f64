package store

import (
	"cmp"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"bloodline/engine/stats"
	"bloodline/evolve"
	"bloodline/evolve/store/door"
	"bloodline/genome"
	"bloodline/genome/champion"
)

// RunRow is a run as it stands in the store.
type RunRow struct {
	Info
	State       string    `json:"state"`
	Started     time.Time `json:"started"`
	Finished    time.Time `json:"-"`                  // zero while running
	Generations int       `json:"generations"`        // recorded so far
	PlayOff     int       `json:"play_off,omitempty"` // how many of them, the last ones, are of a play-off
	Champion    string    `json:"champion,omitempty"` // ID of the last champion; empty before the first generation
	Games       int64     `json:"games"`              // played so far for its generations, challenges, exploiters and play-off; not for its evidence
}

// Bred is how many generations were bred: the play-off is none.
func (r RunRow) Bred() int { return r.Generations - r.PlayOff }

// check returns an error for values that no run of this program can have, whatever the checksum.
func (r *RunRow) check() error {
	if err := champion.CheckRunName(r.Name); err != nil {
		return fmt.Errorf("its name %w: %w", err, ErrDamaged)
	}
	if !door.IsIdentity(r.Identity) {
		return fmt.Errorf("run %s: its identity is %.40q: %w", r.Name, r.Identity, ErrDamaged)
	}
	if !slices.Contains([]string{Running, Stopped, Finished}, r.State) {
		return fmt.Errorf("run %s: its state is %.20q: %w", r.Name, r.State, ErrDamaged)
	}
	return nil
}

// Runs lists the runs in the order in which they began.
func (s *Store) Runs() ([]RunRow, error) {
	rows, _, err := readRuns(s.db.Read(), "") // a damaged run is listed
	for i := range rows {
		rows[i].State = s.state(rows[i].Name, rows[i].State)
	}
	return rows, s.wrapError("list runs", err)
}

// Run returns one run.
func (s *Store) Run(name string) (RunRow, error) {
	rows, damaged, err := readRuns(s.db.Read(), name)
	if err == nil && len(rows) == 0 || name == "" {
		err = ErrNotFound
	}
	if err = cmp.Or(err, damaged); err != nil {
		return RunRow{}, s.wrapError("read run "+name, err)
	}
	rows[0].State = s.state(name, rows[0].State)
	return rows[0], nil
}

// LastChampion returns the ID of a run's last champion. The run must have a generation.
func (s *Store) LastChampion(run string) (string, error) {
	row, err := s.Run(run)
	if err == nil && row.Champion == "" {
		err = s.wrapError("read champion of run "+run, errors.New("it has no generation yet"))
	}
	return row.Champion, err
}

// Summaries lists the generations of a run after one (-1: all), in order. 16,000 take about 0.2 s.
func (s *Store) Summaries(run string, after int) ([]GenerationSummary, error) {
	return readRun(s, "trace", run, func(r *reader) ([]GenerationSummary, error) {
		return door.List(r, scanSummary, summaryQuery+`AND number > ? ORDER BY number`, r.run, after)
	})
}

// SampleMeans returns the mean fitness of at most n generations of a run, spread evenly, in a few milliseconds.
func (s *Store) SampleMeans(run string, n int) ([]float64, error) {
	return readRun(s, "sketch", run, func(r *reader) ([]float64, error) {
		return column[float64](r, `SELECT mean FROM generations WHERE run = ?1
			AND number % (1 + (SELECT max(number) FROM generations WHERE run = ?1) / ?2) = 0 ORDER BY number`, r.run, n)
	})
}

// RecordTimes returns when the generations of a run were recorded, in order.
func (s *Store) RecordTimes(run string) ([]time.Time, error) {
	return readRun(s, "read times of", run, func(r *reader) (out []time.Time, err error) {
		texts, err := column[string](r, `SELECT recorded FROM generations WHERE run = ? ORDER BY number`, r.run)
		for _, text := range texts {
			at, failed := time.Parse(time.RFC3339Nano, text)
			out, err = append(out, at), errors.Join(err, failed)
		}
		return out, err
	})
}

// LastGeneration returns the number of a run's last generation, -1 before the first, and its state, in 0.1 ms.
func (s *Store) LastGeneration(run string) (number int, state string, err error) {
	err = s.db.Read().QueryRow(`SELECT coalesce((SELECT max(number) FROM generations WHERE run = runs.key), -1), state FROM runs WHERE name = ?`, run).Scan(&number, &state)
	if errors.Is(err, sql.ErrNoRows) {
		err = ErrNotFound
	}
	if err == nil {
		state = s.state(run, state)
	}
	return number, state, s.wrapError("look at run "+run, err)
}

// reader is a transaction that reads a run.
type reader struct {
	door.Querier
	run     int64
	coder   *coder         // nil until genes are read: most readers read none, and a thousand names take a millisecond
	centres map[int]centre // by generation
}

func newReader(q door.Querier, run int64) *reader { return &reader{q, run, nil, map[int]centre{}} }

// genes returns the genome of an individual that was born in a generation.
func (r *reader) genes(generation int, blob []byte) (genome.Vector, error) {
	if r.coder == nil {
		var genes []byte
		var info Info
		err := r.QueryRow(`SELECT genes FROM runs WHERE key = ?`, r.run).Scan(&genes)
		if err == nil {
			err = json.Unmarshal(genes, &info.Genes)
		}
		if err != nil {
			return nil, fmt.Errorf("its genes: %w: %w", ErrDamaged, err)
		}
		r.coder = newCoder(info.schema())
	}
	around, ok := r.centres[generation]
	if !ok {
		var kept, sum []byte
		err := r.QueryRow(`SELECT genes, checksum FROM centres WHERE run = ? AND generation = ?`, r.run, generation).Scan(&kept, &sum)
		if err == nil {
			err = compareSum("its row", sum, checksum(r.run, generation, string(kept)))
		}
		if err == nil {
			around, err = r.coder.unpackSteps(kept)
		}
		if err != nil {
			return nil, fmt.Errorf("centre of generation %d: %w", generation, err)
		}
		r.centres[generation] = around
	}
	return r.coder.unpack(blob, around)
}

// within reads a run in one transaction.
func (s *Store) within(run string, read func(r *reader) error) error {
	return s.db.Within(func(q door.Querier) error {
		key, err := runKey(q, run)
		if err != nil {
			return err
		}
		return read(newReader(q, key))
	})
}

func readRun[T any](s *Store, act, run string, read func(r *reader) (T, error)) (out T, err error) {
	err = s.within(run, func(r *reader) (err error) {
		out, err = read(r)
		return err
	})
	return out, s.wrapError(act+" run "+run, err)
}

// readRuns lists the runs of a name, all runs for the empty one. damaged joins the errors of rows that are damaged.
func readRuns(q door.Querier, name string) (out []RunRow, damaged, err error) {
	err = door.Query(q, func(scan door.Scanner) error {
		var r RunRow
		var key int64
		var genes, opponents, files, started string
		var finished sql.NullString
		var seed int64
		var champion sql.NullInt64
		var differ sql.NullBool
		var kept []byte
		if err := scan(&key, &r.Name, &r.Identity, &r.Game, &r.SchemaVersion, &r.SchemaHash, &genes, &r.Config, &opponents, &seed, &r.Program, &files, &r.State, &started, &finished, &differ, &r.Generations, &r.PlayOff, &champion, &r.Games, &kept); err != nil {
			return err
		}
		r.Seed = uint64(seed)
		if champion.Valid {
			r.Champion = idOf(champion.Int64)
		}
		if differ.Valid {
			r.Nondeterministic = &differ.Bool
		}
		var errs [5]error
		errs[0] = json.Unmarshal([]byte(genes), &r.Genes)
		r.Started, errs[1] = time.Parse(time.RFC3339Nano, started)
		if finished.Valid {
			r.Finished, errs[2] = time.Parse(time.RFC3339Nano, finished.String)
		}
		errs[3] = json.Unmarshal([]byte(opponents), &r.Opponents)
		errs[4] = json.Unmarshal([]byte(files), &r.Files)
		if errors.Join(errs[:]...) != nil {
			kept = []byte{} // never equals a checksum
		}
		if err := r.check(); err != nil {
			damaged = errors.Join(damaged, err)
		} else {
			damaged = errors.Join(damaged, compareSum("run "+r.Name, kept, sumRun(key, &r.Info, r.State, r.Started, r.Finished)))
		}
		out = append(out, r)
		return nil
	}, `SELECT key, name, identity, game, schema_version, schema_hash, genes, config, opponents, seed, program, programs, state, started, finished, nondeterministic,
			(SELECT count(*) FROM generations WHERE run = runs.key),
			(SELECT count(*) FROM generations WHERE run = runs.key AND algorithm = '`+evolve.AlgorithmPlayOff+`'),
			(SELECT champion FROM generations WHERE run = runs.key ORDER BY number DESC LIMIT 1),
			(SELECT coalesce(sum(games + coalesce(challenge_games, 0)), 0) FROM generations WHERE run = runs.key)
				+ (SELECT coalesce(sum(games), 0) FROM exploiters WHERE run = runs.key),
			checksum
		FROM runs WHERE ?1 = '' OR name = ?1 ORDER BY key`, name)
	return out, damaged, err
}

// individuals returns the individuals that a tail of joins and conditions picks, with the measurement m.
func (r *reader) individuals(tail string, args ...any) (out []evolve.Individual, err error) {
	var blobs [][]byte
	err = door.Query(r, func(scan door.Scanner) error {
		var ind evolve.Individual
		var key int64
		var parents string
		var blob []byte
		f, p, b := &ind.Fitness, &ind.Pooled, &ind.Belief
		err := scan(&key, &ind.Operator, &parents, &ind.Step, &blob, &f.Mean, &f.SE, &f.Games, &p.Mean, &p.SE, &p.Games, &b.Mean, &b.SE)
		if err != nil {
			return err
		}
		ind.ID = idOf(key)
		ind.Born, _ = birthOf(key)
		ind.Parents, err = idsOf(parents)
		out, blobs = append(out, ind), append(blobs, blob)
		return err
	}, `SELECT i.key, operator, parents, step, genes, m.mean, stderr, m.games, pooled_mean, pooled_stderr, pooled_games, posterior_mean, posterior_stderr
		FROM individuals i `+tail, args...)
	if err != nil {
		return nil, err
	}
	for i := range out {
		if out[i].Genes, err = r.genes(out[i].Born, blobs[i]); err != nil {
			return nil, fmt.Errorf("genes of individual %s: %w", out[i].ID, err)
		}
	}
	return out, nil
}

// lastMeasured joins the latest measurement of an individual.
const lastMeasured = `JOIN measurements m ON m.individual = i.key
	AND m.generation = (SELECT max(generation) FROM measurements WHERE individual = i.key) `

// Measurement is the measurement of an individual in one generation.
type Measurement struct {
	Generation int
	Place      int // in the population
	Fitness    stats.Fitness
}

// MeasuredIndividual is an individual with all its measurements. The fitness in Individual is the latest.
type MeasuredIndividual struct {
	evolve.Individual
	Measurements []Measurement
}

// Individual returns one individual of a run.
func (s *Store) Individual(run, id string) (MeasuredIndividual, error) {
	return readRun(s, fmt.Sprintf("read individual %s of", id), run, func(r *reader) (out MeasuredIndividual, err error) {
		key, err := keyOf(r.run, id)
		if err != nil {
			return out, ErrNotFound
		}
		found, err := r.individuals(lastMeasured+`WHERE i.key = ?`, key)
		if err != nil || len(found) == 0 {
			return out, cmp.Or(err, ErrNotFound)
		}
		out.Individual = found[0]
		out.Measurements, err = door.List(r, func(scan door.Scanner) (m Measurement, err error) {
			err = scan(&m.Generation, &m.Place, &m.Fitness.Mean, &m.Fitness.SE, &m.Fitness.Games)
			return m, err
		}, `SELECT generation, place, mean, stderr, games FROM measurements WHERE individual = ? ORDER BY generation`, key)
		return out, err
	})
}

// Ancestors returns an individual and its ancestors up to depth steps back, each once, latest born first. Their Parents
// are the edges of the graph; a parent beyond the depth is not among the individuals. With eight parents a child, a
// depth of three or four reaches most of a population: 1.3 kB for each of 150 genes.
func (s *Store) Ancestors(run, id string, depth int) ([]evolve.Individual, error) {
	return s.ancestorsBy(run, id, depth, "$")
}

// Line returns an individual and the first parents of first parents, latest born first, at most the given number of.
// For children of a distribution and of the averaged individual, the first parent is the averaged individual before it.
func (s *Store) Line(run, id string, most int) ([]evolve.Individual, error) {
	return s.ancestorsBy(run, id, most-1, "$[0]")
}

// ancestorsBy returns an individual and its ancestors up to depth steps back by the parents at a JSON path.
func (s *Store) ancestorsBy(run, id string, depth int, parents string) ([]evolve.Individual, error) {
	return readRun(s, "read ancestors of "+id+" of", run, func(r *reader) ([]evolve.Individual, error) {
		key, err := keyOf(r.run, id)
		if err != nil {
			return nil, ErrNotFound
		}
		out, err := r.individuals(lastMeasured+`WHERE i.key IN (
				WITH RECURSIVE line (key, depth) AS (
					SELECT ?1, 0
					UNION
					SELECT p.value, depth + 1 FROM line JOIN individuals c ON c.key = line.key JOIN json_each(c.parents, ?2) p WHERE depth < ?3)
				SELECT key FROM line) ORDER BY i.key >> 20 DESC, i.key`, key, parents, depth)
		if err == nil && len(out) == 0 {
			err = ErrNotFound
		}
		return out, err
	})
}
