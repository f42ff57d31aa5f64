package results

import "fmt"

// UsageError is a mistake of the person at the keyboard: a command line, a file or a
// name that makes no sense. Programs end with exit code 2.
type UsageError struct{ error }

// Unwrap returns what is wrong.
func (e UsageError) Unwrap() error { return e.error }

// Usage is fmt.Errorf for a [UsageError].
func Usage(format string, args ...any) error { return UsageError{fmt.Errorf(format, args...)} }
