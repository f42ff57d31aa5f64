package report

import "fmt"

// Programs has a row for how each program behaved.
func Programs(entrants []Entrant) *Table {
	t := &Table{Columns: []string{"program", ">moves", ">median ms", ">95 %", ">99 %", ">slowest", ">CPU ms", ">forfeits", "faults"}}
	ms := func(x float64) string { return fmt.Sprintf("%.2f", x) }
	for _, e := range entrants {
		x := e.Program
		if x == nil {
			continue
		}
		kinds := []string{}
		for _, k := range x.Kinds() {
			kinds = append(kinds, fmt.Sprintf("%s ×%d", k, x.Faults[k]))
		}
		if len(kinds) == 0 {
			kinds = []string{"none"}
		}
		t.Add(e.Name, Count(int64(x.Moves)), ms(x.Median), ms(x.P95), ms(x.P99), ms(x.Slowest), ms(x.CPU), Count(int64(x.Forfeits)), List(kinds))
	}
	return t
}
