// Package roll makes random numbers: a generator small enough to hold by value, a mixer that turns coordinates into
// seeds, and draws from the one roll that a decision gets. Every exported bot has a copy.
//
// A seed is a coordinate (run, generation, deal, seat), never the next of a stream, so the order of play is free.
package roll

import "math/bits"

const golden = 0x9e3779b97f4a7c15

// finalize is the output function of SplitMix64 (Steele, Lea, Flood 2014, with the constants of Stafford's variant 13).
func finalize(z uint64) uint64 {
	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9
	z = (z ^ (z >> 27)) * 0x94d049bb133111eb
	return z ^ (z >> 31)
}

// Mix maps coordinates, whose order matters, to a seed. Neighbouring coordinates give unrelated seeds.
func Mix(coordinates ...uint64) uint64 {
	h := uint64(golden)
	for _, c := range coordinates {
		h = finalize(h + golden ^ finalize(c+golden))
	}
	return h
}

// Rand is SplitMix64. The zero value is a valid generator. Hold it by value; one draw costs about a nanosecond.
type Rand struct{ state uint64 }

func New(seed uint64) Rand { return Rand{seed} }

// Stream returns generator k of a game's seed: 0 is the table's own, 1+s belongs to seat s, so one seat's number of
// choices never shifts the deck or another seat's rolls.
func Stream(seed, k uint64) Rand { return Rand{finalize(seed ^ (k+1)*0xd1342543de82ef95)} }

func (r *Rand) Uint64() uint64 {
	r.state += golden
	return finalize(r.state)
}

// N returns a number in [0, n). n must be positive; its bias is below n/2^64.
func (r *Rand) N(n int) int { return Below(r.Uint64(), n) }

// Float returns a number in [0, 1).
func (r *Rand) Float() float64 { return Unit(r.Uint64()) }

// Unit maps a roll to [0, 1).
func Unit(roll uint64) float64 { return float64(float64(roll>>11) * 0x1p-53) }

// Next returns a roll that is unrelated to the one given, for a decision that needs a second draw.
func Next(roll uint64) uint64 { return finalize(roll + golden) }

// Below maps a roll to [0, n). n must be positive.
func Below(roll uint64, n int) int {
	hi, _ := bits.Mul64(roll, uint64(n))
	return int(hi)
}

// Split splits a number in [0, n), n > 0, off a roll: the high word of the product; the low word is the rest.
func Split(roll uint64, n uint) (uint, uint64) {
	hi, lo := bits.Mul64(roll, uint64(n))
	return uint(hi), lo
}

// Bit returns the position of a set bit of mask, chosen evenly. mask must not be zero. Sets that span eight bits or
// less, such as all replies, cost a table look-up: a loop over the bits would be mispredicted every other time.
func Bit(roll uint64, mask uint64) int {
	base := bits.TrailingZeros64(mask | 1<<63)
	mask >>= base & 63
	if mask < 1<<8 {
		s := selects[mask]
		k, _ := bits.Mul64(roll, uint64(s>>size))
		return base + int(s>>(3*k&31)&7)
	}
	n := uint64(0)
	for m := mask; m != 0; m >>= 8 {
		n += uint64(selects[m&255] >> size)
	}
	k, _ := bits.Mul64(roll, n)
	for {
		s := selects[mask&255]
		n := uint64(s >> size)
		if k < n {
			return base + int(s>>(3*k&31)&7)
		}
		k, mask, base = k-n, mask>>8, base+8
	}
}

// selects holds, for every set of eight bits, its members in order, three bits each, and above them their number.
var selects = func() (t [1 << 8]uint32) {
	for set := range t {
		n := 0
		for b := range 8 {
			if set>>b&1 != 0 {
				t[set] |= uint32(b) << (3 * n)
				n++
			}
		}
		t[set] |= uint32(n) << size
	}
	return t
}()

const size = 3 * 8 // where an entry of selects has the number
