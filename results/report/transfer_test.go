package report_test

import (
	"math"
	"strings"
	"testing"

	"bloodline/engine"
	"bloodline/engine/stats"
	"bloodline/results/report"
)

// The difference of 56 of 70 and 48 of 80 and its interval are those of Newcombe (Statistics in Medicine 17, 1998, table II, method 10);
// those of the two shares are Wilson's.
func TestNewTransferred(t *testing.T) {
	wilson := func(won, games float64) stats.Figure {
		const z = 1.959964
		p := won / games
		center, half := (p+float64(z*z)/(2*games))/(1+float64(z*z)/games), z*math.Sqrt(float64(p*(1-p))/games+float64(z*z)/(4*games*games))/(1+float64(z*z)/games)
		return stats.Figure{Games: int64(games), Mean: p, Low: center - half, High: center + half}
	}
	d := report.NewTransferred("rush", wilson(56, 70), wilson(48, 80)).Difference
	if d.Games != 150 || math.Abs(d.Mean-0.2) > 1e-9 || math.Abs(d.Low-0.0524) > 5e-5 || math.Abs(d.High-0.3339) > 5e-5 {
		t.Errorf("%+v, want 0.2 (0.0524 to 0.3339)", d)
	}
}

func TestTransfer_Table(t *testing.T) {
	at := func(mean, half float64) stats.Figure {
		return stats.Figure{Games: 100, Mean: mean, Low: mean - half, High: mean + half}
	}
	for want, other := range map[string]stats.Figure{
		"mybot has less on the other contest than where it was bred, by 20.0 (10.8 to 29.2)":   at(0.5, 0.09),
		"mybot has more on the other contest than where it was bred, by 10.0 (0.8 to 19.2)":    at(0.8, 0.09),
		"No difference is seen between the two contests: 5.0 (-4.2 to 14.2) percentage points": at(0.65, 0.09),
	} {
		x := report.Transfer{Player: "mybot", Scale: engine.Info{Max: 1}.Scale(), Total: report.NewTransferred("all of them", at(0.7, 0.02), other), MissingOpponents: []string{"strangers"}}
		x.Against = append(x.Against, report.NewTransferred("rush", at(0.7, 0.02), other))
		have := strings.ReplaceAll(x.Table().Title, "\n", " ")
		if !strings.HasPrefix(have, want) || len(x.Table().Rows) != 1 {
			t.Errorf("%q, want %q", have, want)
		}
	}
}
