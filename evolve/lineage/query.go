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

// each calls row for every row of a query.
func each(q querier, row func(scan func(...any) error) error, query string, args ...any) error {
	rows, err := q.Query(query, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := row(rows.Scan); err != nil {
			return err
		}
	}
	return rows.Err()
}

func runKey(q querier, name string) (key int64, err error) {
	err = q.QueryRow(`SELECT key FROM runs WHERE name = ?`, name).Scan(&key)
	if errors.Is(err, sql.ErrNoRows) {
		err = ErrNotFound
	}
	return key, err
}
