package command_test

import (
	"slices"
	"strings"
	"testing"

	"bloodline/arena/command"
)

// Maps are compared by name, content and order: a digest knows that they differ, and runs of v0.1.0 recorded each file
// below the run file's folder.
func TestChanged(t *testing.T) {
	pool := func(lines ...string) map[string]string {
		return map[string]string{"bot.py": "0", command.MapsKey: strings.Join(lines, "\n") + "\n"}
	}
	a, b, c, words := `1 "maps/a"`, `2 "maps/b"`, `3 "../c"`, ` "open"`
	now := pool(a, b, c, words)
	for _, tt := range []struct {
		begun    map[string]string
		programs string
		maps     string
	}{
		{now, "", ""},
		{command.Digests(now), "", ""},
		{command.Digests(pool(a, b)), "", `"2 maps, `},
		{pool(b, a, c, words), "", "another order"},
		{pool(a, b, `4 "../c"`, words), "", `changed "../c"`},
		{pool(a, b, words), "", `added "../c"`},
		{pool(a, b, c, words, `5 "d"`), "", `missing "d"`},
		{map[string]string{"bot.py": "1", command.MapsKey: now[command.MapsKey]}, "bot.py", ""},
		{map[string]string{"bot.py": "0", "maps/a": "1", "maps/b": "2"}, "", ""},
		{map[string]string{"bot.py": "0", "maps/a": "1", "maps/b": "7"}, "maps/b", ""},
		{map[string]string{"bot.py": "0", "maps/a": "1", "maps/b": "2", "maps/d": "4"}, "maps/d", ""},
		{map[string]string{"bot.py": "0"}, "", ""},
	} {
		programs, err := command.Changed(tt.begun, now)
		if !slices.Equal(programs, strings.Fields(tt.programs)) || (err == nil) != (tt.maps == "") || err != nil && !strings.Contains(err.Error(), tt.maps) {
			t.Errorf("%v: %q, %v, want %q, %q", tt.begun, programs, err, tt.programs, tt.maps)
		}
	}
}
