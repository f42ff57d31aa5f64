package cmd

import (
	_ "embed"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"bloodline/arena/game"
	"bloodline/configs"
	"bloodline/internal/setting"
	"bloodline/results/report"
)

func (a *app) addCommands(root *cobra.Command) {
	for _, g := range []struct {
		id, title string
		commands  []*cobra.Command
	}{
		{"breed", "Breed:", []*cobra.Command{
			a.breedCommand(), a.configCommand(), a.runsCommand(), a.pruneCommand(), a.cloneCommand(), a.compareCommand(),
			a.workerCommand(), a.swarmCommand(),
		}},
		{"look", "Look inside:", []*cobra.Command{
			a.inspectCommand(), a.reportCommand(), a.serveCommand(), a.diffCommand(), a.lineageCommand(), a.ablateCommand(),
			a.gamesCommand(), a.baselinesCommand(),
		}},
		{"measure", "Measure:", []*cobra.Command{
			a.playCommand(), a.matchCommand(), a.sprtCommand(),
			a.tournamentCommand(), a.ladderCommand(), a.exploitCommand(),
		}},
		{"hand-in", "Hand in:", []*cobra.Command{a.exportCommand(), a.verifyCommand()}},
		{"house", "House-keeping:", []*cobra.Command{a.newCommand(), a.checkCommand(), a.versionCommand()}},
	} {
		root.AddGroup(&cobra.Group{ID: g.id, Title: g.title})
		for _, c := range g.commands {
			c.GroupID = g.id
			for _, each := range append(c.Commands(), c) {
				a.setArguments(each)
			}
			root.AddCommand(c)
		}
	}
	root.SetHelpCommandGroupID("house")
	root.SetCompletionCommandGroupID("house")
}

// setArguments checks and completes arguments by their names in Use, unless the command does, and completes flags.
func (a *app) setArguments(c *cobra.Command) {
	if c.Args == nil {
		c.Args = checkArguments
	}
	games := func() []string {
		return report.Map(a.Games, func(g *game.Game) string { return cobra.CompletionWithDesc(g.Name(), g.Info().Title) })
	}
	players := offer(orFiles, a.Games.Champions, a.Runs, func() (out []string) {
		for _, g := range a.Games {
			out = append(out, slices.DeleteFunc(g.BaselineNames(),
				func(b string) bool { return slices.Contains(out, b) })...)
		}
		return out
	})
	for _, kind := range []struct {
		name    string
		offered cobra.CompletionFunc
	}{
		{"PLAYER", players},
		{" CHAMPION", players},
		{"RUN", offer(noFiles, a.Runs)},
		{"CONFIG", offer(orFiles, func() []string { return configs.RunFileNames(a.Games) })},
		{"GAME", offer(noFiles, games)},
	} {
		if c.ValidArgsFunction == nil && strings.Contains(c.Use, kind.name) {
			c.ValidArgsFunction = kind.offered
		}
	}
	for flag, offered := range map[string]cobra.CompletionFunc{
		"set":  offer(noFiles|cobra.ShellCompDirectiveNoSpace, keyCompletions),
		"game": offer(noFiles, games), "resume": offer(noFiles, a.Runs),
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
const noFiles, orFiles = cobra.ShellCompDirectiveNoFileComp, cobra.ShellCompDirectiveDefault

// offer completes to the words that begin with the typed text, in any case. It looks them up only then.
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

// flagSynonyms maps flags of other programs to flags that mean the same here.
var flagSynonyms = map[string][]string{
	"address": {"listen"}, "port": {"listen"},
	"deals": {"games", "rounds"}, "games": {"max-games", "deals", "rounds"}, "rounds": {"games", "deals"},
	"elo":  {"elo1"},
	"json": {"output json"}, "jobs": {"workers"}, "threads": {"workers"},
	"opponents": {"against"}, "field": {"against"},
	"time": {"max-time", "move-time"},
}

// suggestFlag returns a flag of similar name or meaning, or the run file's key, for an unknown flag; empty for none.
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

// strict turns mistakes in a command line that cobra accepts or words badly into usage errors, for all commands.
func strict(root *cobra.Command) {
	root.SetFlagErrorFunc(flagError)
	root.SuggestionsMinimumDistance = 2
	root.InitDefaultCompletionCmd()
	if c, _, err := root.Find([]string{"completion", "bash"}); err == nil && c.RunE != nil { // without the package bash-completion
		c.Long = strings.Replace(c.Long, "This script depends on the 'bash-completion' package.\n"+
			"If it is not installed already, you can install it via your OS's package manager.\n\n", "", 1)
		script := c.RunE
		c.RunE = func(c *cobra.Command, args []string) error {
			if _, err := io.WriteString(c.OutOrStdout(), bashAlone); err != nil {
				return err
			}
			return script(c, args)
		}
	}
	root.InitDefaultHelpCmd()
	for _, c := range append(root.Commands(), root) {
		switch {
		case c.Name() == "help":
			c.Args = func(_ *cobra.Command, args []string) error {
				_, rest, err := root.Find(args)
				return errors.Join(err, unknown(root, rest))
			}
		case !c.Runnable(): // cobra would print a help page and succeed
			c.Args = unknown
			c.RunE = func(c *cobra.Command, _ []string) error { return c.Help() }
		}
	}
}

//go:embed completion.bash
var bashAlone string

func unknown(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	hint := ""
	if near := c.SuggestionsFor(args[0]); len(near) > 0 {
		hint = ", did you mean " + near[0] + "?"
	}
	return usage("unknown command %q for %q%s; %s --help lists them", args[0], c.CommandPath(), hint, c.CommandPath())
}

// flagError words a mistake in a flag as the mistakes in other input are worded.
func flagError(c *cobra.Command, err error) error {
	if missing, ok := errors.AsType[*pflag.NotExistError](err); ok {
		if near := suggestFlag(c, missing.GetSpecifiedName()); near != "" {
			return usage("%w, did you mean %s? %s --help lists the flags", err, near, c.CommandPath())
		}
	}
	bad, ok := errors.AsType[*pflag.InvalidValueError](err)
	if !ok {
		return usage("%w; %s --help lists the flags", err, c.CommandPath())
	}
	kind := map[string]string{
		"int": "a whole number", "int64": "a whole number", "uint64": "a whole number of 0 or more", "float64": "a number", "bool": "true or false",
		"duration": "a duration, such as 90s, 30m or 2h",
	}[bad.GetFlag().Value.Type()]
	if kind == "" {
		return usage("%w", err)
	}
	if strings.HasSuffix(kind, "whole number of 0 or more") && bad.GetValue() != "" && strings.Trim(bad.GetValue(), "0123456789") == "" {
		kind = fmt.Sprintf("in [0, %d]", uint64(math.MaxUint64)) // it has too many digits
	}
	return usage("--%s: must be %s, have %q", bad.GetFlag().Name, kind, bad.GetValue())
}

// checkArguments names the missing arguments, or the first one too many, by the Use of a command: "PLAYER [SECTION]".
func checkArguments(c *cobra.Command, args []string) error {
	names, _, _ := strings.Cut(c.Use, " --")
	all := strings.Fields(names)[1:]
	needed := slices.DeleteFunc(slices.Clone(all), func(name string) bool { return strings.HasPrefix(name, "[") })
	switch {
	case len(args) < len(needed):
		return usage("missing: %s; usage: %s", strings.Join(needed[len(args):], " "), c.UseLine())
	case len(args) > len(all) && !strings.Contains(names, "..."):
		return usage("too many arguments, from %q on; usage: %s", args[len(all)], c.UseLine())
	}
	return nil
}

// fillHelp replaces $word in the help of a command and of all below it, and wraps paragraphs; indented lines stay.
func fillHelp(c *cobra.Command, words map[string]string) {
	word := func(name string) string { return words[name] }
	paragraphs := strings.Split(os.Expand(c.Long, word), "\n\n")
	for i, p := range paragraphs {
		if !strings.Contains("\n"+p, "\n ") {
			paragraphs[i] = setting.Wrap(p, "", report.Columns)
		}
	}
	c.Long, c.Example = strings.Join(paragraphs, "\n\n"), os.Expand(c.Example, word)
	for _, sub := range c.Commands() {
		fillHelp(sub, words)
	}
}
