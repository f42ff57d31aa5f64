package configs

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v3"

	"bloodline/arena/game"
	"bloodline/internal/guard"
)

// write writes a run file for a test and returns its path.
func write(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "run.yaml")
	guard.Must(t, os.WriteFile(path, []byte(text), 0o600))
	return path
}

func TestLoad_BadOverrides(t *testing.T) {
	const base = "game: coup\nevolve:\n  tail: 0.5\n  proximal: 0.1\n"
	for _, c := range []struct {
		name, file string
		env        [][2]string
		o          Overrides
		want       []string
	}{
		{
			"unknown", base,
			[][2]string{{"BLOODLINE_EVOLVE_POPULATON", "5"}, {"BLOODLINE_STORE", "x.db"}, {"BLOODLINE_VERDICT_", "5"}},
			Overrides{Set: []string{"evolve.populaton=5", "generation=5", "seed", "=5", "a.b=5"}},
			[]string{
				"BLOODLINE_EVOLVE_POPULATON: unknown variable, did you mean BLOODLINE_EVOLVE_POPULATION?",
				"BLOODLINE_VERDICT_: unknown variable",
				"--set: evolve.populaton: unknown key, did you mean evolve.population?",
				"--set: generation: unknown key (a newer version's?), must be one of game, seed, workers, field, holdout, folder, start, temperature, command, fitness, verdict, league, evidence, evolve, budget",
				`--set: must be key=value, have "seed"`,
				`--set: must be key=value, have "=5"`,
				"--set: a.b: unknown key (a newer version's?), must be one of game, seed, workers, field, holdout, folder, start, temperature, command, fitness, verdict, league, evidence, evolve, budget",
			},
		},
		{
			"against the file", base,
			[][2]string{{"BLOODLINE_EVOLVE_TAIL", "0"}},
			Overrides{Set: []string{"seed=5"}},
			[]string{"BLOODLINE_EVOLVE_TAIL over PATH:4: evolve.proximal: must be 0 without a tail, have 0.1"},
		},
		{
			"another game", "game: coup\nfield:\n  - random\n  - taxman\n", nil,
			Overrides{Set: []string{"game=wojna", "evolve.population=9"}},
			[]string{`--set game over PATH:4: field[1]: must be an opponent of wojna (Tight, Random), all, defaults, champion, varied, a champion file (*.json), or a program (NAME: COMMAND), have "taxman"`},
		},
		{
			"on top of a bad file", "game: coup\nseed: x\nfitness:\n  deals: 0\n", nil,
			Overrides{Set: []string{"seed=1", "fitness.deals=5", "workers=-5"}},
			[]string{
				`PATH:2: seed: must be a whole number in decimal digits, have "x"`,
				"--set: workers: must be in [0, 1024], have -5",
			},
		},
		{
			"on top of no YAML", "game: [", nil,
			Overrides{Set: []string{"seed=x", "workers=-5"}},
			[]string{
				"PATH:1: must be YAML: did not find expected node content",
				`--set: seed: must be a whole number in decimal digits, have "x"`,
			},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, e := range c.env {
				t.Setenv(e[0], e[1])
			}
			path := write(t, c.file)
			got, err := Load(path, c.o, names())
			if err == nil {
				t.Fatalf("no error, have %+v", got)
			}
			if diff := cmp.Diff(strings.Join(c.want, "\n"), strings.ReplaceAll(err.Error(), path, "PATH")); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// shippedNames are the run files that come with the program.
const shippedNames = "coup, coup-guarded, coup-quick, samurai, samurai-quick, wojna, wojna-quick"

func TestLoad_Path(t *testing.T) {
	shipped, err := Load("coup-quick", Overrides{}, everyName())
	if err != nil || shipped.Game != "coup" {
		t.Fatalf("shipped: %+v, %v", shipped, err)
	}
	t.Chdir(t.TempDir())
	for _, c := range []struct {
		path, want string
		prepare    func() error
	}{
		{"missing.yaml", "missing.yaml: must be a run file or a shipped one (" + shippedNames + "), have no such file", nil},
		{"", "must be a run file or a shipped one (" + shippedNames + "), have no such file", nil},
		{"folder", "folder: must be a file, have a directory", func() error { return os.Mkdir("folder", 0o700) }},
		{"file/x", "file/x: must be readable, have not a directory", func() error { return os.WriteFile("file", nil, 0o600) }},
		{"/dev/zero", "/dev/zero: must be a regular file, have a pipe or a device", nil},
		{"empty", "empty:1: must hold settings, have an empty file", func() error { return os.WriteFile("empty", nil, 0o600) }},
		{"./coup-quick", "./coup-quick:1: game: must be one of coup, wojna, command, have \"mine\"", func() error {
			return os.WriteFile("coup-quick", []byte("game: mine\n"), 0o600)
		}},
	} {
		if runtime.GOOS == "windows" && (c.path == "/dev/zero" || c.path == "file/x") {
			continue // where the latter is a missing file
		}
		if c.prepare != nil {
			guard.Must(t, c.prepare())
		}
		if _, err := Load(c.path, Overrides{}, names()); err == nil || err.Error() != c.want {
			t.Errorf("have %v\nwant %s", err, c.want)
		}
	}
	guard.Must(t, os.Mkdir("coup", 0o700))
	for _, name := range []string{"coup", "coup-quick"} {
		if _, err := Load(name, Overrides{}, everyName()); err != nil {
			t.Errorf("what lies here hides a shipped file: %v", err)
		}
	}
}

// shippedNamed are the opponents of each game that the shipped run files name, and one more.
var shippedNamed = map[string][]string{
	"coup": {"Calculator", "Taxman", "Lawyer", "RandoAggroLawyer", "Random", "A"},
	"samurai": {
		"monte-carlo", "actuary", "forecaster", "late-striker", "rebel", "avoid-last", "accountant",
		"quiet-cheap-lords", "copy-the-leader", "greedy-top", "balanced", "random", "warlord", "A",
	},
	"wojna": {"Veteran", "Reader", "Counter", "Trapper", "Bully", "Loose", "Tight", "A"},
}

func TestShipped(t *testing.T) {
	if diff := cmp.Diff(shippedNames, strings.Join(RunFileNames(names()), ", ")); diff != "" {
		t.Error(diff)
	}
	for _, f := range files() {
		name := strings.Split(f.Name, "-")[0] // a shipped file is named for its game
		c, err := Parse(f.Name, f.Data, game.Set{fake(name, true, shippedNamed[name]...)})
		if err != nil {
			t.Error(err)
		} else if c.Seed != 1 || c.Workers != 0 {
			t.Errorf("%s: seed %d and %d workers surprise the user", f.Name, c.Seed, c.Workers)
		}
	}
	if _, err := Load("../configs/coup", Overrides{}, names()); err == nil {
		t.Error("found a file outside")
	}
}

// Flags override values of a file, also values that would be refused alone.
func TestLoad_Defaults(t *testing.T) {
	n := game.Set{fake("coup", true)} // without baselines
	over := Overrides{Set: []string{"field=x.json"}}
	if c, err := Load(write(t, "game: coup\n"), over, n); err != nil || strings.Join(c.Field, " ") != here(t, "x.json") {
		t.Errorf("have %+v, %v", c, err)
	}
	const rule = "must name a champion file (*.json) or a program, since coup has no baselines, have none"
	for file, want := range map[string]string{"game: coup\n": ":1: field: " + rule + " by default", "game: coup\nfield: all\n": ":2: field: " + rule} {
		if _, err := Load(write(t, file), Overrides{}, n); err == nil || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%q: want %s, have %v", file, want, err)
		}
	}
	if c, err := Load(write(t, "game: coup\nfield: all\n"), over, n); err != nil || strings.Join(c.Field, " ") != here(t, "x.json") {
		t.Errorf("have %+v, %v", c, err)
	}
}

// A key that the other settings leave unread is said in a line, and counts as unset.
func TestLoad_Notes(t *testing.T) {
	for _, c := range []struct{ name, file, set, want string }{
		{"all read", "game: coup\nevolve: {follow: gradient, learning_rate: 0.5}\n", "", ""},
		{"a file's", "game: coup\nleague: {round: 8}\nverdict: {alpha: 0.1}\nevolve: {champion: averaged}\n", "", "PATH:3: verdict.alpha: is not read unless evolve.champion is tested, have 0.1\nPATH:2: league.round: is not read unless league.share breeds exploiters, have 8"},
		{"a flag's", "game: coup\n", "evolve.half_life=5", "--set: evolve.half_life: is not read unless evolve.follow is gradient, have 5"},
		{"for a flag", "game: coup\nevolve: {follow: gradient, learning_rate: 0.5}\n", "evolve.follow=ranks", "PATH:2: evolve.learning_rate: is not read unless evolve.follow is gradient, have 0.5"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var have []string
			path, o := write(t, c.file), Overrides{Note: func(line string) { have = append(have, line) }}
			if c.set != "" {
				o.Set = []string{c.set}
			}
			cfg := guard.Value(Load(path, o, names()))(t)
			if diff := cmp.Diff(c.want, strings.ReplaceAll(strings.Join(have, "\n"), path, "PATH")); diff != "" {
				t.Error(diff)
			}
			roundTrip(t, cfg)
		})
	}
}

// here is a path of the current folder, where those of flags and variables begin.
func here(t *testing.T, name string) string {
	t.Helper()
	path := guard.Value(filepath.Abs(name))(t)
	return path
}

// A file over which nothing is laid is printed byte for byte; with all keys explained it
// means the same.
func TestText(t *testing.T) {
	for _, f := range files() {
		text, err := Text(f.Name, Overrides{}, everyName())
		if err != nil || !bytes.Equal(text, f.Data) {
			t.Errorf("%s: %v\n%s", f.Name, err, text)
		}
		want := guard.Value(Load(f.Name, Overrides{}, everyName()))(t)
		for _, text := range [][]byte{want.YAML(), want.CommentedYAML()} {
			have := guard.Value(Parse(f.Name, text, everyName()))(t)
			if diff := cmp.Diff(want, have); diff != "" {
				t.Errorf("%s: %s", f.Name, diff)
			}
		}
	}
}

func TestText_Edits(t *testing.T) {
	for _, c := range []struct{ name, file, set, want string }{
		{"replaced", "game: coup\nseed: 3 # mine\n", "seed=4", "game: coup\nseed: 4 # mine\n"},
		{"added", "game: coup # a game\n", "evidence.deals=40", `game: coup # a game
# How the champion's reported figures are measured.
evidence:
  # Deals for the champion's reported figures, in a contest of programs at most;
  # no selection has seen them.
  deals: 40
`},
		{"in braces", "game: coup\nevolve: {population: 8} # small\n", "evolve.sigma=0.5", "game: coup\nevolve: {population: 8, sigma: 0.5} # small\n"},
		{"a list", "game: coup\nfield: # all but one\n  - taxman # first\n  - random\n", "field=random", "game: coup\nfield: [random] # all but one\n"},
		{"all stays all", "game: coup\nfield: all\n", "seed=2", "game: coup\nfield: all\n# Seed of the whole run: equal seeds and settings give equal champions.\nseed: 2\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			have, err := Text(write(t, c.file), Overrides{Set: []string{c.set}}, names())
			if diff := cmp.Diff(c.want, string(have)); err != nil || diff != "" {
				t.Error(err, diff)
			}
		})
	}
}

// Parameters that are fixed, conditional or named as arrays survive being written, editors accept them, and a mistake
// in one has its line. A range that ends before its high is noted.
func TestGenes(t *testing.T) {
	const text = `game: command
command:
  referee: r {p1} {p2}
  bot: b {parameters}
  genes:
    mode: {distribution: categorical, choices: [rush, search], default: rush}
    "W[1]": {distribution: int, low: 1, high: 9, default: 3, when: mode == search}
    W[2]: {distribution: int, low: 0, high: 20, default: 7, fixed: 5}
    path: {fixed: "no"}
    width: {distribution: int, low: 25, high: 300, step: 10, default: 105}
field: [defaults]
`
	var notes []string
	c, _, err := parseLayers("f.yaml", []byte(text), Overrides{ignoreEnv: true, Note: func(line string) { notes = append(notes, line) }}, names())
	guard.Must(t, err)
	again, err := Parse("again.yaml", c.YAML(), names())
	guard.Must(t, err)
	if diff := cmp.Diff(c.Command.Genes, again.Command.Genes); diff != "" || c.Command.Genes[2].Fixed != "5" || c.Command.Genes[3].Fixed != "no" || c.Command.Genes[1].When != "mode == search" {
		t.Errorf("%s\n%s", c.YAML(), diff)
	}
	if want := "f.yaml:10: command.genes.width.high: is above the last step, 295, have 300"; !slices.Equal(notes, []string{want}) {
		t.Errorf("have %q", notes)
	}
	var v any
	guard.Must(t, yaml.Unmarshal([]byte(text[strings.Index(text, "command:"):]), &v)) // the schema of the tests has no contest
	v.(map[string]any)["game"] = "coup"
	delete(v.(map[string]any), "field")
	guard.Must(t, compiled(t).Validate(v))
	_, err = Parse("f.yaml", []byte(strings.NewReplacer("low: 1, high: 9, default: 3", "high: 0, default: 0", "high: 20", "high: -1", ", fixed: 5", "").Replace(text)), names())
	want := "f.yaml:7: command.genes.W[1]: must have low and high, or fixed, have neither\nf.yaml:8: command.genes.W[2].high: must be above low (0), have -1"
	if err == nil || strings.TrimSpace(err.Error()) != want {
		t.Errorf("have %v, want %s", err, want)
	}
}

// A pattern in a field stands for the files that it matches, from the folder of the run file or, of a flag, the current
// one.
func TestLoad_pattern(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	for _, name := range []string{"mine/rivals/b.json", "mine/rivals/a.json", "rivals/c.json", "mine/my.yaml"} {
		guard.Must(t, os.MkdirAll(filepath.Dir(name), 0o700))
		text := "game: coup\nfield: [Mask, 'rivals/*.json*3']\nholdout: ['rivals/b*.json']\n"
		guard.Must(t, os.WriteFile(name, []byte(text), 0o600))
	}
	path := filepath.Join("mine", "my.yaml")
	if _, err := Load(path, Overrides{}, game.Set{fake("coup", true, "Mask", "Random")}); err == nil || !strings.Contains(err.Error(), `mine/my.yaml:3: holdout[0]: must not stand in field[2] too, have "rivals/b.json"`) {
		t.Errorf("have %v", err)
	}
	c, err := Load(path, Overrides{Set: []string{"holdout="}}, game.Set{fake("coup", true, "Mask", "Random")})
	if err != nil || !slices.Equal(c.Field, []string{"Mask", "rivals/a.json*3", "rivals/b.json*3"}) {
		t.Errorf("have %v, %v", c, err)
	}
	c, err = Load(path, Overrides{Set: []string{"field=rivals/*.json", "holdout="}}, game.Set{fake("coup", true, "Mask", "Random")})
	if err != nil || len(c.Field) != 1 || c.Field[0] != filepath.Join(dir, "rivals", "c.json") {
		t.Errorf("have %v, %v", c.Field, err)
	}
}
