// Package configs holds the run files and reads them strictly.
//
// A run file says what to breed, against which opponents and for how long. The steps from
// its bytes to a [Config]:
//
//  1. The bytes must be one YAML document of UTF-8 text, 1 MB at most. Its node
//     tree is kept, so that everything that is found later has a line.
//  2. Every key must be known and stand once, every value must have the type of
//     its key. Nothing is converted: "12" is text and 1.5 is no whole number.
//  3. The values are laid over the defaults of [Default], the environment over them
//     and the flags over that. What these bring is read just as strictly.
//  4. The result is checked once. A key that the others leave unread is named in a
//     line and counts as unset.
//  5. "all" becomes the names that it stands for.
//
// Whatever is wrong in any step is reported at once, each as an [Error]:
//
//	configs/coup.yaml:14: evolve.learning_rate: must be in (0, 1], have 1.7
//
// Every key can be set in the environment: evolve.learning_rate is
// BLOODLINE_EVOLVE_LEARNING_RATE there. Lists are written with commas. An empty
// variable counts as unset.
//
// [Text] prints a file with its comments, [Config.Explained] every key that is read with
// its sentence, and docs/run-files.md all keys there are.
//
// Reading a file like the shipped ones takes about a millisecond. The
// package knows no game: which games and opponents there are is told to it as a
// game.Set, and nothing is opened but the run file itself.
package configs
