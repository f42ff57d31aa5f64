// Package seat is the seat of a game in a module of its own: a player says whether it
// bets, a word for each roll of the command line.
package seat

import (
	"fmt"
	"io"
	"strconv"

	"bloodline/engine/roll"
)

// View is what a player knows.
type View struct{ Card int }

// Policy plays the game.
type Policy interface {
	Act(v *View, x uint64) bool
}

// Main answers each roll of args.
func Main(name string, p Policy, args []string, _ io.Reader, stdout, stderr io.Writer) int {
	for i, a := range args {
		x, err := strconv.ParseUint(a, 10, 64)
		if err != nil {
			fmt.Fprintln(stderr, name+":", err)
			return 2
		}
		fmt.Fprint(stdout, p.Act(&View{Card: i}, roll.Mix(x, 0)), " ")
	}
	return 0
}
