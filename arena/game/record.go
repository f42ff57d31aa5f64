package game

import (
	"context"
	"errors"

	"bloodline/arena"
	"bloodline/arena/human"
	"bloodline/arena/record"
	"bloodline/engine"
)

// NarratedRecord is one game, move by move.
type NarratedRecord struct {
	record.Record
	Narrated []human.Move `json:"-"` // the moves whose texts are Moves
}

// Record plays one rotation of a deal, as an arena plays it, and writes it down.
func (g *Game) Record(names []string, players []engine.Player, deal uint64, rotation int) (*NarratedRecord, error) {
	traced, e, seats := g.playTraced(names, players, deal, rotation)
	if g.Narrate == nil && len(traced.Trace) == 0 && e.Err == nil {
		return nil, errors.New(g.Name() + " writes nothing down: its table is not an engine.Tracer")
	}
	r := &NarratedRecord{Record: traced}
	if e.Err == nil && g.Narrate != nil {
		_, e.Err = playRecovering(g.Narrate(r.Players, func(m human.Move) { r.Narrated, r.Moves = append(r.Narrated, m), append(r.Moves, m.Text) }), deal, seats)
	}
	if e.Err != nil {
		return nil, e
	}
	return r, nil
}

// Trace plays one rotation of a deal, as an arena plays it, and returns its record, without words.
func (g *Game) Trace(names []string, players []engine.Player, deal uint64, rotation int) (*record.Record, error) {
	r, e, _ := g.playTraced(names, players, deal, rotation)
	if e.Err != nil {
		return nil, e
	}
	return &r, nil
}

// TraceAll plays a schedule whose lineups index players and passes each game to keep, in order.
func (g *Game) TraceAll(ctx context.Context, names []string, players []engine.Player, s arena.Schedule, keep func(block, rotation int, r *record.Record) error) error {
	for k := range s.Len() {
		b := s.Block(k)
		var own []string
		var seats []engine.Player
		for _, at := range b.Lineup[:g.Info().Seats] {
			own, seats = append(own, names[at]), append(seats, players[at])
		}
		for rotation := range g.Info().Seatings() {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			r, err := g.Trace(own, seats, b.Seed, rotation)
			if err == nil {
				err = keep(k, rotation, r)
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

func (g *Game) playTraced(names []string, players []engine.Player, deal uint64, rotation int) (r record.Record, e *arena.PlayError, seats []engine.Player) {
	lineup := make([]int, len(players))
	for i := range lineup {
		lineup[i] = i
	}
	e = &arena.PlayError{Game: g.Name(), Seed: deal, Lineup: lineup, Rotation: rotation, Name: func(k int) string { return names[k] }}
	r = record.Record{Game: g.Name(), Seed: deal}
	for _, k := range e.Seats() {
		r.Players, seats = append(r.Players, names[k]), append(seats, players[k])
	}
	t := g.NewTable()
	if tracer, ok := t.(engine.Tracer); ok {
		tracer.Trace(func(line string) { r.Trace = append(r.Trace, line) })
	}
	var out engine.Outcome
	out, e.Err = playRecovering(t, deal, seats)
	for _, score := range out.Score[:len(seats)] {
		r.Points = append(r.Points, g.Info().InPoints(float64(score)))
	}
	return r, e, seats
}

func (r *NarratedRecord) Lines() []string {
	if len(r.Moves) > 0 {
		return r.Moves
	}
	return r.Trace
}

func playRecovering(t engine.Table, seed uint64, seats []engine.Player) (out engine.Outcome, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = arena.PanicError(p)
		}
	}()
	return t.Play(seed, seats), nil
}
