package lineage

import (
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"

	"bloodline/evolve"
	"bloodline/genome"
)

// Run is a run that is being written. It implements evolve.Recorder.
type Run struct {
	Info

	store *Store
	key   int64
	next  int                      // number of the generation that has to come
	keys  map[string]int64         // of the last generation, by ID; empty after a resume
	alive map[string]genome.Vector // genes of the last generation, by ID
	drawn *genome.Schema           // by which children are drawn; nil before the first generation

	prepared map[string]*sql.Stmt // by text, from the first generation on; closed with the store
	book     book
}

var _ evolve.Recorder = (*Run)(nil)

// Begin adds a run.
func (s *Store) Begin(info Info) (*Run, error) {
	r := &Run{Info: info, store: s}
	genes, err := json.Marshal(info.Genes)
	ranges, bad := json.Marshal(info.Ranges)
	if err = errors.Join(err, bad); err == nil {
		err = s.Lock(info.Name)
	}
	if err != nil {
		return nil, r.failed("begin", err)
	}
	err = s.change(func(tx *sql.Tx) error {
		if _, err := runKey(tx, info.Name); !errors.Is(err, ErrNotFound) {
			return errors.Join(err, ErrExists)
		}
		row, err := tx.Exec(`INSERT INTO runs (name, game, schema_version, schema_hash, genes, config, seed, program, state, started, ranges, checksum)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`, info.Name, info.Game, info.SchemaVersion, info.SchemaHash, string(genes),
			info.Config, int64(info.Seed), info.Program, Running, stamp(s.Now()), string(ranges), info.sum())
		if err != nil {
			return err
		}
		r.key, err = row.LastInsertId()
		return err
	})
	if err != nil {
		return nil, r.failed("begin", err)
	}
	return r, nil
}

// Resume goes on with a run, finished or not. The state is its last generation,
// nil when it has none yet, exactly as it was recorded. Whether the schema and
// the settings are still the ones of Run.Info is for the caller to check.
func (s *Store) Resume(name string) (*Run, *evolve.State, error) {
	r := &Run{store: s, Info: Info{Name: name}}
	var state *evolve.State
	if err := s.Lock(name); err != nil {
		return nil, nil, r.failed("resume", err)
	}
	err := s.change(func(tx *sql.Tx) (err error) {
		if r.key, err = runKey(tx, name); err != nil {
			return err
		}
		row, damaged, err := readRuns(tx, name)
		if err = errors.Join(err, damaged); err != nil {
			return err
		}
		r.Info, r.next = row[0].Info, row[0].Generations
		var last int
		if err := tx.QueryRow(`SELECT coalesce(max(number), -1) FROM generations WHERE run = ?`, r.key).Scan(&last); err != nil {
			return err
		}
		if last != r.next-1 {
			return fmt.Errorf("generation %d is the last of %d: %w", last, r.next, ErrDamaged)
		}
		if r.next > 0 {
			if state, err = readWhole(newReader(tx), r.key, r.next-1); err != nil {
				return err
			}
			r.alive = genesByID(state)
		}
		_, err = tx.Exec(`UPDATE runs SET state = ?, finished = NULL WHERE key = ?`, Running, r.key)
		return err
	})
	if err != nil {
		return nil, nil, r.failed("resume", err)
	}
	return r, state, nil
}

// Past returns all generations of the run, in order.
func (r *Run) Past() (out []*evolve.Generation, err error) {
	for number := range r.next {
		g, err := r.store.Generation(r.Name, number)
		if err != nil {
			return nil, err
		}
		out = append(out, g)
	}
	return out, nil
}

// Forget deletes the generations from a number on. Games of programs stay.
func (r *Run) Forget(from int) error {
	err := r.store.delete(func(tx *sql.Tx) error {
		tables, err := tablesOf(tx, "generation")
		if err != nil {
			return err
		}
		statements := []string{
			`DELETE FROM generations WHERE run = ?1 AND number >= ?2`,
			`DELETE FROM parents WHERE child IN (SELECT key FROM individuals WHERE run = ?1 AND born >= ?2)`,
			`DELETE FROM individuals WHERE run = ?1 AND born >= ?2`,
		}
		for _, table := range tables {
			statements = append(statements, `DELETE FROM `+table+` WHERE run = ?1 AND generation >= ?2`)
		}
		for _, statement := range statements {
			if _, err := tx.Exec(statement, r.key, from); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return r.failed(fmt.Sprintf("forget generation %d of", from), err)
	}
	r.next, r.keys, r.alive = from, nil, nil
	return nil
}

// PutConfig replaces the settings of the run.
func (r *Run) PutConfig(text string) error {
	info := r.Info
	info.Config = text
	err := r.store.change(func(tx *sql.Tx) error {
		_, err := tx.Exec(`UPDATE runs SET config = ?, checksum = ? WHERE key = ?`, text, info.sum(), r.key)
		return err
	})
	if err != nil {
		return r.failed("put settings of", err)
	}
	r.Info = info
	return nil
}

// Record writes a generation, all of it or nothing. Generations come in order,
// each once.
func (r *Run) Record(g evolve.Generation) error {
	act := fmt.Sprintf("record generation %d of", g.Number)
	if g.Number != r.next {
		return r.failed(act, fmt.Errorf("generation %d has to come", r.next))
	}
	now := r.store.Now()
	if r.drawn == nil {
		r.drawn = r.schema()
	}
	w := &writer{
		run: r.key, seed: r.Seed, schema: r.drawn, alive: r.alive,
		known: r.keys, keys: map[string]int64{}, statements: map[string]*sql.Stmt{},
	}
	err := r.prepare()
	if err == nil {
		err = r.store.change(func(tx *sql.Tx) error {
			w.tx, w.prepared = tx, r.prepared
			w.generation(&g, now)
			return w.err
		})
	}
	if err != nil {
		return r.failed(act, err)
	}
	r.next, r.keys, r.alive = r.next+1, w.keys, genesByID(&g)
	return nil
}

func genesByID(g *evolve.Generation) map[string]genome.Vector {
	out := make(map[string]genome.Vector, len(g.Individuals))
	for _, ind := range g.Individuals {
		out[ind.ID] = ind.Genes
	}
	return out
}

// Finish sets the state of the run, [Finished] or [Stopped], and the time.
func (r *Run) Finish(state string) error {
	err := r.store.change(func(tx *sql.Tx) error {
		_, err := tx.Exec(`UPDATE runs SET state = ?, finished = ? WHERE key = ?`, state, stamp(r.store.Now()), r.key)
		return err
	})
	if err != nil {
		return r.failed("finish", err)
	}
	return nil
}

// PutEvidence keeps a value as JSON under a key of the run, in place of an earlier
// one.
func (r *Run) PutEvidence(key string, value any) error {
	text, err := json.Marshal(value)
	if err == nil {
		err = r.store.change(func(tx *sql.Tx) error {
			_, err := tx.Exec(`INSERT OR REPLACE INTO evidence (run, key, recorded, value, checksum) VALUES (?, ?, ?, ?, ?)`,
				r.key, key, stamp(r.store.Now()), string(text), checksum(key, string(text)))
			return err
		})
	}
	if err != nil {
		return r.failed("put evidence "+key+" of", err)
	}
	return nil
}

func (r *Run) failed(act string, err error) error {
	return fmt.Errorf("%s run %s in %s: %w", act, r.Name, r.store.path, err)
}

// prepare parses the statements of a generation, which would take a tenth of its
// time each time. It is not for transactions: these hold the only connection.
func (r *Run) prepare() error {
	if r.prepared != nil {
		return nil
	}
	all := map[string]*sql.Stmt{}
	texts := []string{insertGeneration, putDistribution, putDraw}
	for _, b := range []bulk{insertIndividuals, insertParents, insertMeasurements, insertFame} {
		texts = append(texts, b.single, b.many)
	}
	for _, text := range texts {
		var err error
		if all[text], err = r.store.db.Prepare(text); err != nil {
			return err
		}
	}
	r.prepared = all
	return nil
}
