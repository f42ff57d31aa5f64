package report

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"bloodline/evolve/store"
)

// Side is a side of a comparison: a player, or a group of finished runs that differ in nothing but their seeds.
type Side struct {
	Name  string   // of a group: what the names of its runs are without their seeds
	Words []string // of its players; the runs of a group by their seeds
	Group bool
}

// SeedGroups are the groups of a store.
type SeedGroups []Side

// Of returns the group of a run; empty without one.
func (gs SeedGroups) Of(run string) Side {
	for _, x := range gs {
		if slices.Contains(x.Words, run) {
			return x
		}
	}
	return Side{}
}

// GroupsOf finds the groups of two runs or more, in the order of rows, the runs of a store as it lists them. A run
// whose name doesn't have its seed was named by hand and is in no group, nor is a second run of the same seed, which
// says nothing new. Groups of one name have other settings: they are called after their first and last run, or after
// the first run and the number of others where seeds between them are missing.
func GroupsOf(rows []store.RunRow) (out SeedGroups) {
	type kind struct{ settings, name string }
	shared, members := map[kind]int{}, map[kind][]int{} // by places in rows
	settings := make([]string, len(rows))
	for i, r := range rows {
		if r.State == store.Finished {
			settings[i] = r.Game + "\n"
			for line := range strings.Lines(r.Config) { // but not seed and workers, in which runs of a group differ
				if line[0] != '#' && !strings.HasPrefix(line, "seed: ") && !strings.HasPrefix(line, "workers: ") {
					settings[i] += line
				}
			}
		}
		for _, name := range stems(r) {
			shared[kind{settings[i], name}]++
		}
	}
	for i, r := range rows {
		names := stems(r)
		if settings[i] == "" || len(names) == 0 {
			continue
		}
		of := func(name string) kind { return kind{settings[i], name} }
		k := of(slices.MaxFunc(names, func(a, b string) int { return cmp.Compare(shared[of(a)], shared[of(b)]) }))
		if !slices.ContainsFunc(members[k], func(o int) bool { return rows[o].Seed == r.Seed }) {
			members[k] = append(members[k], i)
		}
	}
	maps.DeleteFunc(members, func(_ kind, of []int) bool { return len(of) < 2 })
	called := map[string]int{}
	for k, of := range members {
		called[k.name]++
		slices.SortFunc(of, func(a, b int) int { return cmp.Compare(rows[a].Seed, rows[b].Seed) })
	}
	for _, k := range slices.SortedFunc(maps.Keys(members), func(a, b kind) int { return cmp.Compare(members[a][0], members[b][0]) }) {
		g := Side{k.name, Map(members[k], func(i int) string { return rows[i].Name }), true}
		first, more := members[k][0], len(g.Words)-1
		switch last := members[k][more]; {
		case called[g.Name] == 1:
		case rows[last].Seed-rows[first].Seed == uint64(more):
			g.Name = g.Words[0] + ".." + g.Words[more]
		default:
			g.Name = fmt.Sprintf("%s+%d", g.Words[0], more)
		}
		out = append(out, g)
	}
	return out
}

// RunsNamed returns the runs, ended or not, that may be of this name without their seeds.
func RunsNamed(rows []store.RunRow, name string) (out []string) {
	for _, r := range rows {
		if slices.Contains(stems(r), name) {
			out = append(out, r.Name)
		}
	}
	return out
}

// stems are the names of a run without its seed and number, the likeliest first: tiny of tiny-1 and tiny-1-2.
func stems(r store.RunRow) (out []string) {
	seed, once := fmt.Sprintf("-%d", r.Seed), ""
	at := strings.LastIndexByte(r.Name, '-')
	if n, err := strconv.Atoi(r.Name[at+1:]); at >= 0 && err == nil && n >= 2 {
		once = r.Name[:at]
	}
	for k, name := range []string{once, r.Name, r.Name, once} {
		stem, ok := strings.CutSuffix(name, seed)
		if k >= 2 { // it may stand within the name
			stem, ok = strings.Replace(name, seed+"-", "-", 1), strings.Contains(name, seed+"-")
		}
		if ok && stem != "" && !slices.Contains(out, stem) {
			out = append(out, stem)
		}
	}
	return out
}
