package games_test

import (
	"os"
	"strings"
	"testing"
)

// The game of adding-a-game.md is the game that gametest plays, byte for byte but for the name of its package.
func TestAddingAGame(t *testing.T) {
	page, err := os.ReadFile("../docs/adding-a-game.md")
	if err != nil {
		t.Fatal(err)
	}
	code, err := os.ReadFile("../games/gametest/sticks/sticks.go")
	if err != nil {
		t.Fatal(err)
	}
	named := strings.NewReplacer("Package sticks", "Package rules", "package sticks", "package rules").Replace(string(code))
	if !strings.Contains(string(page), "```go\n"+named+"```\n") {
		t.Error("adding-a-game.md: its first game is not games/gametest/sticks/sticks.go")
	}
}
