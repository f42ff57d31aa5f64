package view

import (
	"cmp"
	"context"
	"slices"

	"bloodline/arena/portrait"
	"bloodline/genome"
	"bloodline/results/player"
)

// Told is a habit that changes where genes are set to their defaults.
type Told struct {
	Habit   string        `json:"habit"`
	With    portrait.Cell `json:"with"`
	Without portrait.Cell `json:"without"`
}

// How many groups are told as behaviour, those that earn most, and by how many habits.
const (
	mostTold   = 3
	mostHabits = 2
)

// Tell finds for the groups that earn most the habits that change most without them. It
// plays the champion's own deals, as what the groups earn.
func (m Measurer) Tell(ctx context.Context, p *player.Player, v *Player) error {
	g := p.Game
	if g.Portrait == nil || g.Slow() || len(v.Cuts) == 0 {
		return nil
	}
	deals := m.of(g).Cuts
	habits := func(genes genome.Vector) ([]portrait.Habit, error) {
		probe, _, err := g.Observe(ctx, p.Compile(genes), g.Field(), deals, m.Seed)
		if err != nil {
			return nil, err
		}
		return portrait.Habits(probe), nil
	}
	own, err := habits(p.Genes)
	if err != nil {
		return err
	}
	best := make([]int, len(v.Cuts))
	for i := range best {
		best[i] = i
	}
	slices.SortStableFunc(best, func(i, j int) int { return cmp.Compare(v.Cuts[j].Loss, v.Cuts[i].Loss) })
	for _, i := range best[:min(mostTold, len(best))] {
		c := &v.Cuts[i]
		without := slices.Clone(p.Genes)
		for k, x := range g.Schema.Genes {
			if x.Group == c.Genes {
				without[k] = x.Default
			}
		}
		other, err := habits(without)
		if err != nil {
			return err
		}
		c.Told = nil
		for _, gap := range portrait.Gaps(own, other, mostHabits) {
			c.Told = append(c.Told, Told{gap.Name, share(gap.Player), share(gap.Others)})
		}
	}
	return nil
}

func share(h portrait.Habit) portrait.Cell { return portrait.Share(h.Did, h.Could) }
