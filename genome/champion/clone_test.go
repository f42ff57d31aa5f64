package champion_test

import (
	"strings"
	"testing"

	"bloodline/engine/stats"
	"bloodline/genome"
	"bloodline/genome/champion"
)

// Figures that no clone can have are refused in one line; those of few games, whose intervals leave the range, are not.
func TestClone_Check(t *testing.T) {
	fit := func() []stats.Prediction {
		return []stats.Prediction{{Kind: "all", Decisions: 3, LogLoss: stats.Figure{Mean: 0.7, Low: -2, High: 3.4}, Agreement: stats.Figure{Mean: 0.5, Low: 0, High: 1}}}
	}
	for name, c := range map[string]struct {
		change func(*champion.Clone)
		want   string
	}{
		"none": {func(*champion.Clone) {}, ""},
		"exact": {func(c *champion.Clone) {
			c.HeldOut[0].Agreement, c.HeldOut[0].LogLoss = stats.Figure{Mean: 1, Low: 1, High: 1}, stats.Figure{}
			c.Score.Player = stats.Figure{Mean: 1, Low: 1, High: 1}
		}, ""},
		"-7 decisions":         {func(c *champion.Clone) { c.Decisions = -7 }, "at least 0, have -7"},
		"-1 seen":              {func(c *champion.Clone) { c.Seen = -1 }, "at least 0, have -1"},
		"-1 games":             {func(c *champion.Clone) { c.Games = -1 }, "at least 0, have -1"},
		"-1 unknown":           {func(c *champion.Clone) { c.Unknown = -1 }, "at least 0, have -1"},
		"-1 forfeits":          {func(c *champion.Clone) { c.Forfeits = -1 }, "at least 0, have -1"},
		"-1 held out":          {func(c *champion.Clone) { c.HeldOut[0].Decisions = -1 }, "at least 0, have -1"},
		"500 % agreement":      {func(c *champion.Clone) { c.HeldOut[0].Agreement = stats.Figure{Mean: 5, Low: 5, High: 5} }, "agreement in [0, 1]"},
		"agreement up to 2":    {func(c *champion.Clone) { c.HeldOut[0].Agreement.High = 2 }, "agreement in [0, 1]"},
		"agreement from -1":    {func(c *champion.Clone) { c.Defaults[0].Agreement.Low = -1 }, "agreement in [0, 1]"},
		"309 digits":           {func(c *champion.Clone) { c.Defaults[0].LogLoss = stats.Figure{Mean: 1e308, Low: 1e308, High: 1e308} }, "log-loss in [0, 1000]"},
		"309 digits of an end": {func(c *champion.Clone) { c.HeldOut[0].LogLoss.High = 1e308 }, "log-loss in [0, 1000]"},
		"gain of likelihood":   {func(c *champion.Clone) { c.HeldOut[0].LogLoss.Mean = -0.1 }, "log-loss in [0, 1000]"},
		"inside out":           {func(c *champion.Clone) { c.HeldOut[0].LogLoss.Low = 1 }, "log-loss in [0, 1000]"},
		"two wins a game":      {func(c *champion.Clone) { c.Score.Player.Mean, c.Score.Player.High = 2, 2 }, "player must be in [0, 1]"},
		"less than nothing":    {func(c *champion.Clone) { c.Score.Clone.Mean, c.Score.Clone.Low = -1, -1 }, "clone must be in [0, 1]"},
		"far better":           {func(c *champion.Clone) { c.Score.Difference.Mean, c.Score.Difference.High = 1e308, 1e308 }, "difference must be in [-1, 1]"},
		"-3 games of a score":  {func(c *champion.Clone) { c.Score.Difference.Games = -3 }, "have 0"},
	} {
		f := file(t, genome.Vector{1.5, 0.25, 8})
		x := stats.Figure{Games: 2, Mean: 0.5, Low: -2, High: 3}
		f.Clone = &champion.Clone{Of: "exec:./rival", Games: 2, Decisions: 3, Seen: 3, HeldOut: fit(), Defaults: fit(), Score: &champion.Twin{Player: x, Clone: x, Difference: stats.Figure{Games: 2, Low: -4, High: 4}}}
		c.change(f.Clone)
		f, err := champion.Decode(encode(t, f))
		if err == nil {
			err = f.Clone.Check(0, 1)
		}
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
		if err != nil {
			checkLine(t, err)
		}
	}
}

// Clones are compared with the defaults by log-loss if there is one, else by agreement.
func TestClone_Worse(t *testing.T) {
	of := func(loss, agreement float64) []stats.Prediction {
		return []stats.Prediction{{LogLoss: stats.Figure{Mean: loss}, Agreement: stats.Figure{Mean: agreement}}}
	}
	for _, c := range []struct {
		mine, defaults []stats.Prediction
		want           bool
	}{
		{of(0.5, 0), of(0.6, 1), false},
		{of(0.6, 1), of(0.6, 0), true},
		{of(0, 0.7), of(0, 0.6), false},
		{of(0, 0.6), of(0, 0.6), true},
		{of(1, 0), nil, false},
		{nil, of(1, 0), false},
	} {
		if got := (&champion.Clone{HeldOut: c.mine, Defaults: c.defaults}).Worse(); got != c.want {
			t.Errorf("%+v and %+v: worse %v", c.mine, c.defaults, got)
		}
	}
}

// Other genes of an opponent are named, digests that one side does not have are not compared.
func TestEvidence_Changed(t *testing.T) {
	of := func(a, b, c string) *champion.Evidence {
		return &champion.Evidence{Against: []champion.OpponentFigure{{Opponent: "a", Digest: a}, {Opponent: "b", Digest: b}}, Holdout: []champion.OpponentFigure{{Opponent: "c", Digest: c}}}
	}
	for _, x := range []struct {
		e, o *champion.Evidence
		want string
	}{
		{of("1", "2", ""), of("1", "2", ""), ""},
		{of("1", "2", "3"), of("", "2", ""), ""},
		{of("", "", ""), of("1", "2", "3"), ""},
		{of("1", "2", "3"), of("1", "4", "3"), "b"},
		{of("1", "2", "3"), of("4", "2", "5"), "a c"},
	} {
		if got := strings.Join(x.e.Changed(x.o), " "); got != x.want || x.e.Repeats(x.o, stats.Figure.Repeats) != (x.want == "") {
			t.Errorf("have %q, want %q; repeats: %v", got, x.want, x.e.Repeats(x.o, stats.Figure.Repeats))
		}
	}
}
