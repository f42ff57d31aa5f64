package bloodline_test

import (
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"regexp"
	"strings"
	"testing"

	"bloodline/internal/guard"
)

var update = flag.Bool("update", false, "write the table of fields in docs/adding-a-game.md")

// leftOut splits the comment of a field into what it is, and what follows from leaving it out.
var leftOut = regexp.MustCompile(`^(.*); (?:(?:nil|0|zero|empty|false): (.*)|(required.*))$`)

// docs/adding-a-game.md says of every field of a game what the comment at the field says.
func TestFields(t *testing.T) {
	const path, head = "docs/adding-a-game.md", "| of | field | what it is | left out |\n|---|---|---|---|\n"
	table := head
	for _, of := range []struct{ file, name, title string }{
		{"small/game.go", "Game", "small.Game"}, {"arena/kit/kit.go", "Kit", "kit.Kit"}, {"arena/game/definition.go", "Definition", "bloodline.Game"},
	} {
		f, err := parser.ParseFile(token.NewFileSet(), of.file, nil, parser.ParseComments)
		guard.Must(t, err)
		var fields []*ast.Field
		ast.Inspect(f, func(n ast.Node) bool {
			if x, ok := n.(*ast.TypeSpec); ok && x.Name.Name == of.name {
				fields = x.Type.(*ast.StructType).Fields.List
			}
			return true
		})
		for _, field := range fields {
			if len(field.Names) != 1 {
				t.Fatalf("%s: a field stands on a line with others, or has no name", of.title)
			}
			name, text := field.Names[0].Name, field.Comment.Text()
			if !ast.IsExported(name) {
				continue
			}
			if text == "" {
				text = field.Doc.Text()
			}
			said := leftOut.FindStringSubmatch(strings.TrimSuffix(strings.Join(strings.Fields(text), " "), "."))
			if said == nil || strings.Contains(said[1], "nil: ") {
				t.Fatalf("%s.%s: its comment must end with one clause \"; nil: …\" or \"; required\", have %q", of.title, name, text)
			}
			table += fmt.Sprintf("| %s | `%s` | %s | %s |\n", of.title, name, strings.NewReplacer("[", "", "]", "").Replace(said[1]), said[2]+said[3])
			of.title = ""
		}
	}
	old, err := os.ReadFile(path)
	guard.Must(t, err)
	before, rest, _ := strings.Cut(string(old), head)
	_, after, _ := strings.Cut(rest, "\n\n")
	if want := before + table + "\n" + after; *update {
		err = os.WriteFile(path, []byte(want), 0o666)
	} else if want != string(old) {
		err = fmt.Errorf("%s is out of date: go test . -run TestFields -args -update writes it", path)
	}
	if err != nil {
		t.Error(err)
	}
}

// The game in the package's documentation is that of its example, which compiles and breeds.
func TestDocumentation(t *testing.T) {
	text, err := os.ReadFile("bloodline.go")
	guard.Must(t, err)
	example, err := os.ReadFile("example_small_test.go")
	guard.Must(t, err)
	game := regexp.MustCompile(`(?s)//\tvar game = .*?\n//\t}\n`).FindString(string(text))
	if game = strings.ReplaceAll(game, "//\t", ""); game == "" || !strings.Contains(string(example), game) {
		t.Errorf("the example has no\n%s", game)
	}
}
