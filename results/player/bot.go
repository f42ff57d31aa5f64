package player

import (
	"cmp"
	"fmt"

	"bloodline/results"
	"bloodline/results/export"
	"bloodline/results/report"
)

// Bot returns what is exported of a player under a name.
func (p *Player) Bot(name string) (export.Bot, error) {
	b := export.Bot{Game: p.Game.Name(), Name: name}
	if p.Game.Source == nil {
		return b, results.Usage("%s has no sources to export", p.Game.Name())
	}
	b.Source = *p.Game.Source
	if p.Genes == nil {
		b.Baseline = cmp.Or(p.own, p.Name)
		return b, nil
	}
	b.Genes = p.Genes
	b.Schema = p.Game.Schema.Genes
	if p.File == nil {
		return b, nil
	}
	if e := p.File.Evidence; e != nil {
		unit, show := report.Scale(p.Game.Info())
		b.About = append(b.About, fmt.Sprintf("Against its field: %s %s (95 %% interval %s to %s) over %d games on deals that no selection has seen.",
			unit, show(e.Field.Mean), show(e.Field.Low), show(e.Field.High), e.Field.Games))
	}
	b.About = append(b.About, fmt.Sprintf("Bred by bloodline %s: run %s, individual %s, seed %d.", p.File.Program, p.File.Origin.Run, p.File.Origin.ID, p.File.Origin.Seed))
	data, err := p.File.Encode()
	b.Champion = data
	return b, err
}
