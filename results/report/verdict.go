package report

import (
	"fmt"

	"bloodline/arena"
	"bloodline/arena/stats"
)

// Verdict is what a sequential test of two players says.
type Verdict struct {
	First   string   `json:"first"`
	Second  string   `json:"second"`
	Verdict string   `json:"verdict"`
	LLR     float64  `json:"llr"`
	Lower   float64  `json:"lower"`
	Upper   float64  `json:"upper"`
	Games   int64    `json:"games"`
	Score   Figure   `json:"score"`   // points of the first player
	Elo     float64  `json:"elo"`     // of its share of the points, draws as halves
	EloLow  float64  `json:"elo_low"` // 95 % interval
	EloHigh float64  `json:"elo_high"`
	Counts  []int64  `json:"counts"` // blocks by share of the first player, from none of the points to all
	Saved   *float64 `json:"variance_saved,omitempty"`
}

// NewVerdict names the players of a test that has ended.
func NewVerdict(first, second string, ar *arena.Arena, test stats.SPRT, s *arena.Sequential) *Verdict {
	v := &Verdict{First: first, Second: second, Verdict: s.Verdict.String(), LLR: s.LLR, Games: s.Played(), Counts: s.Counts}
	v.Lower, v.Upper = test.Bounds()
	v.Score = FigureOf(first, v.Games, ar.Estimate(s.Share))
	elo, interval := s.Elo()
	v.Elo, v.EloLow, v.EloHigh = elo, interval.Low, interval.High
	if saved := s.Saved(); saved > 0 && saved < 1e6 {
		v.Saved = &saved
	}
	return v
}

// Certain says of deals that all ended alike what that can prove.
func (v *Verdict) Certain() string {
	if v.Elo > 0 {
		return "what " + v.First + " wins of them is certain, how many Elo that is, is not"
	}
	return "what " + v.Second + " wins of them is certain, how many Elo that is, is not"
}

// Table has a row for each figure; unit and show are the game's [Scale].
func (v *Verdict) Table(unit string, show func(float64) string) *Table {
	t := &Table{Columns: []string{"", ">"}}
	t.Add("LLR", fmt.Sprintf("%.2f in (%.2f, %.2f)", v.LLR, v.Lower, v.Upper))
	t.Add("games", Count(v.Games))
	t.Add(unit, fmt.Sprintf("%s (%s)", show(v.Score.Mean), between(show, v.Score.Low, v.Score.High)))
	t.Add("Elo", fmt.Sprintf("%+.1f (%+.1f to %+.1f)", v.Elo, v.EloLow, v.EloHigh))
	t.Add(v.counts())
	if v.Saved != nil {
		t.Add("games that pairing saved", fmt.Sprintf("x%.2f", *v.Saved))
	}
	return t
}

// counts is the row of how many deals had which result; where many are possible, only how
// many occurred.
func (v *Verdict) counts() (title, counts string) {
	if len(v.Counts) == 5 {
		return "deals by points 0, 1/2, 1, 3/2, 2", fmt.Sprint(v.Counts)
	}
	seen := 0
	for _, n := range v.Counts {
		if n > 0 {
			seen++
		}
	}
	return "different results of a deal", fmt.Sprintf("%d of %d", seen, len(v.Counts))
}
