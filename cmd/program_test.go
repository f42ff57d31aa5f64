//go:build linux

package cmd_test

import (
	"slices"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"bloodline"
	"bloodline/cmd"
	"bloodline/games/coup"
	"bloodline/games/samurai"
	"bloodline/games/wojna"
	"bloodline/internal/guard"
)

// TestMain makes the program out of the test binary: it stands on the PATH of all
// tests and scripts as bloodline. The broken programs are those of games that lack
// something; bare is that of a game that has what it must, and no more.
func TestMain(m *testing.M) {
	shipped := []bloodline.Game{coup.Game(), samurai.Game(), wojna.Game()}
	set, err := bloodline.Resolve(shipped...)
	if err != nil {
		panic(err)
	}
	cmd.Shipped = set
	ruleless, twins := coup.Game(), coup.Game()
	ruleless.Rules = nil
	twins.Version, twins.Genes = -1, append(slices.Clone(twins.Genes), twins.Genes[0])
	whole := coup.Game()
	bare := bloodline.Game{Table: whole.Table, Version: whole.Version, Genes: whole.Genes, Rules: whole.Rules}
	testscript.Main(guard.Tests(m), map[string]func(){
		"bloodline":       func() { cmd.Main(shipped...) },
		"bare":            func() { cmd.Main(bare) },
		"nats":            cmd.NATS,
		"broken-ruleless": func() { cmd.Main(wojna.Game(), ruleless) },
		"broken-twice":    func() { cmd.Main(wojna.Game(), coup.Game(), wojna.Game()) },
		"broken-genes":    func() { cmd.Main(twins) },
		"broken-empty":    func() { cmd.Main() },
	})
}
