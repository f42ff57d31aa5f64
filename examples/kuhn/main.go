// Command kuhn breeds, measures and exports players of the game of this module:
// go run . help lists what it can do.
package main

import "bloodline"

func main() { bloodline.Main(game()) }
