package swarm

import "time"

// SearchWait sets how long a worker may be silent that does a search.
func SearchWait(d time.Duration) { searches.wait = d }
