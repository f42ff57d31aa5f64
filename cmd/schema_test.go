//go:build linux

package cmd

import (
	"encoding/json"
	"os"
	"path"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"bloodline/arena/game"
	"bloodline/arena/swarm"
	"bloodline/evolve/lineage"
	"bloodline/evolve/surrogate"
	"bloodline/genome/champion"
	"bloodline/results/report"
	"bloodline/results/report/view"
	"bloodline/results/run"
	validator "github.com/santhosh-tekuri/jsonschema/v6"
)

// shapes are what each command line says as JSON, in the words of its schema, and a line that says
// it; some are asked elsewhere. FILE is a run file and DIR a folder; the run mine is there.
var shapes = []struct {
	command string
	value   any
	line    string
}{
	{"ablate CHAMPION", []game.Ablated{}, "ablate mine --deals 2"},
	{"baselines GAME", []report.BaselineRow{}, "baselines"},
	{"breed", champion.File{}, "breed FILE --name other"},
	{"breed --seeds", run.Spread{}, "breed FILE --seeds 1..2"},
	{"breed --progress json, a line each", report.Generation{}, ""},
	{"check", checked{}, "check"},
	{"clone PLAYER", []report.Clone{}, "clone coup:Random --games 20 --out DIR/rivals"},
	{"compare CONFIG", run.Comparison{}, "compare FILE --seeds 2 --arms random"},
	{"compare PLAYER PLAYER", []report.Lead{}, "compare tiny-1 tiny-2 --deals 2"},
	{"config", []string{}, "config"},
	{"diff PLAYER PLAYER", report.GenomeDiff{}, "diff mine mine/g000-001 --games 2"},
	{"exploit CHAMPION", exploitation{}, "exploit mine --games 16 --deals 2 --set evolve.population=4 --set evolve.elites=1 --set fitness.deals=2"},
	{"export PLAYER", exported{}, "export mine --out DIR/bot"},
	{"games", []report.GameRow{}, "games"},
	{"games GAME", report.GameDetail{}, "games coup"},
	{"inspect PLAYER", report.Behaviour{}, "inspect mine --deals 2"},
	{"inspect RUN effects", surrogate.Effects{}, ""},
	{"inspect RUN trials", report.Trials{}, ""},
	{"inspect PLAYER missing", report.Missing{}, ""},
	{"lineage RUN", lineage.Tree{}, "lineage mine"},
	{"match PLAYER PLAYER", []report.Entrant{}, "match mine Random --games 2"},
	{"new NAME", scaffolded{}, "new demo --out DIR/module"},
	{"play PLAYER PLAYER, a line each", game.Record{}, "play mine Random"},
	{"prune", []lineage.Pruned{}, "prune mine"},
	{"report", view.Report{}, "report mine --deals 2 --cuts 2 --rounds 1"},
	{"runs", []report.RunLine{}, "runs"},
	{"runs RUN, a line each", report.Generation{}, "runs tiny-1"},
	{"runs RUN --csv", tables{}, "runs tiny-1 --csv DIR/csv"},
	{"runs tag", tagged{}, "runs tag tiny-1 good"},
	{"runs size", report.StoreSize{}, "runs size"},
	{"runs rename", renaming{}, "runs rename tiny-1 renamed"},
	{"runs rm", removal{}, "runs rm renamed"},
	{"serve", served{}, ""},
	{"sprt PLAYER PLAYER", report.Verdict{}, "sprt mine Random --games 2"},
	{"swarm URL", swarm.Status{}, ""},
	{"tournament", report.Standings{}, "tournament mine --rounds 1"},
	{"verify CHAMPION", report.Verification{}, "verify mine"},
	{"version", versionOf{}, "version"},
}

// schemaFile is the JSON schema of what commands say, a definition for each of shapes.
const schemaFile = "../docs/json.schema.json"

// nameOf is the name of a type in words, after its package's name unless the package prints.
func nameOf(t reflect.Type) string {
	if t.Name() == "" {
		return "" // a list
	}
	name := slug(regexp.MustCompile(`[A-Z]`).ReplaceAllString(t.Name(), "-$0"))
	if pkg := path.Base(t.PkgPath()); pkg != "report" && pkg != "cmd" {
		name = pkg + "-" + name
	}
	return name
}

// slug joins the words of a text by hyphens.
func slug(text string) string {
	return strings.Trim(regexp.MustCompile(`[^a-z0-9]+`).ReplaceAllString(strings.ToLower(text), "-"), "-")
}

// about is the schema's description.
const about = "Every command with -o json prints one value, or one value a line where its definition says so; errors and progress are text on standard error. " +
	"The definitions called command-... are what each command prints. Points are points a game; low and high bound a 95 % interval. " +
	"genes is a list of objects with a name, in a champion file a map of names to values."

// schemas makes one schema with a definition for each shape.
func schemas(t *testing.T) object {
	t.Helper()
	r := &reflector{definitions: object{}, docs: goDocs(t)}
	for _, s := range shapes {
		r.definitions[slug("command "+s.command)] = r.schema(reflect.TypeOf(s.value))
	}
	return object{
		"$schema": "https://json-schema.org/draft/2020-12/schema", "$defs": r.definitions,
		"title": "Output of bloodline's commands with -o json", "description": about,
	}
}

// The schema says what the types say.
func TestSchema(t *testing.T) {
	all := schemas(t)
	text, err := json.MarshalIndent(all, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	want := string(text) + "\n"
	if *update {
		if err := os.WriteFile(schemaFile, []byte(want), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if have, err := os.ReadFile(schemaFile); err != nil || string(have) != want {
		t.Errorf("%s is out of date (%v): go test ./cmd -run TestSchema -args -update writes it", schemaFile, err)
	}
}

// shape returns what validates the JSON of a command line.
func shape(t *testing.T, command string) *validator.Schema {
	t.Helper()
	f, err := os.Open(schemaFile)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	doc, err := validator.UnmarshalJSON(f)
	if err != nil {
		t.Fatal(err)
	}
	c := validator.NewCompiler()
	if err := c.AddResource("all.json", doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("all.json#/$defs/" + slug("command "+command))
	if err != nil {
		t.Fatal(err)
	}
	return s
}
