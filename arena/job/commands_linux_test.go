package job_test

import (
	"context"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"bloodline/arena"
	"bloodline/arena/command"
	"bloodline/arena/game"
	"bloodline/arena/job"
	"bloodline/arena/program"
	"bloodline/arena/work"
	"bloodline/engine"
	"bloodline/genome"
	"bloodline/internal/guard"
)

func TestMain(m *testing.M) {
	program.Launcher()
	os.Exit(guard.Tests(m).Run())
}

// contest is a contest of commands in which the larger level wins, against a rival of level 4.
func contest(t *testing.T, dir string) *game.Game {
	t.Helper()
	g := guard.Value(command.New(command.Settings{
		Referee: "sh r.sh {p1} {p2}", Bot: "sh bot.sh {level}", Players: 2, Style: command.StyleJSON, GameTime: time.Minute,
		Genes: []command.Gene{{Name: "level", Distribution: command.Int, Low: 0, High: 9, Default: "5"}},
	}, dir, nil))(t)
	rival := guard.Value(g.Program("sh bot.sh 4", dir))(t)
	return &game.Game{Schema: g.Schema, Abilities: game.Abilities{UserBot: g, Stored: g}, Definition: game.Definition{
		Table: g, Rules: func(v []float64) engine.Player { return g.Bot(v) }, Baselines: []engine.Baseline{{Name: "rival", Player: rival}},
	}}
}

// The games of programs that a worker has played are in the book of the breeder, which plays none of them again. A worker
// without these programs refuses.
func TestSender_commands(t *testing.T) {
	dir := t.TempDir()
	script := `[ "${1##* }" -gt "${2##* }" ] && echo '{"ranks":[0,1]}' || echo '{"ranks":[1,0]}'`
	guard.Must(t, os.WriteFile(filepath.Join(dir, "r.sh"), []byte(script), 0o600))
	g := contest(t, dir).WithBook(new(command.Memory))
	files := guard.Value(g.Hashes())(t)
	m := job.Participants{Candidates: []genome.Vector{{7}, {2}}, Field: []job.PlayerSpec{{Name: "rival"}}, Players: g.BaselinePlayers()}
	p := &job.Runner{Contest: func(config []byte) (*game.Game, error) {
		if string(config) != "run file" {
			return nil, errors.New("another run file")
		}
		return contest(t, dir), nil
	}}
	e := arena.Measurement{Arena: arena.New(g, 1), Field: m.Players, Blocks: 4, Seed: 1, Stage: arena.StageFitness}
	measure := func(p *job.Runner, m job.Participants, files *job.ContestFiles) (out []arena.Against, games int64, err error) {
		do := func(ctx context.Context, w work.Work) error {
			for from := range w.Units {
				text, err := played(ctx, p, w, from, from+1)
				if err != nil {
					return err
				}
				got := guard.Value(w.Read(from, from+1, text))(t)
				games += w.CountGames(from, from+1, got)
				guard.Must(t, w.Take(from, from+1, got, true))
				if _, err := w.Read(from, from+2, text); err == nil {
					t.Error("a result is read as one of two blocks")
				}
			}
			return nil
		}
		e.PlayRemote = job.NewSender(g, files, swarm(do)).PlayRemote(m)
		out, err = e.Measure(t.Context(), make([]engine.Player, 2))
		return out, games, err
	}
	nobody, changed, other := m, maps.Clone(files), maps.Clone(files)
	nobody.Field = []job.PlayerSpec{{Name: "nobody"}}
	changed["r.sh"], other[command.MapsKey] = "1", "2 \"a map\"\n"
	for want, c := range map[string]struct {
		p     *job.Runner
		m     job.Participants
		files *job.ContestFiles
	}{
		"plays no programs":  {&job.Runner{}, m, &job.ContestFiles{Config: []byte("run file"), Files: files}},
		"without a run file": {p, m, nil},
		"another run file":   {p, m, &job.ContestFiles{Config: []byte("x"), Files: files}},
		"program r.sh is missing here, or another one: hash 1, have " + files["r.sh"]: {p, m, &job.ContestFiles{Config: []byte("run file"), Files: changed}},
		"the maps differ":      {p, m, &job.ContestFiles{Config: []byte("run file"), Files: other}},
		`no opponent "nobody"`: {p, nobody, &job.ContestFiles{Config: []byte("run file"), Files: files}},
	} {
		if _, games, err := measure(c.p, c.m, c.files); err == nil || games > 0 || !strings.Contains(err.Error(), want) {
			t.Errorf("want %q, have %v after %d games", want, err, games)
		}
	}
	have, games, err := measure(p, m, &job.ContestFiles{Config: []byte("run file"), Files: files})
	guard.Must(t, err)
	if games != 16 || have[0].Total.Mean != 1 || have[1].Total.Mean != 0 {
		t.Errorf("%d games, %+v", games, have)
	}
	guard.Must(t, os.WriteFile(filepath.Join(dir, "r.sh"), []byte("exit 3"), 0o600))
	e.PlayRemote = nil
	again := guard.Value(e.Measure(t.Context(), []engine.Player{g.Rules(m.Candidates[0]), g.Rules(m.Candidates[1])}))(t)
	if !reflect.DeepEqual(again, have) {
		t.Errorf("from the book %+v, want %+v", again, have)
	}
}
