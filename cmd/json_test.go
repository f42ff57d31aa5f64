//go:build linux

package cmd

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	validator "github.com/santhosh-tekuri/jsonschema/v6"

	"bloodline/arena/game"
	"bloodline/arena/swarm"
	"bloodline/engine"
	"bloodline/evolve/store"
	"bloodline/internal/guard"
	"bloodline/results/ladder"
	"bloodline/results/report"
	"bloodline/results/report/view"
	"bloodline/results/run"
)

// outputs are the commands that print JSON, each with a value of the type that it prints and a line that prints one;
// the schema has their definitions. FILE is a run file and DIR a folder; the run mine is there. Other tests print those
// without a line.
var outputs = []struct {
	command string
	value   any
	line    string
}{
	{"ablate CHAMPION", []game.Ablated{}, "ablate mine --deals 2"},
	{"baselines GAME", []engine.Baseline{}, "baselines"},
	{"breed", concluded{}, "breed FILE --name other"},
	{"breed --seeds", run.Spread{}, "breed FILE --seeds 1..2"},
	{"breed --progress json, a line each", report.Generation{}, ""},
	{"check", checked{}, "check"},
	{"clone PLAYER", []report.Clone{}, "clone coup:Random --games 20 --out DIR/rivals"},
	{"compare PLAYER PLAYER", []report.Lead{}, "compare tiny mine --deals 2"},
	{"config", []string{}, "config"},
	{"diff PLAYER PLAYER", report.GenomeDiff{}, "diff mine mine/g000-001 --games 2"},
	{"exploit CHAMPION", exploitation{}, "exploit mine --games 16 --deals 2 --set evolve.population=4 --set fitness.deals=2"},
	{"export PLAYER", exported{}, "export mine --out DIR/bot"},
	{"games", []report.GameRow{}, "games"},
	{"games GAME", report.GameDetail{}, "games coup"},
	{"inspect PLAYER", report.Profile{}, "inspect mine --deals 2"},
	{"inspect PLAYER curves", report.Curves{}, "inspect mine curves --deals 2"},
	{"inspect RUN trials", report.Trials{}, ""},
	{"ladder show", report.Ladder{}, ""},
	{"ladder add RUNFILE NAME PLAYER", store.Bot{}, ""},
	{"ladder pair BOT BOT", report.LadderPair{}, ""},
	{"ladder log", report.LadderLog{}, ""},
	{"ladder rm BOT", ladder.Removed{}, ""},
	{"lineage RUN", store.Tree{}, "lineage mine"},
	{"match PLAYER PLAYER", []report.Entrant{}, "match mine Random --games 2"},
	{"new NAME", scaffolded{}, "new demo --out DIR/module"},
	{"play PLAYER PLAYER, a line each", game.NarratedRecord{}, "play mine Random"},
	{"prune", []store.PruneResult{}, "prune mine"},
	{"report", view.PageData{}, "report mine --deals 2 --cuts 2 --rounds 1"},
	{"runs", []report.RunLine{}, "runs"},
	{"runs RUN, a line each", report.Generation{}, "runs tiny-1"},
	{"runs RUN --csv", tables{}, "runs tiny-1 --csv DIR/csv"},
	{"runs tag", tagged{}, "runs tag tiny-1 good"},
	{"runs size", report.StoreSize{}, "runs size"},
	{"runs rm", run.Removal{}, "runs rm tiny-1"},
	{"serve", served{}, ""},
	{"sprt PLAYER PLAYER", report.SPRT{}, "sprt mine Random --games 2"},
	{"swarm URL", swarm.Status{}, ""},
	{"tournament", report.Standings{}, "tournament mine --rounds 1"},
	{"verify CHAMPION", report.Verification{}, "verify mine"},
	{"verify CHAMPION --on RUNFILE", report.Transfer{}, ""},
	{"version", versionOf{}, "version"},
}

// slug joins the words of a text by hyphens.
func slug(text string) string {
	return strings.Trim(regexp.MustCompile(`[^a-z0-9]+`).ReplaceAllString(strings.ToLower(text), "-"), "-")
}

// Every command can print its results as JSON of its schema; a new command needs a line in
// the table of outputs.
func TestJSON(t *testing.T) {
	dir := t.TempDir()
	file, database := filepath.Join(dir, "tiny.yaml"), filepath.Join(dir, "lineage.db")
	write(t, file, tiny)
	say := func(t *testing.T, line string) []byte {
		t.Helper()
		var stdout, stderr bytes.Buffer
		words := append(strings.Fields(strings.NewReplacer("FILE", file, "DIR", dir).Replace(line)), "--store", database, "-o", "json")
		if err := call(words, &stdout, &stderr); err != nil {
			t.Fatalf("%s: %v\n%s", line, err, &stderr)
		}
		return stdout.Bytes()
	}
	say(t, "breed FILE --name mine")
	spoken := []string{"help", "completion", "worker"} // text by nature
	for _, s := range outputs {
		spoken = append(spoken, strings.Fields(s.command)[0])
		if s.line == "" {
			continue
		}
		t.Run(s.command, func(t *testing.T) {
			text := say(t, s.line)
			if strings.Contains(s.command, "a line each") {
				text, _, _ = bytes.Cut(text, []byte("\n"))
			}
			v := guard.Value(validator.UnmarshalJSON(bytes.NewReader(text)))(t) // nothing may stand behind the value
			if v == nil {
				t.Error("it says null")
			}
			guard.Must(t, shape(t, s.command).Validate(v))
			if v, ok := v.(object); ok {
				v["unknown"] = 1
				if shape(t, s.command).Validate(v) == nil {
					t.Error("the schema allows an unknown key")
				}
			}
		})
	}
	say(t, "config coup") // a run file, whose schema is its own
	for _, c := range shipped().root().Commands() {
		if !slices.Contains(spoken, strings.TrimSuffix(c.Name(), ",")) {
			t.Errorf("the table of outputs has no line for %s", c.Name())
		}
	}
}

// compiler knows the schema.
var compiler = sync.OnceValues(func() (*validator.Compiler, error) {
	f, err := os.Open(schemaFile)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	doc, err := validator.UnmarshalJSON(f)
	c := validator.NewCompiler()
	if err == nil {
		err = c.AddResource("all.json", doc)
	}
	return c, err
})

// shape returns what validates the JSON of a command line.
func shape(t *testing.T, command string) *validator.Schema {
	t.Helper()
	c := guard.Value(compiler())(t)
	s := guard.Value(c.Compile("all.json#/$defs/" + slug("command "+command)))(t)
	return s
}
