package configs_test

import "bloodline/configs"

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
	}
}
