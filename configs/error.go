package configs

import (
	"cmp"
	"errors"
	"slices"
	"strconv"
	"strings"
)

// Error is one thing wrong with a run file or with what is laid over it. All of
// them come joined ([errors.Join]).
type Error struct {
	Path string // file, environment variable or flag; empty in a Config's own Validate
	Line int    // of the file, from 1; 0 where there is none
	Key  string // dotted, with the place in a list: "field[2]"; empty for the whole file
	Rule string // "must be in (0, 1]"
	Have string // what stands there instead; may be empty
}

// Error returns "path:line: key: rule, have x", leaving out what is empty.
func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString(e.Path)
	if e.Line > 0 {
		b.WriteString(":" + strconv.Itoa(e.Line))
	}
	for _, part := range []string{e.Key, e.Rule} {
		if part != "" && b.Len() > 0 {
			b.WriteString(": ")
		}
		b.WriteString(part)
	}
	if e.Have != "" {
		b.WriteString(", have " + e.Have)
	}
	return b.String()
}

// faults collects findings.
type faults []*Error

func (f *faults) add(key, rule, have string) {
	*f = append(*f, &Error{Key: key, Rule: rule, Have: have})
}

// has says whether a finding is about this key.
func (f faults) has(key string) bool {
	return slices.ContainsFunc(f, func(e *Error) bool { return e.Key == key })
}

// bases returns the keys that findings are about, without places in lists.
func (f faults) bases() map[string]bool {
	keys := make(map[string]bool)
	for _, e := range f {
		keys[base(e.Key)] = true
	}
	return keys
}

// sort orders the findings by line; what has no line comes last.
func (f faults) sort() {
	rank := func(e *Error) int {
		if e.Line == 0 {
			return maxBytes + 1 // no file that is read has as many lines
		}
		return e.Line
	}
	slices.SortStableFunc(f, func(a, b *Error) int { return cmp.Compare(rank(a), rank(b)) })
}

func (f faults) err() error {
	errs := make([]error, len(f))
	for i, e := range f {
		errs[i] = e
	}
	return errors.Join(errs...)
}

// maxBytes is the largest run file that is read.
const maxBytes = 1 << 20
