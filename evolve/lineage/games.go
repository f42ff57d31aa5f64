package lineage

import (
	"database/sql"
	"encoding/json"
	"errors"

	"bloodline/engine"
)

// PlayedGame is a game of programs.
type PlayedGame struct {
	Seed  uint64
	Seats []string // command lines
	engine.Ranking
}

// Find returns a game of the run, if it was played.
func (r *Run) Find(seed uint64, seats []string) (g engine.Ranking, ok bool, err error) {
	var text []byte
	err = r.store.reads().QueryRow(`SELECT ranking FROM games WHERE run = ? AND seed = ? AND seats = ?`, r.key, int64(seed), listed(seats)).Scan(&text)
	if errors.Is(err, sql.ErrNoRows) {
		return g, false, nil
	}
	if err == nil {
		err = json.Unmarshal(text, &g)
	}
	return g, err == nil, r.failed("find a game of", err)
}

// Enter adds a game to the run. A game that is there stays.
func (r *Run) Enter(seed uint64, seats []string, g engine.Ranking) error {
	text, err := json.Marshal(g)
	if err == nil {
		err = r.store.exec(`INSERT OR IGNORE INTO games (run, seed, seats, ranking) VALUES (?, ?, ?, ?)`, r.key, int64(seed), listed(seats), string(text))
	}
	return r.failed("enter a game into", err)
}

// Withdraw takes a game out of the run.
func (r *Run) Withdraw(seed uint64, seats []string) error {
	err := r.store.exec(`DELETE FROM games WHERE run = ? AND seed = ? AND seats = ?`, r.key, int64(seed), listed(seats))
	return r.failed("withdraw a game of", err)
}

// Games calls tell for every game of programs of a run, in the order of their seeds.
func (s *Store) Games(run string, tell func(PlayedGame) error) error {
	err := s.within(run, func(r *reader) error {
		return query(r, func(scan scanner) error {
			var g PlayedGame
			var seed int64
			var seats, ranking []byte
			err := scan(&seed, &seats, &ranking)
			if err == nil {
				err = errors.Join(json.Unmarshal(seats, &g.Seats), json.Unmarshal(ranking, &g.Ranking))
			}
			if err != nil {
				return err
			}
			g.Seed = uint64(seed)
			return tell(g)
		}, `SELECT seed, seats, ranking FROM games WHERE run = ? ORDER BY seed, seats`, r.run)
	})
	return s.failed("list games of run "+run, err)
}
