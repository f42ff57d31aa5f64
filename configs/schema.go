package configs

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/invopop/jsonschema"

	"bloodline/arena/command"
	"bloodline/arena/game"
	"bloodline/evolve/key"
)

// Schema returns the JSON schema of run files, for editors. It knows every key with its
// meaning, type, default and range, the games and their baselines, spelled as they are
// listed. Rules between keys are the reader's alone, as is whose baseline a name is.
func Schema(games game.Set) ([]byte, error) {
	r := jsonschema.Reflector{
		Anonymous: true, DoNotReference: true, ExpandedStruct: true,
		FieldNameTag: "yaml", RequiredFromJSONSchemaTags: true,
		Namer: reflect.Type.String, // there is a Config here and one in evolve
	}
	root := r.Reflect(&Config{})
	root.Title = "bloodline run file"
	root.Description = "What to breed, against which opponents and for how long."
	root.Required = []string{"game"}
	c := Default()
	for _, s := range c.settings() {
		if err := s.describe(root); err != nil {
			return nil, fmt.Errorf("make schema: %w", err)
		}
	}
	root.Properties.Value("game").Enum = words(gameNames(games))
	for list, name := range map[string]*jsonschema.Schema{"field": fieldSchema(games), "holdout": opponentSchema(games, Rotation)} {
		names := root.Properties.Value(list)
		names.OneOf[0], names.OneOf[1].Items = name, name
	}
	for _, g := range key.Groups(&c) {
		at := root
		for name := range strings.SplitSeq(g.Name, ".") {
			at = at.Properties.Value(name)
		}
		at.Description = g.Doc
	}
	text, err := json.MarshalIndent(root, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("make schema: %w", err)
	}
	return append(text, '\n'), nil
}

// describe adds what reflection cannot know to the property of a setting.
func (s setting) describe(root *jsonschema.Schema) error {
	at := root
	for _, name := range strings.Split(s.Name, ".") {
		next, ok := at.Properties.Get(name)
		if !ok {
			return fmt.Errorf("no property %s", s.Name)
		}
		at = next
	}
	switch s.At.(type) {
	case *[]command.Gene:
		*at = *geneSchema()
		at.Description = s.Doc
		return nil
	case *[]string:
		*at = *listSchema(s.Name == "field", s.Words)
	case *int, *float64:
		describe(s.Range, at)
	case *uint64:
		at.Minimum, at.Maximum = "0", "18446744073709551615"
	case *time.Duration:
		at.Type, at.Pattern = "string", `^[0-9.]+(ns|us|µs|ms|s|m|h)([0-9.]+(ns|us|µs|ms|s|m|h))*$`
	}
	if _, list := s.At.(*[]string); !list {
		at.Enum = words(s.Words)
	}
	if v := reflect.ValueOf(s.value()); !v.IsZero() || v.Kind() != reflect.String && v.Kind() != reflect.Slice {
		at.Default = s.value()
		if d, ok := at.Default.(time.Duration); ok {
			at.Default = d.String()
		}
	}
	at.Description = s.Doc
	return nil
}

func describe(r key.Range, at *jsonschema.Schema) {
	number := func(x float64) json.Number { return json.Number(strconv.FormatFloat(x, 'f', -1, 64)) }
	if r.OpenLow {
		at.ExclusiveMinimum = number(r.Low)
	} else {
		at.Minimum = number(r.Low)
	}
	if r.OpenHigh {
		at.ExclusiveMaximum = number(r.High)
	} else {
		at.Maximum = number(r.High)
	}
}

func words(of []string) (enum []any) {
	for _, word := range of {
		enum = append(enum, word)
	}
	return enum
}

// listSchema allows one name or a list of them; of given words, the same one may
// come again.
func listSchema(filled bool, of []string) *jsonschema.Schema {
	one := uint64(1)
	name := &jsonschema.Schema{Type: "string", MinLength: &one, Enum: words(of)}
	list := &jsonschema.Schema{Type: "array", Items: name, UniqueItems: of == nil}
	if filled || of != nil {
		list.MinItems = &one
	}
	return &jsonschema.Schema{OneOf: []*jsonschema.Schema{name, list}}
}

// geneSchema allows a mapping of names to genes.
func geneSchema() *jsonschema.Schema {
	g := jsonschema.NewProperties()
	text, number := &jsonschema.Schema{Type: "string"}, &jsonschema.Schema{Type: "number"}
	g.Set("distribution", &jsonschema.Schema{Type: "string", Enum: []any{command.Float, command.Int, command.Categorical}})
	g.Set("low", number)
	g.Set("high", number)
	g.Set("log", &jsonschema.Schema{Type: "boolean"})
	g.Set("choices", &jsonschema.Schema{Type: "array"})
	g.Set("default", &jsonschema.Schema{})
	g.Set("group", text)
	g.Set("doc", text)
	one := &jsonschema.Schema{Type: "object", Properties: g, Required: []string{"distribution", "default"}, AdditionalProperties: jsonschema.FalseSchema}
	return &jsonschema.Schema{Type: "object", AdditionalProperties: one}
}

// opponentSchema allows the baselines of all games, all of a game's, champion files, and
// some more words.
func opponentSchema(games game.Set, more ...string) *jsonschema.Schema {
	names := append([]string{All}, more...)
	for _, g := range games.Names() {
		for _, name := range baselines(games, g) {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return &jsonschema.Schema{Type: "string", AnyOf: []*jsonschema.Schema{{Enum: words(names)}, {Pattern: `.\.json$`}, {Pattern: `^exec:|^[A-Za-z0-9_.-]+(\*[0-9]+)?: `}}}
}

// fieldSchema allows opponents with weights too.
func fieldSchema(games game.Set) *jsonschema.Schema {
	one := opponentSchema(games, append(Moving(), Defaults)...)
	one.AnyOf = append(one.AnyOf, &jsonschema.Schema{Pattern: `.\*([1-9][0-9]?|100)$`})
	return one
}
