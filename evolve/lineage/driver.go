//go:build cgo

package lineage

import (
	"errors"

	"github.com/mattn/go-sqlite3"
)

// isBroken tells whether SQLite has found a file to be none of its own, or damaged.
func isBroken(err error) bool {
	var e sqlite3.Error
	return errors.As(err, &e) && (e.Code == sqlite3.ErrNotADB || e.Code == sqlite3.ErrCorrupt)
}

// isUnshared tells whether SQLite could not make the files that readers share.
func isUnshared(err error) bool {
	var e sqlite3.Error
	return errors.As(err, &e) && (e.Code == sqlite3.ErrCantOpen || e.Code == sqlite3.ErrReadonly)
}

// isBusy tells whether SQLite has met another process where it does not wait.
func isBusy(err error) bool {
	var e sqlite3.Error
	return errors.As(err, &e) && (e.Code == sqlite3.ErrBusy || e.Code == sqlite3.ErrLocked || e.Code == sqlite3.ErrProtocol)
}

const driverMissing = ""
