package samurai

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"bloodline/arena/portrait"
	"bloodline/engine"
	"bloodline/engine/roll"
	"bloodline/games/parttest"
	"bloodline/games/samurai/seat"
	"bloodline/games/samurai/table"
)

// script plays a given list of moves.
type script [seat.Turns]seat.Action

func (p *script) Act(v *seat.View, _ uint64) seat.Action { return p[v.Turn-1] }

// piler spends every visit on one lord.
func piler(lord int) *script {
	p := new(script)
	for i := range p {
		p[i] = seat.Action(0).With(lord, seat.Visits(uint8(i+1)))
	}
	return p
}

type chancer struct{}

func (chancer) Act(v *seat.View, r uint64) seat.Action {
	if v.Night() {
		return seat.Night(roll.Below(r, seat.NightActions))
	}
	return seat.Day(roll.Below(r, seat.DayActions))
}

func TestProbe_Conformance(t *testing.T) {
	probe := func(p engine.Player) portrait.Probe { return newProbe(p.(seat.Policy)) }
	parttest.Portrait(t, table.Game{}, probe, chancer{}, piler(0), piler(1))
	parttest.PortraitAllocations(t, table.Game{}, probe, chancer{}, piler(0), piler(1))
}

func row(t *testing.T, p *probe, title, first string) []string {
	t.Helper()
	for _, tab := range p.Tables() {
		for _, r := range tab.Rows {
			if text := parttest.Text(r); strings.HasPrefix(tab.Title, title) && text[0] == first {
				return text
			}
		}
	}
	t.Fatalf("no row %q in table %q", first, title)
	return nil
}

// Four pilers, each on a lord of its own: known by hand. Each is first with one lord of six, by 41 points of intimacy,
// and shares the last place of three more; the lords that nobody visits are nobody's.
func TestProbe_Piler(t *testing.T) {
	p := newProbe(piler(0))
	var tab table.Table
	const n = 60
	for seed := range uint64(n) {
		tab.Play(seed, []engine.Player{piler(1), p, piler(2), piler(3)})
	}
	if p.results.At(0, games).Did != n {
		t.Errorf("%d games", p.results.At(0, games).Did)
	}
	if got, want := row(t, p, "How visits", "1 day")[1:], []string{"5.00", "1.00", "100 % of 240", "100 % of 300", "0 % of 300"}; !slices.Equal(got, want) {
		t.Errorf("turn 1: %v, want %v", got, want)
	}
	if got, want := row(t, p, "How visits", "8 night")[1:], []string{"2.00", "1.00", "100 % of 60", "100 % of 120", "100 % of 120"}; !slices.Equal(got, want) {
		t.Errorf("turn 8: %v, want %v", got, want)
	}
	if got, want := row(t, p, "Tops", "all")[1:], []string{"17 % of 360", "50 % of 360", "17 % of 360", "50 % of 360"}; !slices.Equal(got, want) {
		t.Errorf("places: %v, want %v", got, want)
	}
	words := parttest.Say(p)
	for _, want := range []string{
		"It piles up its days: its largest pile is 5.00 of five visits, on 1.00 lords a day.",
		"By night both visits go to one lord in 100 % of cases, and 100 % of secret visits go where it was seen the day before.",
		"first with 17 % of the lords, by 41.00 points of intimacy on average, and last with 50 %",
		"it seeks the quiet lords",
	} {
		if !strings.Contains(words, want) {
			t.Errorf("no %q in\n%s", want, words)
		}
	}
}

// halfTime is a chancer that keeps its points of half-time, which turn 6 reports.
type halfTime struct {
	chancer
	points int32
}

func (h *halfTime) Act(v *seat.View, r uint64) seat.Action {
	if v.Turn == seat.HalfTurn+1 {
		h.points = v.Half[0]
	}
	return h.chancer.Act(v, r)
}

// Its results are the table's.
func TestProbe_Results(t *testing.T) {
	seen := &halfTime{}
	p := newProbe(seen)
	var tab table.Table
	const games = 400
	wins, half, final := int64(0), int32(0), int32(0)
	for seed := range uint64(games) {
		wins += tab.Play(seed, []engine.Player{chancer{}, chancer{}, p, chancer{}}).Score[2]
		half += seen.points
		final += tab.Totals()[2] - seen.points
	}
	got := row(t, p, "Results", "400")
	if want := format(int32(wins), games); got[1] != want {
		t.Errorf("won %s, the table has %s", got[1], want)
	}
	if a, b := hundredths(half, games), hundredths(final, games); got[5] != a || got[6] != b {
		t.Errorf("points %v, the table has %s and %s", got[5:], a, b)
	}
}

func format(n int32, of float64) string { return fmt.Sprintf("%.0f %% of %.0f", 100*float64(n)/of, of) }

func hundredths(twelfths int32, games float64) string {
	return fmt.Sprintf("%.2f", float64(twelfths)/12/games)
}
