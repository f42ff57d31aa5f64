package configs

import (
	"encoding/json"
	"reflect"
	"slices"
	"time"

	"bloodline/arena/command"
	"bloodline/arena/game"
	"bloodline/internal/setting"
)

type object = map[string]any

// SchemaDoc describes run files in their schema, and marks the file of the schema as made by the program.
const SchemaDoc = "What to breed, against which opponents and for how long."

// Schema returns the JSON schema of run files (draft 2020-12), for editors. It knows every key with its meaning, type,
// default and range, the games and their baselines; rules between keys, and whose baseline a name is, are the reader's.
func Schema(games game.Set) []byte {
	c := Default()
	root := group(SchemaDoc)
	root["$schema"], root["title"], root["required"] = "https://json-schema.org/draft/2020-12/schema", "bloodline run file", []string{"game"}
	groups := map[string]object{"": root}
	for _, g := range setting.Groups(&c) {
		groups[g.Name] = group(g.Doc)
		properties(groups[enclosing(g.Name)[1]])[last(g.Name)] = groups[g.Name]
	}
	for _, k := range setting.Of(&c) {
		p := property(k)
		switch k.Name {
		case "game":
			p["enum"] = gameNames(games)
		case "field":
			setWords(p, opponent(games, append(ChangingPlayers(), Defaults), `.\*([1-9][0-9]?|100)$`))
		case "holdout":
			setWords(p, opponent(games, []string{Rotation}))
		}
		properties(groups[enclosing(k.Name)[1]])[last(k.Name)] = p
	}
	text, _ := json.MarshalIndent(root, "", "  ") // words and finite numbers
	return append(text, '\n')
}

func group(doc string) object {
	return object{"type": "object", "description": doc, "properties": object{}, "additionalProperties": false}
}

func properties(group object) object { return group["properties"].(object) }

// property describes a key. A default that could not be meant, as an empty word, is left out.
func property(k setting.Key) object {
	p := object{}
	switch k.At.(type) {
	case *[]command.Gene:
		text, number := object{"type": "string"}, object{"type": "number"}
		one := object{
			"type": "object", "additionalProperties": false,
			"anyOf": []object{{"required": []string{"fixed"}}, {"required": []string{"distribution", "default"}}},
			"properties": object{
				"distribution": object{"type": "string", "enum": []string{command.Float, command.Int, command.Categorical}},
				"low":          number, "high": number, "step": object{"type": "number", "exclusiveMinimum": 0},
				"log":     object{"type": "boolean"},
				"choices": object{"type": "array"}, "ordered": object{"type": "boolean"}, "default": true, "fixed": true,
				"when": text, "group": text, "doc": text,
			},
		}
		p = object{"type": "object", "additionalProperties": one}
	case *[]string:
		name := object{"type": "string", "minLength": 1}
		list := object{"type": "array", "items": name}
		if k.Words == nil {
			list["uniqueItems"] = true
		} else {
			name["enum"] = k.Words
		}
		if k.Words != nil || k.Name == "field" || k.Name == "start" {
			list["minItems"] = 1
		}
		p["oneOf"] = []object{name, list}
	case *int:
		p["type"] = "integer"
		setRange(p, k.Range)
	case *float64:
		p["type"] = "number"
		setRange(p, k.Range)
	case *uint64:
		p["type"], p["minimum"], p["maximum"] = "integer", 0, json.Number("18446744073709551615")
	case *time.Duration:
		p["type"], p["pattern"] = "string", `^[0-9.]+(ns|us|µs|ms|s|m|h)([0-9.]+(ns|us|µs|ms|s|m|h))*$`
	case *bool:
		p["type"] = "boolean"
	default:
		p["type"] = "string"
		if k.Words != nil {
			p["enum"] = k.Words
		}
	}
	p["description"] = k.Doc
	if v := reflect.ValueOf(k.Value()); !v.IsZero() || v.Kind() != reflect.String && v.Kind() != reflect.Slice {
		p["default"] = k.Value()
		if d, ok := k.Value().(time.Duration); ok {
			p["default"] = d.String()
		}
	}
	return p
}

func setRange(p object, r setting.Range) {
	low, high := "minimum", "maximum"
	if r.OpenLow {
		low = "exclusiveMinimum"
	}
	if r.OpenHigh {
		high = "exclusiveMaximum"
	}
	p[low], p[high] = r.Low, r.High
}

func setWords(p, word object) {
	p["oneOf"].([]object)[0] = word
	p["oneOf"].([]object)[1]["items"] = word
}

// opponent allows the baselines of all games, all of a game's, champion files, programs, some more words, and patterns.
func opponent(games game.Set, more []string, patterns ...string) object {
	names := append([]string{All}, more...)
	for _, g := range games.Names() {
		for _, name := range baselines(games, g) {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	allowed := []object{{"enum": names}}
	for _, p := range append([]string{`.\.json$`, `^exec:|^[A-Za-z0-9_.-]+(\*[0-9]+)?: `}, patterns...) {
		allowed = append(allowed, object{"pattern": p})
	}
	return object{"type": "string", "anyOf": allowed}
}
