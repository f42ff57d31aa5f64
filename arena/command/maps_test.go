package command

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"bloodline/engine/roll"
	"bloodline/internal/guard"
)

// A referee gets each map and each of its seeds, by their numbers; files are seen from anywhere.
func TestGame_maps(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"b.map", "a.map"} {
		guard.Must(t, os.WriteFile(filepath.Join(dir, name), nil, 0o666))
	}
	guard.Must(t, os.WriteFile(filepath.Join(dir, "list"), []byte("open\nwalls 3\n\n"), 0o666))
	a, b := filepath.Join(dir, "a.map"), filepath.Join(dir, "b.map")
	for _, tt := range []struct {
		maps, seeds []string
		referee     string
		want        []string // words of the referee, of all deals
		deals       int
	}{
		{[]string{"*.map"}, nil, "sh {map} {p1} {p2}", []string{a, b}, 1},
		{[]string{"list"}, nil, "sh {map} {p1} {p2}", []string{"open", "walls 3"}, 1},
		{[]string{"b.map", "other"}, []string{"4..5"}, "sh {map}:{seed} {p1} {p2}", []string{b + ":4", b + ":5", "other:4", "other:5"}, 2},
		{nil, []string{"0..2", "9"}, "sh {seed} {p1} {p2}", []string{"0", "1", "2", "9"}, 1},
		{[]string{"one", "two"}, nil, "sh {map}:{seed} {p1} {p2}", nil, 0}, // free seeds: another in each deal
	} {
		s := Settings{
			Referee: tt.referee, Bot: "sh {x}", Players: 2, Style: StyleJSON, Maps: tt.maps, Seeds: tt.seeds,
			Genes: []Gene{{Name: "x", Distribution: Float, High: 1, Default: "0.5"}},
		}
		if problems := s.Check(true); len(problems) > 0 {
			t.Fatal(problems)
		}
		g := guard.Value(New(s, dir, nil))(t)
		var got []string
		for k := range uint64(400) {
			got = append(got, g.refereeFor(g.DealNumber(roll.Mix(k)), nil, "")[1])
		}
		slices.Sort(got)
		if got = slices.Compact(got); !slices.Equal(got, tt.want) && (tt.want != nil || len(got) != 400) || g.Info().MapDeals != tt.deals {
			t.Errorf("maps %v, seeds %v: %v with %d deals a map, want %v", tt.maps, tt.seeds, got, g.Info().MapDeals, tt.want)
		}
	}
}

func TestSettings_checkMaps(t *testing.T) {
	for _, tt := range []struct {
		s    Settings
		want string
	}{
		{Settings{Maps: []string{"a"}, Referee: "r {seed}"}, "maps: must stand in referee as {map}, have no {map}"},
		{Settings{Referee: "r {map}"}, "maps: must be the maps that {map} in referee stands for, have none"},
		{Settings{Maps: []string{"a"}, Style: StyleSimulator}, "maps: must be seeds with style simulator, whose games have no other name: seeds: 1..12, have a"},
		{Settings{Seeds: []string{"1..3"}, Referee: "r"}, "seeds: must be left out: referee has no {seed}, have 1..3"},
		{Settings{Seeds: []string{"3..1"}, Referee: "r {seed}"}, "seeds: must be different numbers below 2147483648, or ranges such as 1..12, 100000 at most, have 3..1"},
		{Settings{Seeds: []string{"1..3", "2"}, Referee: "r {seed}"}, "seeds: must be different numbers below 2147483648, or ranges such as 1..12, 100000 at most, have one twice"},
		{Settings{Seeds: []string{"1"}, MinPlayers: 2, Referee: "r {seed}"}, "seeds: must be left out where games have different numbers of players: breed on the maps of one number, have min_players"},
		{Settings{Maps: []string{"nothing*"}, Referee: "r {map}"}, ""},
	} {
		text := ""
		for _, e := range tt.s.checkMaps() {
			text += e.Error()
		}
		if text != tt.want {
			t.Errorf("%+v: %q, want %q", tt.s.Maps, text, tt.want)
		}
	}
	if _, _, err := (Settings{Maps: []string{"nothing*"}}).readMaps(t.TempDir()); err == nil {
		t.Error("a pattern without files is read")
	}
}
