package swarm

import "time"

// SearchWait sets how long a worker may be silent that does a search.
func SearchWait(d time.Duration) { searches.wait = d }

// LookEvery sets how often a breeder looks for its queue.
func LookEvery(d time.Duration) { looks = d }

// Grace sets what workers may cost a breeder before they have saved anything.
func Grace(d time.Duration) { grace = d }
