//go:build cgo

package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"slices"

	"github.com/mattn/go-sqlite3"
)

// connector opens connections to a database, which read no value that is too long.
type connector struct{ dsn string }

func (c connector) Connect(context.Context) (driver.Conn, error) {
	conn, err := c.Driver().Open(c.dsn)
	if err == nil {
		conn.(*sqlite3.SQLiteConn).SetLimit(sqlite3.SQLITE_LIMIT_LENGTH, longestValue)
	}
	return conn, err
}

func (connector) Driver() driver.Driver { return &sqlite3.SQLiteDriver{} }

func openDatabase(dsn string) *sql.DB { return sql.OpenDB(connector{dsn}) }

func hasCode(err error, codes ...sqlite3.ErrNo) bool {
	var e sqlite3.Error
	return errors.As(err, &e) && slices.Contains(codes, e.Code)
}

// isBroken reports whether an error of SQLite says that the file is no database, is damaged or has too long a value.
func isBroken(err error) bool {
	return hasCode(err, sqlite3.ErrNotADB, sqlite3.ErrCorrupt, sqlite3.ErrTooBig)
}

// isUnshared tells whether SQLite could not make the files that readers share.
func isUnshared(err error) bool { return hasCode(err, sqlite3.ErrCantOpen, sqlite3.ErrReadonly) }

// isFull tells whether the disk has no space.
func isFull(err error) bool { return hasCode(err, sqlite3.ErrFull) }

// isBusy tells whether SQLite has met another process where it does not wait.
func isBusy(err error) bool {
	return hasCode(err, sqlite3.ErrBusy, sqlite3.ErrLocked, sqlite3.ErrProtocol)
}

// Available reports why this program can open no store.
func Available() error { return nil }
