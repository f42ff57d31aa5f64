package cmd

import (
	"encoding/json"
	"os"
	"path"
	"reflect"
	"regexp"
	"strings"
	"testing"

	validator "github.com/santhosh-tekuri/jsonschema/v6"

	"bloodline/arena/ablation"
	"bloodline/arena/game"
	"bloodline/arena/swarm"
	"bloodline/evolve/lineage"
	"bloodline/genome/champion"
	"bloodline/results/report"
	"bloodline/results/report/view"
	"bloodline/results/run"
)

// shapes are what each command line says as JSON, in the words of its schema.
var shapes = []struct {
	command string
	value   any
}{
	{"ablate CHAMPION", []ablation.Row{}},
	{"baselines GAME", []report.BaselineRow{}},
	{"breed", champion.File{}},
	{"breed --seeds", run.Spread{}},
	{"breed --progress json, a line each", report.Generation{}},
	{"check", checked{}},
	{"compare CONFIG", run.Comparison{}},
	{"compare PLAYER PLAYER", []report.Lead{}},
	{"config", []string{}},
	{"diff PLAYER PLAYER", report.GenomeDiff{}},
	{"exploit CHAMPION", exploitation{}},
	{"export PLAYER", exported{}},
	{"games", []report.GameRow{}},
	{"games GAME", report.GameDetail{}},
	{"inspect PLAYER", report.Behaviour{}},
	{"lineage RUN", lineage.Tree{}},
	{"match PLAYER PLAYER", []report.Entrant{}},
	{"new NAME", scaffolded{}},
	{"play PLAYER PLAYER, a line each", game.Record{}},
	{"prune", []run.Pruned{}},
	{"report", view.Report{}},
	{"runs", []report.RunLine{}},
	{"runs RUN, a line each", report.Generation{}},
	{"runs RUN --csv", tables{}},
	{"runs rename", renaming{}},
	{"runs rm", removal{}},
	{"runs tag", tagged{}},
	{"runs size", report.StoreSize{}},
	{"serve", served{}},
	{"sprt PLAYER PLAYER", report.Verdict{}},
	{"swarm URL", swarm.Status{}},
	{"tournament", report.Standings{}},
	{"verify CHAMPION", report.Verification{}},
	{"version", versionOf{}},
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
