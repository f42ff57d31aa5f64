package referee_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"bloodline/arena/command"
	"bloodline/arena/program"
	"bloodline/engine"
	"bloodline/internal/guard"
	"bloodline/internal/system"
)

// asking is a referee of style stdio, which asks both bots once, and asks nothing else of
// the first than that it plays.
const asking = `read seed; read start
for i in 0 1; do echo "###Input $i"; echo go; done
echo "###Output 0 1"; read a; echo "###Output 1 1"; read b
case "$a $b" in
"fine fine") echo "###End 01" ;;
"fine "*) echo "###End 0 1" ;;
*" fine") echo "###End 1 0" ;;
*) echo "###End 01" ;;
esac`

const plain = `while read a; do echo fine; done`

// commands is a contest of commands whose bots are attacks.
func commands(t *testing.T, mode program.Mode, answer time.Duration) *command.Game {
	t.Helper()
	dir := t.TempDir()
	guard.Must(t, os.WriteFile(filepath.Join(dir, "referee.sh"), []byte(asking), 0o600))
	g, err := command.New(command.Settings{
		Referee: "sh referee.sh", Bot: "sh -c 'echo {a}'", Style: command.StyleStdio, Players: 2, Sandbox: string(mode),
		GameTime: 5 * time.Minute, AnswerTime: answer,
		Genes: []command.Gene{{Name: "a", Distribution: command.Int, Low: 0, High: 1, Default: "0"}},
	}, dir, nil)
	guard.Must(t, err)
	return g
}

// lastGame is a book that keeps one game.
type lastGame struct{ engine.Ranking }

func (*lastGame) Find(uint64, []string) (r engine.Ranking, ok bool, err error) { return r, false, nil }

func (l *lastGame) Enter(_ uint64, _ []string, r engine.Ranking) error {
	l.Ranking = r
	return nil
}

func (s *surroundings) bots(t *testing.T, g *command.Game, scripts ...string) (out []engine.Player) {
	t.Helper()
	for _, script := range scripts {
		b := guard.Value(g.Program(system.Line(s.seat("", script).Command), ""))(t)
		out = append(out, b)
	}
	return out
}

// duel plays an attack against an honest bot and returns what each did wrong.
func (s *surroundings) duel(t *testing.T, a attack, mode program.Mode) *engine.Ranking {
	t.Helper()
	last := new(lastGame)
	play := func(answer time.Duration) error {
		g := commands(t, mode, answer)
		table := g.WithBook(last).NewSlowTable()
		defer table.Close()
		_ = guard.Value(table.PlaySlow(t.Context(), engine.Deal{Seed: 1 << 33}, s.bots(t, g, a.guard()+a.script+"\n"+plain, plain)))(t)
		if last.Errors[1] != "" {
			return errors.New("the honest bot: " + last.Errors[1]) // it has to answer, too
		}
		return nil
	}
	if slices.Contains(a.wants("command"), "timeout") {
		guard.Within(t, play)
	} else if err := play(time.Minute); err != nil {
		t.Error(err)
	}
	return &last.Ranking
}

// The bots of a contest of commands fare as those of the three protocols: an attack harms
// its own bot only.
func TestHostile_commands(t *testing.T) {
	guard.Slow(t)
	s := newSurroundings(t)
	rows := 0
	for _, a := range attacks {
		if a.only != "" {
			continue
		}
		rows++
		t.Run(a.name, func(t *testing.T) {
			scratch(t)
			r := s.duel(t, a, program.Require)
			kind, _, _ := strings.Cut(strings.Replace(r.Errors[0], " of its first answer (command.start_time)", "", 1), ":")
			if want := a.wants("command"); !slices.Contains(want, kind) || strings.Contains(r.Errors[0], secret) || strings.Contains(r.Errors[0], "status 98") {
				t.Errorf("want one of %q, have %q", want, r.Errors[0])
			}
			if r.Errors[1] != "" || r.Ranks[1] != 0 || (r.Ranks[0] == 1) != (kind != "" || a.name == "prints for ever") {
				t.Errorf("have %+v: another bot is blamed, or the wrong one has lost", r)
			}
			if left := s.running(); len(left) > 0 {
				t.Errorf("left running: %v", left)
			}
			noChildren(t)
			s.untouched(t)
		})
	}
	if rows < 20 {
		t.Errorf("%d attacks, want 20", rows)
	}
}
