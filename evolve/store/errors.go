package store

import (
	"errors"

	"bloodline/evolve/store/door"
)

// The errors of package door, some of which the methods of a store that write a run return, too: [ErrRunLocked],
// [ErrFolder], [ErrReadOnly] and [ErrGone].
var (
	ErrMissing, ErrForeign, ErrDamaged, ErrGone = door.ErrMissing, door.ErrForeign, door.ErrDamaged, door.ErrGone
	ErrNewer, ErrOlder                          = door.ErrNewer, door.ErrOlder
	ErrLocked, ErrRunLocked                     = door.ErrLocked, door.ErrRunLocked
	ErrFolder, ErrReadOnly                      = door.ErrFolder, door.ErrReadOnly
)

var (
	// ErrNotFound is returned when a run, a generation or an individual is not in the store.
	ErrNotFound = errors.New("not found")

	// ErrExists is returned by Begin when the name is taken.
	ErrExists = errors.New("there is a run of this name already")
)
