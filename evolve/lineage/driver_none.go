//go:build !cgo

package lineage

import (
	"database/sql"

	_ "github.com/mattn/go-sqlite3" // says no to everything
)

func openDatabase(string) *sql.DB { return nil }

func isBroken(error) bool   { return false }
func isUnshared(error) bool { return false }
func isBusy(error) bool     { return false }

const driverMissing = "this program was built without cgo, which SQLite needs"
