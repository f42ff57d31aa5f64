package coup

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"bloodline/arena/human"
	"bloodline/engine"
	"bloodline/games/coup/rules"
	"bloodline/games/coup/seat"
	"bloodline/games/coup/table"
	"bloodline/games/gametest"
)

// defaults are the genes of a bot that was never bred.
func defaults() (out []float64) {
	for _, g := range rules.Genes {
		out = append(out, g.Default)
	}
	return out
}

// prefers makes the first of its actions that is legal, or else what comes first.
type prefers []seat.Action

func (p prefers) Act(v *seat.View, _ uint64) seat.Action {
	for _, a := range p {
		if v.Legal.Has(a) {
			return a
		}
	}
	for a := seat.Action(0); ; a++ {
		if v.Legal.Has(a) {
			return a
		}
	}
}

func TestPerson(t *testing.T) { gametest.Person(t, Game()) }

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
		o := table.NewTable().Play(seed, []engine.Player{prefers{}, bot})
		want += float64(o.Score[0])
	}
	if wins != want {
		t.Errorf("won %v of 50, the same player among bots %v", wins, want)
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
