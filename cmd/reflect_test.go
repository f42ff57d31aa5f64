//go:build linux

package cmd

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"bloodline/results/report"
)

// object is a JSON object of a schema.
type object = map[string]any

// reflector makes JSON schemas of Go types, as package encoding/json writes their values.
type reflector struct {
	definitions object            // by the names of types
	docs        map[string]string // by "import/path.Type" and "import/path.Type.Field"
}

// schema describes the values of a type: basic types and lists in place, structs by a reference to their
// definition.
func (r *reflector) schema(t reflect.Type) object {
	switch t {
	case reflect.TypeFor[report.GeneValue]():
		return object{"oneOf": []object{{"type": "number"}, {"type": "string"}}}
	case reflect.TypeFor[time.Time]():
		return object{"type": "string", "format": "date-time"}
	case reflect.TypeFor[json.RawMessage]():
		return object{}
	}
	switch t.Kind() {
	case reflect.Pointer:
		return r.schema(t.Elem())
	case reflect.Bool:
		return object{"type": "boolean"}
	case reflect.String:
		return object{"type": "string"}
	case reflect.Float32, reflect.Float64:
		return object{"type": "number"}
	case reflect.Slice, reflect.Array:
		list := object{"type": "array", "items": r.schema(t.Elem())}
		if t.Kind() == reflect.Array {
			list["minItems"], list["maxItems"] = t.Len(), t.Len()
		}
		return list
	case reflect.Map:
		return object{"type": "object", "additionalProperties": r.schema(t.Elem())}
	case reflect.Struct:
		if t.Name() == "" {
			return r.structure(t)
		}
		name := nameOf(t)
		if _, ok := r.definitions[name]; !ok {
			r.definitions[name] = object{} // before its fields, which may have this type too
			r.definitions[name] = r.structure(t)
		}
		return object{"$ref": "#/$defs/" + name}
	case reflect.Interface:
		return object{}
	}
	return object{"type": "integer"}
}

func (r *reflector) structure(t reflect.Type) object {
	properties, required := object{}, []string{}
	r.fields(t, properties, &required)
	s := object{"type": "object", "properties": properties, "additionalProperties": false}
	if len(required) > 0 {
		s["required"] = required
	}
	if doc := r.docs[t.PkgPath()+"."+t.Name()]; doc != "" {
		s["description"] = doc
	}
	return s
}

// fields adds the fields of a struct; those of an embedded one are its own.
func (r *reflector) fields(t reflect.Type, properties object, required *[]string) {
	for i := range t.NumField() {
		f := t.Field(i)
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case name == "-" || !f.IsExported() && !f.Anonymous:
			continue
		case f.Anonymous && name == "":
			embedded := f.Type
			if embedded.Kind() == reflect.Pointer {
				embedded = embedded.Elem()
			}
			r.fields(embedded, properties, required)
			continue
		case name == "":
			name = f.Name
		}
		s := r.schema(f.Type)
		if doc := r.docs[t.PkgPath()+"."+t.Name()+"."+f.Name]; doc != "" {
			s["description"] = doc
		}
		properties[name] = s
		if !strings.Contains(options, "omit") {
			*required = append(*required, name)
		}
	}
}

// goDocs reads the comments of all types and fields of the module.
func goDocs(t *testing.T) map[string]string {
	t.Helper()
	docs := map[string]string{}
	files, err := filepath.Glob("../*.go")
	for _, depth := range []string{"*", "*/*", "*/*/*", "*/*/*/*"} {
		more, failed := filepath.Glob("../" + depth + "/*.go")
		if files = append(files, more...); failed != nil {
			err = failed
		}
	}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") || strings.HasPrefix(name, "../examples/") {
			continue
		}
		f, failed := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments)
		if failed != nil {
			err = failed
			break
		}
		pkg := path.Join("bloodline", filepath.ToSlash(filepath.Dir(strings.TrimPrefix(name, "../"))))
		for _, d := range f.Decls {
			if g, ok := d.(*ast.GenDecl); ok {
				noteTypes(docs, pkg, g)
			}
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	return docs
}

// noteTypes keeps the comments of the types of a declaration.
func noteTypes(docs map[string]string, pkg string, g *ast.GenDecl) {
	text := func(comments ...*ast.CommentGroup) string {
		for _, c := range comments {
			if c != nil {
				return strings.TrimSpace(c.Text())
			}
		}
		return ""
	}
	for _, spec := range g.Specs {
		s, ok := spec.(*ast.TypeSpec)
		if !ok {
			continue
		}
		docs[pkg+"."+s.Name.Name] = text(s.Doc, g.Doc)
		if fields, ok := s.Type.(*ast.StructType); ok {
			for _, f := range fields.Fields.List {
				for _, name := range f.Names {
					docs[pkg+"."+s.Name.Name+"."+name.Name] = text(f.Doc, f.Comment)
				}
			}
		}
	}
}
