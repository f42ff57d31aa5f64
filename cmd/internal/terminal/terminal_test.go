package terminal

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"bloodline/internal/guard"
)

// display is a progress on a text, with a clock that stands still until it is moved. A
// text is no terminal, so the test says what New would have found out.
func display(live bool) (p *Progress, text *strings.Builder, after func(time.Duration)) {
	text, now := new(strings.Builder), time.Date(2014, 1, 1, 0, 0, 0, 0, time.UTC)
	p = New(text, func() time.Time { return now })
	p.live = live
	return p, text, func(d time.Duration) {
		p.mutex.Lock()
		now = now.Add(d)
		p.mutex.Unlock()
		p.show()
	}
}

// steps is work that counts how often it was looked at.
func steps() func() Line {
	n := 0
	return func() Line {
		n++
		return Line{Parts: []string{fmt.Sprint("step ", n)}}
	}
}

// On a terminal one line is rewritten, and what stays begins on a clean one. Work of
// less than a second shows nothing.
func TestProgress_live(t *testing.T) {
	p, text, after := display(true)
	p.Start(steps())
	after(999 * time.Millisecond)
	p.Stop()
	p.Start(steps())
	after(time.Second)
	after(time.Millisecond) // not due
	p.Line("stays")
	p.Line("stays too")
	after(time.Second)
	p.Stop()
	p.Stop()
	const wipe = "\r\x1b[K"
	if want := wipe + "step 1" + wipe + "stays\nstays too\n" + wipe + "step 2" + wipe; text.String() != want {
		t.Errorf("want %q, have %q", want, text.String())
	}
}

// Elsewhere there are plain lines, ever fewer: ten in 20 seconds, fifty in two hours.
func TestProgress_plain(t *testing.T) {
	p, text, after := display(false)
	p.Start(steps())
	lines := func() int { return strings.Count(text.String(), "\n") }
	for range 200 {
		after(100 * time.Millisecond)
	}
	if have := lines(); have < 8 || have > 12 {
		t.Errorf("%d lines in 20 seconds", have)
	}
	for range 72_000 {
		after(100 * time.Millisecond)
	}
	p.Stop()
	if have := lines(); have < 40 || have > 60 {
		t.Errorf("%d lines in two hours", have)
	}
	if strings.ContainsAny(text.String(), "\r\x1b") {
		t.Error("control characters")
	}
}

// Parts give way in their order, and the rest is cut where nothing is left to give.
func TestProgress_fit(t *testing.T) {
	l := Line{Parts: []string{"first", "second", "", "third"}, Spare: []int{3, 1}}
	for width, want := range map[int]string{
		0: "first  second  third", 21: "first  second  third", 20: "first  third", 13: "first  third", 12: "first", 6: "first", 5: "firs",
	} {
		p := &Progress{width: func() int { return width }}
		if got := p.fit(l); got != want {
			t.Errorf("%d columns: %q, want %q", width, got, want)
		}
	}
}

func TestNew_file(t *testing.T) {
	f := guard.Value(os.Create(filepath.Join(t.TempDir(), "log")))(t)
	defer f.Close()
	if New(f, time.Now).live {
		t.Error("a file is no terminal")
	}
	if New(new(strings.Builder), time.Now).live {
		t.Error("a text is no terminal")
	}
}
