package door

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"
	"sync"
)

// longestValue is the most bytes that SQLite reads as one value; this program writes some hundred kilobytes.
const longestValue = 16 << 20

// Querier is a database or a transaction.
type Querier interface {
	Query(query string, args ...any) (*sql.Rows, error)
	QueryRow(query string, args ...any) *sql.Row
}

// Scanner reads the columns of a row.
type Scanner = func(into ...any) error

// Query calls row for every row of a query.
func Query(q Querier, row func(scan Scanner) error, text string, args ...any) error {
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

// List returns what row makes of each row of a query, the last one also if it fails.
func List[T any](q Querier, row func(scan Scanner) (T, error), text string, args ...any) (out []T, err error) {
	err = Query(q, func(scan Scanner) error {
		x, err := row(scan)
		out = append(out, x)
		return err
	}, text, args...)
	return out, err
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

// Tables are the tables of a database in all their formats.
type Tables struct {
	// Formats are those of all releases: PRAGMA user_version counts them. None changes later, except in comments. Each
	// has a table store (identity, needs, checksum) of one row and a table runs (name, identity).
	Formats []Format
	// Sum is the checksum of the row of store.
	Sum func(identity, needs string) []byte
	// Check returns an error for the first damaged row of a database of the newest format.
	Check func(ctx context.Context, d *Database) error
}

// Format is a version of the tables.
type Format struct {
	Since string // the first release that reads it
	SQL   string // makes it from the format before

	// Rows, unless it is nil, changes what checksums are of, after SQL, which must not. It compares the checksum of each
	// row before it makes another.
	Rows func(tx *sql.Tx) error
}

// object is something of a schema: a table, an index, a view, a trigger.
type object struct{ kind, name, table, text string }

// schemaOf lists the schema's objects, at most a few more than a database of this program has. It reads no other rows.
func schemaOf(q Querier) ([]object, error) {
	return List(q, func(scan Scanner) (o object, err error) {
		err = scan(&o.kind, &o.name, &o.table, &o.text)
		lines := strings.Split(o.text, "\n") // comments and spaces may differ between programs of a version
		for i, line := range lines {
			lines[i], _, _ = strings.Cut(line, "--")
		}
		o.text = strings.Join(strings.Fields(strings.Join(lines, "\n")), " ")
		return o, err
	}, `SELECT type, name, tbl_name, substr(coalesce(sql, ''), 1, 10000) FROM sqlite_schema ORDER BY type, name LIMIT 100`)
}

// schemas caches the schemas that checkSchema makes, by their statements.
var schemas sync.Map

// checkSchema refuses tables that no version of this program has: a view may have no end, and a trigger do anything.
func (t *Tables) checkSchema(q Querier, version int) error {
	text := ""
	for _, v := range t.Formats[:version] {
		text += v.SQL + ";"
	}
	cached, known := schemas.Load(text)
	if !known {
		db := openDatabase(":memory:")
		defer db.Close()
		if _, err := db.Exec(text); err != nil {
			return err
		}
		own, err := schemaOf(db)
		if err != nil {
			return err
		}
		schemas.Store(text, own)
		cached = own
	}
	own := cached.([]object)
	have, err := schemaOf(q)
	if err != nil {
		return AsForeign(err)
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

// marked reports whether a database has tables, by its marks those of the newest version. An empty database has yet to
// get them; any other that does not fit is refused, as outdated if it can be migrated.
func (t *Tables) marked(q Querier) (bool, error) {
	var application, version, count int
	err := q.QueryRow(`SELECT application_id, user_version, (SELECT count(*) FROM sqlite_schema)
		FROM pragma_application_id, pragma_user_version`).Scan(&application, &version, &count)
	switch {
	case err != nil:
		return false, AsForeign(err)
	case count == 0 && version == 0:
		return false, nil
	case count == 0:
		return false, fmt.Errorf("%w: it has schema %d and no tables", ErrForeign, version)
	}
	return true, t.fit(q, application, version)
}

// fit returns the error for the marks of a database with tables, of which it reads only those of a newer one.
func (t *Tables) fit(q Querier, application, version int) error {
	switch {
	case application == formerID:
		return ErrOlder
	case application != applicationID:
		return fmt.Errorf("%w: the database belongs to another program", ErrForeign)
	case version < 1:
		return fmt.Errorf("%w: it has schema %d", ErrForeign, version)
	case version < len(t.Formats):
		return outdated{version, t.Formats[version-1].Since}
	case version > len(t.Formats):
		return t.newer(q, version)
	}
	return nil
}

// in reports whether a database has the tables of the newest version, as marked does, which it must have as they are.
func (t *Tables) in(q Querier) (bool, error) {
	done, err := t.marked(q)
	if done && err == nil {
		err = t.checkSchema(q, len(t.Formats))
	}
	return done, err
}

// AsForeign makes an ErrForeign of an error of SQLite that is the file's fault.
func AsForeign(err error) error {
	if isBroken(err) {
		return fmt.Errorf("%w: %w", ErrForeign, err)
	}
	return err
}
