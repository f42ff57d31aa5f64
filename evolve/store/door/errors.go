package door

import "errors"

var (
	// ErrMissing is returned by OpenReadOnly when there is no file.
	ErrMissing = errors.New("there is no such store")

	// ErrForeign is returned by Open and OpenReadOnly when the file is no lineage store, or a broken one.
	ErrForeign = errors.New("is not a lineage store")

	// ErrDamaged is returned when data does not match its checksum or cannot have been written.
	ErrDamaged = errors.New("the store is damaged here")

	// ErrGone is returned by a write when the file has been removed or replaced.
	ErrGone = errors.New("the file has been removed or replaced while it was written to")

	// ErrNewer is returned by Open and OpenReadOnly when a later version of the program wrote the file.
	ErrNewer = errors.New("needs a newer version of bloodline")

	// ErrOlder is returned by Open and OpenReadOnly when a program before v0.1 wrote the file.
	ErrOlder = errors.New("was written by a version before v0.1, whose stores cannot be read: move it away, or name another store")

	// ErrLocked is returned by Open while another process makes the file smaller, or migrates it or keeps Open from that.
	ErrLocked = errors.New("the store is in use")

	// ErrRunLocked is returned by Lock while another process, or another Database, writes the run.
	ErrRunLocked = errors.New("is being bred by")

	// ErrFolder is returned by Lock when the run's folder has files that are not the run's.
	ErrFolder = errors.New("the folder isn't this run's")

	// ErrReadOnly is returned by a write to a database from OpenReadOnly.
	ErrReadOnly = errors.New("the store is open for reading only")
)
