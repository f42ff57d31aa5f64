//go:build linux

package export_test

import (
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"bloodline"
	"bloodline/arena/game"
	"bloodline/engine"
	"bloodline/engine/roll"
	"bloodline/games/coup/table"
	"bloodline/genome/gene"
	"bloodline/internal/guard"
	"bloodline/results/export"
)

// stranger returns what bots of testdata/demo consist of, as the face resolves it for
// a module of this path.
func stranger(t *testing.T, module string) game.Source {
	t.Helper()
	files := fstest.MapFS{}
	for _, name := range []string{"seat/seat.go", "rules/rules.go", "field/field.go"} {
		text := guard.Value(os.ReadFile(filepath.Join("testdata", "demo", name)))(t)
		files[name] = &fstest.MapFile{Data: []byte(strings.ReplaceAll(string(text), `"demo/`, `"`+module+`/`))}
	}
	set, err := bloodline.Resolve(bloodline.Game{
		Table: table.Game{}, Genes: []gene.Gene{{Name: "a.b", Group: "a", Unit: "probability", Max: 1, Doc: "d"}},
		Rules: func([]float64) engine.Player { return nil },
		Source: &bloodline.Source{
			Module: module, Files: files, Seat: module + "/seat", Rules: module + "/rules", Baselines: module + "/field",
		},
	})
	guard.Must(t, err)
	return *set[0].Source
}

// listed returns the files below dir.
func listed(t *testing.T, dir string) (list []string) {
	t.Helper()
	err := fs.WalkDir(os.DirFS(dir), ".", func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			list = append(list, path)
		}
		return err
	})
	guard.Must(t, err)
	return list
}

// Bots of a module that is not bloodline's are modules of its path, with what they
// need of bloodline in a module below. They build with nothing to download from and
// play as they did.
func TestExported_stranger(t *testing.T) {
	guard.Slow(t)
	const bet = 1.0 / 3
	rolls := []string{"1", "2", "3", "4", "5", "6", "7", "8"}
	var genes, odd string
	for i := range rolls {
		genes += fmt.Sprint(float64(roll.Mix(uint64(i+1), 0))/math.Exp2(64) < bet, " ")
		odd += fmt.Sprint(i%2 == 1, " ")
	}
	for _, module := range []string{"demo", "example.com/me/demo"} {
		source := stranger(t, module)
		for _, c := range []struct {
			bot   export.Bot
			plays string
			files string
		}{
			{
				export.Bot{Source: source, Game: "demo", Name: "Bred", Genes: []float64{bet}, Schema: []gene.Gene{{Name: "bet", Max: 1}}},
				genes,
				"LICENSE README.md bloodline/engine/roll/* bloodline/genome/gene/* bloodline/go.mod go.mod main.go rules/rules.go seat/seat.go",
			},
			{
				export.Bot{Source: source, Game: "demo", Name: "Odd", Baseline: "Odd"},
				odd,
				"LICENSE README.md bloodline/engine/* bloodline/engine/roll/* bloodline/go.mod field/field.go go.mod main.go seat/seat.go",
			},
		} {
			t.Run(module+"/"+c.bot.Name, func(t *testing.T) {
				dir := put(t, c.bot)
				var have []string
				for _, path := range listed(t, dir) {
					if strings.HasPrefix(path, "bloodline/") && strings.HasSuffix(path, ".go") {
						path = filepath.Dir(path) + "/*" // how many files these have is theirs to say
					}
					have = append(have, path)
				}
				if have := strings.Join(slices.Compact(slices.Sorted(slices.Values(have))), " "); have != c.files {
					t.Errorf("have %s\nwant %s", have, c.files)
				}
				if list := tool(t, dir, "gofmt", "-l", "main.go"); list != "" {
					t.Errorf("gofmt would change %s", list)
				}
				tool(t, dir, "go", "vet", "./...")
				tool(t, dir, "sh", "-c", readmeCommand(t, dir))
				if got := tool(t, dir, append([]string{"./" + c.bot.FileName()}, rolls...)...); got != c.plays {
					t.Errorf("plays %s\nwant  %s", got, c.plays)
				}
			})
		}
	}
}
