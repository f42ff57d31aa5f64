package engine_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"bloodline/engine/entry"
	"bloodline/engine/roll"
)

func TestSeed(t *testing.T) {
	t.Setenv(entry.SeedVariable, "18446744073709551615")
	if n, err := entry.Seed(); n != 1<<64-1 || err != nil {
		t.Errorf("have %d, %v", n, err)
	}
	for _, text := range []string{"-1", "18446744073709551616", "0x1", "many"} {
		t.Setenv(entry.SeedVariable, text)
		if _, err := entry.Seed(); err == nil || !strings.Contains(err.Error(), "must be a decimal number below 2^64, have \""+text) {
			t.Errorf("%s: have %v", text, err)
		}
	}
	t.Setenv(entry.SeedVariable, "")
	a, _ := entry.Seed()
	b, err := entry.Seed()
	if a == b || err != nil {
		t.Errorf("without the variable have %d twice, %v", a, err)
	}
}

func TestMain_Codes(t *testing.T) {
	for _, c := range []struct {
		seed   string
		args   []string
		err    error
		code   int
		served bool
		errs   string
	}{
		{"7", nil, nil, 0, true, ""},
		{"7", nil, errors.New("line 3: no"), 1, true, "bot: line 3: no\n"},
		{"x", nil, nil, 2, false, "bot: BLOODLINE_SEED: must be"},
		{"7", []string{"fast"}, nil, 2, false, "bot plays; it takes no arguments.\n"},
		{"7", []string{"-h"}, nil, 0, false, "bot plays; it takes no arguments.\n"},
		{"7", []string{"--help", "x"}, nil, 0, false, "bot plays; it takes no arguments.\n"},
	} {
		t.Setenv(entry.SeedVariable, c.seed)
		var errs strings.Builder
		served := false
		code := entry.Main("bot", "plays", c.args, &errs, func(seed uint64) error {
			served = seed == 7
			return c.err
		})
		if code != c.code || served != c.served || !strings.HasPrefix(errs.String(), c.errs) || (c.errs == "") != (errs.Len() == 0) {
			t.Errorf("%+v: code %d, served %t, %q", c, code, served, errs.String())
		}
	}
}

// The rolls are those of the seat whose seed it is, one for each answer.
func TestLines(t *testing.T) {
	rolls := roll.New(7)
	want := fmt.Sprintf("%d\n%d\n", rolls.Uint64(), rolls.Uint64())
	var out strings.Builder
	var told []string
	heard := func(line string) (bool, error) {
		told = append(told, line)
		if line == "bad" {
			return false, errors.New("no such word")
		}
		return line == "act", nil
	}
	answer := func(x uint64) string { return fmt.Sprint(x) }
	if err := entry.Lines(7, strings.NewReader("deal K\nact\nmove\nact"), &out, heard, answer); err != nil || out.String() != want || len(told) != 4 {
		t.Errorf("have %q of %q, %v, want %q", out.String(), told, err, want)
	}
	if err := entry.Lines(7, strings.NewReader("deal\nbad\nact\n"), &out, heard, answer); err == nil || err.Error() != "line 2: no such word" {
		t.Errorf("have %v", err)
	}
	if err := entry.Lines(7, strings.NewReader("act\n"), closed{}, heard, answer); !errors.Is(err, errClosed) {
		t.Errorf("have %v", err)
	}
}

var errClosed = errors.New("pipe closed")

type closed struct{}

func (closed) Write([]byte) (int, error) { return 0, errClosed }
