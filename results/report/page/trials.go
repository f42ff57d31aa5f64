package page

import (
	"fmt"
	"slices"

	"bloodline/results/report"
	"bloodline/results/report/figure"
	"bloodline/results/report/view"
)

// parallel draws every setting that has games as a line through its estimate and its values.
func parallel(r *view.RunData) drawing {
	if r.Trials == nil {
		return nil
	}
	all := slices.DeleteFunc(slices.Clone(r.Trials.Trials), func(t report.Trial) bool { return t.Games == 0 })
	if len(all) == 0 {
		return nil
	}
	low, high := all[len(all)-1].Estimate, all[0].Estimate
	width := max(high-low, 1e-9)
	p := figure.Parallel{Title: "All settings of " + r.Name, Axes: []figure.Axis{{Name: r.Scale.Unit}}}
	p.Desc = fmt.Sprintf("%s settings, a line each; the stronger the line, the better the estimate. The table has the numbers.",
		report.Count(len(all)))
	for k, x := range []float64{low, (low + high) / 2, high} {
		p.Axes[0].Ticks = append(p.Axes[0].Ticks, figure.Tick{At: float64(k) / 2, Label: r.Scale.Show(x)})
	}
	for _, c := range r.Trials.Axes {
		p.Axes = append(p.Axes, figure.Axis{Name: c.Gene, Ticks: report.Map(c.Points, func(p report.CurvePoint) figure.Tick {
			return figure.Tick{At: p.At, Label: p.Value.Brief()}
		})})
	}
	var champion []figure.Way
	for k, x := range slices.Backward(all) {
		better := 1 - float64(k)/float64(len(all)) // than this share of the settings
		way := figure.Way{At: append([]float64{(x.Estimate - low) / width}, x.At...), Strong: better * better * better * 0.7, Class: "a"}
		if x.Champion {
			way.Strong, way.Class = 1, "best"
			champion = append(champion, way)
			continue
		}
		p.Ways = append(p.Ways, way)
	}
	p.Ways = append(p.Ways, champion...)
	return p
}
