package referee

import (
	"cmp"
	"slices"
	"sync"
)

// Log adds up the behaviour of programs at the tables of an arena; [Play] reports its own.
type Log struct {
	mu   sync.Mutex
	seen []logged
}

type logged struct {
	seat  Seat
	stats PlayerStats
}

// add adds a play. A nil log adds nothing.
func (l *Log) add(m *Match) {
	if l == nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	for seat, r := range m.playStats() {
		c := m.Seats[seat]
		if !c.External() {
			continue
		}
		i := slices.IndexFunc(l.seen, func(x logged) bool { return x.seat.Name == c.Name && slices.Equal(x.seat.Command, c.command) })
		if i < 0 {
			i, l.seen = len(l.seen), append(l.seen, logged{seat: Seat{Name: c.Name, Command: c.command}})
		}
		l.seen[i].stats.Add(&r)
	}
}

// Each calls do for each program in the order of names.
func (l *Log) Each(do func(name string, r *PlayerStats)) {
	l.mu.Lock()
	defer l.mu.Unlock()
	slices.SortFunc(l.seen, func(x, y logged) int { return cmp.Compare(x.seat.Name, y.seat.Name) })
	for i := range l.seen {
		do(l.seen[i].seat.Name, &l.seen[i].stats)
	}
}
