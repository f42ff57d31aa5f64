package command_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"bloodline/arena/command"
	"bloodline/engine"
	"bloodline/internal/guard"
)

// A game whose referee fails is played again once, and not a third time.
func TestTable_again(t *testing.T) {
	g := contest(t, command.Settings{Referee: "sh r.sh {p1} {p2} tries"}, map[string]string{"tries": "", "r.sh": `echo x >> "$3"
[ $(wc -l < "$3") = 2 ] && echo '{"ranks":[0,1]}'`})
	seats := []engine.Player{g.Bot([]float64{1}), g.Bot([]float64{2})}
	o, err := g.NewSlowTable().PlaySlow(t.Context(), engine.Deal{Seed: 1 << 40}, seats)
	if err != nil || o.Score[0] != 2 || o.Score[1] != 0 {
		t.Errorf("have %v, %v", o, err)
	}
	if _, err := g.NewSlowTable().PlaySlow(t.Context(), engine.Deal{Seed: 1 << 41}, seats); err == nil || !strings.Contains(err.Error(), "exit status 1") {
		t.Errorf("the third and fourth try: %v", err)
	}
}

// Files and processes that a game leaves behind are gone before the next game at the same
// table.
func TestTable_empty(t *testing.T) {
	mark := fmt.Sprint(3_000_000 + os.Getpid())
	script := `[ -z "$(ls -A)" ] || { ls -A >&2; exit 5; }
mkdir -p a/b; touch a/b/c .hidden; chmod 0 a
sleep 3600.` + mark + ` & (trap "" HUP TERM; sleep 3600.` + mark + `) &
`
	for _, style := range []string{command.StyleJSON, command.StyleStdio} {
		s, scripts := command.Settings{Style: style, Referee: "sh r.sh {p1} {p2}"}, map[string]string{"r.sh": script + "echo '{\"ranks\":[0,1]}'"}
		if style == command.StyleStdio {
			s.Referee = "sh r.sh"
			scripts = map[string]string{
				"r.sh":   script + `echo "###Output 0 1"; read x; read y; read a; echo "###Output 1 1"; read b; [ "$a$b" = finefine ] && echo "###End 0 1"`,
				"bot.sh": script + "echo fine; cat",
			}
		}
		table := contest(t, s, scripts)
		seats := []engine.Player{table.Bot([]float64{1}), table.Bot([]float64{2})}
		at := table.NewSlowTable()
		for game := range uint64(3) {
			o, err := at.PlaySlow(t.Context(), engine.Deal{Seed: game << 40}, seats)
			if err != nil || o.Score[0] != 2 {
				t.Errorf("%s, game %d: %v, %v", style, game, o, err)
			}
			all, _ := filepath.Glob("/proc/[0-9]*/cmdline")
			for _, path := range all {
				if text, _ := os.ReadFile(path); strings.Contains(string(text), "3600."+mark) {
					t.Errorf("%s, game %d: left running: %q", style, game, text)
				}
			}
		}
		if err := at.Close(); err != nil {
			t.Error(err)
		}
	}
}

// A referee that puts a link to a folder of its user in the place of the game's folder has nothing removed there.
func TestTable_link(t *testing.T) {
	mine := filepath.Join(t.TempDir(), "mine")
	guard.Must(t, os.WriteFile(mine, nil, 0o600))
	script := `d=$(pwd); cd ..; rm -rf "$d"; ln -s "` + filepath.Dir(mine) + `" "$d"; echo '{"ranks":[0,1]}'`
	g := contest(t, command.Settings{Style: command.StyleJSON, Referee: "sh r.sh {p1} {p2}"}, map[string]string{"r.sh": script})
	at := g.NewSlowTable()
	for game := range uint64(2) {
		if _, err := at.PlaySlow(t.Context(), engine.Deal{Seed: game << 40}, []engine.Player{g.Bot([]float64{1}), g.Bot([]float64{2})}); err != nil {
			t.Error(err)
		}
	}
	if err := at.Close(); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(mine); err != nil {
		t.Error(err)
	}
}

// With a book, a referee that fails for some values costs the genome that has them its game, which is not played again.
// The game is void where the seats are alike, and nothing is entered if the referee cannot play the defaults either.
func TestTable_failing(t *testing.T) {
	t.Parallel()
	script := `for a in "$2" "$3"; do [ "${a##* }" = 9 ] && { echo first >&2; echo "index out of range" >&2; exit 1; }; [ "${a##* }" = 8 ] && sleep 60; done
[ "$1" = 7 ] && exit 3; [ -n "$4" ] && exit 4; echo '{"ranks":[0,1],"scores":[9,-9]}'`
	const fails, hangs = "the referee failed: exit status 1: index out of range", "the referee failed: no end within "
	for name, tt := range map[string]struct {
		referee string
		seed    uint64
		seats   [2]float64 // levels of genomes; below 0 is another program
		want    string
	}{
		"against a rival":       {"", 1, [2]float64{9, -1}, fmt.Sprintf("[1 0] [%s ]", fails)},
		"a rival first":         {"", 1, [2]float64{-1, 9}, fmt.Sprintf("[0 1] [ %s]", fails)},
		"against the defaults":  {"", 1, [2]float64{5, 9}, fmt.Sprintf("[0 1] [ %s]", fails)},
		"two genomes":           {"", 1, [2]float64{9, 4}, fmt.Sprintf("[1 0] [%s ]", fails)},
		"alike":                 {"", 1, [2]float64{9, 9}, fmt.Sprintf("[0 0] [%s %[1]s]", fails)},
		"a seed of two genomes": {"", 7, [2]float64{6, 4}, "[0 0] [the referee failed: exit status 3 the referee failed: exit status 3]"},
		"in time":               {"", 1, [2]float64{8, -1}, "[1 0] [" + hangs + "LIMIT ]"},
		"a seed":                {"", 7, [2]float64{5, -1}, "[1 0] [the referee failed: exit status 3 ]"},
		"a seed of two rivals":  {"", 7, [2]float64{-1, -1}, "[0 0] [the referee failed: exit status 3 the referee failed: exit status 3]"},
		"points":                {"", 1, [2]float64{9, -1}, fmt.Sprintf("[1 0] [%s ] [-10 5]", fails)},
		"points of two genomes": {"", 1, [2]float64{9, 9}, fmt.Sprintf("[0 0] [%s %[1]s] [5 5]", fails)},
		"for the defaults, too": {" broken", 1, [2]float64{4, -1}, "exit status 4; it wrote nothing"},
		"by itself":             {" broken", 1, [2]float64{5, 5}, "exit status 4; it wrote nothing"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			play := func(limit time.Duration) error {
				s := command.Settings{Referee: "sh r.sh {seed} {p1} {p2}" + tt.referee, GameTime: limit}
				if strings.HasPrefix(name, "points") {
					s.Points, s.ScoreLow, s.ScoreHigh = command.PointsScore, -10, 20
				}
				g := contest(t, s, map[string]string{"r.sh": script})
				book := &diary{games: map[string]engine.Ranking{}}
				g = g.WithBook(book)
				var seats []engine.Player
				for _, level := range tt.seats {
					if level >= 0 {
						seats = append(seats, g.Bot([]float64{level}))
						continue
					}
					rival := guard.Value(g.Program("sh rival.sh 3", ""))(t)
					seats = append(seats, rival)
				}
				have := ""
				at := g.NewSlowTable()
				defer at.Close()
				for range 2 {
					if _, err := at.PlaySlow(t.Context(), engine.Deal{Seed: tt.seed << 33}, seats); err != nil {
						have = err.Error()
					}
				}
				for _, r := range book.games {
					have += strings.TrimSuffix(fmt.Sprint(r.Ranks, r.Errors, r.Scores), " []")
				}
				if want := strings.Replace(tt.want, "LIMIT", limit.String(), 1); !strings.HasSuffix(have, want) || len(book.games) != book.found {
					return fmt.Errorf("have %s, want %s; %d games, %d found", have, want, len(book.games), book.found)
				}
				return nil
			}
			if strings.Contains(tt.want, hangs) {
				guard.Within(t, play)
			} else if err := play(5 * time.Minute); err != nil {
				t.Error(err)
			}
		})
	}
}

// A game of a bot that was given up is entered as lost by it, without being played; a game in the book stays there, and
// counts as lost. Only what the clock ended is late, also when it comes from the book.
func TestTable_givenUp(t *testing.T) {
	g := contest(t, command.Settings{Referee: "sh r.sh {p1} {p2}", GameTime: time.Minute}, map[string]string{"r.sh": "exit 7"})
	book := &diary{games: map[string]engine.Ranking{}}
	g = g.WithBook(book)
	at := g.NewSlowTable()
	defer at.Close()
	seats := []engine.Player{g.Bot([]float64{3}), g.Bot([]float64{4})}
	o := guard.Value(at.PlaySlow(t.Context(), engine.Deal{Seed: 5 << 33, Lost: 2}, seats))(t)
	const text = "the referee failed: given up, since games of this setting before it had no end within 1m0s"
	if want := (engine.Outcome{Score: [engine.MaxSeats]int64{2, 0}, Choices: 1, Length: 1, Failed: 2}); o != want {
		t.Errorf("have %+v, want %+v", o, want)
	}
	for _, r := range book.games {
		if fmt.Sprint(r.Ranks, r.Errors) != "[0 1] [ "+text+"]" {
			t.Errorf("the book has %v %q", r.Ranks, r.Errors)
		}
	}
	if _, err := at.PlaySlow(t.Context(), engine.Deal{Seed: 5 << 33, Lost: 1}, seats); err != nil || len(book.games) != 1 {
		t.Errorf("%v; %d games in the book, want 1", err, len(book.games))
	}
	for wrong, late := range map[string]uint8{
		"the referee failed: no end within 1m0s: playing": 1,
		text:                                0,
		"the referee failed: exit status 1": 0,
		"no end within 1m0s":                0, // said by a bot
	} {
		if o := g.Outcome(engine.Ranking{Ranks: []int{1, 0}, Errors: []string{wrong, ""}}); o.Late != late || o.Failed != 1 {
			t.Errorf("%q: late %b, want %b", wrong, o.Late, late)
		}
	}
}
