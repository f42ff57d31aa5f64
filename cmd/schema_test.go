//go:build linux

package cmd

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"bloodline/internal/guard"
	"bloodline/results/report"
)

// schemaFile is the JSON schema of the output of commands. Its definition command-NAME is for each of outputs.
const schemaFile = "../docs/json.schema.json"

const aboutSchema = "Every command with -o json prints one value, or one value a line where its definition says so; errors and progress " +
	"are text on standard error. The definitions called command-... are what each command prints. Points are points a game; low and " +
	"high bound a 95 % interval. genes is a list of objects with a name, in a champion file a map of names to values."

type object = map[string]any

// schemaMaker makes JSON schemas of types as encoding/json writes them, described by the comments in their source.
type schemaMaker struct {
	t        *testing.T
	defs     object
	types    map[string]reflect.Type
	comments map[string]string // by the name of a type, or of a type and a field
	parsed   map[string]bool   // packages whose comments are known
}

func (m *schemaMaker) schema(t reflect.Type) object {
	switch t {
	case reflect.TypeFor[time.Time]():
		return object{"type": "string", "format": "date-time"}
	case reflect.TypeFor[report.GeneValue]():
		return object{"type": []string{"number", "string"}}
	case reflect.TypeFor[json.RawMessage](): // the genes of a champion file
		return object{"type": "object", "additionalProperties": m.schema(reflect.TypeFor[report.GeneValue]())}
	}
	switch t.Kind() {
	case reflect.Pointer:
		return m.schema(t.Elem())
	case reflect.Struct:
		if known := m.types[t.String()]; known != nil && known != t {
			m.t.Fatalf("two types are called %s", t)
		}
		if m.types[t.String()] == nil {
			m.types[t.String()] = t
			s := object{"type": "object", "additionalProperties": false, "required": []string{}, "properties": object{}}
			m.defs[t.String()] = s
			m.parse(t.PkgPath())
			m.describe(s, t.String())
			m.addFields(s, t)
		}
		return object{"$ref": "#/$defs/" + t.String()}
	case reflect.Slice, reflect.Array:
		return object{"type": "array", "items": m.schema(t.Elem())}
	case reflect.Map:
		return object{"type": "object", "additionalProperties": m.schema(t.Elem())}
	case reflect.String:
		return object{"type": "string"}
	case reflect.Bool:
		return object{"type": "boolean"}
	case reflect.Float64:
		return object{"type": "number"}
	case reflect.Int, reflect.Int64:
		return object{"type": "integer"}
	case reflect.Uint64:
		return object{"type": "integer", "minimum": 0}
	}
	m.t.Fatalf("no schema for %s", t)
	return nil
}

func (m *schemaMaker) addFields(s object, t reflect.Type) {
	for f := range t.Fields() {
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case name == "" && f.Anonymous:
			if f.Type.Kind() == reflect.Pointer {
				f.Type = f.Type.Elem()
			}
			m.parse(f.Type.PkgPath())
			m.addFields(s, f.Type)
		case name == "" && f.IsExported():
			m.t.Errorf("%s.%s has no JSON key", t, f.Name)
		case name != "" && name != "-":
			p := m.schema(f.Type)
			if words := f.Tag.Get("enum"); words != "" {
				p["enum"] = strings.Split(words, ",")
			}
			m.describe(p, t.String()+"."+f.Name)
			s["properties"].(object)[name] = p
			if !strings.HasPrefix(options, "omit") {
				s["required"] = append(s["required"].([]string), name)
			}
		}
	}
}

func (m *schemaMaker) describe(s object, name string) {
	if text := m.comments[name]; text != "" {
		s["description"] = text
	}
}

// parse reads the comments of a package.
func (m *schemaMaker) parse(path string) {
	if m.parsed[path] {
		return
	}
	m.parsed[path] = true
	files, err := filepath.Glob(filepath.Join("..", strings.TrimPrefix(path, "bloodline/"), "*.go"))
	guard.Must(m.t, err)
	for _, name := range files {
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments|parser.SkipObjectResolution)
		guard.Must(m.t, err)
		for _, d := range f.Decls {
			types, ok := d.(*ast.GenDecl)
			if !ok || types.Tok != token.TYPE {
				continue
			}
			for _, spec := range types.Specs {
				spec := spec.(*ast.TypeSpec)
				name := f.Name.Name + "." + spec.Name.Name
				m.comments[name] = strings.TrimSpace(types.Doc.Text() + spec.Doc.Text())
				if s, ok := spec.Type.(*ast.StructType); ok {
					for _, field := range s.Fields.List {
						for _, n := range field.Names {
							m.comments[name+"."+n.Name] = strings.TrimSpace(field.Doc.Text() + field.Comment.Text())
						}
					}
				}
			}
		}
	}
}

// The JSON schema is that of the types that commands print.
func TestJSON_schema(t *testing.T) {
	m := schemaMaker{t, object{}, map[string]reflect.Type{}, map[string]string{}, map[string]bool{}}
	for _, o := range outputs {
		m.defs[slug("command "+o.command)] = m.schema(reflect.TypeOf(o.value))
	}
	text, err := json.MarshalIndent(object{
		"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "Output of bloodline's commands with -o json",
		"description": aboutSchema, "$defs": m.defs,
	}, "", "  ")
	guard.Must(t, err)
	text = append(text, '\n')
	if *update {
		guard.Must(t, os.WriteFile(schemaFile, text, 0o666))
	}
	if have, err := os.ReadFile(schemaFile); err != nil || string(have) != string(text) {
		t.Errorf("%s is out of date: go generate ./docs writes it", schemaFile)
	}
}
