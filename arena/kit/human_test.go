package kit_test

import (
	"errors"
	"strings"
	"testing"

	"bloodline/arena/human"
	"bloodline/engine"
)

type broken struct{}

func (broken) Play(uint64, []engine.Player) engine.Outcome {
	var none []int
	none[0]++
	return engine.Outcome{}
}

// A fault in the code of a game breaks off that game, and says where.
func TestSit_panic(t *testing.T) {
	at := func(human.Sitting) human.PersonTable {
		return human.PersonTable{Table: broken{}, Bot: func(int) engine.Player { return nil }}
	}
	_, err := human.Sit(at, human.Sitting{}, engine.Info{Seats: 2, ScoreUnit: 1}, 1).State()
	if err == nil || errors.Is(err, human.ErrLeft) || !strings.Contains(err.Error(), "human_test.go:16: ") {
		t.Errorf("have %v, want the line of the fault", err)
	}
}

func TestList(t *testing.T) {
	for _, want := range []string{"", "a Duke", "a Duke and a Captain", "a Duke, a Duke and a Captain"} {
		names := strings.Split(strings.ReplaceAll(want, " and ", ", "), ", ")
		if have := human.List(names); have != want {
			t.Errorf("have %q, want %q", have, want)
		}
	}
	if have := human.List(nil); have != "" {
		t.Errorf("of none: have %q", have)
	}
}
