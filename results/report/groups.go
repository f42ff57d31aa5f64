package report

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"bloodline/evolve/lineage"
)

// Group is runs that have ended and differ in nothing but their seeds: a sample of what their settings give.
type Group struct {
	Name string   // what the names of its runs are without their seeds
	Runs []string // by their seeds
}

// Groups finds the groups of two runs or more, in the order of rows, which are those of a store as it lists them. A run
// whose name doesn't have its seed was named by hand and is in no group, nor is a second run of the same seed, which says
// nothing new. Groups of one name have other settings: they are called after their first and last run.
func Groups(rows []lineage.RunRow) (out []Group) {
	alike := map[string][]lineage.RunRow{}
	for _, r := range rows {
		if r.State == lineage.Finished {
			alike[settingsOf(r)] = append(alike[settingsOf(r)], r)
		}
	}
	first := map[string]int{} // of the first run of a group
	for i, r := range rows {
		first[r.Name] = i
	}
	for _, runs := range alike {
		shared := map[string]int{}
		for _, r := range runs {
			for _, name := range stems(r) {
				shared[name]++
			}
		}
		groups := map[string][]lineage.RunRow{}
		for _, r := range runs {
			all := stems(r)
			if len(all) == 0 {
				continue
			}
			name := slices.MaxFunc(all, func(a, b string) int { return cmp.Compare(shared[a], shared[b]) })
			if !slices.ContainsFunc(groups[name], func(o lineage.RunRow) bool { return o.Seed == r.Seed }) {
				groups[name] = append(groups[name], r)
			}
		}
		for name, members := range groups {
			if len(members) > 1 {
				slices.SortFunc(members, func(a, b lineage.RunRow) int { return cmp.Compare(a.Seed, b.Seed) })
				out = append(out, Group{name, Map(members, func(r lineage.RunRow) string { return r.Name })})
			}
		}
	}
	slices.SortFunc(out, func(a, b Group) int { return cmp.Compare(first[a.Runs[0]], first[b.Runs[0]]) })
	called := map[string]int{}
	for _, g := range out {
		called[g.Name]++
	}
	for i, g := range out {
		if called[g.Name] > 1 {
			out[i].Name = g.Runs[0] + ".." + g.Runs[len(g.Runs)-1]
		}
	}
	return out
}

// Named are the runs, ended or not, that may be called by a name with their seeds.
func Named(rows []lineage.RunRow, name string) (out []string) {
	for _, r := range rows {
		if slices.Contains(stems(r), name) {
			out = append(out, r.Name)
		}
	}
	return out
}

// settingsOf is a run's game and its settings without those in which runs of a group differ.
func settingsOf(r lineage.RunRow) string {
	text := r.Game + "\n"
	for line := range strings.Lines(r.Config) {
		if !strings.HasPrefix(line, "seed: ") && !strings.HasPrefix(line, "workers: ") {
			text += line
		}
	}
	return text
}

// stems are what the name of a run may be without its seed, and without the number that makes it unique: tiny of tiny-1,
// tiny-1-2 and so on, the likeliest first.
func stems(r lineage.RunRow) (out []string) {
	seed := fmt.Sprintf("-%d", r.Seed)
	once := withoutNumber(r.Name)
	add := func(name string, cut func(string) (string, bool)) {
		if stem, ok := cut(name); ok && stem != "" && !slices.Contains(out, stem) {
			out = append(out, stem)
		}
	}
	end := func(name string) (string, bool) { return strings.CutSuffix(name, seed) }
	middle := func(name string) (string, bool) {
		before, after, ok := strings.Cut(name, seed+"-")
		return before + "-" + after, ok
	}
	add(once, end)
	add(r.Name, end)
	add(r.Name, middle)
	add(once, middle)
	return out
}

// withoutNumber cuts the number that makes a name unique off its end; empty for a name without one.
func withoutNumber(name string) string {
	at := strings.LastIndexByte(name, '-')
	if n, err := strconv.Atoi(name[at+1:]); at < 0 || err != nil || n < 2 {
		return ""
	}
	return name[:at]
}
