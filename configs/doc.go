// Package configs reads run files strictly, and holds the shipped ones.
//
// A run file says what to breed, against which opponents and for how long. The steps from
// its bytes to a [Config]:
//
//  1. The bytes must be one YAML document of UTF-8 text, 1 MB at most. Its node
//     tree is kept, so that later errors have a line number.
//  2. Every key must be known and unique, and every value must have the type of its key.
//     Nothing is converted: "12" is text, and 1.5 is no whole number.
//  3. Flags override the environment, which overrides the file, which overrides [Default].
//     All of them are read just as strictly.
//  4. The result is checked. A key that other settings make irrelevant is ignored, with a
//     warning.
//  5. "all" is replaced by names.
//
// All errors are reported together, each as an [Error]:
//
//	configs/coup.yaml:14: evolve.learning_rate: must be in (0, 1], have 1.7
//
// Every key can be set in the environment: evolve.learning_rate is
// BLOODLINE_EVOLVE_LEARNING_RATE there. Lists are written with commas. An empty
// variable counts as unset.
//
// [Text] prints a file with its comments, [Config.Explained] every key that applies with its
// meaning, and docs/run-files.md lists all keys.
//
// Reading a file takes about a millisecond. The package knows no game: it gets games and
// opponents as a game.Set, and opens only the run file.
package configs
