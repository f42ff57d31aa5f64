// Command kuhn breeds, measures and exports players of the game of this module:
// go run . help lists what it can do.
package main

import "bloodline/cmd"

func main() { cmd.Main(game()) }
