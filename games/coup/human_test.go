package coup

import (
	"fmt"
	"math"
	"runtime"
	"slices"
	"strings"
	"testing"

	"bloodline/arena/human"
	"bloodline/engine"
	"bloodline/games/coup/rules"
	"bloodline/games/coup/seat"
	"bloodline/games/coup/table"
)

// defaults are the genes of a bot that was never bred.
func defaults() (out []float64) {
	for _, g := range rules.Genes {
		out = append(out, g.Default)
	}
	return out
}

// A person who always takes the first option, or always the last, gets to the end of every
// game, which has a winner or is a draw.
func TestNew_whole(t *testing.T) {
	genes := defaults()
	for seed := range uint64(200) {
		me := int(seed % 2)
		g := human.Sit(decisions.Seat(table.Game{}), human.Sitting{Bot: rules.New(genes), Genes: genes, Seat: me}, table.Game{}.Info(), seed)
		for {
			s, err := g.State()
			if err != nil {
				t.Fatalf("game %d: %v", seed, err)
			}
			if s.Question == nil {
				if s.Score != 0 && s.Score != 1 || len(s.News) == 0 {
					t.Errorf("game %d: score %v after %d lines", seed, s.Score, len(s.News))
				}
				for k, side := range s.Sides { // the bot, then the person: who has a card left has won
					lost := !slices.ContainsFunc(side.Cards, func(c human.Card) bool { return !c.Lost })
					if lost == (float64(k) == s.Score) {
						t.Errorf("game %d: score %v, and at last %+v", seed, s.Score, s.Sides)
					}
				}
				check(t, s)
				break
			}
			if len(s.Question.Options) < 2 || len(s.Thoughts) != 0 {
				t.Fatalf("game %d: question %+v, thoughts %v before the end", seed, s.Question, s.Thoughts)
			}
			option := 0
			if seed%3 == 0 {
				option = len(s.Question.Options) - 1
			}
			if g.Answer(s.Asked-1, option) || g.Answer(s.Asked, len(s.Question.Options)) {
				t.Fatal("an answer to another question, or no option at all, was taken")
			}
			if !g.Answer(s.Asked, option) || g.Answer(s.Asked, option) {
				t.Fatal("an answer counts once")
			}
		}
	}
}

// Chances add up, and a bot with genes names some of them.
func check(t *testing.T, s human.State) {
	t.Helper()
	named := false
	for _, x := range s.Thoughts {
		sum := 0.0
		for _, c := range x.Options {
			sum += c.Share
		}
		if math.Abs(sum-1) > 1e-9 {
			t.Errorf("chances of %+v add up to %v", x, sum)
		}
		named = named || len(x.Genes) > 0
	}
	if len(s.Thoughts) > 3 && !named {
		t.Error("no gene weighed anything")
	}
}

// lowest chooses the first legal action.
type lowest struct{}

func (lowest) Act(v *seat.View, _ uint64) seat.Action {
	for a := range seat.Action(seat.Actions) {
		if v.Legal.Has(a) {
			return a
		}
	}
	return seat.NoAction
}

// The score is that of the same seats and seed without a person: a person
// who takes the lowest option gets what a bot gets that does.
func TestNew_sameGame(t *testing.T) {
	genes := defaults()
	bot := rules.New(genes)
	var wins, want float64
	for seed := range uint64(50) {
		g := human.Sit(decisions.Seat(table.Game{}), human.Sitting{Bot: bot, Genes: genes}, table.Game{}.Info(), seed)
		for {
			s, _ := g.State()
			if s.Question == nil {
				wins += s.Score
				break
			}
			g.Answer(s.Asked, 0)
		}
		o := table.NewTable().Play(seed, []engine.Player{lowest{}, bot})
		want += float64(o.Score[0])
	}
	if wins != want {
		t.Errorf("won %v of 50, the same player among bots %v", wins, want)
	}
}

// The text for a person does not reveal the bot's cards.
func TestNew_secret(t *testing.T) {
	genes := defaults()
	g := human.Sit(decisions.Seat(table.Game{}), human.Sitting{Bot: rules.New(genes), Genes: genes}, table.Game{}.Info(), 7)
	defer g.Leave()
	s, _ := g.State()
	if len(s.News) != 0 {
		t.Errorf("news before the first move: %q", s.News)
	}
	for _, line := range s.Question.Know {
		if strings.Contains(line, "bot's cards") {
			t.Errorf("told: %q", line)
		}
	}
}

// A game that is left takes no answers, and says so.
func TestGame_Leave(t *testing.T) {
	genes := defaults()
	g := human.Sit(decisions.Seat(table.Game{}), human.Sitting{Bot: rules.New(genes), Genes: genes}, table.Game{}.Info(), 7)
	s, _ := g.State()
	g.Leave()
	g.Leave()
	for err := error(nil); err == nil; _, err = g.State() { // its goroutine ends on its own time
		runtime.Gosched()
	}
	if g.Answer(s.Asked, 0) {
		t.Error("a game that was left takes an answer")
	}
}

// The drawing of a told game shows all cards: the mover's hand and coins as its line says them, two
// cards or more a side, and no card back that was lost.
func TestNarrate_sides(t *testing.T) {
	genes := defaults()
	names := []string{"first", "other"}
	var lost [2]int
	moves, down := 0, 0
	told := narrate(names, func(m human.Move) {
		moves++
		for s, x := range m.Sides {
			gone, known := 0, []string{}
			for _, c := range x.Cards {
				switch {
				case c.Lost:
					gone++
				case c.Name == "":
					down++
				default:
					known = append(known, c.Name)
				}
			}
			if len(x.Cards) != 2 && !(len(x.Cards) == 4 || len(x.Cards) == 3 && gone == 1) || gone < lost[s] || *x.Coins < 0 || *x.Coins > 12 {
				t.Errorf("%q: %s has %+v after losing %d", m.Text, x.Name, x, lost[s])
			}
			lost[s] = gone
			if strings.HasPrefix(m.Text, x.Name) {
				says := strings.Fields(m.Text)
				if fmt.Sprint(*x.Coins) != says[1] || !strings.Contains(m.Text, "keeps these") && !strings.Contains(m.Text, strings.Join(known, ", ")) {
					t.Errorf("%q: drawn with %v and %d coins", m.Text, known, *x.Coins)
				}
			}
		}
	})
	for seed := range uint64(300) {
		lost = [2]int{}
		told.Play(seed, []engine.Player{rules.New(genes), rules.New(genes)})
	}
	if moves < 3000 || down > 0 {
		t.Errorf("%d moves with %d cards face down, of which a watcher sees none", moves, down)
	}
}
