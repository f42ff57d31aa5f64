package lineage

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"
	"sync"
)

// longestValue is the most bytes that SQLite reads as one value: genes, settings, a distribution. The longest that this
// program writes are some hundred kilobytes.
const longestValue = 16 << 20

// database is SQLite's, whose queries end with a context.
type database struct {
	*sql.DB
	ctx context.Context
}

func (d *database) Query(text string, args ...any) (*sql.Rows, error) {
	return d.QueryContext(d.ctx, text, args...)
}

func (d *database) QueryRow(text string, args ...any) *sql.Row {
	return d.QueryRowContext(d.ctx, text, args...)
}

func (d *database) Exec(text string, args ...any) (sql.Result, error) {
	return d.ExecContext(d.ctx, text, args...)
}

// bound is a transaction whose queries end with a context.
type bound struct {
	*sql.Tx
	ctx context.Context
}

func (b bound) Query(text string, args ...any) (*sql.Rows, error) {
	return b.QueryContext(b.ctx, text, args...)
}

func (b bound) QueryRow(text string, args ...any) *sql.Row {
	return b.QueryRowContext(b.ctx, text, args...)
}

// Bind makes all later reads end with the error of ctx when it is cancelled.
func (s *Store) Bind(ctx context.Context) { s.db.ctx = ctx }

// object is something of a schema: a table, an index, a view, a trigger.
type object struct{ kind, name, table, text string }

// schemaOf lists what a database has, at most a few more objects than a store, without reading any of it.
func schemaOf(q querier) (out []object, err error) {
	err = query(q, func(scan scanner) error {
		var o object
		err := scan(&o.kind, &o.name, &o.table, &o.text)
		o.text = plainSQL(o.text)
		out = append(out, o)
		return err
	}, `SELECT type, name, tbl_name, substr(coalesce(sql, ''), 1, 10000) FROM sqlite_schema ORDER BY type, name LIMIT 100`)
	return out, err
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

// ownSchema is the schema of a store as this program makes it.
var ownSchema = sync.OnceValues(func() ([]object, error) {
	db, err := sql.Open("sqlite3", ":memory:")
	if err != nil {
		return nil, err
	}
	defer db.Close()
	db.SetMaxOpenConns(1) // another one would be another database
	if _, err := db.Exec(tables); err != nil {
		return nil, err
	}
	return schemaOf(db)
})

// checkSchema refuses a store whose tables are others than this program's: a view may have no end, and a trigger do what
// no command says.
func checkSchema(q querier) error {
	own, err := ownSchema()
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
