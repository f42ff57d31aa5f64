package command_test

import (
	"strings"
	"testing"

	"bloodline/arena/command"
)

// Everything that is wrong with settings is said at once, under the key that it is about.
func TestSettings_Check(t *testing.T) {
	good := command.Settings{
		Referee: "ref {seed} {p1} {p2}", Players: 2, Style: command.StyleJSON, Bot: "bot {a}",
		Genes: []command.Gene{{Name: "a", Distribution: command.Float, Low: 0, High: 1, Default: "0.5"}},
	}
	if faults := good.Check(true); faults != nil {
		t.Fatal(faults)
	}
	more := func(s *command.Settings, g command.Gene) {
		g.Name, g.Distribution, g.Choices, g.Default = "w", command.Categorical, []string{"x", "y"}, "x"
		s.Bot, s.Genes = "bot {a} {w}", append(s.Genes, g)
	}
	for want, edit := range map[string]func(*command.Settings){
		"referee: must be the command that plays a game, have nothing": func(s *command.Settings) { s.Referee = "" },
		"bot: must be the command that starts the bot, have nothing":   func(s *command.Settings) { s.Bot = "" },
		"referee: must have {p2}, or {players}, have neither":          func(s *command.Settings) { s.Referee = "ref {p1}" },
		"referee: must have no placeholders but {seed}, {map}, {players}, {log}, {p1}, {p2} (also as {p1.path}, {p1.words} and {players.path}), {port1} to {port8}, have {p3}":            func(s *command.Settings) { s.Referee += " {p3}" },
		"referee: must have no placeholders but {seed}, {map}, {players}, {log}, {p1}, {p2} (also as {p1.path}, {p1.words} and {players.path}), {port1} to {port8}, have {players.words}": func(s *command.Settings) { s.Referee += " {players.words}" },
		"referee: must have no placeholders but {seed}, {map}, have {p1.path}":                                                                                                            func(s *command.Settings) { s.Style, s.Referee = command.StyleStdio, "ref {p1.path}" },
		"referee: must have {p1.words} as a word of its own, have -a={p1.words}":                                                                                                          func(s *command.Settings) { s.Referee = "ref -a={p1.words} {p2}" },
		"referee: must have bots as words with plain, such as {p1}, have {p1.path}":                                                                                                       func(s *command.Settings) { s.Plain, s.Referee = true, "ref {p1.path} {p2}" },
		"referee: must have {players}, since games have different numbers of players, have ref {p1} {p2} {p3}":                                                                            func(s *command.Settings) { s.Players, s.MinPlayers, s.Referee = 3, 2, "ref {p1} {p2} {p3}" },
		"min_players: must be 0, or from 2 to players (2), have 3":                                                                                                                        func(s *command.Settings) { s.MinPlayers = 3 },
		"bot: must have placeholders of genes only ({parameters}, {a}), have {b}":                                                                                                         func(s *command.Settings) { s.Bot += " {b}" },
		"genes.a: must stand in bot as {a}, or in the file of {parameters}, have neither":                                                                                                 func(s *command.Settings) { s.Bot = "bot" },
		"genes.a.high: must be above low (-1.7e+308) by less than 1.8e308, have 1.7e+308":                                                                                                 func(s *command.Settings) { s.Genes[0].Low, s.Genes[0].High = -1.7e308, 1.7e308 },
		"genes.a.high: must be above low (2), have 1":                                                                                                                                     func(s *command.Settings) { s.Genes[0].Low = 2 },
		"genes.a.low: must be above 0 with log, have 0":                                                                                                                                   func(s *command.Settings) { s.Genes[0].Log = true },
		"genes.a.default: must be in [0, 1], have 3":                                                                                                                                      func(s *command.Settings) { s.Genes[0].Default = "3" },
		"genes.a.default: must be in [0, 1], have nothing":                                                                                                                                func(s *command.Settings) { s.Genes[0].Default = "" },
		"genes.a.distribution: must be one of float, int, categorical, have uniform":                                                                                                      func(s *command.Settings) { s.Genes[0].Distribution = "uniform" },
		"genes.a.choices: must be two or more, have 0":                                                                                                                                    func(s *command.Settings) { s.Genes[0].Distribution = command.Categorical },
		`genes.a.choices: must be text without control characters, have "x\x00"`: func(s *command.Settings) {
			s.Genes[0] = command.Gene{Name: "a", Distribution: command.Categorical, Choices: []string{"y", "x\x00"}, Default: "y"}
		},
		"genes.a.low: must be a whole number, as high, of an int, have 0.5 and 1": func(s *command.Settings) { s.Genes[0].Distribution, s.Genes[0].Low = command.Int, 0.5 },
		"score_high: must be above score_low (5) with points score, have 0":       func(s *command.Settings) { s.Points, s.ScoreLow = command.PointsScore, 5 },
		"points: must be wins with style stdio, whose referees report no scores, have score": func(s *command.Settings) {
			s.Points, s.Style, s.Referee = command.PointsScore, command.StyleStdio, "ref"
		},
		"ranks: must be left out beside scores, have .ranks":                                                      func(s *command.Settings) { s.Ranks, s.Scores = ".ranks", ".scores" },
		"scores: must be a program of jq, such as .result.scores, have .a[ (unexpected EOF)":                      func(s *command.Settings) { s.Scores = ".a[" },
		"scores: must be a program of jq of at most 4096 bytes, have 4097":                                        func(s *command.Settings) { s.Scores = "." + strings.Repeat("?", 4096) },
		"errors: must be a program of jq, such as .result.errors, have crashed (function not defined: crashed/0)": func(s *command.Settings) { s.Errors = "crashed" },
		"ranks: must be left out with points score, which are read by scores, have .ranks": func(s *command.Settings) {
			s.Points, s.ScoreHigh, s.Ranks = command.PointsScore, 1, ".ranks"
		},
		"errors: must be left out with style stdio, whose results are lines of its protocol, have .errors": func(s *command.Settings) {
			s.Errors, s.Style, s.Referee = ".errors", command.StyleStdio, "ref"
		},
		"genes.a.step: must be above 0 and at most high - low (1), have -1":  func(s *command.Settings) { s.Genes[0].Step = -1 },
		"genes.a.step: must be above 0 and at most high - low (1), have 1.5": func(s *command.Settings) { s.Genes[0].Step = 1.5 },
		"genes.a.default: must be 0 plus a multiple of 0.3, have 0.5":        func(s *command.Settings) { s.Genes[0].Step = 0.3 },
		"genes.a.default: must be 0 plus a multiple of 0.2, have 0.5":        func(s *command.Settings) { s.Genes[0].Step = 0.2 },
		"genes.a.step: must be left out with log or choices, have 0.1":       func(s *command.Settings) { s.Genes[0].Step, s.Genes[0].Low, s.Genes[0].Log = 0.1, 0.5, true },
		"genes.a.ordered: must be left out without choices, have true":       func(s *command.Settings) { s.Genes[0].Ordered = true },
		"genes.a.step: must be a whole number of an int, have 0.5":           func(s *command.Settings) { s.Genes[0].Distribution, s.Genes[0].Step = command.Int, 0.5 },
		"genes.a.step: must be at least 1e-05, since values have fifteen digits, have 1e-06": func(s *command.Settings) {
			s.Genes[0].High, s.Genes[0].Step = 1e9, 1e-6
		},
		"genes.a.distribution: must be float for numbers beyond 2^53 (9007199254740992), which would be rounded, have 9007199254740993": func(s *command.Settings) {
			s.Genes[0] = command.Gene{Name: "a", Distribution: command.Int, High: 1 << 53, Default: "9007199254740993"}
		},
		"referee: must have no placeholders with style simulator, which reads the games from its input, have {seed}": func(s *command.Settings) { s.Style = command.StyleSimulator },
		`genes.w.choices: must be single words with style simulator, whose lines have blanks between values, have "very flat"`: func(s *command.Settings) {
			more(s, command.Gene{})
			s.Style, s.Referee, s.Genes[1].Choices = command.StyleSimulator, "ref", []string{"x", "very flat"}
		},
		"genes.a.fixed: must be in [0, 1], have fast":                                                                                                 func(s *command.Settings) { more(s, command.Gene{}); s.Genes[0].Fixed = "fast" },
		"genes.w.fixed: must be one of x, y, have z":                                                                                                  func(s *command.Settings) { more(s, command.Gene{Fixed: "z"}) },
		"genes: must have a gene with more than one value, have none":                                                                                 func(s *command.Settings) { s.Genes[0].Fixed = "1" },
		"genes.w: must stand in bot as {w}, or in the file of {parameters}, have neither":                                                             func(s *command.Settings) { more(s, command.Gene{Fixed: "x"}); s.Bot = "bot {a}" },
		`genes.w.when: must be GENE == CHOICE, GENE != CHOICE or GENE in [CHOICE, CHOICE], of a gene with choices and without when, have "a"`:         func(s *command.Settings) { more(s, command.Gene{When: "a"}) },
		`genes.w.when: must be GENE == CHOICE, GENE != CHOICE or GENE in [CHOICE, CHOICE], of a gene with choices and without when, have "mode == x"`: func(s *command.Settings) { more(s, command.Gene{When: "mode == x"}) },
		`genes.w.when: must be GENE == CHOICE, GENE != CHOICE or GENE in [CHOICE, CHOICE], of a gene with choices and without when, have "a == 1"`:    func(s *command.Settings) { more(s, command.Gene{When: "a == 1"}) },
		`genes.w.when: must be GENE == CHOICE, GENE != CHOICE or GENE in [CHOICE, CHOICE], of a gene with choices and without when, have "w == x"`:    func(s *command.Settings) { more(s, command.Gene{When: "w == x"}) },
		`genes.a.when: must have choices of w (x, y), have "w in [x, z]"`:                                                                             func(s *command.Settings) { more(s, command.Gene{}); s.Genes[0].When = "w in [x, z]" },
	} {
		s := good
		s.Genes = append([]command.Gene(nil), good.Genes...)
		edit(&s)
		faults := s.Check(true)
		if len(faults) != 1 || faults[0].Error() != want {
			t.Errorf("have %v, want %s", faults, want)
		}
	}
}
