package key

import "fmt"

// Usage is a mistake of the person at the keyboard: in a command line, a file or a name. Programs
// end with exit code 2.
type Usage struct{ error }

// Unwrap returns what is wrong.
func (e Usage) Unwrap() error { return e.error }

// Usagef is fmt.Errorf for a [Usage].
func Usagef(format string, args ...any) error { return Usage{fmt.Errorf(format, args...)} }
