package command_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"bloodline/arena/command"
	"bloodline/engine"
	"bloodline/internal/guard"
)

// A player without a result is last, and an output that can be read in two ways is refused: the text that was read tells why.
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
		{how: jsonOf, out: `{"ranks": [NaN, 3], "time": [1, -Infinity]}`, want: "[1 0] [no result ] []"},
		{how: jsonOf, out: "two\n" + `{"ranks":[-Infinity,1]}`, want: "[1 0] [no result ] []"},
		{how: jsonOf, out: `{"ranks": [1e999, "NaN", "2", 1]}`, settings: command.Settings{Players: 4}, want: "[2 2 1 0] [no result no result  ] []"},
		{how: jsonOf, out: "\ufeffplaying\r\n\ufeff" + `{"ranks": ["2", "10"]}` + "\r\n", want: "[0 1] [ ] []"},
		{how: jsonOf, out: `{"ranks": [null, "nan"]}`, want: "at least one player must have one, have `{\"ranks\": [null, \"nan\"]}`"},
		{how: jsonOf, out: `{"ranks": ["first", "second"]}`, want: "ranks must be 2 numbers, have `{\"ranks\": [\"first\", \"second\"]}`"},
		{how: jsonOf, out: "\ufeff" + `{"rank": 1}`, want: "ranks must be 2 numbers, have `{\"rank\": 1}`"},
		{how: jsonOf, out: "\ufeffdone\a\n", want: `must be one JSON object with ranks, have "\ufeffdone\a\n"`},

		{how: prints, out: "loading map\n5\n7\n", want: "[1 0] [ ] []"},
		{how: prints, out: "99\n3 players\n5\n7\n", want: "[1 0] [ ] []"},
		{how: prints, out: "\ufeff7\r\n\r\n5\r\n1 point a head\r\n", want: "[0 1] [ ] []"},
		{how: prints, out: "map 3\n\"5\" 7\nseed=9\n", want: "[1 0] [ ] []"},
		{how: prints, out: "nan\n-3\n", want: "[1 0] [no result ] []"},
		{how: prints, out: "5\nnull\n1e999\n-nan", settings: command.Settings{Players: 4}, want: "[0 1 1 1] [ no result no result no result] []"},
		{how: prints, out: "10\n-10\n", want: "[0 1] [ ] []"},
		{how: prints, out: "10\n-10\n", settings: command.Settings{Negative: true}, want: "[0 1] [ score -10 (command.negative_is_error)] []"},
		{how: prints, out: "5 points\n", want: `it must print 2 scores, a line each, in one place, have "5 points\n"`},
		{how: prints, out: "1\n2\nsecond round\n5\n7\n", want: `in one place, have "1\n2\nsecond round\n5\n7\n"`},
		{how: prints, out: "5\n7\n1063\n", want: `in one place, have "5\n7\n1063\n"`},
		{how: prints, out: strings.Repeat("turn\n", 20), want: "have " + strconv.Quote(strings.Repeat("turn\n", 16))},

		{how: logs, out: "\ufeff" + `{"scores":{"0":null,"1":-4}}`, want: "[1 0] [no result ] []"},
		{how: logs, out: `{"scores":{"1":"2"}}`, want: "[1 0] [no result ] []"},
		{how: logs, out: `{"scores":{"0":Infinity,"1":0}}`, want: "[1 0] [no result ] []"},
		{how: logs, out: `{"scores":{"1":5,"2":7}}`, want: "must be numbers of players 0 to 1, have `{\"1\":5,\"2\":7}`"},
		{how: logs, out: `{"scores":{"0":"lost","1":7}}`, want: "must be numbers of players 0 to 1, have `{\"0\":\"lost\",\"1\":7}`"},
		{how: logs, out: "scores\n", want: "its log must be a JSON object with scores, have `scores`"},

		{how: jsonOf, out: `{"scores": [10, -2.5], "ranks": "first"}`, settings: points, want: "[0 1] [ ] [10 -2.5]"},
		{how: jsonOf, out: `{"scores": [null, 3]}`, settings: points, want: "[1 0] [no result ] [-10 3]"},
		{how: jsonOf, out: `{"ranks": [0, 1]}`, settings: points, want: "scores must be 2 numbers, have `{\"ranks\": [0, 1]}`"},
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
		case err != nil && !strings.HasSuffix(err.Error(), tt.want):
			t.Errorf("%s %q: have %v, want %s", tt.how, tt.out, err, tt.want)
		case err == nil && fmt.Sprint(r.Ranks, r.Errors, r.Scores) != tt.want:
			t.Errorf("%s %q: have %v %q %v, want %s", tt.how, tt.out, r.Ranks, r.Errors, r.Scores, tt.want)
		}
	}
}

// Points that are scores count as they are.
func TestGame_Outcome_scores(t *testing.T) {
	for _, tt := range []struct {
		low, high int
		unit      int32
	}{{-10, 20, 1000}, {0, 1, 10_000}, {-20_000, 3, 1}} {
		g := contest(t, command.Settings{Referee: "sh r.sh {p1} {p2}", Points: command.PointsScore, ScoreLow: tt.low, ScoreHigh: tt.high}, nil)
		guard.Must(t, g.Info().Validate())
		o := g.Outcome(engine.Ranking{Ranks: []int{1, 0}, Scores: []float64{float64(tt.low), float64(tt.high)}})
		if s := g.Info().Scale(); o.Score[0] != int32(tt.low)*tt.unit || o.Score[1] != int32(tt.high)*tt.unit || g.Info().ScoreUnit != tt.unit || s.Percent || s.Unit != "points a game" {
			t.Errorf("%d to %d: have %v in 1/%d, %+v", tt.low, tt.high, o, g.Info().ScoreUnit, s)
		}
	}
}
