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

// Find returns the result of a game of the run, and reports whether it was played.
func (r *Recorder) Find(seed uint64, seats []string) (result engine.Ranking, ok bool, err error) {
	var text, kept []byte
	err = r.store.db.Read().QueryRow(`SELECT result, checksum FROM games WHERE run = ? AND seed = ? AND seats = ?`, r.key, int64(seed), jsonList(seats)).Scan(&text, &kept)
	if errors.Is(err, sql.ErrNoRows) {
		return result, false, nil
	}
	if err == nil {
		err = compareRead(fmt.Sprintf("game of seed %d", seed), json.Unmarshal(text, &result), kept, checksum(r.key, seed, jsonList(seats), string(text)))
	}
	return result, err == nil, r.store.wrapError("find a game", err)
}

// Enter adds a game. A game that is there stays.
func (r *Recorder) Enter(seed uint64, seats []string, result engine.Ranking) error {
	text, err := json.Marshal(result)
	if err == nil {
		err = r.store.exec(`INSERT OR IGNORE INTO games (run, seed, seats, result, checksum) VALUES (?, ?, ?, ?, ?)`, r.key, int64(seed), jsonList(seats), string(text),
			checksum(r.key, seed, jsonList(seats), string(text)))
	}
	return r.store.wrapError("enter a game", err)
}

// Withdraw removes a game.
func (r *Recorder) Withdraw(seed uint64, seats []string) error {
	err := r.store.exec(`DELETE FROM games WHERE run = ? AND seed = ? AND seats = ?`, r.key, int64(seed), jsonList(seats))
	return r.store.wrapError("withdraw a game", err)
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
