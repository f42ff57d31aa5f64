package swarm

import "time"

// SearchWait sets how long a worker may be silent that does a whole job.
func SearchWait(d time.Duration) { searchWait = d }
