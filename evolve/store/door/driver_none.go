//go:build !cgo

package door

import (
	"database/sql"
	"errors"

	_ "github.com/mattn/go-sqlite3" // says no to everything
)

func openDatabase(string) *sql.DB { return nil }

func isBroken(error) bool   { return false }
func isUnshared(error) bool { return false }
func isBusy(error) bool     { return false }
func isFull(error) bool     { return false }

// Available reports why this program can open no database.
func Available() error {
	return errors.New("this program was built without cgo, which SQLite needs: install a C compiler, and build with CGO_ENABLED=1")
}
