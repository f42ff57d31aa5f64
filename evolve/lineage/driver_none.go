//go:build !cgo

package lineage

import _ "github.com/mattn/go-sqlite3" // says no to everything

func broken(error) bool   { return false }
func unshared(error) bool { return false }
func busy(error) bool     { return false }

const driverMissing = "this program was built without cgo, which SQLite needs"
