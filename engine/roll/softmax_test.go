package roll_test

import (
	"math"
	"testing"

	"bloodline/engine/roll"
)

// Probabilities are those of the definition.
func TestSoftmax(t *testing.T) {
	const one = 1 << roll.OddsBits
	for _, sums := range [][8]int32{
		{0, 0, 0, 0, 0, 0, 0},
		{0, one, -one, one / 2, 3*one + 17, -12*one - 511, 2},
		{-4000, 12345, 9876, -500 * one, 1, 511, 512},
		{29 * one, 29*one - 1, -29 * one, 5, 28 * one, 30 * one, 30*one - 1},
		{0, 10_000 * one, -10_000 * one, math.MaxInt32, math.MinInt32, 0, 0},
	} {
		for n := 1; n <= 7; n++ {
			var got, seven [8]int32
			roll.Softmax(&sums, n, &got)
			roll.Softmax7(&sums, &seven)
			if n == 7 && got != seven {
				t.Errorf("%v: Softmax %v, Softmax7 %v", sums, got, seven)
			}
			total := 0.0
			exp := func(x int32) float64 { return math.Exp(max(-30, min(30, float64(x)/one))) }
			for _, x := range sums[:n] {
				total += exp(x)
			}
			for i, x := range sums[:n] {
				want, have := exp(x)/total, float64(got[i])/(1<<roll.ShareBits)
				if math.Abs(want-have) > 1.0/(1<<roll.ShareBits) {
					t.Errorf("option %d of %v: want %v, have %v", i, sums[:n], want, have)
				}
			}
		}
	}
}

func TestShare(t *testing.T) {
	for x := int32(-200_000); x < 200_000; x += 97 {
		want := 1 / (1 + math.Exp(max(-30, min(30, -float64(x)/(1<<roll.OddsBits)))))
		if have := float64(roll.Share(x)) / (1 << roll.ShareBits); math.Abs(want-have) > 1.0/(1<<roll.ShareBits) {
			t.Fatalf("%d: want %v, have %v", x, want, have)
		}
	}
}
