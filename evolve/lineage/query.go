package lineage

import (
	"database/sql"
	"errors"
)

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

// column returns the only column of a query's rows.
func column[T any](q querier, text string, args ...any) (out []T, err error) {
	err = query(q, func(scan scanner) error {
		var x T
		err := scan(&x)
		out = append(out, x)
		return err
	}, text, args...)
	return out, err
}

func runKey(q querier, name string) (key int64, err error) {
	err = q.QueryRow(`SELECT key FROM runs WHERE name = ?`, name).Scan(&key)
	if errors.Is(err, sql.ErrNoRows) {
		err = ErrNotFound
	}
	return key, err
}
