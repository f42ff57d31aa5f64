package health_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"bloodline/arena/command"
	"bloodline/arena/health"
	"bloodline/engine"
	"bloodline/engine/roll"
	"bloodline/internal/guard"
)

// Deals of a contest of one or of four maps are counted; those of a game of chance are many, and where most pairs are
// unequal nothing is said.
func TestDeals(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	const trials = 1000
	for _, n := range []health.Deals{{Pairs: 8, Each: 12, Telling: 5}, {Pairs: 24, Each: 60, Telling: 12}} {
		found, maps := map[string]int{}, make([]int, n.Each)
		for range trials {
			for k := range maps {
				maps[k] = rng.IntN(4)
			}
			salt := rng.Uint64()
			for name, result := range map[string]func(pair, deal int) int{
				"four maps": func(pair, deal int) int { return int(roll.Mix(uint64(pair), uint64(maps[deal]), salt) % 2) },
				"one map":   func(pair, _ int) int { return pair % 2 },
				"chance":    func(int, int) int { return rng.IntN(2) },
				"one in 20": func(int, int) int { return rng.IntN(20) / 19 },
				"unequal":   func(pair, _ int) int { return max(0, 2-pair) * rng.IntN(2) }, // all but two pairs are decided by strength
				"scores":    func(int, int) int { return rng.IntN(1000) },
			} {
				d := n
				for pair, enough := 0, false; pair < n.Pairs && !enough; pair++ {
					results := make([]string, n.Each)
					for k := range results {
						results[k] = fmt.Sprint(result(pair, k))
					}
					enough = d.Add(results)
				}
				if d.Few() > 0 {
					found[name]++
				}
			}
		}
		for name, want := range map[string][2]int{
			"one map": {trials, trials}, "four maps": {trials * 85 / 100, trials}, "chance": {0, 1}, "one in 20": {0, trials / 50},
			"unequal": {0, 0}, "scores": {0, 0},
		} {
			if k := found[name]; k < want[0] || k > want[1] {
				t.Errorf("%+v: %s: few deals found in %d of %d trials, want %v", n, name, k, trials, want)
			}
		}
	}
}

// Deals that end alike mean a game without luck only if their results depend on the players.
func TestDeals_TellPlayers(t *testing.T) {
	for name, c := range map[string]struct {
		result func(pair int) int
		want   bool
	}{
		"scores of settings":          {func(pair int) int { return pair }, true},
		"a quarter wins":              {func(pair int) int { return pair % 4 / 3 }, true},
		"weak players lose all deals": {func(int) int { return 0 }, false},
		"one in twelve wins":          {func(pair int) int { return pair % 12 / 11 }, false},
	} {
		d := health.Deals{Pairs: 24, Each: 60, Telling: 12}
		for pair := range d.Pairs {
			d.Add(slices.Repeat([]string{fmt.Sprint(c.result(pair))}, d.Each))
		}
		if got := d.TellPlayers(); got != c.want || d.Few() != 1 {
			t.Errorf("%s: %v, want %v; %d deals", name, got, c.want, d.Few())
		}
	}
}

// One seat wins every game if it is first alone in all of them.
func TestOneSeat(t *testing.T) {
	for want, games := range [][][]int64{{{1, 0}, {0, 1}}, {{3, 0, 1}, {1, 0, 0}}, {{0, 1}, {2, 3}}} {
		for _, games := range [][][]int64{games, append([][]int64{{1, 1}}, games...), append(slices.Clone(games), []int64{1, 1})} {
			var o health.OneSeat
			for _, points := range games {
				o.Add(points)
			}
			if all := len(games) == 2; o.Games != len(games) || all && o.Seat() != want || !all && o.Seat() != 0 {
				t.Errorf("%v: seat %d, want %d", games, o.Seat(), want)
			}
		}
	}
}

// A game counts once for a program that has several seats. A program is broken after eight games without one in which
// it was without fault: the bot only by different genes, since the same may be wrong. A referee that fails blames no
// other.
func TestLedger(t *testing.T) {
	g, err := command.New(command.Settings{Referee: "true", Bot: "true", Players: 2, Style: command.StyleJSON}, "", nil)
	guard.Must(t, err)
	rival := guard.Value(g.Program("true rival", ""))(t)
	line := command.Line(rival)
	for _, c := range []struct {
		games                    string // errors by seat of three, "x" or "-", of the bot with one gene or another and the rival
		broken                   string
		bot, failed, rivalFailed int64
	}{
		{games: strings.Repeat("-ax ", 8), broken: "rival", bot: 8, rivalFailed: 8},
		{games: strings.Repeat("-ax ", 7), bot: 7, rivalFailed: 7},
		{games: strings.Repeat("-ax ", 7) + "-a- -ax", bot: 9, rivalFailed: 8},
		{games: "-a- " + strings.Repeat("-ax ", 9), bot: 10, rivalFailed: 9},
		{games: strings.Repeat("xa- ", 9), bot: 9, failed: 9},
		{games: strings.Repeat("xa- ", 7) + "xb-", broken: "the bot", bot: 8, failed: 8},
		{games: strings.Repeat("xA- ", 7) + "xb-", bot: 8, failed: 8}, // a seat of each game was without fault
		{games: strings.Repeat("ra- ", 9)},
	} {
		l := health.NewLedger([]engine.Baseline{{Name: "own", Player: g.Bot(nil)}, {Name: "rival", Player: rival}}, "own")
		for text := range strings.FieldsSeq(c.games) {
			x := health.Game{Seats: []string{"bot " + strings.ToLower(text[1:2]), "bot " + text[1:2], line}, Ranking: engine.Ranking{Errors: make([]string, 3)}}
			for seat := range x.Errors {
				if text[seat] == 'x' || text[0] == 'x' && seat == 1 && text[1] >= 'a' {
					x.Errors[seat] = "crash"
				}
			}
			if text[0] == 'r' {
				x.Errors[0] = "the referee failed: no end"
			}
			if got := l.Add(x); got != (text[0] == 'r') {
				t.Errorf("%s: referee failed: %v", text, got)
			}
		}
		name := ""
		if p, own := l.Broken(); p != nil {
			if name = p.Program; len(p.Faulty) != 8 || p.Last != "crash" || l.Number[own] != slices.IndexFunc(l.All, func(f health.Failures) bool { return f.Program == name }) {
				t.Errorf("%s: broken %+v, started by %s", c.games, p, own)
			}
		}
		bot, other, r := l.All[0], l.All[1], l.Referee()
		if name != c.broken || bot.Games != c.bot || bot.Failed != c.failed || other.Failed != c.rivalFailed || r.Games != int64(len(strings.Fields(c.games))) {
			t.Errorf("%s: broken %q, want %q; %+v %+v %+v", c.games, name, c.broken, bot, other, r)
		}
		if ref := strings.HasPrefix(c.games, "r"); ref != (r.Failed == 9 && r.Last == "no end") {
			t.Errorf("%s: referee %+v", c.games, r)
		}
		if failing := l.Failing(); len(failing) == 0 != (c.failed+c.rivalFailed+r.Failed < 8) {
			t.Errorf("%s: failing %+v", c.games, failing)
		}
	}
}

func TestReversed(t *testing.T) {
	for _, c := range []struct {
		ranks  []int
		errors []string
		want   int
	}{
		{[]int{0, 1}, []string{"crash", ""}, 0},
		{[]int{1, 0}, []string{"", "crash"}, 1},
		{[]int{0, 1}, []string{"", "crash"}, -1},
		{[]int{0, 1}, []string{"crash", "crash"}, -1},
		{[]int{0, 0}, []string{"crash", ""}, -1},
	} {
		if got := health.Reversed(engine.Ranking{Ranks: c.ranks, Errors: c.errors}); got != c.want {
			t.Errorf("%v %q: seat %d, want %d", c.ranks, c.errors, got, c.want)
		}
	}
}

func TestLate(t *testing.T) {
	for _, c := range []struct {
		late, games int
		want        bool
	}{{2, 2, false}, {3, 3, true}, {3, 300, true}, {3, 301, false}, {4, 301, true}} {
		var l health.TimedOut
		for k := range c.games {
			r := engine.Ranking{Errors: []string{"", "crash"}}
			if k < c.late {
				r.Errors[1] = []string{"Timeout of its first answer", "it timed out", "over the time limit"}[k%3]
			}
			l.Add(r)
		}
		if l.Late != c.late || l.Many() != c.want {
			t.Errorf("%d of %d: %+v, want %v", c.late, c.games, l, c.want)
		}
	}
}
