package engine

import (
	"errors"
	"fmt"
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
	rule(i.Seats >= 2 && i.Seats <= MaxSeats, "Info.Seats: must be in [2, %d], have %d", MaxSeats, i.Seats)
	rule(i.Dynamics <= Simultaneous, "Info.Dynamics: must be Sequential or Simultaneous, have %d", i.Dynamics)
	rule(i.ScoreUnit >= 1, "Info.ScoreUnit: must be at least 1, have %d", i.ScoreUnit)
	return errors.Join(errs...)
}
