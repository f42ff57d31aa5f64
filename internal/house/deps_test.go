package house_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// The import law: which package may import which. It is a statement of policy. Do not change it to make a build pass.

// floors are the house from the ground up. A package imports what is on its own floor
// and below; it is on the floor whose pattern says most of its name.
var floors = []string{
	"engine/... docs internal/setting internal/system internal/disk", // the systems' differences, too
	"genome/... small/...",
	"evolve/...",
	"arena/... internal/...",
	"evolve/measure", // where evolve and the arena meet
	"configs/...",
	"results/...",
	".",
	"games/...",
	"cmd/...",
	"cmd/bloodline",
}

// law is what holds beside the order of the floors. A row speaks of every package that its first column names:
// "arena/..." means arena and all below it, $game each game in turn, that is every folder of games that has a seat.
// Both never and only hold for everything that a package depends on, directly or not; only is the list of what of ours
// and of strangers it may depend on, beside the standard library. A word without a dot or a slash is one of ours or of
// the standard library.
var law = []struct {
	who   string
	only  string // "-" for nothing
	never string
	why   string
}{
	{who: "engine", only: "-", why: "the seam knows no game, and is written out with exported baselines"},
	{who: "engine/roll", only: "-", why: "it is written out with every exported bot"},
	{who: "genome/gene", only: "-", why: "it is written out with every exported bot"},
	{who: "games/$game/seat", only: "engine/entry engine/roll", why: "it is written out with every exported bot"},
	{who: "engine/entry", only: "engine/roll", why: "it is written out with every exported bot"},
	{who: "games/$game/rules", only: "games/$game/seat engine/entry engine/roll genome/gene", why: "it is written out with every exported bot"},
	{who: "games/$game/baselines", only: "games/$game/seat engine engine/entry engine/roll genome/gene", why: "it is written out with exported baselines"},
	{who: "games/$game/table", only: "engine engine/entry engine/roll games/$game/seat", why: "a table knows the seam and its own seat"},
	{who: "small", only: "engine engine/entry engine/roll genome/gene", why: "it is written out with every exported bot"},
	{who: "games/parttest", only: "engine engine/roll genome genome/gene arena/portrait", why: "the suites of parts know no game, and are linked with every test of one"},
	{who: "genome", only: "genome/gene engine/roll", why: "operators know no game and no fitness"},
	{who: "internal/setting", only: "github.com/agnivade/levenshtein", why: "every package may state its settings"},
	{who: "evolve", only: "internal/setting genome genome/gene engine/roll engine/stats gonum.org/v1/gonum/... github.com/MaxHalford/eaopt github.com/agnivade/levenshtein golang.org/x/sync/...", why: "evolve and arena meet in evolve/measure"},
	{who: "engine/stats", only: "engine/roll gonum.org/v1/gonum/...", why: "numbers in, numbers out"},
	{who: "arena", only: "engine engine/roll engine/stats gonum.org/v1/gonum/...", why: "the arena knows no genome's meaning"},
	{who: "arena/swarm", never: "engine/... genome/... arena arena/game arena/job", why: "it knows jobs, not games"},
	{who: "arena/portrait", only: "engine", why: "a portrait is what can be seen from a seat"},
	{who: "results/export", never: "configs evolve/...", why: "an export is bytes of folders, not linked code"},
	{who: "genome/champion", only: "genome genome/gene engine/roll engine/stats gonum.org/v1/gonum/... golang.org/x/text/...", why: "a champion file is a genome and where it is from, in letters of any script"},

	{who: "arena/...", never: "evolve/... genome/champion", why: "evolve and arena meet in evolve/measure"},
	{who: "evolve/measure", never: "evolve/store", why: "breeding knows no store"},
	{who: "configs", never: "evolve/store", why: "a run file is text"},
	{who: "results/report/figure", only: "-", why: "a figure is drawn from plain series"},
	{who: "results/report/view", never: "net net/http html/template", why: "what is gathered is for any output"},
	{who: "results/report/page", never: "net net/http", why: "a page is a file; only the dashboard has a network"},
	{who: "results/...", never: "github.com/spf13/cobra golang.org/x/term", why: "a run knows no terminal"},
	{who: ".", never: "github.com/spf13/cobra github.com/nats-io/... github.com/chromedp/... golang.org/x/term", why: "a library links no command line, no swarm and no browser"},
	{who: "games/$game/...", never: "cmd github.com/spf13/cobra github.com/nats-io/...", why: "a game knows no command line and no network"},

	{who: "engine/...", never: "database/sql github.com/mattn/go-sqlite3 net net/http", why: "play knows no database and no network"},
	{who: "genome/...", never: "database/sql github.com/mattn/go-sqlite3 net net/http", why: "play knows no database and no network"},
	{who: "arena/...", never: "database/sql github.com/mattn/go-sqlite3 net net/http", why: "the hot loop has no database and no network"},
	{who: "evolve", never: "database/sql github.com/mattn/go-sqlite3 net net/http", why: "records go through evolve.Recorder"},
	{who: "evolve/measure", never: "database/sql github.com/mattn/go-sqlite3 net net/http", why: "records go through Keep"},
	{who: "configs", never: "database/sql github.com/mattn/go-sqlite3", why: "a run file is text"},
	{who: "evolve/store/door", never: "evolve arena/...", why: "the door knows no individual and no game"},
	{who: "evolve/store", never: "arena/... games/... net net/http", why: "the store is a file of records; of play it knows the result of a game"},
}

// rooms are the modules that one package alone imports.
var rooms = map[string]string{
	"github.com/MaxHalford/eaopt":     "evolve",
	"github.com/mattn/go-sqlite3":     "evolve/store/door",
	"github.com/spf13/viper":          "configs",
	"github.com/nats-io/nats.go":      "arena/swarm",
	"github.com/agnivade/levenshtein": "internal/setting",
}

// closed are modules whose own imports the law does not follow: viper could read settings from a network and
// from files of its own, and configs calls nothing of it that does.
var closed = []string{"github.com/spf13/viper", "github.com/go-viper/mapstructure/v2"}

// bags are names of packages that don't tell their contents.
var bags = []string{"util", "utils", "common", "types", "models", "helper", "helpers", "misc", "base", "shared"}

// clocks are the rooms beside play that measure or limit time.
var clocks = []string{"arena/command", "arena/program", "arena/referee", "arena/swarm"}

// networks are the rooms beside play that the law's rows of rooms above them do not keep from the network.
var networks = []string{"arena/swarm"}

const module = "bloodline"

// house is the module's import graph, by import path.
type house struct {
	imports  map[string][]string
	standard map[string]bool
	ours     []string // without the module's name, the root as "."
	games    []string
}

// survey lists every package. A package that does not compile is listed by its imports all the same.
func survey(t *testing.T) *house {
	t.Helper()
	out, err := exec.Command("go", "list", "-e", "-deps", "-json=ImportPath,Dir,Imports,Standard,Error", module+"/...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	h := &house{imports: map[string][]string{}, standard: map[string]bool{}}
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p struct {
			ImportPath string
			Dir        string
			Imports    []string
			Standard   bool
		}
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatalf("read go list: %v", err)
		}
		h.imports[p.ImportPath], h.standard[p.ImportPath] = p.Imports, p.Standard
		if name, ok := ourName(p.ImportPath); ok {
			h.ours = append(h.ours, name)
			note(t, p.Dir)
		}
	}
	for _, name := range h.ours {
		if game, ok := strings.CutSuffix(strings.TrimPrefix(name, "games/"), "/seat"); ok {
			h.games = append(h.games, game)
		}
	}
	return h
}

// note reads the sources of a package: the go command repeats a test when what it has
// read changes, and does not know of what go list reads.
func note(t *testing.T, dir string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	for _, f := range files {
		_, failed := os.ReadFile(f)
		err = errors.Join(err, failed)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// ourName returns the path of a package of ours inside the module.
func ourName(path string) (string, bool) {
	if path == module {
		return ".", true
	}
	return strings.CutPrefix(path, module+"/")
}

// reach returns everything that a package of ours depends on, itself left out,
// with the import that leads there: "engine/stats, by arena".
func (h *house) reach(name string) map[string]string {
	start := path.Join(module, name)
	by := map[string]string{}
	for todo := []string{start}; len(todo) > 0; todo = todo[1:] {
		if slices.Contains(closed, todo[0]) {
			continue
		}
		for _, i := range h.imports[todo[0]] {
			if _, seen := by[i]; !seen && i != start {
				by[i] = todo[0]
				todo = append(todo, i)
			}
		}
	}
	return by
}

// full returns the import path that a word of the law means.
func (h *house) full(word string) string {
	root, _, _ := strings.Cut(strings.TrimSuffix(word, "/..."), "/")
	if strings.Contains(root, ".") || h.standard[strings.TrimSuffix(word, "/...")] {
		return word
	}
	return module + "/" + word
}

func matches(pattern, path string) bool {
	if root, ok := strings.CutSuffix(pattern, "/..."); ok {
		return path == root || strings.HasPrefix(path, root+"/")
	}
	return path == pattern
}

// anyOf reports whether one of the law's words means a path.
func (h *house) anyOf(words []string, path string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return matches(h.full(w), path) })
}

// named returns our packages that the first column of a row means.
func (h *house) named(who string) []string {
	return slices.DeleteFunc(slices.Clone(h.ours), func(name string) bool { return !matches(who, name) })
}

// each calls check for what a row stands for: one row for each game, if it speaks of games.
func (h *house) each(who, only, never string, check func(who string, only, never []string)) {
	games := []string{""}
	if strings.Contains(who, "$game") {
		games = h.games
	}
	for _, g := range games {
		words := func(s string) []string { return strings.Fields(strings.ReplaceAll(s, "$game", g)) }
		check(strings.ReplaceAll(who, "$game", g), words(only), words(never))
	}
}

func TestImports(t *testing.T) {
	h := survey(t)
	if len(h.games) == 0 {
		t.Fatal("no game: no folder of games has a seat")
	}
	t.Run("arrows", h.testArrows)
	t.Run("law", h.testRows)
	t.Run("standing", h.testStanding)
	t.Run("rooms", h.testRooms)
	t.Run("games", h.testGames)
}

// floor returns the floor that a package of ours is on, -1 if it has none.
func floor(name string) int {
	at, longest := -1, -1
	for i, patterns := range floors {
		for _, p := range strings.Fields(patterns) {
			exact := len(p)
			if root, all := strings.CutSuffix(p, "/..."); all {
				exact = len(root)
			}
			if matches(p, name) && exact > longest {
				at, longest = i, exact
			}
		}
	}
	return at
}

func (h *house) testRows(t *testing.T) {
	for _, row := range law {
		h.each(row.who, row.only, row.never, func(who string, only, never []string) {
			names := h.named(who)
			if len(names) == 0 {
				t.Errorf("%s is gone: the law speaks of it (%s)", who, row.why)
			}
			for _, name := range names {
				for dep, by := range h.reach(name) {
					stranger := len(only) > 0 && !h.standard[dep] && !h.anyOf(only, dep)
					if exempt := slices.Contains(networks, name) && name != who; stranger || h.anyOf(never, dep) && !exempt {
						t.Errorf("%s depends on %s (imported by %s): %s", name, dep, by, row.why)
					}
				}
			}
		})
	}
}

// A module with one room is imported there, and by no other package of ours.
func (h *house) testRooms(t *testing.T) {
	for module, room := range rooms {
		var by []string
		for _, name := range h.ours {
			if slices.Contains(h.imports[path.Join("bloodline", name)], module) {
				by = append(by, name)
			}
		}
		if !slices.Equal(by, []string{room}) {
			t.Errorf("%s is imported by %v, want %s alone", module, by, room)
		}
	}
}

// A package that is forbidden but gone, or that is allowed but gone, means that
// the law speaks of a house that no longer stands.
func (h *house) testStanding(t *testing.T) {
	for _, row := range law {
		h.each(row.who, row.only, row.never, func(_ string, only, never []string) {
			for _, word := range slices.Concat(only, never) {
				if word != "-" && !h.stands(word) {
					t.Errorf("%s: %s is gone", row.who, word)
				}
			}
		})
	}
}

// stands reports whether a word means some package; packages without an importer
// are looked up, since to forbid them is still good.
func (h *house) stands(word string) bool {
	full := h.full(word)
	for p := range h.imports {
		if matches(full, p) {
			return true
		}
	}
	out, err := exec.Command("go", "list", "-find", full).Output()
	return err == nil && len(out) > 0
}

// shape is the parts that a game may have, each a folder of its own; those with a star are in every shipped game.
var shape = []string{"table*", "seat*", "rules*", "baselines*", "strangers"}

// Games never import each other, and have the shape of a game that `new` writes.
func (h *house) testGames(t *testing.T) {
	for _, name := range h.ours {
		mine := h.gameOf(name)
		if mine == "" {
			continue
		}
		for dep, by := range h.reach(name) {
			if own, ok := ourName(dep); ok && h.gameOf(own) != "" && h.gameOf(own) != mine {
				t.Errorf("%s depends on %s (imported by %s): games never import each other", name, own, by)
			}
		}
		if part, below := strings.CutPrefix(name, "games/"+mine+"/"); below && !slices.Contains(shape, part) && !slices.Contains(shape, part+"*") {
			t.Errorf("%s: a game has no part of that name (have %v)", name, shape)
		}
	}
	for _, g := range h.games {
		for _, part := range shape {
			part, always := strings.CutSuffix(part, "*")
			if name := fmt.Sprintf("games/%s/%s", g, part); always && !slices.Contains(h.ours, name) {
				t.Errorf("%s has no %s: every game has it", g, name)
			}
		}
	}
}

// gameOf returns the game whose folder a package lies in, or "".
func (h *house) gameOf(name string) string {
	below, ok := strings.CutPrefix(name, "games/")
	game, _, _ := strings.Cut(below, "/")
	if ok && slices.Contains(h.games, game) {
		return game
	}
	return ""
}

// Every package has a floor and a name of its own, and no arrow points up. The shipped games come through the door that a
// stranger's come through: main alone names them, and hands them to the command line. Play is a function of its seeds:
// what takes part in it reads no clock and no source of chance of its own. engine/entry seeds an exported bot from the
// generator of math/rand/v2 that the system has seeded.
func (h *house) testArrows(t *testing.T) {
	for _, name := range h.ours {
		mine := floor(name)
		if mine < 0 || slices.ContainsFunc(strings.Split(name, "/"), func(part string) bool { return slices.Contains(bags, part) }) {
			t.Errorf("%s is on no floor, or is named for no contents (%v)", name, bags)
		}
		play := matches("engine/...", name) || matches("genome/...", name) || matches("arena/...", name) || h.gameOf(name) != "" || name == "evolve" || name == "evolve/measure"
		for _, i := range h.imports[path.Join(module, name)] {
			own, ok := ourName(i)
			if ok && floor(own) > mine {
				t.Errorf("%s imports %s, which is above it", name, own)
			}
			if ok && h.gameOf(own) != "" && h.gameOf(name) == "" && name != "cmd/bloodline" {
				t.Errorf("%s imports %s: only cmd/bloodline names a game", name, own)
			}
			clock := i == "time" && !slices.Contains(clocks, name)
			source := i == "math/rand" && name != "evolve" || i == "crypto/rand" && !slices.Contains(clocks, name)
			if play && (clock || source) {
				t.Errorf("%s imports %s: chance is an argument, and there is no clock", name, i)
			}
		}
	}
	for _, p := range strings.Fields(strings.Join(floors, " ")) {
		if len(h.named(p)) == 0 {
			t.Errorf("%s is gone: a floor speaks of it", p)
		}
	}
	want, have := []string{"cmd"}, []string(nil)
	for _, g := range h.games {
		want = append(want, "games/"+g)
	}
	for _, i := range h.imports[module+"/cmd/bloodline"] {
		if own, ok := ourName(i); ok {
			have = append(have, own)
		}
	}
	slices.Sort(have)
	if slices.Sort(want); !slices.Equal(have, want) {
		t.Errorf("cmd/bloodline imports %v, want the command line and the games", have)
	}
}
