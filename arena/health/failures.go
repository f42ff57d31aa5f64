package health

import (
	"slices"
	"strings"

	"bloodline/arena/command"
	"bloodline/engine"
)

type Game struct {
	Seed  uint64
	Seats []string // command lines
	engine.Ranking
}

type Failures struct {
	Program string `json:"program"` // the opponent, "the bot" for all settings, or "the referee"
	Games   int64  `json:"games"`
	Failed  int64  `json:"failed"`
	Last    string `json:"last"` // the error of one of them

	Faulty    []Game `json:"-"` // games of a program that has never been without fault
	faultless bool
}

// Ledger counts the games in which programs of a contest fail.
type Ledger struct {
	All    []Failures     // the bot first, whatever its genes, the referee last
	Number map[string]int // of an opponent by its command line: its place in All; others are the bot's
}

// NewLedger returns a ledger without games; opponents of the name except are the bot.
func NewLedger(opponents []engine.Baseline, except string) *Ledger {
	l := &Ledger{All: []Failures{{Program: "the bot"}}, Number: map[string]int{}}
	for _, b := range opponents {
		if b.Name != except {
			l.Number[command.Line(b.Player)] = len(l.All)
			l.All = append(l.All, Failures{Program: b.Name})
		}
	}
	l.All = append(l.All, Failures{Program: "the referee"})
	return l
}

// Referee counts in which games the referee fails.
func (l *Ledger) Referee() *Failures { return &l.All[len(l.All)-1] }

// AddReferee counts a game of the referee alone, and reports whether it failed.
func (l *Ledger) AddReferee(wrong []string) bool {
	r := l.Referee()
	last, failed := command.RefereeFailed(wrong)
	if r.Games++; failed {
		r.Failed, r.Last = r.Failed+1, last
	}
	return failed
}

// Add counts a game, and reports whether the referee failed, which says nothing about the others.
func (l *Ledger) Add(g Game) (refereeFailed bool) {
	if l.AddReferee(g.Errors) {
		return true
	}
	for i := range l.All[:len(l.All)-1] {
		p, sound, failed := &l.All[i], false, false
		for seat, line := range g.Seats {
			switch wrong := g.Errors[seat]; {
			case l.Number[line] != i:
			case wrong == "":
				sound = true
			default:
				failed, p.Last = true, wrong
			}
		}
		if sound || failed {
			p.Games++
		}
		if failed {
			p.Failed++
		}
		if p.faultless = p.faultless || sound; p.faultless {
			p.Faulty = nil
		} else if failed {
			p.Faulty = append(p.Faulty, g)
		}
	}
	return false
}

// FirstGames is after how many games a program that failed in all of them is broken.
const FirstGames = 8

// Broken returns a program that has failed in each of its first games, and its command line in the last of them; nil
// for none. Of the bot, whose genes may be wrong, games with different genes count.
func (l *Ledger) Broken() (p *Failures, line string) {
	for i := range l.All {
		lines := map[string]bool{}
		for _, g := range l.All[i].Faulty {
			for _, own := range slices.Backward(g.Seats) {
				if l.Number[own] == i {
					lines[own], line = true, own
				}
			}
		}
		if len(l.All[i].Faulty) >= FirstGames && (i > 0 || len(lines) > 1) {
			return &l.All[i], line
		}
	}
	return nil, ""
}

// Failing returns the programs that fail in a tenth of their games or more.
func (l *Ledger) Failing() []Failures {
	seldom := func(f Failures) bool { return f.Games < FirstGames || 10*f.Failed < f.Games }
	return slices.DeleteFunc(slices.Clone(l.All), seldom)
}

// Reversed returns the seat of a failed program that ranks first, before another one without fault; -1 for none.
func Reversed(r engine.Ranking) int {
	winner, behind := -1, false
	for i, rank := range r.Ranks {
		switch wrong := r.Errors[i] != ""; {
		case wrong && rank == 0:
			winner = i
		case !wrong && rank > 0:
			behind = true
		}
	}
	if !behind {
		return -1
	}
	return winner
}

// TimedOut counts games, and those in which the words of an error say that a bot was too late.
type TimedOut struct{ Games, Late int }

func (l *TimedOut) Add(r engine.Ranking) {
	l.Games++
	if slices.ContainsFunc(r.Errors, func(text string) bool {
		text = strings.ToLower(text)
		return strings.Contains(text, "timeout") || strings.Contains(text, "timed out") || strings.Contains(text, "time limit")
	}) {
		l.Late++
	}
}

// Many reports whether bots were too late in more than a few: a hundredth, and three at least.
func (l *TimedOut) Many() bool { return l.Late >= 3 && l.Late*100 >= l.Games }
