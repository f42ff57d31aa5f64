package terminal

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// display is a progress on a text, with a clock to be set. A text is no terminal,
// so the test says what New would have found out.
func display(live bool) (p *Progress, text *strings.Builder, now *time.Time) {
	text, now = new(strings.Builder), new(time.Time)
	*now = time.Date(2014, 1, 1, 0, 0, 0, 0, time.UTC)
	p = New(text, func() time.Time { return *now })
	p.live = live
	return p, text, now
}

func show(p *Progress, now *time.Time) {
	p.Step("one")
	p.Spin("spin")
	p.Spin("too soon")
	*now = now.Add(100 * time.Millisecond)
	p.Spin("still too soon")
	*now = now.Add(time.Millisecond)
	p.Spin("spin again")
	p.Line("stays")
	p.Line("stays too")
	p.Clear()
	p.Step("two")
	p.Clear()
	p.Clear()
}

// On a terminal one line is rewritten, and what stays begins on a clean one.
func TestProgress_live(t *testing.T) {
	p, text, now := display(true)
	show(p, now)
	const wipe = "\r\x1b[K"
	want := wipe + "one" + wipe + "spin" + wipe + "spin again" + wipe + "stays\nstays too\n" + wipe + "two" + wipe
	if text.String() != want {
		t.Errorf("want %q, have %q", want, text.String())
	}
}

// Elsewhere there are lines and no control characters, and spinning is silent.
func TestProgress_plain(t *testing.T) {
	p, text, now := display(false)
	show(p, now)
	if want := "one\nstays\nstays too\ntwo\n"; text.String() != want {
		t.Errorf("want %q, have %q", want, text.String())
	}
}

func TestNew_file(t *testing.T) {
	f, err := os.Create(filepath.Join(t.TempDir(), "log"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if New(f, time.Now).live {
		t.Error("a file is no terminal")
	}
	if New(new(strings.Builder), time.Now).live {
		t.Error("a text is no terminal")
	}
}

func TestDuration(t *testing.T) {
	for _, c := range []struct {
		d    time.Duration
		want string
	}{
		{0, "0s"},
		{499 * time.Millisecond, "0s"},
		{45 * time.Second, "45s"},
		{59*time.Second + 600*time.Millisecond, "1m00s"},
		{80 * time.Second, "1m20s"},
		{time.Hour - time.Second, "59m59s"},
		{time.Hour - time.Millisecond, "1h00m"},
		{2*time.Hour + 5*time.Minute + 59*time.Second, "2h05m"},
		{100 * time.Hour, "100h00m"},
	} {
		if got := Duration(c.d); got != c.want {
			t.Errorf("%v: want %s, have %s", c.d, c.want, got)
		}
	}
}
