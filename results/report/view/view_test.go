package view

import (
	"context"
	"fmt"
	"math"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"bloodline/arena/portrait"
	"bloodline/engine/stats"
	"bloodline/evolve"
	"bloodline/evolve/store"
	"bloodline/genome"
	"bloodline/genome/gene"
	"bloodline/internal/guard"
	"bloodline/results/report"
)

// long is a trace of n generations a second apart, whose mean is its number.
func long(n int) (out []store.GenerationSummary) {
	for i := range n {
		g := store.GenerationSummary{Generation: evolve.Generation{Number: i, Best: 1, Mean: float64(i), Games: 10}, Recorded: begun.Add(time.Duration(i+1) * time.Second)}
		if i%2 == 1 {
			g.Verdict = &stats.Verdict{Accepted: i%50 == 1, Games: 3}
			if g.Verdict.Accepted {
				g.Since = i
			}
		}
		out = append(out, g)
	}
	return out
}

var begun = time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC)

// Points cover every generation once, in order, are no more than allowed, and their
// mean is the mean of what they stand for.
func TestThin(t *testing.T) {
	for _, n := range []int{0, 1, 2, mostPoints - 1, mostPoints, mostPoints + 1, 999, 16_000} {
		points, each := thin(long(n))
		if len(points) > mostPoints || n > 0 && len(points) != (n+each-1)/each {
			t.Errorf("%d generations: %d points of %d each", n, len(points), each)
		}
		next := 0
		for _, p := range points {
			if p.From != next || p.To < p.From || p.To-p.From >= each {
				t.Fatalf("%d generations: point %+v, generation %d is next", n, p, next)
			}
			if want := float64(p.From+p.To) / 2; math.Abs(p.Mean-want) > 1e-9 || p.LowestMean != float64(p.From) || p.HighestMean != float64(p.To) {
				t.Errorf("%d generations: %+v, mean %v", n, p, want)
			}
			next = p.To + 1
		}
		if next != n {
			t.Errorf("%d generations end at %d", n, next)
		}
	}
}

// A night between two parts of a run is no time spent.
func TestTimes(t *testing.T) {
	var trace []time.Time
	for _, g := range long(100) {
		trace = append(trace, g.Recorded)
	}
	if got := Times(begun, trace)[99]; got != 100 {
		t.Errorf("%v seconds, want 100", got)
	}
	for i := 50; i < 100; i++ {
		trace[i] = trace[i].Add(8 * time.Hour)
	}
	if got := Times(begun, trace)[99]; got != 99 {
		t.Errorf("%v seconds with a night in between, want 99", got)
	}
	for i := 60; i < 100; i++ {
		trace[i] = trace[i].Add(-12 * time.Hour)
	}
	got := Times(begun, trace)
	if !slices.IsSorted(got) || got[99] != 98 {
		t.Errorf("%v seconds with a clock that is set back, want 1 to 98", got)
	}
	if got := Times(begun, nil); got != nil {
		t.Errorf("%v seconds of nothing", got)
	}
}

func schema(n int) *genome.Schema {
	s := &genome.Schema{Game: "g", Version: 1}
	for i := range n {
		s.Genes = append(s.Genes, gene.Gene{Name: fmt.Sprint("g", i), Group: "g", Unit: "u", Min: -2, Max: 2, Doc: "d"})
	}
	return s
}

// Genes stand in the order of how far they moved, and what is left out moved less.
func TestDrift(t *testing.T) {
	const genes, n = mostPaths + 10, 3 * mostColumns
	var line []evolve.Individual
	for k := range n {
		one := evolve.Individual{ID: fmt.Sprint(k), Born: k, Genes: make(genome.Vector, genes)}
		for i := range genes {
			one.Genes[i] = float64(i) / genes * float64(k) / (n - 1)
		}
		line = append(line, one)
	}
	d := drift(schema(genes), line)
	if len(d.Genes) != mostPaths || d.GeneCount != genes || len(d.Generations) != mostColumns || d.Generations[0] != 0 || d.Generations[mostColumns-1] != n-1 {
		t.Fatalf("%d genes of %d genes, generations %v", len(d.Genes), d.GeneCount, d.Generations)
	}
	for i, s := range d.Genes {
		if want := fmt.Sprint("g", genes-1-i); s.Name != want {
			t.Errorf("gene %d is %s, want %s", i, s.Name, want)
		}
		if s.Moved < d.LargestUnlisted || s.Shifts[0] != 0 || math.Abs(s.Shifts[mostColumns-1]-s.Moved) > 1e-12 {
			t.Errorf("gene %+v, the rest moved %v", s, d.LargestUnlisted)
		}
	}
	if drift(schema(1), line[:1]) != nil {
		t.Error("one evolve.Individual does not drift")
	}
}

// tree is a store with a line of n averaged evolve.Individuals, each with a child; some of the
// children were champions.
type tree struct {
	Source
	n int
}

func (s tree) Generation(string, int) (*evolve.Generation, error) { return &evolve.Generation{}, nil }

func (s tree) Line(_, id string, most int) (out []evolve.Individual, err error) {
	var k int
	if _, err := fmt.Sscanf(id, "child-%d", &k); err == nil {
		out = append(out, evolve.Individual{ID: id, Born: k, Operator: "sampled", Genes: genome.Vector{float64(k) / 100, 1}})
		k--
	} else {
		k = s.n - 1
	}
	for ; k >= 0 && len(out) < most; k-- {
		x := 0.0
		if k >= 60 {
			x = 1 // one large step, at 60
		}
		out = append(out, evolve.Individual{ID: fmt.Sprint("mean-", k), Born: k, Operator: "averaged", Genes: genome.Vector{x, 0}})
	}
	return out, nil
}

// The ancestry keeps the ends, the large step and the champions, and says how many
// generations it left out.
func TestAncestry(t *testing.T) {
	s := tree{n: 100}
	r := &RunData{Band: Band{RunRow: store.RunRow{Info: store.Info{Name: "r"}, Champion: "mean-99"}}}
	for _, k := range []int{10, 40} {
		r.Champions = append(r.Champions, NewChampion{Generation: k, Champion: fmt.Sprint("child-", k)})
	}
	line, _ := s.Line("r", "mean-99", 1000)
	slices.Reverse(line)
	a, err := r.ancestry(s, schema(2), line)
	guard.Must(t, err)
	var ids []string
	for _, x := range a.Ancestors {
		ids = append(ids, x.ID)
	}
	if want := []string{"mean-0", "child-10", "child-40", "mean-60", "mean-99"}; !slices.Equal(ids, want) {
		t.Fatalf("kept %v, want %v", ids, want)
	}
	if x := a.Ancestors[1]; x.OnLine || x.Joins != "mean-9" || x.Why[0] != WasChampion {
		t.Errorf("a champion off the line: %+v", x)
	}
	if x := a.Ancestors[3]; !x.OnLine || x.Skipped != 59 || x.Why[0] != LargeStep || len(x.Changes) != 1 || x.Changes[0].Shift != 0.25 {
		t.Errorf("the large step: %+v", x)
	}
	if a.LineLength != 100 || a.Champions != 2 || a.ChampionsShown != 2 {
		t.Errorf("counts %+v", a)
	}
	for i := range 500 {
		r.Champions = append(r.Champions, NewChampion{Generation: 50 + i, Champion: fmt.Sprint("child-", 50+i%40)})
	}
	if a, err = r.ancestry(s, schema(2), line); err != nil || a.ChampionsShown > mostChampions+1 || len(a.Ancestors) > mostChampions+mostSteps+3 {
		t.Errorf("%d champions shown, %d kept, %v", a.ChampionsShown, len(a.Ancestors), err)
	}
}

// Shares of several players stand beside those of the same row of the table of the same title: players count alike, and
// few that have a share are none.
func TestTables(t *testing.T) {
	one := func(did, few int) []portrait.CountTable {
		x := portrait.CountTable{Title: "t", Columns: []string{"x", "a", "b"}}
		x.Add([]string{"row"}, portrait.Share(did, 100), portrait.Share(few, 40*few))
		return []portrait.CountTable{x}
	}
	own := append(one(70, 1), one(70, 1)...)
	own[1].Title = "another"
	if own[0].Labels() != 1 {
		t.Errorf("%+v", own[0])
	}
	compareTables(own, [][]portrait.CountTable{one(10, 0), one(50, 0), one(90, 1)})
	row := own[0].Rows[0]
	if row[0].Other != nil || own[1].Rows[0][1].Other != nil || row[1].Other == nil ||
		math.Abs(row[1].Other.Ratio()-0.5) > 1e-12 || row[2].Other != nil {
		t.Errorf("%+v", row)
	}
}

// steps is a landscape whose generations have enough games for islands.
type steps struct{}

func (steps) Evaluate(ctx context.Context, g evolve.GenerationInfo, population []genome.Vector) ([]stats.Fitness, error) {
	out := make([]stats.Fitness, len(population))
	for i, v := range population {
		out[i] = stats.Fitness{Mean: v[0], SE: 0.01, Games: 300 * int64(g.Times)}
	}
	return out, ctx.Err()
}

func (steps) Challenge(context.Context, evolve.GenerationInfo, genome.Vector) (stats.Verdict, error) {
	return stats.Verdict{}, nil
}

// What became of each island is told of a pruned run, too, but not by how much it was behind.
func TestIslands_pruned(t *testing.T) {
	schema := &genome.Schema{Game: "steps", Version: 1, Genes: []gene.Gene{{Name: "x", Group: "g", Unit: "u", Doc: "A d.", Max: 1, Default: 0.1}, {Name: "y", Group: "g", Unit: "u", Doc: "A d.", Max: 1, Default: 0.5}}}
	s := guard.Value(store.Open(t.Context(), filepath.Join(t.TempDir(), "lineage.db")))(t)
	defer s.Close()
	in := store.NewInfo("mine", schema)
	in.Config, in.Program = "game: steps\n", "bloodline test"
	r, err := s.Begin(in)
	guard.Must(t, err)
	c := evolve.DefaultConfig()
	c.Algorithm, c.Champion, c.Population, c.Islands, c.Generations = evolve.AlgorithmDistribution, evolve.ChampionAveraged, 8, 3, 120
	_, err = evolve.Run(t.Context(), schema, c, steps{}, steps{}, r, nil)
	guard.Must(t, err)
	ends := func() (out string) {
		trace := guard.Value(s.Summaries("mine", -1))(t)
		all := guard.Value(islands(s, "mine", trace, func(float64) string { return "X" }))(t)
		for _, x := range all {
			out += x.End + "\n"
		}
		return out
	}
	before := regexp.MustCompile(", X behind.*").ReplaceAllString(ends(), "")
	_, err = s.Prune("mine")
	guard.Must(t, err)
	if after := ends(); after != before || strings.Count(after, "given up") < 2 || strings.Count(after, "leads") != 1 {
		t.Errorf("have\n%swant\n%s", after, before)
	}
}

// Runs are grouped by the words of a command if each is in a group of two runs or more, and there are two groups or
// more.
func TestGroupsOfRuns(t *testing.T) {
	groups := report.SeedGroups{{Name: "a", Words: []string{"a-1", "a-2", "a-3"}}, {Name: "b", Words: []string{"b-1", "b-2"}}}
	for words, want := range map[string]string{
		"a-1 a-2 b-1 b-2": "[{a [a-1 a-2] true} {b [b-1 b-2] true}]", "a-1 b-1 b-2": "[]", "a-1 a-2": "[]", "a-1 a-1 b-1 b-2": "[]", "a-1 a-2 b-1 b-2 c": "[]",
	} {
		if have := fmt.Sprint(groupsOfRuns(groups, strings.Fields(words))); have != want {
			t.Errorf("%s: have %s, want %s", words, have, want)
		}
	}
	for name, want := range map[string]string{"a": "{a [a-1 a-2 a-3] false} <nil>", "b..": "{ [] false} b..: runs of this name have different settings: say one of b"} {
		if side, err := group(groups, name, []string{"b-1"}); fmt.Sprint(side, " ", err) != want {
			t.Errorf("%s: have %v %v, want %s", name, side, err, want)
		}
	}
}
