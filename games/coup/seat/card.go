package seat

import (
	"math/bits"
	"strings"
)

// Role is a character of the deck, in the order of the file protocol's alphabets.
type Role uint8

// The five roles; the deck holds three cards of each.
const (
	Ambassador Role = iota
	Assassin
	Captain
	Contessa
	Duke
	Roles  = 5
	NoRole = Role(Roles)
)

// The contest has one alphabet for cards given up, and one for cards that are shown and on the command line.
const (
	givenChars = "_'<=0"
	shownChars = "~^*!$"
)

var roleNames = [Roles + 1]string{"Ambassador", "Assassin", "Captain", "Contessa", "Duke", "none"}

func (r Role) String() string { return roleNames[r] }
func (r Role) Given() byte    { return givenChars[r] }
func (r Role) Shown() byte    { return shownChars[r] }
func (r Role) Bit() uint8     { return 1 << (r & 7) }

func givenRole(c byte) (Role, bool) {
	i := strings.IndexByte(givenChars, c)
	return Role(i), i >= 0
}

func shownRole(c byte) (Role, bool) {
	i := strings.IndexByte(shownChars, c)
	return Role(i), i >= 0
}

// Hand is a multiset of cards, two bits a role: one or two cards in play, up to four in an Exchange.
type Hand uint16

func HandOf(cards ...Role) Hand {
	var h Hand
	for _, r := range cards {
		h = h.With(r)
	}
	return h
}

func (h Hand) Count(r Role) int { return int(h >> (2 * r & 15) & 3) }
func (h Hand) Has(r Role) bool  { return h>>(2*r&15)&3 != 0 }
func (h Hand) With(r Role) Hand { return h + 1<<(2*r&15) }

// Without returns the hand with one card less. The card must be in it.
func (h Hand) Without(r Role) Hand { return h - 1<<(2*r&15) }

func (h Hand) Set() uint8 { return roleSets[h&(1<<(2*Roles)-1)] }

// Lowest returns the first role of a hand that is not empty.
func (h Hand) Lowest() Role { return Role(bits.TrailingZeros16(uint16(h)) / 2) }

func (h Hand) Size() int {
	n := 0
	for r := Role(0); r < Roles; r++ {
		n += h.Count(r)
	}
	return n
}

// String returns the hand in the alphabet of the command line, as "!$".
func (h Hand) String() string {
	var b strings.Builder
	for r := Role(0); r < Roles; r++ {
		for range h.Count(r) {
			b.WriteByte(r.Shown())
		}
	}
	return b.String()
}

// roleSets maps every packed hand to its set of roles, cheaper than gathering five bits that lie two apart.
var roleSets = func() (t [1 << (2 * Roles)]uint8) {
	for h := range t {
		for r := Role(0); r < Roles; r++ {
			if Hand(h).Has(r) {
				t[h] |= r.Bit()
			}
		}
	}
	return t
}()
