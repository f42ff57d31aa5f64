package report

import (
	"context"
	"strings"
	"testing"

	"bloodline/arena"
	"bloodline/engine"
	"bloodline/engine/stats"
	"bloodline/genome"
	"bloodline/genome/champion"
	"bloodline/genome/gene"
	"bloodline/internal/guard"
)

func TestAnswer(t *testing.T) {
	wins, points := engine.Info{Max: 1}.Scale(), engine.Info{Max: 10, Points: "points a game"}.Scale()
	of := func(mean, low, high float64) *stats.Figure { return &stats.Figure{Mean: mean, Low: low, High: high} }
	field := *of(0.731, 0.7, 0.758)
	for _, c := range []struct {
		scale engine.Scale
		with  *champion.Defaults
		looks int
		want  string
	}{
		{wins, nil, 0, ""},
		{
			wins, &champion.Defaults{Field: of(0.3, 0.27, 0.33), HeadToHead: of(0.61, 0.58, 0.64)}, 0,
			"The champion wins 73 % (70 to 76) of games against the field, your defaults 30 % (27 to 33); head to head 61 % (58 to 64). In parentheses: 95 % intervals.",
		},
		{wins, &champion.Defaults{HeadToHead: of(0.61, 0.58, 0.64)}, 0, "The champion wins 61 % (58 to 64) of games against your defaults. In parentheses: 95 % intervals."},
		{
			wins, &champion.Defaults{Field: of(0.7, 0.6, 0.8), Lead: of(0.031, -0.1, 0.15)}, 0,
			"Not shown to be better than your defaults: the champion wins 73 % (70 to 76) of games against the field, your defaults 70 % (60 to 80), so the difference is 3.1 percentage points (95 % interval -10.0 to 15.0). In parentheses: 95 % intervals.",
		},
		{
			wins, &champion.Defaults{Field: of(0.807, 0.78, 0.83), Lead: of(-0.076, -0.121, -0.031)}, 0,
			"Worse than your defaults by 7.6 (3.1 to 12.1): the champion wins 73 % (70 to 76) of games against the field, your defaults 81 % (78 to 83), so the difference is -7.6 percentage points (95 % interval -12.1 to -3.1). In parentheses: 95 % intervals.",
		},
		{
			wins, &champion.Defaults{Field: of(0.65, 0.6, 0.7), Lead: &stats.Figure{Games: 120, Mean: 0.081, Low: 0.01, High: 0.15}, Look: 2, MostGames: 1000}, 0,
			"The champion wins 73 % (70 to 76) of games against the field, your defaults 65 % (60 to 70), so it is better by 8.1 percentage points (95 % interval 1.0 to 15.0). In parentheses: 95 % intervals. 240 of 1,000 games were enough for that.",
		},
		{ // as it was in a run of a simulator: ends that a whole percent tells apart no more
			wins, &champion.Defaults{Field: of(0.8312, 0.8291, 0.8333), Lead: of(0.031, 0.001, 0.061)}, 2,
			"The champion wins 73 % (70 to 76) of games against the field, your defaults 83.1 % (82.9 to 83.3), so it is better by 3.1 percentage points (98.75 % interval 0.1 to 6.1). " +
				"In parentheses: 95 % intervals; that of the difference is wider because the run was measured 2 times before.",
		},
		{
			points, &champion.Defaults{Field: of(0.3, 0.27, 0.33)}, 0,
			"The champion has 0.73 (0.70 to 0.76) points a game against the field, your defaults 0.30 (0.27 to 0.33). In parentheses: 95 % intervals.",
		},
	} {
		if got := DefaultsComparison(c.scale, &champion.Evidence{Field: field, Defaults: c.with, EarlierLooks: c.looks}); got != c.want {
			t.Errorf("%+v: %q, want %q", c.with, got, c.want)
		}
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
	table := ParameterTable(engine.Info{Max: 1}.Scale(), Genes(s, genome.Vector{2, 3, 1}), nil, []champion.Gain{
		gain("late", 0, -0.049, 0.049, false), gain("early", 0.1, 0.051, 0.149, false), gain("back", -0.01, -0.059, 0.039, true),
	}, "ablate")
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

// A result that is certain is no tie.
func TestVerdict_certain(t *testing.T) {
	ar := arena.New(larger{}, 1)
	test := stats.SPRT{Elo1: 10, Alpha: 0.05, Beta: 0.05}
	s := guard.Value(ar.Test(context.Background(), test, [2]engine.Player{2, 1}, arena.Pair{Blocks: 1000, Seed: 1},
		func(*arena.Sequential) {}))(t)
	text := printed(t, NewSPRT("strong", "weak", ar, test, s).Table(), 0)
	if !strings.Contains(text, "strong against weak: H1") || !strings.Contains(strings.ReplaceAll(text, "\n", " "), "what strong wins of them is certain") {
		t.Error(text)
	}
}
