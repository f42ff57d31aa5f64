package cmd_test

import (
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"bloodline"
	"bloodline/cmd"
	"bloodline/games"
)

// TestMain makes the program out of the test binary: it stands on the PATH of all
// tests and scripts as bloodline. The broken programs are those of games that lack
// something.
func TestMain(m *testing.M) {
	shipped := []bloodline.Game{games.Coup(), games.Samurai(), games.Wojna()}
	set, err := bloodline.Resolve(shipped...)
	if err != nil {
		panic(err)
	}
	cmd.Shipped = set
	ruleless := games.Coup()
	ruleless.Rules, ruleless.Version = nil, -1
	testscript.Main(m, map[string]func(){
		"bloodline":       func() { bloodline.Main(shipped...) },
		"broken-ruleless": func() { bloodline.Main(games.Wojna(), ruleless) },
		"broken-twice":    func() { bloodline.Main(games.Wojna(), games.Coup(), games.Wojna()) },
		"broken-empty":    func() { bloodline.Main() },
	})
}
