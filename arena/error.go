package arena

import (
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"bloodline/engine"
)

// PlayError is a game that a panic or a score out of Info's range ended. Its fields say how to play the game again.
type PlayError struct {
	Game     string
	Seed     uint64
	Lineup   []int // indices of players; those of a [Measurement] are its candidates and then its field
	Rotation int   // seat s belongs to Lineup[(s+Rotation) mod seats]
	Err      error

	Name func(player int) string // for the message; nil: players have their indices
}

// Error returns one line: game, seed, the players by seat, and the cause.
func (e *PlayError) Error() string {
	told, named := errors.AsType[engine.SeedTold](e.Err)
	if told.Whole {
		return told.Error()
	}
	var names []string
	for _, player := range e.Seats() {
		if e.Name == nil {
			names = append(names, fmt.Sprintf("player %d", player))
		} else {
			names = append(names, e.Name(player))
		}
	}
	seed := fmt.Sprintf(", seed %d", e.Seed)
	if named {
		seed = ""
	}
	return fmt.Sprintf("%s%s, seats %s: %v", e.Game, seed, strings.Join(names, ", "), e.Err)
}

// NamePlayers makes the message of a [PlayError] name the players, and returns the error. It changes no other errors.
func NamePlayers(err error, name func(player int) string) error {
	if play, ok := errors.AsType[*PlayError](err); ok {
		play.Name = name
	}
	return err
}

func (e *PlayError) Unwrap() error { return e.Err }

// Seats returns the players by seat, as the table gets them.
func (e *PlayError) Seats() []int {
	r := e.Rotation % max(1, len(e.Lineup))
	return slices.Concat(e.Lineup[r:], e.Lineup[:r])
}

// PanicError makes an error of a recovered panic, which names the line. The function that recovers must call it.
func PanicError(value any) error {
	err, ok := value.(error)
	if !ok {
		err = fmt.Errorf("%v", value)
	}
	callers := make([]uintptr, 64)
	frames := runtime.CallersFrames(callers[:runtime.Callers(0, callers)])
	for inside := false; ; {
		f, more := frames.Next()
		if inside && !strings.HasPrefix(f.Function, "runtime.") {
			return fmt.Errorf("panic at %s:%d: %w", filepath.Base(f.File), f.Line, err)
		}
		if inside = inside || f.Function == "runtime.gopanic"; !more {
			return fmt.Errorf("panic at an unknown line: %w", err)
		}
	}
}
