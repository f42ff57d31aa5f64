package seat_test

import (
	"fmt"
	"strings"
	"testing"

	"bloodline/games/coup/seat"
)

// Records of files, worked out by hand from the meaning of each field. Roles are written in the shown alphabet; the
// seat that moves first is p.
func TestRecord(t *testing.T) {
	for _, c := range []struct{ text, p, q string }{
		{"", "", ""},
		{"I\n", "passive 1 turns 1", ""},
		{"I\nI\nI\n", "passive 2 turns 2", "passive 1 turns 1"},
		{"T", "standing $ turns 1", ""},
		{"Tp\n", "standing $ turns 1", "trusts 1"},
		{"Tp\nI\nTp\n", "claims $2 standing $ turns 2", "trusts 2 passive 1 turns 1"},
		{"Tq", "standing $ turns 1", "challenges 1"},
		{"Tq$", "shown 1 turns 1", "challenges 1"},
		{"Tq$<\n", "shown 1 turns 1", "lost * challenges 1"},
		{"Tq<\n", "lost * denied $ caught 1 turns 1", "challenges 1"},
		// A role that was caught missing and is claimed again is broken.
		{"Tq<\nI\nT", "lost * standing $ denied-before $ caught 1 turns 2", "challenges 1 passive 1 turns 1"},
		// Letting a Foreign Aid pass denies the Duke, and trusts no claim.
		{"Fp\n", "passive 1 turns 1", "denied $"},
		{"Fp\nT", "passive 1 turns 1", "standing $ denied-before $ turns 1"},
		{"Fd\n", "trusts 1 passive 1 turns 1", "standing $"},
		{"Fdq", "challenges 1 passive 1 turns 1", "standing $"},
		{"Fdq$<\n", "lost * challenges 1 passive 1 turns 1", "shown 1"},
		{"Fdq<\n", "challenges 1 passive 1 turns 1", "lost * denied $ caught 1"},
		// Letting a Steal pass denies both blockers, challenging it does too.
		{"Sp\n", "standing * turns 1", "denied ~* trusts 1"},
		{"Sq*_\n", "shown 1 turns 1", "lost ~ denied ~* challenges 1"},
		{"Sa\n", "standing * trusts 1 turns 1", "standing ~ trusts 1"},
		{"Sc\n", "standing * trusts 1 turns 1", "standing * trusts 1"},
		{"Saq~0\n", "lost $ standing * challenges 1 turns 1", "shown 1 trusts 1"},
		{"Sp\nSp\nEq~0\n", "stale ~* shown 1 trusts 1 turns 2", "lost $ standing * denied ~ denied-before * challenges 1 trusts 1 turns 1"},
		// An Exchange makes what was claimed before stale.
		{"Ep\n", "stale ~ turns 1", "trusts 1"},
		{"Tp\nI\nEp\n", "stale ~$ turns 2", "trusts 2 passive 1 turns 1"},
		{"Tp\nI\nEp\nI\nEp\n", "stale ~$ turns 3", "trusts 3 passive 2 turns 2"},
		{"Eq~0\n", "stale ~ shown 1 turns 1", "lost $ challenges 1"},
		{"Eq0\n", "lost $ denied ~ caught 1 turns 1", "challenges 1"},
		{"Tp\nI\nA", "standing ^$ turns 2", "trusts 1 passive 1 turns 1"},
		{"Tp\nI\nA0\n", "standing ^$ turns 2", "lost $ denied ! trusts 2 passive 1 turns 1"},
		{"Tp\nI\nAs\n", "standing ^$ trusts 1 turns 2", "standing ! trusts 2 passive 1 turns 1"},
		{"Tp\nI\nAsq!0\n", "lost $ standing ^ challenges 1 turns 2", "shown 1 trusts 2 passive 1 turns 1"},
		{"Tp\nI\nAq^0", "standing $ shown 1 turns 2", "lost $ denied ! challenges 1 trusts 1 passive 1 turns 1"},
		// The card given up takes its claim along, no other.
		{"Tp\nTp\nTp\nTp\nC0\n", "claims $2 standing $ trusts 2 turns 3", "lost $ trusts 2 turns 2"},
		{"Tp\nTp\nTp\nTp\nC<\n", "claims $2 standing $ trusts 2 turns 3", "lost * claims $2 standing $ trusts 2 turns 2"},
	} {
		pos, err := seat.Read(c.text)
		if err != nil {
			t.Errorf("%q: %v", c.text, err)
			continue
		}
		for i, want := range []string{c.p, c.q} {
			if got := describe(&pos.Sides[i]); got != want {
				t.Errorf("%q: seat %d is %q, want %q", c.text, i, got, want)
			}
		}
	}
}

// describe says what is not zero about a side, in the words of the table above;
// claims are left out where every standing role was claimed once.
func describe(s *seat.Side) string {
	counts, plain := "", true
	for r, n := range s.Claims {
		if n > 0 {
			counts += fmt.Sprintf("%c%d", seat.Role(r).Shown(), n)
		}
		plain = plain && n == s.Standing>>r&1
	}
	if plain {
		counts = ""
	}
	roles := func(set uint8) (text string) {
		for r := seat.Role(0); r < seat.Roles; r++ {
			if set&r.Bit() != 0 {
				text += string(r.Shown())
			}
		}
		return text
	}
	var b []string
	for _, x := range [][2]string{
		{"lost", s.Lost.String()},
		{"claims", counts},
		{"standing", roles(s.Standing)},
		{"denied", roles(s.Denied)},
		{"denied-before", roles(s.DeniedBefore)},
		{"stale", roles(s.Stale)},
		{"shown", fmt.Sprint(s.Shown)},
		{"caught", fmt.Sprint(s.Caught)},
		{"challenges", fmt.Sprint(s.Challenges)},
		{"trusts", fmt.Sprint(s.Trusts)},
		{"passive", fmt.Sprint(s.Passive)},
		{"turns", fmt.Sprint(s.Turns)},
	} {
		if x[1] != "" && x[1] != "0" {
			b = append(b, x[0]+" "+x[1])
		}
	}
	return strings.Join(b, " ")
}

// A side that claims more roles than it has cards has overclaimed.
func TestSide_Overclaims(t *testing.T) {
	for text, want := range map[string]int{
		"": -2, "T": -1, "Tp\nI\nE": 0, "Tp\nI\nSp\nI\nE": 1, "Tp\nI\nTp\n": -1, "Tq<\nI\nT": 0, "Tq<\nI\nTp\nI\nE": 1,
		"Tp\nI\nSp\nI\nEp\n": -2,
	} {
		pos, err := seat.Read(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := pos.Sides[0].Overclaims(); got != want {
			t.Errorf("%q: overclaims %d, want %d", text, got, want)
		}
	}
}

// Known counts a role's cards that the seat can place.
func TestView_Known(t *testing.T) {
	pos, err := seat.Read("Eq<\nEq<\nT")
	if err != nil {
		t.Fatal(err)
	}
	v := pos.View(seat.HandOf(seat.Captain))
	for r, want := range []int{0, 0, 3, 0, 0} {
		if got := v.Known(seat.Role(r)); got != want {
			t.Errorf("%v: %d known, want %d", seat.Role(r), got, want)
		}
	}
	if v.Me != 1 || v.Own() != &pos.Sides[1] || v.Opponent() != &pos.Sides[0] {
		t.Errorf("seat %d has the wrong sides", v.Me)
	}
}
