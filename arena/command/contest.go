package command

import (
	"cmp"
	"math"
	"os"
	"path/filepath"
	"slices"

	"bloodline/arena/program"
	"bloodline/engine"
	"bloodline/genome"
	"bloodline/internal/system"
)

// contest is what a run file says of a contest, whoever plays its games.
type contest struct {
	Settings
	Schema *genome.Schema

	folder       string
	referee, bot []string // their words; no bot with style simulator
	reads        []string // Files, absolute
	where        string   // Folder, absolute; empty: programs run in one of their own

	scored      bool    // points are scores
	unit        int32   // of them: see [engine.Info].ScoreUnit
	least, most float64 // points
}

// Contest is a [Game] or a [Simulator].
type Contest interface {
	engine.Game
	// Hashes returns hashes of the files that commands name, the contest's and those of players, by their paths seen from
	// the folder of the run file. Files elsewhere, such as an interpreter, are left out.
	Hashes(players []engine.Player) (map[string]string, error)
	// Missing returns a problem if a script that the commands of the contest or of players name is not there: they
	// would fail in every game.
	Missing(players []engine.Player) error
	// Parameters returns a genome as a JSON object, with its genes by name: the file that a bot reads.
	Parameters(v []float64) []byte
	// Rival returns the player that stands behind a name in the run file: a program by its command line; in a simulator a word
	// that it knows, or values of genes as a JSON object, whose genome is returned too, with genes that are left out at their defaults.
	Rival(text string) (engine.Player, genome.Vector, error)
	// Config returns what the run file says.
	Config() Settings

	of() *contest
}

// newContest finds the referee.
func newContest(s Settings, folder string) (c contest, err error) {
	c = contest{Settings: s, Schema: s.schema(), folder: folder, scored: s.Points == PointsScore, unit: int32(2 * (s.Players - 1)), most: 1}
	if s.Folder != "" {
		c.where = program.Absolute(folder, s.Folder)
		if info, err := os.Stat(c.where); err != nil || !info.IsDir() {
			return c, &Problem{"folder", "must be a folder", s.Folder}
		}
	}
	switch {
	case c.scored:
		c.least, c.most = float64(s.ScoreLow), float64(s.ScoreHigh)
		for c.unit = 1; c.unit < 10_000 && float64(10*c.unit)*max(-c.least, c.most) <= engine.MaxScore; {
			c.unit *= 10
		}
	case s.MinPlayers > 0:
		c.unit = 840 // of which the shares of one to seven opponents, and halves of them, are whole numbers
	}
	c.referee, err = c.words("referee", s.Referee)
	return c, err
}

func (g *contest) words(key, line string) ([]string, error) {
	if key == "bot" && g.Plain {
		return system.Words(line)
	}
	words, err := program.Command(g.folder, line)
	if err != nil {
		rule := "must be a command"
		if key == "bot" && g.Style != StyleStdio {
			rule += ", or words for a referee that plays the bots itself (command.plain: true)"
		}
		return nil, &Problem{key, rule, err.Error()}
	}
	return words, nil
}

// Info describes the contest.
func (g *contest) Info() engine.Info {
	i := engine.Info{
		Name: Name, Title: "the contest " + filepath.Base(g.folder), Seats: g.Players, Least: g.MinPlayers,
		Dynamics: engine.Simultaneous, Symmetric: g.Symmetric, ZeroSum: true,
		Unit: "game", ScoreUnit: g.unit, Points: "win", Min: g.least, Mean: (g.least + g.most) / 2, Max: g.most,
	}
	if g.scored {
		i.ZeroSum, i.Points = false, "points a game"
	}
	return i
}

// Same reports whether two games are of one contest, so that the bots of one can play
// those of the other.
func Same(a, b Contest) bool {
	g, o := a.of(), b.of()
	return slices.Equal(g.referee, o.referee) && g.Style == o.Style && g.Players == o.Players && cmp.Or(g.MinPlayers, g.Players) == cmp.Or(o.MinPlayers, o.Players)
}

func (g *contest) of() *contest { return g }

// Config implements [Contest].
func (g *contest) Config() Settings { return g.Settings }

// outcome turns scores into points: as they are, within their range, or shares of the opponents that have less.
func (g *contest) outcome(scores []float64) (o engine.Outcome) {
	o.Choices, o.Length = 1, 1
	if g.scored {
		for i, x := range scores {
			o.Score[i] = int32(math.Round(min(max(x, g.least), g.most) * float64(g.unit)))
		}
		return o
	}
	half := g.unit / int32(2*max(1, len(scores)-1)) // of an opponent
	for i, x := range scores {
		for j, y := range scores {
			switch {
			case i == j:
			case x > y:
				o.Score[i] += 2 * half
			case x == y:
				o.Score[i] += half
			}
		}
	}
	return o
}
