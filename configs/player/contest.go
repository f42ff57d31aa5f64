package player

import (
	"cmp"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"

	"bloodline/arena/command"
	"bloodline/arena/game"
	"bloodline/arena/program"
	"bloodline/configs"
	"bloodline/configs/trust"
	"bloodline/engine"
	"bloodline/genome/champion"
	"bloodline/internal/disk"
	"bloodline/internal/setting"
)

// gameByName returns the game of a name; one of commands by its recorded settings, as far as they are trusted.
func (f *Finder) gameByName(name, path, config string) (*game.Game, error) {
	if name == command.Name {
		c, err := configs.Parse(path, []byte(config), f.Games)
		if err == nil {
			err = f.CheckTrust(c)
		}
		if err != nil {
			return nil, err
		}
		return ConfigGame(f.Games, f.Simulators, c)
	}
	if g, ok := f.Games.ByName(name); ok {
		return g, nil
	}
	return nil, fmt.Errorf("unknown game %q (have %s)", name, f.Games)
}

// CheckTrust refuses the commands of a recorded run file that have not run here, or that no sandbox can confine here,
// and marks them as foreign unless the user has given the run file here.
func (f *Finder) CheckTrust(c *configs.Config) error {
	own, err := f.Trust.Check(commandsOf(c))
	c.Command.Foreign = !own
	if g, ok := f.Games.ByName(c.Game); ok && err == nil && !own {
		if err := g.Programs.Sandbox.Check(true); err != nil {
			return setting.Usagef("--sandbox: %w, have %s", err, cmp.Or(g.Programs.Sandbox, program.Auto))
		}
	}
	return err
}

// AddTrust trusts the commands of a run file from now on, because the user has given or allowed them.
func (f *Finder) AddTrust(c *configs.Config) error {
	return f.Trust.Add(commandsOf(c), c.Command.Foreign)
}

// commandsOf returns the commands that a run file starts: those of its contest, and the programs of its field and its
// holdout. The whole contest counts, since values of genes become words of its commands.
func commandsOf(c *configs.Config) (out trust.Commands) {
	context := []any{c.Folder}
	if c.Game == command.Name {
		if out.Lines = append(out.Lines, c.Command.Referee); c.Command.Bot != "" {
			out.Lines = append(out.Lines, c.Command.Bot)
		}
		context = append(context, c.Command)
	}
	for _, word := range slices.Concat(c.Field, c.Holdout) {
		if c.Simulator() {
			break // whose players are its own
		}
		if _, line, ok := command.Program(word); ok {
			out.Lines = append(out.Lines, line)
		}
	}
	text, err := json.Marshal(context)
	if err != nil {
		panic("player: settings of commands: " + err.Error()) // words and numbers
	}
	out.Context = string(text)
	return out
}

// GameInFolder makes the game of a run file whose programs are in another folder.
func GameInFolder(games game.Set, pool *command.Pool, config []byte, folder string) (*game.Game, error) {
	c, err := configs.Parse("run file", config, games)
	if err != nil {
		return nil, err
	}
	if c.Folder, err = filepath.Abs(folder); err != nil {
		return nil, err
	}
	return ConfigGame(games, pool, c)
}

// ConfigGame returns the game of a run file. A simulator's processes come from the pool; with nil it makes one.
func ConfigGame(games game.Set, pool *command.Pool, c *configs.Config) (*game.Game, error) {
	if c.Game != command.Name {
		return games.Named(c.Game)
	}
	out := &game.Game{
		Definition: game.Definition{Deals: 1},
		Shipped:    game.Shipped{RunFiles: []game.File{{Name: command.Name, Data: c.YAML()}}},
	}
	if len(games) > 0 {
		out.ProcessOptions = games[0].ProcessOptions // as all games of a process
	}
	var err error
	if c.Simulator() {
		var s *command.Simulator
		if s, err = command.NewSimulator(c.Command, c.Folder, pool); err == nil {
			out.UserBot, out.Simulator, out.Rules, out.Schema, out.Strangers = s, s, s.Bot, s.Schema, s.Drawn
		}
	} else if s, failed := command.New(c.Command, c.Folder, out.Programs.Lacking); failed == nil {
		out.UserBot, out.Stored, out.Schema, out.Rules = s, s, s.Schema, func(v []float64) engine.Player { return s.Bot(v) }
	} else {
		err = failed
	}
	if err != nil {
		return nil, setting.Usagef("command.%w", err)
	}
	out.Table, out.Genes = out.UserBot, out.Schema.Genes
	if c.Command.Seat == 0 { // else it can't be an opponent
		out.Baselines = []engine.Baseline{{Name: configs.Defaults, Doc: "The bot at its defaults.", Player: out.Rules(out.Schema.Default())}}
	}
	for list, words := range [][]string{c.Field, c.Holdout} {
		for i, w := range words {
			word, _, _ := configs.Weighted(w) // its weight was checked when it was read
			name, line, ok := command.Program(word)
			if !ok || name == word {
				continue
			}
			bot, _, err := out.UserBot.Rival(line)
			if err != nil {
				rule := fmt.Sprintf("must be {%s: COMMAND}, a program that the referee can start", name)
				return nil, setting.Usagef("%w", &setting.Error{Key: fmt.Sprintf("%s[%d]", []string{"field", "holdout"}[list], i), Rule: rule, Have: err.Error()})
			}
			out.Baselines = append(out.Baselines, engine.Baseline{Name: name, Doc: line, Player: bot})
		}
	}
	return out, nil
}

func checkSameGame(p *Player, g *game.Game) error {
	switch {
	case p.Game.Name() != g.Name():
		return setting.Usagef("%s plays %s, not %s", p.Name, p.Game.Name(), g.Name())
	case g.UserBot != nil && !command.Same(p.Game.UserBot, g.UserBot):
		return setting.Usagef("%s plays another contest: its referee is another command", p.Name)
	}
	return nil
}

// Encode returns the bytes of a champion file that is written into dir. It has the folder of its contest as seen from
// there, so equal runs write equal files wherever the contest lies, and contest and results may be moved together.
func Encode(f *champion.File, dir string) ([]byte, error) {
	placed := *f
	placed.Origin.Config = Portable(f.Origin.Config, dir)
	return placed.Encode()
}

// Portable returns recorded settings with the folder of their contest as seen from dir, where they are kept.
func Portable(text, dir string) string {
	return configs.ReplaceFolder(text, func(folder string) string {
		if !filepath.IsAbs(folder) {
			return folder
		}
		return disk.Near(dir, folder)
	})
}

// Placed returns [Portable] settings with the folder where it lies now.
func Placed(text, dir string) string {
	return configs.ReplaceFolder(text, func(folder string) string {
		full, err := filepath.Abs(filepath.Join(dir, folder))
		if err != nil || filepath.IsAbs(folder) {
			return folder
		}
		return full
	})
}
