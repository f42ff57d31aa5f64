package configs_test

import (
	"slices"
	"strings"

	"bloodline/configs"
)

// names are two games of which the second has a name of the first.
func names() configs.Names {
	return configs.Names{
		Games: []string{"coup", "wojna"},
		Opponents: func(game string) []string {
			if game == "coup" {
				return []string{"Calculator", "Taxman", "Random"}
			}
			return []string{"Tight", "Random"}
		},
		Learns: func(game string) bool { return game == "coup" },
		Files:  files(),
	}
}

// files returns the run files of the shipped games, by name.
func files() []configs.File {
	entries, err := configs.Files.ReadDir(".")
	if err != nil {
		panic(err)
	}
	var out []configs.File
	for _, e := range entries {
		data, err := configs.Files.ReadFile(e.Name())
		if err != nil {
			panic(err)
		}
		out = append(out, configs.File{Name: strings.TrimSuffix(e.Name(), ".yaml"), Data: data})
	}
	slices.SortFunc(out, func(a, b configs.File) int { return strings.Compare(a.Name, b.Name) })
	return out
}
