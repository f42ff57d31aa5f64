package command_test

import (
	"testing"
	"time"

	"bloodline/engine"
	"bloodline/internal/guard"
)

// A process that keeps 64 MB after a hundred games has that much more than one of the first few.
func TestSimulator_EndIdle(t *testing.T) {
	s := sized(t, "grows")
	_, _, _, err := s.Check(t.Context(), games(s, 12), time.Hour)
	guard.Must(t, err)
	all := games(s, 200)
	_ = guard.Value(s.PlayAll(t.Context(), all, make([]engine.Outcome, len(all))))(t)
	if most, atFirst := s.EndIdle(); atFirst == 0 || most < atFirst+60<<20 {
		t.Errorf("%d MB at first, then %d", atFirst>>20, most>>20)
	}
}
