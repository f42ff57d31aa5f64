package small

import (
	"math"
	"testing"
)

func TestExp(t *testing.T) {
	for x := -39.99; x <= 0; x += 0.00317 {
		if have, want := exp(x), math.Exp(x); math.Abs(have-want) > 1e-12*want {
			t.Errorf("exp(%g) is %g, want %g", x, have, want)
		}
	}
	if exp(0) != 1 || exp(-41) != 0 || exp(math.Inf(-1)) != 0 || exp(math.NaN()) != 0 {
		t.Error("the ends are not 1 and 0")
	}
}
