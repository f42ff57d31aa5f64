package roll

import (
	"math"
	"testing"
)

func TestPower(t *testing.T) {
	for x := -39.99; x <= 0; x += 0.00317 {
		if have, want := power(x), math.Exp(x); math.Abs(have-want) > 1e-12*want {
			t.Errorf("power(%g) is %g, want %g", x, have, want)
		}
	}
	if power(0) != 1 || power(-41) != 0 || power(math.Inf(-1)) != 0 || power(math.NaN()) != 0 {
		t.Error("the ends are not 1 and 0")
	}
}
