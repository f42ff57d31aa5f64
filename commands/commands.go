package commands

import (
	"slices"

	"github.com/spf13/cobra"

	"bloodline/configs"
	"bloodline/evolve/key"
)

// addCommands adds all commands, in groups by what they are for.
func (a *app) addCommands(root *cobra.Command) {
	for _, g := range []struct {
		id, title string
		commands  []*cobra.Command
	}{
		{"breed", "Breed:", []*cobra.Command{a.breedCommand(), a.configCommand(), a.runsCommand(), a.compareCommand()}},
		{"look", "Look inside:", []*cobra.Command{a.inspectCommand(), a.reportCommand(), a.serveCommand(), a.diffCommand(), a.lineageCommand(), a.ablateCommand(), a.gamesCommand(), a.baselinesCommand()}},
		{"measure", "Measure:", []*cobra.Command{a.matchCommand(), a.sprtCommand(), a.tournamentCommand(), a.exploitCommand()}},
		{"hand-in", "Hand in:", []*cobra.Command{a.exportCommand(), a.verifyCommand()}},
		{"house", "House-keeping:", []*cobra.Command{a.newCommand(), a.benchCommand(), a.calibrateCommand()}},
	} {
		root.AddGroup(&cobra.Group{ID: g.id, Title: g.title})
		for _, c := range g.commands {
			c.GroupID = g.id
			a.complete(c)
			root.AddCommand(c)
		}
	}
	root.SetHelpCommandGroupID("house")
	root.SetCompletionCommandGroupID("house")
}

// complete lets the shell complete the names that a command takes, and the keys of
// --set.
func (a *app) complete(c *cobra.Command) {
	var names []cobra.Completion
	files := cobra.ShellCompDirectiveDefault // files too
	switch c.Name() {
	case "breed", "config", "compare":
		names = a.known().List()
	case "games", "baselines", "bench", "calibrate":
		files = cobra.ShellCompDirectiveNoFileComp
		for _, g := range a.Games {
			names = append(names, cobra.CompletionWithDesc(g.Name(), g.Info().Title))
		}
	case "inspect", "diff", "match", "sprt", "tournament", "ablate", "exploit", "export", "report":
		names = a.Games.Champions()
		for _, g := range a.Games {
			for _, b := range g.BaselineNames() {
				if !slices.Contains(names, b) {
					names = append(names, b)
				}
			}
		}
	default:
		return
	}
	c.ValidArgsFunction = cobra.FixedCompletions(names, files)
	if c.Flags().Lookup("set") == nil {
		return
	}
	if err := c.RegisterFlagCompletionFunc("set", cobra.FixedCompletions(setKeys(), cobra.ShellCompDirectiveNoSpace|cobra.ShellCompDirectiveNoFileComp)); err != nil {
		panic("complete --set: " + err.Error()) // registered twice
	}
}

// setKeys lists the keys of run files as --set takes them.
func setKeys() (out []cobra.Completion) {
	c := configs.Default()
	for _, k := range key.Of(&c) {
		out = append(out, cobra.CompletionWithDesc(k.Name+"=", k.Doc))
	}
	return out
}
