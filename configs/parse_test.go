package configs

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"bloodline/internal/guard"
	"bloodline/internal/setting"
)

// bad are run files with all that is to be said about them.
var bad = []struct {
	name, file string
	want       []string
}{
	{"empty", "", []string{"f.yaml:1: must hold settings, have an empty file"}},
	{"null", "# nothing\n---\n", []string{"f.yaml:2: must be a mapping of keys to values, have nothing"}},
	{"list", "\n- coup\n", []string{"f.yaml:2: must be a mapping of keys to values, have a list"}},
	{
		"two documents", "game: coup\n---\ngame: wojna\n",
		[]string{"f.yaml:2: must be one document, have a second one"},
	},
	{"tab", "game: coup\nfitness:\n\tblocks: 5\n", []string{"f.yaml:3: must be indented with spaces, have a tab"}},

	{"no game", "seed: 1\n", []string{"f.yaml:1: game: must be one of coup, wojna, command, have nothing"}},
	{
		"unknown game", "seed: 1\ngame: cuop\n",
		[]string{`f.yaml:2: game: must be one of coup, wojna, command, have "cuop"`},
	},
	{
		"unknown keys",
		"game: coup\nsed: 1\nnonsense: 1\npopulation: 100\nevolve:\n  populaton: 100\n  seed: 4\nfitness.deals: 5\n" +
			"verdict: {nonsense: 1}\n\"two words\": 1\nevidence: {deal: 7}\n",
		[]string{
			"f.yaml:2: sed: unknown key, did you mean seed?",
			"f.yaml:3: nonsense: unknown key (a newer version's?), must be one of game, seed, workers, field, holdout, folder, start, temperature, command, fitness, verdict, league, evidence, evolve, budget",
			"f.yaml:4: population: unknown key, did you mean evolve.population?",
			"f.yaml:6: evolve.populaton: unknown key, did you mean evolve.population?",
			"f.yaml:7: evolve.seed: unknown key, did you mean seed?",
			`f.yaml:8: "fitness.deals": unknown key, sections must be nested`,
			"f.yaml:9: verdict.nonsense: unknown key (a newer version's?), must be one of margin, alpha, beta, min_rounds, max_rounds",
			`f.yaml:10: "two words": unknown key (a newer version's?), must be one of game, seed, workers, field, holdout, folder, start, temperature, command, fitness, verdict, league, evidence, evolve, budget`,
			"f.yaml:11: evidence.deal: unknown key, did you mean evidence.deals?",
		},
	},
	{
		"unknown keys of groups", "game: coup\nevolve:\n  learning_rat: 1\n  sigma: {nonsense: 1}\n  grdient: {}\n  round: 5\n  x: 1\n",
		[]string{
			"f.yaml:3: evolve.learning_rat: unknown key, did you mean evolve.learning_rate?",
			"f.yaml:4: evolve.sigma: must be a number in decimal digits, have a mapping",
			"f.yaml:5: evolve.grdient: unknown key (a newer version's?), must be one of algorithm, follow, population, islands, generations, champion, averaging, sigma, learning_rate, half_life, decay, tail, proximal",
			"f.yaml:6: evolve.round: unknown key, did you mean league.round?",
			"f.yaml:7: evolve.x: unknown key (a newer version's?), must be one of algorithm, follow, population, islands, generations, champion, averaging, sigma, learning_rate, half_life, decay, tail, proximal",
		},
	},
	{
		"keys of genes in the words of other tuners",
		"game: command\ncommand:\n  referee: r {p1} {p2}\n  bot: b {a} {b} {c}\n  genes:\n    a: {distribution: float, min: 0, max_value: 1, value: 0.5}\n" +
			"    b: {type: int, low: 0, high: 9, default: 1}\n    c: {suggest_categorical: [x, y], default: x}\n",
		[]string{
			"f.yaml:6: command.genes.a.min: unknown key, did you mean low?",
			"f.yaml:6: command.genes.a.max_value: unknown key, did you mean high?",
			"f.yaml:6: command.genes.a.value: unknown key, did you mean default?",
			"f.yaml:6: command.genes.a.high: must be above low (0), have 0",
			"f.yaml:7: command.genes.b.type: unknown key, did you mean distribution?",
			"f.yaml:7: command.genes.b.distribution: must be one of float, int, categorical, have nothing",
			"f.yaml:8: command.genes.c.suggest_categorical: unknown key, did you mean distribution: categorical?",
			"f.yaml:8: command.genes.c.distribution: must be one of float, int, categorical, have nothing",
		},
	},
	{
		"an unknown style, on which other keys depend",
		"game: command\ncommand:\n  style: simulatr\n  referee: ./sim\n  genes: {a: {distribution: float, low: 0, high: 1, default: 0}}\nholdout: [strangers]\n",
		[]string{`f.yaml:3: command.style: must be one of json, brutaltester, stdio, simulator, have "simulatr"`},
	},
	{
		"no opponents", "game: coup\nfield:\nholdout:\n",
		[]string{
			"f.yaml:2: field: must be a list of opponents, such as [defaults, rival: ./rival --fast, best.json], have nothing",
			"f.yaml:3: holdout: must be a list of opponents, such as [defaults, rival: ./rival --fast, best.json], have nothing",
		},
	},
	{
		"ordered choices", "game: command\ncommand:\n  referee: r {p1} {p2}\n  bot: b {a} {b}\n  genes:\n" +
			"    a: {distribution: float, low: 0, high: 1, default: 0,\n      ordered: true}\n    b: {distribution: categorical, choices: [x, y], default: x, ordered: 3}\n",
		[]string{
			"f.yaml:7: command.genes.a.ordered: must be left out without choices, have true",
			"f.yaml:8: command.genes.b.ordered: must be true or false, have 3",
		},
	},
	{
		"a section's other key by default", "game: coup\nverdict:\n  max_rounds: 20\n",
		[]string{"f.yaml:2: verdict.min_rounds: must be at most max_rounds (20), have 48 by default"},
	},
	{
		"twice", "game: coup\nseed: 1\nfitness: {deals: 1, deals: 2}\nseed: 2\nfitness: {}\n",
		[]string{
			"f.yaml:3: fitness.deals: is repeated, first in line 3",
			"f.yaml:4: seed: is repeated, first in line 2",
			"f.yaml:5: fitness: is repeated, first in line 3",
		},
	},
	{
		"sections of another type", "game: coup\nfitness: 5\nverdict: [1]\nevolve:\n",
		[]string{
			"f.yaml:2: fitness: must be a mapping of keys to values, have 5",
			"f.yaml:3: verdict: must be a mapping of keys to values, have a list",
			"f.yaml:4: evolve: must be a mapping of keys to values, have nothing",
		},
	},
	{
		"aliases", "game: &g coup\nseed: 1\nfield: [*g]\nevidence: &e {deals: 5}\nfitness: *e\nverdict:\n  <<: *e\nholdout: *g\n",
		[]string{
			"f.yaml:3: field[0]: must be written out, have an alias",
			"f.yaml:5: fitness: must be a mapping of keys to values, have an alias",
			"f.yaml:7: verdict.<<: must be written out, have a merge key",
			"f.yaml:8: holdout: must be written out, have an alias",
		},
	},
	{
		"keys that are no words", "game: coup\n? [a, b]\n: 1\n",
		[]string{"f.yaml:2: ?: must be a plain key, have a list"},
	},
	{
		"types of whole numbers",
		"game: coup\nseed: \"12\"\nworkers: 1.5\nfitness:\n  deals: 1e7\nevidence:\n  deals: yes\nverdict:\n  min_rounds: [1]\n  max_rounds: ~\n" +
			"evolve:\n  population: 0x10\n  generations: 010\n  half_life: 99999999999999999999\n  tail: true\n",
		[]string{
			`f.yaml:2: seed: must be a whole number in decimal digits, have "12"`,
			"f.yaml:3: workers: must be a whole number in decimal digits, have 1.5",
			"f.yaml:5: fitness.deals: must be a whole number in decimal digits, have 1e7",
			`f.yaml:7: evidence.deals: must be a whole number in decimal digits, have "yes"`,
			"f.yaml:9: verdict.min_rounds: must be a whole number in decimal digits, have a list",
			"f.yaml:10: verdict.max_rounds: must be a whole number in decimal digits, have nothing",
			"f.yaml:12: evolve.population: must be a whole number in decimal digits, have 0x10",
			"f.yaml:13: evolve.generations: must be a whole number in decimal digits, have 010",
			"f.yaml:14: evolve.half_life: must be in [0, 100000], have 99999999999999999999",
			"f.yaml:15: evolve.tail: must be a number in decimal digits, have true",
		},
	},
	{
		"types of numbers",
		"game: coup\nverdict:\n  margin: .nan\n  alpha: -.inf\n  beta: \"0.1\"\nevolve:\n  averaging: 1e999\n  sigma: {}\n",
		[]string{
			"f.yaml:3: verdict.margin: must be a number in decimal digits, have .nan",
			"f.yaml:4: verdict.alpha: must be a number in decimal digits, have -.inf",
			`f.yaml:5: verdict.beta: must be a number in decimal digits, have "0.1"`,
			"f.yaml:7: evolve.averaging: must be a number in decimal digits, have 1e999",
			"f.yaml:8: evolve.sigma: must be a number in decimal digits, have a mapping",
		},
	},
	{
		"types of text", "game: 12\nfield:\n  - all\n  - 3\n  - [all]\nholdout: 2001-01-01\nevolve:\n  algorithm: true\n",
		[]string{
			"f.yaml:1: game: must be text, have 12",
			"f.yaml:4: field[1]: must be text, have 3",
			"f.yaml:5: field[2]: must be text, have a list",
			"f.yaml:6: holdout: must be text, have 2001-01-01",
			"f.yaml:8: evolve.algorithm: must be text, have true",
		},
	},
	{
		"ranges",
		"game: coup\nseed: -1\nworkers: 1025\nfitness: {deals: 0}\nverdict:\n  margin: 0.51\n  alpha: 0.5\n  beta: 0\n  min_rounds: 0\n" +
			"evidence: {deals: 10_000_001}\nevolve:\n  population: 1\n  algorithm: swap\n  sigma: 1.7\n",
		[]string{
			"f.yaml:2: seed: must be in [0, 18446744073709551615], have -1",
			"f.yaml:3: workers: must be in [0, 1024], have 1025",
			"f.yaml:4: fitness.deals: must be in [1, 10000000], have 0",
			"f.yaml:6: verdict.margin: must be in (0, 0.5], have 0.51",
			"f.yaml:7: verdict.alpha: must be in (0, 0.5), have 0.5",
			"f.yaml:8: verdict.beta: must be in (0, 0.5), have 0",
			"f.yaml:9: verdict.min_rounds: must be in [2, 10000000], have 0",
			"f.yaml:10: evidence.deals: must be in [2, 10000000], have 10000001",
			"f.yaml:12: evolve.population: must be in [4, 100000], have 1",
			`f.yaml:13: evolve.algorithm: must be one of genetic, distribution, plus, have "swap"`,
			"f.yaml:14: evolve.sigma: must be in (0, 0.5], have 1.7",
		},
	},
	{
		"reversed", "game: coup\nverdict:\n  max_rounds: 50\n  min_rounds: 60\n",
		[]string{"f.yaml:4: verdict.min_rounds: must be at most max_rounds (50), have 60"},
	},
	{
		"exploiters without rounds", "game: coup\nleague:\n  share: 0.5\n",
		[]string{"f.yaml:3: league.share: must be 0 unless league.round says when exploiters are bred, have 0.5"},
	},
	{
		"no such start of exploiters", "game: coup\nleague:\n  share: 0.5\n  round: 3\n  initial: [champion,\n    Taxman]\n",
		[]string{`f.yaml:6: league.initial[1]: must be one of defaults, champion, strongest, latest, have "Taxman"`},
	},
	{
		"exploiters that start nowhere", "game: coup\nleague: {share: 0.5, round: 3, initial: []}\n",
		[]string{"f.yaml:2: league.initial: must name at least one, have none"},
	},
	{
		"rules without a gradient", "game: wojna\nleague: {share: 0.5, round: 3, learning_rate: 0.1}\nevolve: {follow: gradient}\n",
		[]string{
			"f.yaml:2: league.learning_rate: must be 0: the rules of wojna have no gradient, have 0.1",
			`f.yaml:3: evolve.follow: must be ranks: the rules of wojna have no gradient, have "gradient"`,
		},
	},
	{"empty field", "game: coup\nfield: []\n", []string{"f.yaml:2: field: must name at least one opponent, have none"}},
	{
		"unknown opponents", "game: wojna\nfield:\n  - Tight\n  - Taxman\n  - \"\"\nholdout: .json\n",
		[]string{
			`f.yaml:4: field[1]: must be an opponent of wojna (Tight, Random), all, defaults, champion, varied, a champion file (*.json), or a program (NAME: COMMAND), have "Taxman"`,
			"f.yaml:5: field[2]: must be an opponent of wojna (Tight, Random), all, defaults, champion, varied, a champion file (*.json), or a program (NAME: COMMAND), have nothing",
			`f.yaml:6: holdout[0]: must be an opponent of wojna (Tight, Random), all, rotation, a champion file (*.json), or a program (NAME: COMMAND), have ".json"`,
		},
	},
	{
		"overlap", "game: coup\nfield: [taxman, a.json, Taxman]\nholdout:\n- Random\n- TAXMAN\n- a.json\n",
		[]string{
			`f.yaml:2: field[2]: must not stand in field[0] too, have "Taxman"`,
			`f.yaml:5: holdout[1]: must not stand in field[0] too, have "Taxman"`,
			`f.yaml:6: holdout[2]: must not stand in field[1] too, have "a.json"`,
		},
	},
	{
		"weights", "game: coup\nfield: [Taxman*0, random*x, Taxman*2, taxman, champion*2]\nholdout: [Calculator*2, varied]\n",
		[]string{
			`f.yaml:2: field[0]: must have a weight in [1, 100] behind its *, have "Taxman*0"`,
			`f.yaml:2: field[1]: must have a weight in [1, 100] behind its *, have "random*x"`,
			`f.yaml:2: field[3]: must not stand in field[2] too, have "Taxman"`,
			`f.yaml:3: holdout[0]: must have no weight: breeding never meets it, have "Calculator*2"`,
			`f.yaml:3: holdout[1]: must be an opponent of coup (Calculator, Taxman, Random), all, rotation, a champion file (*.json), or a program (NAME: COMMAND), have "varied"`,
		},
	},
	{"nobody to stay", "game: coup\nfield: [champion, varied*2]\n", []string{`f.yaml:2: field: must name an opponent beside champion and varied, which are never part of the evidence, have "champion, varied*2"`}},
	{
		"all held out", "game: coup\nholdout: all\n",
		[]string{`f.yaml:2: holdout[0]: must not stand in field[0] too, have "all"`},
	},
	{
		"everybody held out", "game: wojna\nholdout: [random, tight]\n",
		[]string{"f.yaml:1: field: must leave at least one opponent that is not held out, have none by default"},
	},
	{
		"long and odd text", "game: \"a\\nb" + strings.Repeat("é", 100) + "\"\n",
		[]string{`f.yaml:1: game: must be one of coup, wojna, command, have "a\nb` + strings.Repeat("é", 57) + `..."`},
	},
}

// findings takes an error apart.
func findings(err error) (all []*setting.Error) {
	joined, ok := err.(interface{ Unwrap() []error })
	if !ok {
		return nil
	}
	for _, e := range joined.Unwrap() {
		var one *setting.Error
		if errors.As(e, &one) {
			all = append(all, one)
		}
	}
	return all
}

func TestParse_Bad(t *testing.T) {
	for _, c := range bad {
		t.Run(c.name, func(t *testing.T) {
			got, err := Parse("f.yaml", []byte(c.file), names())
			if err == nil {
				t.Fatalf("no error, have %+v", got)
			}
			if diff := cmp.Diff(strings.Join(c.want, "\n"), err.Error()); diff != "" {
				t.Error(diff)
			}
			if n := len(findings(err)); n != len(c.want) {
				t.Errorf("%d findings, want %d", n, len(c.want))
			}
		})
	}
}

func TestParse_Names(t *testing.T) {
	for _, c := range []struct {
		name, file     string
		field, holdout []string
	}{
		{"default", "game: coup\n", []string{"Calculator", "Taxman", "Random"}, nil},
		{"all", "game: wojna\nfield: all\n", []string{"Tight", "Random"}, nil},
		{"one", "game: coup\nfield: Taxman\n", []string{"Taxman"}, nil},
		{"weights", "game: coup\nfield: [taxman*3, all*2, champion*4, defaults]\nholdout: random\n", []string{"Taxman*3", "Calculator*2", "champion*4", "defaults"}, []string{"Random"}},
		{"case", "game: coup\nfield: [taxman, RANDOM]\n", []string{"Taxman", "Random"}, nil},
		{"champions and all", "game: coup\nfield: [random, old/Best.json, all]\n", []string{"Random", "old/Best.json", "Calculator", "Taxman"}, nil},
		{"all but one", "game: coup\nholdout: taxman\n", []string{"Calculator", "Random"}, []string{"Taxman"}},
		{"one against all", "game: coup\nfield: [random]\nholdout: [all]\n", []string{"Random"}, []string{"Calculator", "Taxman"}},
		{"none held out by rotation: too few", "game: coup\n", []string{"Calculator", "Taxman", "Random"}, nil},
		{"none held out", "game: coup\nfield: [random]\nholdout: []\n", []string{"Random"}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := guard.Value(Parse("f.yaml", []byte(c.file), names()))(t)
			if diff := cmp.Diff([][]string{c.field, c.holdout}, [][]string{got.Field, got.Holdout}); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func roundTrip(t *testing.T, c *Config) {
	t.Helper()
	text := c.TextWithSource()
	again, err := Parse("again.yaml", text, names())
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if diff := cmp.Diff(c, again); diff != "" {
		t.Errorf("%s\n%s", diff, text)
	}
}

func FuzzParse(f *testing.F) {
	for _, c := range bad {
		if len(c.file) < 10_000 {
			f.Add([]byte(c.file))
		}
	}
	for _, shipped := range files() {
		f.Add(shipped.Data)
	}
	f.Add([]byte("game: coup\nfield: ['1.json', '- a: \"#b\".json', '~.json', \" \u2028\u00a0.json\"]\nholdout: all\n"))
	f.Add([]byte("game: coup\nverdict: {margin: 1e-300, alpha: 0.1000000000000000055, beta: 0.3}\nevolve: {averaging: 1e-9, sigma: 0.1}\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := Parse("f.yaml", data, names())
		if err == nil {
			roundTrip(t, c)
			return
		}
		all := findings(err)
		if len(all) == 0 {
			t.Fatalf("no findings in %v", err)
		}
		for _, e := range all {
			if e.Path != "f.yaml" || e.Line < 0 || e.Line > 1+strings.Count(string(data), "\n")+strings.Count(string(data), "\r") {
				t.Errorf("no such place: %v", e)
			}
			if strings.ContainsAny(e.Error(), "\n\r") {
				t.Errorf("more than a line: %q", e)
			}
		}
	})
}
