package report

import (
	"fmt"
	"time"

	"bloodline/evolve"
)

// Status is how far a run is. The process that breeds it shows it and keeps it in the store, so that a page has the
// same figures.
type Status struct {
	Activity    string  `json:"activity,omitempty"`     // what is done beside the generation that is played
	Generations int     `json:"generations"`            // bred, without the play-off
	Planned     int     `json:"planned,omitempty"`      // planned generations; 0 where a budget of games ends the run
	Games       int64   `json:"games"`                  // bred with, in the generation under way and by exploiters, too
	Rate        float64 `json:"games_per_second"`       // games a second of this process
	PartDone    float64 `json:"part_done"`              // share of the way to the end of the run, from 0 to 1
	SecondsLeft float64 `json:"seconds_left,omitempty"` // seconds to the end, about; 0 where it is not known

	Exploiter   *Exploited   `json:"exploiter,omitempty"`    // of a league
	SampleGames []SampleGame `json:"sample_games,omitempty"` // a game of programs, before the first generation
}

// Exploited is what an opponent that was bred against a champion wins of it.
type Exploited struct {
	Share float64 `json:"share"`
	Run   string  `json:"run,omitempty"`   // of the exploiter
	Round int     `json:"round,omitempty"` // of the league whose champion it met, where that is another one than the last
}

// StrongestOf returns what the exploiters of a league win of the champion of its last round; nil for none.
func StrongestOf(l evolve.League) *Exploited {
	all := l.ExploitersByNumber()
	if len(all) == 0 {
		return nil
	}
	last := all[len(all)-1]
	return &Exploited{Share: last.RoundBest, Round: last.Round}
}

// Measuring is what a run is doing when its generations are bred.
const Measuring = "measuring the champion"

// Bred is how many generations were bred: "12 of 40".
func (s Status) Bred() string {
	if s.Planned == 0 {
		return Count(s.Generations)
	}
	return fmt.Sprintf("%s of %s", Count(s.Generations), Count(s.Planned))
}

// PerSecond is the rate, "97,847"; empty before the first game.
func (s Status) PerSecond() string {
	if s.Rate <= 0 {
		return ""
	}
	return Rate(s.Rate)
}

// Remains is the time left, "36m24s"; empty where it is not known.
func (s Status) Remains() string {
	if s.SecondsLeft <= 0 {
		return ""
	}
	return Duration(time.Duration(s.SecondsLeft * float64(time.Second)))
}
