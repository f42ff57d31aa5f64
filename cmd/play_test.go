//go:build linux

package cmd

import (
	"bytes"
	"encoding/json"
	"slices"
	"testing"

	"bloodline/internal/guard"
)

// The games that play shows are those that match counts.
func TestPlay_match(t *testing.T) {
	say := func(words ...string) *json.Decoder {
		t.Helper()
		var stdout, stderr bytes.Buffer
		if err := call(append(words, "-o", "json"), &stdout, &stderr); err != nil {
			t.Fatalf("%v: %v\n%s", words, err, &stderr)
		}
		return json.NewDecoder(&stdout)
	}
	var match []struct{ Mean float64 }
	guard.Must(t, say("match", "Calculator", "Lawyer", "--games", "40", "--seed", "7").Decode(&match))
	won, games := 0.0, say("play", "Calculator", "Lawyer", "--games", "40", "--seed", "7")
	for range 40 {
		var g struct {
			Players []string
			Points  []float64
		}
		guard.Must(t, games.Decode(&g))
		won += g.Points[slices.Index(g.Players, "Calculator")]
	}
	if won/40 != match[0].Mean {
		t.Errorf("play counts %v of 40 wins, match a share of %v", won, match[0].Mean)
	}
}
