package wojna

import (
	"regexp"
	"strings"
	"testing"

	"bloodline/arena/portrait"
	"bloodline/engine"
	"bloodline/games/parttest"
	"bloodline/games/wojna/seat"
	"bloodline/games/wojna/table"
)

type checker struct{}

func (checker) Act(*seat.View, uint64) seat.Action { return seat.Check }

// liar raises by two first with a 1, checks a 13 and then raises any raiser, pays up to two cards and folds to more.
type liar struct{}

func (liar) Act(v *seat.View, _ uint64) seat.Action {
	switch {
	case v.Card == 1 && v.Raises == 0 && v.Legal().Has(seat.Raise2):
		return seat.Raise2
	case v.Card == 13 && v.Raises > 0 && v.Raises < 3 && v.Legal().Has(seat.Raise1):
		return seat.Raise1
	case v.Price() > 2:
		return seat.Pass
	}
	return seat.Check
}

func watch(seed uint64, runs int, inner seat.Policy) *probe {
	p := newProbe(inner)
	t := table.NewTable(table.Game{Deals: 10})
	for i := range runs {
		t.Play(seed+uint64(i), []engine.Player{p, liar{}, liar{}, checker{}})
	}
	return p
}

func find(t *testing.T, tables []portrait.CountTable, title string, row int) []string {
	t.Helper()
	for _, x := range tables {
		if strings.HasPrefix(x.Title, title) {
			return parttest.Text(x.Rows[row])
		}
	}
	t.Fatalf("no table %q", title)
	return nil
}

// TestProbe_checker: a player that always checks.
func TestProbe_checker(t *testing.T) {
	p := watch(1, 20, checker{})
	for _, x := range p.Tables() {
		if !strings.Contains(x.Title, "pay") {
			continue
		}
		for i := range x.Rows {
			r := find(t, p.Tables(), x.Title, i)
			never, always := regexp.MustCompile(`^(|- of \d+|0 % of \d+)$`), regexp.MustCompile(`^(|- of \d+|100 % of \d+)$`)
			if n := len(r); !never.MatchString(r[n-4]) || !always.MatchString(r[n-3]) || !never.MatchString(r[n-2]) || r[n-1] != "" {
				t.Errorf("%s: %v", x.Title, r)
			}
		}
	}
	if w := parttest.Say(p); !strings.Contains(w, "folds 0 %, pays 100 % and raises 0 %") {
		t.Error(w)
	}
}

// TestProbe_liar: its tricks are named with their rates: of the cards 1 to 5 it
// raises one in five, a 12 or 13 it always checks.
func TestProbe_liar(t *testing.T) {
	p := watch(1, 60, liar{})
	tables := p.Tables()
	if r := find(t, tables, "Tricks", 0); r[1] < "15" || r[1] > "25" {
		t.Errorf("bluffs: %v, want about 20 %%", r)
	}
	if r := find(t, tables, "Tricks", 1); !strings.HasPrefix(r[1], "100 % of") {
		t.Errorf("traps: %v, want all", r)
	}
	// It raises first by two, with a 1, and over a raise with a 13.
	for row, mean := range map[int]string{4: "", 5: "1.00", 6: "", 8: "13.00"} {
		if r := find(t, tables, "What rivals learn", row); r[2] != mean {
			t.Errorf("%v, want a mean of %q", r, mean)
		}
	}
	for i, want := range []string{"0 % of", "0 % of", "", "", ""} {
		r := find(t, tables, "Something to pay: by price", i)
		if want != "" && !strings.HasPrefix(r[1], want) {
			t.Errorf("folds at %s: %s, want %s", r[0], r[1], want)
		}
		if want == "" && strings.HasPrefix(r[1], "0 % of") {
			t.Errorf("folds at %s: never", r[0])
		}
	}
	if r := find(t, tables, "Nothing to pay", 2); r[5] != "2.00" {
		t.Errorf("raises with a low card: %v, want by two", r)
	}
}

func TestProbe_Conformance(t *testing.T) {
	probe := func(p engine.Player) portrait.Probe { return newProbe(p.(seat.Policy)) }
	parttest.Portrait(t, table.Game{Deals: 2}, probe, checker{}, liar{})
	parttest.PortraitAllocations(t, table.Game{Deals: 2}, probe, checker{}, liar{})
}
