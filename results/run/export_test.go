package run

import (
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"bloodline/engine"
	"bloodline/results/report"
)

// SetClock sets the clock of what a run records.
func (r *Run) SetClock(now func() time.Time) { r.store.Now = now }

// Forecast has a run look at its status again and again, by a clock that only games move: each takes a second. The
// processors are as many as the run has workers, which is one.
type Forecast struct {
	engine.Game
	run    atomic.Pointer[Run]
	played atomic.Int64
	Seen   []Seen
	Base   float64 // seconds of the run by earlier processes

	begun, left float64 // of the last part of the champion's figures, and how many games were left of all at most
	unplayed    []Seen  // how many games a part has not played of these

	mutex sync.Mutex
}

// Seen is a status after some seconds.
type Seen struct {
	After float64
	report.Status
}

var began = time.Unix(1_000_000, 0)

// Watch has the forecast look at a run that is not begun yet.
func (f *Forecast) Watch(r *Run) {
	f.Base = float64(f.played.Swap(0))
	r.Evaluator.Game.Played = new(atomic.Int64)
	r.progress.now = func() time.Time { return began.Add(time.Duration(f.played.Load()) * time.Second) }
	f.run.Store(r)
}

// Follow notes which games of the champion's figures are not played: what is said to be left is the most of them.
func (f *Forecast) Follow(r *Run) {
	begins := r.Evaluator.Begins
	r.Evaluator.Begins = func(left int64) {
		f.part(float64(left))
		begins(left)
	}
}

func (f *Forecast) part(left float64) {
	at := float64(f.played.Load())
	if f.run.Load().Status().Activity == report.Measuring && f.left > 0 {
		f.unplayed = append(f.unplayed, Seen{After: at, Status: report.Status{SecondsLeft: f.left - (at - f.begun) - left}})
	}
	f.begun, f.left = at, left
}

func (f *Forecast) play() {
	const every = 7 // games from one look to the next
	if n := f.played.Add(1); n%every == 0 && f.run.Load() != nil {
		f.mutex.Lock() // so that looks are in order, although exploiters play at the same time
		defer f.mutex.Unlock()
		f.Seen = append(f.Seen, Seen{float64(f.played.Load()), f.run.Load().Status()})
	}
}

// NewTable implements [engine.Game].
func (f *Forecast) NewTable() engine.Table { return forecastTable{f.Game.NewTable(), f} }

type forecastTable struct {
	engine.Table
	forecast *Forecast
}

func (t forecastTable) Play(seed uint64, seats []engine.Player) engine.Outcome {
	t.forecast.play()
	return t.Table.Play(seed, seats)
}

// Check is an error for each look, after the first fifth of a run that has ended, at which the time that was said to be
// left is wrong by more than a third of what was left. At the very end it may be wrong by a fiftieth of the whole. The
// part of the run that is done, in time, never goes back.
func (f *Forecast) Check(t *testing.T) {
	t.Helper()
	all, last, wrong := float64(f.played.Load()), 0.0, 0
	f.part(0)
	for _, s := range f.Seen {
		if s.PartDone < last || s.PartDone > 1 {
			t.Errorf("after %v of %v seconds %v are done, before it was %v", s.After, all, s.PartDone, last)
		}
		last = s.PartDone
		left := all - s.After
		if s.After < all/5 {
			continue
		}
		most := left // if all games had been played
		for _, u := range f.unplayed {
			if u.After > s.After {
				most += u.SecondsLeft
			}
		}
		share := (f.Base + s.After) / (f.Base + s.After + s.SecondsLeft)
		if s.SecondsLeft < left-max(left/3, all/50) || s.SecondsLeft > most+max(most/3, all/50) || s.PartDone < share-0.05 {
			if wrong++; wrong <= 5 {
				t.Errorf("after %v of %v seconds %.0f are left, not %.0f, at most %.0f; %.3f are done, not %.3f (%s)", s.After, all, s.SecondsLeft, left, most, s.PartDone, share, s.Activity)
			}
		}
	}
	if len(f.Seen) < 20 || wrong > 0 {
		t.Errorf("%d of %d looks are wrong", wrong, len(f.Seen))
	}
}
