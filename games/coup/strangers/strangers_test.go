package strangers_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"bloodline/engine"
	"bloodline/engine/roll"
	"bloodline/games/coup/baselines"
	"bloodline/games/coup/seat"
	"bloodline/games/coup/strangers"
	"bloodline/games/coup/table"
	"bloodline/games/parttest"
)

// Strangers play legal games with one another, of which the table is the judge, and
// answer by view and roll alone, whatever style they had before.
func TestPlayer_Act(t *testing.T) {
	other := strangers.New(7)
	for seed := range uint64(60) {
		p := strangers.New(seed)
		other.Draw(seed)
		asked := parttest.Questions[seat.View, seat.Action](table.Game{}, 250, func(game int) []engine.Player {
			with := strangers.New(1000 + 60*seed + uint64(game))
			if game%2 == 0 {
				return []engine.Player{p, with}
			}
			return []engine.Player{with, p}
		})
		parttest.Pure(t, p, other, asked)
	}
}

// A few thousand draws play a game each: none of their numbers leads to an illegal action.
func TestPlayer_Draw_legal(t *testing.T) {
	var p, q strangers.Player
	tab := table.NewTable()
	for seed := range uint64(20_000) {
		p.Draw(seed)
		q.Draw(^seed)
		tab.Play(seed, []engine.Player{&p, &q})
	}
}

// share returns how many of so many blocks of two games p wins.
func share(p, q engine.Player, blocks int, seed uint64) float64 {
	tab := table.NewTable()
	won := 0
	for i := range uint64(blocks) {
		x := roll.Mix(seed, i)
		won += int(tab.Play(x, []engine.Player{p, q}).Score[0]) + int(tab.Play(x, []engine.Player{q, p}).Score[1])
	}
	return float64(won) / float64(2*blocks)
}

// The family is wide: its wins against the middle baseline have a standard deviation of
// 14 points beside that of chance, some beat that baseline and some lose to Random.
func TestPlayer_Draw_spread(t *testing.T) {
	const draws, blocks = 200, 200
	middle := baselines.All()[6].Player
	var all []float64
	sum, squares := 0.0, 0.0
	for seed := range uint64(draws) {
		x := share(strangers.New(seed), middle, blocks, 1)
		all = append(all, x)
		sum, squares = sum+x, squares+x*x
	}
	mean := sum / draws
	chance := mean * (1 - mean) / (2 * blocks)
	spread := math.Sqrt(squares/draws - mean*mean - chance)
	t.Logf("against %s: mean %.3f, standard deviation %.3f, from %.3f to %.3f", baselines.All()[6].Name, mean, spread, slices.Min(all), slices.Max(all))
	if spread < 0.1 {
		t.Errorf("strangers differ by %.3f", spread)
	}
	strongest := strangers.New(uint64(slices.Index(all, slices.Max(all))))
	if x := share(strongest, middle, 2000, 2); x < 0.53 { // on other deals
		t.Errorf("the strongest wins %.3f", x)
	}
	random, _ := baselines.New("random")
	weakest, least := uint64(0), 1.0
	for seed := range uint64(draws) {
		if x := share(strangers.New(seed), random, blocks/4, 3); x < least {
			weakest, least = seed, x
		}
	}
	if x := share(strangers.New(weakest), random, 2000, 4); x > 0.47 {
		t.Errorf("the weakest wins %.3f of Random", x)
	}
}

// Traits are of the draw, not of the player that it was drawn into.
func TestPlayer_Traits(t *testing.T) {
	var p strangers.Player
	seen := map[string]int{}
	for seed := range uint64(500) {
		p.Draw(seed)
		got := p.Traits()
		if want := strangers.New(seed).Traits(); !slices.Equal(got, want) {
			t.Fatalf("seed %d: %q, drawn fresh %q", seed, got, want)
		}
		seen[strings.Join(got, ", ")]++
	}
	if len(seen) < 480 {
		t.Errorf("500 strangers have %d descriptions", len(seen))
	}
}

// Strangers behave as their traits say.
func TestPlayer_Traits_true(t *testing.T) {
	honest := 0
	for seed := range uint64(2000) {
		p := strangers.New(seed)
		traits := strings.Join(p.Traits(), ", ")
		if strings.Contains(traits, "by chance") {
			continue
		}
		lies, challenges, claims := 0, 0, 0
		w := witness{p, func(v *seat.View, a seat.Action) {
			if r := a.Claims(); r != seat.NoRole && !v.Hand.Has(r) {
				lies++
			}
			if v.Ask == seat.AskReply && v.Legal.Has(seat.Challenge) {
				claims++
				if a == seat.Challenge {
					challenges++
				}
			}
		}}
		tab := table.NewTable()
		for i := range uint64(10) {
			tab.Play(i, []engine.Player{w, strangers.New(i + 5000)})
		}
		if strings.Contains(traits, "never bluffs") {
			if honest++; lies > 0 {
				t.Errorf("stranger %d, which never bluffs, bluffed %d times", seed, lies)
			}
		}
		if often := 2*challenges > claims; often && strings.Contains(traits, "hardly ever challenges") {
			t.Errorf("stranger %d, which hardly ever challenges, challenged %d of %d claims", seed, challenges, claims)
		}
	}
	if honest == 0 {
		t.Error("no stranger never bluffs")
	}
}

// witness tells what a player chose.
type witness struct {
	seat.Policy
	chose func(v *seat.View, a seat.Action)
}

func (w witness) Act(v *seat.View, x uint64) seat.Action {
	a := w.Policy.Act(v, x)
	w.chose(v, a)
	return a
}
