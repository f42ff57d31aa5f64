package configs

import (
	"strings"
	"testing"

	"bloodline/arena/game"
)

// FuzzSet reads what follows --set on the command line: it is refused in lines that name
// the flag, or the settings hold it.
func FuzzSet(f *testing.F) {
	for _, pair := range []string{
		"evolve.population=50", "field=Taxman,Random", "field=[Taxman]", "fitness.deals=1.5", "seed", "=5", "a.b=5", "verdict.alpha=NaN",
		"evolve.sigma=", "holdout=", "league.initial=champion,latest", "budget.max_time=3h", "EVOLVE.population=5", "game=wojna", "start=x.json",
		"evolve=1", "field.0=Taxman", "seed=0x10", "evolve.follow=gradient\n", "field={a: b}", "field=&a [*a]",
	} {
		f.Add(pair, "")
	}
	f.Fuzz(func(t *testing.T, first, second string) {
		o := Overrides{Set: []string{first, second}}
		if second == "" {
			o.Set = o.Set[:1]
		}
		c, err := Load("quick", o, known())
		if err == nil {
			roundTrip(t, c)
			return
		}
		for line := range strings.SplitSeq(err.Error(), "\n") {
			if !strings.HasPrefix(line, "--set") {
				t.Errorf("%q, %q: %q does not name the flag", first, second, line)
			}
		}
	})
}

// known has a run file of its own, which is read without a disk.
func known() game.Set {
	set := names()
	set[0].Shipped.RunFiles = []game.File{{Name: "quick", Data: []byte("game: coup\nfield: [Taxman]\n")}}
	return set
}
