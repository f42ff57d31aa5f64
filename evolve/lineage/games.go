package lineage

import (
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"

	"bloodline/engine"
)

// Game is a game of programs.
type Game struct {
	Seed  uint64
	Seats []string // command lines
	engine.Ranking
}

// book is what Find and Enter keep from game to game: without it they would take a tenth of
// the time of a game that ends at once. Games come from many goroutines.
type book struct {
	mu       sync.Mutex
	prepared map[string]*sql.Stmt // by text, from the first game on; closed with the store
	programs map[string]string    // keys by command line
}

const (
	findGame    = `SELECT ranks, errors, ms FROM games WHERE run = ? AND seed = ? AND seats = ?`
	addGame     = `INSERT OR IGNORE INTO games (run, seed, seats, ranks, errors, ms) VALUES (?, ?, ?, ?, ?, ?)`
	findProgram = `SELECT key FROM programs WHERE command = ?`
	addProgram  = `INSERT INTO programs (command) VALUES (?) ON CONFLICT DO UPDATE SET command = command RETURNING key` // another run may have added it meanwhile
)

// Find returns a game of the run, if it was played.
func (r *Run) Find(seed uint64, seats []string) (g engine.Ranking, ok bool, err error) {
	keys, err := r.programs(seats, findProgram)
	var ranks string
	var faults sql.NullString
	if err == nil {
		err = r.book.prepared[findGame].QueryRow(r.key, int64(seed), keys).Scan(&ranks, &faults, &g.Millis)
	}
	if errors.Is(err, sql.ErrNoRows) {
		return g, false, nil
	}
	if err == nil {
		err = read(&g, ranks, faults)
	}
	if err != nil {
		return g, false, r.failed("find a game of", err)
	}
	return g, true, nil
}

// read reads a ranking as it is stored.
func read(g *engine.Ranking, ranks string, faults sql.NullString) error {
	for word := range strings.SplitSeq(ranks, ",") {
		x, err := strconv.Atoi(word)
		if err != nil {
			return fmt.Errorf("ranks %q: %w", ranks, err)
		}
		g.Ranks = append(g.Ranks, x)
	}
	g.Errors = make([]string, len(g.Ranks))
	if faults.Valid {
		return json.Unmarshal([]byte(faults.String), &g.Errors)
	}
	return nil
}

// Games calls tell for every game of programs of a run, in the order of their seeds.
func (s *Store) Games(run string, tell func(Game) error) error {
	err := s.within(run, func(r *reader) error {
		commands, err := readCommands(r)
		if err != nil {
			return err
		}
		return query(r, func(scan scanner) error {
			var g Game
			var seed int64
			var seats, ranks string
			var faults sql.NullString
			if err := scan(&seed, &seats, &ranks, &faults, &g.Millis); err != nil {
				return err
			}
			g.Seed = uint64(seed)
			for word := range strings.SplitSeq(seats, ",") {
				g.Seats = append(g.Seats, commands[word])
			}
			if err := read(&g.Ranking, ranks, faults); err != nil {
				return err
			}
			return tell(g)
		}, `SELECT seed, seats, ranks, errors, ms FROM games WHERE run = ? ORDER BY seed, seats`, r.run)
	})
	return s.failed("list games of run "+run, err)
}

// readCommands returns the command lines of programs by their keys.
func readCommands(q querier) (map[string]string, error) {
	out := map[string]string{}
	err := query(q, func(scan scanner) error {
		var key, command string
		err := scan(&key, &command)
		out[key] = command
		return err
	}, `SELECT key, command FROM programs`)
	return out, err
}

// Enter adds a game to the run. A game that is there stays.
func (r *Run) Enter(seed uint64, seats []string, g engine.Ranking) error {
	var faults any
	if strings.Join(g.Errors, "") != "" {
		text, err := json.Marshal(g.Errors)
		if err != nil {
			return r.failed("enter a game into", err)
		}
		faults = string(text)
	}
	ranks := make([]string, len(g.Ranks))
	for i, x := range g.Ranks {
		ranks[i] = strconv.Itoa(x)
	}
	err := r.store.writable()
	var keys string
	if err == nil {
		keys, err = r.programs(seats, findProgram, addProgram)
	}
	if err == nil {
		_, err = r.book.prepared[addGame].Exec(r.key, int64(seed), keys, strings.Join(ranks, ","), faults, g.Millis)
	}
	if err != nil {
		return r.failed("enter a game into", err)
	}
	return nil
}

// programs returns the keys of command lines, by the first of the statements that has one;
// else the error is sql.ErrNoRows.
func (r *Run) programs(seats []string, statements ...string) (string, error) {
	r.book.mu.Lock()
	defer r.book.mu.Unlock()
	if err := r.book.open(r.store.db); err != nil {
		return "", err
	}
	keys := make([]string, len(seats))
	for i, line := range seats {
		key, ok := r.book.programs[line]
		for _, text := range statements {
			if ok {
				break
			}
			err := r.book.prepared[text].QueryRow(line).Scan(&key)
			if err != nil && !errors.Is(err, sql.ErrNoRows) {
				return "", err
			}
			ok = err == nil
		}
		if !ok {
			return "", sql.ErrNoRows
		}
		r.book.programs[line], keys[i] = key, key
	}
	return strings.Join(keys, ","), nil
}

func (b *book) open(db *sql.DB) error {
	if b.prepared != nil {
		return nil
	}
	all := map[string]*sql.Stmt{}
	for _, text := range []string{findGame, addGame, findProgram, addProgram} {
		var err error
		if all[text], err = db.Prepare(text); err != nil {
			return err
		}
	}
	b.prepared, b.programs = all, map[string]string{}
	return nil
}

// Program is what a program did in the games of a run.
type Program struct {
	Command       string
	Games, Faulty int64
	Last          string // what was wrong, one of the last times
}

// Programs returns the programs that played games of the run, in the order of their first
// ones.
func (r *Run) Programs() ([]Program, error) {
	rows, err := r.store.db.Query(`SELECT p.command, count(*), count(nullif(json_extract(g.errors, '$[' || s.key || ']'), '')),
			coalesce(max(nullif(json_extract(g.errors, '$[' || s.key || ']'), '')), '')
		FROM games g, json_each('[' || g.seats || ']') s JOIN programs p ON p.key = s.value
		WHERE g.run = ? GROUP BY p.key ORDER BY p.key`, r.key)
	if err != nil {
		return nil, r.failed("count the games of", err)
	}
	defer rows.Close()
	var out []Program
	for rows.Next() {
		var p Program
		if err := rows.Scan(&p.Command, &p.Games, &p.Faulty, &p.Last); err != nil {
			return nil, r.failed("count the games of", err)
		}
		out = append(out, p)
	}
	if err := rows.Err(); err != nil {
		return nil, r.failed("count the games of", err)
	}
	return out, nil
}
