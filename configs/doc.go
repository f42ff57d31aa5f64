// Package configs reads run files strictly, and holds the shipped ones.
//
// A run file says what to breed, against which opponents and how long. Each setting goes one way to the [Config]:
//
//  1. parse: yaml.v3 reads the text; all unknown and repeated keys and wrong types are found, with their lines.
//  2. newLayers: viper holds the layers. Flags override the environment, which overrides the file, which overrides the defaults.
//  3. config: each key of a [Config] gets the value that viper has, the text of flags and variables by [setting.Parse].
//  4. check: ranges, and rules between keys, on which the packages below rely.
//  5. parseLayers and finish: keys that are not read are ignored with a warning, and "all" is replaced by names.
//
// All mistakes are reported together, each as an [setting.Error]:
//
//	configs/coup.yaml:14: evolve.learning_rate: must be in (0, 1], have 1.7
//
// Every key can be set in the environment: evolve.learning_rate is BLOODLINE_EVOLVE_LEARNING_RATE there. Lists are
// written with commas. An empty variable counts as unset.
//
// [Text] prints a file with its comments, [Config.CommentedYAML] every key that applies with its meaning, and
// docs/run-files.md lists all keys.
//
// Reading takes about a millisecond. The package gets games and opponents as a game.Set, and opens only the run file.
package configs
