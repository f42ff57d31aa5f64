//go:build linux

package export_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"bloodline"
	"bloodline/arena/game"
	"bloodline/engine"
	"bloodline/engine/roll"
	"bloodline/games/coup"
	"bloodline/games/coup/baselines"
	"bloodline/games/coup/rules"
	"bloodline/games/coup/seat"
	"bloodline/games/coup/table"
	"bloodline/games/samurai"
	"bloodline/games/wojna"
	"bloodline/internal/guard"
	"bloodline/results/export"
)

// genes returns a vector drawn within a share of the ranges around the defaults;
// a share of 2 covers them whole.
func genes(seed uint64, share float64) []float64 {
	rng := rand.New(rand.NewPCG(seed, 0))
	out := make([]float64, len(rules.Genes))
	for i, g := range rules.Genes {
		x := g.Default + (rng.Float64()-0.5)*share*(g.Max-g.Min)
		out[i] = max(g.Min, min(g.Max, x))
	}
	return out
}

// shipped returns what bots of a shipped game consist of.
func shipped(t *testing.T, name string) game.Source {
	t.Helper()
	for _, g := range resolved(t) {
		if g.Name() == name {
			return *g.Source
		}
	}
	t.Fatalf("no game %s", name)
	return game.Source{}
}

// resolved returns the shipped games.
func resolved(t *testing.T) game.Set {
	t.Helper()
	set, err := bloodline.Resolve(coup.Game(), samurai.Game(), wojna.Game())
	if err != nil {
		t.Fatal(err)
	}
	return set
}

func bred(t *testing.T, values []float64) export.Bot {
	t.Helper()
	b := export.Bot{
		Source: shipped(t, "coup"),
		Game:   "coup", Name: "Bred", Genes: values, Champion: []byte("{}\n"),
		About: []string{"a test's own"},
	}
	b.Schema = rules.Genes
	return b
}

// put exports a bot into a fresh folder.
func put(t *testing.T, b export.Bot) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "bot")
	if err := export.Write(dir, b); err != nil {
		t.Fatal(err)
	}
	return dir
}

// tool runs a command in dir with nothing to download from and no C compiler.
func tool(t *testing.T, dir string, argv ...string) string {
	t.Helper()
	cmd := exec.Command(argv[0], argv[1:]...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOPROXY=off", "GOFLAGS=-mod=mod", "GOTOOLCHAIN=local", "GOWORK=off", "PARITY=cases.json")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", strings.Join(argv, " "), err, out)
	}
	return string(out)
}

// readmeCommand returns the compile command that the README gives.
func readmeCommand(t *testing.T, dir string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(text), "\n## Compile\n\n")
	command, _, _ := strings.Cut(rest, "\n")
	return strings.TrimSpace(command)
}

func TestExported_Coup(t *testing.T) {
	guard.Slow(t)
	values := genes(1, 0.4)
	values[0], values[1] = 1.0/3, math.Copysign(0, -1)
	dir := put(t, bred(t, values))
	tool(t, dir, "sh", "-c", readmeCommand(t, dir))
	t.Run("clean", func(t *testing.T) {
		if list := tool(t, dir, "gofmt", "-l", "."); list != "" {
			t.Errorf("gofmt would change %s", list)
		}
		tool(t, dir, "go", "vet", "./...")
	})
	t.Run("parity", func(t *testing.T) { parity(t, dir, values) })
	t.Run("processes", func(t *testing.T) {
		other := put(t, export.Bot{Source: shipped(t, "coup"), Game: "coup", Name: "Taxman", Baseline: "Taxman"})
		tool(t, other, "sh", "-c", readmeCommand(t, other))
		processes(t, filepath.Join(dir, "Bred"), filepath.Join(other, "Taxman"))
	})
}

// Bots of every game build, from genomes and from baselines.
func TestExported_EveryGame(t *testing.T) {
	guard.Slow(t)
	var bots []export.Bot
	for _, g := range resolved(t) {
		bots = append(bots,
			export.Bot{Source: *g.Source, Game: g.Name(), Name: "genome", Genes: g.Schema.Default(), Schema: g.Schema.Genes},
			export.Bot{Source: *g.Source, Game: g.Name(), Name: "baseline", Baseline: "any"})
	}
	for _, b := range bots {
		t.Run(b.Game+"/"+b.Name, func(t *testing.T) {
			tool(t, put(t, b), "go", "build", "-o", os.DevNull, ".")
		})
		b.Single = true
		t.Run(b.Game+"/"+b.Name+" in one file", func(t *testing.T) {
			dir := put(t, b)
			if have := strings.Join(listed(t, dir), " "); have != "LICENSE README.md go.mod main.go" {
				t.Errorf("have %s", have)
			}
			if list := tool(t, dir, "gofmt", "-l", "main.go"); list != "" {
				t.Errorf("gofmt would change %s", list)
			}
			tool(t, dir, "go", "vet", ".")
			tool(t, dir, "go", "build", "-o", os.DevNull, ".")
		})
	}
}

// record is one invocation of the bred player, as testdata/parity_test.go reads
// it.
type record struct {
	Call      seat.Call
	Roll      uint64
	File, Out string
}

// parity plays 1,000 games in the arena and asks the exported module for the
// genes, bit by bit, and for every move that the bred player made there.
func parity(t *testing.T, dir string, values []float64) {
	const games = 1000
	var cases bytes.Buffer
	bits := make([]uint64, len(values))
	for i, x := range values {
		bits[i] = math.Float64bits(x)
	}
	if err := json.NewEncoder(&cases).Encode(bits); err != nil {
		t.Fatal(err)
	}
	choices, moves := transcripts(t, values, games, &cases)
	driver, err := os.ReadFile(filepath.Join("testdata", "parity_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string][]byte{"parity_test.go": driver, "cases.json": cases.Bytes()} {
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	out := tool(t, dir, "go", "test", "-count=1", "-v", "-run", "TestParity", ".")
	if want := fmt.Sprintf("%d cases agree", moves); !strings.Contains(out, want) {
		t.Errorf("no %q in:\n%s", want, out)
	}
	t.Logf("%d games: %d decisions and %d forced moves agree", games, choices, moves-choices)
}

// transcripts writes the invocations of the bred player over games against
// varied opponents, itself among them, and counts its choices and its moves.
func transcripts(t *testing.T, values []float64, games int, w io.Writer) (choices, moves int) {
	t.Helper()
	me := rules.New(values)
	opponents := []seat.Policy{
		me, chaos{}, rules.New(genes(2, 0)), rules.New(genes(3, 2)), rules.New(genes(4, 2)),
	}
	for _, b := range baselines.All() {
		opponents = append(opponents, b.Player.(seat.Policy))
	}
	tab, out := table.NewTable(), json.NewEncoder(w)
	for g := range games {
		seats := []engine.Player{me, opponents[g/2%len(opponents)]}
		if g%2 == 1 {
			seats[0], seats[1] = seats[1], seats[0]
		}
		tab.Watch(func(inv *table.Invocation) {
			if seats[inv.Seat] != engine.Player(me) {
				return
			}
			if moves++; inv.Asked {
				choices++
			}
			r := record{Roll: inv.Roll, File: inv.Written, Out: inv.Kept.String()}
			r.Call = seat.Call{
				History: string(inv.History), Own: inv.Coins[inv.Seat], Opponent: inv.Coins[inv.Seat^1], Cards: inv.Hand.String(),
			}
			r.Call.Moves = legal(r.Call.History, given(r.Call.Cards), int(r.Call.Own), int(r.Call.Opponent))
			if err := out.Encode(r); err != nil {
				t.Fatal(err)
			}
		})
		tab.Play(roll.Mix(7, uint64(g)), seats)
	}
	return choices, moves
}

// chaos plays any legal move.
type chaos struct{}

func (chaos) Act(v *seat.View, x uint64) seat.Action {
	return seat.Action(roll.Bit(x, uint64(v.Legal)))
}
