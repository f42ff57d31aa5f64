//go:build cgo

package lineage

import (
	"errors"
	"slices"

	"github.com/mattn/go-sqlite3"
)

func hasCode(err error, codes ...sqlite3.ErrNo) bool {
	var e sqlite3.Error
	return errors.As(err, &e) && slices.Contains(codes, e.Code)
}

// isBroken tells whether SQLite has found a file to be none of its own, or damaged.
func isBroken(err error) bool { return hasCode(err, sqlite3.ErrNotADB, sqlite3.ErrCorrupt) }

// isUnshared tells whether SQLite could not make the files that readers share.
func isUnshared(err error) bool { return hasCode(err, sqlite3.ErrCantOpen, sqlite3.ErrReadonly) }

// isBusy tells whether SQLite has met another process where it does not wait.
func isBusy(err error) bool {
	return hasCode(err, sqlite3.ErrBusy, sqlite3.ErrLocked, sqlite3.ErrProtocol)
}

// Available reports why this program can open no store.
func Available() error { return nil }
