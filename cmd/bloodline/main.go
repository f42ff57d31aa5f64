// Command bloodline breeds bots for the shipped games and for contests of programs. To breed bots for your own game,
// make the same call with another Game; see package bloodline.
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
