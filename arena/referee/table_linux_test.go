package referee_test

import (
	"fmt"
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

// Programs that do not play lose, at Coup's table as well, and equal games end alike.
func TestTable_mute(t *testing.T) {
	scratch(t)
	s := newSurroundings(t)
	table := referee.NewTable(contests["coup"].contest, referee.Options{Replay: true, Limits: patient})
	mute, honest := s.seat("mute", "exit 3"), s.seat("honest", `printf %s "$5" >> "$1"`)
	for _, seats := range [][]engine.Player{{mute, ours("coup")}, {mute, honest}} {
		for range 2 {
			o, err := table.PlaySlow(t.Context(), engine.Deal{Seed: 7}, seats)
			if err != nil || o.Score[0] != 0 || o.Score[1] == 0 {
				t.Errorf("have %v, %v", o.Score, err)
			}
		}
	}
	var first string
	for range 3 {
		o, err := table.PlaySlow(t.Context(), engine.Deal{Seed: 8}, []engine.Player{honest, ours("coup")})
		if have := fmt.Sprint(o, err); first == "" {
			first = have
		} else if have != first {
			t.Errorf("have %s, want %s", have, first)
		}
	}
	if err := table.Close(); err != nil {
		t.Error(err)
	}
	noChildren(t)
}
