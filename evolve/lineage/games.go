package lineage

import (
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// Game is a game of programs.
type Game struct {
	Seed   uint64
	Seats  []string // command lines
	Ranks  []int    // by seat; the lowest is the best
	Errors []string // by seat; empty where nothing was wrong
	Millis float64
}

// Find returns a game of the run, if it was played.
func (r *Run) Find(seed uint64, seats []string) (g Game, ok bool, err error) {
	g = Game{Seed: seed, Seats: seats}
	keys, err := r.programs(r.store.db, seats)
	if errors.Is(err, sql.ErrNoRows) {
		return g, false, nil
	}
	var ranks string
	var faults sql.NullString
	if err == nil {
		err = r.store.db.QueryRow(`SELECT ranks, errors, ms FROM games WHERE run = ? AND seed = ? AND seats = ?`, r.key, int64(seed), keys).
			Scan(&ranks, &faults, &g.Millis)
	}
	if errors.Is(err, sql.ErrNoRows) {
		return g, false, nil
	}
	if err == nil {
		err = g.read(ranks, faults)
	}
	if err != nil {
		return g, false, r.failed("find a game of", err)
	}
	return g, true, nil
}

func (g *Game) read(ranks string, faults sql.NullString) error {
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

// Enter adds a game to the run, in a transaction of its own. A game that is there stays.
func (r *Run) Enter(g Game) error {
	err := r.store.change(func(tx *sql.Tx) error {
		for _, line := range g.Seats {
			if _, err := tx.Exec(`INSERT OR IGNORE INTO programs (command) VALUES (?)`, line); err != nil {
				return err
			}
		}
		keys, err := r.programs(tx, g.Seats)
		if err != nil {
			return err
		}
		var faults any
		if strings.Join(g.Errors, "") != "" {
			text, err := json.Marshal(g.Errors)
			if err != nil {
				return err
			}
			faults = string(text)
		}
		var ranks []string
		for _, x := range g.Ranks {
			ranks = append(ranks, strconv.Itoa(x))
		}
		_, err = tx.Exec(`INSERT OR IGNORE INTO games (run, seed, seats, ranks, errors, ms) VALUES (?, ?, ?, ?, ?, ?)`,
			r.key, int64(g.Seed), keys, strings.Join(ranks, ","), faults, g.Millis)
		return err
	})
	if err != nil {
		return r.failed("enter a game into", err)
	}
	return nil
}

// programs returns the keys of command lines; sql.ErrNoRows if one was never seen.
func (r *Run) programs(q interface {
	QueryRow(query string, args ...any) *sql.Row
}, seats []string,
) (string, error) {
	keys := make([]string, len(seats))
	for i, line := range seats {
		if err := q.QueryRow(`SELECT key FROM programs WHERE command = ?`, line).Scan(&keys[i]); err != nil {
			return "", err
		}
	}
	return strings.Join(keys, ","), nil
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
