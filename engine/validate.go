package engine

import (
	"errors"
	"fmt"
	"math"
	"strings"
)

// Validate reports every field that breaks a rule, each as a line of its own.
func (i Info) Validate() error {
	var errs []error
	rule := func(ok bool, format string, args ...any) {
		if !ok {
			errs = append(errs, fmt.Errorf(format, args...))
		}
	}
	const letters = "abcdefghijklmnopqrstuvwxyz"
	rule(i.Name != "" && strings.Trim(i.Name, letters+"0123456789") == "" && strings.ContainsAny(i.Name[:min(1, len(i.Name))], letters),
		"Info.Name: must be one word of lower-case letters and digits, have %q", i.Name)
	for _, f := range []struct{ name, text string }{{"Title", i.Title}, {"Unit", i.Unit}, {"Points", i.Points}} {
		rule(f.text != "", "Info.%s: must not be empty", f.name)
	}
	rule(i.Least == 0 || i.Least >= 2 && i.Least <= i.Seats, "Info.Least: must be 0 or in [2, %d], have %d", i.Seats, i.Least)
	rule(i.Seats >= 2 && i.Seats <= MaxSeats, "Info.Seats: must be in [2, %d], have %d", MaxSeats, i.Seats)
	rule(i.Dynamics <= Simultaneous, "Info.Dynamics: must be Sequential or Simultaneous, have %d", i.Dynamics)
	rule(i.ScoreUnit > 0, "Info.ScoreUnit: must be above 0, have %g", i.ScoreUnit)
	rule(i.Min < i.Max && i.Min <= i.Mean && i.Mean <= i.Max, "Info.Mean: must be in [Min, Max], have %g in [%g, %g]", i.Mean, i.Min, i.Max)
	for k, x := range [2]float64{i.Min, i.Max} {
		name, units := [2]string{"Min", "Max"}[k], (x-i.Zero)*i.ScoreUnit
		rule(math.Abs(units) <= MaxScore, "Info.%s: must be at most %d score units from 0, have %g", name, MaxScore, units)
		rule(units == math.Trunc(units), "Info.%s: must be a whole number of score units, have %g", name, units)
	}
	return errors.Join(errs...)
}
