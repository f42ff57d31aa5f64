package figure

import (
	_ "embed"
	"fmt"
	"math"
)

//go:embed figures.css
var style string

// Style returns the style sheet of the figures, in a light and a dark theme.
func Style() string { return style }

// Steps is how many colours a scale of a heat map has: classes s0 to s10 for shares, d0 to d10 for what has a middle.
const Steps = 11

// Share returns the class of a share in [0, 1].
func Share(x float64) string { return fmt.Sprintf("s%d", step(x)) }

// Shift returns the class of a number in [-most, most] whose middle is 0.
func Shift(x, most float64) string { return fmt.Sprintf("d%d", step(0.5+x/most/2)) }

func step(x float64) int {
	if math.IsNaN(x) {
		return 0
	}
	return int(math.Round(min(max(x, 0), 1) * (Steps - 1)))
}
