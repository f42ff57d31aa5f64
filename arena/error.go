package arena

import (
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"strings"

	"bloodline/engine"
)

// PlayError is a game that could not be played to its end: a table or a player panicked, or a score lies outside of the
// range of the game's Info. Its fields say how to play the game again.
type PlayError struct {
	Game     string
	Seed     uint64
	Lineup   []int // indices of players; those of an [Measurement] are its candidates and then its field
	Rotation int   // seat s belongs to Lineup[(s+Rotation) mod seats]
	Err      error

	Name func(player int) string // for the message; nil tells the indices
}

// Error returns one line: game, seed, the players by seat, and the cause.
func (e *PlayError) Error() string {
	var who []string
	for _, player := range e.Seats() {
		if e.Name == nil {
			who = append(who, fmt.Sprintf("player %d", player))
		} else {
			who = append(who, e.Name(player))
		}
	}
	seed := fmt.Sprintf(", seed %d", e.Seed)
	if _, told := errors.AsType[engine.SeedTold](e.Err); told {
		seed = ""
	}
	return fmt.Sprintf("%s%s, seats %s: %v", e.Game, seed, strings.Join(who, ", "), e.Err)
}

// NamePlayers makes the message of a [PlayError] name the players, and returns the error. It changes no other errors.
func NamePlayers(err error, name func(player int) string) error {
	var play *PlayError
	if errors.As(err, &play) {
		play.Name = name
	}
	return err
}

// Unwrap returns the cause.
func (e *PlayError) Unwrap() error { return e.Err }

// Seats returns the players by seat, as they are handed to the table.
func (e *PlayError) Seats() []int {
	r := e.Rotation % max(1, len(e.Lineup))
	return append(append([]int{}, e.Lineup[r:]...), e.Lineup[:r]...)
}

// PanicError makes an error of a recovered panic, which names the line. It must be called
// by the function that recovers.
func PanicError(value any) error {
	if err, ok := value.(error); ok {
		return fmt.Errorf("panic at %s: %w", panicLine(), err)
	}
	return fmt.Errorf("panic at %s: %v", panicLine(), value)
}

// panicLine names the file and line of the innermost panic: a message such as "index
// out of range" says nothing without.
func panicLine() string {
	callers := make([]uintptr, 64)
	frames := runtime.CallersFrames(callers[:runtime.Callers(0, callers)])
	for inside := false; ; {
		f, more := frames.Next()
		ours := !strings.HasPrefix(f.Function, "runtime.")
		if inside && ours {
			return fmt.Sprintf("%s:%d", filepath.Base(f.File), f.Line)
		}
		inside = inside || f.Function == "runtime.gopanic"
		if !more {
			return "an unknown line"
		}
	}
}
