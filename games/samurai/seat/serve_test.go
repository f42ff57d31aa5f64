package seat_test

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"bloodline/games/samurai/seat"
)

// policy makes a function a policy.
type policy func(*seat.View, uint64) seat.Action

func (p policy) Act(v *seat.View, r uint64) seat.Action { return p(v, r) }

// sampleIn is what a program was sent in a game on the official server with seed 2014; sampleMoves are its answers.
var sampleIn = strings.ReplaceAll(`9 4 6
3 5 4 5 4 3
1 D/0 0 0 0/0 0 0 0/0 0 0 0/0 0 0 0/0 0 0 0/0 0 0 0/0 0 0 0 0 0/0 0 0 0 0 0
2 N/1 0 1 0/1 2 1 0/1 0 1 0/1 2 1 0/1 1 1 1/0 0 0 4/1 1 1 1 1 0
3 D/1 0 1 0/1 2 1 0/1 0 1 0/1 2 1 0/1 1 1 1/0 0 0 4/1 3 1 1 3 0/0 3 0 3 2 0
4 N/1 0 2 0/1 4 2 2/1 1 2 1/5 4 1 1/1 1 2 1/1 0 1 5/1 3 1 5 3 1
5 D/1 0 2 0/1 4 2 2/1 1 2 1/5 4 1 1/1 1 2 1/1 0 1 5/1 5 3 5 3 1/0 2 2 3 0 1
6 N/1 3 2 1/6 8 5 4/3 1 2 4/9 10 7 3/3 1 2 4/1 0 5 7/1 6 3 9 3 1
7 D/1 3 2 1/6 8 5 4/3 1 2 4/9 10 7 3/3 1 2 4/1 0 5 7/3 6 3 11 3 1/2 2 1 3 0 0
8 N/1 4 4 2/6 10 5 4/5 3 2 5/10 10 7 4/5 1 5 5/1 0 5 8/3 6 5 12 5 1
9 D/1 4 4 2/6 10 5 4/5 3 2 5/10 10 7 4/5 1 5 5/1 0 5 8/5 6 5 12 7 1/1 1 3 0 2 1
`, "/", "\n")

var sampleMoves = [seat.Turns]seat.Action{
	seat.ActionOf(0, 1, 2, 3, 4), seat.ActionOf(1, 4), seat.ActionOf(3, 3, 3, 3, 5), seat.ActionOf(1, 2),
	seat.ActionOf(1, 3, 3, 3, 3), seat.ActionOf(0, 3), seat.ActionOf(2, 2, 3, 4, 4), seat.ActionOf(0, 4),
	seat.ActionOf(1, 2, 2, 2, 5),
}

const sampleOut = "READY\n0 1 2 3 4\n1 4\n3 3 3 3 5\n1 2\n1 3 3 3 3\n0 3\n2 2 3 4 4\n0 4\n1 2 2 2 5\n"

// replay answers like the sample's program.
var replay = policy(func(v *seat.View, _ uint64) seat.Action { return sampleMoves[v.Turn-1] })

// even spreads its visits by the roll and looks at all there is to a view.
var even = policy(func(v *seat.View, r uint64) seat.Action {
	for i := range v.Secrets {
		s := &v.Secret[i&1]
		for l := range seat.Lords {
			r += uint64(s.Chance(l, int(r%3)))
		}
		r += uint64(s.Deal(r)[1])
	}
	if v.Night() {
		return seat.Night(int(r % seat.NightActions))
	}
	return seat.Day(int(r % seat.DayActions))
})

func TestMain_Sample(t *testing.T) {
	var out, errs strings.Builder
	if code := seat.Main("bot", replay, nil, strings.NewReader(sampleIn), &out, &errs); code != 0 {
		t.Errorf("code %d: %s", code, errs.String())
	}
	if out.String() != sampleOut {
		t.Errorf("answered\n%s\nwant\n%s", out.String(), sampleOut)
	}
}

// A report's text is unchanged read from.
func TestReport_Text(t *testing.T) {
	var text []byte
	p := policy(func(v *seat.View, r uint64) seat.Action {
		if v.Turn == 1 {
			text = seat.AppendStart(text, &v.Strength)
		}
		text = v.AppendText(text)
		return replay(v, r)
	})
	if err := seat.Serve(p, 0, strings.NewReader(sampleIn), io.Discard); err != nil {
		t.Fatal(err)
	}
	if string(text) != sampleIn {
		t.Errorf("have\n%s\nwant\n%s", text, sampleIn)
	}
}

// One write a line, READY before anything is read, each answer before the next
// report, and an end after the ninth although the input stays open.
func TestServe_Conversation(t *testing.T) {
	inR, inW := io.Pipe()
	writes := make(chan string)
	done := make(chan error, 1)
	go func() { done <- seat.Serve(replay, 0, inR, writer(func(b []byte) { writes <- string(b) })) }()
	want := strings.SplitAfter(sampleOut, "\n")
	lines := strings.SplitAfter(sampleIn, "\n")
	at := 0
	for i, w := range want[:len(want)-1] {
		select {
		case got := <-writes:
			if got != w {
				t.Errorf("write %d: %q, want %q", i, got, w)
			}
		case <-time.After(time.Minute):
			t.Fatalf("no write %d", i)
		}
		n := 9 - i%2 // nine lines by day, eight by night
		if i == 0 {
			n = 11
		}
		for range n {
			if i < 9 {
				if _, err := io.WriteString(inW, lines[at]); err != nil {
					t.Fatal(err)
				}
				at++
			}
		}
	}
	select {
	case err := <-done:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(time.Minute):
		t.Error("still there after the ninth answer")
	}
}

type writer func([]byte)

func (w writer) Write(b []byte) (int, error) { w(b); return len(b), nil }

// The end of the input is no fault wherever a line ends.
func TestMain_EndOfInput(t *testing.T) {
	for i, c := range sampleIn {
		if c != '\n' {
			continue
		}
		var out, errs strings.Builder
		if code := seat.Main("bot", replay, nil, strings.NewReader(sampleIn[:i+1]), &out, &errs); code != 0 || errs.Len() > 0 {
			t.Errorf("after %d bytes: code %d, %q", i+1, code, errs.String())
		}
		if !strings.HasPrefix(sampleOut, out.String()) {
			t.Errorf("after %d bytes: answered %q", i+1, out.String())
		}
	}
	var out strings.Builder
	if code := seat.Main("bot", replay, nil, strings.NewReader(""), &out, io.Discard); code != 0 || out.String() != "READY\n" {
		t.Errorf("no input: code %d, %q", code, out.String())
	}
}

func TestMain_CarriageReturnsAndBlanks(t *testing.T) {
	var out, errs strings.Builder
	in := strings.ReplaceAll(sampleIn, "\n", " \r\n")
	if code := seat.Main("bot", replay, nil, strings.NewReader(in), &out, &errs); code != 0 || out.String() != sampleOut {
		t.Errorf("code %d: %s", code, errs.String())
	}
}

// Each row breaks one line of the sample; the message names it.
func TestMain_Garbage(t *testing.T) {
	for _, c := range []struct{ old, fresh, want string }{
		{"9 4 6\n", "9 4\n", `line 1: setting: must be 3 numbers, have "9 4"`},
		{"9 4 6\n", "9 3 6\n", "line 1: setting: must be 9 4 6, have [9 3 6]"},
		{"9 4 6\n", "\n", `line 1: setting: must be 3 numbers, have ""`},
		{"3 5 4 5 4 3\n", "3 5 4 5 4 7\n", `line 2: strengths: number 6 must be in [3, 6], have "7"`},
		{"3 5 4 5 4 3\n", "3 5 x 5 4 3\n", `line 2: strengths: number 3 must be in [3, 6], have "x"`},
		{"1 D\n", "1 N\n", `line 3: turn: must be "1 D", have "1 N"`},
		{"2 N\n", "3 D\n", `line 12: turn: must be "2 N", have "3 D"`},
		{"2 N\n1 0 1 0\n", "2 N\n1 0 1\n", `line 13: public intimacies: must be 4 numbers, have "1 0 1"`},
		{"2 N\n1 0 1 0\n", "2 N\n1 0 1 -1\n", `line 13: public intimacies: number 4 must be in [0, 255], have "-1"`},
		{"2 N\n1 0 1 0\n", "2 N\n2 0 1 0\n", "line 19: intimacies of column 0: must sum to 5 on turn 2, have 6"},
		{"4 N\n1 0 2 0\n", "4 N\n0 0 2 0\n", "line 36: intimacy of lord 0, column 0: must not fall below 1, have 0"},
		{"\n1 1 1 1 1 0\n", "\n0 2 1 1 1 0\n", "line 19: own intimacy of lord 0: must not fall or be less than the public one, have 0"},
		{"\n1 3 1 1 3 0\n", "\n1 3 1 1 2 0\n", "line 28: visits of lord 4 in the night: must include the own ones, have 2"},
		{"\n1 3 1 1 3 0\n", "\n1 3 1 1 1 0\n", "line 28: own intimacies: must sum to 9 on turn 3, have 7"},
		{"\n0 3 0 3 2 0\n", "\n0 3 0 3 3 0\n", "line 28: visits of the night: must sum to 8 on turn 3, have 9"},
		{"\n0 3 0 3 2 0\n", "\n3 0 0 3 2 0\n", "line 28: visits of lord 1 in the night: must include the own ones, have 0"},
		{"1 D\n0 0 0 0\n", "1 D\n" + strings.Repeat("7", 100) + "\n", "line 4: public intimacies: must be 4 numbers, have \"" + strings.Repeat("7", 40) + "...\""},
	} {
		in := strings.Replace(sampleIn, c.old, c.fresh, 1)
		if in == sampleIn {
			t.Fatalf("%q does not occur", c.old)
		}
		var out, errs strings.Builder
		code := seat.Main("bot", replay, nil, strings.NewReader(in), &out, &errs)
		if code != 1 || errs.String() != "bot: "+c.want+"\n" {
			t.Errorf("%q for %q: code %d, %q, want %q", c.fresh, c.old, code, errs.String(), c.want)
		}
	}
}

type broken struct{}

var errBroken = errors.New("pipe closed")

func (broken) Write([]byte) (int, error) { return 0, errBroken }

func TestServe_WriteFails(t *testing.T) {
	if err := seat.Serve(replay, 0, strings.NewReader(sampleIn), broken{}); !errors.Is(err, errBroken) {
		t.Errorf("have %v", err)
	}
}

// To any input, the program answers legally and ends with an error or at the end of the input.
func FuzzServe(f *testing.F) {
	f.Add([]byte(sampleIn))
	f.Add([]byte(sampleIn[:200]))
	f.Add([]byte("9 4 6\n3 3 3 3 3 3\n1 D\n"))
	f.Add([]byte("9 4 6\r\n\x00\n"))
	f.Add(bytes.Repeat([]byte("1 "), 70_000))
	f.Fuzz(func(t *testing.T, in []byte) {
		var out bytes.Buffer
		err := seat.Serve(even, 1, bytes.NewReader(in), &out)
		answers := strings.Count(out.String(), "\n") - 1
		if err != nil && answers == seat.Turns {
			t.Errorf("nine answers and %v", err)
		}
	})
}
