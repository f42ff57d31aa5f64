package report

import (
	"strings"
	"testing"

	"bloodline/arena/command"
	"bloodline/arena/game"
	"bloodline/configs/player"
	"bloodline/engine/stats"
	"bloodline/evolve/store"
	"bloodline/genome"
	"bloodline/genome/champion"
	"bloodline/genome/gene"
	"bloodline/internal/guard"
)

// duelist is a player of a contest of programs.
func duelist(t *testing.T) *player.Player {
	t.Helper()
	contest := guard.Value(command.New(command.Settings{
		Referee: "sh {p1} {p2}", Bot: "sh {level}", Players: 2, Style: command.StyleJSON,
		Genes: []command.Gene{{Name: "level", Distribution: command.Int, Low: 0, High: 9, Default: "4"}},
	}, "", nil))(t)
	g := &game.Game{Definition: game.Definition{Table: contest, Genes: contest.Schema.Genes}, Schema: contest.Schema}
	g.UserBot, g.Stored = contest, contest
	return &player.Player{Name: "duel-1", Game: g, Genes: genome.Vector{8}, File: &champion.File{Evidence: &champion.Evidence{}}}
}

// The command under an answer is the one for the kind of the game, and that of the terminal where it has one; it names the
// store, and a breeding run has none.
func TestNext_Steps(t *testing.T) {
	programs := duelist(t)
	simulator, native := *programs, *programs
	simulator.Game = &game.Game{Definition: programs.Game.Definition, Schema: programs.Game.Schema}
	simulator.Game.UserBot, simulator.Game.Simulator = programs.Game.UserBot, new(command.Simulator)
	native.Game = &game.Game{Definition: programs.Game.Definition, Schema: &genome.Schema{Genes: []gene.Gene{{Name: "a"}}}}
	unproven := *programs
	unproven.File = &champion.File{Evidence: &champion.Evidence{Unproven: &champion.Unproven{
		Lead: stats.Figure{Mean: 0.1, Low: -0.1, High: 0.3, Games: 100}, Field: stats.Figure{Mean: 0.6, Low: 0.5, High: 0.7, Games: 100},
	}}}
	call := Call{Program: "./bloodline", Store: " --store x.db"}
	for name, tt := range map[string]struct {
		next   Next
		listed []string // questions whose command the terminal lists, too
		want   map[string]string
	}{
		"programs": {Next{Word: "duel-1", Player: programs, State: store.Finished, Budget: 1000, CurveGames: 6000}, []string{Better, Tried}, map[string]string{
			Better: "export duel-1 --out bot", Tried: "inspect duel-1 curves --games 6000", Whom: "exploit duel-1", What: "",
			Why: "ablate duel-1 --deals 100", Where: "lineage duel-1",
		}},
		"programs with curves": {Next{Word: "duel-1", Player: programs, State: store.Finished, Budget: 1000}, nil, map[string]string{
			Better: "export duel-1 --out bot", Tried: "breed --resume=duel-1 --max-games 2000",
		}},
		// The lead of 10 points has an interval of ±20; the next look, 1.1436 times as wide, leaves out 0 with (2.287)² times the games.
		"unproven": {Next{Word: "duel-1", Player: &unproven, State: store.Finished, Budget: 1000, CurveGames: 6000}, nil, map[string]string{
			Better: "breed --resume=duel-1 --max-games 5231", Tried: "breed --resume=duel-1 --max-games 5231", Whom: "exploit duel-1",
		}},
		"simulator": {Next{Word: "sim-1", Player: &simulator, State: store.Finished}, []string{Better, Tried, Whom}, map[string]string{
			Better: "verify sim-1 --games 200000", Tried: "inspect sim-1 curves", Whom: "exploit sim-1", Why: "ablate sim-1 --deals 100",
		}},
		"a game in Go": {Next{Word: "coup-1", Player: &native, State: store.Finished}, []string{Better, Whom, What, Where}, map[string]string{
			Better: "export coup-1 --out bot", Whom: "exploit coup-1", What: "inspect coup-1", Why: "ablate coup-1", Where: "lineage coup-1",
		}},
		"a champion of no run": {Next{Word: "my coup", Player: &native}, nil, map[string]string{Whom: "exploit 'my coup'", Where: ""}},
		"a stopped run":        {Next{Word: "duel-1", State: store.Stopped}, nil, map[string]string{Better: "breed --resume=duel-1", Whom: ""}},
		"a breeding run":       {Next{Word: "duel-1", Player: programs, State: store.Running}, nil, map[string]string{Better: "", Tried: "", Why: ""}},
	} {
		t.Run(name, func(t *testing.T) {
			for question, want := range tt.want {
				s := tt.next.Steps(call).Under(question)
				switch {
				case s == nil && want != "":
					t.Errorf("%s has no command, want %s", question, want)
				case s != nil && s.Command != "./bloodline "+want+" --store x.db":
					t.Errorf("%s: %s, want %s", question, s.Command, want)
				}
			}
			if tt.next.Player == nil || tt.next.State != store.Finished {
				return
			}
			var listed strings.Builder
			guard.Must(t, tt.next.Listed(call).Print(&listed, 0))
			for _, question := range tt.listed {
				if under := tt.next.Steps(call).Under(question); !strings.Contains(listed.String(), under.Command) {
					t.Errorf("the terminal lacks %s:\n%s", under.Command, listed.String())
				}
			}
		})
	}
}
