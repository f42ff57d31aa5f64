package setting

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Error is a setting that breaks a rule, or another mistake in a file of settings.
type Error struct {
	Path string // file, environment variable or flag; empty where the place is not known
	Line int    // of the file, from 1; 0 where there is none
	Key  string // dotted, with the place in a list: "field[2]"; empty for the whole file
	Rule string // "must be in (0, 1]"
	Have string // the value that breaks the rule; may be empty
}

// Error returns "path:line: key: rule, have x", leaving out empty parts.
func (e *Error) Error() string {
	place := e.Path
	if e.Line > 0 {
		place += ":" + strconv.Itoa(e.Line)
	}
	parts := slices.DeleteFunc([]string{place, e.Key, e.Rule}, func(s string) bool { return s == "" })
	if e.Have != "" {
		return strings.Join(parts, ": ") + ", have " + e.Have
	}
	return strings.Join(parts, ": ")
}

// Errors collects mistakes, so that all of them are reported together.
type Errors []*Error

// Add appends a mistake without a place.
func (f *Errors) Add(key, rule string, have any) {
	*f = append(*f, &Error{Key: key, Rule: rule, Have: fmt.Sprint(have)})
}

func (f Errors) Has(key string) bool {
	return slices.ContainsFunc(f, func(e *Error) bool { return e.Key == key })
}

// Join joins the first 20 mistakes by line, those without a line last, and counts the others; nil without any.
func (f Errors) Join() error {
	const maxReported = 20 // the number of mistakes that [Errors.Join] reports
	slices.SortStableFunc(f, func(a, b *Error) int {
		if (a.Line == 0) != (b.Line == 0) {
			return cmp.Compare(b.Line, a.Line)
		}
		return cmp.Compare(a.Line, b.Line)
	})
	var errs []error
	for i, e := range f {
		if i == maxReported {
			errs = append(errs, &Error{Path: e.Path, Rule: fmt.Sprintf("has %d more mistakes", len(f)-i)})
			break
		}
		errs = append(errs, e)
	}
	return errors.Join(errs...)
}

// Usage is a mistake of the user in a command line, a file or a name. The program ends with exit code 2.
type Usage struct{ error }

func (e Usage) Unwrap() error { return e.error }

// Usagef is fmt.Errorf for a [Usage].
func Usagef(format string, args ...any) error { return Usage{fmt.Errorf(format, args...)} }
