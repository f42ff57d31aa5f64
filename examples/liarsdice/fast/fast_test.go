package fast_test

import (
	"errors"
	"io"
	"strconv"
	"strings"
	"testing"

	"bloodline/engine/entry"
	"bloodline/games/gametest"
	"bloodline/games/parttest"

	"liarsdice/fast"
	"liarsdice/fast/baselines"
	"liarsdice/fast/rules"
	"liarsdice/fast/seat"
	"liarsdice/fast/table"
)

// From five packages the game has everything that a shipped one has, from its gradient to the export of bots.
func TestGame(t *testing.T) {
	g := fast.Game()
	gametest.Run(t, g)
	gametest.Person(t, g)
	if g.Gradient == nil || g.Portrait == nil || g.Human == nil || g.Narrate == nil || g.Replay == nil || g.Clone == nil || g.Contest == nil || g.Source == nil {
		t.Errorf("the kit leaves out a part of %+v", g)
	}
}

func TestParts(t *testing.T) {
	parttest.Genes[seat.View, seat.Action](t, table.Game{}, rules.Genes, rules.New, parttest.GeneOptions{})
	parttest.Baselines[seat.View, seat.Action](t, table.Game{}, baselines.All)
}

// An exported bot answers each line as the rules answer at the table.
func TestParity(t *testing.T) {
	p := rules.New(make([]float64, len(rules.Genes))) // all answers are equally likely, so rolls decide
	parttest.Parity(t, table.Game{}, p, parttest.Lines{
		Serve: func(seed uint64, in io.Reader, out io.Writer) error {
			t.Setenv(entry.SeedVariable, strconv.FormatUint(seed, 10))
			var errs strings.Builder
			if seat.Main("bot", p, nil, in, out, &errs) != 0 {
				return errors.New(errs.String())
			}
			return nil
		},
	})
}
