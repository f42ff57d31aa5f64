package wojna

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"bloodline/arena"
	"bloodline/arena/record"
	"bloodline/arena/referee"
	"bloodline/engine"
	"bloodline/games/wojna/table"
	"bloodline/internal/guard"
)

// short is a contest of runs of few deals.
func short(deals int) referee.Contest { return Contest{Game: table.Game{Deals: deals}} }

// patience returns limits with a time for what a mode is late for, and else such as a busy machine keeps.
func patience(mode string, limit time.Duration) referee.Limits {
	l := referee.Limits{First: time.Minute, FirstMoves: 1, Then: time.Minute, ThenMoves: 1, Hang: time.Minute}
	switch mode {
	case "late":
		l.First, l.Then = limit, limit
	case "mute play":
		l.First, l.Then, l.Hang = limit, limit, limit
	case "stalls for ever": // the contest's own limits, and --move-time
		l = referee.Limits{Move: limit}
	}
	return l
}

// once plays a run in one seating.
type once struct{ referee.Contest }

func (o once) Referee(ctx context.Context, m *referee.Match) (out engine.Outcome, err error) {
	if m.Rotation > 0 {
		return out, nil
	}
	return o.Contest.Referee(ctx, m)
}

func playRun(t *testing.T, c referee.Contest, o referee.Options, seats ...referee.Seat) *referee.Report {
	t.Helper()
	r, err := referee.Play(context.Background(), c, seats, arena.Pair{Blocks: 1, Seed: 3}, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// A bad bot harms only itself.
func TestFaults(t *testing.T) {
	type faults = map[referee.Kind]int
	for _, c := range []struct {
		mode    string
		want    faults
		forfeit bool
		detail  string // of the last fault
	}{
		{"illegal", faults{referee.Illegal: 3}, true, `genmove 2: "= raise 7"`},
		{"once illegal", faults{referee.Illegal: 1}, false, `genmove 2: "= fold"`},
		{"refuses", faults{referee.Refused: 3}, true, `"? I do not know"`},
		{"late", faults{referee.Late: 3}, true, "took"},
		{"stalls for ever", faults{referee.Timeout: 1}, true, "at genmove 2"},
		{"mute play", faults{referee.Timeout: 1}, true, "at play "},
		{"dies", faults{referee.Exit: 1}, true, "at genmove 2"},
		{"closes its input", faults{referee.Exit: 1}, true, "at play "},
		{"binary", faults{referee.Garbage: 1}, true, "at genmove 2"},
		{"half a reply", faults{referee.Exit: 1}, true, "= check"},
		{"many replies", faults{referee.Flood: 1}, true, "at play "},
		{"minimal", faults{}, false, ""},
		{"blanks", faults{}, false, ""},
		{"shout", faults{}, false, ""},
		{"no quit", faults{}, false, ""},
	} {
		t.Run(c.mode, func(t *testing.T) {
			t.Parallel() // some wait
			good, limited := self("bot", "Odds"), c.want[referee.Timeout]+c.want[referee.Late] > 0
			if limited {
				good = ours("Odds") // on a busy machine every bot may be late
			}
			var r *referee.Report
			play := func(limit time.Duration) error {
				o := referee.Options{Limits: patience(c.mode, limit)}
				r = playRun(t, once{short(2)}, o, ours("Tight"), self("bad", c.mode, (2*limit).String()), good, ours("Random"))
				rec := r.Stats[1]
				if diff := cmp.Diff(c.want, rec.Faults, cmpopts.EquateEmpty()); diff != "" || rec.Forfeits == 1 != c.forfeit {
					return fmt.Errorf("forfeits %d, faults (-want +got):\n%s%+v", rec.Forfeits, diff, rec.Samples)
				}
				if n := len(rec.Samples); n > 0 {
					f := rec.Samples[n-1]
					if !strings.Contains(f.Detail, c.detail) || !strings.HasPrefix(f.Stderr, "bad bot: "+c.mode) || f.Move < 2 {
						return fmt.Errorf("want %q and its stderr, have %+v", c.detail, f)
					}
				}
				return nil
			}
			if limited {
				guard.Within(t, play)
			} else if err := play(0); err != nil {
				t.Error(err)
			}
			if n := r.Stats[2].Faults; len(n) > 0 {
				t.Errorf("the good bot is blamed: %+v", r.Stats[2].Samples)
			}
			if sum := scored(r); sum != 84*2 {
				t.Errorf("two deals must have %d points, have %d", 84*2, sum)
			}
		})
	}
}

func scored(r *referee.Report) (sum int64) {
	for _, p := range r.Results[0].Score {
		sum += p
	}
	return sum
}

// A seat that has forfeited passes to the end of the run.
func TestForfeit_Passes(t *testing.T) {
	text := ""
	keep := func(_, turn int, g *record.Record) error {
		text += strings.Join(g.Trace, "\n") + "\n"
		if own := strings.Join(g.Played(), "\n"); turn == 0 && strings.Count(own, "1 genmove 1") != from {
			t.Errorf("the record has %d questions to the program before it died, want %d", strings.Count(own, "1 genmove 1"), from)
		}
		return nil
	}
	playRun(t, once{short(3)}, referee.Options{Keep: keep, Limits: patience("dies", 0)}, self("bad", "dies"), ours("Checker"), ours("Checker"), ours("Checker"))
	_, rest, _ := strings.Cut(text, "all setdeck")
	asked, passed := strings.Count(rest, "1 genmove 1\n"), strings.Count(rest, "1 genmove 1\nall play 1 pass\n")
	if asked-passed > 2 || asked < 50 {
		t.Errorf("asked %d times, passed %d times", asked, passed)
	}
}
