// Command bloodline breeds bots for the contests that come with it. A program for
// another game is the same call with another Game; see package bloodline.
package main

import (
	"bloodline"
	"bloodline/games"
)

func main() {
	bloodline.Main(games.Coup(), games.Samurai(), games.Wojna())
}
