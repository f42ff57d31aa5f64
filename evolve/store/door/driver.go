//go:build cgo

package door

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

// openDatabase opens a database with one connection: another one of a database in memory would be another database.
func openDatabase(dsn string) *sql.DB {
	db := sql.OpenDB(connector{dsn})
	db.SetMaxOpenConns(1)
	return db
}

func hasCode(err error, codes ...sqlite3.ErrNo) bool {
	var e sqlite3.Error
	return errors.As(err, &e) && slices.Contains(codes, e.Code)
}

// isBroken reports whether an error of SQLite says that the file is no database, is damaged or has too long a value.
func isBroken(err error) bool {
	return hasCode(err, sqlite3.ErrNotADB, sqlite3.ErrCorrupt, sqlite3.ErrTooBig)
}

// isUnshared reports whether SQLite could not make the files that readers share.
func isUnshared(err error) bool { return hasCode(err, sqlite3.ErrCantOpen, sqlite3.ErrReadonly) }

func isFull(err error) bool { return hasCode(err, sqlite3.ErrFull) }

// isBusy reports whether SQLite has met another process where it does not wait.
func isBusy(err error) bool {
	return hasCode(err, sqlite3.ErrBusy, sqlite3.ErrLocked, sqlite3.ErrProtocol)
}

// Available reports why this program can open no database.
func Available() error { return nil }
