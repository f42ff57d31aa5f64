package store

import (
	"database/sql"
	"fmt"

	"bloodline/evolve"
	"bloodline/evolve/store/door"
	"bloodline/genome"
)

// PutLeague adds exploiters and rounds to those of the run.
func (r *Recorder) PutLeague(found evolve.League) error {
	return r.wrapError("put exploiters of", r.store.db.Transact(func(tx *sql.Tx) error {
		for _, x := range found.Exploiters {
			if _, err := tx.Exec(`INSERT INTO exploiters (run, number, round, share, games, genes, checksum) VALUES (?, ?, ?, ?, ?, ?, ?)`,
				r.key, x.Number, x.Round, x.Share, x.Games, appendNumbers(nil, []float64(x.Genes)), sumExploiter(r.key, x)); err != nil {
				return err
			}
		}
		for _, l := range found.Rounds {
			var champion []byte
			if l.Champion != nil {
				champion = appendNumbers(nil, []float64(l.Champion))
			}
			if _, err := tx.Exec(`INSERT INTO league_rounds (run, number, champion, won, checksum) VALUES (?, ?, ?, ?, ?)`,
				r.key, l.Number, champion, appendNumbers([]byte{}, l.Won), sumRound(r.key, l)); err != nil {
				return err
			}
		}
		return nil
	}))
}

func sumExploiter(run int64, x evolve.Exploiter) []byte {
	return checksum(run, x.Number, x.Round, x.Share, x.Games, x.Genes)
}

func sumRound(run int64, l evolve.LeagueRound) []byte {
	return checksum(run, l.Number, l.Champion, l.Won)
}

// League returns the rounds and the exploiters of a run, by their numbers.
func (s *Store) League(run string) (evolve.League, error) {
	return readRun(s, "read exploiters of", run, (*reader).league)
}

func (r *reader) league() (out evolve.League, err error) {
	out.Exploiters, err = door.List(r, func(scan door.Scanner) (x evolve.Exploiter, err error) {
		var genes, kept []byte
		if err := scan(&x.Number, &x.Round, &x.Share, &x.Games, &genes, &kept); err != nil {
			return x, err
		}
		err = x.Genes.UnmarshalBinary(genes)
		return x, compareRead(fmt.Sprintf("exploiter %d", x.Number), err, kept, sumExploiter(r.run, x))
	}, `SELECT number, round, share, games, genes, checksum FROM exploiters WHERE run = ? ORDER BY number`, r.run)
	if err != nil {
		return out, err
	}
	out.Rounds, err = door.List(r, func(scan door.Scanner) (l evolve.LeagueRound, err error) {
		var champion, won, kept []byte
		if err := scan(&l.Number, &champion, &won, &kept); err != nil {
			return l, err
		}
		if champion != nil {
			err = l.Champion.UnmarshalBinary(champion)
		}
		if err == nil && len(won) > 0 {
			err = (*genome.Vector)(&l.Won).UnmarshalBinary(won)
		}
		return l, compareRead(fmt.Sprintf("round %d of the league", l.Number), err, kept, sumRound(r.run, l))
	}, `SELECT number, champion, won, checksum FROM league_rounds WHERE run = ? ORDER BY number`, r.run)
	return out, err
}
