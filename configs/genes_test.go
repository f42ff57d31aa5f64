package configs

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v3"

	"bloodline/internal/guard"
)

// Parameters that are fixed, conditional or named as arrays survive being written, editors accept them, and a mistake in
// one has its line. A range that ends before its high is noted.
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
	if err := compiled(t).Validate(v); err != nil {
		t.Error(err)
	}
	_, err = Parse("f.yaml", []byte(strings.NewReplacer("low: 1, high: 9, default: 3", "high: 0, default: 0", "high: 20", "high: -1", ", fixed: 5", "").Replace(text)), names())
	want := "f.yaml:7: command.genes.W[1]: must have low and high, or fixed, have neither\nf.yaml:8: command.genes.W[2].high: must be above low (0), have -1"
	if err == nil || strings.TrimSpace(err.Error()) != want {
		t.Errorf("have %v, want %s", err, want)
	}
}
