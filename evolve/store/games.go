package store

import (
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"

	"bloodline/engine"
	"bloodline/evolve/store/door"
)

// PlayedGame is a game of programs.
type PlayedGame struct {
	Seed  uint64
	Seats []string // command lines
	engine.Ranking
}

// Book has the games of programs of a run, or of all matches and tournaments.
type Book struct {
	store *Store
	run   int64 // key; 0 for those of matches and tournaments
}

// Book returns the games of matches and tournaments.
func (s *Store) Book() Book { return Book{store: s} }

// Book returns the games of the run.
func (r *Recorder) Book() Book { return Book{r.store, r.key} }

// Find decodes the result of a game into v, and reports whether it was played.
func (b Book) Find(seed uint64, seats []string, v any) (ok bool, err error) {
	var text, kept []byte
	err = b.store.db.Read().QueryRow(`SELECT result, checksum FROM games WHERE run = ? AND seed = ? AND seats = ?`, b.run, int64(seed), jsonList(seats)).Scan(&text, &kept)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	if err == nil {
		err = compareRead(fmt.Sprintf("game of seed %d", seed), json.Unmarshal(text, v), kept, checksum(b.run, seed, jsonList(seats), string(text)))
	}
	return err == nil, b.store.wrapError("find a game", err)
}

// Enter adds a game. A game that is there stays.
func (b Book) Enter(seed uint64, seats []string, v any) error {
	text, err := json.Marshal(v)
	if err == nil {
		err = b.store.exec(`INSERT OR IGNORE INTO games (run, seed, seats, result, checksum) VALUES (?, ?, ?, ?, ?)`, b.run, int64(seed), jsonList(seats), string(text),
			checksum(b.run, seed, jsonList(seats), string(text)))
	}
	return b.store.wrapError("enter a game", err)
}

// Withdraw takes a game out of the book.
func (b Book) Withdraw(seed uint64, seats []string) error {
	err := b.store.exec(`DELETE FROM games WHERE run = ? AND seed = ? AND seats = ?`, b.run, int64(seed), jsonList(seats))
	return b.store.wrapError("withdraw a game", err)
}

// Games calls f for every game of programs of a run, in the order of their seeds.
func (s *Store) Games(run string, tell func(PlayedGame) error) error {
	err := s.within(run, func(r *reader) error { return r.games(tell) })
	return s.wrapError("list games of run "+run, err)
}

func (r *reader) games(tell func(PlayedGame) error) error {
	return door.Query(r, func(scan door.Scanner) error {
		var g PlayedGame
		var seed int64
		var seats, ranking, kept []byte
		if err := scan(&seed, &seats, &ranking, &kept); err != nil {
			return err
		}
		g.Seed = uint64(seed)
		err := errors.Join(json.Unmarshal(seats, &g.Seats), json.Unmarshal(ranking, &g.Ranking))
		if err = compareRead(fmt.Sprintf("game of seed %d", g.Seed), err, kept, checksum(r.run, g.Seed, string(seats), string(ranking))); err != nil {
			return err
		}
		return tell(g)
	}, `SELECT seed, seats, result, checksum FROM games WHERE run = ? ORDER BY seed, seats`, r.run)
}
