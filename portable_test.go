package bloodline_test

import (
	"context"
	"crypto/sha256"
	"encoding/gob"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"bloodline"
	"bloodline/evolve"
	"bloodline/games/coup"
	"bloodline/games/samurai"
	"bloodline/games/wojna"
	"bloodline/internal/tier"
)

// portable are the packages by which breeding, and the games of Coup, are the same on
// every processor.
var portable = []string{
	"engine/roll", "games/coup/table", "games/coup/seat", "genome", "games/coup/rules", "arena", "games/coup/baselines", "games/coup/strangers",
	"evolve", "evolve/league",
}

// A processor of arm64 multiplies and adds without rounding in between, if it is let. A
// conversion around the product forbids it.
func TestPortable(t *testing.T) {
	tier.Slow(t)
	args := []string{"build", "-gcflags=-S"}
	for _, p := range portable {
		note(t, p)
		args = append(args, "./"+p)
	}
	c := exec.Command("go", args...)
	c.Env = append(os.Environ(), "GOARCH=arm64", "CGO_ENABLED=0")
	out, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	seen := map[string]bool{}
	for _, m := range fused.FindAllSubmatch(out, -1) {
		if at := string(m[1]); !seen[at] {
			seen[at] = true
			t.Errorf("%s: a product is fused with a sum: write float64(x*y) + z", at)
		}
	}
	if !strings.Contains(string(out), "\tFMULD\t") {
		t.Error("no product at all: is this the code of arm64?")
	}
}

// fused is an instruction that does both, with the place of its line.
var fused = regexp.MustCompile(`\(([^()]*:\d+)\)\tFN?M(?:ADD|SUB)[DS]\t`)

// breedings are small runs of every algorithm and every game.
var breedings = []struct {
	game   bloodline.Game
	config string
}{
	{coup.Game(), tested + "evolve: {generations: 20, population: 20, algorithm: distribution, follow: gradient, sigma: 0.01, learning_rate: 0.015, half_life: 100}"},
	{coup.Game(), tested + "evolve: {generations: 6, population: 8, algorithm: distribution, follow: gradient}\nleague: {share: 0.3, round: 2, generations: 3, learning_rate: 0.02}"},
	{coup.Game(), tested + "evolve: {generations: 20, population: 20, algorithm: distribution}"},
	{coup.Game(), tested + "evolve: {generations: 20, population: 20, algorithm: genetic}"},
	{coup.Game(), tested + "evolve: {generations: 6, population: 10, follow: gradient}"},
	{samurai.Game(), "evolve: {generations: 2, population: 6, algorithm: distribution, champion: averaged}"},
	{wojna.Game(), "evolve: {generations: 2, population: 4, follow: gradient, champion: averaged, sigma: 0.01}"},
}

// tested are the settings of a run that tests its champions.
const tested = "verdict: {min_rounds: 2, max_rounds: 8}\n"

const processor = "BLOODLINE_TEST_PROCESSOR"

// Champions are the same, to the last bit, on a processor without any of the
// instructions that not every one has.
func TestBreed_processor(t *testing.T) {
	tier.Slow(t)
	if os.Getenv(processor) != "" {
		for i := range breedings {
			fmt.Println(champion(t, i))
		}
		return
	}
	c := exec.Command(os.Args[0], "-test.run=^TestBreed_processor$")
	c.Env = append(os.Environ(), processor+"=1", "GODEBUG=cpu.all=off")
	out, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	lines := strings.Split(string(out), "\n")
	for i, b := range breedings {
		if want := champion(t, i); lines[i] != want {
			t.Errorf("%s, %s: want %s, have %s", b.game.Table.Info().Name, b.config, want, lines[i])
		}
	}
}

// champion is the sum of all generations and the champion of a breeding.
func champion(t *testing.T, i int) string {
	t.Helper()
	sum := sha256.New()
	b := breedings[i]
	o := bloodline.Options{
		Set: []string{"fitness.deals=2", "evidence.deals=2"},
		Recorder: evolve.RecorderFunc(func(g evolve.Generation) error {
			return gob.NewEncoder(sum).Encode(g)
		}),
	}
	config := "game: " + b.game.Table.Info().Name + "\n" + b.config
	f, err := bloodline.Breed(context.Background(), b.game, []byte(config), o)
	if err != nil {
		t.Fatal(err)
	}
	text, err := f.Encode()
	if err != nil {
		t.Fatal(err)
	}
	sum.Write(text)
	return fmt.Sprintf("%x", sum.Sum(nil))
}
