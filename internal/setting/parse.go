package setting

import (
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"
)

// The forms of a value's text, by its type.
const (
	RuleWhole    = "must be a whole number in decimal digits"
	RuleNumber   = "must be a number in decimal digits"
	RuleDuration = "must be a duration of 0s or more, such as 90s, 30m or 2h"
	RuleBool     = "must be true or false"
	RuleText     = "must be text"
)

// Digits may be grouped in thousands by underscores. A leading zero is refused in whole
// numbers, since YAML reads it as octal.
var (
	whole  = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[-+]?(0|[1-9][0-9]*|[1-9][0-9]{0,2}(_[0-9]{3})+)$`) })
	number = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^[-+]?(([0-9]+|[0-9]{1,3}(_[0-9]{3})+)(\.[0-9]*)?|\.[0-9]+)([eE][-+]?[0-9]+)?$`)
	})
)

// IsNumber reports whether text is a number as [Parse] reads it.
func IsNumber(text string) bool { return number().MatchString(text) }

// Parse reads the text of a flag, an environment variable or a file, and returns a value of the type that at points
// to: *int, *uint64, *float64, *time.Duration, *bool, *string, or *[]string, whose words are separated by commas. If
// ok is false, rule says what the text must be, such as "must be true or false"; it is empty for a whole number that
// is too large for its type.
func Parse(text string, at any) (value any, rule string, ok bool) {
	plain := strings.ReplaceAll(text, "_", "")
	switch at.(type) {
	case *int:
		x, err := strconv.Atoi(plain)
		return x, wholeRule(text, err), err == nil && whole().MatchString(text)
	case *uint64:
		x, err := strconv.ParseUint(strings.TrimPrefix(plain, "+"), 10, 64)
		return x, wholeRule(text, err), err == nil && whole().MatchString(text)
	case *float64:
		x, err := strconv.ParseFloat(plain, 64)
		return x, RuleNumber, err == nil && IsNumber(text)
	case *time.Duration:
		d, err := time.ParseDuration(text)
		return d, RuleDuration, err == nil && d >= 0
	case *bool:
		x, err := strconv.ParseBool(strings.ToLower(text))
		return x, RuleBool, err == nil
	case *[]string:
		return words(text), RuleText, true
	}
	return text, RuleText, true
}

func wholeRule(text string, err error) string {
	if err != nil && whole().MatchString(text) {
		return ""
	}
	return RuleWhole
}

// words splits a list with commas; empty text is an empty list.
func words(text string) (list []string) {
	if strings.TrimSpace(text) == "" {
		return nil
	}
	for word := range strings.SplitSeq(text, ",") {
		list = append(list, strings.TrimSpace(word))
	}
	return list
}
