package terminal_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"bloodline/cmd/internal/terminal"
	"bloodline/internal/guard"
)

// No text brings a terminal to do anything, and JSON stays what it is.
func TestSafe(t *testing.T) {
	for text, want := range map[string]string{
		"plain, 5 %\n\ttab":      "plain, 5 %\n\ttab",
		"± ♥ 王\u00a0–":           "± ♥ 王\u00a0–",
		"a\x1b]0;mine\x07\r\x7f": `a\u001b]0;mine\u0007\u000d\u007f`,
		"\u202egnp\u009b2J":      `\u202egnp\u009b2J`,
		"\U000e0041":             `\udb40\udc41`,
		"\xff":                   `\ufffd`,
	} {
		var out strings.Builder
		w := terminal.Safe(&out)
		if n, err := w.Write([]byte(text)); n != len(text) || err != nil || out.String() != want {
			t.Errorf("%q: have %q, want %q (%d, %v)", text, out.String(), want, n, err)
		}
		line := guard.Value(json.Marshal(text))(t)
		var first, quoted string
		guard.Must(t, json.Unmarshal(line, &first))
		if err := json.Unmarshal([]byte(terminal.Quote(string(line))), &quoted); err != nil || quoted != first {
			t.Errorf("%q: JSON becomes %q, %v", text, quoted, err)
		}
	}
}

// Lines of progress are quoted, too.
func TestProgress_quotes(t *testing.T) {
	var out strings.Builder
	p := terminal.New(terminal.Safe(&out), time.Now)
	p.Line("run \x1b[2J")
	if have := out.String(); have != `run \u001b[2J`+"\n" {
		t.Errorf("have %q", have)
	}
}
