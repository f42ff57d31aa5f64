package page_test

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"html"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"bloodline/arena/game"
	"bloodline/engine"
	"bloodline/genome/champion"
	"bloodline/internal/guard"
	"bloodline/results/report"
	"bloodline/results/report/view"
)

// program is the command line, compiled, in a folder of its own.
type program struct {
	*testing.T
	path, dir string
}

func compiled(t *testing.T) program {
	t.Helper()
	if testing.Short() {
		t.Skip("compiles the program")
	}
	p := program{t, filepath.Join(t.TempDir(), "bloodline"), t.TempDir()}
	if out, err := exec.Command("go", "build", "-o", p.path, "bloodline/cmd/bloodline").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return p
}

func (p program) run(args ...string) []byte {
	p.Helper()
	c := exec.Command(p.path, args...)
	c.Dir = p.dir
	var complaints strings.Builder
	c.Stderr = &complaints
	out, err := c.Output()
	if err != nil {
		p.Fatalf("%s: %v\n%s", strings.Join(args, " "), err, complaints.String())
	}
	return out
}

func decode[T any](p program, args ...string) (out T) {
	p.Helper()
	if err := json.Unmarshal(p.run(append(args, "-o", "json")...), &out); err != nil {
		p.Fatal(err)
	}
	return out
}

// Every figure of the page, of the JSON and of the CSV is the one that the command of
// the same name prints with the same deals and seed.
func TestWrite_commands(t *testing.T) {
	guard.Slow(t)
	p := compiled(t)
	p.run("breed", "coup-quick", "--name", "r", "--set", "evolve.generations=15", "--set", "verdict.max_rounds=48", "--set", "evidence.deals=520")
	games := []string{"--deals", "50", "--cuts", "20", "--rounds", "6", "--seed", "3"}
	p.run(append([]string{"report", "r", "--out", "page.html", "--svg", "figures"}, games...)...)
	data, err := os.ReadFile(filepath.Join(p.dir, "page.html"))
	if err != nil {
		t.Fatal(err)
	}
	page := html.UnescapeString(string(data))
	has := func(what, row string) {
		t.Helper()
		if !strings.Contains(page, row) {
			t.Errorf("%s: the page has no %q", what, row)
		}
	}
	var r view.PageData
	if err := json.Unmarshal(p.run(append([]string{"report", "r", "--format", "json"}, games...)...), &r); err != nil {
		t.Fatal(err)
	}
	one, run := r.Players[0], r.Runs[0]

	inspect := decode[report.Profile](p, "inspect", "r", "--deals", "50", "--seed", "3")
	if !slices.Equal(inspect.Against, one.Against) || *inspect.Field != *one.Field {
		t.Errorf("inspect has %+v, the report %+v", inspect.Against, one.Against)
	}
	for _, f := range append(inspect.Against, *inspect.Field) {
		has("inspect", fmt.Sprintf(`<th scope="row">%s</th><td>%s</td><td>%s to %s</td><td>%s</td>`, f.Opponent, percent(f.Mean), percent(f.Low), percent(f.High), report.Count(f.Games)))
	}
	for _, w := range inspect.Sentences {
		has("inspect's sentence", w.Text)
	}
	for i, h := range inspect.Habits {
		for k, row := range h.Rows {
			for c, cell := range row {
				got := one.Habits[i].Rows[k][c]
				if got.Other = nil; got != cell {
					t.Errorf("table %d: %+v, inspect has %+v", i, got, cell)
				}
			}
		}
	}

	file := decode[champion.File](p, "breed", "coup-quick", "--name", "again", "--set", "evolve.generations=15", "--set", "verdict.max_rounds=48", "--set", "evidence.deals=520")
	for i, f := range file.Evidence.Against {
		if e := one.Evidence.Against[i]; e.Figure != f.Figure {
			t.Errorf("evidence %+v, breed printed %+v", e, f)
		}
		has("evidence", fmt.Sprintf(`<td>%s</td><td>%s to %s</td>`, percent(f.Mean), percent(f.Low), percent(f.High)))
	}

	groups, single := 0, map[string]report.Cut{}
	for _, c := range one.GeneAblation {
		single[c.Genes] = c
	}
	for _, a := range decode[[]game.Ablated](p, "ablate", "r", "--deals", "20", "--seed", "3") {
		c, ok := single[a.Genes]
		if a.Group {
			c, ok = one.GroupAblation[groups], true
			groups++
		}
		if !ok {
			continue
		}
		delete(single, a.Genes)
		if c.Genes != a.Genes || c.Loss != a.Loss || c.Low != a.Low || c.High != a.High {
			t.Errorf("cut %+v, ablate has %+v", c, a)
		}
		has("ablate", fmt.Sprintf(`<th scope="row">%s</th><td class="l">mean</td><td>%s</td><td>%s to %s</td>`, a.Genes, percent(a.Loss), percent(a.Low), percent(a.High)))
	}
	if groups == 0 || groups != len(one.GroupAblation) || len(one.GeneAblation) != 40 || len(single) != 0 {
		t.Errorf("%d groups, the report has %d; %d genes, ablate lacks %d", groups, len(one.GroupAblation), len(one.GeneAblation), len(single))
	}

	tournament := decode[report.Standings](p, "tournament", "r", "--rounds", "6", "--seed", "3")
	for i, x := range tournament.Places {
		if got := r.Tournament.Places[i]; got.Figure != x.Figure || got.Elo != x.Elo || got.Rank != x.Rank {
			t.Errorf("place %+v, tournament has %+v", got, x)
		}
		has("tournament", fmt.Sprintf(`<td>%d</td><th scope="row">%s</th><td>%s</td><td>%s to %s</td><td>%+.0f</td>`, x.Rank, x.Player, percent(x.Mean), percent(x.Low), percent(x.High), math.Round(x.Elo)+0))
		if !slices.Equal(tournament.Versus[i], r.Tournament.Versus[i]) {
			t.Errorf("row %d: %v, tournament has %v", i, r.Tournament.Versus[i], tournament.Versus[i])
		}
	}

	row := decode[[]report.RunLine](p, "runs")[0].RunRow
	if run.RunRow.Name != row.Name || row.State != run.State || row.Champion != run.Champion || row.Generations != run.Generations || row.Games != run.Games {
		t.Errorf("run %+v, runs has %+v", run, row)
	}
	has("runs", "<dt>Champion</dt><dd>"+row.Champion+"</dd>")

	lines, err := csv.NewReader(strings.NewReader(string(p.run(append([]string{"report", "r", "--format", "csv"}, games...)...)))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range inspect.Against {
		want := []string{"r", "points", f.Opponent, fmt.Sprint(f.Mean), fmt.Sprint(f.Low), fmt.Sprint(f.High)}
		if !slices.ContainsFunc(lines, func(l []string) bool { return slices.Equal(l, want) }) {
			t.Errorf("CSV has no line %v", want)
		}
	}
	figures, err := filepath.Glob(filepath.Join(p.dir, "figures", "*.svg"))
	if err != nil || len(figures) < 5 {
		t.Errorf("%d figures, %v", len(figures), err)
	}
}

// percent is how the commands print a share.
func percent(x float64) string { return engine.Scale{Percent: true}.Show(x) }
