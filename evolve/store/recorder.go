package store

import (
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"bloodline/evolve"
	"bloodline/genome"
	"bloodline/genome/gene"
)

// Recorder writes a run into the store. It implements evolve.Recorder.
type Recorder struct {
	Info

	store *Store
	key   int64
	next  int // number of the generation that has to come

	state             string
	started, finished time.Time // finished is zero while it runs

	coder *coder // of genomes; nil before the first generation is recorded
}

// Begin adds a run.
func (s *Store) Begin(info Info) (*Recorder, error) {
	r := &Recorder{Info: info, store: s, state: Running, started: s.Now()}
	genes, err := json.Marshal(info.Genes)
	if err == nil {
		err = s.Lock(info.Name)
	}
	if err != nil {
		return nil, r.wrapError("begin", err)
	}
	r.Identity = s.Identity(info.Name)
	err = s.db.Transact(func(tx *sql.Tx) error {
		if _, err := runKey(tx, info.Name); !errors.Is(err, ErrNotFound) {
			return errors.Join(err, ErrExists)
		}
		if err := tx.QueryRow(`SELECT coalesce(max(key), 0) + 1 FROM runs`).Scan(&r.key); err != nil {
			return err
		}
		_, err := tx.Exec(`INSERT INTO runs (key, name, identity, game, schema_version, schema_hash, genes, config, opponents, seed, program, programs, state, started, checksum)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`, r.key, info.Name, r.Identity, info.Game, info.SchemaVersion, info.SchemaHash, string(genes),
			info.Config, jsonList(info.Opponents), int64(info.Seed), info.Program, jsonList(info.Files), Running, stamp(r.started), sumRun(r.key, &r.Info, Running, r.started, time.Time{}))
		return err
	})
	return r, r.wrapError("begin", err)
}

// Resume continues a run, finished or not. The second result is its last generation, nil when it has none yet, exactly
// as it was recorded. Whether the schema and the settings are still the ones of Run.Info is for the caller to check.
func (s *Store) Resume(name string) (*Recorder, *evolve.Generation, error) {
	r := &Recorder{store: s, Info: Info{Name: name}}
	var newest *evolve.Generation
	if err := s.Lock(name); err != nil {
		return nil, nil, r.wrapError("resume", err)
	}
	err := s.db.Transact(func(tx *sql.Tx) (err error) {
		if r.key, err = runKey(tx, name); err != nil {
			return err
		}
		run, damaged, err := readRuns(tx, name)
		if err = errors.Join(err, damaged); err != nil {
			return err
		}
		r.Info, r.next, r.started = run[0].Info, run[0].Generations, run[0].Started
		var last int
		if err := tx.QueryRow(`SELECT coalesce(max(number), -1) FROM generations WHERE run = ?`, r.key).Scan(&last); err != nil {
			return err
		}
		if last != r.next-1 {
			return fmt.Errorf("generation %d is the last of %d: %w", last, r.next, ErrDamaged)
		}
		if r.next > 0 {
			if newest, err = readSound(newReader(tx, r.key), r.next-1); err != nil {
				return err
			}
		}
		return r.update(tx, r.Info, Running, time.Time{})
	})
	return r, newest, r.wrapError("resume", err)
}

// Generations returns all generations of the run, in order.
func (r *Recorder) Generations() (out []*evolve.Generation, err error) {
	err = r.store.within(r.Name, func(from *reader) error {
		for number := range r.next {
			g, err := from.generation(number)
			if err != nil {
				return fmt.Errorf("generation %d: %w", number, err)
			}
			out = append(out, g)
		}
		return nil
	})
	return out, r.wrapError("read", err)
}

// DeleteGenerations deletes the generations from a number on. Games of programs stay.
func (r *Recorder) DeleteGenerations(from int) error {
	err := r.store.db.Transact(func(tx *sql.Tx) error {
		if _, err := tx.Exec(`DELETE FROM generations WHERE run = ? AND number >= ?`, r.key, from); err != nil {
			return err
		}
		for _, table := range []string{"measurements", "distributions", "centres"} {
			if _, err := tx.Exec(`DELETE FROM `+table+` WHERE run = ? AND generation >= ?`, r.key, from); err != nil {
				return err
			}
		}
		return deleteBorn(tx, r.key, from)
	})
	if err == nil {
		r.next = from
	}
	return r.wrapError(fmt.Sprintf("forget generation %d of", from), err)
}

// Change changes the settings of the run, its programs or whether its games repeat.
func (r *Recorder) Change(change func(*Info)) error {
	info := r.Info
	change(&info)
	return r.wrapError("change", r.store.db.Transact(func(tx *sql.Tx) error { return r.update(tx, info, r.state, r.finished) }))
}

// update writes all of the run's row that changes: settings, programs, whether games repeat, state and time.
func (r *Recorder) update(tx *sql.Tx, info Info, state string, finished time.Time) error {
	end := sql.NullString{String: stamp(finished), Valid: !finished.IsZero()}
	_, err := tx.Exec(`UPDATE runs SET config = ?, programs = ?, nondeterministic = ?, state = ?, finished = ?, checksum = ? WHERE key = ?`,
		info.Config, jsonList(info.Files), info.Nondeterministic, state, end, sumRun(r.key, &info, state, r.started, finished), r.key)
	if err == nil {
		r.Info, r.state, r.finished = info, state, finished
	}
	return err
}

// Finish sets the state of the run, [Finished] or [Stopped], and the time.
func (r *Recorder) Finish(state string) error {
	return r.wrapError("finish", r.store.db.Transact(func(tx *sql.Tx) error { return r.update(tx, r.Info, state, r.store.Now()) }))
}

func (r *Recorder) wrapError(act string, err error) error {
	return r.store.wrapError(act+" run "+r.Name, err)
}

// Info describes a run: its name, game, genes and settings.
type Info struct {
	Name             string            `json:"name"` // unique in its store
	Identity         string            `json:"-"`    // random, as in the lock file of its folder; [Store.Begin] gives it
	Game             string            `json:"game"`
	SchemaVersion    int               `json:"-"`
	SchemaHash       string            `json:"-"`
	Genes            []StoredGene      `json:"-"` // in the order of a genome
	Config           string            `json:"-"` // the resolved settings as text
	Opponents        []string          `json:"-"` // [champion.Digest] of each of field and holdout, in the order of Config; empty without genes
	Seed             uint64            `json:"seed"`
	Program          string            `json:"program"` // version of the program
	Files            map[string]string `json:"-"`       // hashes of the programs that play, by path
	Nondeterministic *bool             `json:"-"`       // whether equal games of programs end differently; nil before that was tried
}

// StoredGene is the name and range of a gene of a run, to notice that the game has other genes now.
type StoredGene struct {
	Name string  `json:"name"`
	Min  float64 `json:"min"`
	Max  float64 `json:"max"`
}

// NewInfo returns the Info of a run of this name, with the game and the genes of a schema.
func NewInfo(name string, schema *genome.Schema) Info {
	info := Info{Name: name, Game: schema.Game, SchemaVersion: schema.Version, SchemaHash: schema.Hash()}
	for _, g := range schema.Genes {
		info.Genes = append(info.Genes, StoredGene{g.Name, g.Min, g.Max})
	}
	return info
}

// The states of a run.
const (
	Running  = "running"
	Stopped  = "stopped"  // interrupted, may be resumed
	Finished = "finished" // has its champion; more generations or a larger budget continue it
)

func stamp(t time.Time) string { return t.UTC().Format(time.RFC3339Nano) }

// schema returns the names and ranges of the run's genes, on which the coding of genomes depends.
func (i *Info) schema() *genome.Schema {
	s := &genome.Schema{Game: i.Game}
	for _, g := range i.Genes {
		s.Genes = append(s.Genes, gene.Gene{Name: g.Name, Min: g.Min, Max: g.Max})
	}
	return s
}

// sumRun is the checksum of the row of a run; finished is zero while it runs.
func sumRun(key int64, i *Info, state string, started, finished time.Time) []byte {
	values := []any{key, i.Name, i.Identity, i.Game, i.SchemaVersion, i.SchemaHash, i.Config, i.Opponents, i.Seed, i.Program, jsonList(i.Files), state, stamp(started), stamp(finished)}
	for _, g := range i.Genes {
		values = append(values, g.Name, g.Min, g.Max)
	}
	if i.Nondeterministic != nil {
		values = append(values, *i.Nondeterministic)
	}
	return checksum(values...)
}
