package commands_test

import (
	"slices"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"bloodline"
	"bloodline/commands"
	"bloodline/games"
)

// TestMain makes the program out of the test binary: it stands on the PATH of all
// tests and scripts as bloodline. The broken programs are those of games that lack
// something; bare is that of a game that has what it must, and no more.
func TestMain(m *testing.M) {
	shipped := []bloodline.Game{games.Coup(), games.Samurai(), games.Wojna()}
	set, err := bloodline.Resolve(shipped...)
	if err != nil {
		panic(err)
	}
	commands.Shipped = set
	ruleless, twins := games.Coup(), games.Coup()
	ruleless.Rules = nil
	twins.Version, twins.Genes = -1, append(slices.Clone(twins.Genes), twins.Genes[0])
	whole := games.Coup()
	bare := bloodline.Game{Table: whole.Table, Version: whole.Version, Genes: whole.Genes, Rules: whole.Rules}
	testscript.Main(m, map[string]func(){
		"bloodline":       func() { bloodline.Main(shipped...) },
		"bare":            func() { bloodline.Main(bare) },
		"broken-ruleless": func() { bloodline.Main(games.Wojna(), ruleless) },
		"broken-twice":    func() { bloodline.Main(games.Wojna(), games.Coup(), games.Wojna()) },
		"broken-genes":    func() { bloodline.Main(twins) },
		"broken-empty":    func() { bloodline.Main() },
	})
}
