package lineage

import (
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"bloodline/evolve"
)

// RunRow is a run as it stands in the store.
type RunRow struct {
	Info
	State       string    `json:"state"`
	Started     time.Time `json:"started"`
	Finished    time.Time `json:"-"`                  // zero while running
	Generations int       `json:"generations"`        // recorded so far
	Champion    string    `json:"champion,omitempty"` // ID of the last champion; empty before the first generation
	Games       int64     `json:"games"`              // of the evaluator and the judge so far
}

// Summary is a generation without its individuals.
type Summary struct {
	Number     int
	Algorithm  string // that bred it, and what it followed
	Follow     string
	Recorded   time.Time
	Best       float64 // highest believed fitness
	Mean, SD   float64 // of the measured fitness
	Games      int64
	Champion   string // ID
	Since      int    // generation since which it is the champion
	Challenger string // ID, or empty
	Verdict    *evolve.Verdict
}

// Runs lists the runs in the order in which they began.
func (s *Store) Runs() ([]RunRow, error) {
	rows, _, err := readRuns(s.db, "") // a damaged run is listed
	for i := range rows {
		rows[i].State = s.state(rows[i].Name, rows[i].State)
	}
	return rows, s.failed("list runs", err)
}

// Run returns one run.
func (s *Store) Run(name string) (RunRow, error) {
	rows, damaged, err := readRuns(s.db, name)
	if err == nil && len(rows) == 0 || name == "" {
		err = ErrNotFound
	}
	if err == nil {
		err = damaged
	}
	if err != nil {
		return RunRow{}, s.failed("read run "+name, err)
	}
	rows[0].State = s.state(name, rows[0].State)
	return rows[0], nil
}

// LastChampion returns the ID of a run's last champion. The run must have a generation.
func (s *Store) LastChampion(run string) (string, error) {
	row, err := s.Run(run)
	if err == nil && row.Champion == "" {
		err = s.failed("read champion of run "+run, errors.New("it has no generation yet"))
	}
	return row.Champion, err
}

// Generations lists the generations of a run in order.
func (s *Store) Generations(run string) ([]Summary, error) {
	var out []Summary
	err := s.within(run, func(tx *reader, key int64) (err error) {
		out, err = readSummaries(tx, key)
		return err
	})
	return out, s.failed("list generations of run "+run, err)
}

// Generation returns one generation exactly as it was recorded, but for its
// Distribution: only the last of a run still has one.
func (s *Store) Generation(run string, number int) (*evolve.Generation, error) {
	var out *evolve.Generation
	err := s.within(run, func(tx *reader, key int64) (err error) {
		out, err = readGeneration(tx, key, number)
		return err
	})
	return out, s.failed(fmt.Sprintf("read generation %d of run %s", number, run), err)
}

// Evidence returns the JSON values that were put for a run, by key.
func (s *Store) Evidence(run string) (map[string]json.RawMessage, error) {
	out := map[string]json.RawMessage{}
	err := s.within(run, func(tx *reader, key int64) error {
		return each(tx, func(scan func(...any) error) error {
			var name, value string
			var kept []byte
			if err := scan(&name, &value, &kept); err != nil {
				return err
			}
			out[name] = json.RawMessage(value)
			return check(name, kept, checksum(name, value))
		}, `SELECT key, value, checksum FROM evidence WHERE run = ?`, key)
	})
	return out, s.failed("read evidence of run "+run, err)
}

// within reads a run in one transaction, so that all queries see the same state
// while a writer goes on.
func (s *Store) within(run string, read func(tx *reader, key int64) error) error {
	tx, err := s.db.Begin()
	if err != nil {
		return err
	}
	defer tx.Rollback() // nothing was written
	key, err := runKey(tx, run)
	if err != nil {
		return err
	}
	return read(newReader(tx), key)
}

// readRuns lists the runs of a name, all of them for the empty one. damaged is what is
// wrong with what they hold.
func readRuns(q querier, name string) (out []RunRow, damaged, err error) {
	err = each(q, func(scan func(...any) error) error {
		var r RunRow
		var genes, started string
		var ranges []byte
		var finished sql.NullString
		var seed int64
		var kept []byte
		if err := scan(&r.Name, &r.Game, &r.SchemaVersion, &r.SchemaHash, &genes, &r.Config, &seed, &r.Program, &r.State, &started, &finished, &r.Generations, &r.Champion, &r.Games, &ranges, &kept); err != nil {
			return err
		}
		r.Seed = uint64(seed)
		var errs [4]error
		errs[0] = json.Unmarshal([]byte(genes), &r.Genes)
		errs[3] = json.Unmarshal(ranges, &r.Ranges)
		r.Started, errs[1] = time.Parse(time.RFC3339Nano, started)
		if finished.Valid {
			r.Finished, errs[2] = time.Parse(time.RFC3339Nano, finished.String)
		}
		if errors.Join(errs[:]...) != nil {
			kept = []byte{} // fits nothing
		}
		damaged = errors.Join(damaged, check("run "+r.Name, kept, r.sum()))
		out = append(out, r)
		return nil
	}, `SELECT name, game, schema_version, schema_hash, genes, config, seed, program, state, started, finished,
			(SELECT count(*) FROM generations WHERE run = runs.key),
			coalesce((SELECT id FROM generations g JOIN individuals i ON i.key = champion WHERE g.run = runs.key ORDER BY number DESC LIMIT 1), ''),
			(SELECT coalesce(sum(games + coalesce(judged, 0)), 0) FROM generations WHERE run = runs.key),
			ranges, checksum
		FROM runs WHERE ?1 = '' OR name = ?1 ORDER BY key`, name)
	return out, damaged, err
}

const summaryQuery = `SELECT number, algorithm, follow, recorded, best, mean, sd, games, c.id, crowned, d.id, accepted, llr, rounds, judged, share
	FROM generations LEFT JOIN individuals c ON c.key = champion LEFT JOIN individuals d ON d.key = challenger
	WHERE generations.run = ? `

func readSummaries(q querier, run int64) ([]Summary, error) {
	var out []Summary
	err := each(q, func(scan func(...any) error) error {
		g, err := scanSummary(scan)
		out = append(out, g)
		return err
	}, summaryQuery+`ORDER BY number`, run)
	return out, err
}

func scanSummary(scan func(...any) error) (Summary, error) {
	var g Summary
	var recorded string
	var challenger sql.NullString
	var accepted sql.NullBool
	var llr, share sql.NullFloat64
	var rounds, judged sql.NullInt64
	if err := scan(&g.Number, &g.Algorithm, &g.Follow, &recorded, &g.Best, &g.Mean, &g.SD, &g.Games, &g.Champion, &g.Since, &challenger, &accepted, &llr, &rounds, &judged, &share); err != nil {
		return g, err
	}
	if challenger.Valid {
		g.Challenger = challenger.String
		g.Verdict = &evolve.Verdict{Accepted: accepted.Bool, LLR: llr.Float64, Rounds: rounds.Int64, Games: judged.Int64, Share: share.Float64}
	}
	var err error
	g.Recorded, err = time.Parse(time.RFC3339Nano, recorded)
	return g, err
}

// readGeneration puts a generation together again.
func readGeneration(q *reader, run int64, number int) (*evolve.Generation, error) {
	s, err := scanSummary(q.QueryRow(summaryQuery+`AND number = ?`, run, number).Scan)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, ErrNotFound
	} else if err != nil {
		return nil, err
	}
	g := &evolve.Generation{
		Number: number, Algorithm: s.Algorithm, Follow: s.Follow, Best: s.Best, Mean: s.Mean, SD: s.SD, Games: s.Games,
		Since: s.Since, Challenger: s.Challenger, Verdict: s.Verdict,
	}
	g.Individuals, err = readIndividuals(q, `JOIN measurements m ON m.individual = i.key WHERE m.run = ? AND m.generation = ? ORDER BY place`, run, number)
	if err != nil {
		return nil, err
	}
	for _, ind := range g.Individuals {
		if ind.ID == s.Champion {
			g.Champion = ind
		}
	}
	if g.Distribution, err = readDistribution(q, run, number, len(g.Champion.Genes)); err != nil {
		return nil, err
	}
	// A member that is dead stands there as of its last measurement.
	g.HallOfFame, err = readIndividuals(q, `JOIN fame f ON f.individual = i.key JOIN measurements m ON m.individual = i.key
		WHERE f.run = ?1 AND f.generation = ?2 AND m.generation = (SELECT max(generation) FROM measurements WHERE individual = i.key AND generation <= ?2)
		ORDER BY f.nth`, run, number)
	if err != nil {
		return nil, err
	}
	err = each(q, func(scan func(...any) error) error {
		var id string
		err := scan(&id)
		g.Rejected = append(g.Rejected, id)
		return err
	}, `SELECT i.id FROM generations g JOIN individuals i ON i.key = g.challenger
		WHERE g.run = ? AND number BETWEEN ? AND ? AND accepted = 0 ORDER BY number`, run, g.Since, number)
	if err != nil {
		return nil, err
	}
	var kept []byte
	if err := q.QueryRow(`SELECT checksum FROM generations WHERE run = ? AND number = ?`, run, number).Scan(&kept); err != nil {
		return nil, err
	}
	return g, check(fmt.Sprintf("generation %d", number), kept, sumGeneration(g, s.Champion))
}

// readIndividuals returns the individuals that a tail of joins and conditions
// picks, with the measurement m.
func readIndividuals(q *reader, tail string, args ...any) ([]evolve.Individual, error) {
	var out []evolve.Individual
	var keys []int64
	err := each(q, func(scan func(...any) error) error {
		var ind evolve.Individual
		var key int64
		var genes []byte
		f, p, b := &ind.Fitness, &ind.Pooled, &ind.Belief
		err := scan(&key, &ind.ID, &ind.Born, &ind.Operator, &ind.Step, &genes,
			&f.Mean, &f.StdErr, &f.Games, &p.Mean, &p.StdErr, &p.Games, &b.Mean, &b.StdErr)
		if err != nil {
			return err
		}
		if len(genes) > 0 && len(genes)%8 == 0 {
			ind.Genes, err = unpack(genes)
		}
		out, keys = append(out, ind), append(keys, key)
		return err
	}, `SELECT i.key, i.id, born, operator, step, genes, mean, stderr, games, pooled_mean, pooled_stderr, pooled_games, belief_mean, belief_stderr
		FROM individuals i `+tail, args...)
	if err != nil {
		return nil, err
	}
	for i, key := range keys {
		if out[i].Genes == nil {
			if out[i].Genes, err = q.genes(key); err != nil {
				return nil, err
			}
		}
		if out[i].Parents, err = readParents(q, key); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func readParents(q querier, child int64) (ids []string, err error) {
	err = each(q, func(scan func(...any) error) error {
		var id string
		err := scan(&id)
		ids = append(ids, id)
		return err
	}, `SELECT id FROM parents JOIN individuals ON key = parent WHERE child = ? ORDER BY nth`, child)
	return ids, err
}
