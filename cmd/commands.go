package cmd

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"bloodline/arena/game"
	"bloodline/configs"
	"bloodline/internal/setting"
	"bloodline/results/report"
)

// addCommands adds all commands, in groups by what they are for.
func (a *app) addCommands(root *cobra.Command) {
	for _, g := range []struct {
		id, title string
		commands  []*cobra.Command
	}{
		{"breed", "Breed:", []*cobra.Command{a.breedCommand(), a.configCommand(), a.runsCommand(), a.pruneCommand(), a.cloneCommand(), a.compareCommand(), a.workerCommand(), a.swarmCommand()}},
		{"look", "Look inside:", []*cobra.Command{a.inspectCommand(), a.reportCommand(), a.serveCommand(), a.diffCommand(), a.lineageCommand(), a.ablateCommand(), a.gamesCommand(), a.baselinesCommand()}},
		{"measure", "Measure:", []*cobra.Command{a.playCommand(), a.matchCommand(), a.sprtCommand(), a.tournamentCommand(), a.exploitCommand()}},
		{"hand-in", "Hand in:", []*cobra.Command{a.exportCommand(), a.verifyCommand()}},
		{"house", "House-keeping:", []*cobra.Command{a.newCommand(), a.checkCommand(), a.versionCommand()}},
	} {
		root.AddGroup(&cobra.Group{ID: g.id, Title: g.title})
		for _, c := range g.commands {
			c.GroupID = g.id
			for _, each := range append(c.Commands(), c) {
				a.completeFlags(each)
			}
			root.AddCommand(c)
		}
	}
	root.SetHelpCommandGroupID("house")
	root.SetCompletionCommandGroupID("house")
}

// completeFlags lets the shell complete values of a command's flags.
func (a *app) completeFlags(c *cobra.Command) {
	for flag, offered := range map[string]cobra.CompletionFunc{
		"set": offer(noFiles|cobra.ShellCompDirectiveNoSpace, keyCompletions), "game": offer(noFiles, a.gameCompletions), "resume": offer(noFiles, a.Runs),
		"progress": cobra.FixedCompletions([]string{formatText, formatJSON, formatNone}, noFiles),
	} {
		if c.Flags().Lookup(flag) == nil {
			continue
		}
		if err := c.RegisterFlagCompletionFunc(flag, offered); err != nil {
			panic("complete --" + flag + ": " + err.Error()) // registered twice
		}
	}
}

// Whether the shell completes names of files beside the words that a command offers.
const (
	noFiles = cobra.ShellCompDirectiveNoFileComp
	orFiles = cobra.ShellCompDirectiveDefault
)

// offer completes to the words that begin as what was typed, whatever the case. They are
// looked up when they are asked for.
func offer(directive cobra.ShellCompDirective, lists ...func() []string) cobra.CompletionFunc {
	return func(_ *cobra.Command, _ []string, typed string) (out []cobra.Completion, _ cobra.ShellCompDirective) {
		for _, list := range lists {
			for _, word := range list() {
				if len(word) >= len(typed) && strings.EqualFold(word[:len(typed)], typed) {
					out = append(out, word)
				}
			}
		}
		return out, directive
	}
}

func (a *app) runFiles() []string { return configs.RunFileNames(a.Games) }

// offerPlayers completes to players, and to files.
func (a *app) offerPlayers() cobra.CompletionFunc {
	return offer(orFiles, a.Games.Champions, a.Runs, a.baselines)
}

func (a *app) gameCompletions() []string {
	return report.Map(a.Games, func(g *game.Game) string { return cobra.CompletionWithDesc(g.Name(), g.Info().Title) })
}

// baselines lists the names of the baselines of all games, each once.
func (a *app) baselines() (out []string) {
	for _, g := range a.Games {
		for _, b := range g.BaselineNames() {
			if !slices.Contains(out, b) {
				out = append(out, b)
			}
		}
	}
	return out
}

// flagSynonyms maps flags of other programs to flags that mean the same here.
var flagSynonyms = map[string][]string{
	"address": {"listen"}, "port": {"listen"},
	"deals": {"games", "rounds"}, "games": {"max-games", "deals", "rounds"}, "rounds": {"games", "deals"},
	"elo":  {"elo1"},
	"json": {"output json"}, "jobs": {"workers"}, "threads": {"workers"},
	"opponents": {"against"}, "field": {"against"},
	"time": {"max-time", "move-time"},
}

// suggestFlag returns what to type instead of a flag that a command does not have: one with a similar
// name or meaning, or a key of the run file. It is empty if there is none.
func suggestFlag(c *cobra.Command, typed string) string {
	for _, name := range flagSynonyms[typed] {
		flag, _, _ := strings.Cut(name, " ")
		if c.Flag(flag) != nil {
			return "--" + name
		}
	}
	var names []string
	c.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	if near := setting.Nearest(typed, names); near != "" {
		return "--" + near
	}
	if c.Flag("set") == nil {
		return ""
	}
	cfg, word := configs.Default(), strings.ReplaceAll(typed, "-", "_")
	keys := setting.Of(&cfg)
	for _, full := range []string{word, "evolve." + word, "fitness." + word} {
		if slices.ContainsFunc(keys, func(k setting.Key) bool { return k.Name == full }) {
			return "--set " + full + "=..."
		}
	}
	return ""
}

// keyCompletions lists the keys of run files as --set takes them, with their values where these are words.
func keyCompletions() (out []string) {
	c := configs.Default()
	for _, k := range setting.Of(&c) {
		if k.Words == nil {
			out = append(out, cobra.CompletionWithDesc(k.Name+"=", k.Doc))
		}
		out = append(out, report.Map(k.Words, func(word string) string { return k.Name + "=" + word })...)
	}
	return out
}
