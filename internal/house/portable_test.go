package house_test

import (
	"context"
	"crypto/sha256"
	"encoding/gob"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"bloodline"
	"bloodline/evolve"
	"bloodline/games/coup"
	"bloodline/games/samurai"
	"bloodline/games/wojna"
	"bloodline/internal/guard"
)

// roots returns the packages by which breeding and the games are the same on every processor,
// with all of ours that they import.
func roots(t *testing.T) (out []string) {
	t.Helper()
	out = []string{"./evolve/measure"}
	for _, part := range []string{"table", "seat", "rules", "baselines", "strangers"} {
		dirs, err := filepath.Glob("games/*/" + part)
		guard.Must(t, err)
		for _, dir := range dirs {
			out = append(out, "./"+dir)
		}
	}
	return out
}

// imported returns the packages of this module that these import, and these.
func imported(t *testing.T, roots []string) (out []string) {
	t.Helper()
	text, err := exec.Command("go", append([]string{"list", "-deps"}, roots...)...).Output()
	guard.Must(t, err)
	for p := range strings.FieldsSeq(string(text)) {
		if strings.HasPrefix(p, "bloodline/") {
			out = append(out, p)
		}
	}
	if len(out) < 30 {
		t.Fatalf("only %v", out)
	}
	return out
}

// A processor of arm64 multiplies and adds without rounding in between, if it is let. A
// conversion around the product forbids it.
func TestPortable(t *testing.T) {
	guard.Slow(t)
	// A game's own folder has its gradient; what it imports beside does not breed.
	packages := append(imported(t, roots(t)), "bloodline/games/coup", "bloodline/games/samurai", "bloodline/games/wojna")
	for _, p := range packages {
		note(t, strings.TrimPrefix(p, "bloodline/"))
	}
	c := exec.Command("go", append([]string{"build", "-gcflags=-S"}, packages...)...)
	c.Env = append(os.Environ(), "GOARCH=arm64", "CGO_ENABLED=0")
	out, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	seen := map[string]bool{}
	for _, m := range fused.FindAllSubmatch(out, -1) {
		at := string(m[1])
		if elsewhere := strings.Contains(at, "/pkg/mod/"); !seen[at] && !elsewhere { // a library's, which intervals use
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

// Champions are the same, to the last bit, on a processor without any of the instructions that not every one has.
func TestBreed_processor(t *testing.T) {
	guard.Nightly(t)
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
	guard.Must(t, err)
	text, err := f.Encode()
	guard.Must(t, err)
	sum.Write(text)
	return fmt.Sprintf("%x", sum.Sum(nil))
}

// The evidence of shipped champions, and of champions of every game that are bred here, repeats
// on another processor: its points exactly. The emulator is qemu-user-static of Debian and Ubuntu.
func TestVerify_arm64(t *testing.T) {
	guard.Nightly(t)
	qemu, err := exec.LookPath("qemu-aarch64-static")
	if err != nil && os.Getenv("CI") == "" {
		t.Skip(err)
	} else if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	build := exec.Command("sh", "-c", `make release TARGETS=linux-arm64 DIST="$0" && tar -xzf "$0"/*.tar.gz -C "$0" --strip-components 1`, dir)
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	champions := []string{"coup", "coup-guarded", "samurai", "wojna"}
	for _, g := range []bloodline.Game{coup.Game(), samurai.Game(), wojna.Game()} {
		name := g.Table.Info().Name
		config := "game: " + name + "\nevolve: {generations: 2, population: 4}\nverdict: {min_rounds: 2, max_rounds: 4}"
		deals := map[string]string{"coup": "2000", "samurai": "8", "wojna": "2"}[name]
		f, err := bloodline.Breed(t.Context(), g, []byte(config), bloodline.Options{Set: []string{"fitness.deals=2", "evidence.deals=" + deals}})
		guard.Must(t, err)
		text, err := f.Encode()
		guard.Must(t, err)
		path := filepath.Join(dir, name+".json")
		guard.Must(t, os.WriteFile(path, text, 0o600))
		champions = append(champions, path)
	}
	for _, word := range champions {
		verify := exec.Command(qemu, filepath.Join(dir, "bloodline"), "verify", word)
		verify.Dir = dir
		if out, err := verify.CombinedOutput(); err != nil || !strings.Contains(string(out), "equal: the evidence of") {
			t.Errorf("%s: %v\n%s", word, err, out)
		}
	}
}
