package games_test

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"bloodline"
	"bloodline/arena/record"
	"bloodline/games/coup"
	"bloodline/internal/guard"
)

// The example of rivals.md turns a log of moves with the hands into the record of that game.
func TestRivals_convert(t *testing.T) {
	guard.Slow(t)
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("no python3")
	}
	page, err := os.ReadFile("../docs/rivals.md")
	guard.Must(t, err)
	_, code, _ := strings.Cut(string(page), "```python\n")
	code, _, _ = strings.Cut(code, "```")
	set, err := bloodline.Resolve(coup.Game())
	guard.Must(t, err)
	g := set[0]
	for deal := range uint64(6) {
		want, err := g.Trace([]string{"Anna", "Bob"}, g.BaselinePlayers()[:2], deal, 0)
		guard.Must(t, err)
		cmd := exec.Command(python, "-c", code, "Anna", "Bob")
		cmd.Stdin = strings.NewReader(strings.TrimSuffix(logOf(want.Trace), "/\n") + "\n\n") // nothing is written behind the last card
		out, err := cmd.Output()
		guard.Must(t, err)
		var have record.Record
		if err := json.NewDecoder(bytes.NewReader(out)).Decode(&have); err != nil || !slices.Equal(have.Trace, want.Trace) {
			t.Fatalf("deal %d (%v): have %q, want %q", deal, err, have.Trace, want.Trace)
		}
	}
}

// logOf is a game as a contest may log it: the hand and what was written, with a slash for a newline.
func logOf(trace []string) (log string) {
	for _, line := range trace {
		words := strings.Fields(line)
		written := strings.Split(words[0], "")
		if cards := len(words) - 1; cards > len(written) {
			written = append(written, "/") // an invocation of its own
		} else if cards == len(written) && !strings.HasSuffix(line, "\n") {
			written[len(written)-1] += "/"
		}
		for i, w := range written {
			log += words[1+i] + " " + w + "\n"
		}
	}
	return log
}
