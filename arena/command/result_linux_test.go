package command_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"bloodline/arena/command"
	"bloodline/engine"
	"bloodline/internal/guard"
)

// A player without a result is last, and an output that can be read in two ways is refused: the text that was read
// tells why.
func TestGame_Play_results(t *testing.T) {
	const jsonOf, prints, logs = "json", "prints", "logs"
	points := command.Settings{Points: command.PointsScore, ScoreLow: -10, ScoreHigh: 20}
	for _, tt := range []struct {
		how, out string
		settings command.Settings
		want     string // ranks, errors, scores, or the end of an error
	}{
		{how: jsonOf, out: `{"ranks": [1, null]}`, want: "[0 1] [ no result] []"},
		{how: jsonOf, out: `{"ranks": [null, 3], "errors": ["crashed", 0]}`, want: "[1 0] [crashed ] []"},
		{how: jsonOf, out: `{"ranks": [0, 1], "errors": [false, 0.0]}`, want: "[0 1] [ ] []"},
		{how: jsonOf, out: `{"ranks": [0, 1, 2, 3], "errors": ["0.0", -0.0, "False", 1.0]}`, settings: command.Settings{Players: 4}, want: "[0 1 2 3] [   error] []"},
		{how: jsonOf, out: `{"ranks": [NaN, 3], "time": [1, -Infinity]}`, want: "[1 0] [no result ] []"},
		{how: jsonOf, out: "two\n" + `{"ranks":[-Infinity,1]}`, want: "[1 0] [no result ] []"},
		{how: jsonOf, out: `{"ranks": [1e999, "NaN", "2", 1]}`, settings: command.Settings{Players: 4}, want: "[2 2 1 0] [no result no result  ] []"},
		{how: jsonOf, out: "\ufeffplaying\r\n\ufeff" + `{"ranks": ["2", "10"]}` + "\r\n", want: "[0 1] [ ] []"},
		{how: jsonOf, out: `{"ranks": [null, "nan"]}`, want: "at least one player must have one; its JSON has ranks; its output:\n  {\"ranks\": [null, \"nan\"]}"},
		{how: jsonOf, out: `{"ranks": ["first", "second"]}`, want: "command.ranks (.ranks) must give 2 numbers, gives [\"first\",\"second\"]; its JSON has ranks; its output:\n  {\"ranks\": [\"first\", \"second\"]}"},
		{how: jsonOf, out: "\ufeff" + `{"rank": 1}`, want: "(.ranks) must give 2 numbers, gives [null]; its JSON has rank; its output:\n  {\"rank\": 1}"},
		{how: jsonOf, out: "\ufeffdone\a\n", want: "it must print JSON with ranks, or command.ranks must read them from its output; its output:\n  done."},

		{how: prints, out: "loading map\n5\n7\n", want: "[1 0] [ ] []"},
		{how: prints, out: "99\n3 players\n5\n7\n", want: "[1 0] [ ] []"},
		{how: prints, out: "\ufeff7\r\n\r\n5\r\n1 point a head\r\n", want: "[0 1] [ ] []"},
		{how: prints, out: "map 3\n\"5\" 7\nseed=9\n", want: "[1 0] [ ] []"},
		{how: prints, out: "nan\n-3\n", want: "[1 0] [no result ] []"},
		{how: prints, out: "5\nnull\n1e999\n-nan", settings: command.Settings{Players: 4}, want: "[0 1 1 1] [ no result no result no result] []"},
		{how: prints, out: "10\n-10\n", want: "[0 1] [ ] []"},
		{how: prints, out: "10\n-10\n", settings: command.Settings{Negative: true}, want: "[0 1] [ score -10 (command.negative_is_error)] []"},
		{how: prints, out: "5 points\n", want: "it must print 2 scores, a line each, in one place; its output:\n  5 points"},
		{how: prints, out: "1\n2\nsecond round\n5\n7\n", want: "in one place; its output:\n  1\n  2\n  second round\n  5\n  7"},
		{how: prints, out: "5\n7\n1063\n", want: "in one place; its output:\n  5\n  7\n  1063"},
		{how: prints, out: strings.Repeat("turn\n", 40), want: "its output:\n  ..." + strings.Repeat("\n  turn", 20)},

		{how: logs, out: "\ufeff" + `{"scores":{"0":null,"1":-4}}`, want: "[1 0] [no result ] []"},
		{how: logs, out: `{"scores":{"1":"2"}}`, want: "[1 0] [no result ] []"},
		{how: logs, out: `{"scores":{"0":Infinity,"1":0}}`, want: "[1 0] [no result ] []"},
		{how: logs, out: `{"scores":{"1":5,"2":7}}`, want: "error: the game has no players 2; its JSON has scores; try command.scores: '[.scores[]]'; its output:\n  {\"scores\":{\"1\":5,\"2\":7}}"},
		{how: logs, out: `{"scores":{"0":"lost","1":7}}`, want: "gives [\"lost\",7]; its JSON has scores; its output:\n  {\"scores\":{\"0\":\"lost\",\"1\":7}}"},
		{how: logs, out: "scores\n", want: "it must print 2 scores, a line each, in one place; its output:\n  scores"},

		{how: jsonOf, out: halite, settings: command.Settings{Ranks: lines}, want: "[1 0] [ ] []"},
		{how: prints, out: halite, settings: command.Settings{Ranks: lines}, want: "[1 0] [ ] []"},
		{how: prints, out: halite, want: "try command.ranks: '" + lines + "'; its output:\n  " + strings.TrimSpace(strings.ReplaceAll(halite, "\n", "\n  "))},
		{how: jsonOf, out: halite3, settings: command.Settings{Ranks: "[.stats[].rank]"}, want: "[1 0] [ ] []"},
		{how: jsonOf, out: "[info] map 3\n[info] done\n" + halite3, settings: command.Settings{Ranks: ".stats[].rank"}, want: "[1 0] [ ] []"},
		{how: jsonOf, out: halite3, want: "its JSON has map_height, stats; try command.ranks: '[.stats[].rank]'; its output:\n  " + strings.ReplaceAll(halite3, "\n", "\n  ")},
		{how: jsonOf, out: kaggle, settings: command.Settings{Scores: ".rewards", Errors: `[.statuses[] | select(. != "DONE") // null]`}, want: "[0 1] [ ERROR] []"},
		{how: jsonOf, out: kaggle, want: "its JSON has rewards, statuses; try command.scores: '.rewards'; its output:\n  " + kaggle},
		{how: jsonOf, out: `{"scores": [1, 2], "errors": ["no bid", ""]}`, want: "try command.scores: '.scores' and command.errors: '.errors'; its output:\n  {\"scores\": [1, 2], \"errors\": [\"no bid\", \"\"]}"},
		{how: jsonOf, out: acpc, settings: command.Settings{Scores: score}, want: "[1 0] [ ] []"},
		{how: jsonOf, out: acpc, settings: command.Settings{Scores: score, Points: command.PointsScore, ScoreLow: -10, ScoreHigh: 20}, want: "[1 0] [ ] [-10 10]"},
		{how: jsonOf, out: acpc, want: `try command.scores: 'capture("SCORE:(?<p1>-?[0-9.]+)\\|(?<p2>-?[0-9.]+)") | [.p1, .p2] | map(tonumber)'; its output:` + "\n  " + strings.ReplaceAll(acpc, "\n", "\n  ")},
		{how: jsonOf, out: pmars, settings: command.Settings{Scores: `[scan("scores ([0-9]+)")[0] | tonumber]`}, want: "[1 0] [ ] []"},
		{how: jsonOf, out: pmars, want: `try command.scores: '[scan("scores (-?[0-9.]+)")[0] | tonumber]'; its output:` + "\n  " + strings.ReplaceAll(pmars, "\n", "\n  ")},
		{how: jsonOf, out: lux, settings: command.Settings{Ranks: "[.ranks | sort_by(.agentID)[].rank]"}, want: "[1 0] [ ] []"},
		{how: jsonOf, out: lux, want: "its JSON has ranks, replayFile; try command.ranks: '[.ranks | sort_by(.agentID)[].rank]'; its output:\n  " + lux},
		{how: jsonOf, out: luxNode, settings: command.Settings{Ranks: node}, want: "[1 0] [ ] []"},
		{how: jsonOf, out: luxNode, want: "try command.ranks: '" + node + "'; its output:\n  " + strings.ReplaceAll(luxNode, "\n", "\n  ")},
		{how: jsonOf, out: terminal, settings: command.Settings{Ranks: `if test("p2.: 1") then [1, 2] else [2, 1] end`}, want: "[1 0] [ ] []"},
		{how: jsonOf, out: "{}", settings: command.Settings{Ranks: "range(1e9)"}, want: "command.ranks (range(1e9)) must give 2 numbers, gives [0,1,2,3,4]; its output:\n  {}"},

		{how: jsonOf, out: `{"scores": [10, -2.5], "ranks": "first"}`, settings: points, want: "[0 1] [ ] [10 -2.5]"},
		{how: jsonOf, out: `{"scores": [null, 3]}`, settings: points, want: "[1 0] [no result ] [-10 3]"},
		{how: jsonOf, out: `{"ranks": [0, 1]}`, settings: points, want: "(.scores) must give 2 numbers, gives [null]; its JSON has ranks; its output:\n  {\"ranks\": [0, 1]}"},
		{how: prints, out: "-11\n3\n", settings: points, want: "scores must be from command.score_low, -10, to command.score_high, 20, have -11"},
		{how: logs, out: `{"scores":{"0":20,"1":"3"}}`, settings: points, want: "[0 1] [ ] [20 3]"},
	} {
		s, script := tt.settings, `cat "$1"`
		if tt.how == logs {
			script = `cat "$1" > "$2"`
		}
		if s.Referee = "sh r.sh out {log} {players}"; tt.how != jsonOf {
			s.Style = command.StyleBrutaltester
			s.Referee += " -p1 {p1}" // or it gets arguments of its own
		}
		g := contest(t, s, map[string]string{"r.sh": script, "out": tt.out})
		r, err := g.Play(t.Context(), 1, levels(g, []float64{1, 2, 3, 4}[:max(2, s.Players)]...))
		switch {
		case err != nil && (tt.want == "" || !strings.HasSuffix(err.Error(), tt.want)):
			t.Errorf("%s %q: have %v, want %s", tt.how, tt.out, err, tt.want)
		case err == nil && fmt.Sprint(r.Ranks, r.Errors, r.Scores) != tt.want:
			t.Errorf("%s %q: have %v %q %v, want %s", tt.how, tt.out, r.Ranks, r.Errors, r.Scores, tt.want)
		}
	}
}

// Outputs of contests. In each the second player is the better.
const (
	halite   = "python3 MyBot.py\npython3 RivalBot.py\n1478727282-107566369.hlt 107566369\n1 2\n2 1\n \n"
	lines    = `[scan("(?m)^([0-9]+) ([0-9]+)$")] | sort_by(.[0] | tonumber) | map(.[1] | tonumber)`
	halite3  = "{\n    \"map_height\": 32,\n    \"stats\": {\n        \"0\": {\"rank\": 2, \"score\": 9},\n        \"1\": {\"rank\": 1, \"score\": 12}\n    }\n}"
	kaggle   = `{"rewards": [-1, null], "statuses": ["DONE", "ERROR"]}` // but here, where it failed
	acpc     = "# hands/seed match holdem.limit.2p 1 7\nSTATE:0:cc/cc:Ts8h|4d9c/Kd2h3d:-10|10:alice|bob\nSCORE:-10|10:alice|bob"
	score    = `capture("SCORE:(?<a>-?[0-9]+)\\|(?<b>-?[0-9]+)") | [.a, .b] | map(tonumber)`
	pmars    = "Dwarf by A. K. Dewdney scores 30\nImp by A. K. Dewdney scores 120\nResults: 10 40 0"
	lux      = `{"ranks": [{"rank": 1, "agentID": 1}, {"rank": 2, "agentID": 0}], "replayFile": "replays/7.json"}`
	luxNode  = "{\n  ranks: [\n    { rank: 1, agentID: 1, name: 'b.py' },\n    { rank: 2, agentID: 0, name: 'a.py' }\n  ],\n  replayFile: 'replays/7.json'\n}"
	node     = `[scan("rank: (-?[0-9.]+), agentID: (-?[0-9.]+)")] | sort_by(.[1] | tonumber) | map(.[0] | tonumber)`
	terminal = "Algo 1: /algos/a/run.sh\nGame finished\nWinner (p1 perspective, 1 = p1 2 = p2): 2"
)

// recipes returns the contests of the lines of jq in docs/programs.md, and an output of each.
func recipes(t testing.TB) (rows [][]string, outputs map[string]string) {
	data := guard.Value(os.ReadFile("../../docs/programs.md"))(t)
	_, text, _ := strings.Cut(string(data), "### Results by jq")
	rows = regexp.MustCompile(`(?m)^# (\w+(?: III| 2021)?).*\n(?:ranks: '(.*)'|scores: '(.*)')(?:\nerrors: '(.*)')?$`).FindAllStringSubmatch(text, -1)
	return rows, map[string]string{
		"Halite": halite, "Halite III": halite3, "Kaggle": `{"rewards": [null, 1], "statuses": ["ERROR", "DONE"]}`, "Lux": lux, "Lux 2021": luxNode, "ACPC": acpc, "pMARS": pmars, "Terminal": terminal,
		"Battlesnake": "Game completed after 21 turns.\n" + `{"game":{"id":"7"}}` + "\n" + `{"winnerId":"x","winnerName":"p2","isDraw":false}` + "\n",
	}
}

// The lines of jq that docs/programs.md has for contests read these outputs, also at the end of a megabyte.
func TestGame_ReadResult_documented(t *testing.T) {
	rows, outputs := recipes(t)
	for _, r := range rows {
		g := contest(t, command.Settings{Referee: "sh r.sh {p1} {p2}", Ranks: r[2], Scores: r[3], Errors: r[4]}, nil)
		have, err := g.ReadResult(t.Context(), []byte(outputs[r[1]]))
		if failed := r[1] == "Kaggle"; err != nil || !slices.Equal(have.Ranks, []int{1, 0}) || (have.Errors[0] == "ERROR") != failed {
			t.Errorf("%s: have %+v, %v", r[1], have, err)
		}
		if want := "ranks [2,1], read from: Game finished | Winner (p1 perspective, 1 = p1 2 = p2): 2"; r[1] == "Terminal" && have.Answer != want {
			t.Errorf("%s: the answer is %q, want %q", r[1], have.Answer, want)
		}
		for _, before := range []string{strings.Repeat("turn\n", 200_000), strings.Repeat("[\n", 500_000), strings.Repeat("]\n{\"\n", 150_000)} {
			if have, err := g.ReadResult(t.Context(), []byte(before+outputs[r[1]])); err != nil || !slices.Equal(have.Ranks, []int{1, 0}) {
				t.Errorf("%s behind a megabyte: have %+v, %.300v", r[1], have, err)
			}
		}
		for _, out := range []string{"Exception in thread main: could not start player", "bot p2 failed\n" + `{"game":{"id":"7"}}`, "Winner: none\nWinner (p1 perspective, 1 = p1 2 = p2): 3", "SCORE:\n1 2 3\nscores 5"} {
			if have, err := g.ReadResult(t.Context(), []byte(out)); err == nil || !strings.HasPrefix(err.Error(), "no result: command."+map[bool]string{true: "scores", false: "ranks"}[r[3] != ""]+" (") {
				t.Errorf("%s: %q is read as %+v, %v", r[1], out, have, err)
			}
		}
		delete(outputs, r[1])
	}
	if len(outputs) > 0 {
		t.Errorf("have %d lines of jq, none for %v", len(rows), slices.Sorted(maps.Keys(outputs)))
	}
}

// A step of jq that takes longer than a game, or than its user waits, is abandoned.
func TestGame_ReadResult_abandoned(t *testing.T) {
	text := []byte(`{"log": "` + strings.Repeat("a", 60_000) + `"}`)
	s := command.Settings{Referee: "sh r.sh {p1} {p2}", Ranks: `[.log | scan("a")]`, GameTime: time.Millisecond}
	if _, err := contest(t, s, nil).ReadResult(t.Context(), text); err == nil || err.Error() != "no result: it can't be read within command.game_time (1ms)" {
		t.Errorf("have %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	s.GameTime = time.Hour
	if _, err := contest(t, s, nil).ReadResult(ctx, text); !errors.Is(err, context.Canceled) {
		t.Errorf("interrupted: have %v", err)
	}
}

// A program of jq gets the last lines of a long text, which the result says.
func TestGame_ReadResult_tail(t *testing.T) {
	g := contest(t, command.Settings{Referee: "sh r.sh {p1} {p2}", Ranks: lines}, nil)
	r, err := g.ReadResult(t.Context(), []byte("9 9\n"+strings.Repeat("turn\n", 10_000)+"1 2\n2 1"))
	if want := "ranks [2,1], read from the last 32 KB: 1 2 | 2 1"; err != nil || r.Answer != want {
		t.Errorf("have %q, %v, want %q", r.Answer, err, want)
	}
	if _, err = g.ReadResult(t.Context(), []byte(strings.Repeat("turn\n", 10_000))); !strings.Contains(fmt.Sprint(err), "must give 2 numbers from the last 32 KB, gives []") {
		t.Errorf("have %v", err)
	}
}

// Points that are scores count as they are, in steps of at most 2e-11 of the range: a score of few decimals is read
// back as it was.
func TestGame_Outcome_scores(t *testing.T) {
	for _, tt := range []struct{ low, high, score float64 }{
		{-10, 20, 7.3},
		{0, 1, 0.1},
		{-20_000, 3, -93.25},
		{-3600, 0, -93.191},
		{-200, 0, -93.191},
		{-5, -3, -4.123},
		{0, 1e9, 1234567.89},
		{19000, 19002, 19000.123},
		{1e9, 1e9 + 1, 1e9 + 0.0625},
		{0, 0.002, 0.00123},
		{0, 1e-100, 0},
		{-1e100, 1e100, 0},
	} {
		g := contest(t, command.Settings{Referee: "sh r.sh {p1} {p2}", Points: command.PointsScore, ScoreLow: tt.low, ScoreHigh: tt.high}, nil)
		i := g.Info()
		for _, x := range []float64{tt.low, tt.score, tt.high} {
			o := g.Outcome(engine.Ranking{Ranks: []int{0, 0}, Scores: []float64{x, x}})
			got, rounding := i.InPoints(float64(o.Score[0])), 0.
			if tt.high > 1e15 || tt.high < 1e-15 {
				rounding = 1e-15 * math.Abs(x)
			}
			if math.Abs(got-x) > rounding || max(o.Score[0], -o.Score[0]) > engine.MaxScore {
				t.Errorf("%g to %g: %v is read back as %v, score %d", tt.low, tt.high, x, got, o.Score[0])
			}
		}
		if least, most := i.Range(); most-least < 5e10 || i.Scale().Percent || i.Scale().Unit != "points a game" {
			t.Errorf("%g to %g: scores from %d to %d, %+v", tt.low, tt.high, least, most, i.Scale())
		}
	}
}

// Whatever a referee prints, its result is complete, or it is refused.
func FuzzGame_ReadResult(f *testing.F) {
	var games []*command.Game
	for _, s := range []command.Settings{{}, {Style: command.StyleBrutaltester}, {Ranks: lines}, {Scores: score, Errors: ".e?"}} {
		s.Referee = "sh r.sh {p1} {p2}"
		games = append(games, contest(f, s, nil))
	}
	for _, text := range []string{halite, halite3, kaggle, acpc, `{"ranks": [NaN, 1e999], "errors": [[], {}]}`, `{"scores":{"0":5,"1":"7"}}`, "5\nnull", "[\n{\n[", ""} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for i, g := range games {
			r, err := g.ReadResult(t.Context(), []byte(text))
			if err == nil && (len(r.Ranks) != 2 || len(r.Errors) != 2 || slices.Min(r.Ranks) != 0) || err != nil && !strings.HasPrefix(err.Error(), "no result: ") {
				t.Errorf("%d: %q: have %+v, %v", i, text, r, err)
			}
		}
	})
}

// Whatever a referee of style stdio prints, its result is complete, or the game fails.
func FuzzGame_Play_stdio(f *testing.F) {
	for _, text := range []string{"###End 0 1\n", "###Input 0\nhello\n###Output 0 1\n###End 1 0", "###Output 9 1\n", "###Output 0 99999999\n", "###Error 1\n###End 01\n", "###", "\xff\n###End \u0660 1\n"} {
		f.Add(text)
	}
	s := command.Settings{Referee: "cat lines", Style: command.StyleStdio, Folder: ".", Sandbox: "off", Bot: "echo {level}", GameTime: time.Second, AnswerTime: 100 * time.Millisecond}
	g := contest(f, s, map[string]string{"lines": ""})
	path := strings.Fields(g.Words())[1]
	f.Fuzz(func(t *testing.T, text string) {
		guard.Must(t, os.WriteFile(path, []byte(text), 0o600))
		r, err := g.Play(t.Context(), 1, levels(g, 1, 2))
		if err == nil && (len(r.Ranks) != 2 || len(r.Errors) != 2 || slices.Min(r.Ranks) != 0) {
			t.Errorf("%q: have %+v", text, r)
		}
	})
}
