// Package terminal shows the progress of long work: one line that is rewritten in
// place on a terminal, plain lines elsewhere.
package terminal

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"golang.org/x/term"
)

// Progress shows one line at a time.
type Progress struct {
	w     io.Writer
	width func() int // of the terminal; 0 is not known
	live  bool       // a terminal, where a line can be rewritten
	dirty bool
	last  time.Time
	now   func() time.Time
}

// New returns a progress display on w. now is the clock.
func New(w io.Writer, now func() time.Time) *Progress {
	f, ok := w.(*os.File)
	p := &Progress{w: w, live: ok && term.IsTerminal(int(f.Fd())), now: now}
	p.width = func() int {
		columns, _, err := term.GetSize(int(f.Fd()))
		if !p.live || err != nil {
			return 0
		}
		return columns
	}
	return p
}

// Fit joins the parts of a line with two spaces. Where the line is rewritten, it must
// not be wider than the terminal: then the parts of spare give way, the last of them
// first, and what is still too long is cut.
func (p *Progress) Fit(parts []string, spare ...int) string {
	width := p.width()
	parts = slices.Clone(parts)
	for {
		line := strings.Join(slices.DeleteFunc(slices.Clone(parts), func(s string) bool { return s == "" }), "  ")
		if width <= 0 || utf8.RuneCountInString(line) < width {
			return line
		}
		if len(spare) == 0 {
			return string([]rune(line)[:max(width-1, 0)])
		}
		parts[spare[len(spare)-1]] = ""
		spare = spare[:len(spare)-1]
	}
}

// Step shows a line that the next one replaces. Elsewhere than on a terminal it
// is a line of its own.
func (p *Progress) Step(line string) {
	if !p.live {
		fmt.Fprintln(p.w, line)
		return
	}
	fmt.Fprintf(p.w, "\r\x1b[K%s", line)
	p.dirty = true
}

// Spin shows a line on a terminal only, at most ten times a second.
func (p *Progress) Spin(line string) {
	if now := p.now(); p.live && now.Sub(p.last) > 100*time.Millisecond {
		p.last = now
		p.Step(line)
	}
}

// Line leaves a line behind.
func (p *Progress) Line(line string) {
	p.Clear()
	fmt.Fprintln(p.w, line)
}

// Clear removes the line that is being rewritten.
func (p *Progress) Clear() {
	if p.dirty {
		fmt.Fprint(p.w, "\r\x1b[K")
		p.dirty = false
	}
}

// Duration writes a duration in two units at most: "1m20s", "45s", "2h05m".
func Duration(d time.Duration) string {
	switch d = d.Round(time.Second); {
	case d >= time.Hour:
		return fmt.Sprintf("%dh%02dm", d/time.Hour, d%time.Hour/time.Minute)
	case d >= time.Minute:
		return fmt.Sprintf("%dm%02ds", d/time.Minute, d%time.Minute/time.Second)
	}
	return fmt.Sprintf("%ds", d/time.Second)
}
