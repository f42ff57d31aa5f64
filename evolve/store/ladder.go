package store

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
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
}

// PlannedBlock is a deal that two bots, by their digests, play in all seatings.
type PlannedBlock struct {
	Bots  [2]string
	Block int
}

// Bot is a bot of a contest's ladders.
type Bot struct {
	Name     string    `json:"bot"`
	Digest   string    `json:"digest"`  // of the command and the files that it names
	Command  string    `json:"command"` // with {bot} for the folder of the copied files
	Folder   string    `json:"folder,omitempty"`
	State    string    `json:"state" enum:"active,retired,suspended"`
	Reason   string    `json:"reason,omitempty"`         // why it was suspended
	Again    string    `json:"replay_command,omitempty"` // line of a shell that plays such a game again; none with style stdio
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
	Seed   uint64    `json:"seed"`
	Bots   []string  `json:"bots"` // digests by seat
	Played time.Time `json:"played"`
	engine.Ranking
}

// The keys of the tables of ladders, whose rows have a value as JSON.
var (
	ladderKey = []string{"ladders", "digest"}
	botKey    = []string{"bots", "contest", "digest"}
	gameKey   = []string{"ladder_games", "ladder", "seed", "seats"}
)

// putValueOf inserts a row with a key, or with or = "REPLACE" changes it.
func (s *Store) putValueOf(or string, key []string, value any, of ...any) error {
	text, err := json.Marshal(value)
	if err != nil {
		return err
	}
	sum := checksum(strings.TrimSuffix(fmt.Sprintln(of...), "\n"), string(text))
	columns, marks := strings.Join(key[1:], ", "), strings.Repeat(", ?", len(key))
	query := `INSERT OR ` + or + ` INTO ` + key[0] + ` (` + columns + `, value, checksum) VALUES (?` + marks + `)`
	return s.exec(query, append(of, string(text), sum)...)
}

// valuesOf lists the values of rows. The error of a damaged row goes to damage, whose error ends it.
func valuesOf[T any](q door.Querier, damage func(error) error, key []string, where string, args ...any) ([]T, error) {
	return door.List(q, func(scan door.Scanner) (x T, err error) {
		var of string
		var text, kept []byte
		if err = scan(&of, &text, &kept); err != nil {
			return x, err
		}
		err = json.Unmarshal(text, &x)
		return x, damage(compareRead("a row of "+key[0]+", "+of, err, kept, checksum(of, string(text))))
	}, `SELECT `+strings.Join(key[1:], ` || ' ' || `)+`, value, checksum FROM `+key[0]+` WHERE `+where, args...)
}

func noDamage(err error) error { return err }

// Ladders lists the ladders, in the order in which they began.
func (s *Store) Ladders() ([]Ladder, error) {
	out, err := valuesOf[Ladder](s.db.Read(), noDamage, ladderKey, "true")
	slices.SortStableFunc(out, func(a, b Ladder) int { return a.Begun.Compare(b.Begun) })
	return out, s.wrapError("list ladders", err)
}

// PutLadder adds a ladder, or changes the one with its digest.
func (s *Store) PutLadder(l *Ladder) error {
	if l.Begun.IsZero() {
		l.Begun = s.Now()
	}
	return s.wrapError("put ladder", s.putValueOf("REPLACE", ladderKey, l, l.Digest))
}

// Bots lists the bots of a contest, in the order in which they were added.
func (s *Store) Bots(contest string) ([]Bot, error) {
	out, err := valuesOf[Bot](s.db.Read(), noDamage, botKey, "contest = ?", contest)
	slices.SortStableFunc(out, func(a, b Bot) int { return a.Added.Compare(b.Added) })
	return out, s.wrapError("list bots", err)
}

// PutBot adds a bot to a contest, or changes the one that has its digest.
func (s *Store) PutBot(contest string, b *Bot) error {
	if b.Added.IsZero() {
		b.Added = s.Now()
	}
	return s.wrapError("put bot "+b.Name, s.putValueOf("REPLACE", botKey, b, contest, b.Digest))
}

// RemoveBot deletes a bot of a contest, and its games unless another contest has the same bot, which shared reports.
func (s *Store) RemoveBot(contest string, b Bot) (shared bool, err error) {
	err = s.db.Transact(func(tx *sql.Tx) error {
		_, err := tx.Exec(`DELETE FROM bots WHERE contest = ? AND digest = ?`, contest, b.Digest)
		if err == nil {
			err = tx.QueryRow(`SELECT count(*) > 0 FROM bots WHERE digest = ?`, b.Digest).Scan(&shared)
		}
		if err == nil && !shared {
			_, err = tx.Exec(`DELETE FROM ladder_games WHERE ? IN (SELECT s.value FROM json_each(seats) s)`, b.Digest)
		}
		return err
	})
	return shared, s.wrapError("remove bot "+b.Name, err)
}

// EnterLadderGame adds a game to a ladder that is in the store. A game that is there stays.
func (s *Store) EnterLadderGame(ladder string, g *LadderGame) error {
	g.Played = s.Now()
	return s.wrapError("enter a game", s.putValueOf("IGNORE", gameKey, g, ladder, int64(g.Seed), jsonList(g.Bots)))
}

// LadderGames lists the games of a ladder, by its digest, in the order in which they ended.
func (s *Store) LadderGames(ladder string) (out []LadderGame, err error) {
	out, err = valuesOf[LadderGame](s.db.Read(), noDamage, gameKey, "ladder = ?", ladder)
	slices.SortStableFunc(out, func(a, b LadderGame) int { return a.Played.Compare(b.Played) })
	return out, s.wrapError("list games of a ladder", err)
}
