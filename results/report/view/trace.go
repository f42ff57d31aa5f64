package view

import (
	"math"
	"time"

	"bloodline/evolve/store"
)

// Point is one generation, or several that stand together in a long run.
type Point struct {
	From         int     `json:"from"` // generations, both included
	To           int     `json:"to"`
	Games        int64   `json:"games"`   // of all generations up to To and of their challenges
	Seconds      float64 `json:"seconds"` // of breeding, without pauses, up to To
	Best         float64 `json:"best"`    // believed; mean of the generations
	Mean         float64 `json:"mean"`    // of the measured fitness
	SD           float64 `json:"sd"`      // of the measured fitness within a generation
	Least        float64 `json:"least"`
	Most         float64 `json:"most"` // the lowest and highest Mean of the generations
	Champion     string  `json:"champion"`
	ChampionMean float64 `json:"champion_mean"` // all its measurements so far, as of To
	ChampionLow  float64 `json:"champion_low"`
	ChampionHigh float64 `json:"champion_high"`
}

// NewChampion is a champion since a generation.
type NewChampion struct {
	Generation int    `json:"generation"`
	Champion   string `json:"champion"`
	Tested     bool   `json:"tested"` // false where a round begins with the averaged individual as champion
}

const mostPoints = 320 // how many are drawn of a long run; Each says how many generations each stands for

// thin puts generations together so that at most mostPoints are left, and returns how many each point stands for.
func thin(trace []store.GenerationSummary) (points []Point, each int) {
	each = max(1, (len(trace)+mostPoints-1)/mostPoints)
	for begin := 0; begin < len(trace); begin += each {
		part := trace[begin:min(begin+each, len(trace))]
		last := part[len(part)-1]
		p := Point{From: part[0].Number, To: last.Number, Least: part[0].Mean, Most: part[0].Mean, Champion: last.Champion}
		n := float64(len(part))
		for _, g := range part {
			p.Best += g.Best / n
			p.Mean += g.Mean / n
			p.SD += g.SD / n
			p.Least, p.Most = min(p.Least, g.Mean), max(p.Most, g.Mean)
		}
		half := last.Pooled.Half()
		p.ChampionMean, p.ChampionLow, p.ChampionHigh = last.Pooled.Mean, last.Pooled.Mean-half, last.Pooled.Mean+half
		points = append(points, p)
	}
	return points, each
}

// Times adds up the time between generations, by when each was recorded. A gap of more than a minute that is 20 times
// the mean gap is a pause of a run that was resumed, and does not count.
func Times(started time.Time, recorded []time.Time) (seconds []float64) {
	if len(recorded) == 0 {
		return nil
	}
	mean := recorded[len(recorded)-1].Sub(started).Seconds() / float64(len(recorded))
	before, sum := started, 0.0
	for _, at := range recorded {
		gap := at.Sub(before).Seconds()
		if gap <= math.Max(60, 20*mean) {
			sum += gap
		}
		seconds, before = append(seconds, sum), at
	}
	return seconds
}
