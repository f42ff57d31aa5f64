package page_test

import (
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

// Every figure of a report is the one that the command of the same name prints with the same deals and seed, and the
// page has its rows.
func TestWrite_commands(t *testing.T) {
	guard.Slow(t)
	p := compiled(t)
	p.run("breed", "coup-quick", "--name", "r", "--set", "evolve.generations=15", "--set", "verdict.max_rounds=48", "--set", "evidence.deals=520")
	games := []string{"--deals", "50", "--cuts", "20", "--rounds", "6", "--seed", "3"}
	p.run(append([]string{"report", "r", "--out", "page.html", "--svg", "figures"}, games...)...)
	data, err := os.ReadFile(filepath.Join(p.dir, "page.html"))
	guard.Must(t, err)
	page := html.UnescapeString(string(data))
	has := func(row string) {
		t.Helper()
		if !strings.Contains(page, row) {
			t.Errorf("the page has no %q", row)
		}
	}
	var r view.PageData
	guard.Must(t, json.Unmarshal(p.run(append([]string{"report", "r", "--format", "json"}, games...)...), &r))
	one := r.Players[0]

	inspect := decode[report.Profile](p, "inspect", "r", "--deals", "50", "--seed", "3")
	if !slices.Equal(inspect.Against, one.Against) || *inspect.Field != *one.Field {
		t.Errorf("inspect has %+v, the report %+v", inspect.Against, one.Against)
	}
	for _, f := range append(inspect.Against, *inspect.Field) {
		has(fmt.Sprintf(`<th scope="row">%s</th><td>%s</td><td>%s to %s</td><td>%s</td>`, f.Opponent, percent(f.Mean), percent(f.Low), percent(f.High), report.Count(f.Games)))
	}
	for _, w := range inspect.Sentences {
		has(w.Text)
	}

	cuts := map[string]report.Cut{}
	for _, c := range slices.Concat(one.GroupAblation, one.GeneAblation) {
		cuts[c.Genes] = c
	}
	if len(one.GeneAblation) != 40 {
		t.Errorf("%d genes, want 40", len(one.GeneAblation))
	}
	for _, a := range decode[[]game.Ablated](p, "ablate", "r", "--deals", "20", "--seed", "3") {
		if c, ok := cuts[a.Genes]; ok {
			delete(cuts, a.Genes)
			if c.Loss != a.Loss || c.Low != a.Low || c.High != a.High {
				t.Errorf("cut %+v, ablate has %+v", c, a)
			}
			has(fmt.Sprintf(`<th scope="row">%s</th><td class="l">mean</td><td>%s</td><td>%s to %s</td>`, a.Genes, percent(a.Loss), percent(a.Low), percent(a.High)))
		}
	}
	if len(cuts) > 0 {
		t.Errorf("ablate lacks %v", cuts)
	}

	tournament := decode[report.Standings](p, "tournament", "r", "--rounds", "6", "--seed", "3")
	for i, x := range tournament.Places {
		if got := r.Tournament.Places[i]; got.Figure != x.Figure || got.Elo != x.Elo || got.Rank != x.Rank || !slices.Equal(tournament.Versus[i], r.Tournament.Versus[i]) {
			t.Errorf("place %+v, tournament has %+v", got, x)
		}
		has(fmt.Sprintf(`<td>%d</td><th scope="row">%s</th><td>%s</td><td>%s to %s</td><td>%+.0f</td>`, x.Rank, x.Player, percent(x.Mean), percent(x.Low), percent(x.High), math.Round(x.Elo)+0))
	}
	figures, err := filepath.Glob(filepath.Join(p.dir, "figures", "*.svg"))
	if err != nil || len(figures) < 5 {
		t.Errorf("%d figures, %v", len(figures), err)
	}
}

// percent is how the commands print a share.
func percent(x float64) string { return engine.Scale{Percent: true}.Show(x) }
