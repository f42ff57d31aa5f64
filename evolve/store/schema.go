package store

import (
	_ "embed"
	"fmt"
)

// tables makes all tables of a store.
//
//go:embed 001.sql
var tables string

const (
	applicationID = 0x626c6e67 // PRAGMA application_id marks a database file as ours: "blng"
	schemaVersion = 12         // PRAGMA user_version; 1 to 11 were those of programs before v0.1
)

// checkMarks reports why a database that bears these marks cannot be read; nil if it can.
func checkMarks(application, version int) error {
	switch {
	case application != applicationID:
		return fmt.Errorf("%w: the database belongs to another program", ErrForeign)
	case version < 1:
		return fmt.Errorf("%w: it has schema %d", ErrForeign, version)
	case version < schemaVersion:
		return ErrOlder
	case version > schemaVersion:
		return fmt.Errorf("%w: it has schema %d, known is %d", ErrNewer, version, schemaVersion)
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
	if err := checkMarks(application, version); err != nil {
		return true, err
	}
	return true, checkSchema(q)
}

// asForeign makes an ErrForeign of an error of SQLite that is the file's fault.
func asForeign(err error) error {
	if isBroken(err) {
		return fmt.Errorf("%w: %w", ErrForeign, err)
	}
	return err
}
