package lineage

import (
	"database/sql"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"time"

	"bloodline/evolve"
	"bloodline/genome"
)

// Info says what a run is.
type Info struct {
	Name          string // unique in its store
	Game          string
	SchemaVersion int
	SchemaHash    string
	Genes         []string // names, in the order of a genome
	Config        string   // the resolved settings as text
	Seed          uint64
	Program       string // version of the program
}

// NewInfo fills in what a schema knows.
func NewInfo(name string, schema *genome.Schema) Info {
	info := Info{Name: name, Game: schema.Game, SchemaVersion: schema.Version, SchemaHash: schema.Hash()}
	for _, g := range schema.Genes {
		info.Genes = append(info.Genes, g.Name)
	}
	return info
}

// The states of a run.
const (
	Running  = "running"  // also after its process was killed
	Stopped  = "stopped"  // interrupted, may be resumed
	Finished = "finished" // reached its end
)

// Run is a run that is being written. It implements evolve.Recorder.
type Run struct {
	Info

	store *Store
	key   int64
	next  int // number of the generation that has to come
}

var _ evolve.Recorder = (*Run)(nil)

// Begin adds a run.
func (s *Store) Begin(info Info) (*Run, error) {
	r := &Run{Info: info, store: s}
	genes, err := json.Marshal(info.Genes)
	if err != nil {
		return nil, r.failed("begin", err)
	}
	err = s.change(func(tx *sql.Tx) error {
		if _, err := runKey(tx, info.Name); !errors.Is(err, ErrNotFound) {
			return errors.Join(err, ErrExists)
		}
		row, err := tx.Exec(`INSERT INTO runs (name, game, schema_version, schema_hash, genes, config, seed, program, state, started)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`, info.Name, info.Game, info.SchemaVersion, info.SchemaHash, string(genes),
			info.Config, int64(info.Seed), info.Program, Running, stamp(s.Now()))
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
	err := s.change(func(tx *sql.Tx) (err error) {
		if r.key, err = runKey(tx, name); err != nil {
			return err
		}
		row, err := readRuns(tx, name)
		if err != nil {
			return err
		}
		r.Info, r.next = row[0].Info, row[0].Generations
		if r.next > 0 {
			if state, err = readGeneration(tx, r.key, r.next-1); err != nil {
				return err
			}
		}
		_, err = tx.Exec(`UPDATE runs SET state = ?, finished = NULL WHERE key = ?`, Running, r.key)
		return err
	})
	if err != nil {
		return nil, nil, r.failed("resume", err)
	}
	return r, state, nil
}

// Record writes a generation, all of it or nothing. Generations come in order,
// each once.
func (r *Run) Record(g evolve.Generation) error {
	act := fmt.Sprintf("record generation %d of", g.Number)
	if g.Number != r.next {
		return r.failed(act, fmt.Errorf("generation %d has to come", r.next))
	}
	now := r.store.Now()
	err := r.store.change(func(tx *sql.Tx) error {
		w := &writer{tx: tx, run: r.key}
		w.generation(&g, now)
		return errors.Join(w.err, w.close())
	})
	if err != nil {
		return r.failed(act, err)
	}
	r.next++
	return nil
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
			_, err := tx.Exec(`INSERT OR REPLACE INTO evidence (run, key, recorded, value) VALUES (?, ?, ?, ?)`, r.key, key, stamp(r.store.Now()), string(text))
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

// writer puts a generation into tables and remembers the first error.
type writer struct {
	tx         *sql.Tx
	run        int64
	statements map[string]*sql.Stmt
	err        error
}

const keyOf = `(SELECT key FROM individuals WHERE run = ? AND id = ?)`

func (w *writer) generation(g *evolve.Generation, now time.Time) {
	for _, one := range g.Individuals {
		if one.Born == g.Number {
			w.individual(&one)
		}
	}
	verdict := make([]any, 5)
	if v := g.Verdict; v != nil {
		verdict = []any{v.Accepted, v.LLR, v.Blocks, v.Games, v.Share}
	}
	w.exec(`INSERT INTO generations (champion, challenger, run, number, recorded, best, mean, sd, games, crowned, accepted, llr, blocks, judged, share)
		VALUES (`+keyOf+`, `+keyOf+`, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		append([]any{w.run, g.Champion.ID, w.run, g.Challenger, w.run, g.Number, stamp(now), g.Best, g.Mean, g.SD, g.Games, g.Crowned}, verdict...)...)
	for place, one := range g.Individuals {
		w.exec(`INSERT INTO measurements VALUES (?, ?, ?, `+keyOf+`, ?, ?, ?, ?, ?, ?, ?, ?)`, w.run, g.Number, place, w.run, one.ID,
			one.Fitness.Mean, one.Fitness.StdErr, one.Fitness.Games, one.Pooled.Mean, one.Pooled.StdErr, one.Pooled.Games, one.Belief.Mean, one.Belief.StdErr)
	}
	for i, one := range g.HallOfFame {
		w.exec(`INSERT INTO fame VALUES (?, ?, ?, `+keyOf+`)`, w.run, g.Number, i, w.run, one.ID)
	}
}

func (w *writer) individual(one *evolve.Individual) {
	w.exec(`INSERT INTO individuals (run, id, born, operator, step, genes) VALUES (?, ?, ?, ?, ?, ?)`,
		w.run, one.ID, one.Born, one.Operator, one.Step, pack(one.Genes))
	for i, parent := range one.Parents {
		w.exec(`INSERT INTO parents VALUES (`+keyOf+`, ?, `+keyOf+`)`, w.run, one.ID, i, w.run, parent)
	}
}

func (w *writer) exec(query string, args ...any) {
	if w.err != nil {
		return
	}
	statement, ok := w.statements[query]
	if !ok {
		if statement, w.err = w.tx.Prepare(query); w.err != nil {
			return
		}
		if w.statements == nil {
			w.statements = map[string]*sql.Stmt{}
		}
		w.statements[query] = statement
	}
	_, w.err = statement.Exec(args...)
}

func (w *writer) close() error {
	var errs []error
	for _, statement := range w.statements {
		errs = append(errs, statement.Close())
	}
	return errors.Join(errs...)
}

func pack(v genome.Vector) []byte {
	out := make([]byte, 0, 8*len(v))
	for _, x := range v {
		out = binary.LittleEndian.AppendUint64(out, math.Float64bits(x))
	}
	return out
}

func unpack(blob []byte) (genome.Vector, error) {
	if len(blob)%8 != 0 {
		return nil, fmt.Errorf("genes: %d bytes are no whole number of genes", len(blob))
	}
	out := make(genome.Vector, len(blob)/8)
	for i := range out {
		out[i] = math.Float64frombits(binary.LittleEndian.Uint64(blob[8*i:]))
	}
	return out, nil
}

func stamp(t time.Time) string { return t.UTC().Format(time.RFC3339Nano) }
