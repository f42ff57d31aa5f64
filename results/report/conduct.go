package report

import (
	"fmt"
	"maps"
	"slices"

	"bloodline/arena/referee"
)

// Programs has a row for how each program behaved.
func Programs(entrants []Entrant) *Table {
	t := &Table{Columns: []string{"program", ">moves", ">median ms", ">95 %", ">99 %", ">slowest", ">CPU ms", ">forfeits", "faults"}}
	ms := func(x float64) string { return fmt.Sprintf("%.2f", x) }
	for _, e := range entrants {
		x := e.Program
		if x == nil {
			continue
		}
		t.Add(e.Name, Count(int64(x.Moves)), ms(x.Median), ms(x.P95), ms(x.P99), ms(x.Slowest), ms(x.CPU), Count(int64(x.Forfeits)), Faults(x.Faults))
	}
	return t
}

// Faults lists how often each kind of fault occurred.
func Faults(of map[referee.Kind]int) string {
	if len(of) == 0 {
		return "none"
	}
	var kinds []string
	for _, k := range slices.Sorted(maps.Keys(of)) {
		kinds = append(kinds, fmt.Sprintf("%s ×%d", k, of[k]))
	}
	return List(kinds)
}
