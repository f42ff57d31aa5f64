package report

import (
	"fmt"
	"slices"

	"bloodline/arena"
	"bloodline/engine"
	"bloodline/engine/stats"
)

// SPRT is the result of a sequential test of two players.
type SPRT struct {
	First   string       `json:"first"`
	Second  string       `json:"second"`
	Verdict string       `json:"verdict"`
	LLR     float64      `json:"llr"`
	Lower   float64      `json:"lower"`
	Upper   float64      `json:"upper"`
	Games   int64        `json:"games"`
	Score   stats.Figure `json:"score"`   // points of the first player
	Elo     float64      `json:"elo"`     // of its share of the points, draws as halves
	EloLow  float64      `json:"elo_low"` // 95 % interval
	EloHigh float64      `json:"elo_high"`
	Counts  []int64      `json:"counts"` // blocks by share of the first player, from none of the points to all
	Saved   *float64     `json:"variance_saved,omitempty"`

	words string // the verdict in full
	scale engine.Scale
}

// NewSPRT names the players of a test that has ended.
func NewSPRT(first, second string, ar *arena.Arena, test stats.SPRT, s *arena.Sequential) *SPRT {
	v := &SPRT{
		First: first, Second: second, Verdict: s.Decision.String(), LLR: s.LLR, Games: s.Played(), Counts: s.Counts,
		words: "undecided, the games are used up", scale: ar.Info().Scale(),
	}
	switch s.Decision {
	case stats.AcceptH1:
		v.words = fmt.Sprintf("H1, %s is stronger by %g Elo or more", first, test.Elo1)
	case stats.AcceptH0:
		v.words = fmt.Sprintf("H0, %s is stronger by %g Elo at most", first, test.Elo0)
	}
	v.Lower, v.Upper = test.Bounds()
	v.Score = ar.Figure(s.Share)
	elo, interval := s.Elo()
	v.Elo, v.EloLow, v.EloHigh = elo, interval.Low, interval.High
	if saved := s.VarianceSaved(); saved > 0 && saved < 1e6 {
		v.Saved = &saved
	}
	return v
}

// Table has a row for each figure.
func (v *SPRT) Table() *Table {
	t := &Table{Title: Paragraph("%s against %s: %s", v.First, v.Second, v.words), Columns: []string{"", ">"}}
	t.Add("LLR", fmt.Sprintf("%.2f (decided at %.2f and %.2f)", rounded(v.LLR, 2), v.Lower, v.Upper))
	t.Add("games", Count(v.Games))
	t.Add(v.scale.Unit, MeanInterval(v.scale, v.Score))
	t.Add("Elo", fmt.Sprintf("%+.1f (%+.1f to %+.1f)", rounded(v.Elo, 1), rounded(v.EloLow, 1), rounded(v.EloHigh, 1)))
	t.Add(v.counts())
	if v.Saved != nil {
		t.Add("games that pairing saved", fmt.Sprintf("x%.2f", *v.Saved))
	}
	switch {
	case v.EloLow != v.EloHigh:
	case v.Elo == 0:
		t.Note("All deals were even, so the interval has no width: the players are equal, or there were too few deals.")
	default:
		winner := v.First
		if v.Elo < 0 {
			winner = v.Second
		}
		t.Note("All deals had the same result, so the interval has no width: what %s wins of them is certain, how many Elo that is, is not.", winner)
	}
	return t
}

// counts is the row of how many deals had which result; where many are possible, only how many occurred.
func (v *SPRT) counts() (title, counts string) {
	if len(v.Counts) == 5 {
		return "deals by points 0, 1/2, 1, 3/2, 2", fmt.Sprint(v.Counts)
	}
	seen := slices.DeleteFunc(slices.Clone(v.Counts), func(n int64) bool { return n == 0 })
	return "different results of a deal", fmt.Sprintf("%d of %d", len(seen), len(v.Counts))
}
