package game_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"bloodline/arena/game"
	"bloodline/engine"
)

func TestMatchup_Seatings(t *testing.T) {
	m := game.Matchup{Lineups: [][]engine.Player{{"a", "b", "c"}, {"d", "e", "f"}}}
	var got []string
	for _, s := range m.Seatings() {
		got = append(got, fmt.Sprintf("%s%s%s", s[0], s[1], s[2]))
	}
	if want := strings.Fields("abc def bca efd cab fde"); !slices.Equal(got, want) {
		t.Errorf("have %v, want %v", got, want)
	}
}
