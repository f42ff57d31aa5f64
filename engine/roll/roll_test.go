package roll_test

import (
	"math"
	"testing"

	"bloodline/engine/roll"
)

// The vector for SplitMix64 that Rosetta Code publishes for the seed 1234567.
func TestRand_PublishedVector(t *testing.T) {
	r := roll.New(1234567)
	for i, want := range []uint64{
		6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821,
	} {
		if got := r.Uint64(); got != want {
			t.Errorf("draw %d: %d, want %d", i, got, want)
		}
	}
}

const draws = 200_000

// even fails unless counts look like even draws: chi-square within five standard deviations of its mean.
func even(t *testing.T, what string, counts []int) {
	t.Helper()
	chi, want := 0.0, 0.0
	for _, n := range counts {
		want += float64(n) / float64(len(counts))
	}
	for _, n := range counts {
		chi += (float64(n) - want) * (float64(n) - want) / want
	}
	free := float64(len(counts) - 1)
	if limit := free + 5*math.Sqrt(2*free); chi > limit {
		t.Errorf("%s: chi-square %.1f over %d cells, want below %.1f: %v", what, chi, len(counts), limit, counts)
	}
}

func TestBelow(t *testing.T) {
	for _, n := range []int{1, 2, 5, 11, 38} {
		counts := make([]int, n)
		for i := range uint64(draws) {
			counts[roll.Below(roll.Mix(i), n)]++
		}
		even(t, "Below", counts)
	}
	if lo, hi := roll.Below(0, 10), roll.Below(math.MaxUint64, 10); lo != 0 || hi != 9 {
		t.Errorf("Below(0, 10) is %d, of the largest roll %d", lo, hi)
	}
}

// A roll that is split holds more than one even number, whatever the first one was.
func TestSplit(t *testing.T) {
	pairs := make([]int, 5*11)
	for i := range uint64(draws) {
		r := roll.Mix(i)
		first, rest := roll.Split(r, 5)
		if int(first) != roll.Below(r, 5) {
			t.Fatalf("Split gives %d, Below %d", first, roll.Below(r, 5))
		}
		second, _ := roll.Split(rest, 11)
		pairs[11*first+second]++
	}
	even(t, "Split", pairs)
}

func TestBit(t *testing.T) {
	for _, mask := range []uint64{1, 1 << 63, 0b1011, 1<<63 | 1<<40 | 1<<3 | 1, 0xff00ff} {
		var counts [64]int
		for i := range uint64(draws) {
			counts[roll.Bit(roll.Mix(i, 1), mask)]++
		}
		var set []int
		for i, n := range counts {
			if mask>>i&1 == 1 {
				set = append(set, n)
			} else if n != 0 {
				t.Errorf("mask %b: bit %d is not set and was drawn %d times", mask, i, n)
			}
		}
		even(t, "Bit", set)
	}
}

func TestRand_Float(t *testing.T) {
	r := roll.New(3)
	counts := make([]int, 50)
	for range draws {
		x := r.Float()
		if x < 0 || x >= 1 {
			t.Fatalf("%g is outside [0, 1)", x)
		}
		counts[int(x*50)]++
	}
	even(t, "Float", counts)
	if lo, hi := roll.Unit(0), roll.Unit(math.MaxUint64); lo != 0 || hi != 1-0x1p-53 {
		t.Errorf("Unit goes from %g to %g", lo, hi)
	}
}

// Each coordinate, the number of coordinates and their order matter, and
// neighbours are unrelated: 32 of 64 bits differ on average.
func TestMix(t *testing.T) {
	seen := map[uint64][]uint64{}
	note := func(c ...uint64) {
		h := roll.Mix(c...)
		if old, ok := seen[h]; ok {
			t.Errorf("Mix%v = Mix%v", c, old)
		}
		seen[h] = c
	}
	note()
	for a := range uint64(60) {
		note(a)
		for b := range uint64(60) {
			note(a, b)
			note(a, b, 0)
		}
	}
	for name, other := range map[string]func(a, b uint64) uint64{
		"next a": func(a, b uint64) uint64 { return roll.Mix(a+1, b) },
		"next b": func(a, b uint64) uint64 { return roll.Mix(a, b+1) },
		"turned": func(a, b uint64) uint64 { return roll.Mix(b+100, a) ^ roll.Mix(a, b+100) ^ roll.Mix(a, b) },
	} {
		apart(t, "Mix: "+name, func(i uint64) (uint64, uint64) { return roll.Mix(i, i/3), other(i, i/3) })
	}
}

// apart checks that pairs differ like independent 64-bit numbers: 10,000 pairs have 32 differing bits each, with a
// standard error of 0.04, and every bit differs in half of them.
func apart(t *testing.T, what string, pair func(i uint64) (uint64, uint64)) {
	t.Helper()
	const n = 10_000
	var differs [64]int
	sum := 0
	for i := range uint64(n) {
		a, b := pair(i)
		for k := range differs {
			bit := int((a ^ b) >> k & 1)
			differs[k] += bit
			sum += bit
		}
	}
	if mean := float64(sum) / n; math.Abs(mean-32) > 0.2 {
		t.Errorf("%s: %.2f of 64 bits differ, want 32", what, mean)
	}
	for k, d := range differs {
		if d < n/2-250 || d > n/2+250 {
			t.Errorf("%s: bit %d differs in %d of %d", what, k, d, n)
		}
	}
}

// The streams of a game, and of neighbouring games, have nothing in common.
func TestStream(t *testing.T) {
	first := func(seed, k uint64) uint64 {
		r := roll.Stream(seed, k)
		return r.Uint64()
	}
	apart(t, "next stream", func(i uint64) (uint64, uint64) { return first(i, 1), first(i, 2) })
	apart(t, "next seed", func(i uint64) (uint64, uint64) { return first(i, 0), first(i+1, 0) })
}
