package run

import "time"

// SetClock sets the clock of what a run records.
func (r *Run) SetClock(now func() time.Time) { r.store.Now = now }
