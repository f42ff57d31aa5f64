package referee_test

import (
	"testing"

	"bloodline/arena/referee"
	"bloodline/engine"
	enginesamurai "bloodline/games/samurai/table"
	enginewojna "bloodline/games/wojna/table"
)

// A program that is a player of ours, at a table of programs, plays the games that the
// player itself plays at a table of the arena.
func TestTable(t *testing.T) {
	for name, game := range map[string]engine.Game{"samurai": enginesamurai.Game{}, "wojna": enginewojna.Game{Deals: 1}} {
		t.Run(name, func(t *testing.T) {
			scratch(t)
			s := newSurroundings(t)
			program := s.seat("program", contests[name].honest)
			slow, plain := referee.NewTable(contests[name].contest, referee.Options{Replay: true, Limits: patient}), game.NewTable()
			seats, twins := make([]engine.Player, game.Info().Seats), make([]engine.Player, game.Info().Seats)
			for i := range seats {
				seats[i], twins[i] = ours(name), ours(name)
			}
			for seed := range uint64(3) {
				seats[seed%2], seats[2] = program, program
				have, err := slow.PlaySlow(t.Context(), engine.Deal{Seed: seed}, seats)
				if want := plain.Play(seed, twins); err != nil || have.Score != want.Score {
					t.Errorf("seed %d: have %v, %v, want %v", seed, have.Score, err, want.Score)
				}
			}
			if err := slow.Close(); err != nil {
				t.Error(err)
			}
			noChildren(t)
		})
	}
}
