package page_test

import (
	"regexp"
	"testing"

	styles "bloodline/results/report/figure"
	"bloodline/results/report/page"
)

var variable = regexp.MustCompile(`[{;](--[a-z0-9]+):`)

// The page's own style sheet sets no variable of the figures: sizes that were called as the
// colours of heat maps once made their lowest cells black.
func TestStyle_variables(t *testing.T) {
	names := func(css string) map[string]bool {
		out := map[string]bool{}
		for _, m := range variable.FindAllStringSubmatch(css, -1) {
			out[m[1]] = true
		}
		return out
	}
	colours := names(styles.Style)
	if len(colours) < 40 {
		t.Fatalf("the figures set %d variables: the pattern finds too few", len(colours))
	}
	for name := range names(page.Style()[len(styles.Style):]) {
		if colours[name] {
			t.Errorf("%s is a colour of the figures, and the page sets it again", name)
		}
	}
}
