// Command bloodline breeds bots for the contests that come with it. A program for
// another game is the same call with another Game; see package bloodline.
package main

import (
	"bloodline/cmd"
	"bloodline/games/coup"
	"bloodline/games/samurai"
	"bloodline/games/wojna"
)

func main() {
	cmd.Main(coup.Game(), samurai.Game(), wojna.Game())
}
