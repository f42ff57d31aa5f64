// Package report has the values that commands print and pages show, such as [Standings], [Profile] or [SPRT]: each has
// its JSON keys, its sentences and its [Table]. It opens no store and plays no game. Values of lower packages, such as
// a [store.Tree], are printed as they are.
package report

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"time"

	"bloodline/engine"
	"bloodline/engine/stats"
	"bloodline/internal/setting"
)

func JSON(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(v)
}

// MeanInterval writes a mean with its interval: "72.3 (71.0 to 73.6)".
func MeanInterval(s engine.Scale, x stats.Figure) string {
	return fmt.Sprintf("%s (%s)", s.Show(x.Mean), s.Span(x.Low, x.High))
}

// Plural writes a count and its noun: "1 game", "2,000 games".
func Plural[N ~int | ~int64](n N, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return Count(n) + " " + noun
}

// Count writes a number with thin groups: 1234567 is "1,234,567".
func Count[N ~int | ~int64](n N) string {
	return engine.Thousands(fmt.Sprint(n))
}

// Rate writes how much there is of something a second: "97,847", or "3.4" where digits would be missed.
func Rate(perSecond float64) string {
	switch {
	case perSecond < 0.995:
		return fmt.Sprintf("%.2g", perSecond)
	case perSecond < 9.95:
		return fmt.Sprintf("%.1f", perSecond)
	}
	return Count(int64(math.Round(perSecond)))
}

// Duration writes a duration in two units at most: "1m20s", "45s", "2h05m".
func Duration(d time.Duration) string {
	switch d = max(0, d.Round(time.Second)); {
	case d >= time.Hour:
		return fmt.Sprintf("%dh%02dm", d/time.Hour, d%time.Hour/time.Minute)
	case d >= time.Minute:
		return fmt.Sprintf("%dm%02ds", d/time.Minute, d%time.Minute/time.Second)
	}
	return fmt.Sprintf("%ds", d/time.Second)
}

// size writes bytes in three digits at most: "48.1 MB".
func size(n int64) string {
	x, unit := float64(n), "B"
	for _, next := range []string{"kB", "MB", "GB", "TB"} {
		if x < 1000 {
			break
		}
		x, unit = x/1000, next
	}
	if unit == "B" || x >= 100 {
		return fmt.Sprintf("%.0f %s", x, unit)
	}
	return fmt.Sprintf("%.1f %s", x, unit)
}

// Paragraph writes a text, [Columns] wide.
func Paragraph(format string, args ...any) string {
	return setting.Wrap(fmt.Sprintf(format, args...), "", Columns)
}

// Bullet writes text as one point of a list, [Columns] wide.
func Bullet(text string) string {
	return "- " + strings.TrimLeft(setting.Wrap(text, "  ", Columns), " ")
}

// Map returns what f makes of each of a list; nil of none.
func Map[T, U any](all []T, f func(T) U) (out []U) {
	for _, x := range all {
		out = append(out, f(x))
	}
	return out
}

// List writes names behind each other.
func List(names []string) string { return strings.Join(names, ", ") }

func shorten(names []string, most int) string {
	if len(names) <= most {
		return strings.Join(names, " ")
	}
	return fmt.Sprintf("%s +%d more", strings.Join(names[:most], " "), len(names)-most)
}

// bar draws a shift, a share of a range, as a signed bar of up to ten marks and its percentage.
func bar(shift float64) string {
	mark := "-"
	if shift > 0 {
		mark = "+"
	}
	marks := strings.Repeat(mark, min(10, int(math.Round(math.Abs(shift)*10))))
	return fmt.Sprintf("%-10s %s", marks, Shift(shift))
}

// Shift writes a change, a share of a range, in percent with two digits: "+12 %", "-0.3 %".
func Shift(x float64) string {
	for digits := range 3 {
		if text := fmt.Sprintf("%+.*f %%", digits, 100*x); math.Abs(100*x) >= 9.5*math.Pow10(-digits) || digits == 2 && strings.Trim(text, "+-0. %") != "" {
			return text
		}
	}
	return "0 %"
}

// sparks are the heights of [spark], lowest first.
var sparks = []rune("▁▂▃▄▅▆▇█")

func spark(xs []float64) string {
	if len(xs) == 0 {
		return ""
	}
	low, high := slices.Min(xs), slices.Max(xs)
	var b strings.Builder
	for _, x := range xs {
		k := 0
		if high > low {
			k = int((x - low) / (high - low) * float64(len(sparks)-1))
		}
		b.WriteRune(sparks[k])
	}
	return b.String()
}
