// Package terminal shows the progress of long work: one line rewritten in place on a terminal, plain lines elsewhere.
package terminal

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/term"

	"bloodline/internal/system"
)

// Progress shows how far work has come. Work of less than a second shows nothing. It may be used by many goroutines.
type Progress struct {
	w     io.Writer
	width func() int // of the terminal; 0 is not known
	live  bool       // a terminal, where a line can be rewritten
	now   func() time.Time

	mutex sync.Mutex // protects the fields below, and w
	line  func() Line
	began time.Time // the work
	next  time.Time // when a line is due
	dirty bool      // a line stands that is to be rewritten
	done  chan struct{}
	shown sync.WaitGroup
}

// Line is a line in parts, joined by two spaces. In a narrower terminal the parts of Spare give way, the last first.
type Line struct {
	Parts []string
	Spare []int
}

// New returns a progress display on w. now is the clock.
func New(w io.Writer, now func() time.Time) *Progress {
	w = unwrap(w)
	f, ok := w.(*os.File)
	p := &Progress{w: w, live: ok && term.IsTerminal(int(f.Fd())) && system.Escapes(f), now: now}
	p.width = func() int {
		columns, _, err := term.GetSize(int(f.Fd()))
		if !p.live || err != nil {
			return 0
		}
		return columns
	}
	return p
}

// IsTerminal reports whether w is a terminal. With COLUMNS in the environment, anything is taken for one.
func IsTerminal(w io.Writer) bool {
	f, ok := unwrap(w).(*os.File)
	return ok && term.IsTerminal(int(f.Fd())) || os.Getenv("COLUMNS") != ""
}

func CanAsk(in, out *os.File) bool {
	return term.IsTerminal(int(in.Fd())) && term.IsTerminal(int(out.Fd()))
}

// tick is how often a line is rewritten on a terminal, and patience how long work may take without one.
const tick, patience = 100 * time.Millisecond, time.Second

// Start shows the line of work that begins, again and again until [Progress.Stop]. line is called by another goroutine.
func (p *Progress) Start(line func() Line) {
	p.Stop()
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.line, p.began = line, p.now()
	p.next = p.began.Add(patience)
	done, ticks := make(chan struct{}), time.Tick(tick)
	p.done = done
	p.shown.Go(func() {
		for {
			select {
			case <-done:
				return
			case <-ticks:
				p.show()
			}
		}
	})
}

// show writes the line if it is due. Elsewhere than on a terminal lines stay: after 1, 2, 3 and 4 seconds, then
// whenever a quarter of the time so far has passed, and at least every five minutes.
func (p *Progress) show() {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	now := p.now()
	if p.line == nil || now.Before(p.next) {
		return
	}
	text := Quote(p.fit(p.line()))
	if p.live {
		p.next = now.Add(tick / 2)
		fmt.Fprint(p.w, "\r\x1b[K"+text)
		p.dirty = true
		return
	}
	p.next = now.Add(min(max(time.Second, now.Sub(p.began)/4), 5*time.Minute))
	fmt.Fprintln(p.w, text)
}

func (p *Progress) fit(l Line) string {
	width := p.width()
	parts, spare := slices.Clone(l.Parts), l.Spare
	for {
		text := strings.Join(slices.DeleteFunc(slices.Clone(parts), func(s string) bool { return s == "" }), "  ")
		if width <= 0 || utf8.RuneCountInString(text) < width {
			return text
		}
		if len(spare) == 0 {
			return string([]rune(text)[:max(width-1, 0)])
		}
		parts[spare[len(spare)-1]] = ""
		spare = spare[:len(spare)-1]
	}
}

// Line prints a line that stays.
func (p *Progress) Line(text string) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.clear()
	fmt.Fprintln(p.w, Quote(text))
}

// Stop ends what Start began and removes its line. It must come before anything else is written.
func (p *Progress) Stop() {
	p.mutex.Lock()
	done := p.done
	p.line, p.done = nil, nil
	p.clear()
	p.mutex.Unlock()
	if done != nil {
		close(done)
		p.shown.Wait()
	}
}

func (p *Progress) clear() {
	if p.dirty {
		fmt.Fprint(p.w, "\r\x1b[K")
		p.dirty = false
	}
}

// Safe returns a writer that quotes control characters, because names may come from files of other people, and a
// terminal executes control sequences. All output goes through it, or through [Quote].
func Safe(w io.Writer) *Writer { return &Writer{Writer: w} }

type Writer struct {
	io.Writer
	Failed error // the first error of a write, so that a full disk is noticed wherever it strikes
}

func (s *Writer) Write(p []byte) (n int, err error) {
	quoted := func(c rune) bool { return c >= 0x7f || c < ' ' && c != '\n' && c != '\t' }
	if !bytes.ContainsFunc(p, quoted) { // ASCII that a terminal shows: most of it
		n, err = s.Writer.Write(p)
	} else if _, err = io.WriteString(s.Writer, Quote(string(p))); err == nil {
		n = len(p)
	}
	if err != nil && s.Failed == nil {
		s.Failed = err
	}
	return n, err
}

// Quote writes characters that a terminal doesn't print as JSON escapes, such as \u001b, so JSON keeps its value.
func Quote(text string) string {
	var b strings.Builder
	for i, r := range text {
		switch {
		case r == utf8.RuneError && !strings.HasPrefix(text[i:], "\uFFFD"), !unicode.IsGraphic(r) && r != '\n' && r != '\t':
			for _, unit := range utf16.Encode([]rune{r}) {
				fmt.Fprintf(&b, `\u%04x`, unit)
			}
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// unwrap returns the writer below that of [Safe].
func unwrap(w io.Writer) io.Writer {
	if s, ok := w.(*Writer); ok {
		return s.Writer
	}
	return w
}
