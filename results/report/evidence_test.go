package report

import (
	"context"
	"strings"
	"testing"

	"bloodline/arena"
	"bloodline/arena/command"
	"bloodline/arena/game"
	"bloodline/engine"
	"bloodline/engine/stats"
	"bloodline/genome"
	"bloodline/genome/champion"
	"bloodline/genome/gene"
	"bloodline/internal/guard"
)

// fake is a game that nobody plays.
type fake struct{ info engine.Info }

func (f fake) Info() engine.Info    { return f.info }
func (fake) NewTable() engine.Table { return nil }

// The first line of every output: the lead with its interval, whom it loses to, and what limits the comparison.
func TestConclusion(t *testing.T) {
	wins, three := engine.Info{Seats: 2, Max: 1, Mean: 0.5, Points: "win"}, engine.Info{Seats: 3, Max: 1, Mean: 0.5, Points: "win"}
	points, alone := engine.Info{Seats: 2, Max: 10, Points: "points a game"}, engine.Info{Seats: 1, Max: 10, Points: "points a game"}
	of := func(mean, low, high float64) *stats.Figure {
		return &stats.Figure{Games: 1000, Mean: mean, Low: low, High: high}
	}
	rows := []champion.OpponentFigure{{Opponent: "defaults", Figure: *of(0.6, 0.5, 0.7)}, {Opponent: "strong", Figure: *of(0.39, 0.36, 0.42)}}
	shared := []champion.OpponentFigure{
		{Opponent: "hare", Figure: *of(0.9, 0.8, 0.95), Ahead: of(0.587, 0.55, 0.62)}, {Opponent: "turtle", Figure: *of(0.5, 0.4, 0.6), Ahead: of(0.9, 0.8, 1)},
	}
	field, default0 := *of(0.731, 0.7, 0.758), of(0.65, 0.6, 0.7)
	for _, c := range []struct {
		info engine.Info
		own  bool
		with champion.Evidence
		x    *Exploited
		want string
	}{
		{
			wins, true,
			champion.Evidence{Defaults: &champion.Defaults{Field: default0, Lead: &stats.Figure{Games: 120, Mean: 0.081, Low: 0.01, High: 0.15}, Look: 2, MostGames: 1000}, Against: rows},
			nil,
			"Better than your defaults by 8.1 percentage points (95 % interval 1.0 to 15.0): 73.1 % of games won against the field, your defaults 65.0 %. " +
				"It loses most to strong: 39.0 % of games won (36.0 to 42.0). 240 of 1,000 games were enough for that.",
		},
		{
			wins, true,
			champion.Evidence{Defaults: &champion.Defaults{Lead: of(0.11, 0.08, 0.14), HeadToHead: of(0.61, 0.58, 0.64)}},
			nil,
			"Better than your defaults by 11.0 percentage points (95 % interval 8.0 to 14.0): 73.1 % of games won against them.",
		},
		{
			wins, true,
			champion.Evidence{Defaults: &champion.Defaults{Field: of(0.7, 0.6, 0.8), Lead: of(0.031, -0.1, 0.15)}},
			nil,
			"Not shown to be better than your defaults. The difference is 3.1 percentage points (95 % interval -10.0 to 15.0): 73.1 % of games won against the field, your defaults 70.0 %.",
		},
		{ // of the defaults, which are submitted
			wins, true,
			champion.Evidence{Unproven: &champion.Unproven{Field: *of(0.74, 0.7, 0.78), Lead: *of(0.009, -0.02, 0.04)}, Against: rows},
			nil,
			"Not shown to be better than your defaults, which are kept. The difference is 0.9 percentage points (95 % interval -2.0 to 4.0): 74.0 % of games won against the field, your defaults 73.1 %. " +
				"They lose most to strong: 39.0 % of games won (36.0 to 42.0).",
		},
		{
			wins, true,
			champion.Evidence{Defaults: &champion.Defaults{Field: of(0.807, 0.78, 0.83), Lead: of(-0.076, -0.121, -0.031)}, EarlierLooks: 2},
			nil,
			"Worse than your defaults by 7.6 percentage points (98.75 % interval 3.1 to 12.1): 73.1 % of games won against the field, your defaults 80.7 %. " +
				"The interval is wider because the run was measured 2 times before.",
		},
		{
			wins, true,
			champion.Evidence{
				Previous: &champion.Previous{Name: "pw1", Defaults: champion.Defaults{Field: default0, Lead: of(0.081, 0.01, 0.15)}},
				Defaults: &champion.Defaults{Field: of(0.588, 0.5, 0.6), Lead: of(0.143, 0.1, 0.19)},
			},
			nil,
			"Better than pw1 by 8.1 percentage points (95 % interval 1.0 to 15.0): 73.1 % of games won against the field, pw1 65.0 %. " +
				"Your defaults have 58.8 % of games won: a lead of 14.3 percentage points (95 % interval 10.0 to 19.0).",
		},
		{ // of pw1, which is submitted
			wins, true,
			champion.Evidence{
				Unproven: &champion.Unproven{Than: "pw1", Field: *of(0.74, 0.7, 0.78), Lead: *of(0.009, -0.02, 0.04)}, Against: rows,
				Defaults: &champion.Defaults{Field: of(0.588, 0.5, 0.6), Lead: of(0.143, 0.1, 0.19)},
			},
			nil,
			"Not shown to be better than pw1, which is kept. The difference is 0.9 percentage points (95 % interval -2.0 to 4.0): 74.0 % of games won against the field, pw1 73.1 %. " +
				"Your defaults have 58.8 % of games won: a lead of 14.3 percentage points (95 % interval 10.0 to 19.0). pw1 loses most to strong: 39.0 % of games won (36.0 to 42.0).",
		},
		{
			wins, true,
			champion.Evidence{Previous: &champion.Previous{Name: "pw1"}, Defaults: &champion.Defaults{Field: of(0.588, 0.5, 0.6), Lead: of(0.143, 0.1, 0.19)}},
			nil,
			"It is pw1, with which the run began: nothing better was found. What may help: more games, wider ranges of the genes, or other rivals in the field. " +
				"Your defaults have 58.8 % of games won: a lead of 14.3 percentage points (95 % interval 10.0 to 19.0).",
		},
		{
			three, true,
			champion.Evidence{Defaults: &champion.Defaults{Field: default0, Lead: of(0.081, 0.01, 0.15)}, Against: shared, Firsts: 587},
			nil,
			"Better than your defaults by 8.1 percentage points (95 % interval 1.0 to 15.0): 73.1 % of opponents beaten, your defaults 65.0 %. " +
				"It ends first in 58.7 % of its games. It does worst against hare: ahead of it in 58.7 % of games (55.0 to 62.0).",
		},
		{
			points, true,
			champion.Evidence{Defaults: &champion.Defaults{Field: default0, Lead: of(0.081, 0.01, 0.15), HeadToHead: of(0.2, 0.1, 0.3)}, Maps: 3, MapsBredOn: true},
			nil,
			"Better than your defaults by 0.08 points a game (95 % interval 0.01 to 0.15): 0.73 points a game against the field, your defaults 0.65. " +
				"Head to head with your defaults: 0.20 points a game (0.10 to 0.30). Measured on the 3 maps that it was bred on.",
		},
		{
			alone, true,
			champion.Evidence{Defaults: &champion.Defaults{Field: default0, Lead: of(0.081, 0.081, 0.081)}, SinglePlayer: true, Maps: 1, AllDeals: true},
			nil,
			"Better than your defaults by 0.08 points a game, exactly, because the game has no luck: 0.73 points a game, your defaults 0.65, so 12.5 % more.",
		},
		{
			wins, false,
			champion.Evidence{
				Strangers: &champion.Strangers{Figure: *of(0.844, 0.839, 0.849), Lead: *of(0.214, 0.207, 0.222)}, Holdout: rows,
				Hardest: &champion.Hardest{Drawn: 2000, Players: 20, Figure: *of(0.649, 0.64, 0.66)},
			},
			&Exploited{Share: 0.719},
			"Ahead of the default genes by 21.4 percentage points (95 % interval 20.7 to 22.2) against strangers: 84.4 % of games won. It loses most to strong (held out): 39.0 % of games won (36.0 to 42.0). " +
				"Against the 20 hardest of 2,000 strangers: 64.9 % of games won (64.0 to 66.0). Its strongest exploiter has 71.9 % of games won.",
		},
		{
			wins, false,
			champion.Evidence{Strangers: &champion.Strangers{Figure: *of(0.62, 0.6, 0.64), Lead: *of(0.001, -0.01, 0.012)}},
			nil,
			"Not shown to be ahead of the default genes against strangers. The difference is 0.1 percentage points (95 % interval -1.0 to 1.2): 62.0 % of games won.",
		},
		{wins, false, champion.Evidence{}, nil, "73.1 % of games won against the field (95 % interval 70.0 to 75.8)."},
	} {
		g := &game.Game{Definition: game.Definition{Table: fake{c.info}}}
		if g.Schema = (&genome.Schema{Genes: []gene.Gene{{Name: "a", Max: 1}}}); c.own {
			g.UserBot = &command.Game{}
		}
		c.with.Field = field
		if u := c.with.Unproven; u != nil {
			c.with.Field = *of(0.731, 0.7, 0.76)
		}
		if got := Conclusion(g, nil, &c.with, c.x); got != c.want {
			t.Errorf("%+v:\n%q, want\n%q", c.with, got, c.want)
		}
	}
	g := &game.Game{Definition: game.Definition{Table: fake{wins}}}
	g.Schema = &genome.Schema{Genes: []gene.Gene{{Name: "a", Max: 1, Default: 0.5}}}
	want := "It is the default genome: nothing better was found. What may help: more games, wider ranges of the genes, or other rivals in the field."
	if got := Conclusion(g, genome.Vector{0.5}, &champion.Evidence{Field: field}, nil); got != want {
		t.Errorf("the defaults: %q, want %q", got, want)
	}
}

// A player that is held out is not called so where breeding has met its clone; a champion of its name isn't one.
func TestEvidenceTable_clone(t *testing.T) {
	line := func(name, genes string) champion.OpponentFigure {
		return champion.OpponentFigure{Opponent: name, Digest: genes}
	}
	e := &champion.Evidence{Against: []champion.OpponentFigure{line("Lawyer (clone)", "1"), line("bob", "2"), line("Mask", "")}, Holdout: []champion.OpponentFigure{line("Lawyer", ""), line("bob", "3"), line("Solver", "")}}
	var names, drawn []string
	for _, row := range EvidenceTable(engine.Scale{}, e).Rows {
		names = append(names, row[0])
	}
	for _, f := range EvidenceResults(e).Holdout {
		drawn = append(drawn, f.Opponent)
	}
	if got, want := strings.Join(names[4:], ", "), "Lawyer (its clone in the field), bob (held out), Solver (held out)"; got != want {
		t.Errorf("the table has %s, want %s", got, want)
	}
	if got, want := strings.Join(drawn, ", "), "Lawyer (its clone in the field), bob (held out), Solver (held out)"; got != want {
		t.Errorf("the chart has %s, want %s", got, want)
	}
}

// With three players and more a row has both the points in games with an opponent and how often it is beaten, by heads
// that say so; of two players the table is as it was.
func TestEvidenceTable_shared(t *testing.T) {
	wins := engine.Info{Max: 1}.Scale()
	hare := champion.OpponentFigure{Opponent: "hare", Figure: stats.Figure{Games: 2000, Mean: 0.802, Low: 0.79, High: 0.814}}
	table := func() string {
		var out strings.Builder
		_ = EvidenceTable(wins, &champion.Evidence{Field: hare.Figure, Against: []champion.OpponentFigure{hare}}).Print(&out, 80)
		return out.String()
	}
	if got, want := table(), "opponent           win %  95 % interval  games\nhare                80.2   79.0 to 81.4  2,000\nmean of the field   80.2   79.0 to 81.4  2,000\n"; got != want {
		t.Errorf("of two players:\n%s, want\n%s", got, want)
	}
	hare.Ahead = &stats.Figure{Games: 2000, Mean: 0.746, Low: 0.727, High: 0.765}
	if got, want := table(), "opponent           win % with it  95 % interval  ahead %  95 % interval  games\n"+
		"hare                        80.2   79.0 to 81.4     74.6   72.7 to 76.5  2,000\n"+
		"mean of the field           80.2   79.0 to 81.4                          2,000\n"; got != want {
		t.Errorf("of three players:\n%s, want\n%s", got, want)
	}
}

// A difference of less than a contest of 1,000 games shows, ±3.1 percentage points, is none that it would notice.
func TestUnnoticed(t *testing.T) {
	s := engine.Info{Max: 1}.Scale()
	field := stats.Figure{Games: 9604, Mean: 0.5, Low: 0.49, High: 0.51}
	for high, want := range map[float64]string{
		0.03: "No difference that a contest of 1,000 games would notice: 3.0 percentage points at most.",
		0.04: "",
	} {
		if got := Unnoticed(s, &champion.Unproven{Field: field, Lead: stats.Figure{Mean: 0.004, Low: -0.02, High: high}}); got != want {
			t.Errorf("up to %v: %q, want %q", high, got, want)
		}
	}
}

func TestAtEdge(t *testing.T) {
	s := &genome.Schema{Game: "g", Version: 1}
	for _, name := range []string{"a", "b", "c", "d"} {
		s.Genes = append(s.Genes, gene.Gene{Name: name, Group: "g", Unit: "u", Min: 0, Max: 16, Default: 16, Doc: "d"})
	}
	for want, v := range map[string]genome.Vector{
		"": {8, 16, 1, 15}, // a default at an end is no news
		"b stands at an end of its range: a better value may lie beyond.":                              {8, 0, 16, 16},
		"a, b stand at an end of their ranges: better values may lie beyond.":                          {0, 15.9, 16, 16},
		"4 of 4 genes stand at an end of their ranges, such as a, b, c: better values may lie beyond.": {0, 0, 0, 15.9},
	} {
		if got := AtEdge(Genes(s, v)); got != want {
			t.Errorf("%v: %q, want %q", v, got, want)
		}
	}
}

// A value that stays though its interval has 0 in it says why; one that gains or goes back doesn't.
func TestParameterTable_kept(t *testing.T) {
	s := &genome.Schema{Game: "g", Version: 1}
	for _, name := range []string{"late", "early", "back"} {
		s.Genes = append(s.Genes, gene.Gene{Name: name, Group: "g", Unit: "u", Min: 0, Max: 16, Default: 1, Doc: "d"})
	}
	gain := func(name string, mean, low, high float64, reset bool) champion.Gain {
		return champion.Gain{Genes: []string{name}, Games: 56, Gain: &stats.Figure{Mean: mean, Low: low, High: high}, Reset: reset}
	}
	table := ParameterTable(engine.Info{Max: 1}, Genes(s, genome.Vector{2, 3, 1}), nil, []champion.Gain{
		gain("late", 0, -0.049, 0.049, false), gain("early", 0.1, 0.051, 0.149, false), gain("back", -0.01, -0.059, 0.039, true),
	}, "ablate", 2)
	marks := map[string]string{}
	for _, row := range table.Rows {
		marks[row[0]] = row[6]
	}
	for name, want := range map[string]string{"late": "kept: too few games to tell", "early": "", "back": "put back to the default"} {
		if marks[name] != want {
			t.Errorf("%s says %q, want %q", name, marks[name], want)
		}
	}
}

// Values with too few games name the command that plays enough of them, and a word says which other one it was compared with.
func TestParameterTable_few(t *testing.T) {
	s := &genome.Schema{Game: "g", Version: 1, Genes: []gene.Gene{
		{Name: "far", Group: "g", Unit: "u", Max: 16, Doc: "d"},
		{Name: "near", Group: "g", Unit: "u", Max: 16, Doc: "d"},
		{Name: "style", Group: "g", Unit: `choice "steady" "wild"`, Min: -0.5, Max: 1.5, Words: 2, Doc: "d"},
	}}
	style := champion.Gain{Genes: []string{"style"}, Word: `"wild"`, Games: 40, Gain: &stats.Figure{Mean: 0.1, Low: 0.05, High: 0.15}}
	gains := []champion.Gain{{Genes: []string{"far"}, Games: 14, MoreGames: 160}, {Genes: []string{"near"}, Games: 30, MoreGames: 150}, style}
	text := printed(t, ParameterTable(engine.Info{Seats: 2, Max: 1}, Genes(s, genome.Vector{2, 3, 0}), nil, gains, "bloodline ablate mine", 2), 0)
	// 180 games of a value against two opponents, in two seatings: 45 deals with each.
	for _, want := range []string{"too few games (160 more)\n", "180 games each:\n  bloodline ablate mine --deals 45\n", "instead of wild "} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	genes := Genes(s, genome.Vector{2, 3, 0})
	genes[2].Value = GeneValue{json: `"steady"`}
	if name := GainName(genes, gains, style); name != "style = steady instead of wild" {
		t.Errorf("the gain of a word is that of %q", name)
	}
	style.Reset = true
	if name := GainName(genes, []champion.Gain{style}, style); name != "style as bred instead of wild" {
		t.Errorf("the gain of a word that was replaced is that of %q", name)
	}
}

// Values of a narrow range look different; others have three digits, or all in front of the point.
func TestGeneValue_Brief(t *testing.T) {
	for text, want := range map[string]string{
		"0.123456": "0.123", "12345.6": "12,346", "-12345.6": "-12,346", "1000000.25": "1000000.25", "1000000": "1,000,000",
		"1.23457e+09": "1.23457e+09", "9007199254740991": "9,007,199,254,740,991", `"calm"`: "calm",
		"128122": "128,122", "128122.4": "128,122", "0.547723": "0.548", "-1.98765": "-1.99", "999.7": "1,000", "3": "3",
	} {
		if have := (GeneValue{json: text}).Brief(); have != want {
			t.Errorf("%s is %s, want %s", text, have, want)
		}
	}
}

// larger is a game that the larger number wins.
type larger struct{}

func (larger) Info() engine.Info {
	return engine.Info{Name: "larger", Seats: 2, ScoreUnit: 1, Max: 1, Mean: 0.5, ZeroSum: true}
}
func (larger) NewTable() engine.Table { return larger{} }

func (larger) Play(_ uint64, seats []engine.Player) (out engine.Outcome) {
	if seats[0].(int) > seats[1].(int) {
		out.Score[0] = 1
	} else {
		out.Score[1] = 1
	}
	return out
}

// Of deals that all ended alike, Elo has the bound of the share of wins: 97.8 % of 104 deals are 659 Elo.
func TestVerdict_certain(t *testing.T) {
	ar := arena.New(larger{}, 1)
	test := stats.SPRT{Elo1: 10, Alpha: 0.05, Beta: 0.05}
	s := guard.Value(ar.Test(context.Background(), test, [2]engine.Player{2, 1}, arena.Pair{Blocks: 1000, Seed: 1},
		func(*arena.Sequential) {}))(t)
	text := printed(t, NewSPRT("strong", "weak", ar, test, s).Table(), 0)
	if !strings.Contains(text, "strong against weak: H1") || !strings.Contains(text, "97.8 to 100.0") || !strings.Contains(text, "(+659.4 to +2400.0)") {
		t.Error(text)
	}
}
