package game

import (
	"errors"

	"bloodline/arena"
	"bloodline/arena/human"
	"bloodline/engine"
)

// Record is one game, move by move.
type Record struct {
	Game    string    `json:"game"`
	Seed    uint64    `json:"deal"`            // of the table
	Players []string  `json:"players"`         // by seat
	Points  []float64 `json:"points"`          // by seat
	Moves   []string  `json:"moves,omitempty"` // told with what each seat alone knew; of a game that can be told
	Trace   []string  `json:"trace,omitempty"` // in the notation of the contest; of a table that is an engine.Tracer

	Narrated []human.Move `json:"-"` // what Moves are the texts of
}

// Record plays one rotation of a deal, as an arena plays it, and writes it down.
func (g *Game) Record(names []string, players []engine.Player, deal uint64, rotation int) (*Record, error) {
	lineup := make([]int, len(players))
	for i := range lineup {
		lineup[i] = i
	}
	e := &arena.PlayError{Game: g.Name(), Seed: deal, Lineup: lineup, Rotation: rotation, Name: func(k int) string { return names[k] }}
	r := &Record{Game: g.Name(), Seed: deal}
	var seats []engine.Player
	for _, k := range e.Seats() {
		r.Players, seats = append(r.Players, names[k]), append(seats, players[k])
	}
	t := g.NewTable()
	tracer, traced := t.(engine.Tracer)
	if traced {
		tracer.Trace(func(line string) { r.Trace = append(r.Trace, line) })
	}
	if !traced && g.Narrate == nil {
		return nil, errors.New(g.Name() + " writes nothing down: its table is no engine.Tracer")
	}
	out, err := played(t, deal, seats)
	if err == nil && g.Narrate != nil {
		_, err = played(g.Narrate(r.Players, func(m human.Move) { r.Narrated, r.Moves = append(r.Narrated, m), append(r.Moves, m.Text) }), deal, seats)
	}
	if err != nil {
		e.Err = err
		return nil, e
	}
	for _, score := range out.Score[:len(seats)] {
		r.Points = append(r.Points, float64(score)/float64(g.Info().ScoreUnit))
	}
	return r, nil
}

// Lines are the moves, or else the trace.
func (r *Record) Lines() []string {
	if len(r.Moves) > 0 {
		return r.Moves
	}
	return r.Trace
}

func played(t engine.Table, seed uint64, seats []engine.Player) (out engine.Outcome, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = arena.Panicked(p)
		}
	}()
	return t.Play(seed, seats), nil
}
