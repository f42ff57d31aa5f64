package run_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"bloodline/configs"
	"bloodline/configs/player"
	"bloodline/internal/guard"
	"bloodline/results/run"
)

// claiming returns a shipped champion with evidence of a seed.
func claiming(t *testing.T, f *player.Finder, seed uint64, deals int) *player.Player {
	t.Helper()
	p, err := f.Find("coup", nil)
	guard.Must(t, err)
	file := *p.File
	file.Origin.Seed = seed
	text := "game: coup\nseed: " + strconv.FormatUint(seed, 10) + "\nevidence: {deals: " + strconv.Itoa(deals) + "}\n"
	c, err := configs.Parse("x", []byte(text), f.Games)
	guard.Must(t, err)
	file.Origin.Config = string(c.YAML())
	e, err := run.NewEvaluator(f, c, nil)
	guard.Must(t, err)
	if file.Evidence, err = e.Evidence(t.Context(), p.Genes, p.Temperature()); err != nil {
		t.Fatal(err)
	}
	p.File = &file
	return p
}

// The best of 60 seeds claims more than the champion is worth, and repeats to the last digit. Deals of a seed that is
// drawn for the check show it in two checks of five, and hardly ever doubt the median seed.
func TestVerify_chosen(t *testing.T) {
	guard.Slow(t)
	f := &player.Finder{Games: shipped(t)}
	const seeds, deals, checks = 60, 110, 20
	all := make([]*player.Player, seeds)
	for i := range all {
		all[i] = claiming(t, f, uint64(1000+i), deals)
	}
	field := func(p *player.Player) float64 { return p.File.Evidence.Field.Mean }
	slices.SortFunc(all, func(a, b *player.Player) int { return int(1e6 * (field(a) - field(b))) })
	warned := func(p *player.Player) (n int) {
		for seed := range uint64(checks) {
			v, err := run.Verify(t.Context(), f, "x.json", p, 0, seed, 0)
			guard.Must(t, err)
			if !v.Equal || v.Fresh.Seed != seed || v.Fresh.Field.Games != p.File.Evidence.Field.Games {
				t.Fatalf("have %+v", v)
			}
			if slices.Contains(v.TooHigh, "mean of the field") {
				n++
				if text := strings.Join(v.Table().Notes, "\n"); !strings.Contains(text, "Warning: on the new deals, of seed ") {
					t.Fatal(text)
				}
			}
		}
		return n
	}
	median, best := all[seeds/2], all[seeds-1]
	shown, falsely := warned(best), warned(median)
	t.Logf("the best of %d seeds at %d deals claims %.1f, the median %.1f; shown by %d of %d checks, and by %d", seeds, deals, 100*field(best), 100*field(median), shown, checks, falsely)
	if field(best)-field(median) < 0.03 || shown < checks/5 || falsely > checks/10 {
		t.Errorf("best %v, median %v: shown by %d, and by %d", field(best), field(median), shown, falsely)
	}
}

// Figures may only be higher than new deals allow.
func TestVerify_above(t *testing.T) {
	f := &player.Finder{Games: shipped(t)}
	p := claiming(t, f, 1, 110)
	honest := p.File.Evidence
	if v, err := run.Verify(t.Context(), f, "x.json", p, 0, 1, 0); err != nil || !v.Equal || len(v.TooHigh) > 0 {
		t.Errorf("its own deals: %+v, %v", v, err)
	}
	lower := *honest
	lower.Field.Mean, lower.Field.Low, lower.Field.High = 0.1, 0.1, 0.1
	p.File.Evidence = &lower
	if v, err := run.Verify(t.Context(), f, "x.json", p, 0, 1, 0); err != nil || v.Equal || v.Fresh != nil {
		t.Errorf("a figure that does not repeat: %+v, %v", v, err)
	}
}
