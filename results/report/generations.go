package report

import (
	"fmt"
	"time"

	"bloodline/evolve/lineage"
)

// Generation is one generation of a run. Fitness and scores are points a game; low and
// high bound the 95 % interval.
type Generation struct {
	Generation int        `json:"generation"`
	Recorded   time.Time  `json:"recorded"`
	Champion   string     `json:"champion"`
	Score      float64    `json:"champion_mean"` // of all its measurements so far, which selection saw
	Low        float64    `json:"champion_low"`
	High       float64    `json:"champion_high"`
	Best       float64    `json:"best"`
	Mean       float64    `json:"mean"`
	SD         float64    `json:"sd"`
	Games      int64      `json:"games"`
	Challenge  *Challenge `json:"challenge,omitempty"`
}

// Challenge is the sequential test in which a generation challenged its champion.
type Challenge struct {
	Challenger string  `json:"challenger"`
	Accepted   bool    `json:"accepted"`
	LLR        float64 `json:"llr"` // at which the test ended, within ±[MostLLR]
	Rounds     int64   `json:"rounds"`
	Games      int64   `json:"games"`
	Share      float64 `json:"share"`
}

// MostLLR stands for the ratio of a test whose blocks were all equal. It is infinite,
// and JSON has no infinity.
const MostLLR = 1e6

// Finite brings a log-likelihood ratio within ±[MostLLR].
func Finite(llr float64) float64 { return max(-MostLLR, min(MostLLR, llr)) }

// NewGeneration returns a generation as the store has it.
func NewGeneration(g lineage.Summary) Generation {
	half := g.Pooled.Half()
	l := Generation{
		Generation: g.Number, Recorded: g.Recorded, Champion: g.Champion, Score: g.Pooled.Mean, Low: g.Pooled.Mean - half, High: g.Pooled.Mean + half,
		Best: g.Best, Mean: g.Mean, SD: g.SD, Games: g.Games,
	}
	if v := g.Verdict; v != nil {
		l.Challenge = &Challenge{g.Challenger, v.Accepted, Finite(v.LLR), v.Rounds, v.Games, v.Share}
	}
	return l
}

// GenerationTable lists generations; show prints points.
func GenerationTable(trace []lineage.Summary, show func(float64) string) *Table {
	t := &Table{Columns: []string{">gen", "champion", ">measured", ">± 95 %", ">best (belief)", ">mean", ">sd", ">LLR", "verdict"}}
	for _, g := range trace {
		llr, verdict := "", ""
		if v := g.Verdict; v != nil {
			llr, verdict = fmt.Sprintf("%.2f", v.LLR), "rejected"
			if v.Accepted {
				verdict = "accepted"
			}
		}
		half := ""
		if g.Pooled.StdErr > 0 { // else its few games ended alike
			half = show(g.Pooled.Half())
		}
		t.Add(fmt.Sprint(g.Number), g.Champion, show(g.Pooled.Mean), half, show(g.Best), show(g.Mean), show(g.SD), llr, verdict)
	}
	return t
}
