package configs

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"bloodline/arena/command"
	"bloodline/arena/game"
	"bloodline/internal/setting"
)

// drawn is a random value of a key: as text, and as the setting holds it. It is in its range.
func drawn(t *rapid.T, k setting.Key) (text string, value any) {
	bounds := func(low, high float64) (float64, float64) {
		if k.Range == (setting.Range{}) {
			return low, high
		}
		return k.Range.Low, k.Range.High
	}
	switch k.At.(type) {
	case *int:
		low, high := bounds(0, 1000)
		n := rapid.IntRange(int(low), int(high)).Draw(t, k.Name)
		return fmt.Sprint(n), n
	case *uint64:
		n := rapid.Uint64().Draw(t, k.Name)
		return fmt.Sprint(n), n
	case *float64:
		low, high := bounds(0, 1)
		x := rapid.Float64Range(low+(high-low)/1000, high-(high-low)/1000).Draw(t, k.Name)
		return fmt.Sprint(x), x
	case *bool:
		b := rapid.Bool().Draw(t, k.Name)
		return fmt.Sprint(b), b
	case *time.Duration:
		d := time.Duration(rapid.Int64Range(0, 1e15).Draw(t, k.Name))
		return d.String(), d
	case *[]string:
		words := k.Words
		if words == nil {
			words = []string{"Taxman", "Random", "x.json", "Bot: python3 'A b.py'"}
		}
		list := rapid.SliceOfNDistinct(rapid.SampledFrom(words), 1, len(words), rapid.ID[string]).Draw(t, k.Name)
		return strings.Join(list, ","), list
	}
	words := map[string][]string{"game": {"coup", "wojna"}, "start": {Neutral, "coup", "a.json"}, "folder": {"/elsewhere"}}[k.Name]
	if words == nil {
		words = k.Words
	}
	if words == nil {
		words = []string{"Text with {p1} and : #"}
	}
	word := rapid.SampledFrom(words).Draw(t, k.Name)
	return word, word
}

// layersOf are a file, an environment and flags with random keys, and the value that each key must
// have: the strongest layer that names it decides, key by key.
type layersOf struct {
	file   string
	env    map[string]string
	over   Overrides
	values map[string]any
}

func drawnLayers(t *rapid.T) (l layersOf) {
	var c Config
	var flat, nested strings.Builder
	l.env, l.values = map[string]string{}, map[string]any{}
	group := ""
	for _, k := range setting.Of(&c) {
		for layer := range 4 {
			if _, genes := k.At.(*[]command.Gene); genes || rapid.IntRange(0, 24).Draw(t, "skip") > 0 && (k.Name != "game" || layer > 0) {
				continue
			}
			text, value := drawn(t, k)
			l.values[k.Name] = value
			switch layer {
			case 0:
				b := &flat
				if s := section(k.Name); s != "" {
					if b = &nested; s != group {
						fmt.Fprintf(b, "%s:\n", s)
						group = s
					}
					b.WriteString("  ")
				}
				fmt.Fprintf(b, "%s: %s\n", last(k.Name), quotedYAML(k, text))
			case 1:
				l.env[variable(k.Name)] = text
			case 2:
				l.over.Set = append(l.over.Set, k.Name+" = "+text)
			case 3:
				// A flag and --set of one key are refused.
				if n := len(l.over.Set); n > 0 && strings.HasPrefix(l.over.Set[n-1], k.Name+" ") {
					l.over.Set = l.over.Set[:n-1]
				}
				l.over.Flags = append(l.over.Flags, Flag{"--" + last(k.Name), k.Name, text})
			}
		}
	}
	l.file = flat.String() + nested.String()
	return l
}

// quotedYAML writes text as a file has it.
func quotedYAML(k setting.Key, text string) string {
	switch k.At.(type) {
	case *[]string:
		var b strings.Builder
		for word := range strings.SplitSeq(text, ",") {
			fmt.Fprintf(&b, "%q, ", word)
		}
		return "[" + b.String() + "]"
	case *string:
		return fmt.Sprintf("%q", text)
	}
	return text
}

// Any values in any layers: each key has the value of the strongest layer that names it, and the
// default where none does. What is refused is refused by a rule between keys.
func TestLayers(t *testing.T) {
	games := game.Set{fake("coup", true, "Taxman", "Random"), fake("wojna", false, "Taxman", "Random")}
	path := filepath.Join(t.TempDir(), "run.yaml")
	accepted := 0
	rapid.Check(t, func(r *rapid.T) {
		l := drawnLayers(r)
		if err := os.WriteFile(path, []byte(l.file), 0o600); err != nil {
			r.Fatal(err)
		}
		for name, text := range l.env {
			os.Setenv(name, text)
			defer os.Unsetenv(name)
		}
		file := parse(path, []byte(l.file))
		game, _ := file.values["game"].(string)
		want := defaults(game, "")
		for _, k := range setting.Of(&want) {
			if v, ok := l.values[k.Name]; ok {
				k.Put(v)
			}
		}
		refused := len(setting.Check(&want)) + len(want.checkRules(games, nil, false))
		have, err := newLayers(file, l.over).config(games)
		if diff := cmp.Diff(&want, have); diff != "" {
			r.Fatalf("%s\n%s\n%v %v", diff, l.file, l.env, l.over)
		}
		if (len(err) > 0) != (refused > 0) {
			r.Fatalf("%d broken rules, have %v", refused, err)
		}
		if refused > 0 {
			return
		}
		accepted++
		loaded, failed := Load(path, l.over, games)
		if failed != nil {
			r.Fatal(failed)
		}
		again, failed := Parse(path, loaded.TextWithSource(), games) // which reads neither environment nor flags
		if diff := cmp.Diff(loaded, again); failed != nil || diff != "" {
			r.Fatalf("%v\n%s\n%s", failed, diff, loaded.YAML())
		}
	})
	if accepted == 0 {
		t.Error("no file is accepted")
	}
}

// Behaviour of viper and yaml.v3 that a user must not meet.
func TestTraps(t *testing.T) {
	games := game.Set{fake("coup", true, "Taxman")}
	const contest = "game: command\ncommand: {referee: 'r {p1} {p2}', bot: 'b {BigName}', genes: {BigName: {distribution: float, low: 0, high: 1, default: 0.5}}}\n"
	for _, c := range []struct{ name, file, env, set, want string }{
		{"viper makes 1 of 1.9", "game: coup\n", "", "workers=1.9", "--set: workers: must be a whole number in decimal digits, have 1.9"},
		{"yaml.v3 makes 26 of 2_6", "game: coup\nworkers: 2_6\n", "", "", "f:2: workers: must be a whole number in decimal digits, have 2_6"},
		{"viper lowers the case of maps", contest, "", "", ""},
		{"viper hides a section behind its variable", "game: coup\n", "BLOODLINE_EVOLVE", "", "BLOODLINE_EVOLVE: unknown variable"},
		{"viper knows no case", "game: coup\n", "", "Evolve.Population=9", "--set: Evolve.Population: unknown key (a newer version's?), must be one of"},
		{"many mistakes", "game: coup\n" + strings.Repeat("x: 1\n", 500), "", "", "f: has 480 more mistakes"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.env != "" {
				t.Setenv(c.env, "5")
			}
			o := Overrides{}
			if c.set != "" {
				o.Set = []string{c.set}
			}
			have, _, err := parseLayers("f", []byte(c.file), o, games)
			if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
				t.Fatalf("have %v, want %s", err, c.want)
			}
			if err == nil && have.Command.Genes[0].Name != "BigName" {
				t.Errorf("the gene is called %s", have.Command.Genes[0].Name)
			}
		})
	}
}
