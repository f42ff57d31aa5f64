package lineage

import (
	"database/sql"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
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
	Ranges        []Range  // of the genes; without them, all genes are kept whole
	Config        string   // the resolved settings as text
	Seed          uint64
	Program       string // version of the program
}

// NewInfo fills in what a schema knows.
func NewInfo(name string, schema *genome.Schema) Info {
	info := Info{Name: name, Game: schema.Game, SchemaVersion: schema.Version, SchemaHash: schema.Hash()}
	for _, g := range schema.Genes {
		info.Genes = append(info.Genes, g.Name)
		info.Ranges = append(info.Ranges, Range{g.Group, g.Min, g.Max})
	}
	return info
}

// The states of a run.
const (
	Running  = "running"
	Stopped  = "stopped"  // interrupted, may be resumed
	Finished = "finished" // reached its end
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
	if err = errors.Join(err, bad); err != nil {
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
	s.lock.name(info.Name)
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
	s.lock.name(name)
	return r, state, nil
}

// PutConfig records settings in place of those that the run has been bred by so far.
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

// writer puts a generation into tables and remembers the first error.
type writer struct {
	tx         *sql.Tx
	run        int64
	seed       uint64
	schema     *genome.Schema
	alive      map[string]genome.Vector // genes of the generation before, by ID
	known      map[string]int64         // keys of individuals by ID, some or none of those recorded before
	keys       map[string]int64         // of the individuals of this generation and its hall of fame
	prepared   map[string]*sql.Stmt     // by text
	statements map[string]*sql.Stmt     // those of them that the transaction has used
	err        error
}

const keyOf = `(SELECT key FROM individuals WHERE run = ? AND id = ?)`

const insertGeneration = `INSERT INTO generations (champion, challenger, run, number, recorded, best, mean, sd, games, crowned, accepted, llr, blocks, judged, share, checksum)
	VALUES (` + keyOf + `, ` + keyOf + `, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`

// bulk is a statement that inserts rows: one, or many at a time, since most of what
// a statement of one row costs is not the row. Numbered placeholders stand for what
// is the same in all rows.
type bulk struct{ single, many string }

const batch = 32 // rows of many

func newBulk(head, values string) bulk {
	return bulk{head + values, head + strings.Repeat(values+", ", batch-1) + values}
}

var (
	insertIndividuals  = newBulk(`INSERT INTO individuals (run, born, key, id, operator, step, genes) VALUES `, `(?1, ?2, ?, ?, ?, ?, ?)`)
	insertParents      = newBulk(`INSERT INTO parents VALUES `, `(?, ?, ?)`)
	insertMeasurements = newBulk(`INSERT INTO measurements VALUES `, `(?1, ?2, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`)
	insertFame         = newBulk(`INSERT INTO fame VALUES `, `(?1, ?2, ?, ?)`)
)

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

func (w *writer) generation(g *evolve.Generation, now time.Time) {
	again := w.drawable(g)
	w.individuals(g, again)
	verdict := make([]any, 5)
	if v := g.Verdict; v != nil {
		verdict = []any{v.Accepted, v.LLR, v.Blocks, v.Games, v.Share}
	}
	w.exec(insertGeneration, append([]any{w.run, g.Champion.ID, w.run, g.Challenger, w.run, g.Number, stamp(now), g.Best, g.Mean, g.SD, g.Games, g.Crowned}, append(verdict, sumGeneration(g, g.Champion.ID))...)...)
	if g.Distribution != nil {
		w.distribution(g)
	}
	if again {
		w.draw(g)
	}
	measurements := w.insert(insertMeasurements, w.run, g.Number)
	for place, ind := range g.Individuals {
		f, p, b := ind.Fitness, ind.Pooled, ind.Belief
		measurements.add(place, w.key(ind.ID), f.Mean, f.StdErr, f.Games, p.Mean, p.StdErr, p.Games, b.Mean, b.StdErr)
	}
	measurements.flush()
	fame := w.insert(insertFame, w.run, g.Number)
	for i, ind := range g.HallOfFame {
		fame.add(i, w.key(ind.ID))
	}
	fame.flush()
}

// individuals adds those who were born in g, with their parents; again says
// that children can be drawn again. They get the keys
// that SQLite would give them: with these at hand, no row needs to look one up.
func (w *writer) individuals(g *evolve.Generation, again bool) {
	var last int64
	w.scan(&last, `SELECT coalesce(max(key), 0) FROM individuals`)
	born := w.insert(insertIndividuals, w.run, g.Number)
	for _, ind := range g.Individuals {
		if ind.Born == g.Number {
			last++
			w.keys[ind.ID] = last
			born.add(last, ind.ID, ind.Operator, ind.Step, w.genes(g, &ind, again))
		}
	}
	born.flush()
	parents := w.insert(insertParents)
	for _, ind := range g.Individuals {
		if ind.Born == g.Number {
			for i, parent := range ind.Parents {
				parents.add(w.keys[ind.ID], i, w.parent(parent))
			}
		}
	}
	parents.flush()
}

// key returns the key of one who is alive or famous.
func (w *writer) key(id string) int64 {
	w.keys[id] = w.parent(id)
	return w.keys[id]
}

// parent returns the key of anybody.
func (w *writer) parent(id string) int64 {
	if key, ok := w.keys[id]; ok {
		return key
	}
	key, ok := w.known[id]
	if !ok {
		w.scan(&key, `SELECT coalesce(`+keyOf+`, 0)`, w.run, id) // no individual has the key 0
	}
	return key
}

func (w *writer) scan(into any, query string, args ...any) {
	if w.err == nil {
		w.err = w.tx.QueryRow(query, args...).Scan(into)
	}
}

// insert begins to add rows; same is what is the same in all.
func (w *writer) insert(b bulk, same ...any) *inserter {
	return &inserter{writer: w, bulk: b, same: same, args: same}
}

// inserter collects rows until there are enough for a statement.
type inserter struct {
	*writer
	bulk
	same, args []any
	rows       int
}

func (in *inserter) add(row ...any) {
	in.args = append(in.args, row...)
	if in.rows++; in.rows == batch {
		in.exec(in.many, in.args...)
		in.args, in.rows = in.args[:len(in.same)], 0
	}
}

// flush adds the rows that are left.
func (in *inserter) flush() {
	if in.rows == 0 {
		return
	}
	left := in.args[len(in.same):]
	for row := range slices.Chunk(left, len(left)/in.rows) {
		in.exec(in.single, slices.Concat(in.same, row)...)
	}
	in.args, in.rows = in.args[:len(in.same)], 0
}

func (w *writer) exec(text string, args ...any) {
	if w.err != nil {
		return
	}
	statement, ok := w.statements[text]
	if !ok {
		statement = w.tx.Stmt(w.prepared[text])
		w.statements[text] = statement
	}
	_, w.err = statement.Exec(args...)
}

func pack(v []float64) []byte { return appendDoubles(nil, v) }

func appendDoubles(out []byte, v []float64) []byte {
	out = slices.Grow(out, 8*len(v))
	end := len(out)
	out = out[:end+8*len(v)]
	for i, x := range v {
		binary.LittleEndian.PutUint64(out[end+8*i:], math.Float64bits(x))
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
