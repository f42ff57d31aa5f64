package engine_test

import (
	"math"
	"strings"
	"testing"

	"bloodline/engine"
)

func TestInfo_Validate(t *testing.T) {
	good := engine.Info{
		Name: "bets2", Title: "Bets", Seats: 2, ZeroSum: true, Unit: "bet", ScoreUnit: 2, Points: "point", Min: -1.5, Max: 2,
	}
	if err := good.Validate(); err != nil {
		t.Errorf("want no error, have %v", err)
	}
	if least, most := good.Range(); least != -3 || most != 4 {
		t.Errorf("Range: want -3 to 4, have %d to %d", least, most)
	}
	for want, change := range map[string]func(*engine.Info){
		"Name: must be one word":              func(i *engine.Info) { i.Name = "2bets" },
		"Title: must not be empty":            func(i *engine.Info) { i.Title = "" },
		"Unit: must not be empty":             func(i *engine.Info) { i.Unit = "" },
		"Points: must not be empty":           func(i *engine.Info) { i.Points = "" },
		"Seats: must be in [2, 8], have 9":    func(i *engine.Info) { i.Seats = 9 },
		"Dynamics: must be Sequential":        func(i *engine.Info) { i.Dynamics = 2 },
		"ScoreUnit: must be above 0":          func(i *engine.Info) { i.ScoreUnit = 0 },
		"Mean: must be in [Min, Max], have 3": func(i *engine.Info) { i.Mean = 3 },
		"have NaN in [-1.5, 2]":               func(i *engine.Info) { i.Mean = math.NaN() },
		"Max: must be at most 549755813888":   func(i *engine.Info) { i.Max = 3e11 },
		"Min: must be at most 549755813888":   func(i *engine.Info) { i.Min = -3e11 },
		"Min: must be a whole number":         func(i *engine.Info) { i.Min = -1.25 },
	} {
		bad := good
		change(&bad)
		if err := bad.Validate(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want an error with %q, have %v", want, err)
		}
	}
}
