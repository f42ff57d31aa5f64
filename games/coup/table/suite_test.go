package table_test

import (
	"strings"
	"testing"

	"bloodline/engine"
	"bloodline/engine/roll"
	"bloodline/games/coup/seat"
	"bloodline/games/coup/table"
	"bloodline/games/parttest"
)

// blunt picks a legal action by the roll alone; unlike [style] it allocates
// nothing.
type blunt struct{ not seat.Mask }

func (b blunt) Act(v *seat.View, r uint64) seat.Action {
	m := v.Legal &^ b.not
	if m == 0 {
		m = v.Legal
	}
	return seat.Action(roll.Bit(r, uint64(m)))
}

// crowd is even choice, a player who never challenges, and a player who never claims.
func crowd() []engine.Player {
	return []engine.Player{
		blunt{},
		blunt{not: seat.Challenge.Bit()},
		blunt{not: seat.Exchange.Bit() | seat.Tax.Bit() | seat.Assassinate.Bit() | seat.Steal.Bit()},
	}
}

func TestGame_Conformance(t *testing.T) { parttest.Table(t, table.Game{}, crowd) }

func TestGame_Playthrough(t *testing.T) {
	for _, seed := range []uint64{1, 20} {
		parttest.Golden(t, table.Game{}, seed, crowd()[:2])
	}
}

// Info says what the contest's rules say: two players, a point for a win.
func TestGame_Info(t *testing.T) {
	i := table.Game{}.Info()
	if i.Name != "coup" || i.Seats != 2 || i.Dynamics != engine.Sequential || !i.ZeroSum || i.Mean != 0.5 || i.Max != 1 || i.ScoreUnit != 1 {
		t.Errorf("have %+v", i)
	}
	if table.MaxInvocations != 200 {
		t.Errorf("a game lasts %d invocations, want 200", table.MaxInvocations)
	}
}

func TestTable_Tap(t *testing.T) {
	tab := table.NewTable()
	var text []byte
	for seed := range uint64(300) {
		players := []engine.Player{crowd()[seed%3], crowd()[seed/3%3]}
		tab.Watch(func(inv *table.Invocation) { text = append(text, inv.Written...) })
		text = text[:0]
		tab.Play(seed, players)
		var lines []byte
		tab.Trace(func(line string) {
			line, _, _ = strings.Cut(line, " ") // the cards follow
			lines = append(append(lines, line...), '\n')
		})
		tab.Play(seed, players)
		if n := len(text); text[n-1] != '\n' {
			text = append(text, '\n')
		}
		if string(lines) != string(text) {
			t.Fatalf("seed %d: the trace has %q, the file is %q", seed, lines, text)
		}
	}
}

// A policy that answers with what is not legal is a bug of ours.
func TestTable_IllegalAction(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("a Coup with one coin was played")
		}
	}()
	table.NewTable().Play(1, []engine.Player{always(seat.Coup), always(seat.Coup)})
}

type always seat.Action

func (a always) Act(*seat.View, uint64) seat.Action { return seat.Action(a) }

func BenchmarkTable_Play(b *testing.B) {
	b.ReportAllocs()
	tab, players := table.NewTable(), crowd()[:2]
	for seed := range uint64(b.N) {
		tab.Play(seed, players)
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "games/s")
}
