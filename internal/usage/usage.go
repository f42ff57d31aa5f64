// Package usage has the errors of the person at the keyboard.
package usage

import "fmt"

// Error is a mistake in a command line, a file or a name. Programs end with exit code 2.
type Error struct{ error }

// Unwrap returns what is wrong.
func (e Error) Unwrap() error { return e.error }

// Errorf is fmt.Errorf for an [Error].
func Errorf(format string, args ...any) error { return Error{fmt.Errorf(format, args...)} }
