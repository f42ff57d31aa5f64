//go:build linux

package cmd

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"math"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"bloodline/configs"
	"bloodline/evolve"
	"bloodline/internal/guard"
	"bloodline/results/run"
)

// compareSmall runs compare on a small version of coup-quick.
func compareSmall(ctx context.Context, t *testing.T, a *app, stderr *bytes.Buffer, args ...string) (string, error) {
	var stdout bytes.Buffer
	a.stdout, a.stderr, a.Store = &stdout, stderr, filepath.Join(t.TempDir(), "lineage.db")
	if a.output == "" {
		a.output = "json"
	}
	c := a.compareCommand()
	c.SilenceErrors, c.SilenceUsage = true, true
	c.SetArgs(append([]string{
		"coup-quick", "--set", "holdout=", "--set", "evolve.population=8", "--set", "evolve.generations=12",
		"--set", "fitness.deals=26", "--set", "evidence.deals=130", "--set", "verdict.max_rounds=48",
	}, args...))
	err := c.ExecuteContext(ctx)
	return stdout.String(), err
}

// The GA breeds what breed would breed, the others get as many games, and all
// intervals and differences follow from the champions' figures.
func TestCompare(t *testing.T) {
	guard.Slow(t)
	var stderr bytes.Buffer
	text, err := compareSmall(context.Background(), t, shipped(), &stderr, "--seeds", "3", "--seed", "5")
	if err != nil {
		t.Fatal(err)
	}
	var c run.Comparison
	if err := json.Unmarshal([]byte(text), &c); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(c.Seeds, []uint64{5, 6, 7}) || c.Game != "coup" || c.Config != "coup-quick" || c.Games != 260 {
		t.Errorf("have seeds %v of %s by %s, %d games of evidence", c.Seeds, c.Game, c.Config, c.Games)
	}
	var names []string
	for _, f := range c.Arms {
		names = append(names, f.Arm)
		checkArm(t, f, c.Arms[0])
	}
	if want := "breed random sep-cma"; strings.Join(names, " ") != want {
		t.Errorf("want arms %s, have %v", want, names)
	}
	if n := strings.Count(stderr.String(), "  after "); n != 3*3 {
		t.Errorf("want a line for each champion, have %d", n)
	}
	if mean, games := bredAlone(t, 6); c.Arms[0].Champions[1] != mean || c.Arms[0].Spent[1] != games {
		t.Errorf("seed 6: breed alone ends with %v after %d games, among the arms with %v after %d", mean, games, c.Arms[0].Champions[1], c.Arms[0].Spent[1])
	}
}

// checkArm judges an arm over three seeds by Student's 0.975 quantile with two
// degrees of freedom, which is 4.3027.
func checkArm(t *testing.T, f, breed run.ArmResult) {
	t.Helper()
	const batch = 8 * 26 * 2
	interval := func(what string, x []float64, mean, low, high float64) {
		m := (x[0] + x[1] + x[2]) / 3
		sd := math.Sqrt(((x[0]-m)*(x[0]-m) + (x[1]-m)*(x[1]-m) + (x[2]-m)*(x[2]-m)) / 2)
		half := 4.3027 * sd / math.Sqrt(3)
		if math.Abs(mean-m) > 1e-5 || math.Abs(low-(m-half)) > 1e-4 || math.Abs(high-(m+half)) > 1e-4 {
			t.Errorf("%s of %v: want %v ± %v, have %v in %v to %v", what, x, m, half, mean, low, high)
		}
	}
	interval(f.Arm, f.Champions, f.Mean, f.Low, f.High)
	if f.Min != slices.Min(f.Champions) || f.Max != slices.Max(f.Champions) {
		t.Errorf("%s: have %v to %v of %v", f.Arm, f.Min, f.Max, f.Champions)
	}
	var behind []float64
	for i, x := range f.Champions {
		behind = append(behind, breed.Champions[i]-x)
		if f.Spent[i] > breed.Spent[i] || f.Spent[i] <= breed.Spent[i]-batch {
			t.Errorf("%s: want breed's %d games but for less than a batch, have %d", f.Arm, breed.Spent[i], f.Spent[i])
		}
	}
	if (f.Lead == nil) != (f.Arm == run.ArmBreed) {
		t.Fatalf("%s: lead %v", f.Arm, f.Lead)
	}
	if f.Lead != nil {
		interval("lead over "+f.Arm, behind, f.Lead.Mean, f.Lead.Low, f.Lead.High)
	}
}

// bredAlone runs the GA of compareSmall and measures its champion as breed does.
func bredAlone(t *testing.T, seed uint64) (mean float64, games int64) {
	t.Helper()
	cfg, err := configs.Load("coup-quick", configs.Overrides{Set: []string{
		"holdout=", "evolve.population=8", "evolve.generations=12", "fitness.deals=26", "evidence.deals=130", "verdict.max_rounds=48",
	}}, shipped().Games)
	if err != nil {
		t.Fatal(err)
	}
	cfg.Seed, cfg.Evolve.Seed = seed, seed
	l, err := run.NewEvaluator(&shipped().Finder, cfg)
	if err != nil {
		t.Fatal(err)
	}
	r, err := evolve.Run(context.Background(), l.Schema, cfg.Evolve, l, l, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	games = l.Games()
	e, err := l.Evidence(context.Background(), r.Champion.Genes, 1)
	if err != nil {
		t.Fatal(err)
	}
	return e.Field.Mean, games
}

// withoutCPU returns a table without the cells of the column "CPU s", the one column that
// is measured rather than computed; each of its cells must be a number.
func withoutCPU(t *testing.T, table string) string {
	t.Helper()
	const head = "CPU s"
	end, rows := 0, 0
	var rest strings.Builder
	for line := range strings.Lines(table) {
		if at := strings.Index(line, head); end == 0 && at >= 0 {
			end = at + len(head)
		} else if end > 0 {
			cell := strings.LastIndexByte(line[:end], ' ') + 1
			if _, err := strconv.ParseFloat(line[cell:end], 64); err != nil {
				t.Errorf("CPU s: want a number, have %q in\n%s", line[cell:end], table)
			}
			rows++
			line = strings.TrimRight(line[:cell], " ") + line[end:]
		}
		rest.WriteString(line)
	}
	if rows == 0 {
		t.Errorf("want a column of %q, have\n%s", head, table)
	}
	return rest.String()
}

// Workers change nothing but the processor time; the table has a row for each arm that was
// asked for.
func TestCompare_table(t *testing.T) {
	var want string
	for _, workers := range []string{"1", "5"} {
		a := shipped()
		a.output = "table"
		got, err := compareSmall(context.Background(), t, a, new(bytes.Buffer),
			"--seeds", "2", "--arms", "sep-cma,random,sep-cma", "--set", "workers="+workers)
		if err != nil {
			t.Fatal(err)
		}
		got = withoutCPU(t, got)
		if want == "" {
			want = got
		}
		if got != want {
			t.Errorf("%s workers print\n%s\n1 prints\n%s", workers, got, want)
		}
	}
	var first []string
	for line := range strings.Lines(want) {
		if words := strings.Fields(line); len(words) > 0 {
			first = append(first, words[0])
		}
	}
	if !slices.Equal(first, []string{"coup-quick", "the", "arm", "breed", "sep-cma", "random"}) {
		t.Errorf("have\n%s", want)
	}
}

func TestCompare_errors(t *testing.T) {
	for _, tt := range []struct{ args, want string }{
		{"--seeds 0", "--seeds: must be in [1, 1000], have 0"},
		{"--arms ga", `--arms: unknown "ga" (have random, sep-cma, plus)`},
		{"--set evolve.population=1", "evolve.population"},
	} {
		_, err := compareSmall(context.Background(), t, shipped(), new(bytes.Buffer), strings.Fields(tt.args)...)
		if err == nil || !strings.Contains(err.Error(), tt.want) || exitCode(err) != exitUsage {
			t.Errorf("%s: want a usage error with %s, have %v", tt.args, tt.want, err)
		}
	}
}

// stopper cancels once enough champions are measured.
type stopper struct {
	after  int
	cancel func()
}

func (s *stopper) Write(p []byte) (int, error) {
	if s.after -= bytes.Count(p, []byte("\n")); s.after <= 0 {
		s.cancel()
	}
	return len(p), nil
}

// comparison runs compare in a store; it is stopped once so many lines are printed, or never.
func comparison(t *testing.T, store string, after int, args ...string) (run.Comparison, error) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	var stdout bytes.Buffer
	a := shipped()
	a.stdout, a.stderr, a.output, a.Store = &stdout, &stopper{after, cancel}, "json", store
	if after < 0 {
		a.stderr = new(bytes.Buffer)
	}
	c := a.compareCommand()
	c.SilenceErrors, c.SilenceUsage = true, true
	c.SetArgs(args)
	err := c.ExecuteContext(ctx)
	var out run.Comparison
	if err == nil {
		err = json.Unmarshal(stdout.Bytes(), &out)
	} else if stdout.Len() > 0 {
		t.Errorf("printed %q", &stdout)
	}
	for i := range out.Arms {
		out.Arms[i].CPU = 0
	}
	return out, err
}

// An interrupt stops the GA and the other arms alike, and prints no table. Resumed, the
// comparison ends as if it had never stopped, and its champions are players.
func TestCompare_interrupt(t *testing.T) {
	guard.Slow(t)
	small := []string{
		"coup-quick", "--seeds", "2", "--arms", "random,sep-cma", "--set", "evolve.population=8", "--set", "evolve.generations=3",
		"--set", "fitness.deals=13", "--set", "verdict.max_rounds=48", "--set", "evidence.deals=26",
	}
	want, err := comparison(t, filepath.Join(t.TempDir(), "lineage.db"), -1, small...)
	if err != nil {
		t.Fatal(err)
	}
	for _, after := range []int{1, 2, 3, 4, 6} {
		store := filepath.Join(t.TempDir(), "lineage.db")
		if _, err := comparison(t, store, after, small...); !errors.Is(err, context.Canceled) || exitCode(err) != exitInterrupted {
			t.Errorf("stopped after %d lines: %v", after, err)
		} else if again := "compare --resume=" + want.Name + " --seeds 2 --store " + store; !strings.HasSuffix(err.Error(), again) {
			t.Errorf("says %v, not %s", err, again)
		}
		got, err := comparison(t, store, -1, "--resume", want.Name, "--seeds", "2")
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("stopped after %d lines: have %+v, want %+v; %v", after, got, want, err)
		}
		a := shipped()
		a.Store = store
		p, err := a.Find(filepath.Join(filepath.Dir(store), want.Name, "sep-cma-2.json"), nil)
		if err != nil || p.Game.Name() != "coup" || p.Genes == nil {
			t.Errorf("champion of an arm: %v", err)
		}
	}
}

// One seed has the intervals of its deals, and goes on to two.
func TestCompare_one(t *testing.T) {
	store := filepath.Join(t.TempDir(), "lineage.db")
	one, err := comparison(t, store, -1, "coup-quick", "--seeds", "1", "--arms", "random", "--set", "evolve.population=8",
		"--set", "evolve.generations=3", "--set", "fitness.deals=13", "--set", "verdict.max_rounds=48", "--set", "evidence.deals=26")
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range one.Arms {
		if r.Low >= r.Mean || r.High <= r.Mean || r.Lead != nil && r.Lead.Low >= r.Lead.High {
			t.Errorf("%s: %+v, lead %+v", r.Arm, r.Sample, r.Lead)
		}
	}
	two, err := comparison(t, store, -1, "--resume", one.Name, "--seeds", "2")
	if err != nil || two.Arms[1].Champions[0] != one.Arms[1].Champions[0] || len(two.Arms[1].Champions) != 2 {
		t.Errorf("with a second seed: %+v, %v", two, err)
	}
	if _, err := comparison(t, store, -1, "--resume", "compare-nothing"); exitCode(err) != exitUsage {
		t.Errorf("resume of nothing: %v", err)
	}
}
