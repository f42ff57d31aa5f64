package run

import (
	"os"
	"slices"
	"strings"
	"testing"

	"bloodline/arena/command"
	"bloodline/arena/game"
	"bloodline/internal/guard"
)

// Values are carried over by the names of their genes, whatever their order, scale and range.
func TestCarried(t *testing.T) {
	contest := func(genes ...command.Gene) *game.Game {
		t.Helper()
		s, err := command.NewSimulator(command.Settings{Referee: os.Args[0], Genes: genes}, "", nil)
		guard.Must(t, err)
		return &game.Game{Schema: s.Schema, Abilities: game.Abilities{UserBot: s}}
	}
	number := func(name, distribution string, low, high float64) command.Gene {
		return command.Gene{Name: name, Distribution: distribution, Low: low, High: high, Default: "2", Log: name == "share" && low > 0}
	}
	word := command.Gene{Name: "opening", Distribution: command.Categorical, Choices: []string{"rush", "turtle"}, Default: "rush"}
	from := contest(number("share", command.Float, 0, 4), number("depth", command.Int, 1, 6), word)
	turned := word
	turned.Choices = []string{"turtle", "rush"}
	to := contest(turned, number("new", command.Int, 0, 9), number("depth", command.Int, 1, 5), number("share", command.Float, 1, 8))
	for _, c := range []struct {
		v    []float64
		want string
	}{
		{[]float64{1.5, 4, 1}, `"turtle" 2 4 1.5`},
		{[]float64{3, 1, 0}, `"rush" 2 1 3`},
		{[]float64{0.5, 4, 0}, "the other contest: share: must be in [1, 8], have 0.5"},
		{[]float64{3, 6, 0}, "the other contest: depth: must be in [1, 5], have 6"},
	} {
		got, _, err := transferGenes(from, to, c.v)
		var have []string
		for i, x := range got {
			have = append(have, to.Schema.Genes[i].Text(x))
		}
		if text := strings.Join(have, " "); text != c.want && (err == nil || err.Error() != c.want) {
			t.Errorf("%v: %s, %v, want %s", c.v, text, err, c.want)
		}
	}
	if _, _, err := transferGenes(to, from, to.Schema.Default()); err == nil || err.Error() != "the other contest: new: must be a gene of the bot, have 2" {
		t.Error(err)
	}
	if got, missing, err := transferGenes(from, from, []float64{1.25, 3, 1}); err != nil || missing != nil || !slices.Equal(got, []float64{1.25, 3, 1}) {
		t.Error(got, err)
	}
}
