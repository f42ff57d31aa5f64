package page

import (
	"fmt"
	"strings"

	"bloodline/arena/game"
	"bloodline/genome/champion"
	"bloodline/results/report"
)

// Summary is summary.md, the page of a run as a short text. last is its last generation, ended says what ended it
// before that, if anything did, and repeat is the command that breeds it again.
func Summary(g *game.Game, f *champion.File, last int, ended, repeat string) string {
	scale := g.Info().Scale()
	var s strings.Builder
	fmt.Fprintf(&s, "# %s\n\n", f.Name)
	fmt.Fprintf(&s, "Champion %s of %s, since generation %d of %d; seed %d, bloodline %s.\n",
		f.Origin.ID, f.Game, f.Origin.Generation, last, f.Origin.Seed, f.Program)
	if ended != "" {
		fmt.Fprintf(&s, "The run was %s.\n", ended)
	}
	text := report.DefaultsComparison(scale, f.Evidence)
	if text == "" {
		text = fmt.Sprintf("Against the field: %s (95 %% interval %s).", scale.Show(f.Evidence.Field.Mean), scale.Span(f.Evidence.Field.Low, f.Evidence.Field.High))
	}
	fmt.Fprintf(&s, "\n%s\nMeasured over %s games against the field on deals that no selection has seen.\n\n```\n", text, report.Count(f.Evidence.Field.Games))
	_ = report.EvidenceTable(scale, f.Evidence).Print(&s, 0) // a strings.Builder takes everything
	fmt.Fprintf(&s, "```\n\nRepeat it with `%s`, the resolved settings.\n", repeat)
	return s.String()
}
