package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
)

// longestValue is the most bytes that SQLite reads as one value: genes, settings, a distribution. The longest that this
// program writes are some hundred kilobytes.
const longestValue = 16 << 20

// querier is a database or a transaction.
type querier interface {
	Query(query string, args ...any) (*sql.Rows, error)
	QueryRow(query string, args ...any) *sql.Row
}

// scanner reads the columns of a row.
type scanner = func(into ...any) error

// query calls row for every row of a query.
func query(q querier, row func(scan scanner) error, text string, args ...any) error {
	found, err := q.Query(text, args...)
	if err != nil {
		return err
	}
	defer found.Close()
	for found.Next() {
		if err := row(found.Scan); err != nil {
			return err
		}
	}
	return found.Err()
}

// list returns what row makes of each row of a query, the last one also if it fails.
func list[T any](q querier, row func(scan scanner) (T, error), text string, args ...any) (out []T, err error) {
	err = query(q, func(scan scanner) error {
		x, err := row(scan)
		out = append(out, x)
		return err
	}, text, args...)
	return out, err
}

// column returns the only column of a query's rows.
func column[T any](q querier, text string, args ...any) ([]T, error) {
	return list(q, func(scan scanner) (x T, err error) {
		err = scan(&x)
		return x, err
	}, text, args...)
}

func runKey(q querier, name string) (key int64, err error) {
	err = q.QueryRow(`SELECT key FROM runs WHERE name = ?`, name).Scan(&key)
	if errors.Is(err, sql.ErrNoRows) {
		err = ErrNotFound
	}
	return key, err
}

// bound is a database or a transaction whose queries end with a context.
type bound struct {
	on interface {
		QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
		QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
	}
	ctx context.Context
}

func (b bound) Query(text string, args ...any) (*sql.Rows, error) {
	return b.on.QueryContext(b.ctx, text, args...)
}

func (b bound) QueryRow(text string, args ...any) *sql.Row {
	return b.on.QueryRowContext(b.ctx, text, args...)
}

// Bind makes all later reads end with the error of ctx when it is cancelled.
func (s *Store) Bind(ctx context.Context) { s.ctx = ctx }

// readDB returns the database for queries that end with the store's context.
func (s *Store) readDB() querier { return bound{s.db, s.ctx} }

// object is something of a schema: a table, an index, a view, a trigger.
type object struct{ kind, name, table, text string }

// schemaOf lists what a database has, at most a few more objects than a store, without reading any of it.
func schemaOf(q querier) ([]object, error) {
	return list(q, func(scan scanner) (o object, err error) {
		err = scan(&o.kind, &o.name, &o.table, &o.text)
		o.text = plainSQL(o.text)
		return o, err
	}, `SELECT type, name, tbl_name, substr(coalesce(sql, ''), 1, 10000) FROM sqlite_schema ORDER BY type, name LIMIT 100`)
}

// plainSQL returns a statement without comments and spaces: these may differ between programs of a version.
func plainSQL(text string) string {
	var out []string
	for line := range strings.Lines(text) {
		line, _, _ = strings.Cut(line, "--")
		out = append(out, strings.Fields(line)...)
	}
	return strings.Join(out, " ")
}

// schemas caches ownSchema, by the statements.
var schemas sync.Map

// ownSchema is the schema of a store as this program makes or migrates it, of the first so many versions.
func ownSchema(version int) ([]object, error) {
	text := ""
	for _, v := range versions[:version] {
		text += v.sql + ";"
	}
	if known, ok := schemas.Load(text); ok {
		return known.([]object), nil
	}
	db, err := sql.Open("sqlite3", ":memory:")
	if err != nil {
		return nil, err
	}
	defer db.Close()
	db.SetMaxOpenConns(1) // another one would be another database
	if _, err := db.Exec(text); err != nil {
		return nil, err
	}
	own, err := schemaOf(db)
	if err == nil {
		schemas.Store(text, own)
	}
	return own, err
}

// checkSchema refuses a store whose tables are others than this program's: a view may have no end, and a trigger do
// what no command says.
func checkSchema(q querier, version int) error {
	own, err := ownSchema(version)
	if err != nil {
		return err
	}
	have, err := schemaOf(q)
	if err != nil {
		return asForeign(err)
	}
	for _, o := range have {
		if i := slices.IndexFunc(own, func(x object) bool { return x.kind == o.kind && x.name == o.name }); i < 0 {
			return fmt.Errorf("%w: %s %.40q is none of this program's", ErrForeign, o.kind, o.name)
		} else if own[i] != o {
			return fmt.Errorf("%w: %s %s differs from this program's", ErrForeign, o.kind, o.name)
		}
	}
	if len(have) != len(own) {
		return fmt.Errorf("%w: tables or indexes are missing", ErrForeign)
	}
	return nil
}

// PRAGMA application_id marks a database file as ours: "blod", and "blng" before v0.1.
const applicationID, formerID = 0x626c6f64, 0x626c6e67

// checkMarks reports why a database that bears these marks cannot be read as it is; nil if it can. It is outdated if it
// can be migrated.
func checkMarks(q querier, application, version int) error {
	switch {
	case application == formerID:
		return ErrOlder
	case application != applicationID:
		return fmt.Errorf("%w: the database belongs to another program", ErrForeign)
	case version < 1:
		return fmt.Errorf("%w: it has schema %d", ErrForeign, version)
	case version < len(versions):
		return outdated{version}
	case version > len(versions):
		return newer(q, version)
	}
	return nil
}

// hasTables reports whether a database has its tables. An empty database has yet to get them; any other that does not
// fit is refused.
func hasTables(q querier) (bool, error) {
	var application, version, count int
	err := q.QueryRow(`SELECT application_id, user_version, (SELECT count(*) FROM sqlite_schema)
		FROM pragma_application_id, pragma_user_version`).Scan(&application, &version, &count)
	switch {
	case err != nil:
		return false, asForeign(err)
	case count == 0 && version == 0:
		return false, nil
	case count == 0:
		return false, fmt.Errorf("%w: it has schema %d and no tables", ErrForeign, version)
	}
	if err := checkMarks(q, application, version); err != nil {
		return true, err
	}
	return true, checkSchema(q, version)
}

// asForeign makes an ErrForeign of an error of SQLite that is the file's fault.
func asForeign(err error) error {
	if isBroken(err) {
		return fmt.Errorf("%w: %w", ErrForeign, err)
	}
	return err
}
