package store

import (
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"bloodline/engine"
	"bloodline/evolve/store/door"
)

// Ladder is a contest in which bots meet each other.
type Ladder struct {
	Digest  string            // of Parts
	Contest string            // path of the run file, from the store's folder
	Parts   map[string]string // what decides a game beside the bots: settings, and hashes of files, by name
	Plan    [2][]PlannedBlock // the two last rounds that were begun, the latest last
	Begun   time.Time

	key int64
}

// PlannedBlock is a deal that two bots, by their digests, play in all seatings.
type PlannedBlock struct {
	Bots  [2]string `json:"bots"`
	Block int       `json:"block"`
}

// Bot is a bot of a contest's ladders.
type Bot struct {
	Name     string    `json:"bot"`
	Digest   string    `json:"digest"`  // of the command and the files that it names
	Command  string    `json:"command"` // with {bot} for the folder of the copied files
	Folder   string    `json:"folder,omitempty"`
	State    string    `json:"state" enum:"active,retired,suspended"`
	Reason   string    `json:"reason,omitempty"` // why it was suspended, with a command that plays such a game again
	Note     string    `json:"note,omitempty"`
	Added    time.Time `json:"added"`
	Revision string    `json:"revision,omitempty"` // commit of the Git repository that it came from
	Clean    *bool     `json:"clean,omitempty"`    // whether the repository had no changes beside that commit
}

// The states of a bot.
const (
	Active    = "active"
	Retired   = "retired"
	Suspended = "suspended" // after faults in a row
)

// LadderGame is a game of a ladder.
type LadderGame struct {
	Seed   uint64
	Bots   []string // digests by seat
	Played time.Time
	engine.Ranking
}

// Ladders lists the ladders, in the order in which they began.
func (s *Store) Ladders() ([]Ladder, error) {
	out, err := readLadders(s.db.Read(), func(err error) error { return err })
	return out, s.wrapError("list ladders", err)
}

// readLadders lists ladders. The error of a damaged row goes to damage, whose error ends it.
func readLadders(q door.Querier, damage func(error) error) ([]Ladder, error) {
	return door.List(q, func(scan door.Scanner) (l Ladder, err error) {
		var parts, plan, begun string
		var kept []byte
		if err = scan(&l.key, &l.Digest, &l.Contest, &parts, &plan, &begun, &kept); err != nil {
			return l, err
		}
		l.Begun, err = time.Parse(time.RFC3339Nano, begun)
		err = errors.Join(err, json.Unmarshal([]byte(parts), &l.Parts), json.Unmarshal([]byte(plan), &l.Plan))
		return l, damage(compareRead("ladder of "+l.Contest, err, kept, checksum(l.key, l.Digest, l.Contest, parts, plan, begun)))
	}, `SELECT key, digest, contest, parts, plan, begun, checksum FROM ladders ORDER BY key`)
}

// PutLadder adds a ladder, or changes the plan of the one with its digest.
func (s *Store) PutLadder(l *Ladder) error {
	return s.wrapError("put ladder", s.db.Transact(func(tx *sql.Tx) error {
		err := tx.QueryRow(`SELECT key FROM ladders WHERE digest = ?`, l.Digest).Scan(&l.key)
		if errors.Is(err, sql.ErrNoRows) {
			l.Begun = s.Now()
			err = tx.QueryRow(`SELECT coalesce(max(key), 0) + 1 FROM ladders`).Scan(&l.key)
		}
		parts, plan := jsonList(l.Parts), jsonList(l.Plan)
		if err == nil {
			_, err = tx.Exec(`INSERT INTO ladders (key, digest, contest, parts, plan, begun, checksum) VALUES (?, ?, ?, ?, ?, ?, ?)
				ON CONFLICT DO UPDATE SET contest = excluded.contest, plan = excluded.plan, checksum = excluded.checksum`,
				l.key, l.Digest, l.Contest, parts, plan, stamp(l.Begun), checksum(l.key, l.Digest, l.Contest, parts, plan, stamp(l.Begun)))
		}
		return err
	}))
}

// Bots lists the bots of a contest, in the order in which they were added.
func (s *Store) Bots(contest string) ([]Bot, error) {
	out, err := readBots(s.db.Read(), contest, func(err error) error { return err })
	slices.SortStableFunc(out, func(a, b Bot) int { return a.Added.Compare(b.Added) })
	return out, s.wrapError("list bots", err)
}

// readBots lists the bots of a contest, of all contests for the empty one. See readLadders.
func readBots(q door.Querier, contest string, damage func(error) error) ([]Bot, error) {
	return door.List(q, func(scan door.Scanner) (b Bot, err error) {
		var of, added string
		var clean sql.NullBool
		var kept []byte
		if err = scan(&of, &b.Name, &b.Digest, &b.Command, &b.Folder, &b.State, &b.Reason, &b.Note, &added, &b.Revision, &clean, &kept); err != nil {
			return b, err
		}
		if clean.Valid {
			b.Clean = &clean.Bool
		}
		b.Added, err = time.Parse(time.RFC3339Nano, added)
		return b, damage(compareRead("bot "+b.Name, err, kept, sumBot(of, &b)))
	}, `SELECT contest, name, digest, command, folder, state, reason, note, added, revision, clean, checksum FROM bots
		WHERE ?1 = '' OR contest = ?1 ORDER BY contest, name`, contest)
}

func sumBot(contest string, b *Bot) []byte {
	values := []any{contest, b.Name, b.Digest, b.Command, b.Folder, b.State, b.Reason, b.Note, stamp(b.Added), b.Revision}
	if b.Clean != nil {
		values = append(values, *b.Clean)
	}
	return checksum(values...)
}

// PutBot adds a bot to a contest, or replaces the one that has its digest. Added is set for a new one.
func (s *Store) PutBot(contest string, b *Bot) error {
	if b.Added.IsZero() {
		b.Added = s.Now()
	}
	return s.wrapError("put bot "+b.Name, s.db.Transact(func(tx *sql.Tx) error {
		_, err := tx.Exec(`DELETE FROM bots WHERE contest = ? AND digest = ?`, contest, b.Digest)
		if err == nil {
			_, err = tx.Exec(`INSERT INTO bots (contest, name, digest, command, folder, state, reason, note, added, revision, clean, checksum)
				VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`, contest, b.Name, b.Digest, b.Command, b.Folder, b.State, b.Reason, b.Note, stamp(b.Added),
				b.Revision, b.Clean, sumBot(contest, b))
		}
		return err
	}))
}

// RemoveBot deletes a bot of a contest with its games, unless another contest has the same bot. It reports whether any
// other bot has files in the same folder.
func (s *Store) RemoveBot(contest string, b Bot) (shared bool, err error) {
	return shared, s.wrapError("remove bot "+b.Name, s.db.Transact(func(tx *sql.Tx) error {
		_, err := tx.Exec(`DELETE FROM bots WHERE contest = ? AND digest = ?`, contest, b.Digest)
		same := 0
		if err == nil {
			err = tx.QueryRow(`SELECT count(*), coalesce(sum(folder = ?), 0) > 0 FROM bots WHERE digest = ?`, b.Folder, b.Digest).Scan(&same, &shared)
		}
		if err == nil && same == 0 {
			_, err = tx.Exec(`DELETE FROM ladder_games WHERE EXISTS (SELECT 1 FROM json_each(seats) WHERE value = ?)`, b.Digest)
		}
		return err
	}))
}

// EnterLadderGame adds a game to a ladder that [Store.PutLadder] has put. A game that is there stays.
func (s *Store) EnterLadderGame(l *Ladder, g *LadderGame) error {
	g.Played = s.Now()
	text, err := json.Marshal(g.Ranking)
	if err == nil {
		seats := jsonList(g.Bots)
		err = s.exec(`INSERT OR IGNORE INTO ladder_games (ladder, seed, seats, result, played, checksum) VALUES (?, ?, ?, ?, ?, ?)`, l.key, int64(g.Seed), seats,
			string(text), stamp(g.Played), checksum(l.key, g.Seed, seats, string(text), stamp(g.Played)))
	}
	return s.wrapError("enter a game", err)
}

// LadderGames lists the games of a ladder, in the order in which they ended.
func (s *Store) LadderGames(l *Ladder) (out []LadderGame, err error) {
	err = readLadderGames(s.db.Read(), l.key, func(err error) error { return err }, func(g LadderGame) error {
		out = append(out, g)
		return nil
	})
	slices.SortStableFunc(out, func(a, b LadderGame) int { return a.Played.Compare(b.Played) })
	return out, s.wrapError("list games of a ladder", err)
}

func readLadderGames(q door.Querier, ladder int64, damage func(error) error, tell func(LadderGame) error) error {
	return door.Query(q, func(scan door.Scanner) error {
		var g LadderGame
		var seed int64
		var seats, result, played string
		var kept []byte
		if err := scan(&seed, &seats, &result, &played, &kept); err != nil {
			return err
		}
		g.Seed = uint64(seed)
		at, err := time.Parse(time.RFC3339Nano, played)
		err = errors.Join(err, json.Unmarshal([]byte(seats), &g.Bots), json.Unmarshal([]byte(result), &g.Ranking))
		g.Played = at
		err = compareRead(fmt.Sprintf("game of seed %d of a ladder", g.Seed), err, kept, checksum(ladder, g.Seed, seats, result, played))
		if err != nil {
			return damage(err)
		}
		return tell(g)
	}, `SELECT seed, seats, result, played, checksum FROM ladder_games WHERE ladder = ? ORDER BY seed, seats`, ladder)
}
