package configs

import (
	"fmt"
	"testing"
)

func TestTry(t *testing.T) {
	n := Names{Games: []string{"coup", "wojna"}, Opponents: func(string) []string { return []string{"Calculator", "Taxman", "Random"} }}
	for _, s := range []string{"", "# x\n", "---\n", "game: coup\n---\ngame: coup\n", "game: coup\nseed: \"12\"\nworkers: 1.5\nevolve:\n  population: 1\n  populaton: 3\n  step: .nan\n  seed: 3\nverdict: {min_rounds: 3000}\npopulation: 4\n", "game: [coup\n", "game:\n\t- x\n", "\tgame: 1", "game: coup\ngame: coup\nfield: [all, bogus, calculator]\nholdout: [Calculator, 3]\nseed: 010\nevolve.population: 5\n", "a: &x 1\nb: *x\n<<: *x\n", "- a\n", "game: coup\nevolve:\n", "game: coup\nseed: -1\nworkers: 0x10\nfitness:\n  blocks: 1e7\nevidence:\n  blocks: 99999999999999999999\nverdict:\n  alpha: .inf\n  beta: yes\n  margin: 0.6\n  max_rounds: ~\n", "game: coup\n\"a\x01b\": 1", "\xff", "game: \"\x00\"", "game: coup\nfield: random\nholdout: all\n", "game: coup\nseed: *y\n", "? [a]\n: b\n", "game: coup\nfield: []\nseed: {a: 1}\n: x\n"} {
		c, err := Parse("f.yaml", []byte(s), n)
		fmt.Printf("%q\n%v %v\n\n", s, c, err)
	}
	c, err := Load("coup-quick", Overrides{Set: []string{"evolve.population=5", "holdout=calculator", "x.y=1", "evolve.sed=1", "foo"}}, n)
	fmt.Println(c, err)
	c, err = Load("coup-quick", Overrides{Set: []string{"evolve.population=50", "holdout=calculator"}}, n)
	fmt.Println(c, err)
	fmt.Println(string(c.YAML()))
	x, err := Schema()
	fmt.Println(err)
	fmt.Println(string(x)[:3000])
}
