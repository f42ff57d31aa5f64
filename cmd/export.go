package cmd

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"bloodline/arena/command"
	"bloodline/configs/player"
	"bloodline/genome"
	"bloodline/results/export"
	"bloodline/results/report"
)

func (a *app) exportCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "export PLAYER --out DIR",
		Short: "Write a player as a standalone program for its contest",
		Long: `export writes a player as a Go module that speaks its contest's protocol. It needs only Go's standard
library, and its README lists the commands that a contest entry must state. For a game of commands, export writes the
command line, the parameters as a JSON file, and a README.`,
		Example: "  $bloodline export $champion --out bot\n  cd bot && go build -o $champion . ",
	}
	out := c.Flags().String("out", "", "folder to write; must be new or empty")
	single := c.Flags().Bool("single-file", false, "write one main.go, for contests that take one file")
	name := c.Flags().String("name", "", "name of the bot (default: the player's)")
	c.RunE = func(_ *cobra.Command, args []string) error {
		if *out == "" {
			return usage("export needs --out DIR")
		}
		p, err := a.Find(args[0], nil)
		if err != nil {
			return err
		}
		if *name == "" {
			*name = strings.ReplaceAll(p.Name, "/", "-")
		}
		if files, ok := commandFiles(p, *name); ok {
			if err := export.Place(*out, files); err != nil {
				return fmt.Errorf("export %s to %s: %w", *name, *out, err)
			}
			starts := "command.txt starts the bot, "
			if p.Game.Stored == nil {
				starts = ""
			}
			return a.printLine(exported{*name, p.Game.Name(), *out},
				"wrote %s to %s: %sparameters.json has its parameters, README.md explains", *name, *out, starts)
		}
		b, err := botOf(p, *name, *out)
		if err != nil {
			return err
		}
		b.Single = *single
		if err := export.Write(*out, b); err != nil {
			return err
		}
		return a.printLine(exported{*name, b.Game, *out}, "wrote %s to %s\n\nbuild it, with Go %[4]s or newer:  cd %[2]s && go build -o %[3]s .\n"+
			"hand it in: %[2]s/README.md names the commands that an entry must state", *name, *out, b.FileName(), export.GoVersion)
	}
	return c
}

// exported is a bot that was written.
type exported struct {
	Name string `json:"name"`
	Game string `json:"game"`
	Dir  string `json:"dir"`
}

// botOf describes a player to package export, under a name. dir is the folder that it is exported into.
func botOf(p *player.Player, name, dir string) (export.Bot, error) {
	b := export.Bot{Game: p.Game.Name(), Name: name}
	if p.IsProgram() {
		return b, usage("%s is a program of its own: there is nothing to export", p.Name)
	}
	if p.Game.Source == nil {
		return b, usage("%s has no sources to export", p.Game.Name())
	}
	b.Source = *p.Game.Source
	if p.Genes == nil {
		b.Baseline = p.NameInGame()
		return b, nil
	}
	b.Genes, b.Temperature = p.Genes, p.Temperature()
	b.Schema = p.Game.Schema.Genes
	if p.File == nil {
		return b, nil
	}
	b.About = origins(p)
	data, err := player.Encode(p.File, dir)
	b.Champion = data
	return b, err
}

// origins says how a champion fared, where that was measured, and where it is from.
func origins(p *player.Player) (out []string) {
	if e := p.File.Evidence; e != nil {
		s := p.Game.Info().Scale()
		out = append(out, fmt.Sprintf("%s: %s %s (95 %% interval %s) over %d games on %s.",
			report.Alone(e, "Its figure", "Against its field"), s.Unit, s.Show(e.Field.Mean), s.Span(e.Field.Low, e.Field.High), e.Field.Games, report.DealsText(e)))
	}
	o := p.File.Origin
	return append(out, fmt.Sprintf("Bred by bloodline %s: run %s, individual %s, seed %d.", p.File.Program, o.Run, o.ID, o.Seed))
}

// commandFiles returns what is exported of a bot in a contest of programs; ok is false for a player of another kind.
func commandFiles(p *player.Player, name string) (files []export.File, ok bool) {
	contest := p.Game.UserBot
	if contest == nil || p.Genes == nil {
		return nil, false
	}
	const link = "[" + command.ParametersFile + "](" + command.ParametersFile + ")"
	text := "# " + name + "\n\n"
	if answer := report.NewProfile(p).Conclusion; answer != "" {
		text += answer + "\n\n"
	}
	if c := p.Game.Stored; c == nil {
		text += "A champion of bloodline, bred on a simulator. Its values stand in " + link + ", to be copied into the bot.\n"
	} else {
		line := c.RunFileCommand(p.Genes)
		files = append(files, export.File{Path: "command.txt", Text: []byte(line + "\n")})
		text += "A champion of bloodline. Started in the folder of the bot's own program, by this command:\n\n```sh\n" + line + "\n```\n"
		if strings.Contains(c.Settings.Bot, "{parameters}") {
			text += "\nIt reads its parameters from " + link + ": copy that file beside the program, or write its path into the command.\n"
		} else {
			text += "\nThe same parameters stand in " + link + ".\n"
		}
	}
	last := func(string) string { return "" }
	if slices.ContainsFunc(contest.Config().Genes, func(g command.Gene) bool { return g.Doc != "" }) {
		last = func(text string) string { return " " + text + " |" }
	}
	text += "\n| parameter | value | default |" + last("what a larger value does") + "\n|---|---|---|" + last("---") + "\n"
	for i, g := range p.Game.Schema.Genes {
		text += fmt.Sprintf("| %s | %s | %s |%s\n", g.Name, genome.Word(g.Text(p.Genes[i])), genome.Word(g.Text(g.Default)), last(g.Doc))
	}
	for _, x := range contest.Config().Constants() {
		text += fmt.Sprintf("| %s | %s | fixed |%s\n", x[0], genome.Word(x[1]), last(""))
	}
	if p.File != nil && p.File.Evidence != nil {
		text += "\n" + strings.Join(origins(p), "\n") + "\n"
	}
	return append([]export.File{
		{Path: "README.md", Text: []byte(text)},
		{Path: command.ParametersFile, Text: append(contest.Parameters(p.Genes), '\n')},
	}, files...), true
}
